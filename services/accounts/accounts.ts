/**
 * What readers do with their accounts: register, log in, confirm, forget, change. Every failure that may be expected is a
 * refusal with a code; texts are the caller's.
 * Nobody learns from here whether an address has an account, neither by answer nor by time: an unknown address costs the
 * same hash; what depends on it happens after the answer; and whoever registers a known address gets an account that looks
 * and works like a new one but is a shadow, apart from the real one, without roles and mail, gone after thirty days. Its
 * hash shares the salt of the real account's, so that a login tries both at the price of one.
 */
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import {
  checkConsents,
  checkName,
  checkNewPassword,
  checkRegistration,
  CONSENT_FIELDS,
  isEmail,
  isSalutation,
  listMissingConsents,
  PASSWORD_LENGTH,
  toEmailKey,
  toName,
  type ConsentName,
  type FieldErrors,
  type Registration,
} from '@lokalteil/domain/accounts/registration'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Database } from '../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import { createAdmission } from './admission.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import type { EmailChangeStore } from './email-change/email-change-store.ts'
import type { Attempt, Limits } from './limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { AccountRow, CodePurpose, SessionRow } from './schema.ts'
import { createToken, hashToken } from './tokens/secrecy.ts'
import type { OpenedSession, Sessions } from './tokens/sessions.ts'
import type { SsoStore, Trx } from './store.ts'

export type MailQueue = (message: MailMessageInput, within?: Database['db']) => Promise<string>

/** Where the links of mails lead, as paths of the publication. */
export type MailPaths = {
  confirm: (code: string) => string
  reset: (code: string) => string
  link: (code: string) => string
  undoErasure: (code: string) => string
  changeEmail: (code: string) => string
  undoEmailChange: (code: string) => string
  login: string
  forgot: string
}

export const MAIL_PATHS: MailPaths = {
  confirm: (code) => `/api/mein/oauth2/email-confirmation/${code}`,
  reset: (code) => `/change-password/${code}`,
  link: (code) => `/api/mein/oauth2/link-confirmation/${code}`,
  undoErasure: (code) => `/api/mein/oauth2/erasure-undo/${code}`,
  changeEmail: (code) => `/api/mein/oauth2/email-change/${code}`,
  undoEmailChange: (code) => `/api/mein/oauth2/email-change-undo/${code}`,
  login: '/#login',
  forgot: '/#forgot-password',
}

/** Who asks: the reader's network address, browser, and the cookie of a device that logged in before. */
export type RequestContext = {
  address: string
  userAgent?: string | undefined
  deviceToken?: string | null | undefined
}
export type SessionKind = SessionRow['kind']
export type LoggedIn = OpenedSession & {
  account: AccountRow
  deviceToken: string
  missingFields: ConsentName[]
  isNewRegistration: boolean
}
export type Reader = { account: AccountRow; session: SessionRow }
export type Identity = {
  provider: 'google' | 'apple'
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
}

const HOUR = 3_600_000
/** Days in which a guest can choose a password from the mail. */
const GUEST_DAYS = 7
/** Longer than the writing of an account takes. */
const GUEST_FLOOR_MS = 120
const CODE_LIFE: Readonly<Record<CodePurpose, number>> = {
  confirm: 24 * HOUR,
  reset: HOUR,
  link: HOUR,
  'undo-erasure': 14 * 24 * HOUR,
}
export const SHADOW_LIFE_MS = 30 * 24 * HOUR

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(options: {
  store: SsoStore
  /** Who left this address so lately that it may come back; see email-change.ts. */
  findReservation: EmailChangeStore['findReservation']
  passwords: Passwords
  sessions: Sessions
  limits: Limits
  queueMail: MailQueue
  paths: MailPaths
  now: () => Date
  /** Work that goes on after the answer. */
  inBackground: (work: () => Promise<void>) => void
}) {
  const { store, findReservation, passwords, sessions, limits, queueMail, paths, now, inBackground } = options
  const wrongCredentials = () => problem(401, 'WRONG_CREDENTIALS', 'Address or password is wrong')
  const admit = createAdmission()
  const refuseFields = (fields: FieldErrors): Refusal => ({
    ...problem(422, 'INVALID_FIELDS', 'Some fields cannot be taken'),
    fields,
  })

  // --- Mails

  const to = (account: AccountRow) => ({
    address: account.email,
    name: [account.first_name, account.last_name].filter((part) => part !== '').join(' '),
  })
  const envelope = (account: AccountRow) => ({ mandator: account.mandator as Mandator, to: to(account) })

  /** One reader gets a kind of mail at most once a minute and five times an hour. */
  const mailAttempts = (mandator: string, email: string, kind: string): [Attempt, Attempt] => [
    { kind: 'mailPause', of: `${mandator} ${kind} ${email}` },
    { kind: 'mail', of: `${mandator} ${kind} ${email}` },
  ]

  async function queueCode(
    account: AccountRow,
    purpose: CodePurpose,
    toMessage: (code: string) => MailMessageInput,
    trx: Trx,
    data: Record<string, string> = {},
    life = CODE_LIFE[purpose],
  ): Promise<void> {
    const code = createToken()
    const createdAt = now()
    await store.addCode(
      { hash: hashToken(code), account, purpose, createdAt, expiresAt: new Date(createdAt.getTime() + life), data },
      trx,
    )
    await queueMail(toMessage(code), trx)
  }

  const queueConfirmation = (account: AccountRow, trx: Trx) =>
    queueCode(
      account,
      'confirm',
      (code) => ({
        ...envelope(account),
        template: 'confirm-email',
        data: { path: paths.confirm(code), validHours: 24 },
      }),
      trx,
    )

  const queueHint = (account: AccountRow, trx: Trx) =>
    queueMail(
      {
        ...envelope(account),
        template: 'already-registered',
        data: { loginPath: paths.login, resetPath: paths.forgot },
      },
      trx,
    )

  /** To the owner of an address that an account left a few days ago. */
  const queueReserved = (
    { mandator, address }: { mandator: Mandator; address: string },
    until: Date,
    trx: Trx,
  ): Promise<string> =>
    queueMail({ mandator, to: { address }, template: 'address-reserved', data: { until: until.toISOString() } }, trx)

  // --- Logins

  async function open(
    account: AccountRow,
    kind: SessionKind,
    context: RequestContext,
    isNewRegistration: boolean,
    trx: Trx,
    knownDevice: string | null = null,
  ): Promise<LoggedIn> {
    const opened = await sessions.open(account, kind, context.userAgent ?? '', trx)
    const deviceToken = knownDevice ?? createToken()
    await store.saveDevice(account, hashToken(deviceToken), now(), trx)
    const missingFields = listMissingConsents(toLatest(await store.listConsents(account, trx)))
    return { ...opened, account, deviceToken, missingFields, isNewRegistration }
  }

  type Credentials = { email: string; password: string }
  const authenticate = (mandator: Mandator, credentials: Credentials, context: RequestContext) =>
    admit(context.deviceToken ? 'device' : 'stranger', () => compare(mandator, credentials, context))

  async function compare(
    mandator: Mandator,
    credentials: Credentials,
    context: RequestContext,
  ): Promise<{ account: AccountRow; isKnown: boolean } | Refusal> {
    const emailKey = toKey(credentials.email)
    // Whatever the address: too long for a password of ours, and hashing it would be work for nothing.
    const isTooLong = credentials.password.length > PASSWORD_LENGTH.most * 4
    const { account, shadow } = await store.findByEmail(mandator, emailKey)
    const deviceHash = hashToken(context.deviceToken ?? '')
    const isKnown = await store.isKnownDevice(mandator, account?.id ?? '', deviceHash)
    const attempts: Attempt[] = isKnown
      ? [{ kind: 'device', of: `${mandator} ${deviceHash}` }]
      : [limits.ofAddress('address', context.address), { kind: 'account', of: `${mandator} ${emailKey}` }]
    const refusal = await limits.take(...attempts)
    if (refusal !== null) return refusal
    const hashes = [account?.password_hash ?? null, shadow?.password_hash ?? null]
    const match = isTooLong ? null : await passwords.findMatch(credentials.password, hashes, isKnown)
    if (isRefusal(match)) {
      await limits.giveBack(...attempts)
      return match
    }
    const found = match === null ? null : match === 0 ? account : shadow
    if (found === null) return wrongCredentials()
    await limits.giveBack(...attempts)
    if (!isKnown) await limits.reset(attempts[1]!)
    if (found.is_blocked) return problem(403, 'ACCOUNT_BLOCKED', 'The account is blocked')
    if (!found.is_shadow && passwords.isOutdated(found.password_hash!)) await strengthen(found, credentials.password)
    return { account: found, isKnown }
  }

  async function login(
    mandator: Mandator,
    kind: SessionKind,
    credentials: { email: string; password: string },
    context: RequestContext,
  ): Promise<LoggedIn | Refusal> {
    const found = await authenticate(mandator, credentials, context)
    if (isRefusal(found)) return found
    const { account, isKnown } = found
    return store.transaction((trx) =>
      open(account, kind, context, false, trx, isKnown && !account.is_shadow ? context.deviceToken! : null),
    )
  }

  /** A hash made with less than today's cost; the only moment the password is at hand. */
  async function strengthen(account: AccountRow, password: string): Promise<void> {
    const hash = await passwords.hash(password, null, true)
    if (isRefusal(hash)) return
    await store.transaction(async (trx) => {
      await store.updateAccount(account.mandator, account.id, { password_hash: hash }, trx)
      await store.removeShadow(account.mandator, account.email_key, trx)
    })
  }

  async function register(
    mandator: Mandator,
    kind: SessionKind,
    input: Registration,
    context: RequestContext,
    isBare = false,
  ): Promise<LoggedIn | Refusal> {
    const fields = checkRegistration(input, isCommonPassword)
    // The content/auth API registers with address and password alone; the rest is asked for after the login.
    if (isBare)
      for (const name of [...CONSENT_FIELDS.map((field) => field.name), 'firstName', 'lastName'])
        if (fields[name] === 'REQUIRED') delete fields[name]
    if (Object.keys(fields).length > 0) return refuseFields(fields)
    const refusal = await limits.take(limits.ofAddress('registration', context.address))
    if (refusal !== null) return refusal
    const email = input.email.trim()
    const emailKey = toKey(email)
    const before = await store.findByEmail(mandator, emailKey)
    const hash = await passwords.hash(input.password, before.account?.password_hash ?? null)
    if (isRefusal(hash)) return hash
    const mayMail = (await limits.take(...mailAttempts(mandator, emailKey, 'confirm'))) === null
    return store.transaction(async (trx) => {
      const current = await store.findByEmail(mandator, emailKey, trx)
      const reserved = current.account === null ? await findReservation(mandator, emailKey, now(), trx) : null
      const isShadow = current.account !== null || reserved !== null
      await store.removeShadow(mandator, emailKey, trx)
      const row = toAccount(mandator, {
        isShadow,
        email,
        emailKey,
        // Somebody registered in between: their salt is unknown here, so this shadow can only be used by its session.
        passwordHash:
          current.account !== null && before.account?.password_hash !== current.account.password_hash ? null : hash,
        salutation: input.salutation,
        firstName: toName(input.firstName),
        lastName: toName(input.lastName),
        provider: 'local',
        verifiedAt: null,
        now: now(),
      })
      if (!(await store.addAccount(row, trx)))
        return problem(503, 'BUSY', 'The address is being registered', { 'retry-after': '1' })
      const answers = CONSENT_FIELDS.filter(
        ({ name, isRequired }) => input.consents[name] !== undefined || (!isRequired && !isBare),
      )
      await store.addConsents(
        row,
        answers.map(({ name, version }) => ({ name, version, isGiven: input.consents[name] === true })),
        now(),
        context.address,
        trx,
      )
      const account: AccountRow = {
        ...row,
        changed_at: row.created_at,
        password_changed_at: null,
        erase_at: null,
        is_blocked: false,
      }
      if (mayMail)
        await (current.account !== null
          ? queueHint(current.account, trx)
          : reserved !== null
            ? queueReserved({ mandator, address: email }, reserved.undo_until!, trx)
            : queueConfirmation(account, trx))
      return open(account, kind, context, true, trx)
    })
  }

  // --- Guests

  /** Without a password; who owns the address sets one from the mail. Nobody is logged in by it. */
  const queueGuestMail = (account: AccountRow, trx: Trx) =>
    queueCode(
      account,
      'reset',
      (code) => ({
        ...envelope(account),
        template: 'guest-account',
        data: { path: paths.reset(code), validDays: GUEST_DAYS },
      }),
      trx,
      {},
      GUEST_DAYS * 24 * HOUR,
    )

  /** As a registration records them: the terms in their version of today, and nothing that was left unticked. */
  async function addGuestConsents(
    account: { mandator: string; id: string },
    context: RequestContext,
    trx: Trx,
  ): Promise<void> {
    const missing = listMissingConsents(toLatest(await store.listConsents(account, trx)))
    const answers = CONSENT_FIELDS.filter(({ name }) => missing.includes(name))
    await store.addConsents(
      account,
      answers.map(({ name, version }) => ({ name, version, isGiven: name === 'terms' })),
      now(),
      context.address,
      trx,
    )
  }

  /**
   * The account that what somebody orders without a login belongs to. An account whose address nobody has confirmed might
   * be a stranger's who typed it first: its password and sessions end before anything is put into it.
   */
  async function openGuest(
    mandator: Mandator,
    input: {
      email: string
      salutation: string
      firstName: string
      lastName: string
      hasAcceptedTerms?: boolean | undefined
    },
    context: RequestContext,
  ): Promise<{ sub: string } | Refusal> {
    const floor = new Promise<void>((resolve) => setTimeout(resolve, GUEST_FLOOR_MS))
    const refusal = await limits.take(limits.ofAddress('registration', context.address))
    if (refusal !== null) return refusal
    if (!isEmail(input.email)) return refuseFields({ email: 'INVALID_EMAIL' })
    const email = input.email.trim()
    const emailKey = toKey(email)
    const mayMail = (await limits.take(...mailAttempts(mandator, emailKey, 'guest'))) === null
    const sub = await store.transaction(async (trx): Promise<string | null> => {
      const { account: known } = await store.findByEmail(mandator, emailKey, trx)
      if (known !== null) {
        if (known.email_verified_at !== null) return known.id
        await store.endSessions(known, 'guest', now(), trx)
        await store.removeDevices(known, trx)
        await store.removeCodes(known, ['confirm', 'link'], trx)
        if (known.password_hash !== null)
          await store.updateAccount(mandator, known.id, { password_hash: null, changed_at: now() }, trx)
        if (input.hasAcceptedTerms === true) await addGuestConsents(known, context, trx)
        if (mayMail) await queueGuestMail(known, trx)
        return known.id
      }
      // The address may come back to the account that left it: then what was ordered with it is that account's.
      const reserved = await findReservation(mandator, emailKey, now(), trx)
      if (reserved !== null) return reserved.account_id
      await store.removeShadow(mandator, emailKey, trx)
      const name = (value: string) => (checkName(value) === null ? toName(value) : '')
      const row = toAccount(mandator, {
        isShadow: false,
        email,
        emailKey,
        passwordHash: null,
        salutation: isSalutation(input.salutation) ? input.salutation : '',
        firstName: name(input.firstName),
        lastName: name(input.lastName),
        provider: 'local',
        verifiedAt: null,
        now: now(),
      })
      if (!(await store.addAccount(row, trx))) return null
      if (input.hasAcceptedTerms === true) await addGuestConsents(row, context, trx)
      if (mayMail)
        await queueGuestMail(
          { ...row, changed_at: row.created_at, password_changed_at: null, erase_at: null, is_blocked: false },
          trx,
        )
      return row.id
    })
    await floor
    return sub === null ? problem(503, 'BUSY', 'The address is being registered', { 'retry-after': '1' }) : { sub }
  }

  // --- Codes

  async function getCodeState(
    mandator: Mandator,
    purpose: CodePurpose,
    code: string,
  ): Promise<'valid' | 'invalid' | 'expired'> {
    const found = await store.getCode(mandator, purpose, hashToken(code))
    if (found === null || found.usedAt !== null) return 'invalid'
    return found.expiresAt <= now() ? 'expired' : 'valid'
  }

  /** The refusal for a code that could not be used. */
  async function refuseCode(mandator: Mandator, purpose: CodePurpose, code: string): Promise<Refusal> {
    const state = await getCodeState(mandator, purpose, code)
    return state === 'expired'
      ? problem(410, 'EXPIRED_CODE', 'The code has expired')
      : problem(422, 'INVALID_CODE', 'The code is unknown or was used')
  }

  async function takeCode<T>(
    mandator: Mandator,
    purpose: CodePurpose,
    code: string,
    work: (account: AccountRow, data: Record<string, string>, trx: Trx) => Promise<T>,
  ): Promise<T | Refusal> {
    const done = await store.transaction(async (trx) => {
      const taken = await store.takeCode(mandator, purpose, hashToken(code), now(), trx)
      const account = taken === null ? null : await store.getAccount(mandator, taken.accountId, trx)
      return taken === null || account === null ? null : { value: await work(account, taken.data, trx) }
    })
    return done === null ? refuseCode(mandator, purpose, code) : done.value
  }

  // --- Passwords

  /** Ends everything the old password opened: sessions, codes, known devices, the shadow. */
  async function replacePassword(
    account: AccountRow,
    hash: string,
    isOwnerProven: boolean,
    trx: Trx,
  ): Promise<AccountRow> {
    const at = now()
    await store.endSessions(account, 'password', at, trx)
    await store.removeCodes(account, isOwnerProven ? ['reset', 'confirm', 'link'] : ['reset', 'link'], trx)
    await store.removeDevices(account, trx)
    if (!account.is_shadow) await store.removeShadow(account.mandator, account.email_key, trx)
    const verified = isOwnerProven && account.email_verified_at === null ? { email_verified_at: at } : {}
    const changed = await store.updateAccount(
      account.mandator,
      account.id,
      { password_hash: hash, password_changed_at: at, changed_at: at, ...verified },
      trx,
    )
    if (!account.is_shadow)
      await queueMail(
        { ...envelope(account), template: 'password-changed', data: { at: at.toISOString(), resetPath: paths.forgot } },
        trx,
      )
    return changed ?? account
  }

  return {
    /** Checks a password without opening a session: for the OpenID provider, which has its own. */
    authenticate,
    login,
    register,
    openGuest,
    getCodeState,

    async signInWithIdentity(
      mandator: Mandator,
      kind: SessionKind,
      identity: Identity,
      context: RequestContext,
    ): Promise<LoggedIn | { kind: 'link-mail-sent' } | Refusal> {
      const known = await store.findByIdentity(mandator, identity.provider, identity.subject)
      if (known !== null) {
        if (known.is_blocked) return problem(403, 'ACCOUNT_BLOCKED', 'The account is blocked')
        return store.transaction((trx) => open(known, kind, context, false, trx))
      }
      // An address nobody vouches for must neither open nor claim an account.
      if (!identity.isEmailVerified || !isEmail(identity.email))
        return problem(403, 'EMAIL_NOT_VERIFIED', 'The provider does not vouch for the address')
      const email = identity.email.trim()
      const emailKey = toKey(email)
      const existing = (await store.findByEmail(mandator, emailKey)).account
      if (existing !== null) {
        const kindOfMail = existing.email_verified_at === null ? 'hint' : 'link'
        const mayMail = (await limits.take(...mailAttempts(mandator, emailKey, kindOfMail))) === null
        if (kindOfMail === 'hint') {
          // Whoever registered it never proved to own it; the owner can claim it by resetting the password.
          if (mayMail) await store.transaction((trx) => queueHint(existing, trx))
          return problem(403, 'EMAIL_NOT_VERIFIED', 'The account has not confirmed its address')
        }
        if (mayMail) {
          const data = { provider: identity.provider, subject: identity.subject, email }
          await store.transaction((trx) =>
            queueCode(
              existing,
              'link',
              (code) => ({
                ...envelope(existing),
                template: 'link-account',
                data: { path: paths.link(code), provider: identity.provider, validMinutes: 60 },
              }),
              trx,
              data,
            ),
          )
        }
        return { kind: 'link-mail-sent' }
      }
      const reserved = await findReservation(mandator, emailKey, now())
      if (reserved !== null) {
        if ((await limits.take(...mailAttempts(mandator, emailKey, 'link'))) === null)
          await store.transaction((trx) => queueReserved({ mandator, address: email }, reserved.undo_until!, trx))
        return { kind: 'link-mail-sent' }
      }
      return store.transaction(async (trx) => {
        await store.removeShadow(mandator, emailKey, trx)
        const name = (value: string) => (checkName(value) === null ? toName(value) : '')
        const row = toAccount(mandator, {
          isShadow: false,
          email,
          emailKey,
          passwordHash: null,
          salutation: '',
          firstName: name(identity.firstName),
          lastName: name(identity.lastName),
          provider: identity.provider,
          verifiedAt: now(),
          now: now(),
        })
        if (!(await store.addAccount(row, trx)))
          return problem(503, 'BUSY', 'The address is being registered', { 'retry-after': '1' })
        await store.addIdentity(row, { provider: identity.provider, subject: identity.subject, email }, now(), trx)
        return open(
          { ...row, changed_at: row.created_at, password_changed_at: null, erase_at: null, is_blocked: false },
          kind,
          context,
          true,
          trx,
        )
      })
    },

    async confirmLink(mandator: Mandator, code: string): Promise<{ provider: 'google' | 'apple' } | Refusal> {
      return takeCode(mandator, 'link', code, async (account, data, trx) => {
        const provider = data.provider === 'apple' ? 'apple' : 'google'
        await store.addIdentity(account, { provider, subject: data.subject!, email: data.email! }, now(), trx)
        return { provider } as const
      })
    },

    async confirmEmail(mandator: Mandator, code: string): Promise<{ sub: string } | Refusal> {
      return takeCode(mandator, 'confirm', code, async (account, _data, trx) => {
        const at = now()
        if (account.email_verified_at === null) {
          await store.updateAccount(mandator, account.id, { email_verified_at: at, changed_at: at }, trx)
          await queueMail({ ...envelope(account), template: 'email-verified', data: { loginPath: '/' } }, trx)
        }
        return { sub: account.id }
      })
    },

    /** To the address of the session, whatever was asked for (S2.4-08). */
    async sendConfirmation({ account }: Reader): Promise<{ email: string; nextAfterSeconds: number } | Refusal> {
      const refusal = await limits.take(...mailAttempts(account.mandator, account.email_key, 'confirm'))
      if (refusal !== null) return refusal
      if (account.email_verified_at === null) {
        const real = account.is_shadow ? (await store.findByEmail(account.mandator, account.email_key)).account : null
        await store.transaction(async (trx) => {
          if (!account.is_shadow) await queueConfirmation(account, trx)
          else if (real !== null) await queueHint(real, trx)
        })
      }
      return { email: account.email, nextAfterSeconds: 60 }
    },

    async forgotPassword(mandator: Mandator, email: string, context: RequestContext): Promise<{ ok: true } | Refusal> {
      const refusal = await limits.take(limits.ofAddress('forgotten', context.address))
      if (refusal !== null) return refusal
      const emailKey = toKey(email)
      inBackground(async () => {
        const { account } = await store.findByEmail(mandator, emailKey)
        if (account === null || account.is_blocked) return
        if ((await limits.take(...mailAttempts(mandator, emailKey, 'reset'))) !== null) return
        await store.transaction((trx) =>
          queueCode(
            account,
            'reset',
            (code) => ({
              ...envelope(account),
              template: 'reset-password',
              data: { path: paths.reset(code), validMinutes: 60 },
            }),
            trx,
          ),
        )
      })
      return { ok: true }
    },

    async resetPassword(
      mandator: Mandator,
      kind: SessionKind,
      input: { code: string; password: string; passwordConfirmation: string },
      context: RequestContext,
    ): Promise<LoggedIn | Refusal> {
      const refusal = await limits.take(limits.ofAddress('code', context.address))
      if (refusal !== null) return refusal
      if ((await getCodeState(mandator, 'reset', input.code)) !== 'valid')
        return refuseCode(mandator, 'reset', input.code)
      const owner = await store.getCode(mandator, 'reset', hashToken(input.code))
      const account = owner === null ? null : await store.getAccount(mandator, owner.accountId)
      const fields = checkNewPassword(input, account?.email ?? '', isCommonPassword)
      if (Object.keys(fields).length > 0) return refuseFields(fields)
      const hash = await passwords.hash(input.password)
      if (isRefusal(hash)) return hash
      const outcome = await takeCode(mandator, 'reset', input.code, async (found, _data, trx) =>
        open(await replacePassword(found, hash, true, trx), kind, context, false, trx),
      )
      if (!isRefusal(outcome)) await limits.reset({ kind: 'account', of: `${mandator} ${outcome.account.email_key}` })
      return outcome
    },

    async changePassword(
      reader: Reader,
      kind: SessionKind,
      input: { currentPassword: string; password: string; passwordConfirmation: string },
      context: RequestContext,
    ): Promise<LoggedIn | Refusal> {
      const { account, session } = reader
      const fields = checkNewPassword(input, account.email, isCommonPassword)
      if (Object.keys(fields).length > 0) return refuseFields(fields)
      const refusal = await checkPassword(account, session, input.currentPassword)
      if (refusal !== null) return refusal
      const hash = await passwords.hash(input.password, account.is_shadow ? account.password_hash : null, true)
      if (isRefusal(hash)) return hash
      return store.transaction(async (trx) =>
        open(await replacePassword(account, hash, false, trx), kind, context, false, trx),
      )
    },

    checkPassword,

    async updateAccount(
      { account }: Reader,
      change: {
        salutation?: string | undefined
        firstName?: string | undefined
        lastName?: string | undefined
        advertising?: boolean | undefined
      },
      context: RequestContext,
    ): Promise<AccountRow | Refusal> {
      const fields: FieldErrors = {}
      const name = (field: 'firstName' | 'lastName') => {
        const code = change[field] === undefined ? null : checkName(change[field])
        if (code !== null) fields[field] = code
      }
      name('firstName')
      name('lastName')
      if (change.salutation !== undefined && !isSalutation(change.salutation)) fields.salutation = 'NOT_ALLOWED'
      if (Object.keys(fields).length > 0) return refuseFields(fields)
      const at = now()
      const changed = {
        ...(change.salutation === undefined ? {} : { salutation: change.salutation }),
        ...(change.firstName === undefined ? {} : { first_name: toName(change.firstName) }),
        ...(change.lastName === undefined ? {} : { last_name: toName(change.lastName) }),
        changed_at: at,
      }
      return store.transaction(async (trx) => {
        const field = CONSENT_FIELDS.find((one) => one.name === 'advertising')!
        if (change.advertising !== undefined)
          await store.addConsents(
            account,
            [{ name: field.name, version: field.version, isGiven: change.advertising }],
            at,
            context.address,
            trx,
          )
        return (await store.updateAccount(account.mandator, account.id, changed, trx)) ?? account
      })
    },

    /** Ends all sessions; the owner is told by mail how to undo it. A second wish does not postpone the first. */
    async scheduleErasure(account: AccountRow, eraseAt: Date): Promise<Date> {
      const at = account.erase_at ?? eraseAt
      await store.transaction(async (trx) => {
        await store.updateAccount(account.mandator, account.id, { erase_at: at }, trx)
        await store.endSessions(account, 'erasure', now(), trx)
        if (account.is_shadow) return
        await queueCode(
          account,
          'undo-erasure',
          (code) => ({
            ...envelope(account),
            template: 'erasure-scheduled',
            data: { at: at.toISOString(), undoPath: paths.undoErasure(code) },
          }),
          trx,
        )
      })
      return at
    },

    async undoErasure(account: AccountRow): Promise<void> {
      await store.transaction(async (trx) => {
        await store.updateAccount(account.mandator, account.id, { erase_at: null }, trx)
        await store.removeCodes(account, ['undo-erasure'], trx)
      })
    },

    async undoErasureByCode(mandator: Mandator, code: string): Promise<true | Refusal> {
      return takeCode(mandator, 'undo-erasure', code, async (account, _data, trx) => {
        await store.updateAccount(mandator, account.id, { erase_at: null }, trx)
        return true as const
      })
    },

    /** The end: nothing here names the reader afterwards. */
    async eraseAccount(account: AccountRow, kept: readonly string[], erasureId: string): Promise<void> {
      const at = now()
      await store.transaction(async (trx) => {
        await store.removeAccount(account.mandator, account.id, trx)
        if (account.is_shadow) return
        await store.removeShadow(account.mandator, account.email_key, trx)
        await store.addErasure(erasureId, account.mandator, at, kept, trx)
        await queueMail(
          {
            mandator: account.mandator as Mandator,
            to: { address: account.email, name: '' },
            template: 'account-erased',
            data: { at: at.toISOString(), kept: kept.map((line) => line.slice(0, 300)) },
          },
          trx,
        )
      })
    },

    async listMissingFields({ account }: Reader): Promise<ConsentName[]> {
      return listMissingConsents(toLatest(await store.listConsents(account)))
    },

    async saveMissingFields(
      { account }: Reader,
      answers: Readonly<Record<string, boolean>>,
      context: RequestContext,
    ): Promise<ConsentName[] | Refusal> {
      const unknown = Object.keys(answers).filter((name) => !CONSENT_FIELDS.some((field) => field.name === name))
      if (unknown.length > 0)
        return refuseFields(Object.fromEntries(unknown.map((name) => [name, 'UNKNOWN_FIELD' as const])))
      const missing = listMissingConsents(toLatest(await store.listConsents(account)))
      const given = Object.fromEntries(missing.map((name) => [name, answers[name] ?? false]))
      const fields = Object.fromEntries(
        Object.entries(checkConsents(given)).filter(([name]) => missing.includes(name as ConsentName)),
      )
      if (Object.keys(fields).length > 0) return refuseFields(fields)
      const rows = CONSENT_FIELDS.filter(({ name }) => missing.includes(name)).map(({ name, version }) => ({
        name,
        version,
        isGiven: given[name] === true,
      }))
      await store.addConsents(account, rows, now(), context.address)
      return listMissingConsents(toLatest(await store.listConsents(account)))
    },
  }

  /** Once more the current password, of somebody who is logged in; null: it is right. */
  async function checkPassword(account: AccountRow, session: SessionRow, password: string): Promise<Refusal | null> {
    const attempt: Attempt = { kind: 'device', of: `session ${session.id}` }
    const refusal = await limits.take(attempt)
    if (refusal !== null) return refusal
    const match =
      password.length > PASSWORD_LENGTH.most * 4
        ? null
        : await passwords.findMatch(password, [account.password_hash], true)
    if (match === null) return problem(403, 'WRONG_PASSWORD', 'The current password is wrong')
    await limits.giveBack(attempt)
    return isRefusal(match) ? match : null
  }
}

/** The domain in one spelling: `müller.example` and `xn--mller-kva.example` are one. */
export function toKey(email: string): string {
  // No text for a database: nothing valid holds them.
  const key = toEmailKey(email.toWellFormed())
    .replace(/\p{Cc}/gu, '')
    .slice(0, 320)
  const at = key.lastIndexOf('@')
  return at < 0 ? key : `${key.slice(0, at)}@${domainToASCII(key.slice(at + 1)) || key.slice(at + 1)}`
}

/** The last answer to each field. */
function toLatest<T extends { name: string }>(answers: readonly T[]): T[] {
  return [...new Map(answers.map((answer) => [answer.name, answer])).values()]
}

function toAccount(
  mandator: Mandator,
  input: {
    isShadow: boolean
    email: string
    emailKey: string
    passwordHash: string | null
    salutation: string
    firstName: string
    lastName: string
    provider: string
    verifiedAt: Date | null
    now: Date
    id?: string
  },
) {
  return {
    mandator,
    id: input.id ?? randomUUID(),
    is_shadow: input.isShadow,
    email: input.email,
    email_key: input.emailKey,
    password_hash: input.passwordHash,
    salutation: input.salutation,
    first_name: input.firstName,
    last_name: input.lastName,
    email_verified_at: input.verifiedAt,
    provider: input.provider,
    created_at: input.now,
  }
}

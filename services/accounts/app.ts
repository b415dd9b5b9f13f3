/**
 * Single sign-on: one account module with three faces. `internal`: what the portal asks behind the service key (contract
 * `SSO`); `app`: the content/auth API of specification 7.2; `oidcHandler`: an OpenID Connect provider for everybody else.
 * All three share accounts, keys, limits and privacy. Roles are never stored or granted here: `rolesOf` is asked whenever
 * a token is made, so a changed role is in the next one.
 */
import type { IncomingMessage } from 'node:http'
import { AUTH, AUTH_INFO } from '@lokalteil/contracts/auth'
import { SSO, SSO_INFO, type SsoLogin } from '@lokalteil/contracts/accounts'
import { CONSENT_FIELDS } from '@lokalteil/domain/accounts/registration'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import { createSchedule } from '../platform/schedule.ts'
import {
  isRefusal,
  problem,
  serveContract,
  serveDocumentation,
  type Handlers,
  type Refusal,
} from '../platform/serve.ts'
import { createAdmission } from './admission.ts'
import { createAuthApi } from './auth-api.ts'
import * as codes from './codes.ts'
import * as confirmations from './confirmations.ts'
import {
  MAIL_PATHS,
  type AccountsContext,
  type LoggedIn,
  type MailPaths,
  type MailQueue,
  type Reader,
  type RequestContext,
} from './context.ts'
import { createAddressNotices, type AddressSubscriber } from './email-change/address-notices.ts'
import { createEmailChangeStore } from './email-change/email-change-store.ts'
import {
  cancelEmailChange,
  checkNewEmail,
  confirmEmailChange,
  getEmailCodeState,
  getPendingEmail,
  requestEmailChange,
  undoEmailChange,
  type EmailChangeContext,
} from './email-change/email-change.ts'
import * as erasures from './erasures.ts'
import { SHADOW_LIFE_MS } from './erasures.ts'
import * as guests from './guests.ts'
import { createLimits, toLimitStore, type LimitTable } from './limits.ts'
import * as logins from './logins.ts'
import * as sso0001 from './migrations/0001-sso.ts'
import * as sso0002 from './migrations/0002-email-changes.ts'
import * as passwordChanges from './password-changes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createPrivacy, type PersonalDataSource } from './privacy.ts'
import * as profiles from './profiles.ts'
import { createOidc, type OidcClient, type OidcHandler } from './providers/oidc.ts'
import { createSocial, type SocialOptions } from './providers/social.ts'
import * as registrations from './registrations.ts'
import type { AccountRow, SessionRow, SsoDb } from './schema.ts'
import * as socialLogins from './social-logins.ts'
import { createKeys } from './tokens/keys.ts'
import { createToken, hashToken } from './tokens/secrecy.ts'
import { createSessions, type RolesOf } from './tokens/sessions.ts'
import { createTokens } from './tokens/tokens.ts'
import type { TokenCheck, TokenKind } from './tokens/verify-token.ts'
import * as accountStore from './store/accounts.ts'
import * as consentStore from './store/consents.ts'
import * as identityStore from './store/identities.ts'
import * as sessionStore from './store/sessions.ts'
import * as upkeepStore from './store/upkeep.ts'

export type SsoConfig = {
  /** At least 32 characters; seals the signing keys. The same for all processes on one database. */
  secret: string
  /** Canonical origin of each publication. */
  origins: Readonly<Record<Mandator, string>>
  /** Default `{origin}/__services/sso/{mandator}`. */
  issuerOf?: (mandator: Mandator) => string
  /** The portal as a client: audience of ID tokens. Default `portal-{mandator}`. */
  clientIdOf?: (mandator: Mandator) => string
  /** Applications beside the portal; the portal itself is always one (public, PKCE). */
  clientsOf?: (mandator: Mandator) => readonly OidcClient[]
  /** Public address of the content/auth API without prefix. Default `{origin}/__services/auth/{mandator}`. */
  authBaseOf?: (mandator: Mandator) => string
  social?: SocialOptions
  mailPaths?: Partial<MailPaths>
  socialReturnPath?: (provider: string) => string
  limits?: LimitTable
}

export type SsoServiceOptions = {
  database: Database
  mail: {
    queue: MailQueue
    listOf: (
      mandator: Mandator,
      address: string,
      until?: Date,
    ) => Promise<{ template: string; status: string; at: Date }[]>
    removeOf: (mandator: Mandator, address: string, within?: Database['db'], until?: Date) => Promise<void>
  }
  config: SsoConfig
  /** For `internal`. */
  serviceKey: string
  /** The subscription platform's word on a reader; asked at every token. */
  rolesOf: RolesOf
  now?: () => Date
  /** The reader's network address; the portal knows which headers to believe. */
  addressOf?: (request: Request) => string
  addressOfNode?: (request: IncomingMessage) => string
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
  /** A refresh token was shown that had long been used. */
  onReuse?: (session: { mandator: string; sid: string }) => void
}

export type SsoService = {
  /** Content/auth API: `/{mandator}/api/…` and `/{mandator}/…`. */
  app: Hono
  /** Contract `SSO` at `/{mandator}/…`, behind the service key. */
  internal: Hono
  /** For node:http, before anything else: true when the request was the provider's. */
  oidcHandler: OidcHandler
  /** By signature and claims alone, without the database: for each page request. */
  verifyToken: (kind: TokenKind, mandator: Mandator, token: string | null | undefined) => Promise<TokenCheck>
  registerDataSource: (source: PersonalDataSource) => void
  /** Told of every changed address until it answers without an error; maybe twice. */
  onAddressChange: (name: string, subscriber: AddressSubscriber) => void
  /** Due erasures, expired rows, key rotation; once started it runs by itself. */
  runDue: () => Promise<void>
  rotateKeys: () => Promise<void>
  start: () => void
  /** Resolves when what was promised after an answer is done. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

const DUE_MS = 30_000
const ERASURE_MS = 14 * 86_400_000
const RECENT_MS = 15 * 60_000

/** Labels of the consents, as the dialog shows them. */
const CONSENT_LABELS = {
  terms: 'Ich akzeptiere die AGB und habe die Datenschutzerklärung gelesen.',
  advertising: 'Ich möchte per E-Mail über Angebote des Verlags informiert werden. Das kann ich jederzeit widerrufen.',
} as const

export async function createSsoService(options: SsoServiceOptions): Promise<SsoService> {
  const { database, config, mail } = options
  if (config.secret.length < 32) throw new Error('The secret of single sign-on must have at least 32 characters')
  await migrate(database, 'sso', { '0001-sso': sso0001, '0002-email-changes': sso0002 })
  const now = options.now ?? (() => new Date())
  const onError = options.onError ?? (() => {})
  const issuerOf = config.issuerOf ?? ((mandator) => `${config.origins[mandator]}/__services/sso/${mandator}`)
  const clientIdOf = config.clientIdOf ?? ((mandator) => `portal-${mandator}`)
  const db = database.db as SsoDb
  const changes = createEmailChangeStore(database)
  const keys = await createKeys({ database, secret: config.secret, now })
  const cookieSecret = await upkeepStore.ensureSecret(db, 'oidc-cookies', createToken())
  const limits = createLimits(toLimitStore(db), now, config.limits)
  const tokens = createTokens({ keys, issuerOf, clientIdOf, now })
  const sessions = createSessions({
    db,
    tokens,
    rolesOf: options.rolesOf,
    now,
    ...(options.onReuse === undefined ? {} : { onReuse: options.onReuse }),
  })
  const passwords = createPasswords()
  const social = createSocial({ db, social: config.social ?? {}, now })
  const privacy = createPrivacy({ now, listFormer: (account) => changes.listFormer(account) })
  const paths: MailPaths = { ...MAIL_PATHS, ...config.mailPaths }
  const notices = createAddressNotices({ changes, now, onError: (error) => onError(error, 'address-notice') })
  const accounts: AccountsContext = {
    db,
    findReservation: (...asked) => changes.findReservation(...asked),
    passwords,
    sessions,
    limits,
    queueMail: mail.queue,
    paths,
    now,
    inBackground,
    admit: createAdmission(),
  }

  const emailChange: EmailChangeContext = {
    db,
    changes,
    limits,
    queueMail: mail.queue,
    paths,
    notify: (account, change, trx) => changes.addNotices(account, notices.listNames(), change, now(), trx),
    now,
  }

  // --- Work after the answer

  const pending = new Set<Promise<void>>()
  function inBackground(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => onError(error, 'after-answer'))
      .finally(() => pending.delete(running))
    pending.add(running)
  }
  async function settle(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending)
  }

  // --- Answers

  const notLoggedIn = () => problem(401, 'NOT_LOGGED_IN', 'There is no living session behind the token')

  async function toLogin(
    outcome: LoggedIn | { kind: 'link-mail-sent' } | Refusal,
  ): Promise<SsoLogin | { kind: 'link-mail-sent' } | Refusal> {
    if (isRefusal(outcome) || 'kind' in outcome) return outcome
    const { account, session, refreshToken, deviceToken, missingFields, isNewRegistration } = outcome
    const user = await sessions.toUser(account)
    const [given, contentJwt] = await Promise.all([
      sessions.toTokens(user, session, refreshToken),
      tokens.createContentToken(session),
    ])
    return { kind: 'login', tokens: given, contentJwt, user, deviceToken, missingFields, isNewRegistration }
  }

  async function toOwnLogin(outcome: LoggedIn | Refusal): Promise<SsoLogin | Refusal> {
    return toLogin(outcome) as Promise<SsoLogin | Refusal>
  }

  async function withReader<T>(
    mandator: Mandator,
    accessToken: string,
    work: (reader: Reader) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const reader = await sessions.getReader(mandator, 'access', accessToken)
    return reader === null ? notLoggedIn() : work(reader)
  }

  const toFields = (names: readonly string[]) =>
    CONSENT_FIELDS.filter(({ name }) => names.includes(name)).map(({ name, isRequired }) => ({
      name,
      label: CONSENT_LABELS[name],
      required: isRequired,
    }))

  const toRequestContext = ({
    address,
    userAgent,
    deviceToken,
  }: {
    address: string
    userAgent?: string
    deviceToken?: string | null | undefined
  }): RequestContext => ({ address, userAgent, deviceToken })

  /** The erasure needs the password once more, or a fresh login where there is none. */
  async function proveOwner(
    { account, session }: Reader,
    password: string | null | undefined,
  ): Promise<Refusal | null> {
    if (account.password_hash !== null) return passwordChanges.checkPassword(accounts, account, session, password ?? '')
    return now().getTime() - session.auth_time.getTime() <= RECENT_MS
      ? null
      : problem(403, 'RECENT_LOGIN_NEEDED', 'Log in again first')
  }

  const handlers: Handlers<typeof SSO, { mandator: Mandator }> = {
    login: async ({ body, context }) =>
      toOwnLogin(await logins.login(accounts, context.mandator, 'sso', body, toRequestContext(body))),
    register: async ({ body, context }) =>
      toOwnLogin(await registrations.register(accounts, context.mandator, 'sso', body, toRequestContext(body))),
    openGuest: ({ body, context }) => guests.openGuest(accounts, context.mandator, body, { address: body.address }),
    refresh: async ({ body, context }) => {
      const refreshed = await sessions.refresh(context.mandator, body)
      return isRefusal(refreshed) ? refreshed : { tokens: refreshed.tokens, user: refreshed.user }
    },
    validate: async ({ body, context: { mandator } }) => {
      const check = body.forceRefresh ? null : await tokens.verify('id', mandator, body.idToken)
      if (check?.ok === true && typeof check.claims.sid === 'string') {
        const session = await sessionStore.getSession(db, check.claims.sid)
        const account =
          session === null || session.ended_at !== null || session.expires_at <= now()
            ? null
            : await accountStore.getAccount(db, mandator, session.account_id)
        if (account === null || account.is_blocked || account.id !== check.claims.sub)
          return problem(401, 'SESSION_ENDED', 'The session has ended')
        return { user: await sessions.toUser(account), tokens: null }
      }
      if (typeof body.refreshToken !== 'string')
        return problem(401, 'SESSION_ENDED', 'Nothing to renew the session with')
      // A broken or foreign ID token must not keep the reader of a good refresh token out.
      const idToken = (await tokens.verify('id', mandator, body.idToken, { mayBeExpired: true })).ok
        ? body.idToken
        : null
      const refreshed = await sessions.refresh(mandator, {
        refreshToken: body.refreshToken,
        refreshTokenId: body.refreshTokenId,
        idToken,
      })
      return isRefusal(refreshed) ? refreshed : { user: refreshed.user, tokens: refreshed.tokens }
    },
    introspect: async ({ body, context: { mandator } }) => {
      const check = await tokens.verify('access', mandator, body.accessToken)
      if (!check.ok) return { active: false as const }
      const { sid, sub } = check.claims
      if (sid === undefined) {
        // From the OpenID face: bound to the account, not to one of our sessions.
        const account = await accountStore.getAccount(db, mandator, sub)
        return account === null || account.is_blocked
          ? { active: false as const }
          : { active: true as const, sub, sid: '', roles: (await sessions.toUser(account)).roles }
      }
      const reader = await sessions.getReader(mandator, 'access', body.accessToken)
      return reader === null
        ? { active: false as const }
        : { active: true as const, sub, sid: reader.session.id, roles: (await sessions.toUser(reader.account)).roles }
    },
    logout: async ({ body, context: { mandator } }) => {
      const ended: (SessionRow | null)[] = []
      if (typeof body.refreshToken === 'string')
        ended.push(await sessionStore.getSessionOfToken(db, hashToken(body.refreshToken)))
      const check = await tokens.verify('content', mandator, body.contentJwt)
      if (check.ok && typeof check.claims.sid === 'string')
        ended.push(await sessionStore.getSession(db, check.claims.sid))
      for (const session of ended)
        if (session !== null && session.mandator === mandator)
          await sessionStore.endSession(db, session.id, 'logout', now())
      return undefined
    },
    logoutEverywhere: async ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async ({ account }) => {
        await sessionStore.endSessions(db, account, 'logout', now())
        return undefined
      }),
    getPublicKey: async () => ({ ...(await keys.toPem()), keys: (await keys.list()).map(({ jwk }) => jwk) }),
    listMissingFields: async ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async (reader) =>
        toFields(await profiles.listMissingFields(accounts, reader)),
      ),
    saveMissingFields: async ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async (reader) => {
        const left = await profiles.saveMissingFields(accounts, reader, body.fields, { address: body.address })
        return isRefusal(left) ? left : toFields(left)
      }),
    getPasswordCode: async ({ params, context }) => ({
      state: await codes.getCodeState(accounts, context.mandator, 'reset', params.code),
    }),
    getMailCode: async ({ params: { purpose, code }, context: { mandator } }) => ({
      state:
        purpose === 'change-email' || purpose === 'undo-email'
          ? await getEmailCodeState(emailChange, mandator, purpose, code)
          : await codes.getCodeState(accounts, mandator, purpose, code),
    }),
    confirmEmail: ({ body, context }) => confirmations.confirmEmail(accounts, context.mandator, body.code),
    sendEmailConfirmation: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, (reader) => confirmations.sendConfirmation(accounts, reader)),
    forgotPassword: ({ body, context }) =>
      passwordChanges.forgotPassword(accounts, context.mandator, body.email, { address: body.address }),
    resetPassword: async ({ body, context }) =>
      toOwnLogin(await passwordChanges.resetPassword(accounts, context.mandator, 'sso', body, toRequestContext(body))),
    changePassword: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async (reader) =>
        toOwnLogin(await passwordChanges.changePassword(accounts, reader, 'sso', body, toRequestContext(body))),
      ),
    startSocial: async ({ params, body, context: { mandator } }) => {
      const refusal = await limits.take(limits.ofAddress('social', body.address))
      if (refusal !== null) return refusal
      const redirectUri = body.redirectUri ?? null
      if (redirectUri !== null && new URL(redirectUri).origin !== new URL(config.origins[mandator]).origin)
        return problem(400, 'BAD_REQUEST', 'The callback must be on the publication’s own origin')
      return social.start(mandator, params.provider, redirectUri)
    },
    signInWithCredential: async ({ params, body, context: { mandator } }) => {
      const refusal = await limits.take(limits.ofAddress('social', body.address))
      if (refusal !== null) return refusal
      const identity = await social.verifyCredential(mandator, params.provider, body.credential, body.nonce)
      return isRefusal(identity)
        ? identity
        : toLogin(await socialLogins.signInWithIdentity(accounts, mandator, 'sso', identity, toRequestContext(body)))
    },
    signInWithCode: async ({ params, body, context: { mandator } }) => {
      const refusal = await limits.take(limits.ofAddress('social', body.address))
      if (refusal !== null) return refusal
      const identity = await social.exchangeCode(mandator, params.provider, body.code, body.state)
      if (isRefusal(identity)) return identity
      const named = {
        ...identity,
        firstName: identity.firstName || body.firstName,
        lastName: identity.lastName || body.lastName,
      }
      return toLogin(await socialLogins.signInWithIdentity(accounts, mandator, 'sso', named, toRequestContext(body)))
    },
    confirmLink: ({ body, context }) => socialLogins.confirmLink(accounts, context.mandator, body.code),
    getAccount: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async ({ account, session }) => {
        const [user, identities, open, consents, kept, pendingEmail] = await Promise.all([
          sessions.toUser(account),
          identityStore.listIdentities(db, account),
          sessionStore.listSessions(db, account, now()),
          consentStore.listConsents(db, account),
          // Of a shadow nobody else knows anything, and its owner's things are not its own.
          account.is_shadow ? [] : privacy.listKept(account),
          getPendingEmail(emailChange, account),
        ])
        return {
          pendingEmail,
          kept,
          user,
          hasPassword: account.password_hash !== null,
          providers: identities.map(({ provider }) => provider as 'google' | 'apple'),
          createdAt: account.created_at.toISOString(),
          eraseAt: account.erase_at?.toISOString() ?? null,
          sessions: open.map((one) => ({
            id: one.id,
            createdAt: one.created_at.toISOString(),
            usedAt: one.used_at.toISOString(),
            userAgent: one.user_agent,
            isCurrent: one.id === session.id,
          })),
          consents: [
            ...new Map(
              consents.map((one) => [one.name, { name: one.name, isGiven: one.isGiven, at: one.at.toISOString() }]),
            ).values(),
          ],
        }
      }),
    updateAccount: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async (reader) => {
        const changed = await profiles.updateAccount(accounts, reader, body, { address: body.address })
        return isRefusal(changed) ? changed : sessions.toUser(changed)
      }),
    requestEmailChange: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async (reader) => {
        const fault = checkNewEmail(reader.account, body.email)
        if (fault !== null)
          return { ...problem(422, 'INVALID_FIELDS', 'Some fields cannot be taken'), fields: { email: fault } }
        const refusal = await proveOwner(reader, body.password)
        return refusal ?? requestEmailChange(emailChange, reader, body.email, { address: body.address })
      }),
    cancelEmailChange: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async ({ account }) => {
        await cancelEmailChange(emailChange, account)
        return undefined
      }),
    confirmEmailChange: async ({ body, context }) => {
      const confirmed = await confirmEmailChange(emailChange, context.mandator, body.code)
      if (!isRefusal(confirmed)) inBackground(() => notices.deliverDue())
      return confirmed
    },
    undoEmailChange: async ({ body, context }) => {
      const undone = await undoEmailChange(emailChange, context.mandator, body.code)
      if (!isRefusal(undone)) inBackground(() => notices.deliverDue())
      return undone
    },
    exportData: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async ({ account }) => {
        const refusal = await limits.take({ kind: 'export', of: `${account.mandator} ${account.id}` })
        if (refusal !== null) return refusal
        const { fileName, zip } = await privacy.exportData(account)
        return { fileName, base64: zip.toString('base64') }
      }),
    requestErasure: ({ body, context }) =>
      withReader(context.mandator, body.accessToken, async (reader) => {
        const refusal = await proveOwner(reader, body.password)
        if (refusal !== null) return refusal
        const { account } = reader
        const kept = account.is_shadow ? [] : await privacy.listKept(account)
        const eraseAt = await erasures.scheduleErasure(accounts, account, new Date(now().getTime() + ERASURE_MS))
        return { eraseAt: eraseAt.toISOString(), kept }
      }),
    undoErasure: async ({ body, context: { mandator } }) => {
      if (typeof body.code === 'string') {
        const undone = await erasures.undoErasureByCode(accounts, mandator, body.code)
        return isRefusal(undone) ? undone : undefined
      }
      return withReader(mandator, body.accessToken ?? '', async ({ account }) => {
        await erasures.undoErasure(accounts, account)
        return undefined
      })
    },
  }

  const toContext = ({ mandator: code = '' }: Readonly<Record<string, string>>) => {
    const mandator = toMandator(code)
    return mandator === null ? problem(404, 'NOT_FOUND', 'No such publication') : { mandator }
  }
  const internal = serveContract(SSO, handlers, {
    base: '/:mandator',
    toContext,
    serviceKey: options.serviceKey,
    headers: { 'cache-control': 'no-store' },
    onError,
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
  })

  const authBaseOf = config.authBaseOf ?? ((mandator) => `${config.origins[mandator]}/__services/auth/${mandator}`)
  const app = new Hono()
  app.route('/', serveDocumentation(AUTH, AUTH_INFO))
  app.route('/internal', serveDocumentation(SSO, SSO_INFO))
  app.mount(
    '/',
    createAuthApi({
      accounts,
      sessions,
      tokens,
      social,
      limits,
      origins: config.origins,
      baseOf: (mandator) => `${authBaseOf(mandator)}/api`,
      socialReturnPath: config.socialReturnPath ?? ((provider) => `/connect/${provider}/redirect`),
      addressOf: options.addressOf ?? (() => 'unknown'),
      onError,
    }).fetch,
  )

  const portalOf = (mandator: Mandator): OidcClient => ({
    clientId: clientIdOf(mandator),
    name: 'Portal',
    redirectUris: [`${config.origins[mandator]}/api/mein/oauth2/callback`],
    postLogoutRedirectUris: [`${config.origins[mandator]}/`],
  })
  const oidcHandler = createOidc({
    database,
    db,
    keys,
    accounts,
    sessions,
    issuerOf,
    clientsOf: (mandator) => [portalOf(mandator), ...(config.clientsOf?.(mandator) ?? [])],
    origins: config.origins,
    cookieSecret,
    secret: config.secret,
    addressOf: options.addressOfNode ?? ((request) => request.socket.remoteAddress ?? 'unknown'),
    now,
    onError,
  })

  // --- What is held about a reader

  privacy.register({
    name: 'account',
    title: 'Konto',
    read: async ({ mandator, sub }) => {
      const account = await accountStore.getAccount(db, mandator, sub)
      if (account === null) return null
      const [identities, open, consents, former, pendingEmail] = await Promise.all([
        identityStore.listIdentities(db, account),
        sessionStore.listSessions(db, account, now()),
        consentStore.listConsents(db, account),
        changes.listFormer(account),
        getPendingEmail(emailChange, account),
      ])
      return {
        id: account.id,
        email: account.email,
        formerEmails: former,
        pendingEmail,
        emailVerifiedAt: account.email_verified_at,
        salutation: account.salutation,
        firstName: account.first_name,
        lastName: account.last_name,
        createdAt: account.created_at,
        changedAt: account.changed_at,
        passwordChangedAt: account.password_changed_at,
        signIns: identities,
        consents,
        sessions: open.map(({ created_at, used_at, user_agent }) => ({
          createdAt: created_at,
          usedAt: used_at,
          userAgent: user_agent,
        })),
      }
    },
    // Erased last, by the run itself: everything else hangs on it.
    erase: async () => {},
  })
  privacy.register({
    name: 'mail',
    title: 'Verschickte E-Mails',
    read: async ({ mandator, sub, email, isShadow, formerEmails }) => {
      if (!isShadow) {
        const former = formerEmails.map((one) => mail.listOf(mandator, one.email, one.until))
        return (await Promise.all([...former, mail.listOf(mandator, email)])).flat()
      }
      const account = await accountStore.getAccount(db, mandator, sub)
      return [{ template: 'confirm-email', status: 'sent', at: account?.created_at ?? now() }]
    },
    erase: async ({ mandator, email, isShadow, formerEmails }) => {
      if (isShadow) return
      for (const former of formerEmails) await mail.removeOf(mandator, former.email, undefined, former.until)
      await mail.removeOf(mandator, email)
    },
  })

  async function eraseDue(): Promise<void> {
    for (let account: AccountRow | null; (account = await accountStore.getNextErasure(db, now())) !== null;) {
      const kept = account.is_shadow ? [] : await privacy.erase(account)
      await erasures.eraseAccount(
        accounts,
        account,
        kept.map(({ what, reason, until }) => `${what} (${reason}, bis ${until})`),
        privacy.toErasureId(),
      )
    }
  }

  let lastSweep = 0
  async function runDue(): Promise<void> {
    await notices.deliverDue()
    await eraseDue()
    if (now().getTime() - lastSweep < 3_600_000) return
    lastSweep = now().getTime()
    await upkeepStore.sweep(db, now(), new Date(lastSweep - SHADOW_LIFE_MS))
    await changes.sweep(now())
    await keys.ensureKeys()
  }

  const schedule = createSchedule(DUE_MS, runDue, (error) => onError(error, 'sso-due'))
  return {
    app,
    internal,
    oidcHandler,
    verifyToken: (kind, mandator, token) => tokens.verify(kind, mandator, token),
    registerDataSource: (source) => privacy.register(source),
    onAddressChange: (name, subscriber) => notices.subscribe(name, subscriber),
    runDue,
    rotateKeys: keys.rotate,
    start: () => schedule.start(false),
    settle,
    async close() {
      await schedule.close()
      await settle()
    },
  }
}

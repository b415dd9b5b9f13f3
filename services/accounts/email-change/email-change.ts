/**
 * Changing the address of an account. Promises: the new address counts once its owner confirmed it by mail. The owner
 * of the old one, if it was confirmed, gets a notice and can undo the change for seven days, whatever was done with the
 * account meanwhile; the undo ends every session and the password and returns a code for a new one. The old address
 * stays reserved for as long. Neither answer nor timing tells whether the new address has an account; only its owner
 * learns it, by mail. An unconfirmed old address gets no undo: it may be a stranger's, mistyped by the owner.
 */
import { randomUUID } from 'node:crypto'
import type { PendingEmail } from '@lokalteil/contracts/accounts'
import { isEmail, toMaskedEmail } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import { toKey } from '../account-row.ts'
import type { AccountsContext, Reader } from '../context.ts'
import { dropOpened, dropOpenedElsewhere } from '../opened.ts'
import type { AccountRow, EmailChangeRow, Trx } from '../schema.ts'
import { createToken, hashToken } from '../tokens/secrecy.ts'
import * as accountStore from '../store/accounts.ts'
import * as changeStore from '../store/email-changes.ts'
import * as identityStore from '../store/identities.ts'
import * as mailCodeStore from '../store/mail-codes.ts'
import * as sessionStore from '../store/sessions.ts'

export type EmailCodeState = 'valid' | 'invalid' | 'expired'
type EmailCodePurpose = 'change-email' | 'undo-email'

const HOUR = 3_600_000
const EMAIL_CHANGE_LIFE = { confirmMs: 24 * HOUR, undoMs: 7 * 24 * HOUR, passwordMs: HOUR } as const

const nameOf = (account: AccountRow) => [account.first_name, account.last_name].filter((part) => part !== '').join(' ')

// --- The request

/** The caller has just checked the password or a fresh login. */
export async function requestEmailChange(
  accounts: AccountsContext,
  { account, session }: Reader,
  typed: string,
  requestContext: { address: string },
): Promise<PendingEmail | Refusal> {
  const { db, limits, now } = accounts
  const publication = account.mandator as PublicationCode
  const [email, key] = [typed.trim(), toKey(typed)]
  const refusal = await limits.take(limits.ofAddress('forgotten', requestContext.address), {
    kind: 'emailChange',
    of: `${publication} ${account.id}`,
  })
  if (refusal !== null) return refusal
  const mayMail =
    (await limits.take(
      { kind: 'mailPause', of: `${publication} change-email ${key}` },
      { kind: 'mail', of: `${publication} change-email ${key}` },
    )) === null
  return db.transaction().execute(async (trx) => {
    const at = now()
    const current = await accountStore.lockAccount(trx, publication, account.id)
    if (current === null) return problem(401, 'NOT_LOGGED_IN', 'The account is gone')
    const before = await changeStore.getPending(trx, account)
    // A mail has just gone out and a second one may not: keep the pending change, so that its code stays valid.
    if (!mayMail && before?.to_key === key && before.expires_at > at) return toPending(before)
    await changeStore.removePending(trx, account)
    const { account: owner } = await accountStore.findByEmail(trx, publication, key)
    const reserved = await changeStore.findReservation(trx, publication, key, at)
    const isReserved = reserved !== null && reserved.account_id !== account.id
    const code = createToken()
    const row: EmailChangeRow = {
      id: randomUUID(),
      mandator: publication,
      account_id: account.id,
      state: 'pending',
      from_email: current.email,
      from_key: current.email_key,
      from_verified_at: current.email_verified_at,
      to_email: email,
      to_key: key,
      session_id: session.id,
      code_hash: owner === null && !isReserved ? hashToken(code) : null,
      undo_hash: null,
      requested_at: at,
      expires_at: new Date(at.getTime() + EMAIL_CHANGE_LIFE.confirmMs),
      changed_at: null,
      undo_until: null,
    }
    await changeStore.addChange(trx, row)
    if (mayMail)
      await queueToNewAddress(accounts, row, { owner, reservedUntil: reserved?.undo_until ?? null, code }, trx)
    return toPending(row)
  })
}

/**
 * Exactly one mail to the new address in every case. It names no one, because a stranger could have chosen that name.
 */
async function queueToNewAddress(
  { queueMail, paths }: AccountsContext,
  row: EmailChangeRow,
  { owner, reservedUntil, code }: { owner: AccountRow | null; reservedUntil: Date | null; code: string },
  trx: Trx,
): Promise<void> {
  const publication = row.mandator as PublicationCode
  if (owner !== null) {
    await queueMail(
      {
        mandator: publication,
        to: { address: owner.email, name: nameOf(owner) },
        template: 'email-change-taken',
        data: { loginPath: paths.login, resetPath: paths.forgot },
      },
      trx,
    )
  } else if (row.code_hash === null) {
    await queueMail(
      {
        mandator: publication,
        to: { address: row.to_email },
        template: 'address-reserved',
        data: { until: reservedUntil!.toISOString() },
      },
      trx,
    )
  } else {
    await queueMail(
      {
        mandator: publication,
        to: { address: row.to_email },
        template: 'change-email',
        data: { path: paths.changeEmail(code), validHours: EMAIL_CHANGE_LIFE.confirmMs / HOUR },
      },
      trx,
    )
  }
}

export async function getPendingEmail({ db, now }: AccountsContext, account: AccountRow): Promise<PendingEmail | null> {
  const row = await changeStore.getPending(db, account)
  return row === null || row.expires_at <= now() ? null : toPending(row)
}

export async function cancelEmailChange({ db }: AccountsContext, account: AccountRow): Promise<void> {
  await changeStore.removePending(db, account)
}

function toPending(row: EmailChangeRow): PendingEmail {
  return {
    email: row.to_email,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

// --- The codes of mails

export async function getEmailCodeState(
  { db, now }: AccountsContext,
  publication: PublicationCode,
  purpose: EmailCodePurpose,
  code: string,
): Promise<EmailCodeState> {
  const isUndo = purpose === 'undo-email'
  const row = await changeStore.findByCode(db, publication, isUndo ? 'undo_hash' : 'code_hash', hashToken(code))
  if (row === null || row.state !== (isUndo ? 'done' : 'pending')) return 'invalid'
  return (isUndo ? row.undo_until! : row.expires_at) <= now() ? 'expired' : 'valid'
}

async function refuseCode(
  accounts: AccountsContext,
  publication: PublicationCode,
  purpose: EmailCodePurpose,
  code: string,
): Promise<Refusal> {
  return (await getEmailCodeState(accounts, publication, purpose, code)) === 'expired'
    ? problem(410, 'EXPIRED_CODE', 'The code has expired')
    : problem(422, 'INVALID_CODE', 'The code is unknown or was used')
}

/** Rolls a transaction back and carries the refusal out of it. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

const ADDRESS_TAKEN = () => problem(409, 'ADDRESS_TAKEN', 'The address belongs to another account by now')

async function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    // Another account confirmed the same address at the same moment.
    if ((error as { code?: unknown }).code === '23505') return ADDRESS_TAKEN()
    throw error
  }
}

/** Makes the new address valid and ends all sessions except the requesting one. */
export async function confirmEmailChange(
  accounts: AccountsContext,
  publication: PublicationCode,
  code: string,
): Promise<{ sub: string } | Refusal> {
  const { db, now } = accounts
  const found = await changeStore.findByCode(db, publication, 'code_hash', hashToken(code))
  if (found === null) return refuseCode(accounts, publication, 'change-email', code)
  const done = await orRefusal(
    db.transaction().execute(async (trx) => {
      const account = await accountStore.lockAccount(trx, publication, found.account_id)
      const at = now()
      // Only a confirmed address gets an undo; see the top.
      if (account === null || account.is_blocked) return null
      const isUndoable = !account.is_shadow && account.email_verified_at !== null
      const undoCode = isUndoable ? createToken() : null
      const row = await changeStore.takePending(trx, found.id, {
        at,
        from: account,
        undoHash: undoCode === null ? null : hashToken(undoCode),
        undoUntil: undoCode === null ? null : new Date(at.getTime() + EMAIL_CHANGE_LIFE.undoMs),
      })
      if (row === null) return null
      const reserved = await changeStore.findReservation(trx, publication, row.to_key, at)
      const { account: owner } = await accountStore.findByEmail(trx, publication, row.to_key)
      if (owner !== null || (reserved !== null && reserved.account_id !== account.id))
        throw new Refused(ADDRESS_TAKEN())
      await accountStore.removeShadow(trx, publication, row.to_key)
      if (!account.is_shadow) await accountStore.removeShadow(trx, publication, account.email_key)
      await accountStore.setAddress(trx, account, {
        email: row.to_email,
        email_key: row.to_key,
        email_verified_at: at,
        is_shadow: false,
        changed_at: at,
      })
      await sessionStore.endSessions(trx, account, 'email', at, row.session_id ?? '')
      // These codes lie in the old mailbox.
      await mailCodeStore.removeCodes(trx, account, ['reset', 'confirm', 'link'])
      // The old address of a shadow belongs to another person, who gets no mail.
      if (account.is_shadow) return { sub: account.id }
      await tellOldAddress(accounts, account, row, undoCode, trx)
      await accounts.notices.add(
        account,
        {
          id: row.id,
          sub: account.id,
          from: account.email,
          isFromVerified: account.email_verified_at !== null,
          to: row.to_email,
          undoes: [],
        },
        trx,
      )
      return { sub: account.id }
    }),
  )
  return done ?? refuseCode(accounts, publication, 'change-email', code)
}

async function tellOldAddress(
  { queueMail, paths }: AccountsContext,
  account: AccountRow,
  row: EmailChangeRow,
  undoCode: string | null,
  trx: Trx,
): Promise<void> {
  await queueMail(
    {
      mandator: account.mandator as PublicationCode,
      to: { address: account.email, name: undoCode === null ? '' : nameOf(account) },
      template: 'email-changed',
      data: {
        at: row.changed_at!.toISOString(),
        address: toMaskedEmail(row.to_email),
        undo:
          undoCode === null ? null : { path: paths.undoEmailChange(undoCode), until: row.undo_until!.toISOString() },
      },
    },
    trx,
  )
}

/** Undoes this change and every later one. `passwordCode`: for the page on which a new password is chosen. */
export async function undoEmailChange(
  accounts: AccountsContext,
  publication: PublicationCode,
  code: string,
): Promise<{ sub: string; passwordCode: string } | Refusal> {
  const { db, now } = accounts
  const found = await changeStore.findByCode(db, publication, 'undo_hash', hashToken(code))
  if (found === null) return refuseCode(accounts, publication, 'undo-email', code)
  const undone = await orRefusal(
    db.transaction().execute(async (trx) => {
      const account = await accountStore.lockAccount(trx, publication, found.account_id)
      const at = now()
      const taken = account === null ? [] : await changeStore.takeBack(trx, found, at)
      const [first] = taken
      if (account === null || first === undefined) return null
      const { account: owner } = await accountStore.findByEmail(trx, publication, first.from_key)
      if (owner !== null && owner.id !== account.id) throw new Refused(ADDRESS_TAKEN())
      await restore(account, first, at, trx)
      await accounts.notices.add(
        account,
        {
          id: randomUUID(),
          sub: account.id,
          from: account.email,
          isFromVerified: true,
          to: first.from_email,
          undoes: taken.map(({ id }) => id),
        },
        trx,
      )
      const passwordCode = createToken()
      await mailCodeStore.addCode(trx, {
        hash: hashToken(passwordCode),
        account,
        purpose: 'reset',
        createdAt: at,
        expiresAt: new Date(at.getTime() + EMAIL_CHANGE_LIFE.passwordMs),
      })
      await tellUndone(accounts, account, first, passwordCode, at, trx)
      return { account, passwordCode }
    }),
  )
  if (undone !== null && 'account' in undone) {
    dropOpenedElsewhere(accounts, undone.account)
    return { sub: undone.account.id, passwordCode: undone.passwordCode }
  }
  return undone ?? refuseCode(accounts, publication, 'undo-email', code)
}

/**
 * Restores the account as it was left: everything that was added since is removed, so that only the owner of the old
 * mailbox gets in.
 */
async function restore(account: AccountRow, first: EmailChangeRow, at: Date, trx: Trx): Promise<void> {
  await dropOpened(trx, account, { reason: 'email-undone', at, keptCodes: [] })
  await identityStore.removeIdentitiesSince(trx, account, first.changed_at!)
  await accountStore.removeShadow(trx, account.mandator, account.email_key)
  await accountStore.removeShadow(trx, account.mandator, first.from_key)
  await accountStore.setAddress(trx, account, {
    email: first.from_email,
    email_key: first.from_key,
    email_verified_at: first.from_verified_at,
    password_hash: null,
    password_changed_at: at,
    erase_at: null,
    changed_at: at,
  })
}

/** Mails both addresses, so that the owner of the newer one learns why the account is closed to them. */
async function tellUndone(
  { queueMail, paths }: AccountsContext,
  account: AccountRow,
  first: EmailChangeRow,
  passwordCode: string,
  at: Date,
  trx: Trx,
): Promise<void> {
  const publication = account.mandator as PublicationCode
  const data = { at: at.toISOString(), address: toMaskedEmail(first.from_email) }
  const validMinutes = EMAIL_CHANGE_LIFE.passwordMs / 60_000
  await queueMail(
    {
      mandator: publication,
      to: { address: first.from_email, name: nameOf(account) },
      template: 'email-change-undone',
      data: { ...data, password: { path: paths.reset(passwordCode), validMinutes } },
    },
    trx,
  )
  if (account.email_key !== first.from_key)
    await queueMail(
      {
        mandator: publication,
        to: { address: account.email },
        template: 'email-change-undone',
        data: { ...data, password: null },
      },
      trx,
    )
}

/** The reason why this text cannot be the new address; null: it can. */
export function checkNewEmail(account: AccountRow, typed: string): 'INVALID_EMAIL' | 'EMAIL_UNCHANGED' | null {
  if (!isEmail(typed)) return 'INVALID_EMAIL'
  return toKey(typed) === account.email_key ? 'EMAIL_UNCHANGED' : null
}

/** Forgotten, new and changed passwords. */
import { checkNewPassword, PASSWORD_LENGTH, toMaskedEmail } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import { toKey, toPasswordOwner } from './account-row.ts'
import { getCodeState, queueCode, refuseCode, takeCode } from './codes.ts'
import {
  refuseFields,
  type AccountsContext,
  type LoggedIn,
  type Reader,
  type RequestContext,
  type SessionKind,
} from './context.ts'
import type { Attempt } from './limits.ts'
import { openLogin } from './logins.ts'
import { dropOpened, dropOpenedElsewhere } from './opened.ts'
import { toEnvelope, toMailAttempts } from './mails.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import type { AccountRow, SessionRow, Trx } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import { getPending } from './store/email-changes.ts'
import * as mailCodeStore from './store/mail-codes.ts'
import { hashToken } from './tokens/secrecy.ts'

export async function forgotPassword(
  accounts: AccountsContext,
  publication: PublicationCode,
  email: string,
  context: RequestContext,
): Promise<{ ok: true } | Refusal> {
  const refusal = await accounts.limits.take(accounts.limits.ofAddress('forgotten', context.address))
  if (refusal !== null) return refusal
  const emailKey = toKey(email)
  accounts.inBackground(async () => {
    const { account } = await accountStore.findByEmail(accounts.db, publication, emailKey)
    if (account === null || account.is_blocked) return
    if ((await accounts.limits.take(...toMailAttempts(publication, emailKey, 'reset'))) !== null) return
    await accounts.db.transaction().execute((trx) =>
      queueCode(
        accounts,
        account,
        'reset',
        (code) => ({
          ...toEnvelope(account),
          template: 'reset-password',
          data: { path: accounts.paths.reset(code), validMinutes: 60 },
        }),
        trx,
      ),
    )
  })
  return { ok: true }
}

export async function resetPassword(
  accounts: AccountsContext,
  publication: PublicationCode,
  kind: SessionKind,
  input: { code: string; password: string; passwordConfirmation: string },
  context: RequestContext,
): Promise<LoggedIn | Refusal> {
  const refusal = await accounts.limits.take(accounts.limits.ofAddress('code', context.address))
  if (refusal !== null) return refusal
  if ((await getCodeState(accounts, publication, 'reset', input.code)) !== 'valid')
    return refuseCode(accounts, publication, 'reset', input.code)
  const owner = await mailCodeStore.getCode(accounts.db, publication, 'reset', hashToken(input.code))
  const account = owner === null ? null : await accountStore.getAccount(accounts.db, publication, owner.accountId)
  const fields = checkNewPassword(input, account === null ? { email: '' } : toPasswordOwner(account), isCommonPassword)
  if (Object.keys(fields).length > 0) return refuseFields(fields)
  const hash = await accounts.passwords.hash(input.password)
  if (isRefusal(hash)) return hash
  let before: AccountRow | null = null
  const outcome = await takeCode(accounts, publication, 'reset', input.code, async (found, _data, trx) => {
    before = found
    return openLogin(accounts, await replacePassword(accounts, found, hash, true, trx), kind, context, false, trx)
  })
  if (isRefusal(outcome)) return outcome
  dropOpenedElsewhere(accounts, before ?? outcome.account)
  await accounts.limits.reset({ kind: 'account', of: `${publication} ${outcome.account.email_key}` })
  return outcome
}

export async function changePassword(
  accounts: AccountsContext,
  reader: Reader,
  kind: SessionKind,
  input: { currentPassword: string; password: string; passwordConfirmation: string },
  context: RequestContext,
): Promise<LoggedIn | Refusal> {
  const { account, session } = reader
  const fields = checkNewPassword(input, toPasswordOwner(account), isCommonPassword)
  if (Object.keys(fields).length > 0) return refuseFields(fields)
  const refusal = await checkPassword(accounts, account, session, input.currentPassword)
  if (refusal !== null) return refusal
  const hash = await accounts.passwords.hash(input.password, account.is_shadow ? account.password_hash : null, true)
  if (isRefusal(hash)) return hash
  const loggedIn = await accounts.db
    .transaction()
    .execute(async (trx) =>
      openLogin(accounts, await replacePassword(accounts, account, hash, false, trx), kind, context, false, trx),
    )
  dropOpenedElsewhere(accounts, account)
  return loggedIn
}

/** Checks the current password of a logged-in reader; null: it is right. */
export async function checkPassword(
  accounts: AccountsContext,
  account: AccountRow,
  session: SessionRow,
  password: string,
): Promise<Refusal | null> {
  const attempt: Attempt = { kind: 'device', of: `session ${session.id}` }
  const refusal = await accounts.limits.take(attempt)
  if (refusal !== null) return refusal
  const match =
    password.length > PASSWORD_LENGTH.most * 4
      ? null
      : await accounts.passwords.findMatch(password, [account.password_hash], true)
  if (match === null) return problem(403, 'WRONG_PASSWORD', 'The current password is wrong')
  await accounts.limits.giveBack(attempt)
  return isRefusal(match) ? match : null
}

/** Sets the password and drops everything the old one opened (`opened.ts`), and the shadow account. */
async function replacePassword(
  accounts: AccountsContext,
  account: AccountRow,
  hash: string,
  isOwnerProven: boolean,
  trx: Trx,
): Promise<AccountRow> {
  const at = accounts.now()
  const pending = await getPending(trx, account)
  await dropOpened(trx, account, { reason: 'password', at, keptCodes: isOwnerProven ? [] : ['confirm'] })
  if (!account.is_shadow) await accountStore.removeShadow(trx, account.mandator, account.email_key)
  const verified = isOwnerProven && account.email_verified_at === null ? { email_verified_at: at } : {}
  const changed = await accountStore.updateAccount(trx, account.mandator, account.id, {
    password_hash: hash,
    password_changed_at: at,
    changed_at: at,
    ...verified,
  })
  if (!account.is_shadow)
    await accounts.queueMail(
      {
        ...toEnvelope(account),
        template: 'password-changed',
        data: {
          at: at.toISOString(),
          resetPath: accounts.paths.forgot,
          ...(pending === null || pending.expires_at <= at ? {} : { droppedAddress: toMaskedEmail(pending.to_email) }),
          ...(account.erase_at === null ? {} : { droppedErasure: true }),
        },
      },
      trx,
    )
  return { ...(changed ?? account), erase_at: null }
}

/**
 * Logins with a password. An unknown address costs the same hash as a known one. A stranger who registered a known
 * address logs in to a shadow account; its hash shares the salt of the real one, so that one hash checks both.
 */
import { listMissingConsents, PASSWORD_LENGTH } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import { toKey, toLatest } from './account-row.ts'
import type { AccountsContext, LoggedIn, RequestContext, SessionKind } from './context.ts'
import type { Attempt } from './limits.ts'
import type { AccountRow, Trx } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import * as consentStore from './store/consents.ts'
import * as deviceStore from './store/devices.ts'
import { createToken, hashToken } from './tokens/secrecy.ts'
import { openSession } from './tokens/sessions.ts'

type Credentials = { email: string; password: string }

export async function login(
  accounts: AccountsContext,
  publication: PublicationCode,
  kind: SessionKind,
  credentials: Credentials,
  context: RequestContext,
): Promise<LoggedIn | Refusal> {
  const found = await authenticate(accounts, publication, credentials, context)
  if (isRefusal(found)) return found
  const { account, isKnown } = found
  return accounts.db
    .transaction()
    .execute((trx) =>
      openLogin(
        accounts,
        account,
        kind,
        context,
        false,
        trx,
        isKnown && !account.is_shadow ? context.deviceToken! : null,
      ),
    )
}

/** Checks a password without opening a session, for the OpenID provider, which has its own sessions. */
export function authenticate(
  accounts: AccountsContext,
  publication: PublicationCode,
  credentials: Credentials,
  context: RequestContext,
) {
  return accounts.admit(context.deviceToken ? 'device' : 'stranger', () =>
    compareCredentials(accounts, publication, credentials, context),
  )
}

async function compareCredentials(
  accounts: AccountsContext,
  publication: PublicationCode,
  credentials: Credentials,
  context: RequestContext,
): Promise<{ account: AccountRow; isKnown: boolean } | Refusal> {
  const emailKey = toKey(credentials.email)
  // Same refusal for known and unknown addresses: no account has so long a password, and hashing it would be wasted.
  const isTooLong = credentials.password.length > PASSWORD_LENGTH.most * 4
  const { account, shadow } = await accountStore.findByEmail(accounts.db, publication, emailKey)
  const deviceHash = hashToken(context.deviceToken ?? '')
  const isKnown = await deviceStore.isKnownDevice(accounts.db, publication, account?.id ?? '', deviceHash)
  const attempts: Attempt[] = isKnown
    ? [{ kind: 'device', of: `${publication} ${deviceHash}` }]
    : [accounts.limits.ofAddress('address', context.address), { kind: 'account', of: `${publication} ${emailKey}` }]
  const refusal = await accounts.limits.take(...attempts)
  if (refusal !== null) return refusal
  const hashes = [account?.password_hash ?? null, shadow?.password_hash ?? null]
  const match = isTooLong ? null : await accounts.passwords.findMatch(credentials.password, hashes, isKnown)
  if (isRefusal(match)) {
    await accounts.limits.giveBack(...attempts)
    return match
  }
  const found = match === null ? null : match === 0 ? account : shadow
  if (found === null) return wrongCredentials()
  await accounts.limits.giveBack(...attempts)
  if (!isKnown) await accounts.limits.reset(attempts[1]!)
  if (found.is_blocked) return problem(403, 'ACCOUNT_BLOCKED', 'The account is blocked')
  if (!found.is_shadow && accounts.passwords.isOutdated(found.password_hash!))
    await strengthen(accounts, found, credentials.password)
  return { account: found, isKnown }
}

function wrongCredentials() {
  return problem(401, 'WRONG_CREDENTIALS', 'Address or password is wrong')
}

/** Rehashes a password whose hash is weaker than today's cost. Only during a login is the password known. */
async function strengthen(accounts: AccountsContext, account: AccountRow, password: string): Promise<void> {
  const hash = await accounts.passwords.hash(password, null, true)
  if (isRefusal(hash)) return
  await accounts.db.transaction().execute(async (trx) => {
    await accountStore.updateAccount(trx, account.mandator, account.id, { password_hash: hash })
    await accountStore.removeShadow(trx, account.mandator, account.email_key)
  })
}

export async function openLogin(
  accounts: AccountsContext,
  account: AccountRow,
  kind: SessionKind,
  context: RequestContext,
  isNewRegistration: boolean,
  trx: Trx,
  knownDevice: string | null = null,
): Promise<LoggedIn> {
  const opened = await openSession(accounts.sessions, account, kind, context.userAgent ?? '', trx)
  const deviceToken = knownDevice ?? createToken()
  await deviceStore.saveDevice(trx, account, hashToken(deviceToken), accounts.now())
  const missingFields = listMissingConsents(toLatest(await consentStore.listConsents(trx, account)))
  return { ...opened, account, deviceToken, missingFields, isNewRegistration }
}

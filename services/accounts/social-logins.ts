/** Logins with an identity verified by a provider, and the link between such an identity and an account. */
import { checkName, isEmail, toName } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../platform/serve.ts'
import { toAccount, toKey } from './account-row.ts'
import { queueCode, takeCode } from './codes.ts'
import type { AccountsContext, LoggedIn, RequestContext, SessionKind } from './context.ts'
import { openLogin } from './logins.ts'
import { queueHint, queueReserved, toEnvelope, toMailAttempts } from './mails.ts'
import type { Identity } from './providers/social.ts'
import * as accountStore from './store/accounts.ts'
import { findReservation } from './store/email-changes.ts'
import * as identityStore from './store/identities.ts'

export async function signInWithIdentity(
  accounts: AccountsContext,
  publication: PublicationCode,
  kind: SessionKind,
  identity: Identity,
  context: RequestContext,
): Promise<LoggedIn | { kind: 'link-mail-sent' } | Refusal> {
  const known = await identityStore.findByIdentity(accounts.db, publication, identity.provider, identity.subject)
  if (known !== null) {
    if (known.is_blocked) return problem(403, 'ACCOUNT_BLOCKED', 'The account is blocked')
    return accounts.db.transaction().execute((trx) => openLogin(accounts, known, kind, context, false, trx))
  }
  // An unverified address may neither open nor claim an account.
  if (!identity.isEmailVerified || !isEmail(identity.email))
    return problem(403, 'EMAIL_NOT_VERIFIED', 'The provider does not vouch for the address')
  const email = identity.email.trim()
  const emailKey = toKey(email)
  const existing = (await accountStore.findByEmail(accounts.db, publication, emailKey)).account
  if (existing !== null) {
    const kindOfMail = existing.email_verified_at === null ? 'hint' : 'link'
    const mayMail = (await accounts.limits.take(...toMailAttempts(publication, emailKey, kindOfMail))) === null
    if (kindOfMail === 'hint') {
      // The account's address was never confirmed, so a stranger may have registered it; the owner can claim it by
      // resetting the password.
      if (mayMail) await accounts.db.transaction().execute((trx) => queueHint(accounts, existing, trx))
      return problem(403, 'EMAIL_NOT_VERIFIED', 'The account has not confirmed its address')
    }
    if (mayMail) {
      const data = { provider: identity.provider, subject: identity.subject, email }
      await accounts.db.transaction().execute((trx) =>
        queueCode(
          accounts,
          existing,
          'link',
          (code) => ({
            ...toEnvelope(existing),
            template: 'link-account',
            data: { path: accounts.paths.link(code), provider: identity.provider, validMinutes: 60 },
          }),
          trx,
          data,
        ),
      )
    }
    return { kind: 'link-mail-sent' }
  }
  const reserved = await findReservation(accounts.db, publication, emailKey, accounts.now())
  if (reserved !== null) {
    if ((await accounts.limits.take(...toMailAttempts(publication, emailKey, 'link'))) === null)
      await accounts.db
        .transaction()
        .execute((trx) => queueReserved(accounts, { publication, address: email }, reserved.undo_until!, trx))
    return { kind: 'link-mail-sent' }
  }
  return accounts.db.transaction().execute(async (trx) => {
    await accountStore.removeShadow(trx, publication, emailKey)
    const name = (value: string) => (checkName(value) === null ? toName(value) : '')
    const row = toAccount(publication, {
      isShadow: false,
      email,
      emailKey,
      passwordHash: null,
      salutation: '',
      firstName: name(identity.firstName),
      lastName: name(identity.lastName),
      provider: identity.provider,
      verifiedAt: accounts.now(),
      now: accounts.now(),
    })
    if (!(await accountStore.addAccount(trx, row)))
      return problem(503, 'BUSY', 'The address is being registered', { 'retry-after': '1' })
    await identityStore.addIdentity(
      trx,
      row,
      { provider: identity.provider, subject: identity.subject, email },
      accounts.now(),
    )
    return openLogin(
      accounts,
      { ...row, changed_at: row.created_at, password_changed_at: null, erase_at: null, is_blocked: false },
      kind,
      context,
      true,
      trx,
    )
  })
}

export async function confirmLink(
  accounts: AccountsContext,
  publication: PublicationCode,
  code: string,
): Promise<{ provider: 'google' | 'apple' } | Refusal> {
  return takeCode(accounts, publication, 'link', code, async (account, data, trx) => {
    const provider = data.provider === 'apple' ? 'apple' : 'google'
    await identityStore.addIdentity(
      trx,
      account,
      { provider, subject: data.subject!, email: data.email! },
      accounts.now(),
    )
    return { provider } as const
  })
}

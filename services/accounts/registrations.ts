/**
 * Registration. A registration with a known address gets a shadow account: it looks and works like a new one, but is
 * separate from the real one, without roles and mail, and is deleted after thirty days.
 */
import { checkRegistration, CONSENT_FIELDS, toName, type Registration } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import { toAccount, toKey } from './account-row.ts'
import { refuseFields, type AccountsContext, type LoggedIn, type RequestContext, type SessionKind } from './context.ts'
import { openLogin } from './logins.ts'
import { queueConfirmation, queueHint, queueReserved, toMailAttempts } from './mails.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import type { AccountRow } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import { findReservation } from './store/email-changes.ts'
import * as consentStore from './store/consents.ts'

export async function register(
  accounts: AccountsContext,
  publication: PublicationCode,
  kind: SessionKind,
  input: Registration,
  context: RequestContext,
  isBare = false,
): Promise<LoggedIn | Refusal> {
  const fields = checkRegistration(input, isCommonPassword)
  // The content/auth API registers with address and password alone; the other fields are asked after the login.
  if (isBare)
    for (const name of [...CONSENT_FIELDS.map((field) => field.name), 'firstName', 'lastName'])
      if (fields[name] === 'REQUIRED') delete fields[name]
  if (Object.keys(fields).length > 0) return refuseFields(fields)
  const refusal = await accounts.limits.take(accounts.limits.ofAddress('registration', context.address))
  if (refusal !== null) return refusal
  const email = input.email.trim()
  const emailKey = toKey(email)
  const before = await accountStore.findByEmail(accounts.db, publication, emailKey)
  const hash = await accounts.passwords.hash(input.password, before.account?.password_hash ?? null)
  if (isRefusal(hash)) return hash
  const mayMail = (await accounts.limits.take(...toMailAttempts(publication, emailKey, 'confirm'))) === null
  return accounts.db.transaction().execute(async (trx) => {
    const current = await accountStore.findByEmail(trx, publication, emailKey)
    const reserved = current.account === null ? await findReservation(trx, publication, emailKey, accounts.now()) : null
    const isShadow = current.account !== null || reserved !== null
    await accountStore.removeShadow(trx, publication, emailKey)
    const row = toAccount(publication, {
      isShadow,
      email,
      emailKey,
      // Race condition: the address was registered in between with an unknown salt, so this shadow has no password and
      // is reachable only in its session.
      passwordHash:
        current.account !== null && before.account?.password_hash !== current.account.password_hash ? null : hash,
      salutation: input.salutation,
      firstName: toName(input.firstName),
      lastName: toName(input.lastName),
      provider: 'local',
      verifiedAt: null,
      now: accounts.now(),
    })
    if (!(await accountStore.addAccount(trx, row)))
      return problem(503, 'BUSY', 'The address is being registered', { 'retry-after': '1' })
    const answers = CONSENT_FIELDS.filter(
      ({ name, isRequired }) => input.consents[name] !== undefined || (!isRequired && !isBare),
    )
    await consentStore.addConsents(
      trx,
      row,
      answers.map(({ name, version }) => ({ name, version, isGiven: input.consents[name] === true })),
      accounts.now(),
      context.address,
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
        ? queueHint(accounts, current.account, trx)
        : reserved !== null
          ? queueReserved(accounts, { publication, address: email }, reserved.undo_until!, trx)
          : queueConfirmation(accounts, account, trx))
    return openLogin(accounts, account, kind, context, true, trx)
  })
}

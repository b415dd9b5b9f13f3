/** Mails about an account, and their rate limits. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { queueCode } from './codes.ts'
import type { AccountsContext } from './context.ts'
import type { Attempt } from './limits.ts'
import type { AccountRow, Trx } from './schema.ts'

/** One reader gets a kind of mail at most once a minute and five times an hour. */
export function toMailAttempts(publication: string, email: string, kind: string): [Attempt, Attempt] {
  return [
    { kind: 'mailPause', of: `${publication} ${kind} ${email}` },
    { kind: 'mail', of: `${publication} ${kind} ${email}` },
  ]
}

export function queueConfirmation(accounts: AccountsContext, account: AccountRow, trx: Trx) {
  return queueCode(
    accounts,
    account,
    'confirm',
    (code) => ({
      ...toEnvelope(account),
      template: 'confirm-email',
      data: { path: accounts.paths.confirm(code), validHours: 24 },
    }),
    trx,
  )
}

export function queueHint(accounts: AccountsContext, account: AccountRow, trx: Trx) {
  return accounts.queueMail(
    {
      ...toEnvelope(account),
      template: 'already-registered',
      data: { loginPath: accounts.paths.login, resetPath: accounts.paths.forgot },
    },
    trx,
  )
}

/** To the owner of an address that an account left a few days ago. */
export function queueReserved(
  accounts: AccountsContext,
  { publication, address }: { publication: PublicationCode; address: string },
  until: Date,
  trx: Trx,
): Promise<string> {
  return accounts.queueMail(
    { mandator: publication, to: { address }, template: 'address-reserved', data: { until: until.toISOString() } },
    trx,
  )
}

export function toEnvelope(account: AccountRow) {
  return { mandator: account.mandator as PublicationCode, to: toRecipient(account) }
}

function toRecipient(account: AccountRow) {
  return {
    address: account.email,
    name: [account.first_name, account.last_name].filter((part) => part !== '').join(' '),
  }
}

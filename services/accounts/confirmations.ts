/** Confirms an address by the code that was mailed to it. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Refusal } from '../platform/serve.ts'
import { takeCode } from './codes.ts'
import type { AccountsContext, Reader } from './context.ts'
import { queueConfirmation, queueHint, toEnvelope, toMailAttempts } from './mails.ts'
import * as accountStore from './store/accounts.ts'

export async function confirmEmail(
  accounts: AccountsContext,
  publication: PublicationCode,
  code: string,
): Promise<{ sub: string } | Refusal> {
  return takeCode(accounts, publication, 'confirm', code, async (account, _data, trx) => {
    const at = accounts.now()
    if (account.email_verified_at === null) {
      await accountStore.updateAccount(trx, publication, account.id, { email_verified_at: at, changed_at: at })
      await accounts.queueMail({ ...toEnvelope(account), template: 'email-verified', data: { loginPath: '/' } }, trx)
    }
    return { sub: account.id }
  })
}

/** Mails to the session's own address, whatever address the request names (S2.4-08). */
export async function sendConfirmation(
  accounts: AccountsContext,
  { account }: Reader,
): Promise<{ email: string; nextAfterSeconds: number } | Refusal> {
  const refusal = await accounts.limits.take(...toMailAttempts(account.mandator, account.email_key, 'confirm'))
  if (refusal !== null) return refusal
  if (account.email_verified_at === null) {
    const real = account.is_shadow
      ? (await accountStore.findByEmail(accounts.db, account.mandator, account.email_key)).account
      : null
    await accounts.db.transaction().execute(async (trx) => {
      if (!account.is_shadow) await queueConfirmation(accounts, account, trx)
      else if (real !== null) await queueHint(accounts, real, trx)
    })
  }
  return { email: account.email, nextAfterSeconds: 60 }
}

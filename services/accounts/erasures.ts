/** The end of an account: announced, undone, done. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Refusal } from '../platform/serve.ts'
import { HOUR, queueCode, takeCode } from './codes.ts'
import type { AccountsContext } from './context.ts'
import { toEnvelope } from './mails.ts'
import type { AccountRow } from './schema.ts'

export const SHADOW_LIFE_MS = 30 * 24 * HOUR

/** Ends all sessions; the owner is told by mail how to undo it. A second wish does not postpone the first. */
export async function scheduleErasure(accounts: AccountsContext, account: AccountRow, eraseAt: Date): Promise<Date> {
  const at = account.erase_at ?? eraseAt
  await accounts.store.transaction(async (trx) => {
    await accounts.store.updateAccount(account.mandator, account.id, { erase_at: at }, trx)
    await accounts.store.endSessions(account, 'erasure', accounts.now(), trx)
    if (account.is_shadow) return
    await queueCode(
      accounts,
      account,
      'undo-erasure',
      (code) => ({
        ...toEnvelope(account),
        template: 'erasure-scheduled',
        data: { at: at.toISOString(), undoPath: accounts.paths.undoErasure(code) },
      }),
      trx,
    )
  })
  return at
}

export async function undoErasure(accounts: AccountsContext, account: AccountRow): Promise<void> {
  await accounts.store.transaction(async (trx) => {
    await accounts.store.updateAccount(account.mandator, account.id, { erase_at: null }, trx)
    await accounts.store.removeCodes(account, ['undo-erasure'], trx)
  })
}

export async function undoErasureByCode(
  accounts: AccountsContext,
  mandator: Mandator,
  code: string,
): Promise<true | Refusal> {
  return takeCode(accounts, mandator, 'undo-erasure', code, async (account, _data, trx) => {
    await accounts.store.updateAccount(mandator, account.id, { erase_at: null }, trx)
    return true as const
  })
}

/** The end: nothing here names the reader afterwards. */
export async function eraseAccount(
  accounts: AccountsContext,
  account: AccountRow,
  kept: readonly string[],
  erasureId: string,
): Promise<void> {
  const at = accounts.now()
  await accounts.store.transaction(async (trx) => {
    await accounts.store.removeAccount(account.mandator, account.id, trx)
    if (account.is_shadow) return
    await accounts.store.removeShadow(account.mandator, account.email_key, trx)
    await accounts.store.addErasure(erasureId, account.mandator, at, kept, trx)
    await accounts.queueMail(
      {
        mandator: account.mandator as Mandator,
        to: { address: account.email, name: '' },
        template: 'account-erased',
        data: { at: at.toISOString(), kept: kept.map((line) => line.slice(0, 300)) },
      },
      trx,
    )
  })
}

/** The end of an account: announced, undone, done. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createJobRunner, type JobContext, type JobRunner } from '../../platform/jobs/job-runner.ts'
import type { Refusal } from '../../platform/serve.ts'
import { HOUR, queueCode, takeCode } from '../codes.ts'
import type { AccountsContext } from '../context.ts'
import { toEnvelope } from '../mails.ts'
import type { AccountRow } from '../schema.ts'
import * as accountStore from '../store/accounts.ts'
import * as mailCodeStore from '../store/mail-codes.ts'
import * as sessionStore from '../store/sessions.ts'

export const SHADOW_LIFE_MS = 30 * 24 * HOUR

/** Ends all sessions; the owner is told by mail how to undo it. A second wish does not postpone the first. */
export async function scheduleErasure(accounts: AccountsContext, account: AccountRow, eraseAt: Date): Promise<Date> {
  const at = account.erase_at ?? eraseAt
  await accounts.db.transaction().execute(async (trx) => {
    await accountStore.updateAccount(trx, account.mandator, account.id, { erase_at: at })
    await sessionStore.endSessions(trx, account, 'erasure', accounts.now())
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
  await accounts.db.transaction().execute(async (trx) => {
    await accountStore.updateAccount(trx, account.mandator, account.id, { erase_at: null })
    await mailCodeStore.removeCodes(trx, account, ['undo-erasure'])
  })
}

export async function undoErasureByCode(
  accounts: AccountsContext,
  mandator: Mandator,
  code: string,
): Promise<true | Refusal> {
  return takeCode(accounts, mandator, 'undo-erasure', code, async (account, _data, trx) => {
    await accountStore.updateAccount(trx, mandator, account.id, { erase_at: null })
    return true as const
  })
}

const LEASE_MS = 5 * 60_000

/** Every account whose time has come: what other sources hold first, the account last. Never given up: it is owed by law. */
export function createErasureJobs(accounts: AccountsContext, onError: (error: unknown) => void): JobRunner {
  const { db, now, privacy } = accounts
  return createJobRunner({
    queue: accountStore.toErasureQueue(db),
    async work(account, job) {
      const kept = account.is_shadow ? [] : await privacy.erase(account)
      const lines = kept.map(({ what, reason, until }) => `${what} (${reason}, bis ${until})`)
      await eraseAccount(accounts, account, lines, privacy.toErasureId(), job)
    },
    // With the next run; those that were tried least come first, so that none stands before the others.
    retry: { delayMs: () => 0, longestMs: 0 },
    leaseMs: LEASE_MS,
    now,
    onError,
    onFailure: (error) => {
      throw error
    },
  })
}

/** The end: nothing here names the reader afterwards. */
async function eraseAccount(
  accounts: AccountsContext,
  account: AccountRow,
  kept: readonly string[],
  erasureId: string,
  job: JobContext,
): Promise<void> {
  const at = accounts.now()
  await accounts.db.transaction().execute(async (trx) => {
    if (!(await job.extend({ within: trx }))) return
    await accountStore.removeAccount(trx, account.mandator, account.id)
    if (account.is_shadow) return
    await accountStore.removeShadow(trx, account.mandator, account.email_key)
    await accountStore.addErasure(trx, erasureId, account.mandator, at, kept)
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

/** The erasure of an account: schedule, undo, execute. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createJobRunner, type JobContext, type JobRunner } from '../../platform/jobs/job-runner.ts'
import type { Refusal } from '../../platform/serve.ts'
import { getCodeState, HOUR, queueCode, takeCode } from '../codes.ts'
import type { AccountsContext } from '../context.ts'
import { toEnvelope } from '../mails.ts'
import type { AccountRow } from '../schema.ts'
import * as accountStore from '../store/accounts.ts'
import * as mailCodeStore from '../store/mail-codes.ts'
import * as sessionStore from '../store/sessions.ts'
import { hashToken } from '../tokens/secrecy.ts'
import type { ErasureWishes, Kept } from './privacy.ts'

/** Characters of a line in the mail. */
const LINE = 800
const MOST_LINES = 20

export const SHADOW_LIFE_MS = 30 * 24 * HOUR

/**
 * Ends all sessions and contracts and mails the reader the consequences and the way to undo it. A second request does not
 * postpone the first. Returns the data that the law makes us keep.
 */
export async function scheduleErasure(
  accounts: AccountsContext,
  account: AccountRow,
  eraseAt: Date,
  wishes: ErasureWishes,
): Promise<{ at: Date; kept: Kept[] }> {
  const at = account.erase_at ?? eraseAt
  if (!account.is_shadow) await accounts.privacy.announceErasure(account, wishes)
  const kept = account.is_shadow ? [] : await accounts.privacy.listKept(account)
  const contracts = kept.flatMap(({ contract }) => (contract === undefined ? [] : [contract.slice(0, LINE)]))
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
        data: {
          at: at.toISOString(),
          undoPath: accounts.paths.undoErasure(code),
          ...(contracts.length === 0 ? {} : { contracts: contracts.slice(0, MOST_LINES) }),
        },
      }),
      trx,
    )
  })
  return { at, kept }
}

export async function undoErasure(accounts: AccountsContext, account: AccountRow): Promise<void> {
  // First, so that contracts do not end while the account stays.
  if (account.erase_at !== null) await accounts.privacy.takeBackErasure(account)
  await accounts.db.transaction().execute(async (trx) => {
    await accountStore.updateAccount(trx, account.mandator, account.id, { erase_at: null })
    await mailCodeStore.removeCodes(trx, account, ['undo-erasure'])
  })
}

export async function undoErasureByCode(
  accounts: AccountsContext,
  publication: PublicationCode,
  code: string,
): Promise<true | Refusal> {
  const owner =
    (await getCodeState(accounts, publication, 'undo-erasure', code)) === 'valid'
      ? await mailCodeStore.getCode(accounts.db, publication, 'undo-erasure', hashToken(code))
      : null
  const account = owner === null ? null : await accountStore.getAccount(accounts.db, publication, owner.accountId)
  if (account !== null) await accounts.privacy.takeBackErasure(account)
  return takeCode(accounts, publication, 'undo-erasure', code, async (found, _data, trx) => {
    await accountStore.updateAccount(trx, publication, found.id, { erase_at: null })
    return true as const
  })
}

const LEASE_MS = 5 * 60_000

/**
 * Jobs for accounts whose erasure is due: data of other services first, the account last. Never given up, because the
 * law demands it.
 */
export function createErasureJobs(accounts: AccountsContext, onError: (error: unknown) => void): JobRunner {
  const { db, now, privacy } = accounts
  return createJobRunner({
    queue: accountStore.toErasureQueue(db),
    async work(account, job) {
      const kept = account.is_shadow ? [] : await privacy.erase(account)
      const lines = kept.map(({ what, reason, until }) => `${what} (${reason}, bis ${until})`)
      const hasContracts = kept.some(({ contract }) => contract !== undefined)
      await eraseAccount(accounts, account, { kept: lines, hasContracts }, privacy.toErasureId(), job)
    },
    // Retried in the next run. Accounts with the fewest attempts come first, so that a failing one does not block the
    // others.
    retry: { delayMs: () => 0, longestMs: 0 },
    leaseMs: LEASE_MS,
    now,
    onError,
    onFailure: (error) => {
      throw error
    },
  })
}

/** Deletes the account. Nothing names the reader afterwards. */
async function eraseAccount(
  accounts: AccountsContext,
  account: AccountRow,
  { kept, hasContracts }: { kept: readonly string[]; hasContracts: boolean },
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
        mandator: account.mandator as PublicationCode,
        to: { address: account.email, name: '' },
        template: 'account-erased',
        data: {
          at: at.toISOString(),
          kept: kept.slice(0, MOST_LINES).map((line) => line.slice(0, LINE)),
          ...(hasContracts ? { hasContracts } : {}),
        },
      },
      trx,
    )
  })
}

/**
 * Addresses that mail servers refused for good: at once (a 5yz answer about the address), or by a later bounce reported
 * here. Newsletters skip them, and readers see a note in their account; other mails are still tried. An address is
 * forgotten when its server accepts a mail again (unless it bounced, because the relay accepts everything), when its
 * owner confirms something by mail, on request, or after a year. Stored are a hash of the address, the server's code
 * and the day.
 */
import type { BOUNCES } from '@lokalteil/contracts/mail'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { BoundHandlers } from '../platform/serve.ts'
import type { MailDb } from './schema.ts'
import { toRecipient } from './store.ts'

export type Refusals = {
  /** The refused ones among these addresses, in the given spelling. */
  listRefused: (addresses: readonly string[], within?: Database['db']) => Promise<Set<string>>
  note: (addresses: readonly string[], source: 'smtp' | 'bounce', reason: string) => Promise<void>
  /** `smtp`: a server accepted a mail; `all`: the owner received one, or an operator said so. */
  forget: (addresses: readonly string[], what: 'smtp' | 'all', within?: Database['db']) => Promise<void>
  removeOld: () => Promise<void>
}

const KEPT_MS = 365 * 86_400_000

export function createRefusals({ db, now }: { db: MailDb; now: () => Date }): Refusals {
  return {
    async listRefused(addresses, within = db) {
      if (addresses.length === 0) return new Set()
      const byHash = Map.groupBy(addresses, toRecipient)
      const rows = await (within as MailDb)
        .selectFrom('mail.refusals')
        .select('recipient')
        .where('recipient', 'in', [...byHash.keys()])
        .execute()
      return new Set(rows.flatMap(({ recipient }) => byHash.get(recipient) ?? []))
    },
    async note(addresses, source, reason) {
      const rows = [...new Set(addresses.map(toRecipient))].map((recipient) => ({
        recipient,
        source,
        reason,
        at: now(),
      }))
      if (rows.length === 0) return
      await db
        .insertInto('mail.refusals')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('recipient').doUpdateSet({
            // A bounce is stronger evidence than a direct answer.
            source: sql`case when mail.refusals.source = 'bounce' then 'bounce' else excluded.source end`,
            reason: sql`excluded.reason`,
            at: sql`excluded.at`,
          }),
        )
        .execute()
    },
    async forget(addresses, what, within = db) {
      if (addresses.length === 0) return
      let removal = (within as MailDb).deleteFrom('mail.refusals').where('recipient', 'in', addresses.map(toRecipient))
      if (what === 'smtp') removal = removal.where('source', '=', 'smtp')
      await removal.execute()
    },
    async removeOld() {
      await db
        .deleteFrom('mail.refusals')
        .where('at', '<', new Date(now().getTime() - KEPT_MS))
        .execute()
    },
  }
}

/**
 * The address does not exist or accepts nothing any more. A full mailbox, a blocked sender or suspected spam is
 * different.
 */
export function isAddressRefused(error: unknown): boolean {
  const { code, responseCode, response = '' } = error as { code?: string; responseCode?: number; response?: string }
  if (code !== 'EENVELOPE' || responseCode === undefined || responseCode < 500) return false
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/m.exec(response)?.[1]
  if (enhanced !== undefined) return /^5\.1\.(?:[0-36]|10)$|^5\.2\.1$/.test(enhanced)
  return responseCode === 550 || responseCode === 551 || responseCode === 553
}

/** A bounce is reported by a mailbox reader or a mail provider. */
export const BOUNCE_HANDLERS: BoundHandlers<{ refusals: Refusals }, typeof BOUNCES, null> = {
  async reportBounces({ refusals }, { body: { addresses, reason } }) {
    await refusals.note(addresses, 'bounce', reason)
    return undefined
  },
  async forgetBounces({ refusals }, { body: { addresses } }) {
    await refusals.forget(addresses, 'all')
    return undefined
  },
  listRefused: async ({ refusals }, { body: { addresses } }) => ({
    refused: [...(await refusals.listRefused(addresses))],
  }),
}

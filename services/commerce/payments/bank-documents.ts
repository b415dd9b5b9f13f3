/** Files that were made for the bank, sealed: they hold account numbers. Each can be written again as it was. */
import { randomBytes } from 'node:crypto'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { Sealing } from './sealing.ts'

/** `debits` collects charges, `transfers` pays refunds back. */
export type BankFileKind = 'debits' | 'transfers'
export type Collection = { id: string; collectOn: Day; count: number; cents: number; createdAt: Date }
type Row = { collection_id: string; kind: string; collect_on: string; created_at: Date; charge_ids: unknown }

export type BankDocuments = ReturnType<typeof createBankDocuments>

export function createBankDocuments({
  database,
  sealing,
  now,
}: {
  database: Database
  sealing: Sealing
  now: () => Date
}) {
  const db = database.db as SubscriptionDb
  const toOwner = (mandator: Mandator, id: string) => `collection ${mandator} ${id}`

  async function toCollection(mandator: Mandator, row: Row): Promise<Collection> {
    const ids = row.charge_ids as string[]
    const sum = sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents')
    const named = ids.length === 0 ? [''] : ids
    const { cents } =
      row.kind === 'debits'
        ? await db
            .selectFrom('subscription.charges')
            .select(sum)
            .where('mandator', '=', mandator)
            .where('charge_id', 'in', named)
            .executeTakeFirstOrThrow()
        : await db
            .selectFrom('subscription.refunds')
            .select(sum)
            .where('mandator', '=', mandator)
            .where('refund_id', 'in', named)
            .executeTakeFirstOrThrow()
    return { id: row.collection_id, collectOn: row.collect_on, count: ids.length, cents, createdAt: row.created_at }
  }

  return {
    /** Files of a publication are made one after the other. */
    lock: async (mandator: Mandator, within: SubscriptionDb): Promise<void> =>
      void (await sql`select pg_advisory_xact_lock(hashtextextended(${`collection ${mandator}`}, 0))`.execute(within)),

    toId: (mandator: Mandator): string =>
      `${mandator.toUpperCase()}-${toDayKey(now()).replaceAll('-', '')}-${randomBytes(4).toString('hex').toUpperCase()}`,

    async add(
      mandator: Mandator,
      file: { id: string; kind: BankFileKind; on: Day; ids: readonly string[]; document: string },
      within: SubscriptionDb,
    ): Promise<void> {
      await within
        .insertInto('subscription.collections')
        .values({
          mandator,
          collection_id: file.id,
          kind: file.kind,
          created_at: now(),
          collect_on: file.on,
          charge_ids: JSON.stringify(file.ids),
          document: sealing.seal(file.document, toOwner(mandator, file.id)),
        })
        .execute()
    },

    /** Null: there is none, or it was sealed with another secret. */
    async read(mandator: Mandator, id: string): Promise<{ collection: Collection; document: string } | null> {
      const row = await db
        .selectFrom('subscription.collections')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('collection_id', '=', id)
        .executeTakeFirst()
      const document = row === undefined ? null : sealing.open(row.document, toOwner(mandator, id))
      return row === undefined || document === null ? null : { collection: await toCollection(mandator, row), document }
    },

    /** Newest first. */
    async list(mandator: Mandator, kind: BankFileKind, limit = 20): Promise<Collection[]> {
      const rows = await db
        .selectFrom('subscription.collections')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return Promise.all(rows.map((row) => toCollection(mandator, row)))
    },
  }
}

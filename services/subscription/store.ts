/** Every query of the subscription platform. Writes that belong together take the transaction they belong to. */
import type { Catalogue, Offer, Receipt, ReaderService } from '@lokalteil/contracts/subscription'
import type { ContractRight } from '@lokalteil/domain/contract-rights'
import type { Mandator } from '@lokalteil/domain/publications'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SubscriptionDb } from './schema.ts'

export type NewDeclaration = {
  mandator: Mandator
  right: ContractRight
  number: string
  token: string
  idempotencyKey: string
  digest: string
  declaration: object
  receivedAt: Date
}

type DeclarationRow = { sequence: number; kind: string; receipt_number: string; token: string; declaration: unknown; received_at: Date }

const DECLARATION = ['sequence', 'kind', 'receipt_number', 'token', 'declaration', 'received_at'] as const

export function createSubscriptionStore(database: Database) {
  const db = database.db as SubscriptionDb
  return {
    inTransaction: <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Null: the publication never had one. */
    async getCatalogue(mandator: Mandator): Promise<Catalogue | null> {
      const head = await db.selectFrom('subscription.catalogues').select('reader_service').where('mandator', '=', mandator).executeTakeFirst()
      if (head === undefined) return null
      const rows = await db.selectFrom('subscription.offers').select('data').where('mandator', '=', mandator).where('is_active', '=', true).orderBy('position').execute()
      return { offers: rows.map(({ data }) => data as Offer), readerService: head.reader_service as ReaderService | null }
    },

    async saveCatalogue(mandator: Mandator, catalogue: Catalogue, now: Date): Promise<void> {
      await db.transaction().execute(async (within) => {
        const head = { reader_service: catalogue.readerService === null ? null : JSON.stringify(catalogue.readerService), changed_at: now }
        // First, so that two catalogues saved at once come one after the other.
        await within.insertInto('subscription.catalogues').values({ mandator, ...head }).onConflict((conflict) => conflict.column('mandator').doUpdateSet(head)).execute()
        await within.updateTable('subscription.offers').set({ is_active: false }).where('mandator', '=', mandator).execute()
        for (const [position, offer] of catalogue.offers.entries()) {
          const row = { position, is_active: true, data: JSON.stringify(offer), changed_at: now }
          await within.insertInto('subscription.offers').values({ mandator, id: offer.id, ...row }).onConflict((conflict) => conflict.columns(['mandator', 'id']).doUpdateSet(row)).execute()
        }
      })
    },

    async getOffer(mandator: Mandator, id: string): Promise<Offer | null> {
      const row = await db.selectFrom('subscription.offers').select('data').where('mandator', '=', mandator).where('id', '=', id).where('is_active', '=', true).executeTakeFirst()
      return row === undefined ? null : (row.data as Offer)
    },

    async getDeclaration({ mandator, right, idempotencyKey, digest }: Pick<NewDeclaration, 'mandator' | 'right' | 'idempotencyKey' | 'digest'>, within: SubscriptionDb = db): Promise<Receipt | null> {
      const row = await within
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where('kind', '=', right)
        .where('idempotency_key', '=', idempotencyKey)
        .where('digest', '=', digest)
        .executeTakeFirst()
      return row === undefined ? null : toReceipt(row)
    },

    /** False when the same declaration is there already. */
    async addDeclaration(declaration: NewDeclaration, within: SubscriptionDb): Promise<boolean> {
      const added = await within
        .insertInto('subscription.declarations')
        .values({
          mandator: declaration.mandator,
          kind: declaration.right,
          receipt_number: declaration.number,
          token: declaration.token,
          idempotency_key: declaration.idempotencyKey,
          digest: declaration.digest,
          declaration: JSON.stringify(declaration.declaration),
          received_at: declaration.receivedAt,
        })
        .onConflict((conflict) => conflict.columns(['mandator', 'kind', 'idempotency_key', 'digest']).doNothing())
        .returning('sequence')
        .executeTakeFirst()
      return added !== undefined
    },

    async getReceipt(mandator: Mandator, token: string, since: Date): Promise<Receipt | null> {
      const row = await db
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where('token', '=', token)
        .where('received_at', '>', since)
        .executeTakeFirst()
      return row === undefined ? null : toReceipt(row)
    },

    async listDeclarations(mandator: Mandator, right: ContractRight | null, after: number, limit: number): Promise<(Receipt & { sequence: number })[]> {
      const rows = await db
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where('sequence', '>', after)
        .$if(right !== null, (query) => query.where('kind', '=', right as string))
        .orderBy('sequence')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...toReceipt(row), sequence: row.sequence }))
    },

    /** Counts one more; false, uncounted, when `limit` was reached since the counter's window began. */
    async count(bucket: string, now: Date, windowMs: number, limit: number, within: SubscriptionDb): Promise<boolean> {
      const expired = new Date(now.getTime() - windowMs)
      const { rows } = await sql`
        insert into subscription.counters as c (bucket, started_at, count) values (${bucket}, ${now}, 1)
        on conflict (bucket) do update set
          count = case when c.started_at <= ${expired} then 1 else c.count + 1 end,
          started_at = case when c.started_at <= ${expired} then excluded.started_at else c.started_at end
        where c.started_at <= ${expired} or c.count < ${limit}
        returning count`.execute(within)
      return rows.length > 0
    },

    async removeCounters(before: Date): Promise<void> {
      await db.deleteFrom('subscription.counters').where('started_at', '<', before).execute()
    },
  }
}

function toReceipt({ kind, receipt_number, token, declaration, received_at }: DeclarationRow): Receipt {
  return { right: kind, number: receipt_number, token, declaration, receivedAt: received_at.toISOString() } as Receipt
}

/** Deliveries: one row for each edition and day, the newest delivery; each is a job in the queue until it is drawn. */
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import { sql } from 'kysely'
import { createTableQueue, type QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import type { DeliveryRow, EpaperDb } from '../schema.ts'

export const DELIVERIES: QueueTable = {
  name: 'epaper-deliveries',
  table: 'epaper.deliveries',
  key: ['mandator', 'edition', 'day'],
  waits: "q.state in ('waiting', 'drawing')",
  isGivenUp: "state = 'failed'",
  columns: { heldUntil: 'held_until', heldBy: 'held_by', attempts: 'attempts', error: 'error' },
  order: 'received_at',
}

export type Delivery = IssueId & {
  publication: string
  drawing: string
  digest: string
  zonesDigest: string
  coins: number | null
  pageCount: number
}

export type StoredDelivery = Omit<DeliveryRow, 'day'> & { day: Date | string }

export function toDeliveryQueue(db: EpaperDb) {
  return createTableQueue<StoredDelivery, Delivery>(db, DELIVERIES, {
    toJob: (row) => ({
      publication: row.mandator,
      edition: row.edition,
      day: toDay(row.day),
      drawing: row.drawing,
      digest: row.digest,
      zonesDigest: row.zones_digest,
      coins: row.coins,
      pageCount: row.page_count,
    }),
    done: () => ({ state: 'done', reason: '' }),
    givenUp: () => ({ state: 'failed' }),
  })
}

/** Both database engines return a `date` as a Date at midnight UTC. */
export function toDay(value: Date | string): string {
  return typeof value === 'string' ? value.slice(0, 10) : value.toISOString().slice(0, 10)
}

/** Replaces the earlier delivery of the same issue; a process that is drawing the earlier one notices and stops. */
export async function saveDelivery(db: EpaperDb, delivery: Omit<Delivery, 'pageCount'>, now: Date): Promise<void> {
  const values = {
    drawing: delivery.drawing,
    digest: delivery.digest,
    zones_digest: delivery.zonesDigest,
    coins: delivery.coins,
    state: 'waiting' as const,
    page_count: 0,
    pages_drawn: 0,
    articles: 0,
    matched: 0,
    reason: '',
    received_at: now,
    held_by: null,
    held_until: null,
    attempts: 0,
    error: null,
  }
  const { publication, edition, day } = delivery
  await db
    .insertInto('epaper.deliveries')
    .values({ mandator: publication, edition, day, ...values })
    .onConflict((conflict) => conflict.columns(['mandator', 'edition', 'day']).doUpdateSet(values))
    .execute()
}

export async function getDelivery(db: EpaperDb, publication: string, issue: IssueId): Promise<StoredDelivery | null> {
  const row = await db
    .selectFrom('epaper.deliveries')
    .selectAll()
    .where('mandator', '=', publication)
    .where('edition', '=', issue.edition)
    .where('day', '=', sql<Date>`${issue.day}::date`)
    .executeTakeFirst()
  return (row as StoredDelivery | undefined) ?? null
}

export async function removeDelivery(db: EpaperDb, publication: string, issue: IssueId): Promise<string | null> {
  const row = await db
    .deleteFrom('epaper.deliveries')
    .where('mandator', '=', publication)
    .where('edition', '=', issue.edition)
    .where('day', '=', sql<Date>`${issue.day}::date`)
    .returning('drawing')
    .executeTakeFirst()
  return row?.drawing ?? null
}

/** Failed deliveries; the files of their drawings follow (`removeLeftFiles`). */
export async function removeFailedDeliveries(db: EpaperDb, before: Date): Promise<void> {
  await db.deleteFrom('epaper.deliveries').where('state', '=', 'failed').where('received_at', '<', before).execute()
}

export async function listDeliveries(
  db: EpaperDb,
  publication: string,
  { editions, month }: { editions: readonly string[]; month?: string | undefined },
  limit: number,
): Promise<StoredDelivery[]> {
  const ofEditions = db
    .selectFrom('epaper.deliveries')
    .selectAll()
    .where('mandator', '=', publication)
    .where(sql<boolean>`edition = any(${[...editions]}::text[])`)
  const found =
    month === undefined
      ? ofEditions
      : ofEditions
          .where('day', '>=', sql<Date>`${`${month}-01`}::date`)
          .where('day', '<', sql<Date>`(${`${month}-01`}::date + interval '1 month')`)
  return (await found.orderBy('day', 'desc').limit(limit).execute()) as unknown as StoredDelivery[]
}

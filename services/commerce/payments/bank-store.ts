/**
 * Queries on debits and transfers for the bank, and on the files made of them. Files contain account numbers and are stored
 * encrypted; each can be downloaded again unchanged.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import type { ChargeName } from './charge.ts'
import type { CommerceDb } from '../schema.ts'
import type { Sealing } from './sealing.ts'

/** `debits` collects charges, `transfers` pays refunds back. */
export type BankFileKind = 'debits' | 'transfers'
export type Collection = { id: string; collectOn: Day; count: number; cents: number; createdAt: Date }
type Row = { collection_id: string; kind: string; collect_on: string; created_at: Date; charge_ids: unknown }

/** Most payments in one file; the next file takes the rest. */
const MOST = 5000

const toOwner = (publication: PublicationCode, id: string) => `collection ${publication} ${id}`

/** Advisory lock: files of a publication are made one after the other. */
export async function lockBankFiles(publication: PublicationCode, within: CommerceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collection ${publication}`}, 0))`.execute(within)
}

export async function addBankFile(
  sealing: Sealing,
  publication: PublicationCode,
  file: { id: string; kind: BankFileKind; on: Day; ids: readonly string[]; document: string },
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .insertInto('subscription.collections')
    .values({
      mandator: publication,
      collection_id: file.id,
      kind: file.kind,
      created_at: now,
      collect_on: file.on,
      charge_ids: JSON.stringify(file.ids),
      document: sealing.seal(file.document, toOwner(publication, file.id)),
    })
    .execute()
}

/** Null: there is no such file, or it was encrypted with another secret. */
export async function readBankFile(
  sealing: Sealing,
  publication: PublicationCode,
  id: string,
  within: CommerceDb,
): Promise<{ collection: Collection; document: string } | null> {
  const row = await within
    .selectFrom('subscription.collections')
    .selectAll()
    .where('mandator', '=', publication)
    .where('collection_id', '=', id)
    .executeTakeFirst()
  const document = row === undefined ? null : sealing.open(row.document, toOwner(publication, id))
  return row === undefined || document === null
    ? null
    : { collection: await toCollection(publication, row, within), document }
}

/** Newest first. */
export async function listBankFiles(
  publication: PublicationCode,
  kind: BankFileKind,
  limit: number,
  within: CommerceDb,
): Promise<Collection[]> {
  const rows = await within
    .selectFrom('subscription.collections')
    .selectAll()
    .where('mandator', '=', publication)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return Promise.all(rows.map((row) => toCollection(publication, row, within)))
}

async function toCollection(publication: PublicationCode, row: Row, within: CommerceDb): Promise<Collection> {
  const ids = row.charge_ids as string[]
  const sum = sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents')
  const named = ids.length === 0 ? [''] : ids
  const { cents } =
    row.kind === 'debits'
      ? await within
          .selectFrom('subscription.charges')
          .select(sum)
          .where('mandator', '=', publication)
          .where('charge_id', 'in', named)
          .executeTakeFirstOrThrow()
      : await within
          .selectFrom('subscription.refunds')
          .select(sum)
          .where('mandator', '=', publication)
          .where('refund_id', 'in', named)
          .executeTakeFirstOrThrow()
  return { id: row.collection_id, collectOn: row.collect_on, count: ids.length, cents, createdAt: row.created_at }
}

/** Debits that are in no file yet, each with its account; the rows are locked. */
export async function lockDebits(publication: PublicationCode, within: CommerceDb) {
  return within
    .selectFrom('subscription.charges as c')
    .innerJoin('subscription.payment_methods as m', (join) =>
      join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
    )
    .selectAll('m')
    .select([
      'c.charge_id',
      'c.amount_cents',
      'c.description',
      'c.attempts',
      'c.subscription_id',
      'c.kind as charge_kind',
    ])
    .where('c.mandator', '=', publication)
    .where('c.state', '=', 'submitted')
    .where('m.provider', '=', 'sepa')
    .where('c.collection_id', 'is', null)
    .where('c.amount_cents', '>', 0)
    .orderBy('c.created_at')
    .limit(MOST)
    .forUpdate('c')
    .execute()
}

/** Payment methods whose mandate was used with success, here or in the system it was imported from. */
export async function listUsedMethods(publication: PublicationCode, within: CommerceDb): Promise<string[]> {
  const rows = await within
    .selectFrom('subscription.charges')
    .select('payment_method_id')
    .distinct()
    .where('mandator', '=', publication)
    .where('collection_id', 'is not', null)
    .where('state', '=', 'paid')
    .execute()
  const imported = await within
    .selectFrom('subscription.imported_contracts')
    .select('payment_method_id')
    .where('mandator', '=', publication)
    .where('payment_method_id', 'is not', null)
    .execute()
  return [...rows, ...imported].map((row) => row.payment_method_id!)
}

export async function getCollectionOf({ publication, chargeId }: ChargeName, within: CommerceDb) {
  return within
    .selectFrom('subscription.charges')
    .select('collection_id')
    .where('mandator', '=', publication)
    .where('charge_id', '=', chargeId)
    .executeTakeFirst()
}

export async function hasReturn(eventId: string, within: CommerceDb): Promise<boolean> {
  const before = await within
    .selectFrom('subscription.payment_events')
    .select('event_id')
    .where('provider', '=', 'sepa')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return before !== undefined
}

/** Releases payments of a rejected file for the next one. False: none of them was still in this file. */
export async function freePayments(
  publication: PublicationCode,
  fileId: string,
  { charges, refunds }: { charges: readonly string[]; refunds: readonly string[] },
  now: Date,
  within: CommerceDb,
): Promise<boolean> {
  const debits = await within
    .updateTable('subscription.charges')
    .set({ collection_id: null, changed_at: now })
    .where('mandator', '=', publication)
    .where('collection_id', '=', fileId)
    .where('state', '=', 'submitted')
    .where('charge_id', 'in', ['', ...charges])
    .returning('charge_id')
    .execute()
  const transfers = await within
    .updateTable('subscription.refunds')
    .set({ state: 'transfer', collection_id: null, changed_at: now })
    .where('mandator', '=', publication)
    .where('collection_id', '=', fileId)
    .where('state', '=', 'sent')
    .where('refund_id', 'in', ['', ...refunds])
    .returning('refund_id')
    .execute()
  return debits.length + transfers.length > 0
}

/** Refunds by transfer that are in no file yet, each with its account; the rows are locked. */
export async function lockTransfers(publication: PublicationCode, within: CommerceDb) {
  return (
    within
      .selectFrom('subscription.refunds as r')
      .innerJoin('subscription.charges as c', (join) =>
        join.onRef('c.mandator', '=', 'r.mandator').onRef('c.charge_id', '=', 'r.charge_id'),
      )
      .innerJoin('subscription.payment_methods as m', (join) =>
        join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
      )
      .leftJoin('subscription.invoices as i', (join) =>
        join.onRef('i.mandator', '=', 'r.mandator').onRef('i.refund_id', '=', 'r.refund_id'),
      )
      .select([
        'r.refund_id',
        'r.charge_id',
        'r.amount_cents',
        'c.description',
        'm.id',
        'm.customer_id',
        'm.holder',
        'm.sealed_account',
        'i.invoice_number',
      ])
      .where('r.mandator', '=', publication)
      .where('r.state', '=', 'transfer')
      // Not if the debit was returned meanwhile: the reader has that money already.
      .where('c.state', 'in', ['paid', 'refunded'])
      .orderBy('r.created_at')
      .orderBy('r.refund_id')
      .limit(MOST)
      .forUpdate('r')
      .execute()
  )
}

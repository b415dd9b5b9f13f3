/** Queries of ordered notices: drafts and purchases. */
import type { ObituaryDraft } from '../../contract/obituaries.ts'
import { sql } from 'kysely'
import type { ObituariesDb, ObituariesTables, PurchaseState, Trx } from '../schema.ts'

export type DraftRow = Omit<ObituariesTables['notices.drafts'], 'draft'> & { draft: ObituaryDraft }
export type PurchaseRow = Omit<ObituariesTables['notices.purchases'], 'draft'> & { draft: ObituaryDraft | null }

export async function getDraft(
  db: ObituariesDb | Trx,
  publication: string,
  reference: string,
): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('notices.drafts')
    .selectAll()
    .where('publication', '=', publication)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return (row as DraftRow | undefined) ?? null
}

export async function saveDraft(db: ObituariesDb | Trx, row: DraftRow): Promise<void> {
  const values = { draft: JSON.stringify(row.draft), changed_at: row.changed_at, reader: row.reader }
  await db
    .insertInto('notices.drafts')
    .values({ ...values, reference: row.reference, publication: row.publication })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(values))
    .execute()
}

/** Whether the draft is being bought or was bought. */
export async function hasOpenPurchase(db: ObituariesDb | Trx, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('notices.purchases')
    .select('number')
    .where('reference', '=', reference)
    .where('state', 'in', ['reserved', 'paid', 'published'])
    .executeTakeFirst()
  return row !== undefined
}

/** Advisory lock: one change per purchase at a time. */
export async function lockPurchase(trx: Trx, publication: string, number: string): Promise<PurchaseRow | null> {
  await sql`select pg_advisory_xact_lock(hashtext(${`notices purchase ${publication} ${number}`}))`.execute(trx)
  return getPurchase(trx, publication, number)
}

export async function lockReference(trx: Trx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`notices basket ${reference}`}))`.execute(trx)
}

export async function getPurchase(
  db: ObituariesDb | Trx,
  publication: string,
  number: string,
): Promise<PurchaseRow | null> {
  const row = await db
    .selectFrom('notices.purchases')
    .selectAll()
    .where('publication', '=', publication)
    .where('number', '=', number)
    .executeTakeFirst()
  return (row as PurchaseRow | undefined) ?? null
}

export async function addPurchase(trx: Trx, row: PurchaseRow): Promise<void> {
  await trx
    .insertInto('notices.purchases')
    .values({ ...row, draft: row.draft === null ? null : JSON.stringify(row.draft) })
    .execute()
}

export async function setPurchase(
  trx: ObituariesDb | Trx,
  publication: string,
  number: string,
  change: { state: PurchaseState; changed_at: Date; reader?: string; email?: string; notice?: string | null },
): Promise<void> {
  await trx
    .updateTable('notices.purchases')
    .set(change)
    .where('publication', '=', publication)
    .where('number', '=', number)
    .execute()
}

/** Those waiting for approval first, the oldest of them first. */
export async function listPurchases(
  db: ObituariesDb,
  publication: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PurchaseRow[]; total: number }> {
  const all = db
    .selectFrom('notices.purchases')
    .where('publication', '=', publication)
    .where('reference', 'is not', null)
  const [rows, { total }] = await Promise.all([
    all
      .selectAll()
      .orderBy(sql`state <> 'paid'`)
      .orderBy('changed_at')
      .limit(limit)
      .offset(offset)
      .execute(),
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as PurchaseRow[], total }
}

export async function listPurchasesOf(db: ObituariesDb, publication: string, reader: string): Promise<PurchaseRow[]> {
  const rows = await db
    .selectFrom('notices.purchases')
    .selectAll()
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .orderBy('created_at')
    .execute()
  return rows as PurchaseRow[]
}

/** Published notices stay, without their buyer; drafts that were never bought are deleted. */
export async function forgetReader(db: ObituariesDb | Trx, publication: string, reader: string): Promise<void> {
  await db.deleteFrom('notices.drafts').where('publication', '=', publication).where('reader', '=', reader).execute()
  await db
    .updateTable('notices.purchases')
    .set({ reader: null, email: '' })
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .execute()
}

/** Deletes drafts that were unchanged for thirty days and have no open purchase. */
export async function sweepDrafts(db: ObituariesDb, now: Date): Promise<void> {
  await sql`delete from notices.drafts d where changed_at < ${new Date(now.getTime() - 30 * 86_400_000)} and not exists (
    select 1 from notices.purchases p where p.reference = d.reference and p.state in ('reserved', 'paid', 'published'))`.execute(
    db,
  )
}

/** Single articles for the office: found by id or address, withdrawn with a copy, restored. */
import { sql } from 'kysely'
import type { ContentDb, ArticleRow, Trx } from '../schema.ts'

export type OfficeRow = ArticleRow & {
  lists: string[]
  former_addresses: string[]
  withdrawn_at: Date | null
  /** It can be restored, from a copy or from the office's record. */
  has_copy: boolean
}

/** Null: the publication owns no such article. */
export async function getOfficeRow(trx: Trx, owner: string, id: string): Promise<OfficeRow | null> {
  const { rows } = await sql<OfficeRow>`
    select a.*, array(select list from content.lists where article_id = a.id) as lists,
      array(select address from content.former_addresses where publication = ${owner} and article_id = a.id order by address) as former_addresses,
      w.at as withdrawn_at,
      w.copy is not null or exists (select from content.records r where r.article_id = a.id) as has_copy
    from content.articles a left join content.withdrawn w on w.article_id = a.id
    where a.id = ${id} and a.owner = ${owner}`.execute(trx)
  return rows[0] ?? null
}

/** Id of the article with a former address, whatever its state. */
export async function findIdByFormerAddress(trx: Trx, publication: string, address: string): Promise<string | null> {
  const row = await trx
    .selectFrom('content.former_addresses')
    .select('article_id')
    .where('publication', '=', publication)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.article_id ?? null
}

export type Copy = { row: ArticleRow; lists: string[] }

/** Records a withdrawal. */
export async function keepWithdrawn(trx: Trx, id: string, copy: Copy | null, at: Date): Promise<void> {
  const values = { at, copy: copy === null ? null : JSON.stringify(copy) }
  await trx
    .insertInto('content.withdrawn')
    .values({ article_id: id, ...values })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(values))
    .execute()
}

/** Deletes copies of before; the record of the withdrawal stays. */
export async function dropCopiesBefore(db: ContentDb, keptSince: Date): Promise<void> {
  await sql`update content.withdrawn set copy = null where at < ${keptSince} and copy is not null`.execute(db)
}

export async function takeCopy(trx: Trx, id: string, keptSince: Date): Promise<Copy | null> {
  const row = await trx
    .deleteFrom('content.withdrawn')
    .where('article_id', '=', id)
    .returning(['copy', 'at'])
    .executeTakeFirst()
  const copy = row === undefined || row.at < keptSince ? null : row.copy
  return copy === null ? null : (JSON.parse(copy) as Copy)
}

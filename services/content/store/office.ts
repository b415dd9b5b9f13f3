/** Single articles for the office: found by id or address, taken away with a copy, brought back. */
import { sql } from 'kysely'
import type { ArticleRow, Trx } from '../schema.ts'

export type OfficeRow = ArticleRow & {
  lists: string[]
  former_addresses: string[]
  withdrawn_at: Date | null
  has_copy: boolean
}

/** Null: the publication owns no such article. */
export async function getOfficeRow(trx: Trx, owner: string, id: string): Promise<OfficeRow | null> {
  const { rows } = await sql<OfficeRow>`
    select a.*, array(select list from content.lists where article_id = a.id) as lists,
      array(select address from content.former_addresses where publication = ${owner} and article_id = a.id order by address) as former_addresses,
      w.at as withdrawn_at, w.copy is not null as has_copy
    from content.articles a left join content.withdrawn w on w.article_id = a.id
    where a.id = ${id} and a.owner = ${owner}`.execute(trx)
  return rows[0] ?? null
}

/** Of an address of the former site, of whatever state. */
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

/** Copies end after `keptSince`; that their articles were withdrawn here is kept. */
export async function keepWithdrawn(trx: Trx, id: string, copy: Copy | null, at: Date, keptSince: Date): Promise<void> {
  const values = { at, copy: copy === null ? null : JSON.stringify(copy) }
  await trx
    .insertInto('content.withdrawn')
    .values({ article_id: id, ...values })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(values))
    .execute()
  await sql`update content.withdrawn set copy = null where at < ${keptSince}`.execute(trx)
}

export async function takeCopy(trx: Trx, id: string): Promise<Copy | null> {
  const row = await trx
    .deleteFrom('content.withdrawn')
    .where('article_id', '=', id)
    .returning('copy')
    .executeTakeFirst()
  const copy = row?.copy ?? null
  return copy === null ? null : (JSON.parse(copy) as Copy)
}

/** Addresses of a publisher's former site and their articles. */
import { sql } from 'kysely'
import { slugOfFormer } from '@lokalteil/domain/routing/former-addresses'
import type { ContentDb, Trx } from '../schema.ts'
import { carried, visible, type View } from './view.ts'

export type FormerArticle = { path: string; removed: boolean }

/** Saving the same again writes nothing. An address belongs to the article that brought it last. */
export async function saveFormerAddresses(
  trx: Trx,
  publication: string,
  found: readonly { address: string; articleId: string }[],
): Promise<void> {
  if (found.length === 0) return
  // One `insert` may not meet a row twice; the last one counts.
  const unique = [...new Map(found.map((entry) => [entry.address, entry])).values()]
  await sql`
    insert into content.former_addresses (publication, address, slug, article_id)
    select ${publication}::text, * from unnest(
      ${unique.map(({ address }) => address)}::text[], ${unique.map(({ address }) => slugOfFormer(address))}::text[],
      ${unique.map(({ articleId }) => articleId)}::text[])
    on conflict (publication, address) do update set article_id = excluded.article_id
    where former_addresses.article_id <> excluded.article_id`.execute(trx)
}

/** The newest visible article whose former address ended in `slug`. */
export async function findBySlug(
  db: ContentDb,
  publication: string,
  slug: string,
  view: View,
): Promise<FormerArticle | null> {
  if (slug === '') return null
  const { rows } = await sql<FormerArticle>`
    select a.path, a.removed from content.former_addresses join content.articles a on a.id = article_id
    where publication = ${publication} and slug = ${slug} and ${visible(view)} order by a.shown desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Null: no article had this address, or it is under embargo. */
export async function findByFormerAddress(
  db: ContentDb,
  publication: string,
  address: string,
  view: View,
): Promise<FormerArticle | null> {
  const { rows } = await sql<FormerArticle>`
    select a.path, a.removed from content.former_addresses join content.articles a on a.id = article_id
    where publication = ${publication} and address = ${address}
      and (a.removed or (${carried(view.carrier, 'a.')} and a.shown <= ${view.now}))`.execute(db)
  return rows[0] ?? null
}

/** Ids of the articles with these former addresses. The caller checks whether they are visible. */
export async function listIdsByFormerAddress(
  db: ContentDb,
  publication: string,
  addresses: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct article_id as id from content.former_addresses
    where publication = ${publication} and address = any(${[...addresses]}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

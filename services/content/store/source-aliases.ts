/** Further identities of articles at their source. */
import { sql } from 'kysely'
import type { Trx } from '../schema.ts'

/** An article by one of its identities: `alias` is its id at the source or one of its aliases. */
export type Identified = {
  alias: string
  id: string
  /** The source id under which it is stored. */
  source_id: string
  removed: boolean
  title: string
  published: string | null
  /** Addresses at the source. */
  links: string[]
}

export async function listIdentified(trx: Trx, owner: string, aliases: readonly string[]): Promise<Identified[]> {
  if (aliases.length === 0) return []
  const wanted = [...aliases]
  const { rows } = await sql<Identified>`
    with found as (
      select source_id as alias, id from content.articles where owner = ${owner} and source_id = any(${wanted}::text[])
      union all
      select alias, article_id from content.source_aliases where owner = ${owner} and alias = any(${wanted}::text[])
    )
    select found.alias, a.id, a.source_id, a.removed, a.title,
      case when a.removed then null else a.article::json ->> 'publishDate' end as published,
      array(select substr(s.alias, 6) from content.source_aliases s where s.article_id = a.id and s.alias like 'link:%') as links
    from found join content.articles a on a.id = found.id where a.source_id is not null`.execute(trx)
  return rows
}

/** Saving the same again writes nothing. An alias belongs to the article that brought it last. */
export async function saveAliases(
  trx: Trx,
  owner: string,
  found: readonly { alias: string; articleId: string }[],
): Promise<void> {
  if (found.length === 0) return
  const unique = [...new Map(found.map((entry) => [entry.alias, entry])).values()]
  await sql`
    insert into content.source_aliases (owner, alias, article_id)
    select ${owner}::text, * from unnest(
      ${unique.map(({ alias }) => alias)}::text[], ${unique.map(({ articleId }) => articleId)}::text[])
    on conflict (owner, alias) do update set article_id = excluded.article_id
    where source_aliases.article_id <> excluded.article_id`.execute(trx)
}

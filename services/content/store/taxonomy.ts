/**
 * The taxonomy of each publication: sections, tags, topics, regions and authors, with coupons and newsletters. Every
 * row belongs to one publication; ids are shared where articles are. The common tables of sections and tags are written
 * as well for the version before, and rows that it wrote are taken over (`adopt`).
 */
import type { Picture } from '@lokalteil/contracts/content'
import { listPublications } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { toCarriers, toMask, type ContentDb, type OrderKind, type Trx } from '../schema.ts'
import { carried } from './view.ts'
import type { AuthorRecord, Region, Section, Tag, TaxonomyInput, Topic } from '../taxonomy.ts'

export type OwnEntry = { kind: OrderKind; id: string; data: object }

/** Position of entries made by an import: after those of the folder. */
const MADE_BY_IMPORT = 1_000_000

export async function loadTaxonomy(db: ContentDb, code: string): Promise<TaxonomyInput> {
  const rows = await db
    .selectFrom('content.publication_entries')
    .select(['kind', 'id', 'in_folder', 'data'])
    .where('publication', '=', code)
    .where('kind', 'in', ['section', 'tag', 'topic', 'region', 'author'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const of = <T>(kind: OrderKind) =>
    rows.flatMap((row) =>
      row.kind === kind ? [{ id: row.id, isCurated: row.in_folder, ...(row.data as Omit<T, 'id' | 'isCurated'>) }] : [],
    )
  return {
    sections: of<Omit<Section, 'path'>>('section').map(({ id, name, seoTitle, description }) => ({
      path: id,
      name,
      seoTitle,
      description,
    })),
    tags: of<Tag>('tag'),
    topics: of<Topic>('topic').map(({ isCurated: _isCurated, ...topic }) => ({
      ...topic,
      picture: topic.picture as Picture | null,
    })),
    regions: of<Region>('region'),
    authors: of<AuthorRecord>('author').map((author) => ({ ...author, portrait: author.portrait as Picture | null })),
  }
}

/** Entries of all publications. */
export async function listEntriesOfAll(db: ContentDb, kind: 'coupon'): Promise<unknown[]> {
  const rows = await db.selectFrom('content.publication_entries').select('data').where('kind', '=', kind).execute()
  return rows.map(({ data }) => data)
}

/** Coupons, newsletters or the mapping, in the order of the folder. */
export async function listOwnEntries(
  db: ContentDb,
  code: string,
  kind: 'coupon' | 'newsletter' | 'mapping',
): Promise<{ id: string; data: unknown }[]> {
  return db
    .selectFrom('content.publication_entries')
    .select(['id', 'data'])
    .where('publication', '=', code)
    .where('kind', '=', kind)
    .orderBy('position')
    .execute()
}

/** Entries that the folder no longer names. */
export async function listUnnamed(
  trx: Trx,
  code: string,
  entries: readonly OwnEntry[],
): Promise<{ kind: OrderKind; id: string }[]> {
  const named = new Set(entries.map(({ kind, id }) => `${kind} ${id}`))
  const rows = await trx
    .selectFrom('content.publication_entries')
    .select(['kind', 'id'])
    .where('publication', '=', code)
    .where('in_folder', '=', true)
    .execute()
  return rows.filter(({ kind, id }) => !named.has(`${kind} ${id}`))
}

/** Deletes entries. A section, tag, region or author with articles of the publication stays. */
export async function dropEntries(
  trx: Trx,
  code: string,
  entries: readonly { kind: OrderKind; id: string }[],
): Promise<void> {
  const isMeant = sql`e.publication = ${code} and (e.kind, e.id) in (
    select * from unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ id }) => id)}::text[]))`
  const { rows: gone } = await sql<{ kind: OrderKind; id: string }>`
    delete from content.publication_entries e where ${isMeant} and not exists (
      select from content.lists l where l.list = case e.kind
        when 'section' then 's:' when 'tag' then 't:' when 'region' then 'r:' when 'author' then 'a:' end || e.id
      and ${carried(toCarriers([code]), 'l.')})
    returning e.kind, e.id`.execute(trx)
  await sql`update content.publication_entries e set in_folder = false, position = ${MADE_BY_IMPORT} where ${isMeant}`.execute(
    trx,
  )
  const paths = gone.flatMap(({ kind, id }) => (kind === 'section' ? [id] : []))
  await sql`update content.sections set publications = publications & ~${toMask([code])}::int where path = any(${paths}::text[])`.execute(
    trx,
  )
}

/** Saves all entries of a folder; those made by imports stay beside them. */
export async function saveOwnEntries(trx: Trx, code: string, entries: readonly OwnEntry[]): Promise<void> {
  const kinds = entries.map(({ kind }) => kind)
  const ids = entries.map(({ id }) => id)
  const counts = new Map<OrderKind, number>()
  const positions = kinds.map((kind) => {
    const position = counts.get(kind) ?? 0
    counts.set(kind, position + 1)
    return position
  })
  await sql`
    insert into content.publication_entries (publication, kind, id, position, in_folder, data)
    select ${code}, kind, id, position, true, data::jsonb from unnest(${kinds}::text[], ${ids}::text[], ${positions}::int[],
      ${entries.map(({ data }) => JSON.stringify(data))}::text[]) as given(kind, id, position, data)
    on conflict (publication, kind, id) do update set position = excluded.position, in_folder = true, data = excluded.data`.execute(
    trx,
  )
  await saveCommonSections(
    trx,
    [code],
    entries.flatMap(({ kind, id, data }) =>
      kind === 'section' ? [{ path: id, ...(data as Omit<Section, 'path'>) }] : [],
    ),
  )
}

/** Ids of the tags that the publication has, by slug. */
export async function listTagIds(trx: Trx, code: string): Promise<{ id: string; slug: string; inFolder: boolean }[]> {
  const { rows } = await sql<{ id: string; slug: string; inFolder: boolean }>`
    select id, data ->> 'slug' as slug, in_folder as "inFolder" from content.publication_entries
    where publication = ${code} and kind = 'tag'`.execute(trx)
  return rows
}

/** Lists the articles of one tag under another tag from now on. */
export async function setTagParent(trx: Trx, code: string, id: string, parentId: string): Promise<void> {
  await sql`
    update content.publication_entries set data = data || jsonb_build_object('parentId', ${parentId}::text)
    where publication = ${code} and kind = 'tag' and id = ${id}`.execute(trx)
}

/** Adds sections that an import needs; publications that have one keep it. */
export async function addSections(
  trx: Trx,
  codes: readonly string[],
  sections: readonly { path: string; name: string }[],
): Promise<void> {
  await addOwnEntries(
    trx,
    codes,
    sections.map(({ path, name }) => ({ kind: 'section', id: path, data: { name, seoTitle: '', description: '' } })),
  )
  await saveCommonSections(
    trx,
    codes,
    sections.map((section) => ({ ...section, seoTitle: '', description: '' })),
  )
}

/**
 * The same for tags. If a publication has a tag of the same slug, its id is used, so that a shared article is on the
 * tag's page in each.
 */
export async function addTags(
  trx: Trx,
  codes: readonly string[],
  tags: readonly { slug: string; name: string }[],
): Promise<void> {
  if (tags.length === 0) return
  const { rows: known } = await sql<{ slug: string; id: string }>`
    select e.data ->> 'slug' as slug, min(e.id) as id from content.publication_entries e
    where e.publication = any(${[...codes]}::text[]) and e.kind = 'tag' and e.data ->> 'slug' = any(${tags.map(({ slug }) => slug)}::text[])
      and not exists (select from content.publication_entries other where other.publication = any(${[...codes]}::text[])
        and other.kind = 'tag' and other.id = e.id and other.data ->> 'slug' <> e.data ->> 'slug')
    group by 1`.execute(trx)
  const ids = new Map(known.map(({ slug, id }) => [slug, id]))
  const fresh = await takeTagIds(trx, codes, tags.filter(({ slug }) => !ids.has(slug)).length)
  for (const { slug } of tags) if (!ids.has(slug)) ids.set(slug, fresh.shift()!)
  await addOwnEntries(
    trx,
    codes,
    tags.map(({ slug, name }) => ({ kind: 'tag', id: ids.get(slug)!, data: { slug, name, parentId: null } })),
  )
  await trx
    .insertInto('content.tags')
    .values(
      tags.map(({ slug, name }) => ({
        id: ids.get(slug)!,
        slug,
        name,
        position: MADE_BY_IMPORT,
        parent_id: null,
        curated: false,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Codes of the publications that have these sections, by path. */
export async function listSectionOwners(trx: Trx, paths: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; codes: string[] }>`
    select id, array_agg(publication) as codes from content.publication_entries
    where kind = 'section' and id = any(${[...paths]}::text[]) group by id`.execute(trx)
  return new Map(rows.map(({ id, codes }) => [id, codes]))
}

/**
 * Takes over rows that the version before wrote into the common tables: sections by their mask, tags by the articles
 * that carry them.
 */
export async function adopt(db: ContentDb): Promise<void> {
  const publications = listPublications().map(({ code }) => ({ code, mask: toMask([code]) }))
  const known = sql`unnest(${publications.map(({ code }) => code)}::text[], ${publications.map(({ mask }) => mask)}::int[]) as p(code, mask)`
  await sql`
    insert into content.publication_entries (publication, kind, id, position, in_folder, data)
    select p.code, 'section', s.path, s.position, false,
      jsonb_build_object('name', s.name, 'seoTitle', s.seo_title, 'description', s.description)
    from content.sections s join ${known} on s.publications & p.mask <> 0
    on conflict do nothing`.execute(db)
  await sql`
    insert into content.publication_entries (publication, kind, id, position, in_folder, data)
    select p.code, 'tag', t.id, ${MADE_BY_IMPORT}, false, jsonb_build_object('slug', t.slug, 'name', t.name, 'parentId', null)
    from content.tags t cross join ${known}
    where not exists (select from content.publication_entries e where e.kind = 'tag' and e.id = t.id)
      and exists (select from content.lists l where l.list = 't:' || t.id and l.publications & p.mask <> 0)
    on conflict do nothing`.execute(db)
  // The version before wrote index rows without the later publications: restore them.
  for (const table of ['lists', 'search'])
    await sql`
      update content.${sql.raw(table)} i set later = a.later from content.articles a
      where a.later is not null and not a.removed and i.article_id = a.id and i.later is null`.execute(db)
}

async function addOwnEntries(trx: Trx, codes: readonly string[], entries: readonly OwnEntry[]): Promise<void> {
  await sql`
    insert into content.publication_entries (publication, kind, id, position, in_folder, data)
    select p.code, kind, id, ${MADE_BY_IMPORT}, false, data::jsonb from unnest(${[...codes]}::text[]) as p(code)
    cross join unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ id }) => id)}::text[],
      ${entries.map(({ data }) => JSON.stringify(data))}::text[]) as given(kind, id, data)
    where kind <> 'tag' or not exists (select from content.publication_entries e
      where e.publication = p.code and e.kind = 'tag' and e.data ->> 'slug' = given.data::jsonb ->> 'slug')
    on conflict do nothing`.execute(trx)
}

async function saveCommonSections(trx: Trx, codes: readonly string[], sections: readonly Section[]): Promise<void> {
  const of = <K extends keyof Section>(key: K) => sections.map((section) => section[key])
  await sql`
    insert into content.sections (path, position, name, seo_title, description, publications)
    select path, position, name, seo_title, description, ${toMask(codes)}::int
    from unnest(${of('path')}::text[], ${sections.map((_section, index) => index)}::int[], ${of('name')}::text[],
      ${of('seoTitle')}::text[], ${of('description')}::text[]) as given(path, position, name, seo_title, description)
    on conflict (path) do update set publications = content.sections.publications | excluded.publications`.execute(trx)
}

/** Folders choose ids freely, so a generated id may be taken. */
async function takeTagIds(trx: Trx, codes: readonly string[], count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const { rows } = await sql<{ id: string }>`
      with taken as materialized (select nextval('content.tag_id')::text as id from generate_series(1, ${count - ids.length}::int))
      select id from taken where not exists (select from content.publication_entries e
        where e.publication = any(${[...codes]}::text[]) and e.kind = 'tag' and e.id = taken.id)`.execute(trx)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

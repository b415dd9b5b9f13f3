/** Sections, tags, topics, regions and authors. */
import type { Picture } from '@lokalteil/contracts/content'
import { sql } from 'kysely'
import { listMedia } from '../media-uses.ts'
import { ROWS_AT_ONCE, type ContentDb, type ContentTables, type Trx } from '../schema.ts'
import type { AuthorRecord, TaxonomyInput } from '../taxonomy.ts'
import { saveMediaUses } from './media.ts'

/** Everything the service holds in memory. */
export async function loadTaxonomy(db: ContentDb): Promise<TaxonomyInput> {
  const [sections, tags, topics, regions, authors] = await Promise.all([
    db.selectFrom('content.sections').selectAll().orderBy('position').execute(),
    db.selectFrom('content.tags').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('content.topics').selectAll().execute(),
    db.selectFrom('content.regions').selectAll().orderBy('position').execute(),
    db.selectFrom('content.authors').selectAll().orderBy('position').execute(),
  ])
  return {
    sections: sections.map((row) => ({
      path: row.path,
      name: row.name,
      seoTitle: row.seo_title,
      description: row.description,
      publications: row.publications,
    })),
    tags: tags.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      parentId: row.parent_id,
      isCurated: row.curated,
    })),
    topics: topics.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      tagIds: row.tag_ids,
      picture: row.picture as Picture | null,
      publications: row.publications,
    })),
    regions: regions.map((row) => ({
      id: row.id,
      label: row.label,
      sectionPath: row.section_path,
      parentId: row.parent_id,
    })),
    authors: authors.map((row): AuthorRecord => ({ ...row, portrait: row.portrait as Picture | null })),
  }
}

export async function replaceTaxonomy(trx: Trx, input: TaxonomyInput): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await upsert(
    trx,
    'content.sections',
    'path',
    input.sections.map((row, position) => ({
      path: row.path,
      position,
      name: row.name,
      seo_title: row.seoTitle,
      description: row.description,
      publications: row.publications,
    })),
  )
  await upsert(
    trx,
    'content.tags',
    'id',
    input.tags.map((row, position) => ({
      id: row.id,
      position,
      slug: row.slug,
      name: row.name,
      parent_id: row.parentId,
      curated: row.isCurated,
    })),
  )
  await upsert(
    trx,
    'content.topics',
    'id',
    input.topics.map((row, position) => ({
      id: row.id,
      position,
      title: row.title,
      description: row.description,
      tag_ids: row.tagIds,
      picture: json(row.picture),
      publications: row.publications,
    })),
  )
  await upsert(
    trx,
    'content.regions',
    'id',
    input.regions.map((row, position) => ({
      id: row.id,
      position,
      label: row.label,
      section_path: row.sectionPath,
      parent_id: row.parentId,
    })),
  )
  await upsert(
    trx,
    'content.authors',
    'id',
    input.authors.map(({ portrait, ...row }, position) => ({ ...row, position, portrait: json(portrait) })),
  )
  await saveMediaUses(trx, [
    {
      usedBy: 'taxonomy',
      media: {
        free: listMedia([
          input.topics.map(({ picture }) => ({ picture })),
          input.authors.map(({ portrait }) => ({ portrait })),
        ]),
        paid: [],
      },
    },
  ])
}

/** Adds a publication to its sections. What they are called is shared: the name of a section that others have stays. */
export async function saveSectionsOf(
  trx: Trx,
  publication: number,
  sections: readonly { path: string; name: string; seoTitle: string; description: string }[],
): Promise<void> {
  if (sections.length === 0) return
  const paths = sections.map(({ path }) => path)
  const rows = await trx.selectFrom('content.sections').selectAll().where('path', 'in', paths).execute()
  const known = new Map(rows.map((row) => [row.path, row]))
  await upsert(
    trx,
    'content.sections',
    'path',
    sections.map(({ path, name, seoTitle, description }, position) => {
      const row = known.get(path)
      return row === undefined || (row.publications & ~publication) === 0
        ? { path, position, name, seo_title: seoTitle, description, publications: publication }
        : { ...row, publications: row.publications | publication }
    }),
  )
}

export async function addTags(trx: Trx, tags: readonly { id: string; slug: string; name: string }[]): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map(({ id, slug, name }) => ({
    id,
    slug,
    name,
    position: 1_000_000,
    parent_id: null,
    curated: false,
  }))
  await trx
    .insertInto('content.tags')
    .values(rows)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

export async function addSections(
  trx: Trx,
  sections: readonly { path: string; name: string; publications: number }[],
): Promise<void> {
  if (sections.length === 0) return
  const rows = sections.map((section, index) => ({
    ...section,
    position: 1000 + index,
    seo_title: '',
    description: '',
  }))
  await trx
    .insertInto('content.sections')
    .values(rows)
    .onConflict((conflict) =>
      // A section of another publication is one of these from now on.
      conflict.column('path').doUpdateSet({
        publications: sql`content.sections.publications | excluded.publications`,
      }),
    )
    .execute()
}

export async function takeTagIds(trx: Trx, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{
    id: string
  }>`select nextval('content.tag_id')::text as id from generate_series(1, ${count}::int)`.execute(trx)
  return rows.map(({ id }) => id)
}

async function upsert<Table extends keyof ContentTables>(
  trx: Trx,
  table: Table,
  key: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = rows.slice(start, start + ROWS_AT_ONCE)
    await trx
      .insertInto(table)
      .values(batch as never)
      .onConflict((conflict) =>
        conflict.column(key as never).doUpdateSet(((eb: { ref: (name: string) => unknown }) =>
          Object.fromEntries(
            Object.keys(batch[0]!)
              .filter((column) => column !== key)
              .map((column) => [column, eb.ref(`excluded.${column}`)]),
          )) as never),
      )
      .execute()
  }
}

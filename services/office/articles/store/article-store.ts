/** The index of articles, and the lists they stand in. */
import { listStands, toPublicState } from '@lokalteil/domain/office/states'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toSearchText } from '@lokalteil/domain/reading/search-words'
import { sql, type Transaction } from 'kysely'
import type { ArticleRecord, OfficeDb, OfficeTables } from '../../schema.ts'

export type Trx = Transaction<OfficeTables>
export type Key = { publication: PublicationCode; id: string }

const COLUMNS = [
  'publication',
  'id',
  'desk',
  'shown',
  'readers',
  'title',
  'section_path',
  'source',
  'restriction',
  'path',
  'tag_ids',
  'people',
  'changed_at',
  'changed_by',
  'changed_by_name',
  'created_by',
  'created_by_name',
  'revision',
  'last_number',
  'published_revision',
  'published_at',
  'online_since',
  'before_revision',
  'undo_until',
  'reader_updated',
  'scheduled_for',
  'waits_until',
  'plan_failure',
  'open_notes',
  'has_update',
  'is_recalled',
  'is_stale',
  'search_text',
] as const

export const LISTS = {
  all: 'all',
  /** With everything below it. */
  section: (path: string) => `section:${path}`,
  person: (id: string) => `person:${id}`,
  /** '' for the own newsroom. */
  source: (source: string) => `source:${source}`,
  tag: (id: string) => `tag:${id}`,
  state: (stand: string) => `state:${stand}`,
  /** A newer version of its source waits. */
  update: 'update',
}

/** Dropped articles stand in lists of their own, so that they are in no other. */
export const toBinList = (list: string): string => `bin:${list}`

const selectArticles = (publication: PublicationCode, db: OfficeDb) =>
  db.selectFrom('office.articles').select(COLUMNS).where('publication', '=', publication)

function toListKeys(row: ArticleRecord): string[] {
  const sections = row.section_path.split('/').map((_part, index, parts) => parts.slice(0, index + 1).join('/'))
  const keys = [
    LISTS.all,
    ...sections.filter((path) => path !== '').map(LISTS.section),
    ...row.people.map(LISTS.person),
    LISTS.source(row.source),
    ...row.tag_ids.map(LISTS.tag),
    ...listStands(row.desk, row.shown).map(LISTS.state),
    ...(row.has_update ? [LISTS.update] : []),
  ]
  return [...new Set(row.desk === 'dropped' ? keys.map(toBinList) : keys)]
}

export async function getArticleRow(db: OfficeDb, { publication, id }: Key): Promise<ArticleRecord | null> {
  const row = await selectArticles(publication, db).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function lockArticle(trx: Trx, { publication, id }: Key): Promise<ArticleRecord | null> {
  const row = await selectArticles(publication, trx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** In the order of the ids; unknown ones are left out. */
export async function listArticleRows(
  db: OfficeDb,
  publication: PublicationCode,
  ids: readonly string[],
): Promise<ArticleRecord[]> {
  if (ids.length === 0) return []
  const rows = await selectArticles(publication, db)
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The row of an article without any facts yet. */
export function toNewRow({ publication, id }: Key, now: Date): ArticleRecord {
  return {
    publication,
    id,
    desk: 'draft',
    shown: 'never',
    readers: 'none',
    title: '',
    section_path: '',
    source: '',
    restriction: 'free',
    path: '',
    tag_ids: [],
    people: [],
    changed_at: now,
    changed_by: null,
    changed_by_name: null,
    created_by: null,
    created_by_name: null,
    revision: 0,
    last_number: 0,
    published_revision: null,
    published_at: null,
    online_since: null,
    before_revision: null,
    undo_until: null,
    reader_updated: null,
    scheduled_for: null,
    waits_until: null,
    plan_failure: null,
    open_notes: 0,
    has_update: false,
    is_recalled: false,
    is_stale: false,
    search_text: '',
  }
}

/** The columns that follow from others. */
function settle(row: ArticleRecord): ArticleRecord {
  return {
    ...row,
    search_text: toSearchText(row.title),
    shown: toPublicState({
      readers: row.readers,
      revision: row.revision,
      publishedRevision: row.published_revision,
      isPlanned: row.scheduled_for !== null,
    }),
  }
}

/** The new row, or the one that somebody else inserted meanwhile; locked. */
export async function insertArticle(trx: Trx, given: ArticleRecord): Promise<ArticleRecord> {
  const row = settle(given)
  const added = await trx
    .insertInto('office.articles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['publication', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return (await lockArticle(trx, row))!
  await enlist(trx, [row])
  return row
}

/** Writes a locked row and the lists it stands in. */
export async function changeArticle(
  trx: Trx,
  before: ArticleRecord,
  change: Partial<ArticleRecord>,
): Promise<ArticleRecord> {
  const row = settle({ ...before, ...change })
  const { publication, id, ...values } = row
  await trx
    .updateTable('office.articles')
    .set(values)
    .where('publication', '=', publication)
    .where('id', '=', id)
    .execute()
  await unlist(trx, row, toListKeys(before), toListKeys(row))
  await enlist(trx, [row])
  return row
}

async function unlist(trx: Trx, { publication, id }: ArticleRecord, before: string[], after: string[]): Promise<void> {
  const gone = before.filter((list) => !after.includes(list))
  if (gone.length === 0) return
  await trx
    .deleteFrom('office.article_lists')
    .where('publication', '=', publication)
    .where('list', 'in', gone)
    .where('article_id', '=', id)
    .execute()
}

async function enlist(trx: Trx, rows: readonly ArticleRecord[]): Promise<void> {
  const entries = rows.flatMap((row) => toListKeys(row).map((list) => ({ row, list })))
  if (entries.length === 0) return
  await sql`
    insert into office.article_lists (publication, list, article_id, changed_at)
    select * from unnest(${entries.map(({ row }) => row.publication)}::text[], ${entries.map(({ list }) => list)}::text[],
      ${entries.map(({ row }) => row.id)}::text[], ${entries.map(({ row }) => row.changed_at.toISOString())}::timestamptz[])
    on conflict (publication, list, article_id) do update set changed_at = excluded.changed_at
    where article_lists.changed_at <> excluded.changed_at`.execute(trx)
}

/** Writes many rows at once: new ones, and those that `before` has, which are locked. */
export async function writeArticles(
  trx: Trx,
  given: readonly ArticleRecord[],
  before: ReadonlyMap<string, ArticleRecord>,
): Promise<void> {
  const rows = given.map(settle)
  const added = rows.filter(({ id }) => !before.has(id))
  if (added.length > 0)
    await trx
      .insertInto('office.articles')
      .values(added)
      .onConflict((conflict) => conflict.columns(['publication', 'id']).doNothing())
      .execute()
  for (const row of rows) {
    const old = before.get(row.id)
    // The order of columns is the same.
    if (old !== undefined && JSON.stringify(old) !== JSON.stringify(settle({ ...old, ...row })))
      await changeArticle(trx, old, row)
  }
  await enlist(trx, added)
}

export async function lockArticles(
  trx: Trx,
  publication: PublicationCode,
  ids: readonly string[],
): Promise<Map<string, ArticleRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await selectArticles(publication, trx)
    .where('id', 'in', [...ids])
    // The same order everywhere, against deadlocks.
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ids among the given that readers do not see. */
export async function listUnseen(
  db: OfficeDb,
  publication: PublicationCode,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('office.articles')
    .select(['id', 'readers'])
    .where('publication', '=', publication)
    .where('id', 'in', [...ids])
    .execute()
  // The index may not have an article yet that another publication owns, so an unknown one is no dead link.
  return rows.filter(({ readers }) => readers === 'withdrawn' || readers === 'none').map(({ id }) => id)
}

/** Readers have the articles whose time has come: the content service shows them without a write. */
export async function endWaits(trx: Trx, publication: PublicationCode, now: Date, limit: number): Promise<string[]> {
  const due = await trx
    .selectFrom('office.articles')
    .select('id')
    .where('publication', '=', publication)
    .where('waits_until', '<=', now)
    .orderBy('waits_until')
    .limit(limit)
    .execute()
  const rows = await lockArticles(
    trx,
    publication,
    due.map(({ id }) => id),
  )
  for (const row of rows.values())
    if (row.waits_until !== null && row.waits_until <= now)
      await changeArticle(trx, row, {
        waits_until: null,
        ...(row.readers === 'waiting' ? { readers: 'shown' as const, online_since: row.waits_until } : {}),
      })
  return [...rows.keys()]
}

/** Deletes an article that readers never had, with everything of it. */
export async function deleteArticle(trx: Trx, row: ArticleRecord): Promise<void> {
  await unlist(trx, row, toListKeys(row), [])
  await trx.deleteFrom('office.articles').where('publication', '=', row.publication).where('id', '=', row.id).execute()
}

/** Working copies and their revisions. */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { BlockConflict, Person, Revision } from '@lokalteil/contracts/office'
import { AUTO_REVISION_MINUTES } from '@lokalteil/domain/office/states'
import { sql } from 'kysely'
import type { ArticleRecord, OfficeDb } from '../../schema.ts'
import { countBodyWords } from '../draft-text.ts'
import { changeArticle, type Key, type Trx } from './article-store.ts'

export type WorkingCopy = { revision: number; draft: ArticleDraft; conflicts: BlockConflict[] }

type StoredRevision = { revision: Revision; draft: ArticleDraft }

const MINUTE = 60_000
/** Milliseconds for which a passed revision stays as a base of merges. */
export const PASSED_MS = 60 * MINUTE
const MOST_REVISIONS = 500

export async function getWorkingCopy(db: OfficeDb, { publication, id }: Key): Promise<WorkingCopy | null> {
  const row = await db
    .selectFrom('office.drafts')
    .select(['revision', 'draft', 'conflicts'])
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

type NewRevision = {
  by: Person | null
  at: Date
  kind: Revision['kind']
  base: number
  draft: ArticleDraft
  sent?: string
}

/**
 * Appends a revision of a locked article and returns its number. An automatic one takes the place of the person's
 * before it within five minutes in the list of revisions.
 */
export async function appendRevision(
  trx: Trx,
  row: ArticleRecord,
  { by, at, kind, base, draft, sent }: NewRevision,
): Promise<{ number: number; row: ArticleRecord; isNewWindow: boolean }> {
  const number = row.last_number + 1
  const windowStart = kind === 'auto' && by !== null ? await passBefore(trx, row, by.id, at) : null
  await trx
    .insertInto('office.revisions')
    .values({
      publication: row.publication,
      article_id: row.id,
      number,
      by_id: by?.id ?? null,
      by_name: by?.name ?? null,
      at,
      kind,
      base,
      draft: JSON.stringify(draft),
      title: draft.title,
      words: countBodyWords(draft.body),
      window_start: kind === 'auto' ? (windowStart ?? at) : null,
      sent: sent ?? null,
    })
    .execute()
  return { number, row: { ...row, last_number: number }, isNewWindow: windowStart === null }
}

/** Marks the person's automatic revision of these five minutes as passed; returns when they began, null: not yet. */
async function passBefore(trx: Trx, row: ArticleRecord, person: string, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ window_start: Date }>`
    update office.revisions set is_passed = true
    where publication = ${row.publication} and article_id = ${row.id} and number = (
      select number from office.revisions
      where publication = ${row.publication} and article_id = ${row.id} and kind = 'auto' and not is_passed
        and by_id = ${person} and number > ${row.last_number - 200}
      order by number desc limit 1
    ) and window_start > ${new Date(at.getTime() - AUTO_REVISION_MINUTES * MINUTE)} returning window_start`.execute(trx)
  return rows[0]?.window_start ?? null
}

/** Makes a revision the working copy and brings the index in line with it. */
export async function setWorkingCopy(
  trx: Trx,
  row: ArticleRecord,
  { revision, draft, conflicts }: WorkingCopy,
  { by, at, ...more }: { by: Person | null; at: Date } & Partial<ArticleRecord>,
): Promise<ArticleRecord> {
  const values = { revision, draft: JSON.stringify(draft), conflicts: JSON.stringify(conflicts) }
  await trx
    .insertInto('office.drafts')
    .values({ publication: row.publication, article_id: row.id, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'article_id']).doUpdateSet(values))
    .execute()
  return changeArticle(trx, row, {
    ...toIndexColumns(draft),
    revision,
    last_number: row.last_number,
    changed_at: at,
    changed_by: by?.id ?? null,
    changed_by_name: by?.name ?? null,
    ...(by === null || row.people.includes(by.id) ? {} : { people: [...row.people, by.id].slice(-50) }),
    ...more,
  })
}

function toIndexColumns(draft: ArticleDraft) {
  return {
    title: draft.title,
    section_path: draft.sectionPath,
    source: draft.source,
    restriction: draft.contentRestriction,
    tag_ids: draft.tagIds,
  }
}

/** The revision with this number, or the nearest one before that is still kept. */
export async function getBase(db: OfficeDb, { publication, id }: Key, number: number): Promise<ArticleDraft | null> {
  const row =
    (await db
      .selectFrom('office.revisions')
      .select('draft')
      .where('publication', '=', publication)
      .where('article_id', '=', id)
      .where('number', '<=', number)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('office.revisions')
      .select('draft')
      .where('publication', '=', publication)
      .where('article_id', '=', id)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst())
  return row?.draft ?? null
}

export async function isSaved(db: OfficeDb, { publication, id }: Key, base: number, sent: string): Promise<boolean> {
  const row = await db
    .selectFrom('office.revisions')
    .select('number')
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('number', '>', base)
    .where('sent', '=', sent)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const SHOWN = ['number', 'by_id', 'by_name', 'at', 'kind', 'title', 'words'] as const

export async function listRevisions(db: OfficeDb, { publication, id }: Key): Promise<Revision[]> {
  const rows = await db
    .selectFrom('office.revisions')
    .select(SHOWN)
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('is_passed', '=', false)
    .orderBy('number', 'desc')
    .limit(MOST_REVISIONS)
    .execute()
  return rows.map(toRevision)
}

export async function getRevision(
  db: OfficeDb,
  { publication, id }: Key,
  number: number,
): Promise<StoredRevision | null> {
  const row = await db
    .selectFrom('office.revisions')
    .select([...SHOWN, 'draft'])
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row === undefined ? null : { revision: toRevision(row), draft: row.draft }
}

/** The newest state that came from outside. */
export async function getLastGiven(db: OfficeDb, { publication, id }: Key): Promise<ArticleDraft | null> {
  const row = await db
    .selectFrom('office.revisions')
    .select('draft')
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('kind', 'in', ['imported', 'agency'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.draft ?? null
}

/** A kept or published revision stays, whatever saves follow. */
export async function keepRevision(
  trx: Trx,
  { publication, id }: Key,
  number: number,
  kind: 'kept' | 'published',
): Promise<void> {
  await trx
    .updateTable('office.revisions')
    .set({ kind, is_passed: false })
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('number', '=', number)
    .$if(kind === 'kept', (query) => query.where('kind', '=', 'auto'))
    .execute()
}

/** Deletes passed revisions after an hour and automatic ones after thirty days, but none that is in use. */
export async function sweepRevisions(db: OfficeDb, passedBefore: Date, autoBefore: Date, limit: number): Promise<void> {
  const unused = sql`not exists (
    select from office.articles a where a.publication = r.publication and a.id = r.article_id
      and r.number in (a.revision, a.published_revision, a.before_revision)
  ) and not exists (
    select from office.plans p where p.publication = r.publication and p.article_id = r.article_id
      and p.state in ('waiting', 'pictures') and p.revision = r.number
  )`
  for (const due of [sql`r.is_passed and r.at < ${passedBefore}`, sql`r.kind = 'auto' and r.at < ${autoBefore}`])
    await sql`
      delete from office.revisions where (publication, article_id, number) in (
        select r.publication, r.article_id, r.number from office.revisions r where ${due} and ${unused} order by r.at limit ${limit}
      )`.execute(db)
}

function toRevision(row: {
  number: number
  by_id: string | null
  by_name: string | null
  at: Date
  kind: Revision['kind']
  title: string
  words: number
}): Revision {
  return {
    number: row.number,
    by: toPerson(row.by_id, row.by_name),
    at: row.at.toISOString(),
    kind: row.kind,
    title: row.title,
    words: row.words,
  }
}

export function toPerson(id: string | null, name: string | null): Person | null {
  return id === null ? null : { id, name: name ?? '' }
}

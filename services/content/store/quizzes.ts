/**
 * Quizzes: a row for each publication and source id. Withdrawn ones stay as tombstones, so that an older delivery does
 * not bring them back.
 */
import type { Quiz, QuizDraft } from '@lokalteil/contracts/content'
import { sql, type Selectable } from 'kysely'
import { listMedia } from '../media-uses.ts'
import type { ContentDb, ContentTables, Trx } from '../schema.ts'
import { endFreeUses, saveMediaUses } from './media.ts'

export type StoredQuiz = Omit<Quiz, 'slug' | 'section'> & { sectionPath: string }
/** A later delivery of the source that waits for the office. `body` null: a withdrawal. */
type Proposal = { version: number; body: StoredQuiz | null }

export type QuizRow = {
  publication: string
  sourceId: string
  slug: string
  /** Of the last delivery of the source, with its digest. */
  version: number
  digest: string
  published: Date
  /** Null: readers do not have it. */
  body: StoredQuiz | null
  revision: number
  /** Null: as readers have it. */
  draft: QuizDraft | null
  proposal: Proposal | null
  /** Readers never had it. */
  isNew: boolean
  /** The office published or withdrew it: later deliveries of the source wait. */
  isOurs: boolean
  changedBy: string
  /** Null: the office never wrote it. */
  changedAt: Date | null
}
export type ShownQuiz = { slug: string; body: StoredQuiz }

export async function listQuizzes(
  db: ContentDb,
  publication: string,
  now: Date,
  limit: number,
  offset: number,
): Promise<{ rows: ShownQuiz[]; total: number }> {
  const shown = db
    .selectFrom('content.quizzes')
    .where('publication', '=', publication)
    .where('removed', '=', false)
    .where('published', '<=', now)
  const [rows, counted] = await Promise.all([
    shown.select(['slug', 'body']).orderBy('published', 'desc').orderBy('slug').limit(limit).offset(offset).execute(),
    shown.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as ShownQuiz[], total: Number(counted.total) }
}

export async function getQuiz(db: ContentDb, publication: string, slug: string): Promise<QuizRow | null> {
  const row = await selectQuizzes(db, publication).where('slug', '=', slug).executeTakeFirst()
  return row === undefined ? null : toRow(row)
}

export async function getQuizOfSource(trx: Trx, publication: string, sourceId: string): Promise<QuizRow | null> {
  const row = await selectQuizzes(trx, publication).where('source_id', '=', sourceId).executeTakeFirst()
  return row === undefined ? null : toRow(row)
}

/** In all states, those changed last first. */
export async function listAllQuizzes(
  db: ContentDb,
  publication: string,
  limit: number,
  offset: number,
): Promise<{ rows: QuizRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    selectQuizzes(db, publication)
      .orderBy(sql`coalesce(changed_at, published)`, 'desc')
      .orderBy('slug')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('content.quizzes')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('publication', '=', publication)
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(toRow), total: Number(counted.total) }
}

/** The first moment after `at` at which a quiz appears; null: none. */
export async function nextQuiz(db: ContentDb, at: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('content.quizzes')
    .select(({ fn }) => fn.min<Date | null>('published').as('moment'))
    .where('removed', '=', false)
    .where('published', '>', at)
    .executeTakeFirst()
  return row?.moment ?? null
}

function selectQuizzes(db: ContentDb, publication: string) {
  return db.selectFrom('content.quizzes').selectAll().where('publication', '=', publication)
}

function toRow(row: Selectable<ContentTables['content.quizzes']>): QuizRow {
  const { publication, source_id, slug, version, digest, published, revision, is_new, is_ours } = row
  return {
    publication,
    sourceId: source_id,
    slug,
    version,
    digest,
    published,
    revision,
    body: row.body as StoredQuiz | null,
    draft: row.draft as QuizDraft | null,
    proposal: row.proposal as Proposal | null,
    isNew: is_new,
    isOurs: is_ours,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
}

/** Slugs that begin with `beginning`; withdrawn quizzes keep theirs, because their address answers 410. */
export async function listSlugs(trx: Trx, publication: string, beginning: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('content.quizzes')
    .select('slug')
    .where('publication', '=', publication)
    .where('slug', 'like', `${beginning}%`)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

export async function saveQuiz(trx: Trx, row: QuizRow): Promise<void> {
  const { publication, sourceId, slug, version, digest, published, body, draft, proposal, revision } = row
  const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const values = {
    slug,
    version,
    digest,
    published,
    revision,
    removed: body === null,
    body: toJson(body),
    draft: toJson(draft),
    proposal: toJson(proposal),
    is_new: row.isNew,
    is_ours: row.isOurs,
    changed_by: row.changedBy,
    changed_at: row.changedAt,
  }
  await trx
    .insertInto('content.quizzes')
    .values({ publication, source_id: sourceId, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'source_id']).doUpdateSet(values))
    .execute()
  const usedBy = `quiz:${publication}:${sourceId}`
  if (body === null) await endFreeUses(trx, [usedBy])
  else await saveMediaUses(trx, [{ usedBy, media: { free: listMedia(body), paid: [] } }])
}

/** A quiz that readers never had. */
export async function deleteQuiz(trx: Trx, { publication, sourceId }: QuizRow): Promise<void> {
  await trx
    .deleteFrom('content.quizzes')
    .where('publication', '=', publication)
    .where('source_id', '=', sourceId)
    .execute()
}

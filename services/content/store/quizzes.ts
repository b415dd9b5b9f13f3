/**
 * Quizzes: a row for each publication and source id. Withdrawn ones stay as tombstones, so that an older delivery does
 * not bring them back.
 */
import type { Quiz } from '@lokalteil/contracts/content'
import { listMedia } from '../media-uses.ts'
import type { ContentDb, Trx } from '../schema.ts'
import { endFreeUses, saveMediaUses } from './media.ts'

export type StoredQuiz = Omit<Quiz, 'slug' | 'section'> & { sectionPath: string }
export type QuizRow = { slug: string; removed: boolean; published: Date; body: StoredQuiz | null }
export type KnownQuiz = { slug: string; version: number; digest: string; removed: boolean }

export async function listQuizzes(
  db: ContentDb,
  publication: string,
  now: Date,
  limit: number,
  offset: number,
): Promise<{ rows: QuizRow[]; total: number }> {
  const shown = db
    .selectFrom('content.quizzes')
    .where('publication', '=', publication)
    .where('removed', '=', false)
    .where('published', '<=', now)
  const [rows, counted] = await Promise.all([
    shown
      .select(['slug', 'removed', 'published', 'body'])
      .orderBy('published', 'desc')
      .orderBy('slug')
      .limit(limit)
      .offset(offset)
      .execute(),
    shown.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as QuizRow[], total: Number(counted.total) }
}

export async function getQuiz(db: ContentDb, publication: string, slug: string): Promise<QuizRow | null> {
  const row = await db
    .selectFrom('content.quizzes')
    .select(['slug', 'removed', 'published', 'body'])
    .where('publication', '=', publication)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return (row as QuizRow | undefined) ?? null
}

export async function getKnownQuiz(trx: Trx, publication: string, sourceId: string): Promise<KnownQuiz | null> {
  const row = await trx
    .selectFrom('content.quizzes')
    .select(['slug', 'version', 'digest', 'removed'])
    .where('publication', '=', publication)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  return row ?? null
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

export type SavedQuiz = {
  publication: string
  sourceId: string
  slug: string
  version: number
  digest: string
  published: Date
  /** Null: withdrawn. */
  body: StoredQuiz | null
}

export async function saveQuiz(trx: Trx, { publication, sourceId, body, ...rest }: SavedQuiz): Promise<void> {
  const values = { ...rest, removed: body === null, body: body === null ? null : JSON.stringify(body) }
  await trx
    .insertInto('content.quizzes')
    .values({ publication, source_id: sourceId, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'source_id']).doUpdateSet(values))
    .execute()
  const usedBy = `quiz:${publication}:${sourceId}`
  if (body === null) await endFreeUses(trx, [usedBy])
  else await saveMediaUses(trx, [{ usedBy, media: { free: listMedia(body), paid: [] } }])
}

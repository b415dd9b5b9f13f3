/** Reviews of test reports. The sum of stars is stored with the article and changes in the same transaction. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { CommunityDb, CommunityTables, Trx } from '../schema.ts'
import { addTexts } from './members.ts'
import { TEXT_COLUMNS, type TextChange } from './texts.ts'

export type ReviewRow = Omit<Selectable<CommunityTables['community.reviews']>, 'search'>
export type ShownReview = ReviewRow & { name: string | null }

const COLUMNS = [...TEXT_COLUMNS, 'stars'] as const

function selectShown(db: CommunityDb) {
  return db
    .selectFrom('community.reviews as r')
    .leftJoin('community.members as m', (join) =>
      join.onRef('m.publication', '=', 'r.publication').onRef('m.sub', '=', 'r.sub'),
    )
    .select(COLUMNS.map((column) => `r.${column}` as const))
    .select('m.name')
}

export async function listVisible(
  db: CommunityDb,
  publication: PublicationCode,
  article: string,
  page: { limit: number; offset: number },
): Promise<ShownReview[]> {
  return selectShown(db)
    .where('r.publication', '=', publication)
    .where('r.article', '=', article)
    .where('r.state', '=', 'visible')
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Number of reviews with one star, two, and so on. */
export async function countStars(db: CommunityDb, publication: PublicationCode, article: string): Promise<number[]> {
  const rows = await db
    .selectFrom('community.reviews')
    .select(['stars', ({ fn }) => fn.countAll<number>().as('total')])
    .where('publication', '=', publication)
    .where('article', '=', article)
    .where('state', '=', 'visible')
    .groupBy('stars')
    .execute()
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.total ?? 0)
}

export async function findOwn(
  db: CommunityDb,
  publication: PublicationCode,
  article: string,
  sub: string,
): Promise<ShownReview | null> {
  const row = await selectShown(db)
    .where('r.publication', '=', publication)
    .where('r.article', '=', article)
    .where('r.sub', '=', sub)
    .executeTakeFirst()
  return row ?? null
}

export async function lockReview(trx: Trx, publication: PublicationCode, id: number): Promise<ReviewRow | null> {
  const row = await trx
    .selectFrom('community.reviews')
    .select(COLUMNS)
    .where('publication', '=', publication)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function addReview(
  trx: Trx,
  review: Omit<Insertable<CommunityTables['community.reviews']>, 'edited_at' | 'ground'>,
): Promise<ReviewRow> {
  const row = await trx
    .insertInto('community.reviews')
    .values({ ...review, edited_at: null, ground: null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await count(trx, { ...row, state: 'pending' }, row)
  return row
}

/** The only way to change a review's state or stars: sums are updated with it. */
export async function changeReview(trx: Trx, row: ReviewRow, change: TextChange & { stars?: number }): Promise<void> {
  await trx.updateTable('community.reviews').set(change).where('id', '=', row.id).execute()
  await count(trx, row, { state: change.state, stars: change.stars ?? row.stars })
}

export async function removeReview(trx: Trx, row: ReviewRow): Promise<void> {
  await trx.deleteFrom('community.reviews').where('id', '=', row.id).execute()
  await count(trx, row, { state: 'withdrawn', stars: row.stars })
}

async function count(trx: Trx, row: ReviewRow, next: Pick<ReviewRow, 'state' | 'stars'>): Promise<void> {
  const was = Number(row.state === 'visible')
  const is = Number(next.state === 'visible')
  await trx
    .updateTable('community.threads')
    .set({
      reviews: sql<number>`reviews + ${is - was}`,
      stars: sql<number>`stars + ${is * next.stars - was * row.stars}`,
    })
    .where('publication', '=', row.publication)
    .where('article', '=', row.article)
    .execute()
  await addTexts(trx, row.publication, row.sub, is - was)
}

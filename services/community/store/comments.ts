/** Comments and votes. Counters are stored beside the counted rows and change in the same transaction. */
import { toHelpfulness, type CommentSort } from '@lokalteil/domain/community/discussion'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { CommunityDb, CommunityTables, Trx } from '../schema.ts'
import { addTexts } from './members.ts'
import { TEXT_COLUMNS, type TextChange } from './texts.ts'

export type CommentRow = Omit<Selectable<CommunityTables['community.comments']>, 'search'>
/** With its author, and the vote of the requesting reader. */
export type ShownComment = CommentRow & {
  name: string | null
  author_path: string | null
  own_vote: number | null
  reply_name: string | null
}
export type Viewing = { publication: PublicationCode; article: string; viewer: string | null }

const COLUMNS = [...TEXT_COLUMNS, 'parent', 'reply_to', 'up', 'down', 'score', 'replies', 'is_picked'] as const

/** A removed comment leaves a note; a withdrawn one leaves its place only if it was answered. */
const isShown = (viewer: string | null) =>
  sql<boolean>`(c.state in ('visible', 'removed') or (c.state = 'withdrawn' and c.replies > 0)
    or (c.state = 'pending' and c.sub = ${viewer ?? ''}))`

function selectShown(db: CommunityDb, viewer: string | null) {
  return db
    .selectFrom('community.comments as c')
    .leftJoin('community.members as m', (join) =>
      join.onRef('m.publication', '=', 'c.publication').onRef('m.sub', '=', 'c.sub'),
    )
    .leftJoin('community.votes as v', (join) => join.onRef('v.comment', '=', 'c.id').on('v.sub', '=', viewer ?? ''))
    .leftJoin('community.comments as a', 'a.id', 'c.reply_to')
    .leftJoin('community.members as am', (join) =>
      join.onRef('am.publication', '=', 'a.publication').onRef('am.sub', '=', 'a.sub'),
    )
    .select(COLUMNS.map((column) => `c.${column}` as const))
    .select(['m.name', 'm.author_path', 'v.value as own_vote', 'am.name as reply_name'])
}

export async function listThreads(
  db: CommunityDb,
  { publication, article, viewer }: Viewing,
  { sort, limit, offset }: { sort: CommentSort; limit: number; offset: number },
): Promise<{ rows: ShownComment[]; total: number }> {
  const isPicked = sql<boolean>`(c.is_picked or exists (select from community.comments p where p.parent = c.id and p.is_picked and p.state = 'visible'))`
  const filter = sql<boolean>`${isShown(viewer)} and ${sort === 'picks' ? isPicked : sql`true`}`
  let listed = selectShown(db, viewer)
    .where('c.publication', '=', publication)
    .where('c.article', '=', article)
    .where('c.parent', 'is', null)
    .where(filter)
  if (sort === 'helpful') listed = listed.orderBy('c.score', 'desc').orderBy(sql`c.up - c.down`, 'desc')
  const rows = await listed.orderBy('c.at', 'desc').orderBy('c.id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await db
    .selectFrom('community.comments as c')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('c.publication', '=', publication)
    .where('c.article', '=', article)
    .where('c.parent', 'is', null)
    .where(filter)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The first replies of each thread, and their number. */
export async function listFirstReplies(
  db: CommunityDb,
  viewer: string | null,
  parents: readonly number[],
  first: number,
): Promise<{ rows: ShownComment[]; counts: ReadonlyMap<number, number> }> {
  if (parents.length === 0) return { rows: [], counts: new Map() }
  const ranked = await db
    .selectFrom('community.comments as c')
    .select(['c.id', 'c.parent'])
    .select(sql<number>`row_number() over (partition by c.parent order by c.id)`.as('rank'))
    .select(sql<number>`count(*) over (partition by c.parent)`.as('total'))
    .where('c.parent', 'in', [...parents])
    .where(isShown(viewer))
    .execute()
  const counts = new Map(ranked.map(({ parent, total }) => [parent!, total]))
  const ids = ranked.filter(({ rank }) => rank <= first).map(({ id }) => id)
  return { rows: await listByIds(db, viewer, ids), counts }
}

export async function listByIds(
  db: CommunityDb,
  viewer: string | null,
  ids: readonly number[],
): Promise<ShownComment[]> {
  if (ids.length === 0) return []
  return selectShown(db, viewer)
    .where('c.id', 'in', [...ids])
    .orderBy('c.id')
    .execute()
}

/** `upTo`: the last ones up to and including it; otherwise those after one. Oldest first. */
export async function listReplies(
  db: CommunityDb,
  viewer: string | null,
  parent: number,
  { after = 0, upTo, limit }: { after?: number; upTo?: number; limit: number },
): Promise<ShownComment[]> {
  const listed = selectShown(db, viewer).where('c.parent', '=', parent).where(isShown(viewer)).limit(limit)
  if (upTo === undefined) return listed.where('c.id', '>', after).orderBy('c.id').execute()
  return (await listed.where('c.id', '<=', upTo).orderBy('c.id', 'desc').execute()).toReversed()
}

export async function findShown(
  db: CommunityDb,
  viewer: string | null,
  publication: PublicationCode,
  id: number,
): Promise<ShownComment | null> {
  const row = await selectShown(db, viewer)
    .where('c.id', '=', id)
    .where('c.publication', '=', publication)
    .where(isShown(viewer))
    .executeTakeFirst()
  return row ?? null
}

export async function countNew(
  db: CommunityDb,
  { publication, article, viewer }: Viewing,
  since: Date,
): Promise<number> {
  const { total } = await db
    .selectFrom('community.comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('publication', '=', publication)
    .where('article', '=', article)
    .where('state', '=', 'visible')
    .where('at', '>', since)
    .where((where) => where.or([where('sub', 'is', null), where('sub', '<>', viewer ?? '')]))
    .executeTakeFirstOrThrow()
  return total
}

export async function lockComment(trx: Trx, publication: PublicationCode, id: number): Promise<CommentRow | null> {
  const row = await trx
    .selectFrom('community.comments')
    .select(COLUMNS)
    .where('publication', '=', publication)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether the reader has posted the same words under the article before. */
export async function hasTwin(
  trx: Trx,
  comment: { publication: string; article: string; sub: string; text: string },
  since: Date,
) {
  const row = await trx
    .selectFrom('community.comments')
    .select('id')
    .where('publication', '=', comment.publication)
    .where('sub', '=', comment.sub)
    .where('at', '>', since)
    .where('article', '=', comment.article)
    .where('text', '=', comment.text)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst()
  return row !== undefined
}

export async function addComment(
  trx: Trx,
  comment: Omit<Insertable<CommunityTables['community.comments']>, 'edited_at' | 'ground'>,
): Promise<CommentRow> {
  const row = await trx
    .insertInto('community.comments')
    .values({ ...comment, edited_at: null, ground: null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  if (row.state === 'visible') await count(trx, row, 1)
  return row
}

/** The only way to change a comment's state: counters are updated with it. */
export async function changeComment(trx: Trx, row: CommentRow, change: TextChange & { sub?: null }): Promise<void> {
  await trx.updateTable('community.comments').set(change).where('id', '=', row.id).execute()
  await count(trx, row, Number(change.state === 'visible') - Number(row.state === 'visible'))
}

async function count(trx: Trx, row: CommentRow, change: number): Promise<void> {
  if (change === 0) return
  await trx
    .updateTable('community.threads')
    .set({ comments: sql<number>`greatest(0, comments + ${change})` })
    .where('publication', '=', row.publication)
    .where('article', '=', row.article)
    .execute()
  if (row.parent !== null)
    await trx
      .updateTable('community.comments')
      .set({ replies: sql<number>`greatest(0, replies + ${change})` })
      .where('id', '=', row.parent)
      .execute()
  await addTexts(trx, row.publication, row.sub, change)
}

export async function hasReplies(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('community.comments')
    .select('id')
    .where((where) => where.or([where('parent', '=', id), where('reply_to', '=', id)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function removeComment(trx: Trx, row: CommentRow): Promise<void> {
  if (row.state === 'visible') await count(trx, row, -1)
  await trx.deleteFrom('community.comments').where('id', '=', row.id).execute()
}

export async function setPicked(
  db: CommunityDb,
  publication: PublicationCode,
  id: number,
  isPicked: boolean,
): Promise<string | null> {
  const row = await db
    .updateTable('community.comments')
    .set({ is_picked: isPicked })
    .where('publication', '=', publication)
    .where('id', '=', id)
    .where('state', '=', 'visible')
    .returning('article')
    .executeTakeFirst()
  return row?.article ?? null
}

/** Locks the comment, so that parallel requests count one vote per reader. */
export async function saveVote(
  trx: Trx,
  row: CommentRow,
  sub: string,
  value: -1 | 0 | 1,
): Promise<{ up: number; down: number }> {
  const before = await trx
    .selectFrom('community.votes')
    .select('value')
    .where('comment', '=', row.id)
    .where('sub', '=', sub)
    .executeTakeFirst()
  const old = before?.value ?? 0
  const up = row.up + Number(value === 1) - Number(old === 1)
  const down = row.down + Number(value === -1) - Number(old === -1)
  if (old === value) return { up, down }
  if (value === 0)
    await trx.deleteFrom('community.votes').where('comment', '=', row.id).where('sub', '=', sub).execute()
  else
    await trx
      .insertInto('community.votes')
      .values({ publication: row.publication, comment: row.id, sub, value })
      .onConflict((conflict) => conflict.columns(['comment', 'sub']).doUpdateSet({ value }))
      .execute()
  await trx
    .updateTable('community.comments')
    .set({ up, down, score: toHelpfulness(up, down) })
    .where('id', '=', row.id)
    .execute()
  return { up, down }
}

/** Adds votes of invented readers, for the demo. */
export async function addVotes(
  db: CommunityDb,
  publication: PublicationCode,
  comment: number,
  votes: readonly (1 | -1)[],
): Promise<void> {
  if (votes.length === 0) return
  const up = votes.filter((value) => value === 1).length
  const down = votes.length - up
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('community.votes')
      .values(votes.map((value, index) => ({ publication, comment, sub: `demo-voice-${index}`, value })))
      .execute()
    await trx
      .updateTable('community.comments')
      .set({ up, down, score: toHelpfulness(up, down) })
      .where('id', '=', comment)
      .execute()
  })
}

/** Records which files free and paid texts show. */
import { sql } from 'kysely'
import type { MediaUses } from '../media-uses.ts'
import type { ContentDb, Trx } from '../schema.ts'

/** Files of this site that only paid texts show. */
export async function listPaidMedia(db: ContentDb): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from content.media_uses group by name having ${isPaidMedia}`.execute(db)
  return rows.map(({ name }) => name)
}

/** All files that these articles show or showed, each with whether it is paid now. */
export async function listMediaOf(
  db: ContentDb,
  articleIds: readonly string[],
): Promise<{ name: string; isPaid: boolean }[]> {
  const { rows } = await sql<{ name: string; is_paid: boolean }>`
    select name, ${isPaidMedia} as is_paid from content.media_uses
    where name in (select name from content.media_uses where used_by = any(${[...articleIds]}::text[])) group by name`.execute(
    db,
  )
  return rows.map(({ name, is_paid }) => ({ name, isPaid: is_paid }))
}

const isPaidMedia = sql<boolean>`bool_or(use = 'paid') and not bool_or(use = 'free')`

export async function saveMediaUses(trx: Trx, users: readonly { usedBy: string; media: MediaUses }[]): Promise<void> {
  await endFreeUses(
    trx,
    users.map(({ usedBy }) => usedBy),
  )
  const uses = users.flatMap(({ usedBy, media }) => [
    ...media.free.map((name) => ({ usedBy, name, use: 'free' })),
    ...media.paid.map((name) => ({ usedBy, name, use: 'paid' })),
  ])
  await sql`
    insert into content.media_uses (used_by, name, use)
    select * from unnest(${uses.map(({ usedBy }) => usedBy)}::text[], ${uses.map(({ name }) => name)}::text[], ${uses.map(({ use }) => use)}::text[])
    on conflict (used_by, name) do update set use = excluded.use`.execute(trx)
}

/** Rows stay as `former`, so that a reader of the changes learns of files that an article no longer shows. */
export async function endFreeUses(trx: Trx, users: readonly string[]): Promise<void> {
  await sql`update content.media_uses set use = 'former' where used_by = any(${[...users]}::text[]) and use = 'free'`.execute(
    trx,
  )
}

type User = { id: string; article: string | null; teaser: string | null }

/**
 * Users of the files in the order of their names, from the one after `after` on. A user that is no article of the
 * publication, or whose article was withdrawn, has no text. Uses of paid texts outlast the text: the caller looks into it.
 */
export async function listUsers(
  db: ContentDb,
  owner: string,
  { names, after, limit }: { names: readonly string[]; after: string; limit: number },
): Promise<User[]> {
  const { rows } = await sql<User>`
    with users as materialized (
      select distinct used_by from content.media_uses
      where name = any(${[...names]}::text[]) and use <> 'former' and used_by > ${after} order by used_by limit ${limit}
    )
    select users.used_by as id, coalesce(a.full_article, a.article) as article, a.teaser from users
    left join content.articles a on a.id = users.used_by and a.owner = ${owner} and not a.removed
    order by users.used_by`.execute(db)
  return rows
}

/** When rights of pictures end: milliseconds since the epoch, by the name from `toMediaName`. */
export type PictureEnds = ReadonlyMap<string, number>

export async function listPictureEnds(db: ContentDb, publication: string): Promise<PictureEnds> {
  const rows = await db
    .selectFrom('content.picture_ends')
    .select(['name', 'until'])
    .where('publication', '=', publication)
    .execute()
  return new Map(rows.map(({ name, until }) => [name, until.getTime()]))
}

type PictureEnd = { name: string; until: Date | null }

/** `isNew`: something was written. `turned`: names of pictures that readers see now and did not, or the other way round. */
export async function savePictureEnds(
  trx: Trx,
  publication: string,
  ends: readonly PictureEnd[],
  now: Date,
): Promise<{ isNew: boolean; turned: string[] }> {
  const names = ends.map(({ name }) => name)
  const rows = await trx
    .selectFrom('content.picture_ends')
    .select(['name', 'until'])
    .where('publication', '=', publication)
    .where('name', 'in', names)
    .execute()
  const before = new Map(rows.map(({ name, until }) => [name, until]))
  const changed = ends.filter(({ name, until }) => before.get(name)?.getTime() !== until?.getTime())
  const gone = changed.flatMap(({ name, until }) => (until === null ? [name] : []))
  if (gone.length > 0)
    await trx
      .deleteFrom('content.picture_ends')
      .where('publication', '=', publication)
      .where('name', 'in', gone)
      .execute()
  const kept = changed.flatMap(({ name, until }) => (until === null ? [] : [{ publication, name, until }]))
  if (kept.length > 0)
    await trx
      .insertInto('content.picture_ends')
      .values(kept)
      .onConflict((conflict) =>
        conflict.columns(['publication', 'name']).doUpdateSet((eb) => ({ until: eb.ref('excluded.until') })),
      )
      .execute()
  const hasEnded = (until: Date | null | undefined) => until !== null && until !== undefined && until <= now
  return {
    isNew: changed.length > 0,
    turned: changed.flatMap(({ name, until }) => (hasEnded(before.get(name)) === hasEnded(until) ? [] : [name])),
  }
}

/** The first moment after `at` at which rights end; null: none. */
export async function nextPictureEnd(db: ContentDb, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ moment: Date | null }>`
    select min(until) as moment from content.picture_ends where until > ${at}`.execute(db)
  return rows[0]?.moment ?? null
}

/** Ids of articles of all publications that show or showed one of the files. */
export async function listArticlesWith(db: ContentDb, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from content.media_uses u join content.articles a on a.id = u.used_by and not a.removed
    where u.name = any(${[...names]}::text[]) and u.use <> 'former'`.execute(db)
  return rows.map(({ id }) => id)
}

/** The same for pictures whose rights ended after `after` and until `until`. */
export async function listArticlesThatLose(db: ContentDb, after: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from content.picture_ends e join content.media_uses u on u.name = e.name and u.use <> 'former'
    join content.articles a on a.id = u.used_by and not a.removed
    where e.until > ${after} and e.until <= ${until} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of the files that the publication itself shows, beside its articles. */
export async function listShownByPublication(db: ContentDb, code: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from content.media_uses where name = any(${[...names]}::text[]) and use <> 'former'
      and (used_by = ${`order:${code}`} or used_by like 'entries:%')`.execute(db)
  return rows.map(({ name }) => name)
}

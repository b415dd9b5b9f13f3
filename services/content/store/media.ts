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

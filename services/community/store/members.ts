/** Members: readers who have written, voted or chosen a name. */
import type { Reader } from '@lokalteil/contracts/community'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { CommunityDb, CommunityTables, Trx } from '../schema.ts'

export type MemberRow = Selectable<CommunityTables['community.members']>

/** Creates the reader's row if needed, and stores the current address. */
export async function touchMember(
  db: CommunityDb,
  publication: PublicationCode,
  reader: Reader,
  now: Date,
): Promise<MemberRow> {
  const known = await findMember(db, publication, reader.sub)
  const email = reader.isEmailVerified ? reader.email : (known?.email ?? '')
  if (known !== null && known.email === email) return known
  return db
    .insertInto('community.members')
    .values({ publication, sub: reader.sub, email, created_at: now })
    .onConflict((conflict) => conflict.columns(['publication', 'sub']).doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findMember(
  db: CommunityDb,
  publication: PublicationCode,
  sub: string,
): Promise<MemberRow | null> {
  const row = await db
    .selectFrom('community.members')
    .selectAll()
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the member, so that parallel actions run one after the other. */
export async function lockMember(trx: Trx, publication: PublicationCode, sub: string): Promise<void> {
  await trx
    .selectFrom('community.members')
    .select('sub')
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .forUpdate()
    .execute()
}

/** Null: no such member. `taken`: another member has this name. */
export async function updateMember(
  db: CommunityDb,
  publication: PublicationCode,
  sub: string,
  change: Updateable<CommunityTables['community.members']>,
): Promise<MemberRow | null | 'taken'> {
  try {
    const row = await db
      .updateTable('community.members')
      .set(change)
      .where('publication', '=', publication)
      .where('sub', '=', sub)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') return 'taken'
    throw error
  }
}

export async function addTexts(trx: Trx, publication: string, sub: string | null, count: number): Promise<void> {
  if (sub === null || count === 0) return
  await trx
    .updateTable('community.members')
    .set({ texts: sql<number>`greatest(0, texts + ${count})` })
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .execute()
}

export function listAuthors(
  db: CommunityDb,
  publication: PublicationCode,
  paths: readonly string[],
): Promise<MemberRow[]> {
  if (paths.length === 0) return Promise.resolve([])
  return db
    .selectFrom('community.members')
    .selectAll()
    .where('publication', '=', publication)
    .where('author_path', 'in', [...paths])
    .execute()
}

export async function addBan(trx: Trx, publication: PublicationCode, at: Date): Promise<void> {
  await trx.insertInto('community.bans').values({ publication, at }).execute()
}

export async function markSeen(db: CommunityDb, publication: PublicationCode, sub: string, article: string, at: Date) {
  await db
    .insertInto('community.seen')
    .values({ publication, sub, article, at })
    .onConflict((conflict) => conflict.columns(['publication', 'sub', 'article']).doUpdateSet({ at }))
    .execute()
}

/** Null: never. */
export async function findSeen(
  db: CommunityDb,
  publication: PublicationCode,
  sub: string,
  article: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('community.seen')
    .select('at')
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .where('article', '=', article)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Deletes marks that are so old that everything counts as new. */
export async function dropSeenBefore(db: CommunityDb, at: Date): Promise<void> {
  await db.deleteFrom('community.seen').where('at', '<', at).execute()
}

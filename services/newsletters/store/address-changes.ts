/** Changes of a reader's address, each applied once. */
import type { NewsletterDb } from '../schema.ts'

export type Joined = { slug: string; since: string }

/** False if this change was applied before. */
export async function addAddressChange(db: NewsletterDb, publication: string, id: string, at: Date): Promise<boolean> {
  const added = await db
    .insertInto('newsletter.address_changes')
    .values({ mandator: publication, id, at, joined: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length === 1
}

export async function setJoined(
  db: NewsletterDb,
  publication: string,
  id: string,
  joined: readonly Joined[],
): Promise<void> {
  await db
    .updateTable('newsletter.address_changes')
    .set({ joined: JSON.stringify(joined) })
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .execute()
}

export async function listJoined(db: NewsletterDb, publication: string, ids: readonly string[]): Promise<Joined[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('newsletter.address_changes')
    .select('joined')
    .where('mandator', '=', publication)
    .where('id', 'in', [...ids])
    .orderBy('at')
    .execute()
  return rows.flatMap(({ joined }) => joined)
}

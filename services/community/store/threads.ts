/** Counters of an article. */
import type { ArticleFacts } from '@lokalteil/contracts/community'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommunityDb, Trx } from '../schema.ts'

export async function ensureThread(
  trx: Trx,
  publication: PublicationCode,
  { id, path, title }: ArticleFacts,
): Promise<void> {
  await trx
    .insertInto('community.threads')
    .values({ publication, article: id, path, title })
    .onConflict((conflict) => conflict.columns(['publication', 'article']).doUpdateSet({ path, title }))
    .execute()
}

export async function findThread(db: CommunityDb, publication: PublicationCode, article: string) {
  const row = await db
    .selectFrom('community.threads')
    .selectAll()
    .where('publication', '=', publication)
    .where('article', '=', article)
    .executeTakeFirst()
  return row ?? null
}

/** Documents of sources that wait for the office, the latest version of each. */
import { sql } from 'kysely'
import type { IncomingDocument } from '@lokalteil/contracts/content'
import type { ContentDb, Trx } from '../schema.ts'

/** `settled_version`: the office made or merged an article of it; null: it did not. */
export type KnownProposal = {
  source_id: string
  version: number
  digest: string
  article_id: string | null
  settled_version: number | null
}

export type WaitingProposal = {
  source_id: string
  version: number
  article_id: string | null
  carriers: string[]
  arrived_at: Date
  is_automatic: boolean
  document: IncomingDocument
}

export async function listKnownProposals(
  trx: Trx,
  owner: string,
  sourceIds: readonly string[],
): Promise<Map<string, KnownProposal>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('content.proposals')
    .select(['source_id', 'version', 'digest', 'article_id', 'settled_version'])
    .where('owner', '=', owner)
    .where('source_id', 'in', [...sourceIds])
    .execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

export async function saveProposals(
  trx: Trx,
  owner: string,
  proposals: readonly { document: IncomingDocument; articleId: string | null }[],
  { carriers, isAutomatic, at }: { carriers: readonly string[]; isAutomatic: boolean; at: Date },
): Promise<void> {
  for (const { document, articleId } of proposals) {
    const values = {
      version: document.version,
      digest: document.fingerprint?.digest ?? '',
      article_id: articleId,
      carriers: [...carriers],
      arrived_at: at,
      is_automatic: isAutomatic,
      document: JSON.stringify(document),
    }
    await trx
      .insertInto('content.proposals')
      .values({ owner, source_id: document.sourceId, ...values })
      .onConflict((conflict) => conflict.columns(['owner', 'source_id']).doUpdateSet(values))
      .execute()
  }
}

/** Drops waiting proposals, because a newer state was published or withdrawn. Returns the articles, else the source ids. */
export async function dropProposals(trx: Trx, owner: string, sourceIds: readonly string[]): Promise<string[]> {
  if (sourceIds.length === 0) return []
  const rows = await trx
    .updateTable('content.proposals')
    .set({ document: null })
    .where('owner', '=', owner)
    .where('source_id', 'in', [...sourceIds])
    .where('document', 'is not', null)
    .returning(['source_id', 'article_id'])
    .execute()
  return rows.map(({ source_id, article_id }) => article_id ?? source_id)
}

/**
 * Empties proposals that arrived before `waiting`; the remaining row prevents the source from proposing the text again. Deletes
 * rows without an article that arrived before `known`. Returns the article ids, else the source ids, of emptied proposals.
 */
export async function sweepProposals(trx: Trx, before: { waiting: Date; known: Date }): Promise<string[]> {
  await trx
    .deleteFrom('content.proposals')
    .where('article_id', 'is', null)
    .where('arrived_at', '<', before.known)
    .execute()
  const rows = await trx
    .updateTable('content.proposals')
    .set({ document: null })
    .where('document', 'is not', null)
    .where('arrived_at', '<', before.waiting)
    .returning(['source_id', 'article_id'])
    .execute()
  return rows.map(({ source_id, article_id }) => article_id ?? source_id)
}

/** Newest first. `articleId`: only those of this article. */
export async function listWaiting(
  db: ContentDb,
  owner: string,
  articleId: string | null,
  limit: number,
): Promise<WaitingProposal[]> {
  const { rows } = await sql<WaitingProposal>`
    select source_id, version, article_id, carriers, arrived_at, is_automatic, document from content.proposals
    where owner = ${owner} and document is not null and (${articleId}::text is null or article_id = ${articleId})
    order by arrived_at desc, source_id limit ${limit}`.execute(db)
  return rows
}

/**
 * The office settled this version; a later one that arrived meanwhile still waits. With an article, later versions are
 * proposed to it. Null: there is no such proposal.
 */
export async function settleProposal(
  trx: Trx,
  owner: string,
  { sourceId, version, articleId }: { sourceId: string; version: number; articleId: string | null },
): Promise<{ articleId: string | null } | null> {
  const { rows } = await sql<{ article_id: string | null }>`
    update content.proposals set article_id = coalesce(${articleId}::text, article_id),
      settled_version = case when ${articleId}::text is null then settled_version else ${version}::bigint end,
      document = case when version = ${version}::bigint then null else document end
    where owner = ${owner} and source_id = ${sourceId} and version >= ${version}::bigint returning article_id`.execute(
    trx,
  )
  return rows[0] === undefined ? null : { articleId: rows[0].article_id }
}

/** The source that the office made the article of; null: none. */
export async function getLink(
  trx: Trx,
  owner: string,
  articleId: string,
): Promise<{ sourceId: string; version: number } | null> {
  const { rows } = await sql<{ source_id: string; settled_version: number }>`
    select source_id, settled_version from content.proposals p
    where owner = ${owner} and article_id = ${articleId} and settled_version is not null
      and not exists (select from content.articles a where a.owner = p.owner and a.source_id = p.source_id and a.id <> ${articleId})
    order by settled_version desc limit 1`.execute(trx)
  return rows[0] === undefined ? null : { sourceId: rows[0].source_id, version: rows[0].settled_version }
}

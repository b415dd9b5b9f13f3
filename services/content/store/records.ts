/** Articles as the office wrote them, and all articles of a publication for its index. */
import { sql } from 'kysely'
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { ArticleRow, ContentDb, Trx } from '../schema.ts'

/** An article with the office's record; `revision` and the columns after it are null without one. */
export type RecordRow = ArticleRow & {
  revision: number | null
  draft: ArticleDraft | null
  published: Date | null
  updated: Date | null
  /** The row before the office withdrew it. */
  copy: string | null
}

/** Columns for lists of articles. `source`: the credit line. */
export type SummaryRow = Pick<
  ArticleRow,
  'id' | 'removed' | 'section_path' | 'path' | 'title' | 'teaser' | 'shown' | 'changed' | 'urgency'
> & { source: string; revision: number | null; draft: ArticleDraft | null }

/** Of whatever publication; null: there is none of this id. */
export async function getRecordRow(db: ContentDb, id: string): Promise<RecordRow | null> {
  const { rows } = await sql<RecordRow>`
    select a.*, r.revision, r.draft, r.published, r.updated, w.copy from content.articles a
    left join content.records r on r.article_id = a.id left join content.withdrawn w on w.article_id = a.id
    where a.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** By id, upwards. Documents that were withdrawn before they ever were online are left out. */
export async function listSummaries(
  db: ContentDb,
  owner: string,
  { after, ids, limit }: { after: string; ids: readonly string[] | null; limit: number },
): Promise<SummaryRow[]> {
  const wanted = ids === null ? sql<boolean>`a.id > ${after}` : sql<boolean>`a.id = any(${[...ids]}::text[])`
  const { rows } = await sql<SummaryRow>`
    select a.id, a.removed, a.section_path, a.path, a.title, a.teaser, a.shown, a.changed, a.urgency, r.revision,
      coalesce(r.draft ->> 'source', case when a.is_own then '' else coalesce(a.full_article, a.article)::json ->> 'source' end, '') as source,
      case when a.removed then r.draft end as draft
    from content.articles a left join content.records r on r.article_id = a.id
    where a.owner = ${owner} and ${wanted} and a.path <> '' order by a.id limit ${limit}`.execute(db)
  return rows
}

/** Whether the id was given out for an article, by an import or to the office. */
export async function isTaken(db: ContentDb, id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select ${id}::numeric <= last_value and is_called as taken from content.article_id`.execute(db)
  return rows[0]?.taken ?? false
}

export async function saveRecord(
  trx: Trx,
  record: {
    id: string
    owner: string
    revision: number
    draft: ArticleDraft
    published: Date
    updated: Date | null
    at: Date
  },
): Promise<void> {
  const { id, owner, revision, published, updated, at } = record
  const values = { owner, revision, draft: JSON.stringify(record.draft), published, updated, saved_at: at }
  await trx
    .insertInto('content.records')
    .values({ article_id: id, ...values })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(values))
    .execute()
  await trx.deleteFrom('content.withdrawn').where('article_id', '=', id).execute()
}

export async function removeRecord(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('content.records').where('article_id', '=', id).execute()
}

/** Takes the source from an article that is withdrawn and that the office never wrote, for the one it makes anew. */
async function releaseSource(trx: Trx, owner: string, sourceId: string, id: string): Promise<void> {
  await sql`
    update content.articles a set source_id = null where owner = ${owner} and source_id = ${sourceId} and id <> ${id}
      and removed and not exists (select from content.records r where r.article_id = a.id)`.execute(trx)
}

/** Connects an article with its source, unless another article has it. */
export async function linkToSource(
  trx: Trx,
  owner: string,
  id: string,
  { sourceId, version }: { sourceId: string; version: number },
): Promise<void> {
  await releaseSource(trx, owner, sourceId, id)
  await sql`
    update content.articles a set source_id = ${sourceId}, source_version = greatest(source_version, ${version}::bigint)
    where id = ${id} and owner = ${owner} and (source_id = ${sourceId} or source_id is null)
      and not exists (select from content.articles b where b.owner = ${owner} and b.source_id = ${sourceId} and b.id <> ${id})`.execute(
    trx,
  )
}

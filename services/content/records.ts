/**
 * Articles as the office writes them: shown to readers by revision, and kept as they were written. From then on later
 * versions of the source are proposed to the office (`ingest.ts`).
 */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toArticleParts, type ArticleParts } from './article-record.ts'
import { toRecordOfDraft, type Dates } from './given.ts'
import type { ArticleRow, ContentDb, Trx } from './schema.ts'
import * as articleStore from './store/articles.ts'
import * as changeStore from './store/changes.ts'
import type { Copy } from './store/office.ts'
import * as proposalStore from './store/proposals.ts'
import * as recordStore from './store/records.ts'
import type { RecordRow } from './store/records.ts'
import type { Taxonomy } from './taxonomy.ts'

/** `updated`: time of the last change for readers; null: the article shows none. */
type Revision = { revision: number; draft: ArticleDraft; updated: string | null }

type Saved =
  /** `isHidden`: a public text no longer is, because the article is paid from now on. */
  | { kind: 'saved'; path: string; publishDate: string; isNew: boolean; isHidden: boolean }
  | { kind: 'same'; path: string; publishDate: string }
  | { kind: 'unknown' }
  | { kind: 'later' }
  | { kind: 'incomplete'; reason: string }

/** Long, because it is one transaction. Idempotent by revision. */
export async function saveRecord(
  db: ContentDb,
  loadTaxonomy: (trx: Trx) => Promise<Taxonomy>,
  owner: PublicationCode,
  id: string,
  { revision, draft, updated }: Revision,
  now: Date,
): Promise<Saved> {
  return changeStore.write(db, async (trx): Promise<Saved> => {
    const stored = await recordStore.getRecordRow(trx, id)
    if (stored === null ? !(await recordStore.isTaken(trx, id)) : stored.owner !== owner) return { kind: 'unknown' }
    if (stored !== null && stored.revision !== null) {
      if (stored.revision > revision) return { kind: 'later' }
      if (stored.revision === revision && !stored.removed)
        return { kind: 'same', path: stored.path, publishDate: stored.shown.toISOString() }
    }
    const taxonomy = await loadTaxonomy(trx)
    const reason = findGap(draft, updated, taxonomy)
    if (reason !== null) return { kind: 'incomplete', reason }
    const dates = toDates(draft, updated, stored, now)
    const source =
      stored === null || stored.source_id === null
        ? await proposalStore.getLink(trx, owner, id)
        : { sourceId: stored.source_id, version: stored.source_version }
    const parts = toParts(draft, { id, owner, stored, source }, dates, taxonomy)
    await articleStore.saveArticles(trx, [parts], now)
    await recordStore.saveRecord(trx, { id, owner, revision, draft, ...dates, at: now })
    const isHidden =
      stored !== null && !stored.removed && stored.full_article === null && draft.contentRestriction !== 'free'
    if (isHidden) await changeStore.logChanges(trx, [id], 'removed', now)
    const { path, shown } = parts.row
    return { kind: 'saved', path, publishDate: shown.toISOString(), isNew: !wasOnline(stored), isHidden }
  })
}

/** The stored form of a draft; a reason if the draft is not complete. */
export function toPreview(
  draft: ArticleDraft,
  {
    id,
    owner,
    stored,
    updated,
    at,
  }: { id: string; owner: PublicationCode; stored: RecordRow | null; updated: string | null; at: Date },
  taxonomy: Taxonomy,
): { parts: ArticleParts } | { reason: string } {
  const reason = findGap(draft, updated, taxonomy)
  if (reason !== null) return { reason }
  return { parts: toParts(draft, { id, owner, stored, source: null }, toDates(draft, updated, stored, at), taxonomy) }
}

/** The article computed again from the office's last published record; null: the office never published it. */
export function toPartsOfRecord(stored: RecordRow, taxonomy: Taxonomy): ArticleParts | null {
  const { id, owner, draft, published, updated, source_id, source_version } = stored
  if (draft === null || published === null) return null
  const source = source_id === null ? null : { sourceId: source_id, version: source_version }
  return toParts(draft, { id, owner, stored, source }, { published, updated }, taxonomy)
}

/** The article as it is online, or as it was before the office withdrew it. Null: nothing is left of it. */
export function toReadableRow(stored: RecordRow): ArticleRow | null {
  if (!stored.removed) return stored
  if (stored.copy === null) return null
  const { row } = JSON.parse(stored.copy) as Copy
  return { ...row, shown: new Date(row.shown), changed: new Date(row.changed) }
}

function toParts(
  draft: ArticleDraft,
  {
    id,
    owner,
    stored,
    source,
  }: {
    id: string
    owner: PublicationCode
    stored: RecordRow | null
    source: { sourceId: string; version: number } | null
  },
  dates: Dates,
  taxonomy: Taxonomy,
): ArticleParts {
  const record = toRecordOfDraft(
    draft,
    {
      id,
      owner,
      stored: stored === null ? null : toReadableRow(stored),
      sourceId: source?.sourceId ?? null,
      sourceVersion: source?.version ?? 0,
    },
    dates,
    taxonomy,
  )
  return toArticleParts(record, taxonomy)
}

const wasOnline = (stored: RecordRow | null): stored is RecordRow => stored !== null && stored.path !== ''

/** The first date of publication stays, unless the draft has one. */
function toDates(draft: ArticleDraft, updated: string | null, stored: RecordRow | null, now: Date): Dates {
  const first = stored?.published ?? (wasOnline(stored) && stored.shown < now ? stored.shown : now)
  return {
    published: draft.publishDate === null ? first : new Date(draft.publishDate),
    updated: updated === null ? null : new Date(updated),
  }
}

/** Why readers cannot be shown the draft; null: they can. */
function findGap(draft: ArticleDraft, updated: string | null, taxonomy: Taxonomy): string | null {
  if (draft.title.trim() === '') return 'The title is missing'
  if (taxonomy.getSection(draft.sectionPath) === null) return 'The publication has no such section'
  const dates = [draft.publishDate, draft.embargo, updated, ...draft.corrections.map(({ date }) => date)]
  return dates.some((date) => date !== null && Number.isNaN(Date.parse(date))) ? 'A date cannot be read' : null
}

/** Articles as they were given, for the office, behind the service key. */
import type { ArticleDraft, Proposal, RecordSummary, Teaser } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem } from '../../platform/serve.ts'
import { toArticleParts } from '../article-record.ts'
import { announce, getTaxonomy, notFound, type ContentContext, type RecordCall, type RecordReply } from '../context.ts'
import { toDraft } from '../given.ts'
import { toArticleRecord } from '../ingest.ts'
import { listMedia } from '../media-uses.ts'
import { saveRecord as save, toPreview, toReadableRow } from '../records.ts'
import * as articleStore from '../store/articles.ts'
import * as changeStore from '../store/changes.ts'
import * as mediaStore from '../store/media.ts'
import * as proposalStore from '../store/proposals.ts'
import type { WaitingProposal } from '../store/proposals.ts'
import * as recordStore from '../store/records.ts'
import type { SummaryRow } from '../store/records.ts'
import * as taxonomyStore from '../store/taxonomy.ts'
import { createTaxonomy, type Taxonomy } from '../taxonomy.ts'
import { toReadable } from './articles.ts'
import { toTeasers } from './teasers.ts'

const WAITING_DAYS = 60
const KNOWN_DAYS = 400
const NONE = 'The publication owns no such article'

export async function takeArticleId({ db }: ContentContext): RecordReply<'takeArticleId'> {
  const [id] = await db.transaction().execute((trx) => articleStore.takeArticleIds(trx, 1))
  return { id: id! }
}

export async function getRecord(
  { db, now }: ContentContext,
  { params, context }: RecordCall<'getRecord'>,
): RecordReply<'getRecord'> {
  const stored = await recordStore.getRecordRow(db, params.id)
  if (stored === null || stored.owner !== context.publication.code) return notFound(NONE)
  const [summary] = await recordStore.listSummaries(db, stored.owner, { after: '', ids: [stored.id], limit: 1 })
  const row = toReadableRow(stored)
  const draft = stored.draft ?? (row === null ? null : toDraft(row, now()))
  if (summary === undefined || draft === null) return problem(410, 'WITHDRAWN', 'It was withdrawn, and no copy is kept')
  return {
    ...toSummary({ ...summary, draft }, now()),
    draft,
    sourceId: stored.source_id,
    sourceVersion: stored.source_version,
  }
}

export async function saveRecord(
  content: ContentContext,
  { params, body, context }: RecordCall<'saveRecord'>,
): RecordReply<'saveRecord'> {
  const { code } = context.publication
  const loadTaxonomy = async (trx: Parameters<typeof taxonomyStore.loadTaxonomy>[0]) =>
    createTaxonomy(await taxonomyStore.loadTaxonomy(trx, code))
  const found = await save(content.db, loadTaxonomy, code, params.id, body, content.now())
  switch (found.kind) {
    case 'unknown':
      return notFound('The id is not of this publication, or was never given out')
    case 'later':
      return problem(409, 'LATER_REVISION', 'A later revision is online')
    case 'incomplete':
      return problem(422, 'NOT_COMPLETE', found.reason)
    case 'same':
      return { path: found.path, publishDate: found.publishDate, isNew: false }
    case 'saved':
      await announce(content, { ids: [params.id], kind: 'article' })
      if (found.isHidden) await announce(content, { ids: [params.id], kind: 'removed' })
      return { path: found.path, publishDate: found.publishDate, isNew: found.isNew }
  }
}

export async function listRecords(
  { db, now }: ContentContext,
  { query, context }: RecordCall<'listRecords'>,
): RecordReply<'listRecords'> {
  const { code } = context.publication
  const { after, limit } = query
  if (query.ids !== '') {
    const ids = query.ids.split(',').filter((id) => /^\d{1,40}$/.test(id))
    const rows = await recordStore.listSummaries(db, code, { after: '', ids, limit: ids.length })
    return { records: rows.map((row) => toSummary(row, now())), isLast: true }
  }
  const rows = await recordStore.listSummaries(db, code, { after, ids: null, limit: limit + 1 })
  return { records: rows.slice(0, limit).map((row) => toSummary(row, now())), isLast: rows.length <= limit }
}

export async function listMediaUses(
  { db }: ContentContext,
  { body, context }: RecordCall<'listMediaUses'>,
): RecordReply<'listMediaUses'> {
  const { code } = context.publication
  const { names, after, limit } = body
  const [users, elsewhere] = await Promise.all([
    mediaStore.listUsers(db, code, { names, after, limit }),
    mediaStore.listShownByPublication(db, code, names),
  ])
  return {
    uses: users.flatMap(({ id, article, teaser }) => {
      if (article === null || teaser === null) return []
      const inTeaser = listMedia(JSON.parse(teaser) as Teaser)
      const shown = new Set([...listMedia(JSON.parse(article)), ...inTeaser])
      return names
        .filter((name) => shown.has(name))
        .map((name) => ({ name, articleId: id, isLead: inTeaser.includes(name) }))
    }),
    elsewhere,
    next: users.length === limit ? users.at(-1)!.id : null,
  }
}

export async function setPictureEnds(
  content: ContentContext,
  { body, context }: RecordCall<'setPictureEnds'>,
): Promise<undefined | ReturnType<typeof notFound>> {
  const { code } = context.publication
  const now = content.now()
  const untils = new Map(body.ends.map(({ name, until }) => [name, until]))
  const ends = [...untils].map(([name, until]) => ({ name, until: until === null ? null : new Date(until) }))
  if (ends.some(({ until }) => Number.isNaN(until?.getTime()))) return problem(400, 'BAD_REQUEST', 'An end is no time')
  const ids = await changeStore.write(content.db, async (trx) => {
    const { isNew, turned } = await mediaStore.savePictureEnds(trx, code, ends, now)
    if (!isNew) return null
    const articles = await mediaStore.listArticlesWith(trx, turned)
    await changeStore.logChanges(trx, [code], 'pictures', now)
    await changeStore.logChanges(trx, articles, 'article', now)
    return articles
  })
  if (ids === null) return undefined
  await announce(content, { ids: [code], kind: 'pictures' })
  if (ids.length > 0) await announce(content, { ids, kind: 'article' })
  return undefined
}

export async function previewRecord(
  content: ContentContext,
  { body, context }: RecordCall<'previewRecord'>,
): RecordReply<'previewRecord'> {
  const { id, draft, updated } = body
  const owner = context.publication.code
  const [known, found] = await Promise.all([getTaxonomy(content, context), recordStore.getRecordRow(content.db, id)])
  const stored = found?.owner === owner ? found : null
  const at = Number.isNaN(Date.parse(body.at)) ? content.now() : new Date(body.at)
  const preview = toPreview(draft, { id, owner, stored, updated, at }, known)
  if ('reason' in preview) return problem(422, 'NOT_COMPLETE', preview.reason)
  const { row } = preview.parts
  const open = { text: row.article, seal: row.article_seal }
  const full = row.full_article === null ? open : { text: row.full_article, seal: row.full_article_seal }
  const [teaser] = toTeasers([{ text: row.teaser, seal: row.teaser_seal }], known)
  return {
    open: await toReadable(content, open, context),
    full: await toReadable(content, full, context),
    teaser: teaser!,
  }
}

export async function listProposals(
  content: ContentContext,
  { query, context }: RecordCall<'listProposals'>,
): RecordReply<'listProposals'> {
  const { code } = context.publication
  const known = await getTaxonomy(content, context)
  const waiting = await proposalStore.listWaiting(content.db, code, query.article ?? null, query.limit)
  return { proposals: waiting.map((proposal) => toProposal(proposal, code, known, content.now())) }
}

export async function settleProposal(
  content: ContentContext,
  { body, context }: RecordCall<'settleProposal'>,
): Promise<undefined | ReturnType<typeof notFound>> {
  const owner = context.publication.code
  const { sourceId, version, articleId } = body
  const found = await changeStore.write(content.db, async (trx) => {
    if (articleId !== null) {
      const article = await recordStore.getRecordRow(trx, articleId)
      if (article === null ? !(await recordStore.isTaken(trx, articleId)) : article.owner !== owner)
        return notFound(NONE)
    }
    const settled = await proposalStore.settleProposal(trx, owner, body)
    if (settled === null) return notFound('No such version of a document waits')
    if (articleId !== null) await recordStore.linkToSource(trx, owner, articleId, { sourceId, version })
    const id = settled.articleId ?? sourceId
    await changeStore.logChanges(trx, [id], 'proposal', content.now())
    return { id }
  })
  if (isRefusal(found)) return found
  await announce(content, { ids: [found.id], kind: 'proposal' })
  return undefined
}

/** Drops proposals that the office did not take within `WAITING_DAYS`. */
export async function dropOldProposals(content: ContentContext): Promise<void> {
  const now = content.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const dropped = await changeStore.write(content.db, async (trx) => {
    const before = { waiting: daysAgo(WAITING_DAYS), known: daysAgo(KNOWN_DAYS) }
    const ids = await proposalStore.sweepProposals(trx, before)
    await changeStore.logChanges(trx, ids, 'proposal', now)
    return ids
  })
  if (dropped.length > 0) await announce(content, { ids: dropped, kind: 'proposal' })
}

function toSummary(row: SummaryRow, now: Date): RecordSummary {
  const { id, removed, shown, changed, draft } = row
  const teaser = removed ? null : (JSON.parse(row.teaser) as Teaser)
  return {
    id,
    title: removed ? (draft?.title ?? '') : row.title,
    sectionPath: row.section_path,
    path: row.path,
    contentRestriction: teaser?.contentRestriction ?? draft?.contentRestriction ?? 'free',
    source: row.source,
    authorIds: teaser?.authors.flatMap((author) => author.id || []) ?? toAuthorIds(draft),
    tagIds: teaser?.tagIds ?? draft?.tagIds ?? [],
    state: removed ? 'withdrawn' : shown > now ? 'waiting' : 'shown',
    publishDate: shown.toISOString(),
    updateDate: !removed && changed > shown ? changed.toISOString() : null,
    urgency: row.urgency,
    revision: row.revision,
  }
}

const toAuthorIds = (draft: ArticleDraft | null): string[] => draft?.authors.flatMap(({ id }) => id ?? []) ?? []

/** Of names that the publication does not know, sections and tags are left to the office. */
function toProposal(
  { source_id, version, article_id, arrived_at, document, carriers, is_automatic }: WaitingProposal,
  owner: PublicationCode,
  known: Taxonomy,
  now: Date,
): Proposal {
  const record = toArticleRecord(document, article_id ?? '0', known, { owner, carriers: [], now }, undefined, new Map())
  const draft = toDraft(toArticleParts(record, known).row, now)
  return {
    sourceId: source_id,
    version,
    articleId: article_id,
    kind: document.status === 'usable' ? (article_id === null ? 'new' : 'update') : 'withdrawal',
    isAutomatic: is_automatic,
    arrived: arrived_at.toISOString(),
    document,
    draft: {
      ...draft,
      sectionPath: known.getSection(draft.sectionPath) === null ? '' : draft.sectionPath,
      publications: carriers.filter((code) => code !== owner),
      // The day it goes online here is not that of the agency.
      publishDate: null,
      embargo: document.embargo,
    },
  }
}

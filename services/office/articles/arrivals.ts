/** Texts of agencies: those that wait in the content service, taken over and merged here. */
import type { Proposal } from '@lokalteil/contracts/content'
import type { Person } from '@lokalteil/contracts/office'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { isRefusal, problem } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'
import {
  checkOf,
  inTransaction,
  noContent,
  openArticle,
  openFor,
  orRefusal,
  readArticle,
  refuseSection,
  tell,
  toPersonOf,
  Undo,
} from './answers.ts'
import { writeMerged } from './conflicts.ts'
import { isSame } from './draft-text.ts'
import { mergeDrafts, type Merged } from './merge.ts'
import { carryOutNow, wish } from './plans.ts'
import type { OfficeHandler, OfficeReply } from './calls.ts'
import type { ArticleRecord, OfficeDb } from '../schema.ts'
import { changeArticle, lockArticles, type Key, type Trx } from './store/article-store.ts'
import { listPresent } from './store/desk-store.ts'
import * as draftStore from './store/draft-store.ts'
import type { WorkingCopy } from './store/draft-store.ts'
import { beginArticle, lockCopy, toDesk } from './writing.ts'

const MOST = 200
/** In the place of a person's id, where an update went online by itself. */
const BY_SOURCE = 'source'
const noArrival = () => problem(404, 'NOT_FOUND', 'No such text waits')

type Known = { source_id: string; article_id: string | null; version: number | null }

/** Null: the content service does not answer. */
export async function loadProposals(office: OfficeContext, publication: PublicationCode): Promise<Proposal[] | null> {
  const answer = await office.recordsOf(publication).listProposals({ query: { limit: MOST } })
  return answer.ok ? answer.data.proposals : null
}

async function getKnown(
  { db }: OfficeContext,
  publication: PublicationCode,
  sourceIds: readonly string[],
): Promise<Map<string, Known>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('office.arrivals')
    .select(['source_id', 'article_id', 'version'])
    .where('publication', '=', publication)
    .where('source_id', 'in', [...sourceIds])
    .execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

export const listArrivals: OfficeHandler<'listArrivals'> = async (office, { context }) => {
  const { publication } = context
  const proposals = await loadProposals(office, publication)
  if (proposals === null) return noContent()
  await noteArrivals(office, publication, proposals)
  const known = await getKnown(
    office,
    publication,
    proposals.map(({ sourceId }) => sourceId),
  )
  return {
    arrivals: proposals.map(({ sourceId, version, kind, articleId, arrived, document, draft }) => {
      const ours = articleId ?? known.get(sourceId)?.article_id ?? null
      return {
        sourceId,
        version,
        source: draft.source,
        title: draft.title,
        teaserText: draft.teaserTextHtml.replace(/<[^>]*>/g, ''),
        sectionPath: draft.sectionPath,
        urgency: draft.urgency,
        arrived,
        embargo: document.embargo,
        articleId: ours,
        kind: kind === 'new' && ours !== null ? ('update' as const) : kind,
      }
    }),
  }
}

/**
 * Stores waiting proposals, so that lists and counts need not ask the content service. A full page may be incomplete: then no
 * proposal is removed. True: something changed.
 */
export async function noteArrivals(
  office: OfficeContext,
  publication: PublicationCode,
  proposals: readonly Proposal[],
): Promise<boolean> {
  const sourceIds = proposals.map(({ sourceId }) => sourceId)
  return office.db.transaction().execute(async (trx) => {
    const { rows: changed } = await sql<{ article_id: string | null }>`
      insert into office.arrivals (publication, source_id, article_id, version, draft, waiting, is_recall)
      select ${publication}, source_id, article_id, null, null, waiting, is_recall
      from unnest(${sourceIds}::text[], ${proposals.map(({ articleId }) => articleId)}::text[],
        ${proposals.map(({ version }) => version)}::int[], ${proposals.map(({ kind }) => kind === 'withdrawal')}::boolean[])
        as given(source_id, article_id, waiting, is_recall)
      on conflict (publication, source_id) do update
        set waiting = excluded.waiting, article_id = coalesce(arrivals.article_id, excluded.article_id),
          is_recall = excluded.is_recall
        where arrivals.waiting is distinct from excluded.waiting returning article_id`.execute(trx)
    const gone =
      proposals.length >= MOST
        ? []
        : await trx
            .updateTable('office.arrivals')
            .set({ waiting: null })
            .where('publication', '=', publication)
            .where('waiting', 'is not', null)
            .$if(sourceIds.length > 0, (query) => query.where('source_id', 'not in', sourceIds))
            .returning('article_id')
            .execute()
    if (changed.length + gone.length === 0) return false
    await noteUpdates(
      trx,
      publication,
      [...changed, ...gone].flatMap((row) => row.article_id ?? []),
    )
    await emit(trx, { publication, kind: 'arrivals', id: '' })
    return true
  })
}

/** Brings the signs of a waiting update or withdrawal in line at these articles. */
async function noteUpdates(trx: Trx, publication: PublicationCode, ids: readonly string[]): Promise<void> {
  const rows = await lockArticles(trx, publication, [...new Set(ids)])
  if (rows.size === 0) return
  const waiting = await trx
    .selectFrom('office.arrivals')
    .select(['article_id', 'is_recall'])
    .where('publication', '=', publication)
    .where('article_id', 'in', [...rows.keys()])
    .where('waiting', 'is not', null)
    .execute()
  for (const row of rows.values()) {
    const ofArticle = waiting.filter(({ article_id: id }) => id === row.id)
    const signs = { has_update: ofArticle.length > 0, is_recalled: ofArticle.some(({ is_recall }) => is_recall) }
    if (row.has_update === signs.has_update && row.is_recalled === signs.is_recalled) continue
    await changeArticle(trx, row, signs)
    await tell(trx, row, 'article')
  }
}

export const takeArrival: OfficeHandler<'takeArrival'> = async (office, { body, context }) => {
  const { publication } = context
  const proposals = await loadProposals(office, publication)
  if (proposals === null) return noContent()
  const proposal = proposals.find(({ sourceId }) => sourceId === body.sourceId)
  const known = (await getKnown(office, publication, [body.sourceId])).get(body.sourceId)
  if (proposal === undefined) {
    // It was taken over a moment ago, by this call or by somebody else.
    const taken = known?.article_id ?? null
    return taken === null ? noArrival() : readArticle(office, { publication, id: taken })
  }
  const refused = refuseSection(context, 'takeArrival', proposal.draft.sectionPath)
  if (refused !== null) return refused
  const ours = proposal.articleId ?? known?.article_id ?? null
  if (ours !== null) return mergeInto(office, context, { publication, id: ours }, proposal)
  const taken = await office.recordsOf(publication).takeArticleId({})
  if (!taken.ok) return noContent()
  const key = { publication, id: taken.data.id }
  const begun = await orRefusal(() =>
    beginArticle(office, context, key, proposal.draft, 'agency', async (trx) => {
      if (!(await keepMerged(trx, key, proposal, 'new'))) throw new Undo(noArrival())
      await emit(trx, { publication, kind: 'arrivals', id: '' })
    }),
  )
  if (isRefusal(begun)) {
    // Somebody else was faster: their article is the answer.
    const other = (await getKnown(office, publication, [body.sourceId])).get(body.sourceId)?.article_id ?? null
    return other === null ? begun : readArticle(office, { publication, id: other })
  }
  await settle(office, key, proposal)
  return readArticle(office, key)
}

/** Notes the version as merged last. False: of a new text another article was made meanwhile. */
async function keepMerged(trx: Trx, key: Key, proposal: Proposal, of: 'new' | 'article'): Promise<boolean> {
  const { rows } = await sql`
    insert into office.arrivals (publication, source_id, article_id, version, draft, waiting)
    values (${key.publication}, ${proposal.sourceId}, ${key.id}, ${proposal.version}, ${JSON.stringify(proposal.draft)}::jsonb, null)
    on conflict (publication, source_id) do update
      set article_id = excluded.article_id, version = excluded.version, draft = excluded.draft, waiting = null
      where ${of}::text = 'article' or arrivals.article_id is null returning 1`.execute(trx)
  return rows.length > 0
}

/** The content service need not propose it any more. If that fails, the next look at the arrivals tries again. */
async function settle(office: OfficeContext, key: Key, { sourceId, version }: Proposal): Promise<void> {
  const answer = await office
    .recordsOf(key.publication)
    .settleProposal({ body: { sourceId, version, articleId: key.id } })
  if (!answer.ok && answer.status !== 404)
    office.onError(new Error(`A proposal was not settled: ${answer.status}`), 'office-arrivals')
}

export const mergeArrival: OfficeHandler<'mergeArrival'> = async (office, { body, context }) => {
  const { publication } = context
  const proposals = await loadProposals(office, publication)
  if (proposals === null) return noContent()
  const known = (await getKnown(office, publication, [body.sourceId])).get(body.sourceId)
  const proposal = proposals.find(({ sourceId, version }) => sourceId === body.sourceId && version === body.version)
  const id = proposal?.articleId ?? known?.article_id ?? null
  if (proposal === undefined) {
    const isDone = id !== null && (known?.version ?? -1) >= body.version
    return isDone ? readArticle(office, { publication, id }) : noArrival()
  }
  const key = id === null ? null : { publication, id }
  if (body.isDropped) return drop(office, context, key, proposal)
  if (key === null) return noArrival()
  return mergeInto(office, context, key, proposal)
}

async function drop(
  office: OfficeContext,
  caller: DeskCaller,
  key: Key | null,
  proposal: Proposal,
): OfficeReply<'mergeArrival'> {
  const { publication } = caller
  const opened = key === null ? null : await openArticle(office, key)
  if (isRefusal(opened)) return opened
  const refused = refuseSection(caller, 'mergeArrival', opened?.section_path ?? proposal.draft.sectionPath)
  if (refused !== null) return refused
  const answer = await office.recordsOf(publication).settleProposal({
    body: { sourceId: proposal.sourceId, version: proposal.version, articleId: key?.id ?? null },
  })
  if (!answer.ok && answer.status !== 404) return noContent()
  await office.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('office.arrivals')
      .set({ waiting: null })
      .where('publication', '=', publication)
      .where('source_id', '=', proposal.sourceId)
      .where('waiting', '=', proposal.version)
      .execute()
    if (key !== null) await noteUpdates(trx, publication, [key.id])
    await emit(trx, { publication, kind: 'arrivals', id: '' })
    await logMerge(office, caller, trx, key, proposal, { isDropped: true })
  })
  return key === null ? null : readArticle(office, key)
}

function logMerge(
  office: OfficeContext,
  caller: DeskCaller,
  trx: Trx,
  key: Key | null,
  { sourceId, version }: Proposal,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  return office.log(
    caller,
    {
      act: 'mergeArrival',
      publication: caller.publication,
      target: key === null ? sourceId.slice(0, 100) : `Artikel ${key.id}`,
      after: { sourceId, version, ...after },
    },
    trx,
  )
}

async function mergeInto(
  office: OfficeContext,
  caller: DeskCaller,
  key: Key,
  proposal: Proposal,
): OfficeReply<'takeArrival'> {
  const opened = await openFor(office, caller, 'mergeArrival', key)
  if (isRefusal(opened)) return opened
  const at = office.now()
  const done = await inTransaction(office, async (trx) => {
    const locked = await lockCopy(trx, key)
    const merged = await mergeWith(trx, key, locked.copy, proposal)
    const { revision } = await writeMerge(trx, key, locked, proposal, merged, { by: toPersonOf(caller), at })
    await logMerge(office, caller, trx, key, proposal, { revision, conflicts: merged.conflicts.length })
  })
  if (isRefusal(done)) return done
  await settle(office, key, proposal)
  return readArticle(office, key)
}

/** Base of the merge: the version merged last, else the first text that the office got. */
async function mergeWith(
  db: OfficeDb,
  key: Key,
  copy: WorkingCopy,
  { sourceId, kind, draft }: Proposal,
): Promise<Merged> {
  // A withdrawal has no text to take over: the article is taken down by the desk, or stays.
  if (kind === 'withdrawal') return { draft: copy.draft, conflicts: [] }
  const last = await db
    .selectFrom('office.arrivals')
    .select('draft')
    .where('publication', '=', key.publication)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  return mergeDrafts(last?.draft ?? (await draftStore.getLastGiven(db, key)) ?? copy.draft, copy.draft, draft)
}

/** Makes the merge the working copy, with the source's version as a revision of its own before it. */
async function writeMerge(
  trx: Trx,
  key: Key,
  { row, copy }: { row: ArticleRecord; copy: WorkingCopy },
  proposal: Proposal,
  merged: Merged,
  { by, at }: { by: Person | null; at: Date },
): Promise<{ row: ArticleRecord; revision: number }> {
  let written = row
  let { revision } = copy
  if (merged.conflicts.length > 0 || !isSame(merged.draft, copy.draft)) {
    const agency = await draftStore.appendRevision(trx, row, {
      by: null,
      at,
      kind: 'agency',
      base: copy.revision,
      draft: proposal.draft,
    })
    const merge = await writeMerged(trx, agency.row, copy, merged, { by, at, theirs: null, ...toDesk(row) })
    written = merge.row
    revision = merge.saved.revision
  }
  await keepMerged(trx, key, proposal, 'article')
  const noted = await changeArticle(trx, written, { has_update: false, is_recalled: false })
  await noteUpdates(trx, key.publication, [key.id])
  await tell(trx, key, 'article')
  await emit(trx, { publication: key.publication, kind: 'arrivals', id: '' })
  return { row: noted, revision }
}

/**
 * Publishes updates without an editor where the source's rule says so (`update: publish`) and nothing stands against it:
 * readers have the article with its credit line, the desk has changed nothing since its publication, no person has the
 * pen, the merge has no conflict, and no check blocks it. All other updates wait for the desk.
 */
export async function putUpdatesOnline(
  office: OfficeContext,
  publication: PublicationCode,
  proposals: readonly Proposal[],
): Promise<void> {
  const automatic = proposals.filter(({ kind, isAutomatic }) => kind === 'update' && isAutomatic)
  const sourceIds = automatic.map(({ sourceId }) => sourceId)
  const known = await getKnown(office, publication, sourceIds)
  // The oldest first: two versions of one article come in their order.
  for (const proposal of automatic.toReversed()) {
    const noted = known.get(proposal.sourceId)
    const id = proposal.articleId ?? noted?.article_id ?? null
    if (id === null) continue
    const key = { publication, id }
    const isMerged = (noted?.version ?? -1) >= proposal.version
    if (isMerged || (await putUpdateOnline(office, key, proposal))) await settle(office, key, proposal)
  }
}

/** False: it waits. */
async function putUpdateOnline(office: OfficeContext, key: Key, proposal: Proposal): Promise<boolean> {
  const opened = await openArticle(office, key)
  if (isRefusal(opened) || opened.readers !== 'shown' || opened.scheduled_for !== null) return false
  const at = office.now()
  const before = await draftStore.getWorkingCopy(office.db, key)
  const shown =
    opened.published_revision === null ? null : await draftStore.getRevision(office.db, key, opened.published_revision)
  if (before === null || shown === null || before.conflicts.length > 0 || !isSame(shown.draft, before.draft))
    return false
  // Without its credit line the text is the newsroom's own.
  if (before.draft.source === '') return false
  const merged = await mergeWith(office.db, key, before, proposal)
  if (merged.conflicts.length > 0) return false
  const { obstacles } = await checkOf(office, key, merged.draft, at)
  if (obstacles.length > 0) return false
  const name = merged.draft.source
  const done = await inTransaction(office, async (trx) => {
    const locked = await lockCopy(trx, key)
    const present = (await listPresent(trx, key.publication, [key.id], at)).get(key.id) ?? []
    if (locked.copy.revision !== before.revision || present.some(({ hasPen }) => hasPen)) return null
    const { row, revision } = await writeMerge(trx, key, locked, proposal, merged, { by: null, at })
    if (revision === before.revision) return { plan: null }
    await office.log(
      { source: name },
      {
        act: 'publish',
        publication: key.publication,
        target: `Artikel ${key.id}`,
        before: { published: row.published_revision },
        after: { revision, sourceId: proposal.sourceId, version: proposal.version },
      },
      trx,
    )
    const by = { id: BY_SOURCE, name }
    return { plan: await wish(trx, row, { kind: 'publish', revision, updated: at, at, by }, at) }
  })
  if (isRefusal(done) || done === null) return false
  if (done.plan !== null) await carryOutNow(office, done.plan)
  return true
}

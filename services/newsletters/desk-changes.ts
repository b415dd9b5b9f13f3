/**
 * Drafts of issues, their release and stop. A plan is changed under the lock of the schedule (of the draft, for an extra
 * issue), which a process that begins to send needs as well: so a release or a stop comes before the sending, or is
 * refused.
 */
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DeskIssue } from '@lokalteil/contracts/newsletter-issues'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { LATEST_PLAN_MS, readIssueTime, STOP_MS } from '@lokalteil/domain/reading/newsletter-issues'
import { created, isRefusal, problem, type Refusal } from '../platform/serve.ts'
import { findTeasers } from './compose.ts'
import { listCatalogue, type NewsletterContext } from './context.ts'
import {
  answerIssue,
  EMPTY,
  findIssue,
  notFound,
  orNoContent,
  toArticleIds,
  toArticles,
  type DeskCall,
  type DeskHandlers,
  type FoundIssue,
} from './desk.ts'
import { renewSchedules } from './issues.ts'
import type { NewsletterDb } from './schema.ts'
import * as draftStore from './store/drafts.ts'
import type { DraftRow } from './store/drafts.ts'
import * as issueStore from './store/issues.ts'

const MOST_SPECIALS = 20

const notNow = (title: string) => problem(409, 'NOT_NOW', title)
const laterRevision = () => problem(409, 'LATER_REVISION', 'The draft has another revision')
const tooLate = () => notNow('The issue is being sent, or the rhythm has no issue of this time')

// --- Drafts

export const createIssue: DeskHandlers['createIssue'] = (context, { context: publication, params, body }) => {
  return orNoContent(async () => {
    const { slug } = params
    if (!(await listCatalogue(context, publication)).some((one) => one.slug === slug)) return notFound()
    if ((await draftStore.countOpenSpecials(context.db, publication, slug)) >= MOST_SPECIALS)
      return notNow(`There are ${MOST_SPECIALS} extra issues already`)
    const from = body.from === null ? null : await draftStore.getDraft(context.db, { publication, slug, id: body.from })
    const draft = from === null ? EMPTY : from.draft
    if (draft === null || (body.from !== null && from === null)) return notFound()
    const id = toSpecialId()
    await draftStore.addDraft(context.db, {
      key: { publication, slug, id },
      isSpecial: true,
      dueAt: null,
      plan: 'open',
      draft,
      by: body.by,
      at: context.now(),
    })
    const answer = await answerIssue(context, publication, { slug, issue: id })
    return isRefusal(answer) ? answer : created(answer)
  })
}

function toSpecialId(): string {
  return `sonder-${Array.from({ length: 10 }, () => randomInt(36).toString(36)).join('')}`
}

export function saveIssue(context: NewsletterContext, { context: publication, params, body }: DeskCall<'saveIssue'>) {
  return orNoContent(async () => {
    const { base, draft, by } = body
    const key = { publication, slug: params.slug, id: params.issue }
    const dueAt = readIssueTime(key.id)
    // The first save makes the row, so it asks whether there is such an issue.
    if (base === 0) {
      const found = await findIssue(context, publication, params)
      if (isRefusal(found)) return found
      if (found.passed !== null) return tooLate()
    }
    const at = context.now()
    const saved = await context.db.transaction().execute(async (trx) => {
      const row = await draftStore.lockDraft(trx, key)
      if (row === null) {
        if (dueAt === null) return notFound()
        const first = { key, isSpecial: false, dueAt, plan: 'open', draft, by, at } as const
        return base === 0 && (await draftStore.addDraft(trx, first)) ? 1 : laterRevision()
      }
      if (row.plan === 'done') return tooLate()
      // The answer to this save was lost.
      if (row.revision === base + 1 && isDeepStrictEqual(row.draft, draft)) return row.revision
      if (row.revision !== base) return laterRevision()
      await draftStore.setDraft(trx, key, { revision: base + 1, draft, by, at })
      return base + 1
    })
    if (isRefusal(saved)) return saved
    // The draft is safe, even if its articles cannot be shown.
    const known = await findTeasers(context, publication, toArticleIds(draft)).catch(() => null)
    const articles = known === null ? [] : toArticles(toArticleIds(draft), known)
    return { revision: saved, savedAt: at.toISOString(), articles }
  })
}

export function dropIssue(context: NewsletterContext, { context: publication, params }: DeskCall<'dropIssue'>) {
  return orNoContent(async () => {
    const found = await findIssue(context, publication, params)
    if (isRefusal(found)) return found
    const { key, isSpecial, isUpcoming } = found
    return context.db.transaction().execute(async (trx) => {
      const row = await draftStore.lockDraft(trx, key)
      if (row === null) return notFound()
      const isMissed = !isSpecial && !isUpcoming
      if (row.plan === 'done' || (row.plan !== 'open' && !isMissed)) return notNow('It is released, stopped or sent')
      await draftStore.removeDraft(trx, key)
      return undefined
    })
  })
}

// --- Released, stopped

type Change = { found: FoundIssue; trx: NewsletterDb; row: DraftRow | null }

/** Changes the plan of an issue whose sending has not begun, and answers with the issue. */
function changePlan(
  context: NewsletterContext,
  publication: PublicationCode,
  params: { slug: string; issue: string },
  change: (of: Change) => Promise<Refusal | undefined>,
): Promise<DeskIssue | Refusal> {
  return orNoContent(async () => {
    const found = await findIssue(context, publication, params)
    if (isRefusal(found)) return found
    const { key, isSpecial, dueAt, schedule } = found
    if (!isSpecial && schedule?.rhythm !== found.newsletter.rhythm) await renewSchedules(context, publication)
    const refused = await context.db.transaction().execute(async (trx) => {
      if (!isSpecial && !(await issueStore.lockSlot(trx, key, dueAt!, context.now()))) return tooLate()
      const row = await draftStore.lockDraft(trx, key)
      if (row?.plan === 'done') return tooLate()
      return change({ found, trx, row })
    })
    return refused ?? answerIssue(context, publication, params)
  })
}

export const releaseIssue: DeskHandlers['releaseIssue'] = (context, { context: publication, params, body }) => {
  const now = context.now()
  const earliest = now.getTime() + STOP_MS
  const chosen = new Date(Math.max(body.at === null ? 0 : Date.parse(body.at), earliest))
  return changePlan(context, publication, params, async ({ found, trx, row }) => {
    if (row === null || row.draft === null) return found.isSpecial ? notFound() : laterRevision()
    if (row.revision !== body.revision) return laterRevision()
    if (toArticleIds(row.draft).length === 0) return problem(422, 'NOT_READY', 'The draft has no article')
    if (found.isSpecial && chosen.getTime() - now.getTime() > LATEST_PLAN_MS)
      return problem(422, 'NOT_READY', 'The time is too far ahead')
    const dueAt = found.isSpecial ? chosen : found.dueAt!
    await draftStore.setReleased(trx, found.key, {
      revision: row.revision,
      draft: row.draft,
      dueAt,
      by: body.by,
      at: now,
    })
    return undefined
  })
}

export function stopIssue(context: NewsletterContext, { context: publication, params, body }: DeskCall<'stopIssue'>) {
  return changePlan(context, publication, params, async ({ found, trx, row }) => {
    const { key, isSpecial, dueAt } = found
    if (isSpecial && row?.plan !== 'released') return notNow('It is not released')
    if (row === null) {
      const stopped = { key, isSpecial, dueAt, plan: 'stopped', draft: null, by: body.by, at: context.now() } as const
      return (await draftStore.addDraft(trx, stopped)) ? undefined : laterRevision()
    }
    await draftStore.setPlan(trx, key, isSpecial ? 'open' : 'stopped')
    return undefined
  })
}

export function resumeIssue(context: NewsletterContext, { context: publication, params }: DeskCall<'resumeIssue'>) {
  return changePlan(context, publication, params, async ({ found, trx, row }) => {
    if (row?.plan !== 'stopped') return notNow('It is not stopped')
    if (row.draft === null) await draftStore.removeDraft(trx, found.key)
    else await draftStore.setPlan(trx, found.key, 'open')
    return undefined
  })
}

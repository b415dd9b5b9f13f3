/**
 * Issues as an office prepares them. The contract has the promises. A plan is changed under the lock of the schedule (of
 * the draft, for an extra issue), which a process that begins to send needs as well: so a release or a stop comes before
 * the sending, or is refused.
 */
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Newsletter, Teaser } from '@lokalteil/contracts/content'
import type {
  DeskIssue,
  IssueArticle,
  IssueDraft,
  NEWSLETTER_DESK,
  PassedIssue,
  PreparedIssue,
} from '@lokalteil/contracts/newsletter-issues'
import { isPaid } from '@lokalteil/domain/access/content-restriction'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import {
  LATEST_PLAN_MS,
  listUpcoming,
  readIssueTime,
  STOP_MS,
  toIssueId,
  toIssueState,
} from '@lokalteil/domain/reading/newsletter-issues'
import { refuseUntil } from '../platform/limits/limiter.ts'
import { created, isRefusal, problem, type Call, type Refusal } from '../platform/serve.ts'
import { chooseTeasers, compose, findTeasers, isSendable, toSampleMail, type Composition } from './compose.ts'
import { HOUR, listCatalogue, NoContent, toAddressKey, type NewsletterContext } from './context.ts'
import { renewSchedules, toPeriod } from './issues.ts'
import type { NewsletterDb } from './schema.ts'
import * as draftStore from './store/drafts.ts'
import type { DraftRow, IssueKey } from './store/drafts.ts'
import * as issueStore from './store/issues.ts'
import type { PassedRow, Schedule } from './store/issues.ts'
import { countRecipients } from './store/subscriptions.ts'

type DeskCall<Name extends keyof typeof NEWSLETTER_DESK> = Call<(typeof NEWSLETTER_DESK)[Name], Mandator>

const PASSED_ISSUES = 10
const MOST_DRAFTS = 500
const MOST_SPECIALS = 20
const TESTS = { most: 20, windowMs: HOUR }
const EMPTY: IssueDraft = { subject: '', preheader: '', introduction: '', items: [] }

const notFound = () => problem(404, 'NOT_FOUND', 'No such newsletter or issue')
const notNow = (title: string) => problem(409, 'NOT_NOW', title)
const laterRevision = () => problem(409, 'LATER_REVISION', 'The draft has another revision')
const tooLate = () => notNow('The issue is being sent, or the rhythm has no issue of this time')

/** The content service is away: nothing can be shown, and nothing was changed. */
async function orNoContent<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoContent) return problem(502, 'NO_CONTENT', 'The content service does not answer')
    throw error
  }
}

type Found = {
  key: IssueKey
  newsletter: Newsletter
  isSpecial: boolean
  /** Null: an extra issue without a time. */
  dueAt: Date | null
  isUpcoming: boolean
  schedule: Schedule | null
  row: DraftRow | null
  passed: PassedRow | null
}

async function findIssue(
  context: NewsletterContext,
  mandator: Mandator,
  { slug, issue: id }: { slug: string; issue: string },
): Promise<Found | Refusal> {
  const key = { mandator, slug, id }
  const newsletter = (await listCatalogue(context, mandator)).find((one) => one.slug === slug)
  if (newsletter === undefined) return notFound()
  const [row, schedule, passed] = await Promise.all([
    draftStore.getDraft(context.db, key),
    issueStore.getSchedule(context.db, mandator, slug),
    issueStore.getPassed(context.db, key),
  ])
  const time = readIssueTime(id)
  const isUpcoming = time !== null && isAmong(toUpcoming(newsletter, schedule, context.now()), time)
  if (passed === null && !isUpcoming && (row === null || row.plan === 'done')) return notFound()
  return {
    key,
    newsletter,
    isSpecial: time === null,
    dueAt: time ?? row?.due_at ?? null,
    isUpcoming,
    schedule,
    row,
    passed,
  }
}

/** The rhythm may have changed since the schedule was written, less than a minute ago. */
function toUpcoming({ rhythm }: Newsletter, schedule: Schedule | null, now: Date): Date[] {
  return listUpcoming(rhythm, schedule?.rhythm === rhythm ? schedule.nextAt : null, now)
}

const isAmong = (times: readonly Date[], time: Date) => times.some((one) => one.getTime() === time.getTime())

// --- Shown

export function listDesk(context: NewsletterContext, { context: mandator }: DeskCall<'listDesk'>) {
  return orNoContent(async () => {
    const { db } = context
    const now = context.now()
    const [catalogue, schedules, drafts, passed, recipients] = await Promise.all([
      listCatalogue(context, mandator),
      issueStore.listSchedules(db, mandator),
      draftStore.listOpenDrafts(db, mandator, MOST_DRAFTS),
      issueStore.listPassed(db, mandator, PASSED_ISSUES),
      countRecipients(db, mandator),
    ])
    const newsletters = catalogue.map(async (newsletter) => {
      const { slug, title, rhythm, sender } = newsletter
      const times = toUpcoming(newsletter, schedules.find((one) => one.slug === slug) ?? null, now)
      const rows = drafts.filter((one) => one.slug === slug)
      const upcoming = times.map((dueAt) => {
        const id = toIssueId(dueAt)
        const row = rows.find((one) => one.id === id) ?? null
        return toPrepared({ id, isSpecial: false, dueAt, isUpcoming: true, row })
      })
      const others = rows
        .filter(({ id, is_special, revision }) => is_special || (revision > 0 && !upcoming.some((one) => one.id === id)))
        .map((row) =>
          toPrepared({ id: row.id, isSpecial: row.is_special, dueAt: row.due_at, isUpcoming: false, row }),
        )
      return {
        slug,
        title,
        rhythm,
        sender,
        recipients: recipients.get(slug) ?? 0,
        prepared: [...upcoming, ...others],
        passed: await Promise.all(passed.filter((one) => one.slug === slug).map((row) => toPassed(context, row))),
      }
    })
    return { newsletters: await Promise.all(newsletters) }
  })
}

function toPrepared(
  issue: Pick<Found, 'isSpecial' | 'dueAt' | 'isUpcoming'> & { id: string; row: DraftRow | null },
): PreparedIssue {
  const { id, isSpecial, dueAt, isUpcoming, row } = issue
  const plan = row === null || row.plan === 'done' ? 'open' : row.plan
  const revision = row?.revision ?? 0
  return {
    id,
    isSpecial,
    dueAt: dueAt?.toISOString() ?? null,
    state: toIssueState({ isSpecial, isUpcoming, plan, revision }),
    subject: row?.draft?.subject ?? '',
    revision,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.changed_by ?? '',
  }
}

async function toPassed({ countMails }: NewsletterContext, row: PassedRow): Promise<PassedIssue> {
  const isCounted = row.failed !== null || (row.state !== 'sending' && row.state !== 'sent')
  const { waiting, failed } = isCounted ? { waiting: 0, failed: row.failed ?? 0 } : await countMails(row.id)
  return {
    id: row.draftId ?? toIssueId(row.dueAt),
    isSpecial: row.draftId !== null,
    dueAt: row.dueAt.toISOString(),
    state: row.state,
    isComposed: row.isComposed === true,
    subject: row.subject ?? '',
    articles: row.articleIds.length,
    recipients: row.recipients,
    waiting,
    failed,
  }
}

export function openIssue(context: NewsletterContext, { context: mandator, params }: DeskCall<'openIssue'>) {
  return orNoContent(() => answerIssue(context, mandator, params))
}

async function answerIssue(
  context: NewsletterContext,
  mandator: Mandator,
  params: { slug: string; issue: string },
): Promise<DeskIssue | Refusal> {
  const found = await findIssue(context, mandator, params)
  if (isRefusal(found)) return found
  const { key, newsletter, isSpecial, row, passed } = found
  const news = passed === null ? await propose(context, found) : []
  const draft = passed === null ? toOpenDraft(found, news) : toSentDraft(passed, row)
  const [recipients, teasers] = await Promise.all([
    countRecipients(context.db, mandator),
    findTeasers(context, mandator, toArticleIds(draft)),
  ])
  const known = new Map([...news.map((teaser) => [teaser.documentId, teaser] as const), ...teasers])
  const proposal = news.map(({ documentId }) => documentId)
  const isReleased = row !== null && row.plan === 'released' && passed === null
  return {
    slug: key.slug,
    newsletter: newsletter.title,
    sender: newsletter.sender,
    issue: toPrepared({ ...found, id: key.id, isSpecial }),
    draft,
    released: isReleased
      ? { revision: row.released_revision!, at: row.released_at!.toISOString(), by: row.released_by! }
      : null,
    proposal,
    articles: toArticles([...toArticleIds(draft), ...proposal], known),
    recipients: recipients.get(key.slug) ?? 0,
    passed: passed === null ? null : await toPassed(context, passed),
  }
}

/** For a regular issue what would compose itself; for an extra one the newest. */
async function propose(context: NewsletterContext, { key, newsletter, isSpecial, schedule }: Found): Promise<Teaser[]> {
  const period = isSpecial
    ? { since: new Date(0) }
    : await toPeriod(context, { ...key, lastIssueAt: schedule?.lastIssueAt ?? null })
  return chooseTeasers(context, key.mandator, newsletter, period)
}

function toOpenDraft({ row, isSpecial }: Found, news: readonly Teaser[]): IssueDraft {
  if (row?.draft != null) return row.draft
  return isSpecial ? EMPTY : { ...EMPTY, items: news.map(({ documentId: id }) => ({ type: 'article', id })) }
}

function toSentDraft({ subject, articleIds, isComposed }: PassedRow, row: DraftRow | null): IssueDraft {
  if (isComposed === true && row?.released != null) {
    const items = row.released.items.filter((item) => item.type === 'heading' || articleIds.includes(item.id))
    return { ...row.released, subject: subject ?? '', items }
  }
  return { ...EMPTY, subject: subject ?? '', items: articleIds.map((id) => ({ type: 'article', id })) }
}

function toArticleIds({ items }: IssueDraft): string[] {
  return items.flatMap((item) => (item.type === 'article' ? [item.id] : []))
}

function toArticles(ids: readonly string[], known: ReadonlyMap<string, Teaser>): IssueArticle[] {
  return [...new Set(ids)].map((id) => {
    const teaser = known.get(id)
    if (teaser === undefined)
      return { id, title: '', prefix: '', isPaid: false, publishDate: null, state: 'missing' as const }
    const { title, titlePrefix: prefix, contentRestriction, publishDate, isSoldContent } = teaser
    const state = isSoldContent ? 'advertisement' : isSendable(teaser) ? 'ready' : 'missing'
    return { id, title, prefix, isPaid: isPaid(contentRestriction), publishDate, state }
  })
}

// --- Drafts

export function createIssue(context: NewsletterContext, { context: mandator, params, body }: DeskCall<'createIssue'>) {
  return orNoContent(async () => {
    const { slug } = params
    if (!(await listCatalogue(context, mandator)).some((one) => one.slug === slug)) return notFound()
    if ((await draftStore.countOpenSpecials(context.db, mandator, slug)) >= MOST_SPECIALS)
      return notNow(`There are ${MOST_SPECIALS} extra issues already`)
    const from = body.from === null ? null : await draftStore.getDraft(context.db, { mandator, slug, id: body.from })
    if (body.from !== null && from?.draft == null) return notFound()
    const id = toSpecialId()
    await draftStore.addDraft(context.db, {
      key: { mandator, slug, id },
      isSpecial: true,
      dueAt: null,
      plan: 'open',
      draft: from?.draft ?? EMPTY,
      by: body.by,
      at: context.now(),
    })
    const answer = await answerIssue(context, mandator, { slug, issue: id })
    return isRefusal(answer) ? answer : created(answer)
  })
}

function toSpecialId(): string {
  return `sonder-${Array.from({ length: 10 }, () => randomInt(36).toString(36)).join('')}`
}

export function saveIssue(context: NewsletterContext, { context: mandator, params, body }: DeskCall<'saveIssue'>) {
  return orNoContent(async () => {
    const { base, draft, by } = body
    const key = { mandator, slug: params.slug, id: params.issue }
    const dueAt = readIssueTime(key.id)
    // The first save makes the row, so it asks whether there is such an issue.
    if (base === 0) {
      const found = await findIssue(context, mandator, params)
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
    const known = await findTeasers(context, mandator, toArticleIds(draft)).catch(() => null)
    const articles = known === null ? [] : toArticles(toArticleIds(draft), known)
    return { revision: saved, savedAt: at.toISOString(), articles }
  })
}

export function dropIssue(context: NewsletterContext, { context: mandator, params }: DeskCall<'dropIssue'>) {
  return orNoContent(async () => {
    const found = await findIssue(context, mandator, params)
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

// --- Looked at

export function previewIssue(
  context: NewsletterContext,
  { context: mandator, params }: DeskCall<'previewIssue'>,
) {
  return orNoContent(async () => {
    const composed = await composeNow(context, mandator, params, false)
    if (isRefusal(composed)) return composed
    return context.renderMail(toSampleMail(mandator, composed.content, 'vorschau@example.org'))
  })
}

export function testIssue(context: NewsletterContext, { context: mandator, params, body }: DeskCall<'testIssue'>) {
  return orNoContent(async () => {
    const composed = await composeNow(context, mandator, params, true)
    if (isRefusal(composed)) return composed
    const attempt = { key: `test ${toAddressKey(context, mandator, body.email)}`, budget: TESTS }
    return context.db.transaction().execute(async (trx) => {
      const until = await context.limiter.take([attempt], trx)
      if (until !== null) return refuseUntil(until, context.now(), 'TOO_MANY_TESTS', 'Too many test mails in an hour')
      await context.queueMail(toSampleMail(mandator, composed.content, body.email), trx)
      return undefined
    })
  })
}

/** What would be sent now: of the last draft, not of the released one. */
async function composeNow(
  context: NewsletterContext,
  mandator: Mandator,
  params: { slug: string; issue: string },
  isTest: boolean,
): Promise<Composition | Refusal> {
  const found = await findIssue(context, mandator, params)
  if (isRefusal(found)) return found
  const { key, newsletter, isSpecial, row, schedule, passed } = found
  if (passed !== null) return notFound()
  const lastIssueAt = schedule?.lastIssueAt ?? null
  const from = row?.draft ?? (isSpecial ? EMPTY : await toPeriod(context, { ...key, lastIssueAt }))
  const composed = await compose(context, mandator, newsletter, from, isTest)
  return composed ?? problem(409, 'NOTHING_TO_TELL', 'There is no article that readers can see')
}

// --- Released, stopped

type Change = { found: Found; trx: NewsletterDb; row: DraftRow | null }

/** Changes the plan of an issue whose sending has not begun, and answers with the issue. */
function changePlan(
  context: NewsletterContext,
  mandator: Mandator,
  params: { slug: string; issue: string },
  change: (of: Change) => Promise<Refusal | undefined>,
): Promise<DeskIssue | Refusal> {
  return orNoContent(async () => {
    const found = await findIssue(context, mandator, params)
    if (isRefusal(found)) return found
    const { key, isSpecial, dueAt, schedule } = found
    if (!isSpecial && schedule?.rhythm !== found.newsletter.rhythm) await renewSchedules(context, mandator)
    const refused = await context.db.transaction().execute(async (trx) => {
      if (!isSpecial && !(await issueStore.lockSlot(trx, key, dueAt!, context.now()))) return tooLate()
      const row = await draftStore.lockDraft(trx, key)
      if (row?.plan === 'done') return tooLate()
      return change({ found, trx, row })
    })
    return refused ?? answerIssue(context, mandator, params)
  })
}

export function releaseIssue(
  context: NewsletterContext,
  { context: mandator, params, body }: DeskCall<'releaseIssue'>,
) {
  const now = context.now()
  const earliest = now.getTime() + STOP_MS
  const chosen = new Date(Math.max(body.at === null ? 0 : Date.parse(body.at), earliest))
  return changePlan(context, mandator, params, async ({ found, trx, row }) => {
    if (row?.draft == null) return found.isSpecial ? notFound() : laterRevision()
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

export function stopIssue(context: NewsletterContext, { context: mandator, params, body }: DeskCall<'stopIssue'>) {
  return changePlan(context, mandator, params, async ({ found, trx, row }) => {
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

export function resumeIssue(context: NewsletterContext, { context: mandator, params }: DeskCall<'resumeIssue'>) {
  return changePlan(context, mandator, params, async ({ found, trx, row }) => {
    if (row?.plan !== 'stopped') return notNow('It is not stopped')
    if (row.draft === null) await draftStore.removeDraft(trx, found.key)
    else await draftStore.setPlan(trx, found.key, 'open')
    return undefined
  })
}

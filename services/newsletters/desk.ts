/** Issues as an office sees them: lists, an issue with its draft, preview and test. `desk-changes.ts` changes them. */
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
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { listUpcoming, readIssueTime, toIssueId, toIssueState } from '@lokalteil/domain/reading/newsletter-issues'
import { refuseUntil } from '../platform/limits/limiter.ts'
import { isRefusal, problem, type BoundHandlers, type Call, type Refusal } from '../platform/serve.ts'
import { chooseTeasers, compose, findTeasers, isSendable, toSampleMail, type Composition } from './compose.ts'
import { HOUR, listCatalogue, NoContent, toAddressKey, type NewsletterContext } from './context.ts'
import { toPeriod } from './issues.ts'
import * as draftStore from './store/drafts.ts'
import type { DraftRow, IssueKey } from './store/drafts.ts'
import * as issueStore from './store/issues.ts'
import type { PassedRow, Schedule } from './store/issues.ts'
import { countRecipients } from './store/subscriptions.ts'

export type DeskCall<Name extends keyof typeof NEWSLETTER_DESK> = Call<(typeof NEWSLETTER_DESK)[Name], PublicationCode>
export type DeskHandlers = BoundHandlers<NewsletterContext, typeof NEWSLETTER_DESK, PublicationCode>

const PASSED_ISSUES = 10
const MOST_DRAFTS = 500
const TESTS = { most: 20, windowMs: HOUR }
export const EMPTY: IssueDraft = { subject: '', preheader: '', introduction: '', items: [] }

export const notFound = () => problem(404, 'NOT_FOUND', 'No such newsletter or issue')

/** The content service is away: nothing can be shown, and nothing was changed. */
export async function orNoContent<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoContent) return problem(502, 'NO_CONTENT', 'The content service does not answer')
    throw error
  }
}

export type FoundIssue = {
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

export async function findIssue(
  context: NewsletterContext,
  publication: PublicationCode,
  { slug, issue: id }: { slug: string; issue: string },
): Promise<FoundIssue | Refusal> {
  const key = { publication, slug, id }
  const newsletter = (await listCatalogue(context, publication)).find((one) => one.slug === slug)
  if (newsletter === undefined) return notFound()
  const [row, schedule, passed] = await Promise.all([
    draftStore.getDraft(context.db, key),
    issueStore.getSchedule(context.db, publication, slug),
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

export function listDesk(context: NewsletterContext, { context: publication }: DeskCall<'listDesk'>) {
  return orNoContent(async () => {
    const { db } = context
    const now = context.now()
    const [catalogue, schedules, drafts, passed, recipients] = await Promise.all([
      listCatalogue(context, publication),
      issueStore.listSchedules(db, publication),
      draftStore.listOpenDrafts(db, publication, MOST_DRAFTS),
      issueStore.listPassed(db, publication, PASSED_ISSUES),
      countRecipients(db, publication),
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
        .filter(
          ({ id, is_special, revision }) => is_special || (revision > 0 && !upcoming.some((one) => one.id === id)),
        )
        .map((row) => toPrepared({ id: row.id, isSpecial: row.is_special, dueAt: row.due_at, isUpcoming: false, row }))
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
  issue: Pick<FoundIssue, 'isSpecial' | 'dueAt' | 'isUpcoming'> & { id: string; row: DraftRow | null },
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

export function openIssue(context: NewsletterContext, { context: publication, params }: DeskCall<'openIssue'>) {
  return orNoContent(() => answerIssue(context, publication, params))
}

export async function answerIssue(
  context: NewsletterContext,
  publication: PublicationCode,
  params: { slug: string; issue: string },
): Promise<DeskIssue | Refusal> {
  const found = await findIssue(context, publication, params)
  if (isRefusal(found)) return found
  const { key, newsletter, isSpecial, row, passed } = found
  const news = passed === null ? await propose(context, found) : []
  const draft = passed === null ? toOpenDraft(found, news) : toSentDraft(passed, row)
  const [recipients, teasers] = await Promise.all([
    countRecipients(context.db, publication),
    findTeasers(context, publication, toArticleIds(draft)),
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

/** For a regular issue the articles of its period; for an extra one the newest. */
async function propose(
  context: NewsletterContext,
  { key, newsletter, isSpecial, schedule }: FoundIssue,
): Promise<Teaser[]> {
  const period = isSpecial
    ? { since: new Date(0) }
    : await toPeriod(context, { ...key, lastIssueAt: schedule?.lastIssueAt ?? null })
  return chooseTeasers(context, key.publication, newsletter, period)
}

function toOpenDraft({ row, isSpecial }: FoundIssue, news: readonly Teaser[]): IssueDraft {
  if (row !== null && row.draft !== null) return row.draft
  return isSpecial ? EMPTY : { ...EMPTY, items: news.map(({ documentId: id }) => ({ type: 'article', id })) }
}

function toSentDraft({ subject, articleIds, isComposed }: PassedRow, row: DraftRow | null): IssueDraft {
  if (isComposed === true && row !== null && row.released !== null) {
    const items = row.released.items.filter((item) => item.type === 'heading' || articleIds.includes(item.id))
    return { ...row.released, subject: subject ?? '', items }
  }
  return { ...EMPTY, subject: subject ?? '', items: articleIds.map((id) => ({ type: 'article', id })) }
}

export function toArticleIds({ items }: IssueDraft): string[] {
  return items.flatMap((item) => (item.type === 'article' ? [item.id] : []))
}

export function toArticles(ids: readonly string[], known: ReadonlyMap<string, Teaser>): IssueArticle[] {
  return [...new Set(ids)].map((id) => {
    const teaser = known.get(id)
    if (teaser === undefined)
      return { id, title: '', prefix: '', isPaid: false, publishDate: null, state: 'missing' as const }
    const { title, titlePrefix: prefix, contentRestriction, publishDate, isSoldContent } = teaser
    const state = isSoldContent ? 'advertisement' : isSendable(teaser) ? 'ready' : 'missing'
    return { id, title, prefix, isPaid: isPaid(contentRestriction), publishDate, state }
  })
}

// --- Looked at

export function previewIssue(context: NewsletterContext, { context: publication, params }: DeskCall<'previewIssue'>) {
  return orNoContent(async () => {
    const composed = await composeNow(context, publication, params, false)
    if (isRefusal(composed)) return composed
    return context.renderMail(toSampleMail(publication, composed.content, 'vorschau@example.org'))
  })
}

export function testIssue(context: NewsletterContext, { context: publication, params, body }: DeskCall<'testIssue'>) {
  return orNoContent(async () => {
    const composed = await composeNow(context, publication, params, true)
    if (isRefusal(composed)) return composed
    const attempt = { key: `test ${toAddressKey(context, publication, body.email)}`, budget: TESTS }
    return context.db.transaction().execute(async (trx) => {
      const until = await context.limiter.take([attempt], trx)
      if (until !== null) return refuseUntil(until, context.now(), 'TOO_MANY_TESTS', 'Too many test mails in an hour')
      await context.queueMail(toSampleMail(publication, composed.content, body.email), trx)
      return undefined
    })
  })
}

/** Composes the mail from the last draft, not from the released one. */
async function composeNow(
  context: NewsletterContext,
  publication: PublicationCode,
  params: { slug: string; issue: string },
  isTest: boolean,
): Promise<Composition | Refusal> {
  const found = await findIssue(context, publication, params)
  if (isRefusal(found)) return found
  const { key, newsletter, isSpecial, row, schedule, passed } = found
  if (passed !== null) return notFound()
  const lastIssueAt = schedule?.lastIssueAt ?? null
  const from = row?.draft ?? (isSpecial ? EMPTY : await toPeriod(context, { ...key, lastIssueAt }))
  const composed = await compose(context, publication, newsletter, from, isTest)
  return composed ?? problem(409, 'NOTHING_TO_TELL', 'There is no article that readers can see')
}

/**
 * Issues: composed when due, from the draft that was released or from new articles, and sent in portions. A portion's
 * mails and its position are one transaction, so after a crash another process continues without sending twice.
 */
import { randomUUID } from 'node:crypto'
import type { Newsletter } from '@lokalteil/contracts/content'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { toIssueId } from '@lokalteil/domain/reading/newsletter-issues'
import { isTooLate, nextIssueAt, parseRhythm, toIssueStart } from '@lokalteil/domain/reading/newsletters'
import { createJobRunner, type JobContext, type JobRunner, type JobOutcome } from '../platform/jobs/job-runner.ts'
import { problem } from '../platform/serve.ts'
import { compose, toSampleMail, type Composition, type Period } from './compose.ts'
import {
  DAY,
  findNewsletter,
  listCatalogue,
  toLeaveToken,
  unknownNewsletter,
  type NewsletterContext,
  type NewsletterHandlers,
} from './context.ts'
import * as draftStore from './store/drafts.ts'
import type { DueSpecial } from './store/drafts.ts'
import * as issueStore from './store/issues.ts'
import type { DueSchedule, OpenIssue, PlannedIssue } from './store/issues.ts'
import { listRecipients } from './store/subscriptions.ts'
import { tidyUp } from './store/upkeep.ts'

export const TICK_MS = 60_000
const LEASE_MS = 5 * 60_000
const PORTION = 50
/** The outbox forgets its mails after thirty days. */
const COUNTED_MS = 29 * DAY
const COUNTS_AT_ONCE = 20

export type IssueJobs = { schedules: JobRunner; specials: JobRunner; issues: JobRunner }

export function createIssueJobs(context: NewsletterContext): IssueJobs {
  const { db, now, onError } = context
  // A schedule is retried until its issue is too late.
  const common = { now, leaseMs: LEASE_MS, retry: { delayMs: () => TICK_MS, longestMs: TICK_MS } }
  return {
    schedules: createJobRunner({
      ...common,
      queue: issueStore.toScheduleQueue(db),
      work: (due, { complete }) => planIssue(context, due, complete),
      onError: (error) => onError(error, 'newsletter-issue'),
    }),
    specials: createJobRunner({
      ...common,
      queue: draftStore.toSpecialQueue(db),
      work: (due, { complete }) => planSpecial(context, due, complete),
      onError: (error) => onError(error, 'newsletter-special'),
    }),
    issues: createJobRunner({
      ...common,
      queue: issueStore.toIssueQueue(db),
      work: (issue, job) => sendIssue(context, issue, job),
      onError: (error) => onError(error, 'newsletter-due'),
      onFailure: (error) => {
        throw error
      },
    }),
  }
}

/** Sends due issues and tidies up. */
export async function sendDueIssues(
  context: NewsletterContext,
  { schedules, specials, issues }: IssueJobs,
): Promise<void> {
  for (const publication of listPublicationCodes())
    // Existing schedules stay.
    await renewSchedules(context, publication).catch((error: unknown) => context.onError(error, 'newsletter-schedules'))
  await schedules.runDue()
  await specials.runDue()
  await issues.runDue()
  await countFailures(context)
  await tidyUp(context.db, context.now())
}

export async function renewSchedules(context: NewsletterContext, publication: PublicationCode): Promise<void> {
  const schedules = (await listCatalogue(context, publication)).map(({ slug, rhythm }) => ({
    slug,
    rhythm,
    nextAt: toNextAt(rhythm, context.now()),
  }))
  await issueStore.saveSchedules(context.db, publication, schedules)
}

function toNextAt(rhythm: string, after: Date): Date | null {
  const slots = parseRhythm(rhythm)
  return slots === null ? null : nextIssueAt(slots, after)
}

async function planIssue(
  context: NewsletterContext,
  due: DueSchedule,
  complete: JobContext['complete'],
): Promise<void> {
  const { publication, slug, nextAt: dueAt } = due
  const now = context.now()
  const draft = await draftStore.getDraft(context.db, { publication, slug, id: toIssueId(dueAt) })
  const released = draft?.plan === 'released' ? draft.released : null
  const planned: PlannedIssue = isTooLate(dueAt, now)
    ? { state: 'late' }
    : draft?.plan === 'stopped'
      ? { state: 'stopped' }
      : await composeDue(context, due, released ?? (await toPeriod(context, due)))
  const issue = {
    id: randomUUID(),
    publication,
    slug,
    dueAt,
    draftId: null,
    isComposed: released !== null,
    ...planned,
  }
  // Articles newer than the release go into the next issue.
  const toldUntil = released === null ? now : (draft?.released_at ?? now)
  const times = { nextAt: toNextAt(due.rhythm, now), toldUntil, now }
  await context.db.transaction().execute((trx) => issueStore.addIssue(trx, issue, complete, times))
}

async function planSpecial(
  context: NewsletterContext,
  { key, dueAt, released }: DueSpecial,
  complete: JobContext['complete'],
): Promise<void> {
  const now = context.now()
  const { publication, slug, id: draftId } = key
  const planned: PlannedIssue = isTooLate(dueAt, now) ? { state: 'late' } : await composeDue(context, key, released)
  const issue = { id: randomUUID(), publication, slug, dueAt, draftId, isComposed: true, ...planned }
  await context.db.transaction().execute((trx) => issueStore.addSpecial(trx, issue, complete, now))
}

async function composeDue(
  context: NewsletterContext,
  { publication, slug }: { publication: PublicationCode; slug: string },
  from: Parameters<typeof compose>[3],
): Promise<PlannedIssue> {
  const newsletter = await findNewsletter(context, publication, slug)
  const composed = newsletter === null ? null : await compose(context, publication, newsletter, from)
  return composed === null ? { state: 'empty' } : { state: 'sending', ...composed }
}

/** The period of an automatic issue that is composed now. */
export async function toPeriod(
  { db, now }: NewsletterContext,
  { publication, slug, lastIssueAt }: Pick<DueSchedule, 'publication' | 'slug' | 'lastIssueAt'>,
): Promise<Period> {
  const since = toIssueStart(lastIssueAt, now())
  return { since, told: await issueStore.listTold(db, publication, slug, since) }
}

/** Keeps how many mails of an issue failed, once none of them waits. */
async function countFailures(context: NewsletterContext): Promise<void> {
  const since = new Date(context.now().getTime() - COUNTED_MS)
  for (const id of await issueStore.listUncounted(context.db, since, COUNTS_AT_ONCE)) {
    const { waiting, failed } = await context.countMails(id)
    if (waiting === 0) await issueStore.setFailed(context.db, id, failed)
  }
}

/** Stops after a portion when the process ends; another one continues there. */
async function sendIssue(
  context: NewsletterContext,
  issue: OpenIssue,
  job: JobContext,
): Promise<JobOutcome<OpenIssue>> {
  while (await sendPortion(context, issue, job)) if (job.isClosing()) return { release: true }
}

/** False if everybody has it, or another process has the job. */
function sendPortion(context: NewsletterContext, issue: OpenIssue, job: JobContext): Promise<boolean> {
  const { publication, slug, content } = issue
  return context.db.transaction().execute(async (trx) => {
    if (!(await job.extend({ within: trx }))) return false
    const reached = await issueStore.getReached(trx, issue.id)
    const recipients = await listRecipients(trx, { publication, slug, reached }, PORTION)
    if (recipients.length === 0) return false
    const refused = await context.refusals.listRefused(
      recipients.map(({ address }) => address),
      trx,
    )
    const reachable = recipients.filter(({ address }) => !refused.has(address))
    for (const { id, address } of reachable) {
      const token = toLeaveToken(context, id)
      await context.queueMail(
        {
          template: 'newsletter-issue',
          mandator: publication,
          to: { address },
          unsubscribePath: context.paths.oneClick(token),
          data: { ...content, unsubscribePath: context.paths.leave(token) },
        },
        trx,
        issue.id,
      )
    }
    await issueStore.advanceIssue(trx, issue.id, { reached: recipients.at(-1)!.id, recipients: reachable.length })
    return true
  })
}

// --- For the office

export const sendTest: NewsletterHandlers['sendTest'] = async (context, { context: publication, params, body }) => {
  let newsletter: Newsletter | null
  let composed: Composition | null
  try {
    newsletter = await findNewsletter(context, publication, params.slug)
    if (newsletter === null) return unknownNewsletter()
    composed = await compose(context, publication, newsletter, { since: new Date(0) }, true)
  } catch (error) {
    context.onError(error, 'newsletter-test')
    return problem(502, 'NO_CONTENT', 'The content service does not answer')
  }
  if (composed === null) return problem(409, 'NOTHING_TO_TELL', 'There is no article for this newsletter')
  const { content, articleIds } = composed
  const message = toSampleMail(publication, content, body.email)
  await context.db.transaction().execute((trx) => context.queueMail(message, trx))
  return { articleIds }
}

export const listIssues: NewsletterHandlers['listIssues'] = async (
  { db },
  { context: publication, params: { slug } },
) => {
  const [schedule, issues] = await Promise.all([
    issueStore.getSchedule(db, publication, slug),
    issueStore.listIssues(db, publication, slug, 50),
  ])
  return {
    nextAt: schedule?.nextAt?.toISOString() ?? null,
    issues: issues.map((issue) => ({ ...issue, dueAt: issue.dueAt.toISOString() })),
  }
}

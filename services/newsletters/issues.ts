/**
 * Issues: composed when due, sent in portions. A portion's mails and its position are one transaction, so after a crash
 * another process continues without sending twice.
 */
import { randomUUID } from 'node:crypto'
import type { Newsletter, Teaser } from '@lokalteil/contracts/content'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { isPaid } from '@lokalteil/domain/access/content-restriction'
import { listMandators, type Mandator } from '@lokalteil/domain/publication/publications'
import {
  chooseArticles,
  isTooLate,
  nextIssueAt,
  parseRhythm,
  toIssueStart,
} from '@lokalteil/domain/reading/newsletters'
import { toTeaserTarget } from '@lokalteil/domain/reading/teaser'
import { createJobRunner, type JobContext, type JobRunner, type Outcome } from '../platform/jobs/job-runner.ts'
import { problem } from '../platform/serve.ts'
import {
  findNewsletter,
  listCatalogue,
  toLeaveToken,
  unknownNewsletter,
  type NewsletterCall,
  type NewsletterContext,
} from './context.ts'
import * as issueStore from './store/issues.ts'
import type { DueSchedule, IssueContent, NewIssue, OpenIssue } from './store/issues.ts'
import { listRecipients } from './store/subscriptions.ts'
import { tidyUp } from './store/upkeep.ts'
import { toIssuePicture } from './pictures.ts'
import { MAIL_PATH, toLine, toTeaserText } from './text.ts'

export const TICK_MS = 60_000
const LEASE_MS = 5 * 60_000
const PORTION = 50
const SECTIONS_AT_MOST = 10

export type IssueJobs = { schedules: JobRunner; issues: JobRunner }

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
export async function sendDueIssues(context: NewsletterContext, { schedules, issues }: IssueJobs): Promise<void> {
  await planSchedules(context)
  await schedules.runDue()
  await issues.runDue()
  await tidyUp(context.db, context.now())
}

async function planSchedules(context: NewsletterContext): Promise<void> {
  for (const mandator of listMandators()) {
    try {
      const schedules = (await listCatalogue(context, mandator)).map(({ slug, rhythm }) => ({
        slug,
        rhythm,
        nextAt: toNextAt(rhythm, context.now()),
      }))
      await issueStore.saveSchedules(context.db, mandator, schedules)
    } catch (error) {
      // Existing schedules stay.
      context.onError(error, 'newsletter-schedules')
    }
  }
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
  const at = context.now()
  const planned = { id: randomUUID(), due, nextAt: toNextAt(due.rhythm, at) }
  const issue: NewIssue = isTooLate(due.nextAt, at)
    ? { ...planned, state: 'late', content: null, articleIds: [] }
    : { ...planned, ...(await composeDue(context, due, at)) }
  await context.db.transaction().execute((trx) => issueStore.addIssue(trx, issue, complete, at))
}

async function composeDue(context: NewsletterContext, { mandator, slug, lastIssueAt }: DueSchedule, at: Date) {
  const newsletter = await findNewsletter(context, mandator, slug)
  const since = toIssueStart(lastIssueAt, at)
  const composed = newsletter === null ? null : await compose(context, mandator, newsletter, since, false)
  return composed === null
    ? ({ state: 'empty', content: null, articleIds: [] } as const)
    : ({ state: 'sending', ...composed } as const)
}

/** Null: no new articles. */
async function compose(
  context: NewsletterContext,
  mandator: Mandator,
  newsletter: Newsletter,
  since: Date,
  isTest: boolean,
): Promise<{ content: IssueContent; articleIds: string[] } | null> {
  const teasers = await chooseTeasers(context, mandator, newsletter, since)
  if (teasers.length === 0) return null
  const articles = teasers.map((teaser, index) => ({
    prefix: toLine(teaser.titlePrefix, 200),
    title: toLine(teaser.title, 500),
    text: toTeaserText(teaser.teaserTextHtml, 400),
    path: teaser.targetPathOrUrl,
    isPaid: isPaid(teaser.contentRestriction),
    picture: toIssuePicture(teaser.img, index === 0),
  }))
  return {
    content: {
      newsletter: toLine(newsletter.title, 200),
      sender: toLine(newsletter.sender, 200),
      at: context.now().toISOString(),
      articles,
      managePath: context.paths.manage,
      isTest,
    },
    articleIds: teasers.map(({ documentId }) => documentId),
  }
}

async function chooseTeasers(
  context: NewsletterContext,
  mandator: Mandator,
  { sections = [] }: Newsletter,
  since: Date,
): Promise<Teaser[]> {
  const content = context.contentOf(mandator)
  const answers = await Promise.all(
    sections.length === 0
      ? [content.listNewestArticles({})]
      : sections.slice(0, SECTIONS_AT_MOST).map((path) => content.getChannel({ params: { path } })),
  )
  const lists: Teaser[][] = []
  for (const answer of answers) {
    if (answer.ok) lists.push(answer.data.teasers.filter(isReadable))
    // A section that this publication lacks is skipped; other failures throw.
    else if (answer.status !== 404)
      throw new Error(
        `The articles of a newsletter of ${mandator} cannot be read: ${answer.status} ${answer.problem.code}`,
      )
  }
  return chooseArticles(lists, since, context.now())
}

function isReadable({ targetPathOrUrl }: Teaser): boolean {
  return toTeaserTarget(targetPathOrUrl).kind === 'internal' && MAIL_PATH.test(targetPathOrUrl)
}

/** Stops after a portion when the process ends; another one continues there. */
async function sendIssue(context: NewsletterContext, issue: OpenIssue, job: JobContext): Promise<Outcome<OpenIssue>> {
  while (await sendPortion(context, issue, job)) if (job.isClosing()) return { release: true }
}

/** False if everybody has it, or another process has the job. */
function sendPortion(context: NewsletterContext, issue: OpenIssue, job: JobContext): Promise<boolean> {
  const { mandator, slug, content } = issue
  return context.db.transaction().execute(async (trx) => {
    if (!(await job.extend({ within: trx }))) return false
    const reached = await issueStore.getReached(trx, issue.id)
    const recipients = await listRecipients(trx, { mandator, slug, reached }, PORTION)
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
          mandator,
          to: { address },
          unsubscribePath: context.paths.oneClick(token),
          data: { ...content, unsubscribePath: context.paths.leave(token) },
        },
        trx,
      )
    }
    await issueStore.advanceIssue(trx, issue.id, { reached: recipients.at(-1)!.id, recipients: reachable.length })
    return true
  })
}

// --- For the office

export async function sendTest(
  context: NewsletterContext,
  { context: mandator, params, body }: NewsletterCall<'sendTest'>,
) {
  let newsletter: Newsletter | null
  let composed: Awaited<ReturnType<typeof compose>>
  try {
    newsletter = await findNewsletter(context, mandator, params.slug)
    if (newsletter === null) return unknownNewsletter()
    composed = await compose(context, mandator, newsletter, new Date(0), true)
  } catch (error) {
    context.onError(error, 'newsletter-test')
    return problem(502, 'NO_CONTENT', 'The content service does not answer')
  }
  if (composed === null) return problem(409, 'NOTHING_TO_TELL', 'There is no article for this newsletter')
  const { content, articleIds } = composed
  const message: MailMessageInput = {
    template: 'newsletter-issue',
    mandator,
    to: { address: body.email },
    data: { ...content, unsubscribePath: context.paths.manage },
  }
  await context.db.transaction().execute((trx) => context.queueMail(message, trx))
  return { articleIds }
}

export async function listIssues(
  { db }: NewsletterContext,
  { context: mandator, params: { slug } }: NewsletterCall<'listIssues'>,
) {
  const [nextAt, issues] = await Promise.all([
    issueStore.getNextAt(db, mandator, slug),
    issueStore.listIssues(db, mandator, slug, 50),
  ])
  return {
    nextAt: nextAt?.toISOString() ?? null,
    issues: issues.map((issue) => ({ ...issue, dueAt: issue.dueAt.toISOString() })),
  }
}

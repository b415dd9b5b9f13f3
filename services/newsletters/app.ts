/**
 * The newsletter service. Promises: an address gets a newsletter only after its owner confirmed it, by the link of a
 * mail or by a confirmed account, and there is a proof of it; one call ends a subscription, with or without a login; an
 * issue is sent once to each, at its time or not at all, whatever crashes. Never tells whether an address is known;
 * sends no address more than a few mails a day; leaves out advertisements and paid texts.
 */
import { NEWSLETTER_DESK } from '@lokalteil/contracts/newsletter-issues'
import { NEWSLETTER, NEWSLETTER_INFO } from '@lokalteil/contracts/newsletters'
import type { Hono } from 'hono'
import { createSchedule } from '../platform/schedule.ts'
import { part, serveService, type ServiceOptions } from '../platform/service.ts'
import { changeAddress } from './change-address.ts'
import type { NewsletterContext, NewsletterHandlers, NewsletterPaths } from './context.ts'
import { createIssue, dropIssue, releaseIssue, resumeIssue, saveIssue, stopIssue } from './desk-changes.ts'
import { listDesk, openIssue, previewIssue, testIssue, type DeskHandlers } from './desk.ts'
import { listIssues, createIssueJobs, sendDueIssues, sendTest, TICK_MS } from './issues.ts'
import { toPersonalData, type NewsletterData } from './personal-data.ts'
import {
  confirm,
  endSubscription,
  getConfirmation,
  getUnsubscription,
  listSubscriptions,
  orderByMail,
  subscribe,
  unsubscribe,
} from './subscriptions.ts'

export type NewsletterServiceOptions = ServiceOptions &
  Pick<NewsletterContext, 'secret' | 'contentOf' | 'queueMail' | 'renderMail' | 'countMails' | 'refusals'> & {
    paths?: Partial<NewsletterPaths>
  }

export type NewsletterService = {
  app: Hono
  /** For export and erasure by the account service. */
  personalData: NewsletterData
  /** Sends due issues and tidies up; after `start` it runs every minute. */
  runDue: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

const PATHS: NewsletterPaths = {
  confirm: (token) => `/newsletter-anmeldung?bestaetigen=${token}`,
  leave: (token) => `/newsletter-anmeldung?abmelden=${token}`,
  oneClick: (token) => `/api/newsletter/unsubscribe?token=${token}`,
  manage: '/newsletters',
}

const HANDLERS: NewsletterHandlers = {
  order: orderByMail,
  getConfirmation,
  confirm,
  getUnsubscription,
  unsubscribe,
  listSubscriptions,
  subscribe,
  endSubscription,
  changeAddress,
  sendTest,
  listIssues,
}

const DESK_HANDLERS: DeskHandlers = {
  listDesk,
  createIssue,
  openIssue,
  saveIssue,
  dropIssue,
  previewIssue,
  testIssue,
  releaseIssue,
  stopIssue,
  resumeIssue,
}
/** A draft has four thousand characters and forty entries. */
const DRAFT_LIMITS = { saveIssue: 40_000 }

export async function createNewsletterService(options: NewsletterServiceOptions): Promise<NewsletterService> {
  const { contentOf, queueMail, renderMail, countMails, refusals, secret } = options
  if (secret.length < 32) throw new Error('The secret of the newsletters needs at least 32 characters')
  const { app, context } = await serveService<NewsletterContext>(options, {
    schema: 'newsletter',
    folder: import.meta.dirname,
    info: NEWSLETTER_INFO,
    toContext: (base) => ({
      ...base,
      secret,
      contentOf,
      queueMail,
      renderMail,
      countMails,
      refusals,
      paths: { ...PATHS, ...options.paths },
      limiter: base.limitIn({ table: 'newsletter.counters', notes: 'begins' }),
    }),
    parts: [part(NEWSLETTER, HANDLERS), part(NEWSLETTER_DESK, DESK_HANDLERS, { bodyLimits: DRAFT_LIMITS })],
  })
  const jobs = createIssueJobs(context)
  let running: Promise<void> | null = null
  const runDue = () => (running ??= sendDueIssues(context, jobs).finally(() => (running = null)))
  const schedule = createSchedule(TICK_MS, runDue, (error) => context.onError(error, 'newsletter-due'))
  return {
    app,
    personalData: toPersonalData(context),
    runDue,
    start: () => schedule.start(false),
    async close() {
      await Promise.all([...Object.values(jobs).map((runner) => runner.close()), schedule.close()])
      await running?.catch(() => {})
    },
  }
}

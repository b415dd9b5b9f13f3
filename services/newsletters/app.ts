/**
 * The newsletter service. Promises: an address gets a newsletter only after its owner confirmed it, by the link of a
 * mail or by a confirmed account, and there is a proof of it; one call ends a subscription, with or without a login; an
 * issue is sent once to each, at its time or not at all, whatever crashes. Never tells whether an address is known;
 * sends no address more than a few mails a day; leaves out advertisements and paid texts.
 */
import { NEWSLETTER, NEWSLETTER_INFO } from '@lokalteil/contracts/newsletters'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createTableWindows } from '../platform/limits/table-windows.ts'
import { createSchedule } from '../platform/schedule.ts'
import { bindHandlers, problem, serveContract, serveDocumentation, type BoundHandlers } from '../platform/serve.ts'
import { changeAddress } from './change-address.ts'
import type { NewsletterContext, NewsletterPaths } from './context.ts'
import { listIssues, createIssueJobs, sendDueIssues, sendTest, TICK_MS } from './issues.ts'
import { toPersonalData, type NewsletterData } from './personal-data.ts'
import type { NewsletterDb } from './schema.ts'
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

export type NewsletterServiceOptions = Pick<NewsletterContext, 'secret' | 'contentOf' | 'queueMail' | 'refusals'> &
  Partial<Pick<NewsletterContext, 'now' | 'onError'>> & {
    database: Database
    serviceKey: string
    paths?: Partial<NewsletterPaths>
    checkAnswers?: boolean
  }

export type NewsletterService = {
  app: Hono
  /** For export and erasure by the account service. */
  readerData: NewsletterData
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

const HANDLERS: BoundHandlers<NewsletterContext, typeof NEWSLETTER, Mandator> = {
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

export async function createNewsletterService(options: NewsletterServiceOptions): Promise<NewsletterService> {
  const { database, contentOf, queueMail, refusals, secret, now = () => new Date(), onError = () => {} } = options
  if (secret.length < 32) throw new Error('The secret of the newsletters needs at least 32 characters')
  await migrate(database, 'newsletter', await migrationsIn(import.meta.dirname))
  const context: NewsletterContext = {
    db: database.db as NewsletterDb,
    secret,
    contentOf,
    queueMail,
    refusals,
    paths: { ...PATHS, ...options.paths },
    limiter: createLimiter(createTableWindows(database.db, { table: 'newsletter.counters', notes: 'begins' }), now),
    now,
    onError,
  }
  const jobs = createIssueJobs(context)
  let running: Promise<void> | null = null
  const runDue = () => (running ??= sendDueIssues(context, jobs).finally(() => (running = null)))
  const schedule = createSchedule(TICK_MS, runDue, (error) => onError(error, 'newsletter-due'))
  return {
    app: createApp(context, options),
    readerData: toPersonalData(context),
    runDue,
    start: () => schedule.start(false),
    async close() {
      await Promise.all([jobs.schedules.close(), jobs.issues.close(), schedule.close()])
      await running?.catch(() => {})
    },
  }
}

function createApp(context: NewsletterContext, { serviceKey, checkAnswers }: NewsletterServiceOptions): Hono {
  const served = serveContract(NEWSLETTER, bindHandlers(context, HANDLERS), {
    base: '/:mandator',
    toContext: ({ mandator = '' }) => toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
    serviceKey,
    headers: { 'cache-control': 'no-store' },
    onError: context.onError,
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
  })
  const app = new Hono()
  app.route('/', serveDocumentation(NEWSLETTER, NEWSLETTER_INFO))
  app.all('*', (c) => served.fetch(c.req.raw))
  return app
}

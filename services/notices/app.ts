/**
 * The notice service: death notices of feeds, a page for each person, books of condolence, reminders of anniversaries.
 * Promises: deliveries in any order end in the same state; only its writer sees an entry before a moderator approved
 * it; no public answer has an address or a telephone number of a mourner. Refuses: anonymous entries, links and contact
 * data in them, and too many of one reader.
 */
import { NOTICES, NOTICES_INFO, NOTICES_INTERNAL, type IncomingNotice } from '@lokalteil/contracts/notices'
import { SENT_PICTURE_LIMIT } from '@lokalteil/contracts/content/reader-pictures'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createTableWindows } from '../platform/limits/table-windows.ts'
import { createSchedule } from '../platform/schedule.ts'
import { bindHandlers, problem, serveContract, serveDocumentation, type BoundHandlers } from '../platform/serve.ts'
import { CASE_HANDLERS } from './cases.ts'
import { HOUR, tell, type NoticesContext } from './context.ts'
import * as entries from './entries.ts'
import { fillBook, type GivenEntry } from './fill.ts'
import { ingest, takeNotice } from './ingest.ts'
import * as office from './office.ts'
import * as orders from './orders.ts'
import { toPersonalData } from './personal-data.ts'
import * as portraits from './portraits.ts'
import * as reading from './reading.ts'
import * as reminders from './reminders.ts'
import type { NoticesDb } from './schema.ts'
import { sweep } from './store/office.ts'
import { sweepDrafts } from './store/orders.ts'

export type NoticesServiceOptions = Pick<NoticesContext, 'secret' | 'queueMail' | 'pricesOf' | 'giveUp' | 'pictures'> &
  Partial<Pick<NoticesContext, 'now' | 'onError'>> & {
    database: Database
    serviceKey: string
    checkAnswers?: boolean
  }

export type NoticesService = {
  app: Hono
  /** Takes a notice without HTTP, to fill the service. */
  take: (publication: Mandator, notice: IncomingNotice) => Promise<void>
  /** Adds entries to a book that has none yet. */
  fillBook: (publication: Mandator, notice: string, entries: readonly GivenEntry[]) => Promise<void>
  /** For export and erasure by the account service. */
  readerData: ReturnType<typeof toPersonalData>
  /** Subscribes to changes that readers can see. */
  onChange: (listener: (isRemoved: boolean) => void) => () => void
  /** Sends due reminders; after `start` it repeats by itself. */
  runDue: () => Promise<number>
  /** Erases expired data; after `start` it repeats by itself. */
  sweep: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

const PUBLIC: BoundHandlers<NoticesContext, typeof NOTICES, Mandator> = {
  listNotices: reading.listNotices,
  getFacets: reading.getFacets,
  getNotice: reading.getNotice,
  getPerson: reading.getPerson,
  getBook: reading.getBook,
  listPersons: reading.listPersons,
}

const INTERNAL: BoundHandlers<NoticesContext, typeof NOTICES_INTERNAL, Mandator> = {
  ingest,
  getOwnState: entries.getOwnState,
  addEntry: entries.addEntry,
  removeOwnEntry: entries.removeOwnEntry,
  ...CASE_HANDLERS,
  addClosingRequest: entries.addClosingRequest,
  setReminder: reminders.setReminder,
  changeAddress: reminders.changeAddress,
  getReminder: reminders.getReminder,
  endReminder: reminders.endReminder,
  listEntries: office.listEntries,
  decideEntry: office.decideEntry,
  listRequests: office.listRequests,
  decideRequest: office.decideRequest,
  setBook: office.setBook,
  saveDraft: orders.saveDraft,
  getDraft: orders.getDraft,
  addPortrait: portraits.addPortrait,
  getOwnPortrait: portraits.getOwnPortrait,
  getPortraitToDecide: portraits.getPortraitToDecide,
  listOrders: orders.listOrders,
  decideOrder: orders.decideOrder,
}

/** The calls of the checkout. */
const SELLING: BoundHandlers<NoticesContext, typeof SELLER, Mandator> = {
  getBasket: orders.getBasket,
  reserveBasket: orders.reserveBasket,
  settlePurchase: orders.settlePurchase,
  holdPurchase: orders.holdPurchase,
  releasePurchase: orders.releasePurchase,
}

export async function createNoticesService(options: NoticesServiceOptions): Promise<NoticesService> {
  const {
    database,
    secret,
    queueMail,
    pricesOf,
    giveUp,
    pictures,
    now = () => new Date(),
    onError = () => {},
  } = options
  await migrate(database, 'notices', await migrationsIn(import.meta.dirname))
  const context: NoticesContext = {
    db: database.db as NoticesDb,
    limiter: createLimiter(createTableWindows(database.db, { table: 'notices.counters', notes: 'ends' }), now),
    secret,
    queueMail,
    pricesOf,
    giveUp,
    pictures,
    now,
    onError,
    listeners: new Set(),
  }
  const jobs = reminders.createReminderJobs(context)
  async function sweepAll(): Promise<void> {
    await sweep(context.db, now())
    await sweepDrafts(context.db, now())
    await portraits.settlePortraits(context)
  }
  const sweeping = createSchedule(HOUR, sweepAll, (error) => onError(error, 'notice-sweep'))
  return {
    app: createApp(context, options),
    async take(publication, notice) {
      if ((await takeNotice(context, publication, notice)).outcome !== 'unchanged') tell(context)
    },
    fillBook: (publication, notice, given) => fillBook(context, publication, notice, given),
    readerData: toPersonalData(context),
    onChange(listener) {
      context.listeners.add(listener)
      return () => context.listeners.delete(listener)
    },
    runDue: () => jobs.runDue(),
    sweep: sweepAll,
    start() {
      jobs.start()
      sweeping.start(false)
    },
    async close() {
      await Promise.all([jobs.close(), sweeping.close()])
    },
  }
}

function createApp(context: NoticesContext, { serviceKey, checkAnswers }: NoticesServiceOptions): Hono {
  const serving = {
    base: '/:mandator',
    serviceKey,
    toContext: ({ mandator = '' }: Readonly<Record<string, string>>) =>
      toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
    onError: context.onError,
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
  }
  const app = new Hono()
  app.route('/', serveDocumentation({ ...NOTICES, ...NOTICES_INTERNAL }, NOTICES_INFO))
  app.route(
    '/',
    serveContract(NOTICES_INTERNAL, bindHandlers(context, INTERNAL), {
      ...serving,
      bodyLimits: { ingest: 200_000, addPortrait: SENT_PICTURE_LIMIT },
      headers: { 'cache-control': 'no-store' },
    }),
  )
  app.route(
    '/',
    serveContract(SELLER, bindHandlers(context, SELLING), { ...serving, headers: { 'cache-control': 'no-store' } }),
  )
  // Not cached, so that a removed entry is gone at once.
  app.route(
    '/',
    serveContract(NOTICES, bindHandlers(context, PUBLIC), { ...serving, headers: { 'cache-control': 'no-store' } }),
  )
  return app
}

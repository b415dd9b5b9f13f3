/**
 * The notice service: death notices of feeds, a page for each person, books of condolence, reminders of anniversaries.
 * Promises: deliveries in any order end in the same state; only its writer sees an entry before a moderator approved
 * it; no public answer has an address or a telephone number of a mourner. Refuses: anonymous entries, links and contact
 * data in them, and too many of one reader.
 */
import { OBITUARIES, OBITUARIES_INFO, OBITUARIES_INTERNAL, type IncomingObituary } from '../contract/obituaries.ts'
import { SENT_PICTURE_LIMIT } from '@lokalteil/contracts/content/reader-pictures'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule } from '@lokalteil/services/platform/schedule'
import type { BoundHandlers } from '@lokalteil/services/platform/serve'
import { part, serveService, subscribeTo, type ServiceOptions } from '@lokalteil/services/platform/service'
import { CASE_HANDLERS } from './cases.ts'
import { HOUR, tell, type ObituariesContext } from './context.ts'
import * as entries from './entries.ts'
import { fillBook, type GivenEntry } from './fill.ts'
import { ingest, takeObituary } from './ingest.ts'
import * as office from './office.ts'
import * as orders from './orders.ts'
import { toPersonalData } from './personal-data.ts'
import * as portraits from './portraits.ts'
import * as reading from './reading.ts'
import * as reminders from './reminders.ts'
import { sweep } from './store/office.ts'
import { sweepDrafts } from './store/orders.ts'

export type ObituariesServiceOptions = ServiceOptions &
  Pick<ObituariesContext, 'secret' | 'queueMail' | 'pricesOf' | 'giveUp' | 'pictures'>

export type ObituariesService = {
  app: Hono
  /** Takes a notice without HTTP, to fill the service. */
  take: (publication: PublicationCode, notice: IncomingObituary) => Promise<void>
  /** Adds entries to a book that has none yet. */
  fillBook: (publication: PublicationCode, notice: string, entries: readonly GivenEntry[]) => Promise<void>
  /** For export and erasure by the account service. */
  personalData: ReturnType<typeof toPersonalData>
  /** Subscribes to changes that readers can see. */
  onChange: (listener: (isRemoved: boolean) => void) => () => void
  /** Sends due reminders; after `start` it repeats by itself. */
  runDue: () => Promise<number>
  /** Erases expired data; after `start` it repeats by itself. */
  sweep: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

const PUBLIC: BoundHandlers<ObituariesContext, typeof OBITUARIES, PublicationCode> = {
  listNotices: reading.listNotices,
  getFacets: reading.getFacets,
  getNotice: reading.getNotice,
  getPerson: reading.getPerson,
  getBook: reading.getBook,
  listPersons: reading.listPersons,
}

const INTERNAL: BoundHandlers<ObituariesContext, typeof OBITUARIES_INTERNAL, PublicationCode> = {
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
const SELLING: BoundHandlers<ObituariesContext, typeof SELLER, PublicationCode> = {
  getBasket: orders.getBasket,
  reserveBasket: orders.reserveBasket,
  settlePurchase: orders.settlePurchase,
  holdPurchase: orders.holdPurchase,
  releasePurchase: orders.releasePurchase,
}

export async function createObituariesService(options: ObituariesServiceOptions): Promise<ObituariesService> {
  const { secret, queueMail, pricesOf, giveUp, pictures } = options
  const { app, context } = await serveService<ObituariesContext>(options, {
    schema: 'notices',
    folder: import.meta.dirname,
    info: OBITUARIES_INFO,
    toContext: (base) => ({
      ...base,
      limiter: base.limitIn({ table: 'notices.counters', notes: 'ends' }),
      secret,
      queueMail,
      pricesOf,
      giveUp,
      pictures,
      listeners: new Set(),
    }),
    parts: [
      part(OBITUARIES_INTERNAL, INTERNAL, { bodyLimits: { ingest: 200_000, addPortrait: SENT_PICTURE_LIMIT } }),
      part(SELLER, SELLING),
      // Not cached, so that a removed entry is gone at once.
      part(OBITUARIES, PUBLIC),
    ],
  })
  const { now, onError } = context
  const jobs = reminders.createReminderJobs(context)
  async function sweepAll(): Promise<void> {
    await sweep(context.db, now())
    await sweepDrafts(context.db, now())
    await portraits.settlePortraits(context)
  }
  const sweeping = createSchedule(HOUR, sweepAll, (error) => onError(error, 'notice-sweep'))
  return {
    app,
    async take(publication, notice) {
      if ((await takeObituary(context, publication, notice)).outcome !== 'unchanged') tell(context)
    },
    fillBook: (publication, notice, given) => fillBook(context, publication, notice, given),
    personalData: toPersonalData(context),
    onChange: subscribeTo(context.listeners),
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

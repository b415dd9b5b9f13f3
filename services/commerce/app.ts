/**
 * The service of subscriptions, orders, billing and coins. Each endpoint is served by a function that takes the
 * `CommerceContext`; its folder has the name of the noun.
 */
import { randomBytes } from 'node:crypto'
import { type PrintSubscriber, COMMERCE, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import { ORDERS_INTERNAL, type PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule, type Schedule } from '../platform/schedule.ts'
import { part, serveService, type ServiceBase, type ServiceOptions } from '../platform/service.ts'
import * as orderOutcomes from './orders/order-outcomes.ts'
import * as contractMoney from './billing/contract-money.ts'
import { BILLING_ENDPOINTS } from './routes/billing-endpoints.ts'
import { collect, createChargeRunner } from './payments/charge-collection.ts'
import { type BillingReport, runBillingDay } from './billing/billing-run.ts'
import type { NewCodes } from './codes/code-batches.ts'
import type { CommerceContext } from './context.ts'
import { COUNTERS } from './counters.ts'
import { listRoles } from './codes/reader-roles.ts'
import { createPersonalData, type CommerceData } from './personal-data.ts'
import { CATALOGUE_ENDPOINTS, INTERNAL_ENDPOINTS } from './routes/platform-endpoints.ts'
import { fillCodes, fillContracts, type Filled, type FilledContract, fillPrintSubscribers } from './fill.ts'
import { applyFolder } from './offers/folder.ts'
import type { FolderSelling } from './offers/folder-store.ts'
import { type AskForTag, createKnownTopics } from './offers/known-topics.ts'
import { ORDER_ENDPOINTS } from './routes/order-endpoints.ts'
import { resumeOrders } from './orders/order-resume.ts'
import {
  createInvoicePayment,
  createOwnCollection,
  createTestBank,
  type Provider,
} from './payments/payment-providers.ts'
import { askForRefund, createRefundRunner } from './payments/refunds.ts'
import { PURCHASE_ENDPOINTS } from './routes/purchase-endpoints.ts'
import { createStepRunner, tellSeller } from './orders/lines/basket-steps.ts'
import type { FindSeller } from './orders/lines/seller.ts'
import { createSealing } from './payments/sealing.ts'
import { createStripePayments } from './payments/stripe-payments.ts'
import type { CommerceDb } from './schema.ts'

export type CommerceServiceOptions = ServiceOptions & {
  queueMail: CommerceContext['queueMail']
  /** Tells whether the content service knows a tag; without it every topic is sold. */
  askForTag?: AskForTag
  /** Reasons why a publication cannot take orders; without it there are none. */
  listObstacles?: CommerceContext['listObstacles']
  colourOf?: CommerceContext['colourOf']
  /** Finds another service that sells in the checkout (goods, advertisements …), by its name. */
  findSeller?: FindSeller
  /** Without it no order is accepted. */
  payments?: PaymentSettings
}

export type PaymentSettings = {
  /** The preferred one first. */
  providers: readonly PaymentProvider[]
  /** Encrypts account numbers; at least 32 characters. */
  secret: string
  originOf: CommerceContext['originOf']
  stripe?: { secretKey: string; webhookSecret: string; apiUrl: string; fetch: Fetch } | undefined
  onTrouble?: CommerceContext['onTrouble']
}

export type CommerceService = {
  app: Hono
  /** For callers that have no request: commands, jobs, the demo. */
  context: CommerceContext
  /** Roles that a reader has today, for single sign-on. */
  rolesOf: (publication: PublicationCode, sub: string) => Promise<string[]>
  /** `resume` finishes orders that a crash or a lost message interrupted; the schedule calls it at once and every minute. */
  orders: Schedule & { resume: () => ReturnType<typeof resumeOrders> }
  /** Renewals, reminders, pauses. Runs by itself only after `start`. */
  billing: Schedule & { run: (publications?: readonly PublicationCode[]) => Promise<BillingReport> }
  /** Data of a reader, for export and erasure. */
  personalData: CommerceData
  /** Saves offers and seller of the publication's folder. False: they were saved before, nothing changed. */
  applyFolder: (publication: PublicationCode, folder: FolderSelling) => Promise<boolean>
  fillCodes: (publication: PublicationCode, codes: NewCodes) => Promise<Filled>
  fillContracts: (
    publication: PublicationCode,
    readers: ReadonlyMap<string, readonly FilledContract[]>,
  ) => Promise<Filled>
  fillPrintSubscribers: (publication: PublicationCode, subscribers: readonly PrintSubscriber[]) => Promise<Filled>
}

const RESUME_MS = 60_000
const BILLING_MS = 15 * 60_000
const PRINT_LIST_BYTES = 40_000_000

const INFO = {
  title: 'Subscription platform',
  description:
    'What a publication sells, who bought what, and the declarations by which readers end contracts or withdraw from them.',
  version: 'v1',
  base: '/__services/plenigo/{publication}',
}

export async function createCommerceService(options: CommerceServiceOptions): Promise<CommerceService> {
  const { app, context } = await serveService<CommerceContext>(options, {
    schema: 'subscription',
    folder: import.meta.dirname,
    info: INFO,
    toContext: (base) => createContext(base, options),
    parts: [
      part(ORDERS_INTERNAL, ORDER_ENDPOINTS),
      part(PURCHASES_INTERNAL, PURCHASE_ENDPOINTS),
      part(BILLING_INTERNAL, BILLING_ENDPOINTS),
      part(COMMERCE_INTERNAL, INTERNAL_ENDPOINTS, { bodyLimits: { savePrintSubscribers: PRINT_LIST_BYTES } }),
      part(COMMERCE, CATALOGUE_ENDPOINTS, { cacheControl: 'public, max-age=60' }),
    ],
  })
  const resume = () => resumeOrders(context)
  const run = (publications?: readonly PublicationCode[]) => runBillingDay(context, publications)
  return {
    app,
    context,
    rolesOf: (publication, sub) => listRoles(context, publication, sub),
    orders: { resume, ...createSchedule(RESUME_MS, resume, (error) => context.onError(error, 'orders')) },
    billing: { run, ...createSchedule(BILLING_MS, run, (error) => context.onError(error, 'billing-run')) },
    personalData: createPersonalData(context),
    applyFolder: (publication, folder) => applyFolder(context, publication, folder),
    fillCodes: (publication, codes) => fillCodes(context, publication, codes),
    fillContracts: (publication, readers) => fillContracts(context, publication, readers),
    fillPrintSubscribers: (publication, subscribers) => fillPrintSubscribers(context, publication, subscribers),
  }
}

function createContext(
  { now, onError, limitIn, ...base }: ServiceBase,
  { payments, ...options }: CommerceServiceOptions,
): CommerceContext {
  const db: CommerceDb = base.db
  const secret = payments?.secret ?? randomBytes(32).toString('hex')
  const onTrouble = payments?.onTrouble ?? (() => {})
  const testBank = payments?.providers.includes('test-bank') === true ? createTestBank({ secret, now }) : null
  const shared = { db, now, onTrouble, onError }
  const context: CommerceContext = {
    ...shared,
    charges: createChargeRunner(shared, (charge) => collect(context, charge)),
    refunds: createRefundRunner(shared, (refund) => askForRefund(context, refund)),
    steps: createStepRunner(shared, (purchase, job) => tellSeller(context, purchase, job)),
    findSeller: options.findSeller ?? (() => null),
    inTransaction: (work) => db.transaction().execute(work),
    topics: createKnownTopics({ askForTag: options.askForTag, now }),
    listObstacles: options.listObstacles ?? (() => []),
    providers: (payments?.providers ?? []).flatMap((name): Provider[] => {
      if (name === 'test-bank') return testBank === null ? [] : [testBank]
      if (name === 'stripe')
        return payments?.stripe === undefined ? [] : [createStripePayments({ ...payments.stripe, onTrouble })]
      return [name === 'sepa' ? createOwnCollection() : createInvoicePayment()]
    }),
    testBank,
    sealing: createSealing([secret]),
    limiter: limitIn(COUNTERS),
    colourOf: options.colourOf ?? (() => '#333333'),
    originOf: payments?.originOf ?? (() => ''),
    // Orders come first: access follows from the payment.
    listeners: [orderOutcomes, contractMoney],
    queueMail: options.queueMail,
    today: () => toDayKey(now()),
  }
  return context
}

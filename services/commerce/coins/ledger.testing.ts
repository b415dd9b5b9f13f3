/** For tests: empties append-only tables, and gives readers coins. */
import { createUpstream } from '../../platform/upstream.ts'
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
export { get, outcomeOf } from '@lokalteil/contracts/kernel/client.testing'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import { ORDERS_INTERNAL } from '@lokalteil/contracts/commerce/orders'
import { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { createCommerceService, type PaymentSettings, type CommerceService } from '../app.ts'
import type { CommerceContext } from '../context.ts'
import type { FindSeller } from '../orders/lines/seller.ts'
import type { CommerceDb } from '../schema.ts'

export const KEY = 'a-key-for-tests'
export const TEST_BUYER = {
  salutation: '',
  firstName: 'Eva',
  lastName: 'Sommer',
  company: '',
  vatId: '',
  street: 'Am Fluss 3',
  postcode: '00412',
  city: 'Auenburg',
  country: 'DE',
}

/** Disables the triggers that guard the tables, which only the owner of the tables can do. */
export async function emptyLedger(database: Database): Promise<void> {
  await database.db.transaction().execute(async (within) => {
    for (const table of ['bookings', 'entries'])
      await sql.raw(`alter table subscription.${table} disable trigger user`).execute(within)
    for (const table of ['bought', 'entries', 'bookings', 'wallets'])
      await sql.raw(`delete from subscription.${table}`).execute(within)
    for (const table of ['bookings', 'entries'])
      await sql.raw(`alter table subscription.${table} enable trigger user`).execute(within)
  })
}

/** Each mail is a row of the transaction that causes it, as in the outbox: its template and the order's number. */
export async function queueMailAsRow(message: MailMessageInput, within: CommerceDb): Promise<void> {
  const { number } = message.data as { number: string }
  await within
    .insertInto('subscription.payment_events')
    .values({ provider: 'mail', event_id: `${message.template} ${number}`, received_at: new Date() })
    .execute()
}

/** Deletes orders and all rows that refer to them. */
export async function emptyOrders(database: Database): Promise<void> {
  await database.db.transaction().execute(async (within) => {
    for (const table of [
      'invoices',
      'refunds',
      'charges',
      'orders',
      'purchases',
      'payment_methods',
      'payment_events',
      'redemptions',
      'subscriptions',
      'counters',
    ])
      await sql.raw(`delete from subscription.${table}`).execute(within)
  })
}

export type Platform = Client<typeof COMMERCE_INTERNAL>
export type OrderPlatform = Client<typeof ORDERS_INTERNAL>

/** The test bank, and payment by invoice. */
export const TEST_PAYMENTS: PaymentSettings = {
  providers: ['test-bank', 'invoice'],
  secret: 'a-secret-of-payments-for-the-tests-only',
  originOf: (publication) => `http://${publication}.example`,
}

/** Cards only, at a test double of Stripe. */
export function toStripeSettings(apiUrl: string): PaymentSettings {
  return {
    ...TEST_PAYMENTS,
    providers: ['stripe'],
    stripe: {
      secretKey: 'sk_test_of_the_test',
      webhookSecret: 'whsec_of_the_test',
      apiUrl,
      fetch: createUpstream({ name: 'stripe', maxBytes: 5_000_000 }).fetch,
    },
  }
}

type TestPlatform = {
  service: CommerceService
  of: (publication: PublicationCode) => Platform
  ordersOf: (publication: PublicationCode) => OrderPlatform
  purchasesOf: (publication: PublicationCode) => Client<typeof PURCHASES_INTERNAL>
  billingOf: (publication: PublicationCode) => Client<typeof BILLING_INTERNAL>
  errors: unknown[]
  mails: MailMessageInput[]
}

export async function openTestPlatform(
  database: Database,
  now: () => Date,
  more: {
    payments?: PaymentSettings
    queueMail?: (message: MailMessageInput, within: CommerceDb) => Promise<unknown>
    listObstacles?: CommerceContext['listObstacles']
    findSeller?: FindSeller
  } = {},
): Promise<TestPlatform> {
  const errors: unknown[] = []
  const mails: MailMessageInput[] = []
  const queueMail = more.queueMail ?? (async (message: MailMessageInput) => void mails.push(MailMessage.parse(message)))
  const service = await createCommerceService({
    database,
    serviceKey: KEY,
    queueMail,
    payments: more.payments ?? TEST_PAYMENTS,
    listObstacles: more.listObstacles,
    findSeller: more.findSeller,
    now,
    checkAnswers: true,
    onError: (error) => errors.push(error),
  })
  const toOptions = (publication: PublicationCode) => ({
    base: `http://subscription.local/${publication}`,
    headers: { authorization: `Bearer ${KEY}` },
    timeout: 60_000,
    fetch: (request: Request) => service.app.fetch(request),
  })
  return {
    service,
    of: (publication) => createTestClient(COMMERCE_INTERNAL, toOptions(publication)),
    ordersOf: (publication) => createTestClient(ORDERS_INTERNAL, toOptions(publication)),
    purchasesOf: (publication) => createTestClient(PURCHASES_INTERNAL, toOptions(publication)),
    billingOf: (publication) => createTestClient(BILLING_INTERNAL, toOptions(publication)),
    errors,
    mails,
  }
}

/** Every query of the subscription platform. Writes that belong together take the transaction they belong to. */
import type {
  Catalogue,
  Declared,
  Offer,
  PrintSubscriber,
  Receipt,
  ReaderService,
  Subscription,
} from '@lokalteil/contracts/commerce'
import type { ContractRight } from '@lokalteil/domain/commerce/contract-rights'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Subscription as Agreed } from '@lokalteil/domain/commerce/subscriptions'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import { sql } from 'kysely'
import { countUp } from '../platform/counters.ts'
import type { Database } from '../platform/database.ts'
import type { KnownTopics } from './offers/known-topics.ts'
import type { SubscriptionDb } from './schema.ts'

export type NewDeclaration = {
  mandator: Mandator
  right: ContractRight
  number: string
  token: string
  idempotencyKey: string
  digest: string
  declaration: object
  receivedAt: Date
}

export type DeclarationRow = {
  handled_at: Date | null
  note: string | null
  sequence: number
  kind: string
  receipt_number: string
  token: string
  declaration: unknown
  received_at: Date
}

export type CustomerRow = { customerId: string; walletId: string; createdAt: Date }
export type PrintSubscriberRow = PrintSubscriber & {
  isActive: boolean
  boundCustomerId: string | null
  boundAt: Date | null
}

const PRINT = [
  'customer_number',
  'postcode',
  'product_name',
  'roles',
  'is_active',
  'bound_customer_id',
  'bound_at',
] as const
/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const BATCH = 1000

const DECLARATION = [
  'sequence',
  'kind',
  'receipt_number',
  'token',
  'declaration',
  'received_at',
  'handled_at',
  'note',
] as const

export function createSubscriptionStore(
  database: Database,
  /** Nothing is sold that the publication does not have. */
  topics: KnownTopics,
) {
  const db = database.db as SubscriptionDb
  const isOffered = async (mandator: Mandator, offer: Offer) => (await topics.listMissing(mandator, offer)).length === 0

  /** As it was saved, with what waits until the publication has what it grants. */
  async function getSavedCatalogue(mandator: Mandator): Promise<Catalogue | null> {
    const head = await db
      .selectFrom('subscription.catalogues')
      .select('reader_service')
      .where('mandator', '=', mandator)
      .executeTakeFirst()
    if (head === undefined) return null
    const rows = await db
      .selectFrom('subscription.offers')
      .select('data')
      .where('mandator', '=', mandator)
      .where('is_active', '=', true)
      .orderBy('position')
      .execute()
    return {
      offers: rows.map(({ data }) => data as Offer),
      readerService: head.reader_service as ReaderService | null,
    }
  }

  return {
    inTransaction: <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** What can be ordered. Null: the publication never had one. */
    async getCatalogue(mandator: Mandator): Promise<Catalogue | null> {
      const saved = await getSavedCatalogue(mandator)
      if (saved === null) return null
      const offered = await Promise.all(saved.offers.map((offer) => isOffered(mandator, offer)))
      return { ...saved, offers: saved.offers.filter((_offer, index) => offered[index]) }
    },

    getSavedCatalogue,

    async saveCatalogue(mandator: Mandator, catalogue: Catalogue, now: Date): Promise<void> {
      await db.transaction().execute(async (within) => {
        const head = {
          reader_service: catalogue.readerService === null ? null : JSON.stringify(catalogue.readerService),
          changed_at: now,
        }
        // First, so that two catalogues saved at once come one after the other.
        await within
          .insertInto('subscription.catalogues')
          .values({ mandator, ...head })
          .onConflict((conflict) => conflict.column('mandator').doUpdateSet(head))
          .execute()
        await within
          .updateTable('subscription.offers')
          .set({ is_active: false })
          .where('mandator', '=', mandator)
          .execute()
        for (const [position, offer] of catalogue.offers.entries()) {
          const row = { position, is_active: true, data: JSON.stringify(offer), changed_at: now }
          await within
            .insertInto('subscription.offers')
            .values({ mandator, id: offer.id, ...row })
            .onConflict((conflict) => conflict.columns(['mandator', 'id']).doUpdateSet(row))
            .execute()
        }
      })
    },

    async getOffer(mandator: Mandator, id: string): Promise<Offer | null> {
      const row = await db
        .selectFrom('subscription.offers')
        .select('data')
        .where('mandator', '=', mandator)
        .where('id', '=', id)
        .where('is_active', '=', true)
        .executeTakeFirst()
      const offer = row === undefined ? null : (row.data as Offer)
      return offer === null || !(await isOffered(mandator, offer)) ? null : offer
    },

    async getDeclaration(
      {
        mandator,
        right,
        idempotencyKey,
        digest,
      }: Pick<NewDeclaration, 'mandator' | 'right' | 'idempotencyKey' | 'digest'>,
      within: SubscriptionDb = db,
    ): Promise<Receipt | null> {
      const row = await within
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where('kind', '=', right)
        .where('idempotency_key', '=', idempotencyKey)
        .where('digest', '=', digest)
        .executeTakeFirst()
      return row === undefined ? null : toReceipt(row)
    },

    /** False when the same declaration is there already. */
    async addDeclaration(declaration: NewDeclaration, within: SubscriptionDb): Promise<boolean> {
      const added = await within
        .insertInto('subscription.declarations')
        .values({
          mandator: declaration.mandator,
          kind: declaration.right,
          receipt_number: declaration.number,
          token: declaration.token,
          idempotency_key: declaration.idempotencyKey,
          digest: declaration.digest,
          declaration: JSON.stringify(declaration.declaration),
          received_at: declaration.receivedAt,
        })
        .onConflict((conflict) => conflict.columns(['mandator', 'kind', 'idempotency_key', 'digest']).doNothing())
        .returning('sequence')
        .executeTakeFirst()
      return added !== undefined
    },

    async getReceipt(mandator: Mandator, token: string, since: Date): Promise<Receipt | null> {
      const row = await db
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where('token', '=', token)
        .where('received_at', '>', since)
        .executeTakeFirst()
      return row === undefined ? null : toReceipt(row)
    },

    async listDeclarations(
      mandator: Mandator,
      right: ContractRight | null,
      after: number,
      limit: number,
      isOpen = false,
    ): Promise<Declared[]> {
      const rows = await db
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where('sequence', '>', after)
        .$if(right !== null, (query) => query.where('kind', '=', right as string))
        .$if(isOpen, (query) => query.where('handled_at', 'is', null))
        .orderBy('sequence')
        .limit(limit)
        .execute()
      return rows.map(toDeclared)
    },

    /** Where letters about a reader's orders and contracts go. */
    async changeOrderAddress(mandator: Mandator, sub: string, fromKey: string, to: string): Promise<void> {
      await db
        .updateTable('subscription.orders')
        .set({ email: to })
        .where('mandator', '=', mandator)
        .where(sql`lower(email)`, '=', fromKey)
        .where('customer_id', 'in', (eb) =>
          eb
            .selectFrom('subscription.customers')
            .select('customer_id')
            .where('mandator', '=', mandator)
            .where('sub', '=', sub),
        )
        .execute()
    },

    /**
     * `emailKey` as `toEmailKey` makes it; the same person may have written it in capitals. `until`: of an address that
     * may be somebody else's afterwards.
     */
    async listDeclarationsOf(mandator: Mandator, emailKey: string, until: Date | null = null): Promise<Receipt[]> {
      let query = db
        .selectFrom('subscription.declarations')
        .select(DECLARATION)
        .where('mandator', '=', mandator)
        .where(sql`lower(declaration ->> 'email')`, '=', emailKey)
        .orderBy('sequence')
      if (until !== null) query = query.where('received_at', '<=', until)
      return (await query.execute()).map(toReceipt)
    },

    /** What was declared from the addresses of this customer's orders and waits, newest first, and which order made which contract. */
    async listDeclarationsFor(
      mandator: Mandator,
      customerId: string,
    ): Promise<{ declarations: Receipt[]; ordersOf: Map<string, string[]> }> {
      const orders = await db
        .selectFrom('subscription.orders')
        .select(['order_number', 'subscription_id', 'email'])
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .execute()
      const emails = [...new Set(orders.flatMap(({ email }) => (email === null ? [] : [toEmailKey(email)])))]
      const rows =
        emails.length === 0
          ? []
          : await db
              .selectFrom('subscription.declarations')
              .select(DECLARATION)
              .where('mandator', '=', mandator)
              .where(sql<string>`lower(declaration ->> 'email')`, 'in', emails)
              .where('handled_at', 'is', null)
              .orderBy('sequence', 'desc')
              .execute()
      const ordersOf = new Map<string, string[]>()
      for (const { subscription_id, order_number } of orders)
        ordersOf.set(subscription_id, [...(ordersOf.get(subscription_id) ?? []), order_number])
      return { declarations: rows.map(toReceipt), ordersOf }
    },

    /** Counts one more; false, uncounted, when `limit` was reached since the counter's window began. */
    count: (
      bucket: string,
      now: Date,
      windowMs: number,
      limit: number,
      within: SubscriptionDb = db,
    ): Promise<boolean> => countUp(within as never, 'subscription.counters', { bucket, now, windowMs, limit }),

    // --- Customers

    async getCustomer(mandator: Mandator, sub: string, within: SubscriptionDb = db): Promise<CustomerRow | null> {
      const row = await within
        .selectFrom('subscription.customers')
        .select(['customer_id', 'wallet_id', 'created_at'])
        .where('mandator', '=', mandator)
        .where('sub', '=', sub)
        .executeTakeFirst()
      return row === undefined
        ? null
        : { customerId: row.customer_id, walletId: row.wallet_id, createdAt: row.created_at }
    },

    /** Null: nobody has this number, or the account was erased. */
    async getSub(mandator: Mandator, customerId: string): Promise<string | null> {
      const row = await db
        .selectFrom('subscription.customers')
        .select('sub')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      return row?.sub ?? null
    },

    /** Nothing happens to one whose number or reader is there already. */
    async addCustomers(mandator: Mandator, customers: readonly (CustomerRow & { sub: string })[]): Promise<void> {
      await db
        .insertInto('subscription.customers')
        .values(
          customers.map(({ customerId, sub, walletId, createdAt }) => ({
            mandator,
            customer_id: customerId,
            sub,
            wallet_id: walletId,
            created_at: createdAt,
            erased_at: null,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Customer numbers of readers, by `sub`. */
    async listCustomers(mandator: Mandator, subs: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('subscription.customers')
        .select(['sub', 'customer_id'])
        .where('mandator', '=', mandator)
        .where('sub', 'in', [...subs])
        .execute()
      return new Map(rows.map((row) => [row.sub!, row.customer_id]))
    },

    /** Of these customers the ones that have no subscription; none gets one until the transaction ends. */
    async lockCustomersWithout(
      mandator: Mandator,
      customerIds: readonly string[],
      within: SubscriptionDb,
    ): Promise<string[]> {
      if (customerIds.length === 0) return []
      const rows = await within
        .selectFrom('subscription.customers')
        .select('customer_id')
        .where('mandator', '=', mandator)
        .where('customer_id', 'in', [...customerIds])
        .orderBy('customer_id')
        .forUpdate()
        .execute()
      const having = await within
        .selectFrom('subscription.subscriptions')
        .select('customer_id')
        .distinct()
        .where('mandator', '=', mandator)
        .where('customer_id', 'in', [...customerIds])
        .execute()
      return rows.map((row) => row.customer_id).filter((id) => having.every((row) => row.customer_id !== id))
    },

    /** Newest first. */
    async listSubscriptions(
      mandator: Mandator,
      customerId: string,
      within: SubscriptionDb = db,
    ): Promise<Subscription[]> {
      const rows = await within
        .selectFrom('subscription.subscriptions')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .orderBy('starts_on', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toSubscription)
    },

    async getSubscription(mandator: Mandator, id: string, within: SubscriptionDb): Promise<Subscription | null> {
      const row = await within
        .selectFrom('subscription.subscriptions')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toSubscription(row)
    },

    /** False when it is another customer's; a subscription never moves. */
    async saveSubscription(
      mandator: Mandator,
      customerId: string,
      subscription: Subscription,
      now: Date,
      within: SubscriptionDb,
    ): Promise<boolean> {
      const row = toSubscriptionRow({ mandator, customerId }, subscription, now)
      const { id: _id, customer_id: _owner, created_at: _since, ...changed } = row
      const saved = await within
        .insertInto('subscription.subscriptions')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['mandator', 'id'])
            .doUpdateSet(changed)
            .where(sql`subscriptions.customer_id`, '=', customerId),
        )
        .returning('id')
        .executeTakeFirst()
      return saved !== undefined
    },

    /** Removes all but `keptIds`; a customer of whom nothing is kept goes too, the others lose their name. */
    async eraseCustomer(
      mandator: Mandator,
      customerId: string,
      keptIds: readonly string[],
      hasBookings: boolean,
      now: Date,
      within: SubscriptionDb,
    ): Promise<void> {
      await within
        .deleteFrom('subscription.subscriptions')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .$if(keptIds.length > 0, (query) => query.where('id', 'not in', [...keptIds]))
        .execute()
      // An order that came to nothing stays under the number, too; it names nobody.
      const order = await within
        .selectFrom('subscription.orders')
        .select('order_number')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      if (keptIds.length === 0 && !hasBookings && order === undefined)
        await within
          .deleteFrom('subscription.customers')
          .where('mandator', '=', mandator)
          .where('customer_id', '=', customerId)
          .execute()
      else
        await within
          .updateTable('subscription.customers')
          .set({ sub: null, erased_at: now })
          .where('mandator', '=', mandator)
          .where('customer_id', '=', customerId)
          .execute()
    },

    // --- Subscribers of the printed paper

    async replacePrintSubscribers(
      mandator: Mandator,
      subscribers: readonly PrintSubscriber[],
      within: SubscriptionDb,
    ): Promise<void> {
      await within
        .updateTable('subscription.print_subscribers')
        .set({ is_active: false })
        .where('mandator', '=', mandator)
        .execute()
      for (let start = 0; start < subscribers.length; start += BATCH) {
        await within
          .insertInto('subscription.print_subscribers')
          .values(
            subscribers.slice(start, start + BATCH).map(({ customerNumber, postcode, productName, roles }) => ({
              mandator,
              customer_number: customerNumber,
              postcode,
              product_name: productName,
              roles: JSON.stringify(roles),
              is_active: true,
              bound_customer_id: null,
              bound_at: null,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['mandator', 'customer_number']).doUpdateSet((eb) => ({
              postcode: eb.ref('excluded.postcode'),
              product_name: eb.ref('excluded.product_name'),
              roles: eb.ref('excluded.roles'),
              is_active: true,
            })),
          )
          .execute()
      }
      await within
        .deleteFrom('subscription.print_subscribers')
        .where('mandator', '=', mandator)
        .where('is_active', '=', false)
        .where('bound_customer_id', 'is', null)
        .execute()
    },

    async countPrintSubscribers(mandator: Mandator): Promise<number> {
      const { count } = await db
        .selectFrom('subscription.print_subscribers')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('mandator', '=', mandator)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Locks the row until the transaction ends: two accounts at once do not both get it. */
    async lockPrintSubscriber(
      mandator: Mandator,
      customerNumber: string,
      within: SubscriptionDb,
    ): Promise<PrintSubscriberRow | null> {
      const row = await within
        .selectFrom('subscription.print_subscribers')
        .select(PRINT)
        .where('mandator', '=', mandator)
        .where('customer_number', '=', customerNumber)
        .forUpdate()
        .executeTakeFirst()
      return row === undefined ? null : toPrintSubscriber(row)
    },

    async listBoundPrintSubscribers(mandator: Mandator, within: SubscriptionDb): Promise<PrintSubscriberRow[]> {
      return (
        await within
          .selectFrom('subscription.print_subscribers')
          .select(PRINT)
          .where('mandator', '=', mandator)
          .where('bound_customer_id', 'is not', null)
          .execute()
      ).map(toPrintSubscriber)
    },

    async listPrintSubscribersOf(mandator: Mandator, customerId: string): Promise<PrintSubscriberRow[]> {
      return (
        await db
          .selectFrom('subscription.print_subscribers')
          .select(PRINT)
          .where('mandator', '=', mandator)
          .where('bound_customer_id', '=', customerId)
          .execute()
      ).map(toPrintSubscriber)
    },

    async bindPrintSubscriber(
      mandator: Mandator,
      customerNumber: string,
      binding: { customerId: string; at: Date },
      within: SubscriptionDb,
    ): Promise<void> {
      await within
        .updateTable('subscription.print_subscribers')
        .set({ bound_customer_id: binding.customerId, bound_at: binding.at })
        .where('mandator', '=', mandator)
        .where('customer_number', '=', customerNumber)
        .execute()
    },

    async unbindPrintSubscribers(mandator: Mandator, customerId: string, within: SubscriptionDb): Promise<void> {
      await within
        .updateTable('subscription.print_subscribers')
        .set({ bound_customer_id: null, bound_at: null })
        .where('mandator', '=', mandator)
        .where('bound_customer_id', '=', customerId)
        .execute()
    },

    async removeCounters(before: Date): Promise<void> {
      await db.deleteFrom('subscription.counters').where('started_at', '<', before).execute()
    },
  }
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

export function toSubscriptionRow(
  { mandator, customerId }: { mandator: Mandator; customerId: string },
  subscription: Agreed,
  now: Date,
) {
  return {
    mandator,
    id: subscription.id,
    customer_id: customerId,
    kind: subscription.kind,
    product_name: subscription.productName,
    state: subscription.state,
    roles: JSON.stringify(subscription.roles),
    coins: subscription.coins,
    price_cents: subscription.priceCents,
    period_months: subscription.periodMonths,
    trial: subscription.trial === null ? null : JSON.stringify(subscription.trial),
    starts_on: subscription.startsOn,
    ends_on: subscription.endsOn,
    resumes_on: subscription.resumesOn,
    created_at: now,
    changed_at: now,
  }
}

function toSubscription(row: {
  id: string
  kind: string
  product_name: string
  state: string
  roles: unknown
  coins: number | null
  price_cents: number | null
  period_months: number | null
  trial: unknown
  starts_on: string
  ends_on: string | null
  resumes_on: string | null
}): Subscription {
  return {
    id: row.id,
    kind: row.kind,
    productName: row.product_name,
    state: row.state,
    roles: row.roles,
    coins: row.coins,
    priceCents: row.price_cents,
    periodMonths: row.period_months,
    trial: row.trial,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    resumesOn: row.resumes_on,
  } as Subscription
}

function toPrintSubscriber(row: {
  customer_number: string
  postcode: string
  product_name: string
  roles: unknown
  is_active: boolean
  bound_customer_id: string | null
  bound_at: Date | null
}): PrintSubscriberRow {
  return {
    customerNumber: row.customer_number,
    postcode: row.postcode,
    productName: row.product_name,
    roles: row.roles as string[],
    isActive: row.is_active,
    boundCustomerId: row.bound_customer_id,
    boundAt: row.bound_at,
  }
}

export function toDeclared(row: DeclarationRow): Declared {
  const handledAt = row.handled_at === null ? null : row.handled_at.toISOString()
  return { ...toReceipt(row), sequence: row.sequence, handledAt, note: row.note }
}

function toReceipt({ kind, receipt_number, token, declaration, received_at }: DeclarationRow): Receipt {
  return { right: kind, number: receipt_number, token, declaration, receivedAt: received_at.toISOString() } as Receipt
}

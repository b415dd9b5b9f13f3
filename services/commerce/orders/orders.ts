/**
 * Orders. Promises: price, tax and terms are the catalogue's of this moment, and what the reader confirmed must equal them;
 * customer, payment method, order, contract and first charge exist together or not at all, before anybody is asked for
 * money; what follows from the payment (access, coins, confirmation by mail) is one transaction with it; the same key with
 * the same content is one order. Nothing is sold twice: who has it already is refused, and money that comes all the same
 * goes back. A guest learns of such a refusal by mail to the address of the order, never from the answer.
 * Refuses to keep card numbers, and to show an IBAN again.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import {
  ORDER_FAILURES,
  type OrderFailure,
  type OrderRequest,
  type OrderView,
  type PaymentMethodView,
  type PaymentOption,
  type Quote,
  type Voucher,
} from '@lokalteil/contracts/orders'
import { ORDER_RETURN } from '@lokalteil/contracts/portal'
import type { Offer } from '@lokalteil/contracts/subscription'
import { toDayKey } from '@lokalteil/domain/german'
import {
  listOrderFaults,
  toBuyer,
  toChargePeriod,
  toEndDay,
  toQuote,
  toTerms,
  type Buyer,
  type OrderFaults,
  type OrderState,
  type PaymentInput,
} from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toStateOn, type Day, type Subscription } from '@lokalteil/domain/commerce/subscriptions'
import { sql, type Selectable } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { createSchedule } from '../../platform/schedule.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import {
  REFUND_OWED,
  toChargeRow,
  toMethod,
  toOwner,
  type Charge,
  type ChargeListener,
  type Charges,
  type NewCharge,
  type PaymentMethod,
} from '../billing/charges.ts'
import type { CustomerPart, Customers } from '../customers/customers.ts'
import { toIban, toIbanLabel } from '../payments/iban.ts'
import type { ChargeRow } from '../documents/invoices.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { Refunds } from '../payments/refunds.ts'
import type { SubscriptionDb, SubscriptionTables } from '../schema.ts'
import type { Sealing } from '../payments/sealing.ts'
import { toSubscriptionRow, type SubscriptionStore } from '../store.ts'

export type Vouchers = {
  getVoucher: (mandator: Mandator, code: string) => Promise<Voucher | null>
  useVoucher: (
    mandator: Mandator,
    code: string,
    customerId: string,
    orderNumber: string,
    within: SubscriptionDb,
  ) => Promise<Voucher | null>
  releaseVoucher: (mandator: Mandator, orderNumber: string, within: SubscriptionDb) => Promise<void>
}

export type OrdersOptions = {
  database: Database
  store: SubscriptionStore
  customers: Pick<Customers, 'open' | 'saveWithin'>
  charges: Charges
  refunds: Pick<Refunds, 'payBack' | 'payDue'>
  /** In the order in which they are preferred. */
  providers: readonly Provider[]
  sealing: Sealing
  vouchers: Vouchers
  /** A friend's first paid order. */
  rewardFirstOrder: (mandator: Mandator, customerId: string, within: SubscriptionDb) => Promise<void>
  queueMail: (message: MailMessageInput, within: SubscriptionDb) => Promise<unknown>
  now: () => Date
  onError: (error: unknown) => void
}

export type PlacedOrder = OrderRequest & { email: string; isGuest: boolean; requester: string }
/** `terms` need not be the catalogue's. */
export type FilledOrder = Pick<OrderRequest, 'buyer' | 'payment' | 'idempotencyKey'> & { terms: Offer; email: string }
type Asked = Omit<OrderRequest, 'idempotencyKey'>
type OrderRow = Selectable<SubscriptionTables['subscription.orders']>
type Prepared = {
  terms: Offer
  quote: Omit<Quote, 'payments'>
  provider: Provider
  payment: PaymentInput
  iban: string | null
  label: string
  methodReference: string | null
}

const HOUR = 3_600_000
/** An office behind one address may have many readers; an account has one. */
const LIMITS = {
  requester: { count: 20, windowMs: HOUR },
  account: { count: 10, windowMs: HOUR },
  voucher: { count: 20, windowMs: HOUR / 4 },
} as const
/** Milliseconds a second press waits for what the first one asks the provider. */
const PATIENCE_MS = 3000
/** A reader who went to pay elsewhere and never came back. */
const ABANDONED_MS = 25 * HOUR
const RESUME_MS = 60_000
/** Nothing that is taken for something else on the telephone. */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

export type Orders = ReturnType<typeof createOrders>

export function createOrders({
  database,
  store,
  customers,
  charges,
  refunds: { payBack, payDue },
  providers,
  sealing,
  vouchers,
  rewardFirstOrder,
  queueMail,
  now,
  onError,
}: OrdersOptions) {
  const db = database.db as SubscriptionDb
  const today = (): Day => toDayKey(now())

  // --- What it costs and how it can be paid

  /** Coins are never given on a promise: they are spent at once. Nobody pays on account whom nobody knows. */
  function listProviders(offer: Offer, isGuest: boolean): { kind: PaymentInput['kind']; provider: Provider }[] {
    return providers
      .filter(
        ({ name }) =>
          (name !== 'invoice' || !isGuest) && (offer.kind !== 'coins' || (name !== 'sepa' && name !== 'invoice')),
      )
      .flatMap((provider) => provider.kinds.map((kind) => ({ kind, provider })))
      .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)
  }

  function toOptions(offer: Offer, isGuest: boolean): PaymentOption[] {
    return listProviders(offer, isGuest).map(({ kind, provider }) => ({
      kind,
      provider: provider.name,
      isTest: provider.isTest,
      leavesSite: provider.leavesSite,
    }))
  }

  async function readVoucher(
    mandator: Mandator,
    code: string | undefined,
    requester: string,
  ): Promise<Voucher | null | Refusal> {
    if (code === undefined || code.trim() === '') return null
    const { windowMs, count } = LIMITS.voucher
    if (!(await store.count(`voucher ${mandator} ${requester}`, now(), windowMs, count)))
      return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many voucher codes in a short time', { 'retry-after': '900' })
    return (await vouchers.getVoucher(mandator, code)) ?? refuseFields({ voucherCode: 'INVALID_VOUCHER' })
  }

  async function getOffer(mandator: Mandator, offerId: string): Promise<Offer | Refusal> {
    return (
      (await store.getOffer(mandator, offerId)) ?? problem(404, 'UNKNOWN_OFFER', 'Nothing of this name is for sale')
    )
  }

  /** Whether this customer has had a trial of this kind. */
  async function hasTried(
    mandator: Mandator,
    customerId: string,
    offer: Offer,
    within: SubscriptionDb,
  ): Promise<boolean> {
    const row = await within
      .selectFrom('subscription.subscriptions')
      .select('id')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('kind', '=', offer.kind)
      .where('trial', 'is not', null)
      .where('state', '!=', 'ordered')
      .executeTakeFirst()
    return row !== undefined
  }

  /** A contract for the same thing that has not ended. */
  async function hasAlready(
    mandator: Mandator,
    customerId: string,
    offer: Offer,
    within: SubscriptionDb,
  ): Promise<boolean> {
    if (offer.kind === 'coins') return false
    const rows = await within
      .selectFrom('subscription.subscriptions')
      .select(['state', 'ends_on', 'resumes_on'])
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('price_cents', '>', 0)
      .where('state', '!=', 'ordered')
      .where((eb) =>
        eb.or([
          eb('offer_id', '=', offer.id),
          eb.and([eb('offer_id', 'is', null), eb('kind', '=', offer.kind), eb('product_name', '=', offer.name)]),
        ]),
      )
      .execute()
    return rows.some(
      ({ state, ends_on, resumes_on }) =>
        toStateOn({ state: state as Subscription['state'], endsOn: ends_on, resumesOn: resumes_on }, today()) !==
        'ended',
    )
  }

  /** Why this customer must not have what was ordered on these terms; null: may. */
  async function findRefusal(
    mandator: Mandator,
    customerId: string,
    terms: Offer,
    within: SubscriptionDb,
  ): Promise<OrderFailure | null> {
    if (await hasAlready(mandator, customerId, terms, within)) return 'ALREADY_SUBSCRIBED'
    return terms.trial !== null && (await hasTried(mandator, customerId, terms, within)) ? 'TRIAL_USED' : null
  }

  /** All that can be said about an order before it is known whose it is. */
  async function prepare(
    mandator: Mandator,
    asked: Asked & { email: string; requester: string; isGuest: boolean },
    customerId: string | null,
  ): Promise<Prepared | Refusal> {
    const offer = await getOffer(mandator, asked.offerId)
    if (isRefusal(offer)) return offer
    const { payment, isGuest } = asked
    const found = listProviders(offer, isGuest).find(({ kind }) => kind === payment.kind)
    if (found === undefined) return problem(409, 'NO_PAYMENT', 'This cannot be paid in this way')
    const faults: OrderFaults = listOrderFaults(
      { buyer: asked.buyer, payment, consents: asked.consents, email: asked.email },
      offer,
      { isGuest },
    )
    const iban = payment.kind === 'sepa' ? toIban(payment.iban) : null
    if (payment.kind === 'sepa' && iban === null) faults.iban ??= 'INVALID_IBAN'
    const method = found.provider.toMethodReference(payment)
    if (method === null) faults.cardNumber ??= 'INVALID_CARD'
    const voucher = await readVoucher(mandator, asked.voucherCode, asked.requester)
    if (isRefusal(voucher) && voucher.status !== 422) return voucher
    if (isRefusal(voucher)) faults.voucherCode = 'INVALID_VOUCHER'
    if (Object.keys(faults).length > 0 || method === null || isRefusal(voucher)) return refuseFields(faults)
    // A guest is told the price the page shows to everybody.
    const terms = toTerms(offer, isGuest || customerId === null || !(await hasTried(mandator, customerId, offer, db)))
    const quote = toQuote(terms, today(), voucher)
    if (quote.dueCents !== asked.confirmedCents)
      return {
        ...problem(409, 'PRICE_CHANGED', 'The price is another one'),
        fields: { dueCents: String(quote.dueCents) },
      }
    return {
      terms,
      quote,
      provider: found.provider,
      payment,
      iban,
      label: method.label ?? (iban === null ? '' : toIbanLabel(iban)),
      methodReference: method.reference,
    }
  }

  // --- Rows

  async function findOrder(mandator: Mandator, number: string, within: SubscriptionDb = db): Promise<OrderRow | null> {
    return (
      (await within
        .selectFrom('subscription.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('order_number', '=', number)
        .executeTakeFirst()) ?? null
    )
  }

  async function findByKey(
    mandator: Mandator,
    customerId: string,
    idempotencyKey: string,
    within: SubscriptionDb = db,
  ): Promise<OrderRow | null> {
    const row = await within
      .selectFrom('subscription.orders')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
    return row ?? null
  }

  /** Orders of one customer come one after the other. */
  async function lockCustomer(mandator: Mandator, customerId: string, within: SubscriptionDb): Promise<void> {
    await within
      .selectFrom('subscription.customers')
      .select('customer_id')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .forUpdate()
      .execute()
  }

  async function getFirstCharge(mandator: Mandator, orderNumber: string): Promise<Charge | null> {
    const row = await db
      .selectFrom('subscription.charges')
      .select('charge_id')
      .where('mandator', '=', mandator)
      .where('order_number', '=', orderNumber)
      .where('kind', '=', 'first')
      .executeTakeFirst()
    return row === undefined ? null : charges.get({ mandator, chargeId: row.charge_id })
  }

  async function changeOrder(
    mandator: Mandator,
    number: string,
    values: { state?: OrderState; failure?: string | null; refusal?: string },
    within: SubscriptionDb,
  ): Promise<void> {
    await within
      .updateTable('subscription.orders')
      .set({ ...values, changed_at: now() })
      .where('mandator', '=', mandator)
      .where('order_number', '=', number)
      .execute()
  }

  type Way = Pick<Prepared, 'provider' | 'payment' | 'iban' | 'label' | 'methodReference'>

  /** The account is sealed before it gets anywhere. */
  function toMethodRow({ mandator, customerId }: CoinOwner, { provider, payment, iban, label, methodReference }: Way) {
    const id = `P-${randomBytes(12).toString('hex')}`
    return {
      mandator,
      id,
      customer_id: customerId,
      kind: payment.kind,
      provider: provider.name,
      holder: payment.kind === 'sepa' ? payment.holder.trim().slice(0, 70) : '',
      label,
      sealed_account: iban === null ? null : sealing.seal(iban, toOwner(mandator, customerId, id)),
      mandate_reference: iban === null ? null : `${mandator.toUpperCase()}-M-${toLetters(12)}`,
      mandate_signed_on: iban === null ? null : today(),
      provider_reference: methodReference,
      is_active: true,
      created_at: now(),
    }
  }

  /** In the transaction of whatever needs it. */
  async function addMethod(owner: CoinOwner, way: Way, within: SubscriptionDb): Promise<PaymentMethod> {
    return toMethod(
      await within
        .insertInto('subscription.payment_methods')
        .values(toMethodRow(owner, way))
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  }

  function toContractRow(owner: CoinOwner, id: string, terms: Offer, methodId: string, state: 'ordered' | 'active') {
    const startsOn = today()
    const { kind, name, roles, coins, priceCents, periodMonths, trial, vatPercent, termMonths, noticeMonths, renewal } =
      terms
    const subscription: Subscription = {
      id,
      kind,
      productName: name,
      state,
      roles: [...roles],
      coins,
      priceCents,
      periodMonths,
      trial,
      startsOn,
      endsOn: toEndDay(terms, startsOn),
      resumesOn: null,
    }
    return {
      ...toSubscriptionRow(owner, subscription, now()),
      vat_percent: vatPercent,
      term_months: termMonths,
      notice_months: noticeMonths,
      renewal,
      payment_method_id: methodId,
      offer_id: terms.id,
    }
  }

  // --- Placing

  async function place(mandator: Mandator, sub: string, order: PlacedOrder): Promise<OrderView | Refusal> {
    const { customerId } = await customers.open(mandator, sub)
    const owner = { mandator, customerId }
    const { requester: _requester, idempotencyKey, ...content } = order
    const digest = sealing.digest(JSON.stringify(content))
    const before = await findByKey(mandator, customerId, idempotencyKey)
    if (before !== null) return before.digest === digest ? toView(await finish(before)) : keyUsed()
    const prepared = await prepare(mandator, order, customerId)
    if (isRefusal(prepared)) return prepared
    const placed = await store.inTransaction((within) => placeWithin(owner, order, digest, prepared, within))
    await store.removeCounters(new Date(now().getTime() - 24 * HOUR))
    return isRefusal(placed) ? placed : toView(await finish(placed))
  }

  async function placeWithin(
    owner: CoinOwner,
    order: PlacedOrder,
    digest: string,
    prepared: Prepared,
    within: SubscriptionDb,
  ): Promise<OrderRow | Refusal> {
    const { mandator, customerId } = owner
    const { terms, quote } = prepared
    const at = now()
    await lockCustomer(mandator, customerId, within)
    const before = await findByKey(mandator, customerId, order.idempotencyKey, within)
    if (before !== null) return before.digest === digest ? before : keyUsed()
    const mayOrder =
      (await store.count(
        `orders-from ${mandator} ${order.requester}`,
        at,
        LIMITS.requester.windowMs,
        LIMITS.requester.count,
        within,
      )) &&
      (await store.count(
        `orders ${mandator} ${digestOf(customerId)}`,
        at,
        LIMITS.account.windowMs,
        LIMITS.account.count,
        within,
      ))
    // The counter that was raised stays raised: the transaction is not undone.
    if (!mayOrder) return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
    let refusal = await findRefusal(mandator, customerId, terms, within)
    if (refusal === 'ALREADY_SUBSCRIBED' && !order.isGuest)
      return problem(409, 'ALREADY_SUBSCRIBED', 'The reader has this already')
    // Used up between the question and the answer, in another tab.
    if (refusal === 'TRIAL_USED' && !order.isGuest)
      return {
        ...problem(409, 'PRICE_CHANGED', 'The price is another one'),
        fields: { dueCents: String(toQuote(toTerms(terms, false), today(), quote.voucher).dueCents) },
      }
    const number = await toFreeNumber(mandator, at, within)
    if (
      quote.voucher !== null &&
      (await vouchers.useVoucher(mandator, order.voucherCode ?? '', customerId, number, within)) === null
    ) {
      if (!order.isGuest) return refuseFields({ voucherCode: 'INVALID_VOUCHER' })
      refusal ??= 'VOUCHER_USED'
    }
    const added = await addRows(
      [toRows(owner, number, { ...order, email: order.email.trim(), digest, refusal, isPaid: false }, prepared)],
      within,
    )
    return added.orders[0]!
  }

  type NewOrder = Pick<PlacedOrder, 'idempotencyKey' | 'buyer' | 'consents' | 'isGuest'> & {
    voucherCode?: string | undefined
    email: string
    digest: string
    refusal: OrderFailure | null
    isPaid: boolean
  }

  /** All rows of an order: the order itself, payment method, contract and first charge. */
  function toRows(owner: CoinOwner, number: string, order: NewOrder, prepared: Prepared) {
    const { mandator, customerId } = owner
    const { terms, quote } = prepared
    const at = now()
    const method = toMethodRow(owner, prepared)
    const subscriptionId = `S-${randomBytes(12).toString('hex')}`
    const charge: NewCharge = {
      mandator,
      customerId,
      subscriptionId,
      orderNumber: number,
      paymentMethodId: method.id,
      kind: 'first',
      periodFrom: quote.period.from,
      periodTo: quote.period.to,
      amountCents: quote.dueCents,
      vatPercent: terms.vatPercent,
      description: terms.name,
      dueOn: today(),
      isPaid: order.isPaid,
    }
    return {
      method,
      order: {
        mandator,
        order_number: number,
        customer_id: customerId,
        idempotency_key: order.idempotencyKey,
        digest: order.digest,
        state: order.isPaid ? 'completed' : 'pending',
        offer: JSON.stringify(terms),
        quote: JSON.stringify(quote),
        buyer: JSON.stringify(toBuyer(order.buyer)),
        consents: JSON.stringify({ ...order.consents, at: at.toISOString() }),
        payment_method_id: method.id,
        subscription_id: subscriptionId,
        voucher_code: quote.voucher === null ? null : (order.voucherCode ?? null),
        email: order.email,
        is_guest: order.isGuest,
        refusal: order.refusal,
        failure: null,
        placed_at: at,
        changed_at: at,
      },
      contract: toContractRow(owner, subscriptionId, terms, method.id, order.isPaid ? 'active' : 'ordered'),
      charge: toChargeRow(charge, at),
    }
  }

  async function addRows(
    rows: readonly ReturnType<typeof toRows>[],
    within: SubscriptionDb,
  ): Promise<{ orders: OrderRow[]; charges: ChargeRow[] }> {
    await within
      .insertInto('subscription.payment_methods')
      .values(rows.map(({ method }) => method))
      .execute()
    const orders = await within
      .insertInto('subscription.orders')
      .values(rows.map(({ order }) => order))
      .returningAll()
      .execute()
    await within
      .insertInto('subscription.subscriptions')
      .values(rows.map(({ contract }) => contract))
      .execute()
    return {
      orders,
      charges: await within
        .insertInto('subscription.charges')
        .values(rows.map(({ charge }) => charge))
        .returningAll()
        .execute(),
    }
  }

  /** The rows of orders that the test bank paid at once, on these terms; what follows from a payment is the caller's. In their order; none where there is no test bank. */
  async function fill(
    filled: readonly { owner: CoinOwner; order: FilledOrder }[],
    within: SubscriptionDb,
  ): Promise<ChargeRow[]> {
    const provider = providers.find(({ name }) => name === 'test-bank')
    if (provider === undefined || filled.length === 0) return []
    const rows = filled.map(({ owner, order: { terms, payment, buyer, email, idempotencyKey } }) => {
      const method = provider.toMethodReference(payment)
      const iban = payment.kind === 'sepa' ? toIban(payment.iban) : null
      const prepared: Prepared = {
        terms,
        quote: toQuote(terms, today()),
        provider,
        payment,
        iban,
        label: method?.label ?? (iban === null ? '' : toIbanLabel(iban)),
        methodReference: method?.reference ?? null,
      }
      return toRows(
        owner,
        toOrderNumber(now()),
        {
          idempotencyKey,
          buyer,
          email,
          consents: { terms: true, withdrawalLapses: terms.kind === 'coins' },
          isGuest: false,
          digest: sealing.digest(idempotencyKey),
          refusal: null,
          isPaid: true,
        },
        prepared,
      )
    })
    const added = new Map((await addRows(rows, within)).charges.map((row) => [row.charge_id, row]))
    return rows.map(({ charge }) => added.get(charge.charge_id)!)
  }

  async function toFreeNumber(mandator: Mandator, at: Date, within: SubscriptionDb): Promise<string> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const number = toOrderNumber(at)
      if ((await findOrder(mandator, number, within)) === null) return number
    }
    throw new Error('No order number was free')
  }

  /** Brings a pending order as far as it can be brought now. */
  async function finish(order: OrderRow): Promise<OrderRow> {
    const mandator = order.mandator as Mandator
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const charge = await getFirstCharge(mandator, order.order_number)
      if (charge === null) return order
      if (charge.state === 'due') await charges.collect(charge)
      else if (charge.state === 'submitted') await charges.look(charge)
      const found = (await findOrder(mandator, order.order_number)) ?? order
      const isBusy = found.state === 'pending' && charge.state === 'due' && (await charges.get(charge))?.state === 'due'
      if (!isBusy || performance.now() > until) return found
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  }

  // --- What follows from a payment

  /** The order a charge is the first one of, locked; null for every other charge. */
  async function lockOrderOf(
    { mandator, kind, orderNumber }: Charge,
    within: SubscriptionDb,
  ): Promise<OrderRow | null> {
    if (kind !== 'first' || orderNumber === null) return null
    return (
      (await within
        .selectFrom('subscription.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('order_number', '=', orderNumber)
        .forUpdate()
        .executeTakeFirst()) ?? null
    )
  }

  async function begin(order: OrderRow, charge: Charge, within: SubscriptionDb): Promise<void> {
    const { mandator, customerId } = charge
    const startsOn = today()
    const terms = order.offer as Offer
    const ordered = await store.getSubscription(mandator, order.subscription_id, within)
    if (ordered === null) throw new Error('An order has lost its contract')
    if (
      !(await customers.saveWithin(
        { mandator, customerId },
        { ...ordered, state: 'active', startsOn, endsOn: toEndDay(terms, startsOn) },
        within,
      ))
    )
      throw new Error('A contract belongs to another customer')
    // Whoever paid later begins later, and has a whole period.
    const period = toChargePeriod(terms, startsOn, 0)
    if (period.from !== charge.periodFrom) {
      await within
        .updateTable('subscription.charges')
        .set({ period_from: period.from, period_to: period.to })
        .where('mandator', '=', mandator)
        .where('charge_id', '=', charge.chargeId)
        .execute()
      charge.periodFrom = period.from
      charge.periodTo = period.to
    }
    await changeOrder(mandator, order.order_number, { state: 'completed' }, within)
    const method = await charges.getMethod(mandator, order.payment_method_id, within)
    await tell(
      toConfirmation(
        order,
        { ...(order.quote as Quote), period, next: toQuote(terms, startsOn, (order.quote as Quote).voucher).next },
        method,
      ),
      within,
    )
  }

  /** Nobody is there to be told when the account was erased meanwhile. */
  async function tell(message: MailMessageInput, within: SubscriptionDb): Promise<void> {
    if (message.to.address !== '') await queueMail(message, within)
  }

  async function giveUp(order: OrderRow, failure: string, within: SubscriptionDb): Promise<void> {
    const mandator = order.mandator as Mandator
    await changeOrder(mandator, order.order_number, { state: 'failed', failure }, within)
    await within
      .deleteFrom('subscription.subscriptions')
      .where('mandator', '=', mandator)
      .where('id', '=', order.subscription_id)
      .where('state', '=', 'ordered')
      .execute()
    await within
      .updateTable('subscription.payment_methods')
      .set({ is_active: false, sealed_account: null })
      .where('mandator', '=', mandator)
      .where('id', '=', order.payment_method_id)
      .execute()
    await vouchers.releaseVoucher(mandator, order.order_number, within)
  }

  async function setContractState(
    order: OrderRow,
    from: Subscription['state'],
    to: Subscription['state'],
    within: SubscriptionDb,
  ): Promise<void> {
    await within
      .updateTable('subscription.subscriptions')
      .set({ state: to, changed_at: now() })
      .where('mandator', '=', order.mandator)
      .where('id', '=', order.subscription_id)
      .where('state', '=', from)
      .execute()
  }

  const listener: ChargeListener = {
    async mayKeep(charge, within) {
      const order = await lockOrderOf(charge, within)
      if (order === null || order.state === 'completed') return true
      if (order.state === 'failed') return false
      await lockCustomer(charge.mandator, charge.customerId, within)
      const refusal =
        order.refusal ?? (await findRefusal(charge.mandator, charge.customerId, order.offer as Offer, within))
      if (refusal === null) return true
      await changeOrder(charge.mandator, order.order_number, { refusal }, within)
      return false
    },

    async onPaid(charge, within) {
      const order = await lockOrderOf(charge, within)
      if (order === null) return
      if (order.state === 'pending') await begin(order, charge, within)
      else await setContractState(order, 'payment_failed', 'active', within)
      if (charge.amountCents > 0) await rewardFirstOrder(charge.mandator, charge.customerId, within)
    },

    async onPromised(charge, within) {
      const order = await lockOrderOf(charge, within)
      if (order?.state === 'pending') await begin(order, charge, within)
    },

    async onRefused(charge, within) {
      const order = await lockOrderOf(charge, within)
      if (order?.state !== 'pending') return
      const failure = (order.refusal ?? 'PAYMENT_REFUSED') as OrderFailure
      await giveUp(order, failure, within)
      await tell(
        {
          ...toEnvelope(order),
          template: 'order-refused',
          data: { number: order.order_number, product: (order.offer as Offer).name, reason: failure },
        },
        within,
      )
    },

    async onFailed(charge, before, within) {
      const order = await lockOrderOf(charge, within)
      if (order === null) return
      if (order.state === 'completed') return setContractState(order, 'active', 'payment_failed', within)
      if (order.state === 'failed') return
      await giveUp(order, charge.failure ?? 'PAYMENT_REFUSED', within)
      await charges.cancel(charge, within)
      // Who waits on the page sees it there; who went away would not know.
      if (before === 'submitted')
        await tell(
          {
            ...toEnvelope(order),
            template: 'order-failed',
            data: { number: order.order_number, product: (order.offer as Offer).name },
          },
          within,
        )
    },
  }

  // --- What may be seen

  async function toView(order: OrderRow, isOwner = false): Promise<OrderView> {
    const mandator = order.mandator as Mandator
    const [method, charge] = await Promise.all([
      charges.getMethod(mandator, order.payment_method_id),
      getFirstCharge(mandator, order.order_number),
    ])
    // Told by mail to the address of the order: whoever typed it may be somebody else.
    const isHidden = !isOwner && order.is_guest && order.refusal !== null && order.state === 'failed'
    return {
      number: order.order_number,
      token: toToken(mandator, order.order_number),
      state: isHidden ? 'completed' : (order.state as OrderState),
      failure: isHidden ? null : toFailure(order.failure),
      offer: (order.quote as Quote).offer,
      quote: order.quote as Omit<Quote, 'payments'>,
      payment: { kind: method?.kind ?? 'invoice', provider: method?.provider ?? 'invoice', label: method?.label ?? '' },
      redirectUrl: order.state === 'pending' ? (charge?.redirectUrl ?? null) : null,
      placedAt: order.placed_at.toISOString(),
    }
  }

  const toToken = (mandator: Mandator, number: string): string =>
    sealing.digest(`order ${mandator} ${number}`).slice(0, 32)

  /** What a crash or a lost message left undone, and what nobody came back for; as often as you like. */
  async function resume(): Promise<{ collected: number; refunded: number; looked: number }> {
    const done = { collected: 0, refunded: 0, looked: 0 }
    for (const { isOwedBack, ...name } of await charges.listUnfinished(200)) {
      if (isOwedBack) {
        await payBack(name)
        done.refunded++
      } else {
        await charges.collect(name)
        done.collected++
      }
    }
    for (const name of await charges.listWaiting(new Date(now().getTime() - 60_000), 100)) {
      const charge = await charges.look(name)
      done.looked++
      if (isRefusal(charge) || charge.state !== 'submitted' || charge.orderNumber === null || charge.kind !== 'first')
        continue
      const order = await findOrder(name.mandator, charge.orderNumber)
      if (order?.state === 'pending' && order.placed_at.getTime() < now().getTime() - ABANDONED_MS)
        await store.inTransaction((within) => charges.fail(name, 'PAYMENT_EXPIRED', within))
    }
    done.refunded += await payDue()
    await forgetAccounts()
    return done
  }

  /** Of erased readers, once no contract is paid with them any more. */
  async function forgetAccounts(): Promise<void> {
    await db
      .updateTable('subscription.payment_methods as m')
      .set({ holder: '', label: '', sealed_account: null, is_active: false })
      .where(waitsForNoTransfer('m'))
      .where((eb) => eb.or([eb('m.sealed_account', 'is not', null), eb('m.holder', '!=', '')]))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('subscription.customers as c')
            .select('c.customer_id')
            .whereRef('c.mandator', '=', 'm.mandator')
            .whereRef('c.customer_id', '=', 'm.customer_id')
            .where('c.sub', 'is', null),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('subscription.subscriptions as s')
              .select('s.id')
              .whereRef('s.mandator', '=', 'm.mandator')
              .whereRef('s.payment_method_id', '=', 'm.id')
              .where('s.state', 'in', ['active', 'paused', 'cancelled', 'payment_failed'])
              .where((one) => one.or([one('s.ends_on', 'is', null), one('s.ends_on', '>=', today())])),
          ),
        ),
      )
      .execute()
  }

  const schedule = createSchedule(RESUME_MS, resume, onError)

  return {
    listener,
    place,
    fill,
    addMethod,
    /** For who changes what a contract is paid with: the way to pay, checked and labelled; nothing is written. */
    checkPayment(
      offer: Pick<Offer, 'kind'>,
      payment: PaymentInput,
    ): Pick<Prepared, 'provider' | 'payment' | 'iban' | 'label' | 'methodReference'> | Refusal {
      const found = listProviders(offer as Offer, false).find(({ kind }) => kind === payment.kind)
      if (found === undefined) return problem(409, 'NO_PAYMENT', 'This cannot be paid in this way')
      const iban = payment.kind === 'sepa' ? toIban(payment.iban) : null
      const method = found.provider.toMethodReference(payment)
      if (payment.kind === 'sepa' && (iban === null || !payment.mandate || payment.holder.trim() === '')) {
        return refuseFields({
          ...(iban === null ? { iban: 'INVALID_IBAN' } : {}),
          ...(payment.mandate ? {} : { mandate: 'REQUIRED' }),
          ...(payment.holder.trim() === '' ? { holder: 'REQUIRED' } : {}),
        })
      }
      if (method === null) return refuseFields({ cardNumber: 'INVALID_CARD' })
      return {
        provider: found.provider,
        payment,
        iban,
        label: method.label ?? (iban === null ? '' : toIbanLabel(iban)),
        methodReference: method.reference,
      }
    },

    async quote(
      mandator: Mandator,
      asked: { sub: string | null; offerId: string; voucherCode?: string | undefined; requester: string },
    ): Promise<Quote | Refusal> {
      const offer = await getOffer(mandator, asked.offerId)
      if (isRefusal(offer)) return offer
      const voucher = await readVoucher(mandator, asked.voucherCode, asked.requester)
      if (isRefusal(voucher)) return voucher
      const customer = asked.sub === null ? null : await store.getCustomer(mandator, asked.sub)
      const terms = toTerms(offer, customer === null || !(await hasTried(mandator, customer.customerId, offer, db)))
      return { ...toQuote(terms, today(), voucher), payments: toOptions(offer, asked.sub === null) }
    },

    async checkGuest(
      mandator: Mandator,
      asked: Asked & { email: string; requester: string },
    ): Promise<Quote | Refusal> {
      const prepared = await prepare(mandator, { ...asked, isGuest: true }, null)
      return isRefusal(prepared) ? prepared : { ...prepared.quote, payments: toOptions(prepared.terms, true) }
    },

    /** Of this reader, or for whoever holds the token. */
    async read(
      mandator: Mandator,
      number: string,
      by: { sub?: string | undefined; token?: string | undefined },
    ): Promise<OrderView | Refusal> {
      const order = await findOrder(mandator, number)
      const customer = by.sub === undefined ? null : await store.getCustomer(mandator, by.sub)
      const isOwner = order !== null && customer !== null && order.customer_id === customer.customerId
      const isHolder = by.token !== undefined && sealing.digest(by.token) === sealing.digest(toToken(mandator, number))
      if (order === null || (!isOwner && !isHolder)) return problem(404, 'NOT_FOUND', 'No such order')
      return toView(order.state === 'pending' ? await finish(order) : order, isOwner)
    },

    /** Newest first. */
    async list(mandator: Mandator, sub: string): Promise<OrderView[]> {
      const customer = await store.getCustomer(mandator, sub)
      if (customer === null) return []
      const rows = await db
        .selectFrom('subscription.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customer.customerId)
        .orderBy('placed_at', 'desc')
        .orderBy('order_number')
        .limit(200)
        .execute()
      return Promise.all(rows.map((row) => toView(row, true)))
    },

    async listMethods(mandator: Mandator, sub: string): Promise<PaymentMethodView[]> {
      const customer = await store.getCustomer(mandator, sub)
      if (customer === null) return []
      const rows = await db
        .selectFrom('subscription.payment_methods')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customer.customerId)
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map(toMethod).map(({ id, kind, provider, label, mandateReference, isActive }) => ({
        id,
        kind,
        provider,
        label,
        mandateReference,
        isActive,
      }))
    },

    /** Where the reader of a payment comes back to. */
    toReturnPath: (mandator: Mandator, number: string): string =>
      `${ORDER_RETURN}?order=${number}&token=${toToken(mandator, number)}`,

    resume,

    /** Resumes at once and then every minute. */
    start: schedule.start,
    close: schedule.close,

    part: {
      async readOf({ mandator, customerId }) {
        const [orders, methods, owed] = await Promise.all([
          db
            .selectFrom('subscription.orders')
            .selectAll()
            .where('mandator', '=', mandator)
            .where('customer_id', '=', customerId)
            .orderBy('placed_at')
            .execute(),
          db
            .selectFrom('subscription.payment_methods')
            .selectAll()
            .where('mandator', '=', mandator)
            .where('customer_id', '=', customerId)
            .orderBy('created_at')
            .execute(),
          charges.list(mandator, customerId),
        ])
        return {
          orders: orders.map((row) => ({
            number: row.order_number,
            placedAt: row.placed_at,
            state: row.state,
            offer: row.offer,
            quote: row.quote,
            buyer: row.buyer,
            email: row.email,
            consents: row.consents,
          })),
          paymentMethods: methods.map((row) => ({
            kind: row.kind,
            holder: row.holder,
            account: row.label,
            mandate: row.mandate_reference,
            signedOn: row.mandate_signed_on,
            since: row.created_at,
          })),
          charges: owed.map(
            ({ chargeId, amountCents, refundedCents, description, state, periodFrom, periodTo, settledAt }) => ({
              chargeId,
              amountCents,
              refundedCents,
              description,
              state,
              periodFrom,
              periodTo,
              settledAt,
            }),
          ),
        }
      },
      /** What is owed and was paid stays under the number; names, addresses and accounts go, unless a contract still needs the account. */
      async eraseOf({ mandator, customerId }, within) {
        const needed = within
          .selectFrom('subscription.subscriptions')
          .select('payment_method_id')
          .where('mandator', '=', mandator)
          .where('customer_id', '=', customerId)
          .where('payment_method_id', 'is not', null)
          .where('state', 'in', ['active', 'paused', 'cancelled', 'payment_failed'])
        await within
          .updateTable('subscription.payment_methods')
          .set({ holder: '', label: '', sealed_account: null, is_active: false, for_subscription: null })
          .where('mandator', '=', mandator)
          .where('customer_id', '=', customerId)
          .where((eb) => eb.not(eb('id', 'in', needed.$castTo<{ payment_method_id: string }>())))
          .where(waitsForNoTransfer('payment_methods'))
          .execute()
        await within
          .updateTable('subscription.orders')
          .set({ buyer: '{}', email: null })
          .where('mandator', '=', mandator)
          .where('customer_id', '=', customerId)
          .execute()
      },
    } satisfies CustomerPart as CustomerPart,
  }

  function toConfirmation(
    order: OrderRow,
    quote: Omit<Quote, 'payments'>,
    method: PaymentMethod | null,
  ): MailMessageInput {
    const { firstName, lastName, company, street, postcode, city, country } = order.buyer as Buyer
    const terms = order.offer as Offer
    return {
      ...toEnvelope(order),
      template: 'order-confirmed',
      data: {
        number: order.order_number,
        placedAt: order.placed_at.toISOString(),
        customerNumber: order.customer_id,
        product: terms.name,
        description: terms.description,
        isCoins: terms.kind === 'coins',
        dueCents: quote.dueCents,
        vatPercent: terms.vatPercent,
        vatCents: quote.vatCents,
        period: quote.period,
        next: quote.next,
        regular: quote.regular,
        endsOn: toEndDay(terms, quote.period.from),
        trial:
          terms.trial === null || quote.period.to === null
            ? null
            : { months: terms.trial.months, endsOn: quote.period.to },
        earliestEnd: quote.earliestEnd,
        termMonths: quote.termMonths,
        noticeMonths: quote.noticeMonths,
        renewal: quote.renewal,
        payment: {
          kind: method?.kind ?? 'invoice',
          label: method?.label ?? '',
          mandateReference: method?.mandateReference ?? null,
        },
        address: [
          company,
          `${firstName} ${lastName}`.trim(),
          street,
          `${postcode} ${city}`,
          country === 'DE' ? '' : country,
        ].filter((line) => line !== ''),
        hasConsentedToLapse: (order.consents as { withdrawalLapses?: boolean }).withdrawalLapses === true,
      },
    }
  }
}

/** An account to which money has to go back stays until that is in a file for the bank. */
function waitsForNoTransfer(methods: 'm' | 'payment_methods') {
  return sql<boolean>`not exists (
    select 1 from subscription.charges c left join subscription.refunds r on r.mandator = c.mandator and r.charge_id = c.charge_id and r.state = 'transfer'
    where c.mandator = ${sql.ref(`${methods}.mandator`)} and c.payment_method_id = ${sql.ref(`${methods}.id`)}
      and (r.refund_id is not null or (c.failure = ${REFUND_OWED} and c.state in ('submitted', 'paid'))))`
}

function toEnvelope(order: OrderRow): { mandator: Mandator; to: { address: string; name: string } } {
  const { firstName = '', lastName = '' } = order.buyer as Partial<Buyer>
  return {
    mandator: order.mandator as Mandator,
    to: { address: order.email ?? '', name: order.is_guest ? '' : `${firstName} ${lastName}`.trim() },
  }
}

function toFailure(failure: string | null): OrderFailure | null {
  if (failure === null) return null
  return ORDER_FAILURES.find((known) => known === failure) ?? 'PAYMENT_REFUSED'
}

function refuseFields(faults: OrderFaults): Refusal {
  return { ...problem(422, 'INVALID_FIELDS', 'Some fields cannot be taken'), fields: faults as Record<string, string> }
}

function keyUsed(): Refusal {
  return problem(409, 'KEY_USED', 'The idempotency key has ordered something else')
}

function toOrderNumber(at: Date): string {
  return `A-${toDayKey(at).slice(0, 4)}-${toLetters(4)}-${toLetters(4)}`
}

function toLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

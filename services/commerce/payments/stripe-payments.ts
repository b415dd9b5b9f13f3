/**
 * Cards through Stripe. The first payment happens on Stripe's page (Checkout), which also saves the card for renewals; those
 * are charged without the reader. A new card is typed there, too: card numbers never reach this service. A message (webhook)
 * counts only with Stripe's signature. The payment's metadata, written by us, name charge and publication.
 */
import { Stripe } from 'stripe'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import { ORDER_FAILURES, type OrderFailure } from '@lokalteil/contracts/commerce/orders'
import { type PublicationCode, toPublicationCode } from '@lokalteil/domain/publication/publications'
import type {
  CollectOutcome,
  CollectRequest,
  LookRequest,
  PaymentEvent,
  Provider,
  RefundRequest,
  SetupLookRequest,
  SetupOutcome,
  SetupRequest,
} from './payment-providers.ts'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  /** `https://api.stripe.com`, or a test double. */
  apiUrl: string
  /** Sends the requests to Stripe. */
  fetch: Fetch
  onTrouble: (trouble: { at: string; code: string }) => void
}

const CURRENCY = 'eur'
const TOLERANCE_SECONDS = 300
const DECLINED: Readonly<Record<string, OrderFailure>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  card_declined: 'CARD_DECLINED',
  expired_card: 'CARD_DECLINED',
  authentication_required: 'AUTHENTICATION_REQUIRED',
}

type StripeContext = Pick<StripeOptions, 'webhookSecret' | 'onTrouble'> & { stripe: Stripe }

export function createStripePayments({ secretKey, apiUrl, fetch, ...options }: StripeOptions): Provider {
  const context: StripeContext = { ...options, stripe: createClient({ secretKey, apiUrl, fetch }) }
  return {
    name: 'stripe',
    kinds: ['card'],
    isTest: secretKey.startsWith('sk_test_'),
    leavesSite: true,
    toMethodReference: () => ({ label: 'Karte', reference: null }),
    collect: (request) => collect(context, request),
    collectWithReader: (request) => collectWithReader(context, request),
    look: (asked) => look(context, asked),
    openSetup: (request) => openSetup(context, request),
    lookSetup: (asked) => lookSetup(context, asked),
    refund: (request) => giveBack(context, request),
    readEvent: (payload, signature, now) => readEvent(context, payload, signature, now),
  }
}

function createClient({ secretKey, apiUrl, fetch }: Pick<StripeOptions, 'secretKey' | 'apiUrl' | 'fetch'>): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: 15_000,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (address: RequestInfo | URL, init?: RequestInit) =>
      fetch(new Request(address, init)),
    ),
  })
}

// --- Payments

async function collect(context: StripeContext, request: CollectRequest): Promise<CollectOutcome> {
  const [customer, paymentMethod] = request.method.providerReference?.split(' ') ?? []
  try {
    return await (customer === undefined || paymentMethod === undefined
      ? openCheckout(context, request)
      : chargeKept(context, request, customer, paymentMethod))
  } catch (error) {
    return toOutcome(error, context)
  }
}

/** On Stripe's page, where the bank can ask for 3-D Secure. The reader may use another card, which is saved. */
async function collectWithReader(context: StripeContext, request: CollectRequest): Promise<CollectOutcome> {
  const [customer] = request.method.providerReference?.split(' ') ?? []
  try {
    return await openCheckout(context, { ...request, key: `${request.key}-page` }, customer)
  } catch (error) {
    return toOutcome(error, context)
  }
}

async function openCheckout(
  { stripe }: StripeContext,
  { publication, chargeId, key, amountCents, description, returnUrl }: CollectRequest,
  customer?: string,
): Promise<CollectOutcome> {
  if (returnUrl === null) return { kind: 'failed', reason: 'PAYMENT_REFUSED' }
  const metadata = { charge: chargeId, mandator: publication }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: CURRENCY, unit_amount: amountCents, product_data: { name: description } },
        },
      ],
      ...(customer?.startsWith('cus_') === true ? { customer } : { customer_creation: 'always' as const }),
      payment_intent_data: { setup_future_usage: 'off_session', metadata },
      metadata,
      locale: 'de',
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: key },
  )
  return { kind: 'waiting', reference: session.id, url: session.url }
}

async function chargeKept(
  { stripe }: StripeContext,
  { publication, chargeId, key, amountCents, description }: CollectRequest,
  customer: string,
  paymentMethod: string,
): Promise<CollectOutcome> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: amountCents,
      currency: CURRENCY,
      customer,
      payment_method: paymentMethod,
      off_session: true,
      confirm: true,
      description,
      metadata: { charge: chargeId, mandator: publication },
    },
    { idempotencyKey: key },
  )
  if (intent.status === 'succeeded') return { kind: 'paid', reference: intent.id }
  return intent.status === 'processing'
    ? { kind: 'waiting', reference: intent.id, url: null }
    : { kind: 'failed', reason: intent.status === 'requires_action' ? 'AUTHENTICATION_REQUIRED' : 'CARD_DECLINED' }
}

async function look(context: StripeContext, asked: LookRequest): Promise<CollectOutcome> {
  const { reference, amountCents, publication, chargeId, url } = asked
  try {
    if (reference.startsWith('pi_')) {
      const intent = await context.stripe.paymentIntents.retrieve(reference)
      if (intent.status === 'succeeded')
        return intent.amount_received === amountCents ? { kind: 'paid', reference } : mismatch(context)
      return intent.status === 'canceled'
        ? { kind: 'failed', reason: 'PAYMENT_CANCELLED' }
        : { kind: 'waiting', reference, url }
    }
    const session = await context.stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] })
    if (session.status === 'expired') return { kind: 'failed', reason: 'PAYMENT_EXPIRED' }
    const intent = session.payment_intent
    if (session.payment_status !== 'paid' || intent === null || typeof intent === 'string')
      return { kind: 'waiting', reference, url }
    if (
      session.amount_total !== amountCents ||
      session.currency !== CURRENCY ||
      intent.metadata.charge !== chargeId ||
      intent.metadata.mandator !== publication
    )
      return mismatch(context)
    return { kind: 'paid', reference: intent.id, ...toMethod(intent) }
  } catch (error) {
    const outcome = toOutcome(error, context)
    return outcome.kind === 'failed' ? { kind: 'unknown' } : outcome
  }
}

function mismatch({ onTrouble }: StripeContext): CollectOutcome {
  onTrouble({ at: 'stripe-amount', code: 'AMOUNT_DIFFERS' })
  return { kind: 'unknown' }
}

// --- Cards that are kept

async function openSetup(
  context: StripeContext,
  { publication, methodId, methodReference, returnUrl }: SetupRequest,
): Promise<{ reference: string; url: string } | null> {
  const [customer] = methodReference?.split(' ') ?? []
  const metadata = { method: methodId, mandator: publication }
  try {
    const session = await context.stripe.checkout.sessions.create(
      {
        mode: 'setup',
        currency: CURRENCY,
        ...(customer?.startsWith('cus_') === true ? { customer } : { customer_creation: 'always' as const }),
        setup_intent_data: { metadata },
        metadata,
        locale: 'de',
        success_url: returnUrl,
        cancel_url: returnUrl,
      },
      { idempotencyKey: methodId },
    )
    return session.url === null ? null : { reference: session.id, url: session.url }
  } catch (error) {
    toOutcome(error, context)
    return null
  }
}

async function lookSetup(
  context: StripeContext,
  { publication, methodId, reference }: SetupLookRequest,
): Promise<SetupOutcome> {
  try {
    const session = await context.stripe.checkout.sessions.retrieve(reference, {
      expand: ['setup_intent.payment_method'],
    })
    if (session.metadata?.method !== methodId || session.metadata.mandator !== publication) {
      context.onTrouble({ at: 'stripe-setup', code: 'METHOD_DIFFERS' })
      return { kind: 'unknown' }
    }
    if (session.status === 'expired') return { kind: 'failed' }
    const intent = session.setup_intent
    if (intent === null || typeof intent === 'string' || intent.status !== 'succeeded') return { kind: 'waiting' }
    const card = typeof intent.payment_method === 'string' ? null : intent.payment_method
    const customer = typeof session.customer === 'string' ? session.customer : session.customer?.id
    return card === null || customer === undefined
      ? { kind: 'unknown' }
      : { kind: 'kept', methodReference: `${customer} ${card.id}`, label: toCardLabel(card) }
  } catch (error) {
    toOutcome(error, context)
    return { kind: 'unknown' }
  }
}

async function giveBack(
  context: StripeContext,
  { publication, refundId, reference, amountCents }: RefundRequest,
): Promise<'refunded' | 'by-hand' | 'unknown'> {
  if (reference === null || !reference.startsWith('pi_')) return 'by-hand'
  try {
    // Look for an existing refund first: Stripe forgets idempotency keys after a day, but keeps the metadata.
    const { data: made } = await context.stripe.refunds.list({ payment_intent: reference, limit: 100 })
    const refund =
      made.find(({ metadata }) => metadata?.refund === refundId) ??
      (await context.stripe.refunds.create(
        { payment_intent: reference, amount: amountCents, metadata: { refund: refundId, mandator: publication } },
        { idempotencyKey: refundId },
      ))
    if (refund.amount !== amountCents || refund.currency !== CURRENCY) {
      context.onTrouble({ at: 'stripe-refund', code: 'AMOUNT_DIFFERS' })
      return 'by-hand'
    }
    return refund.status === 'failed' || refund.status === 'canceled' ? 'by-hand' : 'refunded'
  } catch (error) {
    toOutcome(error, context)
    // The amount exceeds the rest at Stripe: part of it was refunded in Stripe's dashboard.
    return error instanceof Stripe.errors.StripeInvalidRequestError ? 'by-hand' : 'unknown'
  }
}

// --- Webhooks of Stripe

/** Null: not signed by Stripe. */
function readEvent(
  { stripe, webhookSecret }: StripeContext,
  payload: string,
  signature: string,
  now: Date,
): PaymentEvent | null {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(
      payload,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    )
  } catch {
    return null
  }
  return { id: event.id, ...(readNews(event) ?? { kind: 'ignored' }) }
}

type News<Event = PaymentEvent> = Event extends unknown ? Omit<Event, 'id'> : never

/** Null: an event that does not concern us. */
function readNews(event: Stripe.Event): News | null {
  if (event.type === 'payment_intent.succeeded') {
    const intent = event.data.object
    const { id: reference, amount_received: amountCents, currency } = intent
    const of = toCharge(intent.metadata)
    return of === null ? null : { kind: 'paid', ...of, reference, amountCents, currency, ...toMethod(intent) }
  }
  if (event.type === 'checkout.session.expired') {
    const of = toCharge(event.data.object.metadata)
    return of === null ? null : { kind: 'failed', ...of, reason: 'PAYMENT_EXPIRED' }
  }
  if (event.type === 'setup_intent.succeeded') {
    const { metadata } = event.data.object
    const publication = toPublicationCode(metadata?.mandator ?? '')
    return publication === null || metadata?.method === undefined
      ? null
      : { kind: 'card-kept', publication, methodId: metadata.method }
  }
  if (event.type === 'refund.failed') {
    const { metadata, failure_reason: reason } = event.data.object
    const publication = toPublicationCode(metadata?.mandator ?? '')
    return publication === null || metadata?.refund === undefined
      ? null
      : { kind: 'refund-failed', publication, refundId: metadata.refund, reason: reason ?? 'REFUND_FAILED' }
  }
  return null
}

function toCharge(metadata: Stripe.Metadata | null): { publication: PublicationCode; chargeId: string } | null {
  const publication = toPublicationCode(metadata?.mandator ?? '')
  return publication === null || metadata?.charge === undefined ? null : { publication, chargeId: metadata.charge }
}

/** 'Visa •••• 4242' */
function toCardLabel({ card }: Stripe.PaymentMethod): string {
  if (card === undefined) return 'Karte'
  return `${card.brand.slice(0, 1).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`
}

/** Ids of customer and card, for renewals. */
function toMethod({ customer, payment_method: method }: Stripe.PaymentIntent): { methodReference?: string } {
  const ids = [customer, method].map((one) => (typeof one === 'string' ? one : one?.id))
  return ids[0] === undefined || ids[1] === undefined ? {} : { methodReference: `${ids[0]} ${ids[1]}` }
}

/** A refused card is a final answer; a broken connection is not. */
function toOutcome(error: unknown, { onTrouble }: StripeContext): CollectOutcome {
  if (error instanceof Stripe.errors.StripeCardError) {
    const reason = DECLINED[error.decline_code ?? ''] ?? DECLINED[error.code ?? ''] ?? 'PAYMENT_REFUSED'
    return { kind: 'failed', reason: ORDER_FAILURES.includes(reason) ? reason : 'PAYMENT_REFUSED' }
  }
  onTrouble({
    at: 'stripe',
    code: error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : 'UNREACHABLE',
  })
  return { kind: 'unknown' }
}

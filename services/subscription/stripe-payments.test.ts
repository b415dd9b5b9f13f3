/** Cards through a double that answers like Stripe: what is asked, what is believed, what is paid twice. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { Stripe } from 'stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../database/test-database.ts'
import { toDefaultOffers } from './default-offers.ts'
import { emptyLedger, emptyOrders, get, openTestPlatform, outcomeOf, TEST_PAYMENTS } from './test-ledger.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const WEBHOOK_SECRET = 'whsec_of_the_test'
const BUYER = { salutation: '', firstName: 'Eva', lastName: 'Sommer', company: '', vatId: '', street: 'Am Fluss 3', postcode: '00412', city: 'Auenburg', country: 'DE' }

type Asked = { path: string; key: string; form: URLSearchParams }

/** Keeps sessions, intents and refunds by idempotency key, as Stripe does. */
class StripeDouble {
  asked: Asked[] = []
  answers = new Map<string, object>()
  sessions = new Map<string, Record<string, unknown>>()
  /** Of the next answer: `lost` breaks the line after the work was done. */
  next: 'answer' | 'lost' | 'declined' = 'answer'
  server: Server = createServer((incoming, response) => void this.answer(incoming).then((answer) => (answer === null ? response.destroy() : response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body)))))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async answer(incoming: IncomingMessage): Promise<{ status: number; body: object } | null> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const [path = ''] = (incoming.url ?? '').split('?')
    const key = String(incoming.headers['idempotency-key'] ?? '')
    this.asked.push({ path, key, form })
    const mode = this.next
    this.next = 'answer'
    if (mode === 'declined') return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'no' } } }
    const known = this.answers.get(`${path} ${key}`)
    const body = known ?? this.make(path, form)
    if (key !== '') this.answers.set(`${path} ${key}`, body)
    return mode === 'lost' ? null : { status: 200, body }
  }

  make(path: string, form: URLSearchParams): object {
    const metadata = { charge: form.get('metadata[charge]') ?? '', mandator: form.get('metadata[mandator]') ?? '' }
    if (path === '/v1/checkout/sessions') {
      const id = `cs_test_${this.sessions.size}`
      const session = { id, object: 'checkout.session', url: `https://pay.example/${id}`, status: 'open', payment_status: 'unpaid', amount_total: Number(form.get('line_items[0][price_data][unit_amount]')), currency: form.get('line_items[0][price_data][currency]'), metadata, payment_intent: null }
      this.sessions.set(id, session)
      return session
    }
    if (path.startsWith('/v1/checkout/sessions/')) return this.sessions.get(path.slice('/v1/checkout/sessions/'.length)) ?? {}
    if (path === '/v1/payment_intents') return { id: `pi_${this.asked.length}`, object: 'payment_intent', status: 'succeeded', amount: Number(form.get('amount')), amount_received: Number(form.get('amount')), currency: form.get('currency'), customer: form.get('customer'), payment_method: form.get('payment_method'), metadata }
    if (path === '/v1/refunds') return { id: `re_${this.asked.length}`, object: 'refund', status: 'succeeded' }
    return {}
  }
}

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let platform: Awaited<ReturnType<typeof openTestPlatform>>
let double: StripeDouble
const troubles: string[] = []
let clock = NOW
let reader = ''

beforeAll(async () => {
  opened = await openTestDatabase('embedded', createTestDatabase)
  double = new StripeDouble()
  const apiUrl = await double.listen()
  platform = await openTestPlatform(opened.database, () => clock, {
    payments: { ...TEST_PAYMENTS, providers: ['stripe'], stripe: { secretKey: 'sk_test_of_the_test', webhookSecret: WEBHOOK_SECRET, apiUrl }, onTrouble: ({ code }) => troubles.push(code) },
  })
  await platform.service.fillCatalogue('ak', { offers: toDefaultOffers('ak'), readerService: null })
})
beforeEach(async () => {
  clock = NOW
  reader = randomUUID()
  platform.mails.length = 0
  troubles.length = 0
  double.asked = []
  double.answers.clear()
  double.sessions.clear()
  await emptyLedger(opened.database)
  await emptyOrders(opened.database)
})
afterAll(async () => {
  double.server.closeAllConnections()
  double.server.close()
  await opened.drop()
})

const orders = () => platform.ordersOf('ak')
const toOrder = () => ({ offerId: 'plus-jahr', confirmedCents: 9900, idempotencyKey: randomUUID(), buyer: BUYER, payment: { kind: 'card' as const }, consents: { terms: true }, email: 'eva@example.org', isGuest: false, requester: 'requester-of-the-test' })
const place = (body = toOrder()) => orders().placeOrder({ params: { sub: reader }, body })
const chargesOf = () => get(orders().listCharges({ params: { sub: reader } }))
const rolesOf = () => get(platform.of('ak').listRoles({ params: { sub: reader } }))

function sign(type: string, object: object, timestamp = Math.floor(clock.getTime() / 1000)): { payload: string; signature: string } {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp })
  return { payload, signature }
}
const send = (event: { payload: string; signature: string }) => orders().receivePaymentEvent({ params: { provider: 'stripe' }, body: event })
const toIntent = (chargeId: string, change: object = {}) => ({ id: 'pi_1', object: 'payment_intent', amount_received: 9900, currency: 'eur', customer: 'cus_1', payment_method: 'pm_1', metadata: { charge: chargeId, mandator: 'ak' }, ...change })

describe('cards at Stripe', () => {
  it('sends the reader to the provider’s page, and begins when it says that was paid', async () => {
    const order = await get(place())
    expect(order).toMatchObject({ state: 'pending', redirectUrl: 'https://pay.example/cs_test_0', payment: { provider: 'stripe', label: 'Karte' } })
    const [charge] = await chargesOf()
    const { form, key } = double.asked[0]!
    expect([key, form.get('line_items[0][price_data][unit_amount]'), form.get('success_url')]).toEqual([`${charge!.id}-0`, '9900', `http://ak.example/order/checkout?order=${order.number}&token=${order.token}`])
    expect([...form.keys()].some((name) => /number|cvc/.test(name))).toBe(false)
    expect(await rolesOf()).toEqual([])
    const paid = sign('payment_intent.succeeded', toIntent(charge!.id))
    expect([await get(send(paid)), await get(send(paid))]).toEqual([{ outcome: 'acted' }, { outcome: 'known' }])
    expect([await rolesOf(), platform.mails.length, (await chargesOf())[0]!.state]).toEqual([['PLUS_USER'], 1, 'paid'])
    // The card is there for renewals.
    const { rows } = await sql<{ provider_reference: string }>`select provider_reference from subscription.payment_methods`.execute(opened.database.db)
    expect(rows).toEqual([{ provider_reference: 'cus_1 pm_1' }])
  })

  it.each<[string, (chargeId: string) => { payload: string; signature: string }, string]>([
    ['signed with another secret', (id) => ({ ...sign('payment_intent.succeeded', toIntent(id)), signature: Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_other' }) }), '400 BAD_SIGNATURE'],
    ['changed on its way', (id) => ({ ...sign('payment_intent.succeeded', toIntent(id)), payload: sign('payment_intent.succeeded', toIntent(id, { amount_received: 9901 })).payload }), '400 BAD_SIGNATURE'],
    ['of yesterday', (id) => sign('payment_intent.succeeded', toIntent(id), NOW.getTime() / 1000 - 86_400), '400 BAD_SIGNATURE'],
    ['of another amount', (id) => sign('payment_intent.succeeded', toIntent(id, { amount_received: 1 })), 'ok'],
    ['of another currency', (id) => sign('payment_intent.succeeded', toIntent(id, { currency: 'huf' })), 'ok'],
    ['of another publication', (id) => sign('payment_intent.succeeded', toIntent(id, { metadata: { charge: id, mandator: 'fb' } })), 'ok'],
    ['of a charge that is not ours', (_id) => sign('payment_intent.succeeded', toIntent('Z-000000000000000000000000')), 'ok'],
    ['about something else', (id) => sign('customer.created', toIntent(id)), 'ok'],
  ])('gives nothing for a message %s', async (_name, toEvent, expected) => {
    await get(place())
    const [charge] = await chargesOf()
    expect(await outcomeOf(send(toEvent(charge!.id)))).toBe(expected)
    expect([await rolesOf(), (await chargesOf())[0]!.state, platform.mails]).toEqual([[], 'submitted', []])
  })

  it('asks with the same key after an answer was lost, so that nobody pays twice', async () => {
    double.next = 'lost'
    const body = toOrder()
    expect(await get(place(body))).toMatchObject({ redirectUrl: 'https://pay.example/cs_test_0' })
    expect(new Set(double.asked.map(({ key }) => key)).size).toBe(1)
    expect((await get(place(body))).redirectUrl).toBe('https://pay.example/cs_test_0')
  })

  it('finds out by itself when the message was lost, and compares what it finds', async () => {
    const order = await get(place())
    const [charge] = await chargesOf()
    const id = new URL(order.redirectUrl!).pathname.slice(1)
    const read = async () => {
      clock = new Date(clock.getTime() + 5000)
      return get(orders().getOrder({ params: { number: order.number }, query: { sub: reader } }))
    }
    const paidSession = (total: number) => ({ ...double.sessions.get(id)!, status: 'complete', payment_status: 'paid', amount_total: total, payment_intent: toIntent(charge!.id) })
    double.sessions.set(id, paidSession(1))
    expect([(await read()).state, troubles]).toEqual(['pending', ['AMOUNT_DIFFERS']])
    double.sessions.set(id, paidSession(9900))
    expect((await read()).state).toBe('completed')
    expect(platform.mails).toHaveLength(1)
  })

  it('gives an order up whose page was left, and pays back what comes too late', async () => {
    const order = await get(place())
    const [charge] = await chargesOf()
    await get(send(sign('checkout.session.expired', { id: 'cs_test_0', object: 'checkout.session', metadata: { charge: charge!.id, mandator: 'ak' } })))
    expect(await get(orders().getOrder({ params: { number: order.number }, query: { sub: reader } }))).toMatchObject({ state: 'failed', failure: 'PAYMENT_EXPIRED', redirectUrl: null })
    await get(send(sign('payment_intent.succeeded', toIntent(charge!.id))))
    expect([(await chargesOf())[0]!.state, await rolesOf()]).toEqual(['refunded', []])
    expect(double.asked.findLast(({ path }) => path === '/v1/refunds')).toMatchObject({ key: `${charge!.id}-refund` })
  })

  it('asks a kept card for a renewal without the reader, and takes a refusal as one', async () => {
    await get(place())
    const [first] = await chargesOf()
    await get(send(sign('payment_intent.succeeded', toIntent(first!.id))))
    const { rows } = await sql<{ customer_id: string; subscription_id: string; payment_method_id: string }>`select customer_id, subscription_id, payment_method_id from subscription.charges`.execute(opened.database.db)
    const { customer_id: customerId, subscription_id: subscriptionId, payment_method_id: paymentMethodId } = rows[0]!
    const { charges } = platform.service
    const open = (periodFrom: string) =>
      opened.database.db.transaction().execute((within) =>
        charges.open({ mandator: 'ak', customerId, subscriptionId, orderNumber: null, paymentMethodId, kind: 'renewal', periodFrom, periodTo: null, amountCents: 9900, vatPercent: 7, description: 'Plus Jahr', dueOn: periodFrom }, within as never),
      )
    expect(await charges.collect(await open('2027-11-21'))).toMatchObject({ state: 'paid' })
    expect(double.asked.at(-1)).toMatchObject({ path: '/v1/payment_intents' })
    expect(Object.fromEntries(double.asked.at(-1)!.form)).toMatchObject({ customer: 'cus_1', payment_method: 'pm_1', off_session: 'true', amount: '9900' })
    double.next = 'declined'
    const refused = await open('2028-11-21')
    expect(await charges.collect(refused)).toMatchObject({ state: 'failed', failure: 'INSUFFICIENT_FUNDS', attempts: 1 })
    expect(await charges.collect(refused)).toMatchObject({ state: 'paid' })
    expect(double.asked.at(-1)!.key).toBe(`${refused.chargeId}-1`)
    expect(platform.errors).toEqual([])
  })
})

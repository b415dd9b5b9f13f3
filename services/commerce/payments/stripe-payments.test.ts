/** Cards with a test double of Stripe: requests, trusted messages, double payments. */
import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { Stripe } from 'stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINE, openTestDatabase } from '../../platform/database/database.testing.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import {
  emptyLedger,
  emptyOrders,
  get,
  openTestPlatform,
  outcomeOf,
  toStripeSettings,
  TEST_BUYER,
} from '../coins/ledger.testing.ts'
import { StripeDouble } from './stripe.testing.ts'
import { collectCharge } from './charge-collection.ts'
import { openCharge } from './charge-outcomes.ts'
import { openRefund, payRefund } from './refunds.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const WEBHOOK_SECRET = 'whsec_of_the_test'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let platform: Awaited<ReturnType<typeof openTestPlatform>>
let double: StripeDouble
const troubles: string[] = []
let clock = NOW
let reader = ''

beforeAll(async () => {
  opened = await openTestDatabase(ENGINE, createTestDatabase)
  double = new StripeDouble()
  const apiUrl = await double.listen()
  platform = await openTestPlatform(opened.database, () => clock, {
    payments: { ...toStripeSettings(apiUrl), onTrouble: ({ code }) => troubles.push(code) },
  })
  await platform.service.applyFolder('ak', {
    version: 1,
    catalogue: { offers: toTestOffers('ak'), readerService: null },
    seller: null,
  })
})
beforeEach(async () => {
  clock = NOW
  reader = randomUUID()
  platform.mails.length = 0
  troubles.length = 0
  double.forget()
  await emptyLedger(opened.database)
  await emptyOrders(opened.database)
})
afterAll(async () => {
  double.close()
  await opened.drop()
})

it('the catalogue offers the wallets of devices', async () => {
  expect(await (await platform.service.app.request('/ak/offers')).json()).toMatchObject({ takesDeviceWallets: true })
})

const orders = () => platform.ordersOf('ak')
const toOrder = () => ({
  offerId: 'plus-jahr',
  confirmedCents: 9900,
  idempotencyKey: randomUUID(),
  buyer: TEST_BUYER,
  payment: { kind: 'card' as const },
  consents: { terms: true },
  email: 'eva@example.org',
  isGuest: false,
  requester: 'requester-of-the-test',
})
const place = (body = toOrder()) => orders().placeOrder({ params: { sub: reader }, body })
const chargesOf = () => get(orders().listCharges({ params: { sub: reader } }))
const rolesOf = () => get(platform.of('ak').listRoles({ params: { sub: reader } }))

function sign(
  type: string,
  object: object,
  timestamp = Math.floor(clock.getTime() / 1000),
): { payload: string; signature: string } {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp })
  return { payload, signature }
}
const send = (event: { payload: string; signature: string }) =>
  orders().receivePaymentEvent({ params: { provider: 'stripe' }, body: event })
const toIntent = (chargeId: string, change: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount_received: 9900,
  currency: 'eur',
  customer: 'cus_1',
  payment_method: 'pm_1',
  metadata: { charge: chargeId, mandator: 'ak' },
  ...change,
})

describe('cards at Stripe', () => {
  it('sends the reader to the provider’s page, and the contract begins when the provider reports the payment', async () => {
    const order = await get(place())
    expect(order).toMatchObject({
      state: 'pending',
      redirectUrl: 'https://pay.example/cs_test_0',
      payment: { provider: 'stripe', label: 'Karte' },
    })
    const [charge] = await chargesOf()
    const { form, key } = double.asked[0]!
    expect([key, form.get('line_items[0][price_data][unit_amount]'), form.get('success_url')]).toEqual([
      `${charge!.id}-0`,
      '9900',
      `http://ak.example/order/checkout?order=${order.number}&token=${order.token}`,
    ])
    expect([...form.keys()].some((name) => /number|cvc/.test(name))).toBe(false)
    expect(await rolesOf()).toEqual([])
    const paid = sign('payment_intent.succeeded', toIntent(charge!.id))
    expect([await get(send(paid)), await get(send(paid))]).toEqual([{ outcome: 'acted' }, { outcome: 'known' }])
    expect([await rolesOf(), platform.mails.length, (await chargesOf())[0]!.state]).toEqual([['PLUS_USER'], 1, 'paid'])
    // The card is saved for renewals.
    const { rows } = await sql<{
      provider_reference: string
    }>`select provider_reference from subscription.payment_methods`.execute(opened.database.db)
    expect(rows).toEqual([{ provider_reference: 'cus_1 pm_1' }])
  })

  it.each<[string, (chargeId: string) => { payload: string; signature: string }, string]>([
    [
      'signed with another secret',
      (id) => ({
        ...sign('payment_intent.succeeded', toIntent(id)),
        signature: Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_other' }),
      }),
      '400 BAD_SIGNATURE',
    ],
    [
      'changed on its way',
      (id) => ({
        ...sign('payment_intent.succeeded', toIntent(id)),
        payload: sign('payment_intent.succeeded', toIntent(id, { amount_received: 9901 })).payload,
      }),
      '400 BAD_SIGNATURE',
    ],
    [
      'of yesterday',
      (id) => sign('payment_intent.succeeded', toIntent(id), NOW.getTime() / 1000 - 86_400),
      '400 BAD_SIGNATURE',
    ],
    ['of another amount', (id) => sign('payment_intent.succeeded', toIntent(id, { amount_received: 1 })), 'ok'],
    ['of another currency', (id) => sign('payment_intent.succeeded', toIntent(id, { currency: 'huf' })), 'ok'],
    [
      'of another publication',
      (id) => sign('payment_intent.succeeded', toIntent(id, { metadata: { charge: id, mandator: 'fb' } })),
      'ok',
    ],
    [
      'of a charge that is not ours',
      (_id) => sign('payment_intent.succeeded', toIntent('Z-000000000000000000000000')),
      'ok',
    ],
    ['about something else', (id) => sign('customer.created', toIntent(id)), 'ok'],
  ])('gives no access for a message %s', async (_name, toEvent, expected) => {
    await get(place())
    const [charge] = await chargesOf()
    expect(await outcomeOf(send(toEvent(charge!.id)))).toBe(expected)
    expect([await rolesOf(), (await chargesOf())[0]!.state, platform.mails]).toEqual([[], 'submitted', []])
  })

  it('repeats a request with the same key after a lost answer, so that no reader pays twice', async () => {
    double.next = 'lost'
    const body = toOrder()
    expect(await get(place(body))).toMatchObject({ redirectUrl: 'https://pay.example/cs_test_0' })
    expect(new Set(double.asked.map(({ key }) => key)).size).toBe(1)
    expect((await get(place(body))).redirectUrl).toBe('https://pay.example/cs_test_0')
  })

  it('asks Stripe for the payment if its message was lost, and compares the amount', async () => {
    const order = await get(place())
    const [charge] = await chargesOf()
    const id = new URL(order.redirectUrl!).pathname.slice(1)
    const read = async () => {
      clock = new Date(clock.getTime() + 5000)
      return get(orders().getOrder({ params: { number: order.number }, query: { sub: reader } }))
    }
    const paidSession = (total: number) => ({
      ...double.sessions.get(id)!,
      status: 'complete',
      payment_status: 'paid',
      amount_total: total,
      payment_intent: toIntent(charge!.id),
    })
    double.sessions.set(id, paidSession(1))
    expect([(await read()).state, troubles]).toEqual(['pending', ['AMOUNT_DIFFERS']])
    double.sessions.set(id, paidSession(9900))
    expect((await read()).state).toBe('completed')
    expect(platform.mails).toHaveLength(1)
  })

  it('cancels an order whose page the reader left, and refunds a late payment', async () => {
    const order = await get(place())
    const [charge] = await chargesOf()
    await get(
      send(
        sign('checkout.session.expired', {
          id: 'cs_test_0',
          object: 'checkout.session',
          metadata: { charge: charge!.id, mandator: 'ak' },
        }),
      ),
    )
    expect(await get(orders().getOrder({ params: { number: order.number }, query: { sub: reader } }))).toMatchObject({
      state: 'failed',
      failure: 'PAYMENT_EXPIRED',
      redirectUrl: null,
    })
    await get(send(sign('payment_intent.succeeded', toIntent(charge!.id))))
    expect([(await chargesOf())[0]!.state, await rolesOf()]).toEqual(['refunded', []])
    const asked = double.asked.findLast(({ path, method }) => path === '/v1/refunds' && method === 'POST')!
    expect([asked.key, double.refunds]).toEqual([
      asked.form.get('metadata[refund]'),
      [expect.objectContaining({ payment_intent: 'pi_1', amount: 9900 })],
    ])
  })

  describe('gives back', () => {
    const read = async (key: string) =>
      (
        await sql<{
          refund_id: string
          state: string
          failure: string | null
        }>`select refund_id, state, failure from subscription.refunds where idempotency_key = ${key}`.execute(
          opened.database.db,
        )
      ).rows[0]!
    const open = (chargeId: string, cents: number | null, key: string) =>
      opened.database.db
        .transaction()
        .execute((within) =>
          openRefund(
            platform.service.context,
            { publication: 'ak', chargeId },
            { cents, reason: 'goodwill', key },
            within as never,
          ),
        ) as Promise<{ publication: 'ak'; refundId: string }>
    async function buy(): Promise<string> {
      await get(place())
      const [charge] = await chargesOf()
      await get(send(sign('payment_intent.succeeded', toIntent(charge!.id))))
      return charge!.id
    }

    it('parts of a payment, each once, with the refund’s own id as its key', async () => {
      const chargeId = await buy()
      for (const [cents, key] of [
        [400, 'one'],
        [500, 'two'],
      ] as const)
        await payRefund(platform.service.context, await open(chargeId, cents, key))
      const made = await read('one')
      expect(made).toMatchObject({ state: 'done' })
      expect(double.refunds).toMatchObject([
        { payment_intent: 'pi_1', amount: 400, metadata: { refund: made.refund_id, mandator: 'ak' } },
        { amount: 500 },
      ])
      expect(double.asked.find(({ path, method }) => path === '/v1/refunds' && method === 'POST')!.key).toBe(
        made.refund_id,
      )
      expect((await chargesOf())[0]).toMatchObject({ state: 'paid', amountCents: 9900 })
      await payRefund(platform.service.context, await open(chargeId, null, 'rest'))
      expect([double.refunds.map(({ amount }) => amount), (await chargesOf())[0]!.state]).toEqual([
        [400, 500, 9000],
        'refunded',
      ])
    })

    it('once when the answer was lost, even after Stripe has forgotten the key', async () => {
      const refund = await open(await buy(), 400, 'one')
      // The first request lists the existing refunds; the answer to the second one is lost.
      double.refundStatus = 'pending'
      double.refunds.push({
        id: 're_before',
        payment_intent: 'pi_1',
        amount: 400,
        currency: 'eur',
        status: 'pending',
        metadata: { refund: refund.refundId, mandator: 'ak' },
      })
      await payRefund(platform.service.context, refund)
      expect([double.refunds.length, (await read('one')).state]).toEqual([1, 'done'])
    })

    it('later when Stripe did not answer, and by hand when Stripe refuses or returns the refund', async () => {
      const chargeId = await buy()
      const refund = await open(chargeId, 400, 'one')
      double.isDown = true
      await payRefund(platform.service.context, refund)
      expect(await read('one')).toMatchObject({ state: 'due' })
      double.isDown = false
      expect(await platform.service.orders.resume()).toMatchObject({ refunded: 0 })
      clock = new Date(clock.getTime() + 60_000)
      expect(await platform.service.orders.resume()).toMatchObject({ refunded: 1 })
      const failed = sign('refund.failed', {
        id: 're_0',
        object: 'refund',
        failure_reason: 'expired_or_canceled_card',
        metadata: { refund: refund.refundId, mandator: 'ak' },
      })
      expect([await get(send(failed)), await get(send(failed))]).toEqual([{ outcome: 'acted' }, { outcome: 'known' }])
      expect(await read('one')).toMatchObject({ state: 'by-hand', failure: 'expired_or_canceled_card' })
      double.refundStatus = 'failed'
      await payRefund(platform.service.context, await open(chargeId, 100, 'two'))
      expect(await read('two')).toMatchObject({ state: 'by-hand' })
      expect(troubles.filter((code) => code === 'TRANSFER_BY_HAND')).toHaveLength(2)
    })
  })

  it('charges the saved card for a renewal without the reader, and records a refusal', async () => {
    await get(place())
    const [first] = await chargesOf()
    await get(send(sign('payment_intent.succeeded', toIntent(first!.id))))
    const { rows } = await sql<{
      customer_id: string
      subscription_id: string
      payment_method_id: string
    }>`select customer_id, subscription_id, payment_method_id from subscription.charges`.execute(opened.database.db)
    const { customer_id: customerId, subscription_id: subscriptionId, payment_method_id: paymentMethodId } = rows[0]!
    const { context } = platform.service
    const open = (periodFrom: string) =>
      opened.database.db.transaction().execute((within) =>
        openCharge(
          context,
          {
            publication: 'ak',
            customerId,
            subscriptionId,
            orderNumber: null,
            paymentMethodId,
            kind: 'renewal',
            periodFrom,
            periodTo: null,
            amountCents: 9900,
            vatPercent: 7,
            description: 'Plus Jahr',
            dueOn: periodFrom,
          },
          within as never,
        ),
      )
    expect(await collectCharge(context, await open('2027-11-21'))).toMatchObject({ state: 'paid' })
    expect(double.asked.at(-1)).toMatchObject({ path: '/v1/payment_intents' })
    expect(Object.fromEntries(double.asked.at(-1)!.form)).toMatchObject({
      customer: 'cus_1',
      payment_method: 'pm_1',
      off_session: 'true',
      amount: '9900',
    })
    double.next = 'declined'
    const refused = await open('2028-11-21')
    expect(await collectCharge(context, refused)).toMatchObject({
      state: 'failed',
      failure: 'INSUFFICIENT_FUNDS',
      attempts: 1,
    })
    expect(await collectCharge(context, refused)).toMatchObject({ state: 'paid' })
    expect(double.asked.at(-1)!.key).toBe(`${refused.chargeId}-1`)
    expect(platform.errors).toEqual([])
  })

  it('“pay now” opens the bank’s page when a renewal needs 3-D Secure, and the payment restores access', async () => {
    await get(place())
    const [first] = await chargesOf()
    await get(send(sign('payment_intent.succeeded', toIntent(first!.id))))
    const billing = platform.billingOf('ak')
    const { id } = (await get(billing.listContracts({ params: { sub: reader } })))[0]!
    const before = clock
    clock = new Date('2027-11-21T12:00:00Z')
    double.next = 'wants-reader'
    await platform.service.billing.run(['ak'])
    const renewal = async () => (await chargesOf()).find(({ kind }) => kind === 'renewal')!
    expect(await renewal()).toMatchObject({ state: 'failed', failure: 'AUTHENTICATION_REQUIRED' })
    expect(await rolesOf()).toEqual([])
    double.asked = []
    const pay = () => get(billing.payOpen({ params: { sub: reader, id } }))
    const asked = await pay()
    expect(asked).toMatchObject({ outcome: 'leave', contract: { state: 'payment_failed', open: { cents: 9900 } } })
    // The card was not charged again without the reader.
    expect(double.asked.map(({ path }) => path)).toEqual(['/v1/checkout/sessions'])
    const { form } = double.asked[0]!
    expect([form.get('mode'), form.get('customer'), form.get('success_url')]).toEqual([
      'payment',
      'cus_1',
      'http://ak.example/account/abo',
    ])
    expect((await pay()).redirectUrl).toBe(asked.redirectUrl)
    const page = new URL(asked.redirectUrl!).pathname.slice(1)
    double.pay(page)
    clock = new Date(clock.getTime() + 5000)
    // The returning reader finds it paid, also before the message arrives.
    expect((await get(billing.listContracts({ params: { sub: reader } })))[0]).toMatchObject({
      state: 'active',
      open: null,
    })
    expect(await rolesOf()).toEqual(['PLUS_USER'])
    expect(await renewal()).toMatchObject({ state: 'paid' })
    expect(platform.errors).toEqual([])
    clock = before
  })

  it('charges the card again after its page has expired', async () => {
    await get(place())
    const [first] = await chargesOf()
    await get(send(sign('payment_intent.succeeded', toIntent(first!.id))))
    const billing = platform.billingOf('ak')
    const { id } = (await get(billing.listContracts({ params: { sub: reader } })))[0]!
    const before = clock
    clock = new Date('2027-11-21T12:00:00Z')
    double.next = 'wants-reader'
    await platform.service.billing.run(['ak'])
    const pay = () => get(billing.payOpen({ params: { sub: reader, id } }))
    const { redirectUrl } = await pay()
    const page = new URL(redirectUrl!).pathname.slice(1)
    double.sessions.set(page, { ...double.sessions.get(page), status: 'expired' })
    clock = new Date(clock.getTime() + 5000)
    expect((await get(billing.listContracts({ params: { sub: reader } })))[0]).toMatchObject({
      state: 'payment_failed',
      open: { since: '2027-11-21' },
    })
    expect(await pay()).toMatchObject({ outcome: 'paid', contract: { state: 'active' } })
    clock = before
  })

  describe('another card', () => {
    const billing = () => platform.billingOf('ak')
    const contractOf = async () => (await get(billing().listContracts({ params: { sub: reader } })))[0]!
    const VISA = { id: 'pm_2', brand: 'visa', last4: '4242' }
    async function begin(): Promise<{ id: string }> {
      await get(place())
      const [charge] = await chargesOf()
      await get(send(sign('payment_intent.succeeded', toIntent(charge!.id))))
      return contractOf()
    }
    const ask = async (id: string) =>
      get(billing().changePayment({ params: { sub: reader, id }, body: { payment: { kind: 'card' } } }))
    const methodOf = (session: string) =>
      (double.sessions.get(session) as { metadata: { method: string } }).metadata.method
    const kept = (session: string, more: object = {}) =>
      sign('setup_intent.succeeded', {
        id: 'seti_1',
        object: 'setup_intent',
        metadata: { method: methodOf(session), mandator: 'ak', ...more },
      })
    const label = async () => (await contractOf()).payment?.label

    it('is typed on Stripe’s page, saved when Stripe confirms it, and charged for the next period', async () => {
      const { id } = await begin()
      expect((await contractOf()).payments).toMatchObject([{ kind: 'card', provider: 'stripe', leavesSite: true }])
      expect(await ask(id)).toMatchObject({
        outcome: 'leave',
        redirectUrl: 'https://pay.example/cs_test_1',
        contract: { payment: { label: 'Karte' } },
      })
      const { form, key } = double.asked.at(-1)!
      expect([
        key,
        form.get('mode'),
        form.get('customer'),
        form.get('success_url'),
        form.get('setup_intent_data[metadata][method]'),
      ]).toEqual([methodOf('cs_test_1'), 'setup', 'cus_1', 'http://ak.example/account/abo', methodOf('cs_test_1')])
      expect(await label()).toBe('Karte')
      double.typeCard('cs_test_1', VISA)
      const message = kept('cs_test_1')
      expect([await get(send(message)), await get(send(message))]).toEqual([{ outcome: 'acted' }, { outcome: 'known' }])
      expect(await label()).toBe('Visa •••• 4242')
      expect(
        (await get(orders().listPaymentMethods({ params: { sub: reader } })))
          .map((method) => `${method.label} ${method.isActive}`)
          .toSorted(),
      ).toEqual(['Karte false', 'Visa •••• 4242 true'])
      clock = new Date('2027-11-21T12:00:00Z')
      await platform.service.billing.run(['ak'])
      expect(
        Object.fromEntries(double.asked.findLast(({ path }) => path === '/v1/payment_intents')!.form),
      ).toMatchObject({ customer: 'cus_1', payment_method: 'pm_2', amount: '9900' })
    })

    it('that was not finished before a new password is never saved', async () => {
      const { id } = await begin()
      await ask(id)
      await platform.service.personalData.dropOpened({
        publication: 'ak',
        sub: reader,
        email: 'eva@example.org',
        isShadow: false,
        isEmailVerified: true,
      })
      double.typeCard('cs_test_1', VISA)
      await get(send(kept('cs_test_1')))
      expect(await label()).toBe('Karte')
      clock = new Date('2027-11-21T12:00:00Z')
      await platform.service.billing.run(['ak'])
      expect(
        Object.fromEntries(double.asked.findLast(({ path }) => path === '/v1/payment_intents')!.form),
      ).toMatchObject({ payment_method: 'pm_1' })
    })

    it('pays the open amount at once, also when the message was lost', async () => {
      const { id } = await begin()
      clock = new Date('2027-11-21T12:00:00Z')
      double.next = 'declined'
      await platform.service.billing.run(['ak'])
      expect([(await contractOf()).state, await rolesOf()]).toEqual(['payment_failed', []])
      await ask(id)
      double.typeCard('cs_test_1', VISA)
      // The returning reader opens the account page, which asks Stripe.
      expect(await contractOf()).toMatchObject({ state: 'active', open: null, payment: { label: 'Visa •••• 4242' } })
      expect(await rolesOf()).toEqual(['PLUS_USER'])
    })

    it.each<[string, () => { payload: string; signature: string }, string]>([
      [
        'is signed with another secret',
        () => ({
          ...kept('cs_test_1'),
          signature: Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_other' }),
        }),
        '400 BAD_SIGNATURE',
      ],
      ['says so before Stripe does', () => kept('cs_test_1'), 'ok'],
      [
        'is of another publication',
        () => (double.typeCard('cs_test_1', VISA), kept('cs_test_1', { mandator: 'fb' })),
        'ok',
      ],
      [
        'is of a session of somebody else’s',
        () => (
          double.typeCard('cs_test_1', VISA),
          double.sessions.set('cs_test_1', {
            ...double.sessions.get('cs_test_1'),
            metadata: { method: 'P-other', mandator: 'ak' },
          }),
          sign('setup_intent.succeeded', { object: 'setup_intent', metadata: { method: first, mandator: 'ak' } })
        ),
        'ok',
      ],
    ])('nothing changes when the message %s', async (_name, toEvent, outcome) => {
      const { id } = await begin()
      await ask(id)
      first = methodOf('cs_test_1')
      expect(await outcomeOf(send(toEvent()))).toBe(outcome)
      const { rows } = await sql<{
        label: string
      }>`select m.label from subscription.subscriptions s join subscription.payment_methods m on m.id = s.payment_method_id`.execute(
        opened.database.db,
      )
      expect(rows).toEqual([{ label: 'Karte' }])
    })
    let first = ''

    it('counts only from the newest attempt; an abandoned, refused or too late one changes nothing', async () => {
      const { id } = await begin()
      await ask(id)
      await ask(id)
      double.typeCard('cs_test_1', VISA)
      expect(await label()).toBe('Karte')
      double.typeCard('cs_test_2', { id: 'pm_3', brand: 'mastercard', last4: '4444' })
      expect(await label()).toBe('Mastercard •••• 4444')
      await ask(id)
      double.sessions.set('cs_test_3', { ...double.sessions.get('cs_test_3'), status: 'expired' })
      expect(await label()).toBe('Mastercard •••• 4444')
      await ask(id)
      clock = new Date(clock.getTime() + 26 * 3_600_000)
      await platform.service.billing.run(['ak'])
      double.typeCard('cs_test_4', VISA)
      expect(await label()).toBe('Mastercard •••• 4444')
      double.isDown = true
      expect(
        await outcomeOf(billing().changePayment({ params: { sub: reader, id }, body: { payment: { kind: 'card' } } })),
      ).toBe('503 UNAVAILABLE')
      double.isDown = false
      expect(await label()).toBe('Mastercard •••• 4444')
      expect(platform.errors).toEqual([])
    })
  })
})

/** Ordering over HTTP: the buyer, the answers to guests, payments, and signed messages of providers (2.3, part D). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderView, Quote } from '@lokalteil/contracts/commerce/orders'
import type { AccountView } from '@lokalteil/contracts/portal'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { TEST_CARDS, TEST_IBANS } from '@lokalteil/services/commerce/payments/payment-providers'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'
import { outcomeOf, TestReader } from '../../reader.testing.ts'
import { expectSteps } from '../../steps.testing.ts'

let portal: TestPortal
let free: TestReader

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
  free = await login('free')
}, 240_000)
afterAll(() => portal.close())

async function login(name: string): Promise<TestReader> {
  const reader = new TestReader(portal)
  const { status } = await reader.login(toDemoEmail(name))
  if (status !== 200) throw new Error(`${name} cannot log in: ${status}`)
  return reader
}
async function json<T = Record<string, unknown>>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}
let keys = 0
const SEPA = { kind: 'sepa', iban: TEST_IBANS.paid, holder: 'Eva Sommer', mandate: true }
const toOrder = (change: object = {}) => ({
  offerId: 'plus-jahr',
  confirmedCents: 9900,
  idempotencyKey: `order-of-the-test-${++keys}`,
  buyer: {
    salutation: '',
    firstName: 'Eva',
    lastName: 'Sommer',
    street: 'Am Fluss 3',
    postcode: '00412',
    city: 'Auenburg',
  },
  payment: SEPA,
  consents: { terms: true },
  ...change,
})
const order = (reader: TestReader, change: object = {}) => reader.post('/api/order', toOrder(change))
const rolesOf = (reader: TestReader) => reader.claims().subscriptionRoles
type Mail = { to: string; subject: string; text: string; template: string }
const mailsTo = async (address: string) =>
  (await json<Mail[]>(portal.get('/__services/mail/mails.json?limit=200'))).filter(({ to }) => to === address)
const toSeen = ({ number: _number, token: _token, placedAt: _at, ...seen }: OrderView) => seen

describe('a reader who is logged in', () => {
  it('S2.3-05 sees the price and the payment methods', async () => {
    const quote = await json<Quote>(free.post('/api/order/quote', { offerId: 'plus-jahr' }))
    expect(quote).toMatchObject({
      dueCents: 9900,
      vatCents: 648,
      regular: { cents: 9900, months: 12 },
      payments: [{ kind: 'sepa', provider: 'test-bank', isTest: true }, { kind: 'card' }, { kind: 'invoice' }],
    })
    expect(
      (await json<Quote>(new TestReader(portal).post('/api/order/quote', { offerId: 'plus-jahr' }))).payments.map(
        ({ kind }) => kind,
      ),
    ).toEqual(['sepa', 'card'])
    expect(await outcomeOf(free.post('/api/order/quote', { offerId: 'gibt-es-nicht' }))).toBe('404 UNKNOWN_OFFER')
  })

  it('S2.3-05 orders only for the own account, and has the role with the next tokens', async () => {
    const answer = await order(free, { email: 'somebody@example.org' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const placed = await json<OrderView>(answer)
    expect(placed).toMatchObject({ state: 'completed', payment: { label: 'DE •••• 0001' } })
    expect(JSON.stringify(placed)).not.toContain('99999999')
    await free.ask('/api/validate?forceRefresh=true')
    expect(rolesOf(free)).toEqual(['PLUS_USER'])
    expect(await outcomeOf(order(free))).toBe('409 ALREADY_SUBSCRIBED')
    expect((await mailsTo('somebody@example.org')).length).toBe(0)
  })

  it('gets a confirmation with all facts that the law requires', async () => {
    await expect
      .poll(async () => (await mailsTo(toDemoEmail('free'))).some(({ template }) => template === 'order-confirmed'), {
        timeout: 5000,
      })
      .toBe(true)
    const { text } = (await mailsTo(toDemoEmail('free'))).find(({ template }) => template === 'order-confirmed')!
    for (const part of [
      'Plus Jahr',
      '99,00',
      '7 % Mehrwertsteuer',
      'Läuft zwölf Monate, danach auf unbestimmte Zeit.',
      'mit einer Frist von einem Monat kündbar',
      'Widerrufsbelehrung',
      '/kuendigen',
      '/widerrufen',
      '/agb',
      'Mandatsreferenz',
      'Am Fluss 3',
      'Färbertorplatz 4, 00412 Auenburg',
      'Muster-Widerrufsformular',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('im Impressum')
    expect(text).not.toContain('99999999')
  })

  it('D S7.5-01 cannot set the price or open other orders, and other sites are refused', async () => {
    expect(await json(order(free, { offerId: 'pur', confirmedCents: 1 }))).toMatchObject({
      status: 409,
      code: 'PRICE_CHANGED',
      dueCents: 490,
    })
    expect(
      await outcomeOf(
        free.post('/api/order', toOrder(), { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      ),
    ).toBe('403 FORBIDDEN')
    expect(
      await outcomeOf(
        free.ask('/api/order', {
          method: 'POST',
          body: JSON.stringify(toOrder()),
          headers: { 'content-type': 'text/plain', origin: free.origin },
        }),
      ),
    ).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    const placed = await json<OrderView>(
      order(free, { offerId: 'pur', confirmedCents: 490, payment: { kind: 'card', number: TEST_CARDS.declined } }),
    )
    expect(placed).toMatchObject({ state: 'failed', failure: 'CARD_DECLINED' })
    expect(await outcomeOf(free.ask(`/api/order/${placed.number}`))).toBe('200')
    expect(await outcomeOf((await login('plus')).ask(`/api/order/${placed.number}`))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(new TestReader(portal).ask(`/api/order/${placed.number}`))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(new TestReader(portal).ask(`/api/order/${placed.number}?token=${placed.token}`))).toBe('200')
  })

  it('cannot order before the address is confirmed', async () => {
    const reader = new TestReader(portal)
    await reader.post('/api/mein/oauth2/registration', {
      firstName: 'Neu',
      lastName: 'Hier',
      email: 'neu@example.org',
      password: 'Ein-langer-Satz-7',
      terms: true,
    })
    expect(await outcomeOf(order(reader))).toBe('403 EMAIL_NOT_VERIFIED')
  })
})

describe('a guest', () => {
  it('S2.3-05 gets an account and a link to it by mail, but no login', async () => {
    const guest = new TestReader(portal)
    const placed = await json<OrderView>(order(guest, { email: 'gast@example.org' }))
    expect([placed.state, guest.cookies.size]).toEqual(['completed', 0])
    await expect
      .poll(async () => (await mailsTo('gast@example.org')).map(({ template }) => template).toSorted(), {
        timeout: 5000,
      })
      .toEqual(['guest-account', 'order-confirmed'])
    const { text } = (await mailsTo('gast@example.org')).find(({ template }) => template === 'guest-account')!
    const code = /change-password\/([\w-]+)/.exec(text)![1]
    const loggedIn = await guest.post('/api/auth/reset-password', {
      code,
      password: 'Ein-langer-Satz-7',
      passwordConfirmation: 'Ein-langer-Satz-7',
    })
    expect(rolesOf(guest)).toEqual(['PLUS_USER'])
    // The login does not ask again for consents that were given with the order.
    expect(await json(loggedIn)).toMatchObject({ missingFields: [] })
    expect(await json(guest.ask('/api/mein/oauth2/registration/form/missing-fields'))).toEqual([])
    const { consents } = await json<AccountView>(guest.ask('/api/mein/account'))
    expect(Object.fromEntries(consents.map(({ name, isGiven }) => [name, isGiven]))).toEqual({
      terms: true,
      advertising: false,
    })
  })

  it('D gets the same answer whether the address has an account, the same subscription, or neither', async () => {
    const answers = await Promise.all(
      [toDemoEmail('pur'), 'gast@example.org', 'niemand@example.org'].map(async (email) => {
        const answer = await order(new TestReader(portal), {
          email,
          payment: { kind: 'card', number: TEST_CARDS.paid },
        })
        const placed = await json<OrderView>(answer)
        const again = await json<OrderView>(
          new TestReader(portal).ask(`/api/order/${placed.number}?token=${placed.token}`),
        )
        return [answer.status, toSeen(placed), toSeen(again)]
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await portal.runtime.commerce!.orders.resume()
  })

  it('gets no account without an address or with invalid fields', async () => {
    expect(await outcomeOf(order(new TestReader(portal)))).toBe('401 LOGIN_NEEDED')
    const refused = await json(
      order(new TestReader(portal), { email: 'keins', payment: { ...SEPA, iban: 'DE00' }, consents: { terms: false } }),
    )
    expect(refused).toMatchObject({
      status: 422,
      code: 'INVALID_FIELDS',
      fields: { email: 'INVALID_EMAIL', iban: 'INVALID_IBAN', terms: 'REQUIRED' },
    })
    await order(new TestReader(portal), { email: 'nie-bestellt@example.org', confirmedCents: 1 })
    expect(await mailsTo('nie-bestellt@example.org')).toEqual([])
  })

  it('pays on another page and comes back to a finished order', async () => {
    const guest = new TestReader(portal)
    const placed = await json<OrderView>(
      order(guest, { email: 'weg@example.org', payment: { kind: 'card', number: TEST_CARDS.step } }),
    )
    expect(placed).toMatchObject({
      state: 'pending',
      redirectUrl: expect.stringMatching(/^\/api\/payments\/test-bank\/step\?reference=/),
    })
    const page = await guest.ask(placed.redirectUrl!)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Zahlung freigeben')])
    const press = (headers: Record<string, string> = {}) =>
      guest.ask(placed.redirectUrl!, {
        method: 'POST',
        body: 'decision=yes',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: guest.origin, ...headers },
      })
    expect(await outcomeOf(press({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }))).toBe(
      '403 FORBIDDEN',
    )
    const back = await press()
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `/order/checkout?order=${placed.number}&token=${placed.token}`,
    ])
    expect(await json(guest.ask(`/api/order/${placed.number}?token=${placed.token}`))).toMatchObject({
      state: 'completed',
      redirectUrl: null,
    })
  })
})

describe('a client that guesses vouchers from many addresses', () => {
  const WRONG = 'AAAA-BBBB'
  const items = [{ sku: 'tasse:eine', quantity: 1 }]
  type Guess = [door: string, path: string, body: () => object]
  const OF_SHOP: Guess[] = [
    ['cart', '/api/shop/cart', () => ({ items, voucher: WRONG })],
    ['basket', '/api/shop/baskets', () => ({ items, voucher: WRONG, confirmedCents: 0 })],
  ]
  const guesses: Guess[] = [
    ['price', '/api/order/quote', () => ({ offerId: 'plus-jahr', voucherCode: WRONG })],
    ['order', '/api/order', () => toOrder({ email: 'raet@example.org', voucherCode: WRONG })],
    ...(hasRoom('shop') ? OF_SHOP : []),
  ]
  const guess = async ([, path, body]: Guess) => {
    const began = performance.now()
    await new TestReader(portal).post(path, body())
    return performance.now() - began
  }

  it('waits for the next answer at each door that takes one, and each door counts', async () => {
    // The brake lets sixty wrong codes pass, then adds 50 ms for each.
    for (const one of guesses) for (let count = 0; count < 72 / guesses.length; count++) await guess(one)
    for (const one of guesses) expect([one[0], (await guess(one)) > 300]).toEqual([one[0], true])
  }, 90_000)
})

describe('providers', () => {
  it('can send messages from any origin, but only with their signature', async () => {
    const send = (path: string, headers: Record<string, string> = {}) =>
      outcomeOf(
        portal.get(path, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', 'content-length': '2', ...headers },
        }),
      )
    expect(await send('/api/payments/test-bank/webhook')).toBe('400 BAD_SIGNATURE')
    expect(await send('/api/payments/test-bank/webhook', { 'x-test-bank-signature': 'falsch' })).toBe(
      '400 BAD_SIGNATURE',
    )
    expect(await send('/api/payments/stripe/webhook', { 'stripe-signature': 't=1,v1=00' })).toBe('404 NOT_FOUND')
    expect(await send('/api/payments/nobody/webhook')).toBe('404 NOT_FOUND')
  })

  it('leave no account number in the log', () => {
    expect(portal.logged().join('\n')).not.toContain('99999999')
  })
})

it('an accepted order is counted among the figures, a refused or declined one is not', async () => {
  const reader = new TestReader(portal, 'ht')
  expect((await reader.login(toDemoEmail('plus'))).status).toBe(200)
  const { dueCents } = await json<Quote>(reader.post('/api/order/quote', { offerId: 'pur' }))
  const place = async (change: object) =>
    outcomeOf(order(reader, { offerId: 'pur', confirmedCents: dueCents, ...change }))
  expect(await place({ confirmedCents: 1 })).toBe('409 PRICE_CHANGED')
  expect(await place({ payment: { kind: 'card', number: TEST_CARDS.declined } })).toBe('200')
  expect(await place({})).toBe('200')
  await expectSteps(portal, 'ht', { bought: 1 })
})

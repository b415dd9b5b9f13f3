/**
 * The shop through a whole portal: its pages, a cart without prices, a guest's purchase, tickets, the office,
 * separation of readers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import type { CartView, ShopOrder } from '../contract/shop.ts'
import { TEST_CARDS } from '@lokalteil/services/commerce/payments/payment-providers'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { withTouchedSignature } from '@lokalteil/services/platform/signed-text.testing'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'
import { outcomeOf, TestReader } from '@lokalteil/web/server/reader.testing'
import { expectSteps } from '@lokalteil/web/server/steps.testing'

const KEY = 'k'.repeat(40)
let portal: TestPortal
let free: TestReader
let keys = 0

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1', INGEST_KEY: KEY } })
  free = new TestReader(portal)
  await free.login(toDemoEmail('free'))
}, 240_000)
afterAll(() => portal.close())

const json = async <T>(answer: Response | Promise<Response>): Promise<T> => (await (await answer).json()) as T
const office = (path: string, method = 'GET', body?: object) =>
  portal.get(`/__services/shop/ak/internal/${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const toBuyer = () => ({
  salutation: '',
  firstName: 'Eva',
  lastName: 'Sommer',
  street: 'Am Fluss 3',
  postcode: '00412',
  city: 'Auenburg',
})
type Mail = { to: string; template: string; text: string }
/** The outbox sends a moment later. */
async function mailTo(address: string, template: string): Promise<string> {
  const find = async () =>
    (await json<Mail[]>(portal.get('/__services/mail/mails.json?limit=200'))).find(
      (mail) => mail.to === address && mail.template === template,
    )
  await expect.poll(find, { timeout: 30_000, interval: 200 }).toBeDefined()
  return (await find())!.text
}

async function buy(reader: TestReader, items: object[], change: object = {}): Promise<Response> {
  const cart = await json<CartView>(reader.post('/api/shop/cart', { items }))
  const { reference } = await json<{ reference: string }>(
    reader.post('/api/shop/baskets', { items, confirmedCents: cart.dueCents }),
  )
  return reader.post('/api/purchase', {
    seller: 'shop',
    reference,
    confirmedCents: cart.dueCents,
    idempotencyKey: `purchase-of-the-test-${++keys}`,
    buyer: toBuyer(),
    payment: { kind: 'card', number: TEST_CARDS.paid },
    consents: { terms: true },
    ...change,
  })
}

describe('the pages', () => {
  it.each<[string, RegExp]>([
    ['/shop', /Unsere Region: 50 Wege[\s\S]*zzgl\. Versand[\s\S]*href="\/gutscheine"/],
    ['/shop/artikel/tasse', /Hersteller[\s\S]*Auental Medien/],
    ['/shop/warenkorb', /Warenkorb/],
    ['/order/kauf?seller=shop&basket=aaaaaaaaaaaaaaaaaaaa', /Kasse/],
  ])('R1-84 %s is rendered by the server', async (path, text) => expect(await portal.html(path)).toMatch(text))

  it('exist in all four publications, and not for an unknown product', async () => {
    for (const publication of ['fb', 'ht', 'la'] as const)
      expect(await portal.html('/shop', { publication })).toContain('Beutel')
    expect((await portal.get('/shop/artikel/gibt-es-nicht')).status).toBe(404)
  })
})

describe('a purchase', () => {
  it('takes no price from a browser', async () => {
    const items = [{ sku: 'tasse:eine', quantity: 1 }]
    expect(await outcomeOf(free.post('/api/shop/baskets', { items, confirmedCents: 1 }))).toBe('409 CART_CHANGED')
    expect(await outcomeOf(buy(free, items, { confirmedCents: 1 }))).toBe('409 PRICE_CHANGED')
    expect(await outcomeOf(buy(free, items, { payment: { kind: 'card', number: '1' } }))).toBe('422 INVALID_FIELDS')
  })

  it('is visible only to its reader, is listed in the account, and is sent by the office', async () => {
    const bought = await json<PurchaseView>(buy(free, [{ sku: 'tasse:eine', quantity: 2 }]))
    expect(bought).toMatchObject({ state: 'completed', dueCents: 3470, payment: { state: 'paid' } })
    const listed = await json<PurchaseView[]>(free.ask('/api/mein/account/purchases'))
    expect(listed.map(({ number }) => number)).toEqual([bought.number])
    expect((await free.ask(`/api/mein/account/documents/${bought.invoice}/pdf`)).status).toBe(200)
    const stranger = new TestReader(portal)
    expect((await stranger.ask(`/api/purchase/${bought.number}`)).status).toBe(404)
    expect((await stranger.ask('/api/mein/account/purchases')).status).toBe(401)
    const [order] = await json<ShopOrder[]>(office('orders'))
    expect(order).toMatchObject({ number: bought.number, recipient: { street: 'Am Fluss 3' }, payment: 'paid' })
    expect((await portal.get('/__services/shop/ak/internal/orders')).status).toBe(401)
    await office(`orders/${bought.number}/sent`, 'PUT', { on: '2026-11-22', parcelUrl: 'https://parcel.example/1' })
    const confirmed = await mailTo(toDemoEmail('free'), 'purchase-confirmed')
    for (const part of ['Widerrufsbelehrung', 'Färbertorplatz 4, 00412 Auenburg', 'Muster-Widerrufsformular'])
      expect(confirmed).toContain(part)
    expect(confirmed).not.toContain('im Impressum')
    expect(await mailTo(toDemoEmail('free'), 'shop-sent')).toContain('https://parcel.example/1')
    expect((await json<PurchaseView>(free.ask(`/api/purchase/${bought.number}`))).sentOn).toBe('2026-11-22')
  })

  it('is counted among the figures once it is accepted', async () => {
    const reader = new TestReader(portal, 'fb')
    await reader.login(toDemoEmail('free'))
    const items = [{ sku: 'tasse:eine', quantity: 1 }]
    expect(await outcomeOf(buy(reader, items, { confirmedCents: 1 }))).toBe('409 PRICE_CHANGED')
    expect(await outcomeOf(buy(reader, items))).toBe('200')
    await expectSteps(portal, 'fb', { bought: 1 })
  })

  it('is sent to another address, or collected', async () => {
    const items = [{ sku: 'tasse:eine', quantity: 1 }]
    const recipient = { name: 'Otto Feld', street: 'Gasse 1', postcode: '00413', city: 'Tannau' }
    const sent = await json<PurchaseView>(buy(free, items, { recipient }))
    const orders = await json<ShopOrder[]>(office('orders'))
    expect(orders.find(({ number }) => number === sent.number)?.recipient).toMatchObject({ name: 'Otto Feld' })
    const fetched = await json<CartView>(free.post('/api/shop/cart', { items, delivery: 'abholung' }))
    expect(fetched.dueCents).toBe(1490)
  })

  it('of a guest sends tickets by mail, which open with the link only', async () => {
    const guest = new TestReader(portal)
    const email = 'gast-im-shop@example.org'
    const bought = await json<PurchaseView>(buy(guest, [{ sku: 'lesung:voll', quantity: 1 }], { email }))
    expect(bought.state).toBe('completed')
    expect((await json<PurchaseView>(guest.ask(`/api/purchase/${bought.number}?token=${bought.token}`))).number).toBe(
      bought.number,
    )
    const text = await mailTo(email, 'shop-papers')
    const path = /\/api\/shop\/papers\/\S+/.exec(text)![0]
    const papers = await portal.get(path)
    expect([papers.status, papers.headers.get('content-type'), papers.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('no-store'),
    ])
    expect((await portal.get(withTouchedSignature(path))).status).toBe(404)
    expect(await mailTo(email, 'purchase-confirmed')).toContain('Kein Widerrufsrecht für Lesung „50 Wege“')
  })
})

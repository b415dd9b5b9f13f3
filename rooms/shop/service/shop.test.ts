import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { runInTwoProcesses } from '@lokalteil/services/platform/two-processes.testing'
import { get, openTestShop, outcomeOf, toTestProduct, toTestShop } from './shop.testing.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const REQUESTER = 'requester-of-the-test'
const TICKET = toTestProduct({
  id: 'lesung',
  kind: 'ticket',
  name: 'Lesung im Museum',
  vatPercent: 7,
  event: { on: '2026-12-12', at: '19.30 Uhr', place: 'Museum Auenburg' },
  variants: [
    { id: 'voll', name: 'Normalpreis', cents: 1500, stock: 40 },
    { id: 'erm', name: 'Ermäßigt', cents: 1000, stock: 40 },
  ],
})
const VOUCHER = toTestProduct({
  id: 'gutschein',
  kind: 'voucher',
  name: 'Gutschein',
  vatPercent: 0,
  variants: [{ id: 'w20', name: '20 Euro', cents: 2000, stock: null }],
})

describe.each(ENGINES)('the shop on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let shop: Awaited<ReturnType<typeof openTestShop>>
  let url = ''
  let clock = NOW
  let count = 0
  const rows = async <T>(text: string) => (await sql.raw<T>(text).execute(opened.database.db)).rows
  const save = (...products: Parameters<typeof toTestShop>[0]) =>
    get(shop.office.saveCatalogue({ body: toTestShop(products) }))
  type Wanted = { items: { sku: string; quantity: number }[]; delivery?: string; voucher?: string }
  const toCart = ({ items, delivery, voucher }: Wanted) => ({
    items,
    delivery: delivery ?? null,
    voucher: voucher ?? null,
    requester: REQUESTER,
  })
  const price = (wanted: Wanted) => get(shop.office.priceCart({ body: toCart(wanted) }))
  const keep = async (wanted: Wanted) => {
    const { dueCents } = await price(wanted)
    return (await get(shop.office.createBasket({ body: { ...toCart(wanted), confirmedCents: dueCents } }))).reference
  }
  const toNumber = () => `A-2026-${String(++count).padStart(4, '0')}-AAAA`
  const reserve = (number: string, reference: string, of = shop) =>
    of.seller.reserveBasket({ params: { number }, body: { reference, sub: 'reader-1' } })
  const settle = (number: string, recipient: object | null = null) =>
    shop.seller.settlePurchase({
      params: { number },
      body: { payment: 'paid', sub: 'reader-1', email: 'eva@example.org', recipient: recipient as never },
    })
  const release = (number: string, lines: string[] | null = null) =>
    get(shop.seller.releasePurchase({ params: { number }, body: { reason: 'withdrawn', lines } }))
  const buy = async (wanted: Wanted, recipient: object | null = null) => {
    const number = toNumber()
    await get(reserve(number, await keep(wanted)))
    await get(settle(number, recipient))
    return number
  }
  const leftOf = async (sku: string) =>
    (await rows<{ left: number }>(`select given - taken as left from shop.stock where sku = '${sku}'`))[0]?.left

  beforeAll(async () => {
    opened = await openTestDatabase(engine, async () => {
      const made = await createTestDatabase()
      url = made.url
      return made
    })
    shop = await openTestShop(opened.database, () => clock)
  })
  beforeEach(async () => {
    clock = NOW
    shop.mails.length = 0
    shop.sent.length = 0
    for (const table of ['voucher_entries', 'vouchers', 'tickets', 'orders', 'baskets', 'stock', 'counters'])
      await rows(`delete from shop.${table}`)
  })
  afterAll(() => opened.drop())

  it('R1-84 sells ten of the last ten to a thousand who want them at once', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    const reference = await keep({ items: [{ sku: 'tasse:blau', quantity: 1 }] })
    const outcomes = await (engine === 'postgres'
      ? runInTwoProcesses(new URL('./order-many.testing.ts', import.meta.url), url, [
          reference,
          NOW.toISOString(),
          '500',
        ])
      : Promise.all(Array.from({ length: 1000 }, () => outcomeOf(reserve(toNumber(), reference)))))
    expect(outcomes).toHaveLength(1000)
    expect(new Set(outcomes)).toEqual(new Set(['ok', '409 NOT_AVAILABLE']))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10)
    expect(await leftOf('tasse:blau')).toBe(0)
    const reserved = await rows<{ number: string }>("select number from shop.orders where state = 'reserved'")
    expect([reserved.length, new Set(reserved.map(({ number }) => number)).size]).toEqual([10, 10])
    expect((await get(shop.shop.getShop({}))).products[0]!.variants[0]).toMatchObject({ mostQuantity: 0, left: 0 })
  }, 240_000)

  it('baskets and counters of before go with the next order', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    const order = () => keep({ items: [{ sku: 'tasse:blau', quantity: 1 }] })
    const old = await order()
    await rows("insert into shop.counters values ('old', '2026-11-01', 1)")
    clock = new Date(NOW.getTime() + 30 * 86_400_000)
    const fresh = await order()
    expect(await rows('select reference from shop.baskets')).toEqual([{ reference: fresh }])
    expect([fresh === old, await rows("select bucket from shop.counters where bucket = 'old'")]).toEqual([false, []])
  })

  it('an order is idempotent, and a released order is never sold again', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    const reference = await keep({ items: [{ sku: 'tasse:blau', quantity: 3 }] })
    const number = toNumber()
    await Promise.all([get(reserve(number, reference)), get(reserve(number, reference))])
    expect(await leftOf('tasse:blau')).toBe(7)
    await release(number)
    await release(number)
    expect(await leftOf('tasse:blau')).toBe(10)
    expect([await outcomeOf(reserve(number, reference)), await outcomeOf(settle(number))]).toEqual([
      '409 NOT_AVAILABLE',
      '409 NOT_POSSIBLE',
    ])
    const unknown = toNumber()
    await release(unknown)
    expect(await outcomeOf(reserve(unknown, reference))).toBe('409 NOT_AVAILABLE')
    expect(await leftOf('tasse:blau')).toBe(10)
  })

  it.each<[string, Wanted, object]>([
    ['one', { items: [{ sku: 'tasse:blau', quantity: 1 }] }, { dueCents: 1490 + 490, chosen: 'paket' }],
    ['free from a sum on', { items: [{ sku: 'tasse:blau', quantity: 4 }] }, { dueCents: 5960 }],
    [
      'collected',
      { items: [{ sku: 'tasse:blau', quantity: 1 }], delivery: 'abholung' },
      { dueCents: 1490, chosen: 'abholung' },
    ],
    [
      'more than there is',
      { items: [{ sku: 'tasse:blau', quantity: 20 }] },
      { lines: [{ state: 'reduced', quantity: 10, mostQuantity: 10 }], dueCents: 14900 },
    ],
    [
      'nothing that is sold',
      { items: [{ sku: 'teller:rot', quantity: 1 }] },
      { lines: [], dueCents: 0, deliveries: [] },
    ],
    [
      'a ticket, which is not sent',
      { items: [{ sku: 'lesung:voll', quantity: 2 }] },
      { dueCents: 3000, deliveries: [], chosen: null },
    ],
    [
      'a code that is none',
      { items: [{ sku: 'tasse:blau', quantity: 1 }], voucher: 'AAAA-BBBB-CCCC-DDDD' },
      { isVoucherRefused: true, dueCents: 1980 },
    ],
  ])('counts %s', async (_name, wanted, view) => {
    await save(toTestProduct({ id: 'tasse' }), TICKET)
    expect(await price(wanted)).toMatchObject(view)
  })

  it('stores no basket at a price other than the one shown, and sells at the current price', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    const body = toCart({ items: [{ sku: 'tasse:blau', quantity: 1 }] })
    expect(await outcomeOf(shop.office.createBasket({ body: { ...body, confirmedCents: 1 } }))).toBe('409 CART_CHANGED')
    const reference = await keep(body as never)
    await save(toTestProduct({ id: 'tasse', variants: [{ id: 'blau', name: 'Blau', cents: 1690, stock: 10 }] }))
    expect((await get(shop.seller.getBasket({ params: { reference }, query: {} }))).lines[0]!.unitCents).toBe(1690)
    clock = new Date(NOW.getTime() + 25 * 3_600_000)
    expect(await outcomeOf(shop.seller.getBasket({ params: { reference }, query: {} }))).toBe('404 UNKNOWN_BASKET')
  })

  it('subtracts the pieces already sold from a new stock', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    await buy({ items: [{ sku: 'tasse:blau', quantity: 4 }] })
    await save(toTestProduct({ id: 'tasse', variants: [{ id: 'blau', name: 'Blau', cents: 1490, stock: 25 }] }))
    expect(await leftOf('tasse:blau')).toBe(21)
  })

  it.each([
    ['a product twice', [toTestProduct({ id: 'a' }), toTestProduct({ id: 'a' })]],
    ['a voucher with tax', [{ ...VOUCHER, vatPercent: 19 }]],
    ['a ticket without a day', [{ ...TICKET, event: null }]],
    ['an unknown category', [toTestProduct({ id: 'a', category: 'nichts' })]],
  ])('refuses a catalogue with %s', async (_name, products) => {
    expect(await outcomeOf(shop.office.saveCatalogue({ body: toTestShop(products) }))).toBe('422 UNSOUND_CATALOGUE')
  })

  it('makes tickets after payment, each valid once, and none for a past day', async () => {
    await save(TICKET)
    const number = toNumber()
    await get(reserve(number, await keep({ items: [{ sku: 'lesung:voll', quantity: 2 }] })))
    expect(await rows('select 1 from shop.tickets')).toEqual([])
    await Promise.all([get(settle(number)), get(settle(number))])
    const [ticket, ...others] = await rows<{ code: string }>('select code from shop.tickets')
    expect(others).toHaveLength(1)
    expect(shop.mails.map(({ template }) => template)).toEqual(['shop-papers'])
    const { path } = shop.mails[0]!.data as { path: string }
    const [, , , , , token = ''] = path.split('/')
    const papers = await get(shop.office.getPapers({ params: { number, token } }))
    expect(Buffer.from(papers.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(await outcomeOf(shop.office.getPapers({ params: { number, token: 'x'.repeat(32) } }))).toBe('404 NOT_FOUND')
    const redeem = (code: string) => shop.office.redeemTicket({ params: { code } })
    const uses = await Promise.all([get(redeem(ticket!.code)), get(redeem(ticket!.code))])
    expect(uses.filter(({ isNew }) => isNew)).toHaveLength(1)
    await release(number)
    expect(await outcomeOf(redeem(others[0]!.code))).toBe('409 NOT_VALID')
    clock = new Date('2026-12-13T12:00:00Z')
    expect((await price({ items: [{ sku: 'lesung:voll', quantity: 1 }] })).lines[0]!.state).toBe('gone')
  })

  it('spends a value code in parts, never more than its balance, and gives it back with the order', async () => {
    await save(VOUCHER, toTestProduct({ id: 'tasse' }))
    await buy({ items: [{ sku: 'gutschein:w20', quantity: 1 }] })
    const [{ code }] = (await rows<{ code: string }>('select code from shop.vouchers')) as [{ code: string }]
    const balance = async () => (await rows<{ balance: number }>('select balance from shop.vouchers'))[0]!.balance
    const wanted = {
      items: [{ sku: 'tasse:blau', quantity: 1 }],
      delivery: 'abholung',
      voucher: code.toLowerCase().replaceAll('-', ' '),
    }
    expect(await price(wanted)).toMatchObject({ dueCents: 0, voucher: { cents: 1490, leftCents: 510 } })
    const references = [await keep(wanted), await keep(wanted)]
    const numbers = [toNumber(), toNumber()]
    const outcomes = await Promise.all(
      references.map((reference, index) => outcomeOf(reserve(numbers[index]!, reference))),
    )
    // The second order may find the code spent, so its price has changed.
    const first = numbers.find((_number, index) => outcomes[index] === 'ok')
    const taken = await rows<{ sum: number }>(
      "select coalesce(sum(cents), 0)::int as sum from shop.voucher_entries where kind = 'redeem'",
    )
    expect(await balance()).toBe(2000 + taken[0]!.sum)
    expect(await balance()).toBeGreaterThanOrEqual(0)
    await release(first!)
    await release(first!)
    for (const number of numbers) await release(number)
    expect(await balance()).toBe(2000)
    // A value code pays for goods, never for another value code.
    expect((await price({ items: [{ sku: 'gutschein:w20', quantity: 1 }], voucher: code })).dueCents).toBe(2000)
  })

  it('reports which parts of a purchase were used, and invalidates the rest before money goes back', async () => {
    await save(VOUCHER, toTestProduct({ id: 'tasse' }))
    const number = await buy({ items: [{ sku: 'gutschein:w20', quantity: 1 }] })
    const hold = () => get(shop.seller.holdPurchase({ params: { number }, body: { lines: ['gutschein:w20'] } }))
    const [{ code }] = (await rows<{ code: string }>('select code from shop.vouchers')) as [{ code: string }]
    await buy({ items: [{ sku: 'tasse:blau', quantity: 1 }], delivery: 'abholung', voucher: code })
    expect(await hold()).toEqual({ spent: ['gutschein:w20'] })
    const fresh = await buy({ items: [{ sku: 'gutschein:w20', quantity: 1 }] })
    expect(
      await get(shop.seller.holdPurchase({ params: { number: fresh }, body: { lines: ['gutschein:w20'] } })),
    ).toEqual({ spent: [] })
    const sums = await rows<{ balance: number; sum: number }>(
      'select v.balance, (select sum(cents)::int from shop.voucher_entries e where e.code = v.code) as sum from shop.vouchers v order by v.balance',
    )
    expect(sums.map(({ balance, sum }) => balance - sum)).toEqual([0, 0])
  })

  it('tells the office which orders to send, the reader that an order was sent, and the platform on which day', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    const recipient = {
      name: 'Eva Müller',
      company: '',
      street: 'Am Fluss 3',
      postcode: '00412',
      city: 'Auenburg',
      country: 'DE',
    }
    const number = await buy({ items: [{ sku: 'tasse:blau', quantity: 2 }] }, recipient)
    expect(await get(shop.office.listOrders({ query: {} }))).toMatchObject([
      { number, recipient, delivery: { isPickup: false } },
    ])
    const send = (on: string) =>
      get(shop.office.markSent({ params: { number }, body: { on, parcelUrl: 'https://parcel.example/1' } }))
    await send('2026-11-22')
    await send('2026-11-25')
    expect(shop.sent).toEqual([`${number} 2026-11-22 false`, `${number} 2026-11-22 false`])
    expect(shop.mails.map(({ template }) => template)).toEqual(['shop-sent'])
    expect(await get(shop.office.listOrders({ query: {} }))).toEqual([])
    await release(number)
    expect(await leftOf('tasse:blau')).toBe(8)
  })

  it('erases a reader, except for the address of an order still to be sent', async () => {
    await save(toTestProduct({ id: 'tasse' }))
    const recipient = {
      name: 'Eva Müller',
      company: '',
      street: 'Am Fluss 3',
      postcode: '00412',
      city: 'Auenburg',
      country: 'DE',
    }
    const number = await buy({ items: [{ sku: 'tasse:blau', quantity: 1 }] }, recipient)
    const reader = { publication: 'ak', sub: 'reader-1' } as const
    expect(JSON.stringify(await shop.service.personalData.read(reader))).toContain('Am Fluss 3')
    expect(await shop.service.personalData.listKept(reader)).toHaveLength(1)
    await shop.service.personalData.erase(reader)
    const [waiting] = await rows<{ email: unknown; recipient: unknown }>('select email, recipient from shop.orders')
    expect(waiting).toMatchObject({ email: null, recipient: { city: 'Auenburg' } })
    await get(shop.office.markSent({ params: { number }, body: { on: '2026-11-22' } }))
    expect((await rows<{ recipient: unknown }>('select recipient from shop.orders'))[0]!.recipient).toBeNull()
    expect(shop.mails).toEqual([])
  })
})

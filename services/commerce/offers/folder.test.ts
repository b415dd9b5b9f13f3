import { createTestDatabase } from '@lokalteil/tools/postgres'
import { type Catalogue, COMMERCE } from '@lokalteil/contracts/commerce'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { SELLER } from '../billing/billing.testing.ts'
import { get, openTestPlatform, outcomeOf } from '../coins/ledger.testing.ts'
import { TEST_CARDS } from '../payments/payment-providers.ts'
import { toTestOffers } from './offers.testing.ts'

const [MONTH, YEAR, , , PUR] = toTestOffers('ak')
const NOW = new Date('2026-11-21T12:00:00Z')

describe.each(ENGINES)('a folder of offers on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let platform: Awaited<ReturnType<typeof openTestPlatform>>
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    platform = await openTestPlatform(opened.database, () => NOW)
  })
  beforeEach(async () => {
    for (const table of ['folders', 'offers', 'catalogues', 'sellers'])
      await sql.raw(`delete from subscription.${table}`).execute(opened.database.db)
  })
  afterEach(() => {
    if (platform.errors.length > 0) throw new AggregateError(platform.errors.splice(0), 'The service reported bugs')
  })
  afterAll(() => opened.drop())

  const toCatalogue = (...offers: (typeof MONTH)[]): Catalogue => ({
    offers: offers.map((offer) => offer!),
    readerService: null,
  })
  const apply = (version: number, catalogue: Catalogue, seller: typeof SELLER | null = null) =>
    platform.service.applyFolder('ak', { version, catalogue, seller })
  const save = (catalogue: Catalogue) => get(platform.of('ak').saveCatalogue({ body: catalogue }))
  const listed = async () =>
    (await get(platform.of('ak').getSavedCatalogue({}))).offers.map(({ id, priceCents }) => `${id} ${priceCents}`)
  const dearer = { ...MONTH!, priceCents: 1090 }

  it('defines the offers: one that is removed from the folder is no longer sold', async () => {
    expect(await listed()).toEqual([])
    expect(await apply(1, toCatalogue(MONTH, YEAR))).toBe(true)
    expect(await listed()).toEqual(['plus-monat 990', 'plus-jahr 9900'])
    await apply(2, toCatalogue(PUR, dearer))
    expect(await listed()).toEqual(['pur 490', 'plus-monat 1090'])
    await apply(3, toCatalogue())
    expect(await listed()).toEqual([])
  })

  it('changes only offers that the office has not edited', async () => {
    await apply(1, toCatalogue(MONTH, YEAR))
    await save(toCatalogue(dearer, YEAR))
    await apply(2, toCatalogue({ ...MONTH!, name: 'Monat', priceCents: 890 }, { ...YEAR!, priceCents: 9500 }, PUR))
    expect(await listed()).toEqual(['plus-monat 1090', 'plus-jahr 9500', 'pur 490'])
    // The office saved the folder's value again: the folder may change it from now on.
    await save(toCatalogue({ ...MONTH!, name: 'Monat', priceCents: 890 }, { ...YEAR!, priceCents: 9500 }, PUR))
    await apply(3, toCatalogue(MONTH))
    expect(await listed()).toEqual(['plus-monat 990'])
  })

  it('does not restore offers that the office removed', async () => {
    await apply(1, toCatalogue(MONTH, YEAR))
    await save(toCatalogue(YEAR))
    await apply(2, toCatalogue(dearer, YEAR, PUR))
    expect(await listed()).toEqual(['plus-jahr 9900', 'pur 490'])
  })

  it('is applied once, and never an older one after a newer one, also by concurrent processes', async () => {
    const outcomes = await Promise.all([1, 2, 2, 2].map((version) => apply(version, toCatalogue(MONTH))))
    expect(outcomes.filter(Boolean).length).toBeLessThanOrEqual(2)
    await apply(3, toCatalogue(dearer))
    expect(await apply(2, toCatalogue(MONTH))).toBe(false)
    expect(await listed()).toEqual(['plus-monat 1090'])
  })

  it('changes no offer that was saved before folders existed', async () => {
    await save(toCatalogue(dearer))
    await apply(1, toCatalogue(MONTH, YEAR))
    expect(await listed()).toEqual(['plus-monat 1090'])
    await apply(2, toCatalogue(MONTH, YEAR, PUR))
    expect(await listed()).toEqual(['plus-monat 1090', 'pur 490'])
  })

  it('is refused as a whole if one offer is unlawful', async () => {
    await apply(1, toCatalogue(MONTH))
    await expect(apply(2, toCatalogue({ ...YEAR!, noticeMonths: 3 }), SELLER)).rejects.toThrow('NOTICE_TOO_LONG')
    expect(await listed()).toEqual(['plus-monat 990'])
    expect(await apply(2, toCatalogue(YEAR), SELLER)).toBe(true)
  })

  it('names the seller, until the office names another one', async () => {
    const sellerOf = () => get(platform.billingOf('ak').getSeller({}))
    await apply(1, toCatalogue(), SELLER)
    await apply(2, toCatalogue(), { ...SELLER, bic: 'NEUEDEX1XXX' })
    expect(await sellerOf()).toMatchObject({ bic: 'NEUEDEX1XXX' })
    await apply(3, toCatalogue(), null)
    expect(await sellerOf()).toMatchObject({ bic: 'NEUEDEX1XXX' })
    const own = { ...SELLER, bank: 'Andere Bank' }
    await get(platform.billingOf('ak').saveSeller({ body: own }))
    await apply(4, toCatalogue(), SELLER)
    expect(await sellerOf()).toEqual(own)
  })

  it('shows no offer and takes no order or change of plan while a fact about the seller is missing', async () => {
    let missing: string[] = []
    const asked: unknown[] = []
    const closing = await openTestPlatform(opened.database, () => NOW, {
      listObstacles: (publication, selling) => (asked.push([publication, selling]), missing),
    })
    const sub = 'reader-of-a-closed-shop'
    const order = (offerId: string, confirmedCents: number) =>
      closing.ordersOf('ak').placeOrder({
        params: { sub },
        body: {
          offerId,
          confirmedCents,
          idempotencyKey: `order-of-${offerId}-${engine}`,
          buyer: {
            salutation: '',
            firstName: 'Eva',
            lastName: 'Ost',
            company: '',
            vatId: '',
            street: 'Ring 3',
            postcode: '01234',
            city: 'Neustadt',
            country: 'DE',
          },
          payment: { kind: 'card', number: TEST_CARDS.paid },
          consents: { terms: true },
          email: 'eva@example.org',
          isGuest: false,
          requester: 'requester-of-the-test',
        },
      })
    const quote = () =>
      closing
        .ordersOf('ak')
        .quoteOrder({ body: { sub: null, offerId: 'plus-jahr', requester: 'requester-of-the-test' } })
    const catalogue = createTestClient(COMMERCE, {
      base: 'http://subscription.local/ak',
      fetch: (request) => closing.service.app.fetch(request),
    })
    await closing.service.applyFolder('ak', { version: 1, catalogue: toCatalogue(MONTH, YEAR), seller: SELLER })
    expect(await outcomeOf(order('plus-jahr', 9900))).toBe('ok')
    expect(asked.at(-1)).toEqual(['ak', { catalogue: toCatalogue(MONTH, YEAR), seller: SELLER }])
    const [contract] = await get(closing.billingOf('ak').listContracts({ params: { sub } }))
    expect(contract!.plans.length).toBeGreaterThan(0)

    missing = ['documents/agb.md is missing']
    expect([await outcomeOf(quote()), await outcomeOf(order('plus-monat', 100))]).toEqual([
      '409 NOT_SELLING',
      '409 NOT_SELLING',
    ])
    const change = { params: { sub, id: contract!.id }, body: { offerId: 'plus-monat', confirmedCents: 0 } }
    expect(await outcomeOf(closing.billingOf('ak').changePlan(change))).toBe('409 NOT_POSSIBLE')
    expect((await get(closing.billingOf('ak').listContracts({ params: { sub } })))[0]).toMatchObject({
      plans: [],
      state: 'active',
    })
    expect(await get(catalogue.listOffers({}))).toEqual({ offers: [], readerService: null, isClosed: true })
    expect(await outcomeOf(catalogue.getOffer({ params: { id: 'plus-jahr' } }))).toBe('404 NOT_FOUND')
    expect(await get(closing.of('ak').getSavedCatalogue({}))).toMatchObject({ obstacles: missing })
    // A repeated request after a lost answer: the order exists already.
    expect(await outcomeOf(order('plus-jahr', 9900))).toBe('ok')
    missing = []
    expect((await get(quote())).dueCents).toBe(9900)
  })
})

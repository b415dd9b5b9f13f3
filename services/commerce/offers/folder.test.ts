import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Catalogue } from '@lokalteil/contracts/commerce'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HANDLER_ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { SELLER } from '../billing/billing.testing.ts'
import { get, openTestPlatform } from '../coins/ledger.testing.ts'
import { toTestOffers } from './offers.testing.ts'

const [MONTH, YEAR, , , PUR] = toTestOffers('ak')
const NOW = new Date('2026-11-21T12:00:00Z')

describe.each(HANDLER_ENGINES)('a folder of offers on %s', (engine) => {
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
  afterEach(() => expect(platform.errors).toEqual([]))
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

  it('is what is sold; what it leaves out is not sold any more', async () => {
    expect(await listed()).toEqual([])
    expect(await apply(1, toCatalogue(MONTH, YEAR))).toBe(true)
    expect(await listed()).toEqual(['plus-monat 990', 'plus-jahr 9900'])
    await apply(2, toCatalogue(PUR, dearer))
    expect(await listed()).toEqual(['pur 490', 'plus-monat 1090'])
    await apply(3, toCatalogue())
    expect(await listed()).toEqual([])
  })

  it('leaves what an office saved as it was saved, and takes over the rest', async () => {
    await apply(1, toCatalogue(MONTH, YEAR))
    await save(toCatalogue(dearer, YEAR))
    await apply(2, toCatalogue({ ...MONTH!, name: 'Monat', priceCents: 890 }, { ...YEAR!, priceCents: 9500 }, PUR))
    expect(await listed()).toEqual(['plus-monat 1090', 'plus-jahr 9500', 'pur 490'])
    // Saved as the folder says: it is the folder's again.
    await save(toCatalogue({ ...MONTH!, name: 'Monat', priceCents: 890 }, { ...YEAR!, priceCents: 9500 }, PUR))
    await apply(3, toCatalogue(MONTH))
    expect(await listed()).toEqual(['plus-monat 990'])
  })

  it('does not bring back what an office took out', async () => {
    await apply(1, toCatalogue(MONTH, YEAR))
    await save(toCatalogue(YEAR))
    await apply(2, toCatalogue(dearer, YEAR, PUR))
    expect(await listed()).toEqual(['plus-jahr 9900', 'pur 490'])
  })

  it('is taken over once, and an older one never after a newer one, however many processes do so at once', async () => {
    const outcomes = await Promise.all([1, 2, 2, 2].map((version) => apply(version, toCatalogue(MONTH))))
    expect(outcomes.filter(Boolean).length).toBeLessThanOrEqual(2)
    await apply(3, toCatalogue(dearer))
    expect(await apply(2, toCatalogue(MONTH))).toBe(false)
    expect(await listed()).toEqual(['plus-monat 1090'])
  })

  it('changes nothing of what was saved before folders were known', async () => {
    await save(toCatalogue(dearer))
    await apply(1, toCatalogue(MONTH, YEAR))
    expect(await listed()).toEqual(['plus-monat 1090'])
    await apply(2, toCatalogue(MONTH, YEAR, PUR))
    expect(await listed()).toEqual(['plus-monat 1090', 'pur 490'])
  })

  it('changes nothing at all where an offer is unlawful', async () => {
    await apply(1, toCatalogue(MONTH))
    await expect(apply(2, toCatalogue({ ...YEAR!, noticeMonths: 3 }), SELLER)).rejects.toThrow('NOTICE_TOO_LONG')
    expect(await listed()).toEqual(['plus-monat 990'])
    expect(await apply(2, toCatalogue(YEAR), SELLER)).toBe(true)
  })

  it('says who writes invoices, until the office says otherwise', async () => {
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
})

/**
 * The contracts of the demo's readers: paid for their first period, usable for every action a contract allows, charged
 * once for each period.
 */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { createCommerceService } from '@lokalteil/services/commerce/app'
import { addMonths } from '@lokalteil/domain/commerce/subscriptions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { listDemoReaders } from '@lokalteil/services/accounts/demo-accounts'
import { TEST_IBANS } from '@lokalteil/services/commerce/payments/payment-providers'
import { DEMO_PRINT_NUMBERS, seedReaders, toDemoContracts, toDemoAddress } from './readers.ts'
import { applyDemoOffers, demoOffersOf } from '../demo.testing.ts'
import { seedCodes } from './reader-codes.ts'
import {
  atNoon,
  openBillingPlatform,
  toOrder,
  type BillingPlatform,
} from '@lokalteil/services/commerce/billing/billing.testing'
import { get, KEY } from '@lokalteil/services/commerce/coins/ledger.testing'

const TODAY = '2026-11-21'
const NOW = new Date('2026-11-21T22:30:00Z')
const READERS = listDemoReaders()
const subOf = (name: string) => READERS.find((reader) => reader.publication === 'ak' && reader.name === name)!.sub

describe.each(ENGINES)('readers of the demo on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const clock = { now: atNoon(TODAY) }
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openBillingPlatform(opened.database, clock, ['test-bank', 'invoice'])
    await applyDemoOffers(test.service)
    await seedReaders(test.service, READERS, demoOffersOf, clock.now)
    await seedCodes(test.service)
  })
  afterAll(() => opened.drop())

  const ak = () => test.of('ak')
  const contractsOf = (name: string) => get(ak().listContracts({ params: { sub: subOf(name) } }))
  const chargesOf = async (name: string) =>
    (await get(ak().listCharges({ params: { sub: subOf(name) } })))
      .map(({ kind, state, amountCents, periodFrom }) => `${kind} ${periodFrom} ${amountCents} ${state}`)
      .toSorted()

  it.each<[string, Partial<ContractView>, string[]]>([
    [
      'plus',
      {
        name: 'Plus Monat',
        earliestEnd: '2026-12-20',
        pauseFrom: '2026-12-21',
        payment: { kind: 'card', label: 'Testkarte •••• 0012' },
      },
      ['plus-jahr', 'plus-pur', 'pur later'],
    ],
    [
      'pur',
      {
        name: 'Pur',
        earliestEnd: '2026-12-20',
        pauseFrom: '2026-12-21',
        payment: { kind: 'sepa', label: 'DE •••• 0001' },
      },
      ['plus-monat', 'plus-jahr', 'plus-pur'],
    ],
    [
      'pur-plus',
      { name: 'Plus + Pur', earliestEnd: '2026-12-20', pauseFrom: '2026-12-21' },
      ['plus-monat later', 'plus-jahr', 'pur later'],
    ],
    [
      'epaper',
      { name: 'E-Paper Bestandsabo', earliestEnd: '2026-12-20', pauseFrom: '2026-12-21' },
      ['plus-monat later', 'plus-jahr', 'plus-pur later', 'pur later'],
    ],
    // Bound for a year: a shorter plan and a pause come after it.
    [
      'plus-wallet',
      { name: 'Plus Jahr', earliestEnd: '2027-11-20', pauseFrom: '2027-11-21' },
      ['plus-monat later', 'plus-pur later', 'pur later'],
    ],
    [
      'tagsub',
      { name: 'Themen-Abo Hochwasserschutz', earliestEnd: '2026-12-20', pauseFrom: '2026-12-21' },
      ['plus-monat', 'plus-jahr', 'plus-pur', 'pur'],
    ],
  ])('S2.2-10 %s has the actions that the contract’s terms allow', async (name, expected, plans) => {
    const [contract] = await contractsOf(name)
    expect(contract).toMatchObject({
      state: 'active',
      isBilled: true,
      startsOn: TODAY,
      open: null,
      change: null,
      ...expected,
    })
    expect(contract!.plans.map(({ offerId, kind }) => (kind === 'later' ? `${offerId} later` : offerId))).toEqual(plans)
    expect(contract!.payments.map(({ kind }) => kind)).toEqual(['sepa', 'card', 'invoice'])
  })

  it('S2.2-10 each of them has an order and an invoice that opens', async () => {
    for (const { publication, name, sub } of READERS.filter(
      (reader) => !['free', 'unverified'].includes(reader.name),
    )) {
      const papers = await get(test.of(publication).listDocuments({ params: { sub } }))
      expect([name, papers.map(({ kind }) => kind).toSorted()]).toEqual([
        name,
        name === 'plus-wallet' ? ['invoice', 'invoice', 'order', 'order'] : ['invoice', 'order'],
      ])
      if (publication !== 'ak') continue
      for (const { number, formats } of papers) {
        const { base64 } = await get(ak().getDocument({ params: { sub, number, format: formats[0]! } }))
        const file = Buffer.from(base64, 'base64').toString('latin1')
        expect(file.slice(0, 5)).toBe(formats[0] === 'pdf' ? '%PDF-' : 'Beste')
      }
    }
  })

  it('leaves the same rows in every table as an order of today paid at the test bank', async () => {
    const [sub, reader] = [
      'orders-by-hand',
      READERS.find(({ publication, name }) => publication === 'ak' && name === 'pur')!,
    ]
    const { firstName, lastName, salutation, email } = reader
    await get(
      ak().placeOrder({
        params: { sub },
        body: {
          ...toOrder(
            'pur',
            490,
            { kind: 'sepa', iban: TEST_IBANS.paid, holder: `${firstName} ${lastName}`, mandate: true },
            { firstName, lastName, salutation, ...toDemoAddress('ak') },
          ),
          email,
        },
      }),
    )
    test.mails.length = 0
    const tables = ['subscriptions', 'orders', 'charges', 'payment_methods', 'invoices']
    const read = async (owner: string) => {
      const { customerId } = await get(ak().openCustomer({ params: { sub: owner } }))
      const found = await Promise.all(
        tables.map((table) =>
          opened.database.db
            .selectFrom(`subscription.${table}` as never)
            .selectAll()
            .where('customer_id' as never, '=', customerId as never)
            .execute(),
        ),
      )
      // Numbers, keys and ciphertexts differ.
      return JSON.stringify(found)
        .replaceAll(customerId, 'C')
        .replace(/\b(?:[SPZ]-[0-9a-f]{24}|A-2026-\w{4}-\w{4}|AK-(?:2026-\d{6}|M-\w{12}))(?:-0)?\b/g, 'N')
        .replace(/"(idempotency_key|digest|sealed_account)":"[^"]+"/g, '"$1":""')
    }
    expect(JSON.parse(await read(reader.sub))).toEqual(JSON.parse(await read(sub)))
  })

  it('a second start and a billing run right after it change nothing and send no mail', async () => {
    const read = async () =>
      JSON.stringify(
        await Promise.all(
          READERS.map(async ({ publication, sub }) => [
            await get(test.of(publication).listContracts({ params: { sub } })),
            await get(test.of(publication).listCharges({ params: { sub } })),
            await get(test.of(publication).listDocuments({ params: { sub } })),
          ]),
        ),
      )
    const before = await read()
    await seedReaders(test.service, READERS, demoOffersOf, clock.now)
    expect(await test.service.billing.run()).toEqual({
      opened: 0,
      collected: 0,
      failed: 0,
      reminded: 0,
      ended: 0,
      settled: 0,
      invoiced: 0,
      troubles: 0,
    })
    expect(await test.service.orders.resume()).toEqual({ collected: 0, refunded: 0, looked: 0 })
    expect([await read(), test.mails, test.errors]).toEqual([before, [], []])
    expect(await chargesOf('plus')).toEqual(['first 2026-11-21 990 paid'])
  })

  it('a month later each period is charged once, and two months later once more', async () => {
    for (const [months, count] of [
      [1, 1],
      [2, 2],
    ] as const) {
      clock.now = atNoon(addMonths(TODAY, months))
      await test.service.billing.run()
      await test.service.billing.run()
      expect((await chargesOf('plus')).length).toBe(1 + count)
    }
    expect(await chargesOf('plus')).toEqual([
      'first 2026-11-21 990 paid',
      'renewal 2026-12-21 990 paid',
      'renewal 2027-01-21 990 paid',
    ])
    expect(await chargesOf('pur')).toEqual([
      'first 2026-11-21 490 paid',
      'renewal 2026-12-21 490 paid',
      'renewal 2027-01-21 490 paid',
    ])
    expect(await chargesOf('plus-wallet')).toEqual(['first 2026-11-21 395 paid', 'first 2026-11-21 9900 paid'])
    expect(test.mails).toEqual([])
  })

  it('an erased reader comes back with contracts of another number', async () => {
    const { publication, sub, email } = READERS.find((reader) => reader.publication === 'fb' && reader.name === 'plus')!
    const before = await get(test.of('fb').listContracts({ params: { sub } }))
    await test.service.personalData.erase({ publication, sub, email, isShadow: false, isEmailVerified: true })
    await seedReaders(test.service, READERS, demoOffersOf, clock.now)
    const after = await get(test.of('fb').listContracts({ params: { sub } }))
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual([])
  })
})

it('without a test bank they have access, and no contract that could be charged', async () => {
  const opened = await openTestDatabase('embedded', createTestDatabase)
  const test = await openBillingPlatform(opened.database, { now: atNoon(TODAY) }, ['invoice'])
  await seedReaders(test.service, READERS, demoOffersOf, atNoon(TODAY))
  expect(await test.service.rolesOf('ak', subOf('pur-plus'))).toEqual(['PLUS_USER', 'PUR_USER'])
  expect((await get(test.of('ak').listContracts({ params: { sub: subOf('pur-plus') } })))[0]).toMatchObject({
    isBilled: false,
    payments: [],
  })
  await opened.drop()
})

it.each(ENGINES)('R6-01 on %s are filled once, with the roles of their personas', async (engine) => {
  const opened = await openTestDatabase(engine, createTestDatabase)
  const errors: unknown[] = []
  const service = await createCommerceService({
    database: opened.database,
    serviceKey: KEY,
    queueMail: async () => {},
    now: () => NOW,
    checkAnswers: true,
    onError: (error) => errors.push(error),
  })
  const clientOf = (publication: PublicationCode) =>
    createTestClient(COMMERCE_INTERNAL, {
      base: `http://subscription.local/${publication}`,
      headers: { authorization: `Bearer ${KEY}` },
      fetch: (request: Request) => service.app.fetch(request),
    })
  const readers = PUBLICATION_CODES.map((publication) => ({
    publication,
    name: 'plus',
    sub: `${publication}-plus`,
    email: 'plus@demo.example',
    salutation: 'Herr',
    firstName: 'Paul',
    lastName: 'Lindner',
  }))
  await seedReaders(service, readers, demoOffersOf, NOW)
  const before = await get(clientOf('fb').listSubscriptions({ params: { sub: 'fb-plus' } }))
  await seedReaders(service, readers, demoOffersOf, new Date(NOW.getTime() + 86_400_000 * 90))
  expect(await get(clientOf('fb').listSubscriptions({ params: { sub: 'fb-plus' } }))).toEqual(before)
  expect(before).toMatchObject([
    { productName: 'Plus Monat', state: 'active', priceCents: 890, startsOn: '2026-11-21', endsOn: null },
    { productName: 'E-Paper zur Probe', state: 'ended', startsOn: '2025-03-21', endsOn: '2025-04-21' },
  ])
  const ak = clientOf('ak')
  expect(await get(ak.listRoles({ params: { sub: 'ak-plus' } }))).toEqual(['PLUS_USER'])
  for (const customerNumber of DEMO_PRINT_NUMBERS) {
    const typed = { customerNumber, postcode: toDemoAddress('ak').postcode }
    const verified = ak.verifyPrintSubscriber({ params: { sub: `reader-of-${customerNumber}` }, body: typed })
    expect((await verified).ok, customerNumber).toBe(true)
  }
  expect(errors).toEqual([])
  await opened.drop()
})

it.each(PUBLICATION_CODES)('the readers of the demo in %s have the data of their personas', (publication) => {
  const rolesOf = (name: string) =>
    toDemoContracts(demoOffersOf(publication)!, name, '2026-11-21')
      .filter(({ endsOn }) => endsOn === null)
      .flatMap(({ terms }) => terms.roles)
      .toSorted()
  expect(
    Object.fromEntries(
      ['free', 'plus', 'pur', 'pur-plus', 'epaper', 'wallet', 'plus-wallet', 'tagsub', 'unverified'].map((name) => [
        name,
        rolesOf(name),
      ]),
    ),
  ).toEqual({
    free: [],
    plus: ['PLUS_USER'],
    pur: ['PUR_USER'],
    'pur-plus': ['PLUS_USER', 'PUR_USER'],
    epaper: ['EPAPER_USER'],
    wallet: ['WALLET_USER'],
    'plus-wallet': ['PLUS_USER', 'WALLET_USER'],
    tagsub: ['PLUS-TAG-131'],
    unverified: [],
  })
})

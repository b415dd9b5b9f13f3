/** Codes and vouchers: used once, safe against guessing, and the access they give. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { NewGrant } from '@lokalteil/contracts/commerce/codes'
import type { Subscription } from '@lokalteil/contracts/commerce'
import { dayAfter } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { CARD, toOrder } from '../billing/billing.testing.ts'
import type { CommerceDb } from '../schema.ts'
import { get, openTestPlatform, outcomeOf, type Platform } from '../coins/ledger.testing.ts'
import { releaseCodes } from './code-store.ts'
import { getVoucher, takeVoucher } from './codes.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const PLUS: Omit<Subscription, 'id'> = {
  kind: 'plus',
  productName: 'Plus Monat',
  state: 'active',
  roles: ['PLUS_USER'],
  coins: null,
  priceCents: 990,
  periodMonths: 1,
  trial: null,
  startsOn: '2026-06-21',
  endsOn: null,
  resumesOn: null,
}
const ACCESS: NewGrant = { kind: 'access', offerId: 'plus-monat', months: 3 }
const VOUCHER = { kind: 'percent', value: 20, periods: 3 } as const

let counted = 0
const newReader = () => `code-reader-${++counted}`
const newBatch = () => `batch-${++counted}`

describe.each(ENGINES)('codes on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestPlatform>>
  let clock = NOW
  let ak: Platform

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestPlatform(opened.database, () => clock)
    for (const publication of ['ak', 'fb'] as const)
      await test.service.applyFolder(publication, {
        version: 1,
        catalogue: { offers: toTestOffers(publication), readerService: null },
        seller: null,
      })
    ak = test.of('ak')
  })
  beforeEach(() => {
    clock = NOW
  })
  afterAll(async () => {
    await opened.drop()
    if (test.errors.length > 0) throw new Error('The service failed', { cause: test.errors[0] })
  })

  const create = async (
    grants: NewGrant,
    more: {
      count?: number
      uses?: number
      validUntil?: string | null
      code?: string
      publication?: PublicationCode
    } = {},
  ) => {
    const { count = 1, uses = 1, validUntil = null, publication = 'ak', ...rest } = more
    return (
      await get(
        test.of(publication).createCodes({ body: { batch: newBatch(), grants, count, uses, validUntil, ...rest } }),
      )
    ).codes
  }
  const redeem = (
    sub: string,
    code: string,
    more: { requester?: string; idempotencyKey?: string; client?: Platform } = {},
  ) => {
    const { client = ak, requester = `requester-${++counted}-000000`, ...rest } = more
    return client.redeemCode({ params: { sub }, body: { code, requester, ...rest } })
  }
  const rolesOf = (sub: string, client = ak) => get(client.listRoles({ params: { sub } }))
  const customerOf = async (sub: string) => (await get(ak.openCustomer({ params: { sub } }))).customerId
  const within = <T>(work: (db: CommerceDb) => Promise<T>) =>
    (opened.database.db as CommerceDb).transaction().execute(work)

  it('S2.3-03 R2.3-03 a code opens an offer for its months, without a charge and without a renewal', async () => {
    const sub = newReader()
    const [code] = await create(ACCESS)
    expect(code).toMatch(/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}$/)
    expect(await get(redeem(sub, ` ${code!.toLowerCase().replaceAll('-', ' ')} `))).toEqual({
      kind: 'access',
      productName: 'Plus Monat',
      startsOn: '2026-11-21',
      endsOn: '2027-02-20',
    })
    expect(await rolesOf(sub)).toEqual(['PLUS_USER'])
    const [subscription, ...others] = await get(ak.listSubscriptions({ params: { sub } }))
    expect([subscription, others]).toMatchObject([
      { kind: 'plus', priceCents: 0, periodMonths: null, trial: null, state: 'active', endsOn: '2027-02-20' },
      [],
    ])
    clock = new Date('2027-02-20T22:59:00Z')
    expect(await rolesOf(sub)).toEqual(['PLUS_USER'])
    clock = new Date('2027-02-20T23:00:00Z')
    expect(await rolesOf(sub)).toEqual([])
  })

  it('S2.3-03 a code stays valid when the offer is no longer sold', async () => {
    const fb = test.of('fb')
    const [code] = await create(ACCESS, { publication: 'fb' })
    await get(
      fb.saveCatalogue({
        body: { offers: toTestOffers('fb').filter(({ id }) => id !== 'plus-monat'), readerService: null },
      }),
    )
    expect(await outcomeOf(fb.createCodes({ body: { batch: newBatch(), grants: ACCESS, count: 1 } }))).toBe(
      '422 NO_SUCH_OFFER',
    )
    const sub = newReader()
    expect(await get(redeem(sub, code!, { client: fb }))).toMatchObject({ kind: 'access', productName: 'Plus Monat' })
    expect([await rolesOf(sub, fb), await rolesOf(sub)]).toEqual([['PLUS_USER'], []])
  })

  it('a second code adds its months after the first; a reader with a contract for the offer keeps the code unused', async () => {
    const sub = newReader()
    const [first, second, third] = await create(ACCESS, { count: 3 })
    // Two concurrent redemptions: their months do not overlap.
    const both = await Promise.all([get(redeem(sub, first!)), get(redeem(sub, second!))])
    expect(both.map((one) => (one.kind === 'access' ? one.startsOn : one.kind)).toSorted()).toEqual([
      '2026-11-21',
      '2027-02-21',
    ])
    const payer = newReader()
    await get(ak.saveSubscription({ params: { sub: payer, id: `plus-${payer}` }, body: PLUS }))
    expect(await outcomeOf(redeem(payer, third!))).toBe('409 HAS_IT')
    expect(await get(redeem(newReader(), third!))).toMatchObject({ kind: 'access', startsOn: '2026-11-21' })
  })

  it('S2.3-03 the coins of a code are booked once', async () => {
    const sub = newReader()
    const [code] = await create({ kind: 'coins', count: 3 }, { uses: 5 })
    expect(await get(redeem(sub, code!))).toEqual({ kind: 'coins', count: 3 })
    expect(await outcomeOf(redeem(sub, code!))).toBe('422 INVALID_CODE')
    expect(await get(ak.getWallet({ params: { sub } }))).toMatchObject({ availableCreditCount: 3 })
    expect((await get(ak.listBookings({ params: { sub } }))).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['grant', 'Code eingelöst'],
    ])
    expect((await get(ak.checkLedger({}))).faults).toEqual([])
  })

  it('a repeated request with the same key gets the same answer, a new request is refused', async () => {
    const sub = newReader()
    const [access] = await create(ACCESS)
    const [coins] = await create({ kind: 'coins', count: 2 }, { uses: 9 })
    for (const code of [access!, coins!]) {
      const first = await get(redeem(sub, code, { idempotencyKey: `press-${code}` }))
      expect(await get(redeem(sub, code, { idempotencyKey: `press-${code}` }))).toEqual(first)
    }
    expect(await outcomeOf(redeem(sub, coins!, { idempotencyKey: 'another-press-000' }))).toBe('422 INVALID_CODE')
    expect([
      (await get(ak.getWallet({ params: { sub } }))).availableCreditCount,
      (await get(ak.listSubscriptions({ params: { sub } }))).length,
    ]).toEqual([2, 1])
  })

  it.each([
    ['one use', 1, 50],
    ['seven uses', 7, 50],
  ])('S2.3-03 D is used at most as often as it has %s, also under concurrent requests', async (_what, uses, calls) => {
    const [code] = await create(ACCESS, { uses })
    const subs = Array.from({ length: calls }, newReader)
    const outcomes = await Promise.all(subs.map((sub) => outcomeOf(redeem(sub, code!))))
    expect([
      outcomes.filter((outcome) => outcome === 'ok').length,
      new Set(outcomes.filter((outcome) => outcome !== 'ok')),
    ]).toEqual([uses, new Set(['422 INVALID_CODE'])])
    const granted = await Promise.all(subs.map((sub) => rolesOf(sub)))
    expect(granted.filter((roles) => roles.length > 0)).toHaveLength(uses)
  })

  it('D a code is used once by a reader who sends it many times', async () => {
    const sub = newReader()
    const [code] = await create({ kind: 'coins', count: 1 }, { uses: 50 })
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(redeem(sub, code!))))
    expect([
      outcomes.filter((outcome) => outcome === 'ok').length,
      (await get(ak.getWallet({ params: { sub } }))).availableCreditCount,
    ]).toEqual([1, 1])
  })

  it('S2.3-03 D unknown, used, expired and revoked codes get the same answer', async () => {
    const [used] = await create(ACCESS)
    await get(redeem(newReader(), used!))
    const [expired] = await create(ACCESS, { validUntil: '2026-11-20' })
    const [revoked] = await create(ACCESS)
    expect(await get(ak.revokeCodes({ body: { batchOrCode: revoked! } }))).toEqual({ revoked: 1 })
    const [elsewhere] = await create({ kind: 'coins', count: 1 }, { publication: 'fb' })
    const answers = []
    for (const code of ['AAAA-BBBB-CCCC', 'nonsense!', '', used!, expired!, revoked!, elsewhere!]) {
      const answer = await redeem(newReader(), code)
      answers.push(answer.ok ? answer.data : { ...answer.problem, requestId: undefined })
    }
    expect(answers[0]).toMatchObject({ status: 422, code: 'INVALID_CODE' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const [lastDay] = await create(ACCESS, { validUntil: '2026-11-21' })
    expect(await outcomeOf(redeem(newReader(), lastDay!))).toBe('ok')
  })

  it('D a reader and an IP address may each try five times in a quarter of an hour', async () => {
    const [good] = await create(ACCESS)
    const [sub, requester] = [newReader(), `requester-${++counted}-111111`]
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await outcomeOf(redeem(sub, 'AAAA-BBBB'))).toBe('422 INVALID_CODE')
    const refused = await redeem(sub, good!)
    expect([await outcomeOf(Promise.resolve(refused)), refused.headers?.get('retry-after')]).toEqual([
      '429 TOO_MANY_ATTEMPTS',
      '900',
    ])
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await outcomeOf(redeem(newReader(), 'AAAA-BBBB', { requester }))).toBe('422 INVALID_CODE')
    expect(await outcomeOf(redeem(newReader(), good!, { requester }))).toBe('429 TOO_MANY_ATTEMPTS')
    clock = new Date(NOW.getTime() + 15 * 60_000)
    expect(await outcomeOf(redeem(sub, good!, { requester }))).toBe('ok')
  })

  it('an order uses a voucher once, and a failed order gives it back', async () => {
    const { context } = test.service
    const [code] = await create({ kind: 'voucher', voucher: VOUCHER }, { uses: 2 })
    const [eva, jan, mia] = [
      await customerOf(newReader()),
      await customerOf(newReader()),
      await customerOf(newReader()),
    ]
    const use = (customerId: string, order: string) =>
      within((db) => takeVoucher(context, { publication: 'ak', customerId: customerId }, code!, order, db))
    expect([
      await getVoucher(context, 'ak', code!.toLowerCase()),
      await getVoucher(context, 'fb', code!),
      await getVoucher(context, 'ak', 'AAAA-BBBB'),
    ]).toEqual([VOUCHER, null, null])
    expect(await get(redeem(newReader(), code!))).toEqual({ kind: 'voucher', voucher: VOUCHER })
    expect([await use(eva, 'O-1'), await use(eva, 'O-1'), await use(eva, 'O-2')]).toEqual([VOUCHER, VOUCHER, null])
    expect([
      await use(jan, 'O-3'),
      await use(mia, 'O-4'),
      await getVoucher(context, 'ak', code!),
      await use(jan, 'O-3'),
    ]).toEqual([VOUCHER, null, null, VOUCHER])
    await within((db) => releaseCodes('ak', 'O-3', db))
    await within((db) => releaseCodes('ak', 'O-3', db))
    expect([await use(mia, 'O-4'), await use(jan, 'O-5')]).toEqual([VOUCHER, null])
    const [coins] = await create({ kind: 'coins', count: 1 })
    expect([
      await getVoucher(context, 'ak', coins!),
      await within((db) => takeVoucher(context, { publication: 'ak', customerId: eva }, coins!, 'O-9', db)),
    ]).toEqual([null, null])
  })

  it('a rollback of the order leaves the voucher unused', async () => {
    const { context } = test.service
    const [code] = await create({ kind: 'voucher', voucher: VOUCHER })
    const eva = await customerOf(newReader())
    const failed = within(async (db) => {
      await takeVoucher(context, { publication: 'ak', customerId: eva }, code!, 'O-77', db)
      throw new Error('no payment')
    })
    await expect(failed).rejects.toThrow('no payment')
    expect(await getVoucher(context, 'ak', code!)).toEqual(VOUCHER)
  })

  it('the publisher lists and revokes codes, and cannot make one twice', async () => {
    const batch = newBatch()
    const body = { batch, grants: ACCESS, count: 1500, uses: 2, validUntil: '2026-12-31' }
    const made = await get(ak.createCodes({ body }))
    expect([new Set(made.codes).size, await outcomeOf(ak.createCodes({ body }))]).toEqual([1500, '409 EXISTS'])
    await get(redeem(newReader(), made.codes[0]!))
    expect(await get(ak.revokeCodes({ body: { batchOrCode: made.codes[1]! } }))).toEqual({ revoked: 1 })
    const ofBatch = async () => (await get(ak.listCodeBatches({}))).find((one) => one.batch === batch)
    expect(await ofBatch()).toEqual({
      batch,
      kind: 'access',
      grants: 'plus-monat, 3 months',
      codes: 1500,
      uses: 2,
      redeemed: 1,
      revoked: 1,
      validUntil: '2026-12-31',
      createdAt: NOW.toISOString(),
    })
    const listed = await get(ak.listCodes({ params: { batch } }))
    expect([
      listed.length,
      listed.find(({ code }) => code === made.codes[0]),
      listed.find(({ code }) => code === made.codes[1]),
    ]).toEqual([
      1500,
      { code: made.codes[0], usesLeft: 1, isRevoked: false },
      { code: made.codes[1], usesLeft: 2, isRevoked: true },
    ])
    expect([
      await get(ak.revokeCodes({ body: { batchOrCode: batch } })),
      await get(ak.revokeCodes({ body: { batchOrCode: batch } })),
      await outcomeOf(ak.revokeCodes({ body: { batchOrCode: 'nothing' } })),
    ]).toEqual([{ revoked: 1499 }, { revoked: 0 }, '404 NOT_FOUND'])
    expect(await outcomeOf(test.of('fb').listCodes({ params: { batch } }))).toBe('404 NOT_FOUND')
    const own = { batch: newBatch(), grants: { kind: 'coins', count: 1 } as NewGrant, count: 1, code: 'demo-code-2026' }
    expect((await get(ak.createCodes({ body: own }))).codes).toEqual(['DEMO-CODE-2026'])
    expect(await outcomeOf(ak.createCodes({ body: { ...own, batch: newBatch() } }))).toBe('409 EXISTS')
    expect(await outcomeOf(ak.createCodes({ body: { ...own, batch: newBatch(), code: 'x' } }))).toBe('422 INVALID_CODE')
    expect(
      await outcomeOf(
        ak.createCodes({
          body: { batch: newBatch(), grants: { kind: 'access', offerId: 'coins-5', months: 1 }, count: 1 },
        }),
      ),
    ).toBe('422 NO_SUCH_OFFER')
  })

  it('an order of an offer that a code has opened begins after the code’s months', async () => {
    const sub = newReader()
    const { codes } = await get(
      ak.createCodes({ body: { batch: newBatch(), grants: { ...ACCESS, offerId: 'plus-pur' }, count: 2, uses: 1 } }),
    )
    await get(redeem(sub, codes[0]!))
    const access = (await get(ak.listSubscriptions({ params: { sub } })))[0]!
    const from = dayAfter(access.endsOn!)
    const orders = test.ordersOf('ak')
    const quote = await get(
      orders.quoteOrder({ body: { sub, offerId: 'plus-pur', requester: 'requester-of-the-test' } }),
    )
    expect(quote).toMatchObject({ runsAfter: access.endsOn, period: { from } })
    // For an unknown reader it begins today.
    expect(
      (await get(orders.quoteOrder({ body: { sub: null, offerId: 'plus-pur', requester: 'requester-of-the-test' } })))
        .runsAfter,
    ).toBeUndefined()
    const placed = await get(orders.placeOrder({ params: { sub }, body: toOrder('plus-pur', quote.dueCents, CARD) }))
    expect(placed).toMatchObject({ state: 'completed' })
    const contract = (await get(ak.listSubscriptions({ params: { sub } }))).find(({ priceCents }) => priceCents! > 0)!
    expect(contract).toMatchObject({ state: 'active', startsOn: from })
    expect(await get(orders.listCharges({ params: { sub } }))).toMatchObject([{ kind: 'first', periodFrom: from }])
    expect(await rolesOf(sub)).toEqual(['PLUS_USER', 'PUR_USER'])
    expect(await outcomeOf(redeem(sub, codes[1]!))).toBe('409 HAS_IT')
    // Cancelled before its start, without a minimum term: the money is refunded at once.
    await (opened.database.db as CommerceDb)
      .updateTable('subscription.subscriptions')
      .set({ term_months: null })
      .where('id', '=', contract.id)
      .execute()
    const billing = test.billingOf('ak')
    const { earliestEnd } = (await get(billing.listContracts({ params: { sub } }))).find(
      ({ id }) => id === contract.id,
    )!
    expect(earliestEnd! < from).toBe(true)
    await get(billing.cancelContract({ params: { sub, id: contract.id }, body: { confirmedEnd: earliestEnd! } }))
    await test.service.billing.run(['ak'])
    expect(await get(orders.listCharges({ params: { sub } }))).toMatchObject([{ state: 'refunded' }])
    expect(await rolesOf(sub)).toEqual(['PLUS_USER', 'PUR_USER'])
  })

  it('the export lists redeemed codes, and an erasure removes the reader from them', async () => {
    const sub = newReader()
    const batch = newBatch()
    const { codes } = await get(ak.createCodes({ body: { batch, grants: ACCESS, count: 1, uses: 2 } }))
    const code = codes[0]!
    await get(redeem(sub, code))
    const reader = { publication: 'ak' as const, sub, email: 'x@example.org', isShadow: false, isEmailVerified: true }
    expect(await test.service.personalData.read(reader)).toMatchObject({ codes: [{ code, redeemedAt: NOW }] })
    await test.service.personalData.erase(reader)
    expect([await test.service.personalData.read(reader), await rolesOf(sub)]).toEqual([null, []])
    // The code does not get its use back.
    expect((await get(ak.listCodes({ params: { batch } })))[0]).toMatchObject({ code, usesLeft: 1 })
  })
})

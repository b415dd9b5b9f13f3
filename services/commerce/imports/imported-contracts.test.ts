/** Imported contracts: never charged too early or twice, never another reader's, never changed by a file. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import { addDays, addMonths, dayBefore } from '@lokalteil/domain/commerce/subscriptions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import {
  atNoon,
  CARD,
  openBillingPlatform,
  SELLER,
  toOrder,
  walk,
  type BillingPlatform,
} from '../billing/billing.testing.ts'
import { get } from '../coins/ledger.testing.ts'
import { FOR_NOTHING, ON_ACCOUNT, toLine } from './imported.testing.ts'

const TODAY = '2026-11-23'
const IBAN = 'DE93999999990000000001'

describe.each(ENGINES)('imported contracts on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  let counted = 0
  const nextId = () => String(4711 + ++counted)

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openBillingPlatform(opened.database, { now: atNoon(TODAY) })
    await get(test.of('ak').saveSeller({ body: SELLER }))
  })
  beforeEach(() => {
    test.clock.now = atNoon(TODAY)
    test.mails.length = 0
  })
  afterEach(() => {
    if (test.errors.length > 0) throw new AggregateError(test.errors, 'The service reported bugs')
  })
  afterAll(() => opened.drop())

  type Line = ReturnType<typeof toLine>
  const bring = async (line: Line, sub: string | null = `sub-${line.id}`, dryRun = false) =>
    (await get(test.of('ak').importContracts({ body: { dryRun, contracts: [{ ...line, sub }] } }))).results[0]!
  const viewOf = async (id: string, sub = `sub-${id}`): Promise<ContractView> =>
    (await get(test.of('ak').listContracts({ params: { sub } })))[0]!
  const chargesOf = (sub: string) => get(test.of('ak').listCharges({ params: { sub } }))
  const faultsOf = async (line: Line, sub?: string) => (await bring(line, sub)).faults.map(({ column }) => column)
  const dump = async () => {
    const { rows } = await sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = 'subscription' order by 1`.execute(
      opened.database.db,
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const found = await sql<{
        text: string
      }>`select t::text as text from ${sql.table(`subscription.${name}`)} t`.execute(opened.database.db)
      texts.push(`${name} ${found.rows.length}`, ...found.rows.map(({ text }) => text).toSorted())
    }
    return texts.join('\n')
  }

  it('give the same access, show the day of the next debit, and are not listed as orders', async () => {
    const id = nextId()
    const result = await bring(toLine(id))
    expect(result).toEqual({
      id,
      result: 'new',
      customerId: expect.stringMatching(/^\d{9}$/),
      sub: `sub-${id}`,
      product: 'Plus Monat',
      differs: [],
      faults: [],
    })
    const params = { sub: `sub-${id}` }
    expect(await get(test.of('ak').listRoles({ params }))).toEqual(['PLUS_USER'])
    expect(await get(test.of('fb').listRoles({ params }))).toEqual([])
    expect(await viewOf(id)).toMatchObject({
      state: 'active',
      priceCents: 890,
      startsOn: '2019-08-15',
      period: { from: '2026-11-15', to: '2026-12-14' },
      nextCharge: { on: '2026-12-15', cents: 890 },
      earliestEnd: '2026-12-14',
      pauseFrom: '2026-12-15',
      payment: { kind: 'sepa', label: 'DE •••• 0001' },
    })
    expect(await get(test.of('ak').listOrders({ params }))).toEqual([])
    expect(await get(test.of('ak').listDocuments({ params }))).toEqual([])
    expect(await get(test.of('ak').findCustomers({ query: { q: 'größe' } }))).toContainEqual(
      expect.objectContaining({ customerId: result.customerId, email: `leser-${id}@auenburg.example` }),
    )
    expect(await get(test.of('ak').findCustomers({ query: { q: id } }))).toMatchObject([
      { customerId: result.customerId },
    ])
    expect(test.mails).toEqual([])
    expect(await dump()).not.toContain(IBAN)
  })

  it('are charged once on their day and in every later period, with correct invoice and bank file', async () => {
    const id = nextId()
    await bring(toLine(id))
    await walk(test, TODAY, '2026-12-14', 4)
    expect(await chargesOf(`sub-${id}`)).toEqual([])
    await walk(test, '2026-12-15', '2027-03-01', 9)
    expect((await chargesOf(`sub-${id}`)).map(({ periodFrom, amountCents }) => [periodFrom, amountCents])).toEqual([
      ['2027-02-15', 890],
      ['2027-01-15', 890],
      ['2026-12-15', 890],
    ])
    const made = await get(test.of('ak').collectDebits({}))
    expect(made!.document).toContain(`<MndtId>ALT-${id}</MndtId><DtOfSgntr>2019-08-01</DtOfSgntr>`)
    // A recurring debit: the other system has used the mandate.
    expect(made!.document.slice(0, made!.document.indexOf(`ALT-${id}`))).toMatch(
      /<SeqTp>RCUR<\/SeqTp>(?!.*<SeqTp>FRST)/s,
    )
    const [first] = (await get(test.of('ak').listDocuments({ params: { sub: `sub-${id}` } }))).toReversed()
    expect(first).toMatchObject({ kind: 'invoice', issuedOn: '2026-12-15', grossCents: 890, about: 'Plus Monat' })
    const paper = { sub: `sub-${id}`, number: first!.number, format: 'pdf' } as const
    expect((await get(test.of('ak').getDocument({ params: paper }))).mediaType).toBe('application/pdf')
    const { rows } = await sql<{
      data: { buyer: unknown }
    }>`select data from subscription.invoices where invoice_number = ${first!.number}`.execute(opened.database.db)
    expect(rows[0]!.data.buyer).toMatchObject({
      name: 'Änne Größe',
      email: `leser-${id}@auenburg.example`,
      address: { street: 'Kornmarkt 11', postcode: '00412', town: 'Auenburg' },
    })
  })

  it('write nothing in a dry run, for known and unknown customers', async () => {
    const id = nextId()
    await bring(toLine(id))
    const before = await dump()
    expect(await bring(toLine(nextId()), null, true)).toMatchObject({ result: 'new', customerId: null })
    expect(await bring(toLine(nextId()), `sub-${id}`, true)).toMatchObject({ result: 'refused' })
    expect(await bring(toLine(nextId(), { offer: 'nichts' }), null, true)).toMatchObject({ result: 'refused' })
    expect(await bring(toLine(id), `sub-${id}`, true)).toMatchObject({ result: 'kept' })
    expect(await dump()).toBe(before)
  })

  it('stay unchanged when the file is imported again, also after the debit, and the report names differences', async () => {
    const id = nextId()
    const first = await bring(toLine(id))
    const before = await dump()
    expect(await bring(toLine(id))).toEqual({ ...first, result: 'kept' })
    expect(
      await bring(
        toLine(id, { priceCents: 990, nextDebitOn: '2027-01-15', email: 'neu@auenburg.example' }),
        'sub-other',
      ),
    ).toEqual({ ...first, result: 'kept', differs: ['email', 'price', 'next_debit'] })
    expect(await dump()).toBe(before)
    test.clock.now = atNoon('2027-01-20')
    expect(await bring(toLine(id))).toEqual({ ...first, result: 'kept' })
  })

  it('are created once by concurrent imports', async () => {
    const ids = Array.from({ length: 6 }, nextId)
    const body = { dryRun: false, contracts: ids.map((id) => ({ ...toLine(id), sub: `sub-${id}` })) }
    const all = await Promise.all(Array.from({ length: 4 }, () => get(test.of('ak').importContracts({ body }))))
    for (const [index, id] of ids.entries()) {
      expect(all.map(({ results }) => results[index]!.result).toSorted()).toEqual(['kept', 'kept', 'kept', 'new'])
      expect(await get(test.of('ak').listContracts({ params: { sub: `sub-${id}` } }))).toHaveLength(1)
    }
  })

  it('are refused if the reader has the same offer by another line or an order', async () => {
    const id = nextId()
    await bring(toLine(id))
    expect(await faultsOf(toLine(nextId()), `sub-${id}`)).toEqual(['offer'])
    // The yearly plan would be paid in addition to the monthly one.
    const year = { offer: 'plus-jahr', priceCents: 8900 }
    expect(await faultsOf(toLine(nextId(), year), `sub-${id}`)).toEqual(['offer'])
    expect(await faultsOf(toLine(nextId(), { offer: 'pur', priceCents: 490 }), `sub-${id}`)).toEqual([])
    const topics = [
      toLine(nextId(), { offer: 'thema-hochwasser', priceCents: 390 }),
      toLine(nextId(), { offer: 'thema-fc-talheim', priceCents: 390 }),
    ]
    for (const topic of topics) expect(await faultsOf(topic, `sub-${id}`)).toEqual([])
    const buyer = `buyer-${nextId()}`
    await get(test.of('ak').placeOrder({ params: { sub: buyer }, body: toOrder('plus-monat', 100, CARD) }))
    const refused = await bring(toLine(nextId()), buyer)
    expect(refused).toMatchObject({ result: 'refused', customerId: null, sub: null, product: null })
    expect(refused.faults[0]!.message).toMatch(/contract S-[0-9a-f]+ of customer \d{9}/)
    // An ended contract does not count.
    test.clock.now = atNoon('2027-02-01')
    const late = { startsOn: '2025-01-01', nextDebitOn: '2027-02-15' }
    expect(await faultsOf(toLine(nextId(), { ...late, endsOn: '2027-02-20' }), 'sub-late')).toEqual([])
    test.clock.now = atNoon('2027-03-01')
    expect(await faultsOf(toLine(nextId(), { ...late, nextDebitOn: '2027-03-15' }), 'sub-late')).toEqual([])
  })

  it('bind a mandate to one customer and account, whose contracts share it', async () => {
    const id = nextId()
    await bring(toLine(id))
    const mandate = `ALT-${id}`
    expect((await bring(toLine(nextId(), { mandate }))).faults).toEqual([
      { column: 'mandate', message: expect.stringContaining('another customer’s already') },
    ])
    const other = { mandate, offer: 'pur', priceCents: 490 }
    expect(await faultsOf(toLine(nextId(), { ...other, iban: 'DE66999999990000000002' }), `sub-${id}`)).toEqual([
      'mandate',
    ])
    expect(await faultsOf(toLine(nextId(), other), `sub-${id}`)).toEqual([])
    expect(await get(test.of('ak').listPaymentMethods({ params: { sub: `sub-${id}` } }))).toHaveLength(1)
  })

  it.each([
    ['a wrong account', { iban: 'DE93 9999 9999 0000 0000 02' }, ['iban']],
    ['an account outside of the SEPA', { iban: 'US12 9999' }, ['iban']],
    ['all that is wrong with it', { email: 'x', nextDebitOn: TODAY, mandate: '' }, ['email', 'mandate', 'next_debit']],
  ])('are refused with %s, and the answer does not repeat the value', async (_name, more, columns) => {
    const refused = await bring(toLine(nextId(), more))
    expect(refused.faults.map(({ column }) => column)).toEqual(columns)
    expect(JSON.stringify(refused)).not.toContain('9999')
  })

  it('are refused without a payment provider, with the name of the missing setting', async () => {
    const bare = await openBillingPlatform(opened.database, test.clock, ['stripe', 'invoice'])
    const contracts = [{ ...toLine(nextId()), sub: 'sub-bare' }]
    const { results } = await get(bare.of('ak').importContracts({ body: { dryRun: false, contracts } }))
    expect(results[0]!.faults).toEqual([{ column: 'payment', message: expect.stringContaining('PAYMENT_PROVIDERS') }])
  })

  it('can be paid by invoice or be free', async () => {
    const [bill, free] = [nextId(), nextId()]
    await bring(toLine(bill, ON_ACCOUNT))
    await bring(toLine(free, FOR_NOTHING))
    expect(await viewOf(bill)).toMatchObject({ isBilled: true, payment: { kind: 'invoice' } })
    expect(await viewOf(free)).toMatchObject({ isBilled: false, priceCents: null, nextCharge: null, payment: null })
    expect(await get(test.of('ak').listRoles({ params: { sub: `sub-${free}` } }))).toEqual(['PLUS_USER'])
    await walk(test, '2026-12-10', '2027-01-01', 10)
    expect((await chargesOf(`sub-${bill}`)).map(({ periodFrom, state }) => [periodFrom, state])).toEqual([
      ['2026-12-15', 'submitted'],
    ])
    expect(await chargesOf(`sub-${free}`)).toEqual([])
  })

  it('that were cancelled give access to their last day, and are charged again only if the reader stays', async () => {
    const [gone, stays] = [nextId(), nextId()]
    const cancelled = { endsOn: '2026-12-14', nextDebitOn: null }
    await bring(toLine(gone, cancelled))
    await bring(toLine(stays, cancelled))
    const { id } = await viewOf(stays)
    expect(await viewOf(gone)).toMatchObject({ state: 'cancelled', endsOn: '2026-12-14', nextCharge: null })
    await get(test.of('ak').undoCancellation({ params: { sub: `sub-${stays}`, id } }))
    await walk(test, TODAY, '2026-12-20', 3)
    expect(await chargesOf(`sub-${gone}`)).toEqual([])
    expect((await viewOf(gone)).state).toBe('ended')
    expect((await chargesOf(`sub-${stays}`)).map(({ periodFrom }) => periodFrom)).toEqual(['2026-12-15'])
    expect(test.mails.filter(({ to }) => to.address.includes(gone)).map(({ data }) => data)).toMatchObject([
      { kind: 'ended', on: '2026-12-14' },
    ])
  })

  it('keep the time that was paid elsewhere: end, dearer plan and pause come after it', async () => {
    const [leaves, rises, rests] = [nextId(), nextId(), nextId()]
    const year = { offer: 'plus-jahr', priceCents: 8900, startsOn: '2019-03-01', nextDebitOn: '2027-03-01' }
    await bring(toLine(leaves, year))
    await bring(toLine(rises))
    await bring(toLine(rests))
    const end = await viewOf(leaves)
    expect(end).toMatchObject({ earliestEnd: '2027-02-28', period: { from: '2026-03-01', to: '2027-02-28' } })
    const leaving = { sub: `sub-${leaves}`, id: end.id }
    await get(test.of('ak').cancelContract({ params: leaving, body: { confirmedEnd: '2027-02-28' } }))
    const dearer = (await viewOf(rises)).plans.find(({ offerId }) => offerId === 'plus-pur')!
    expect(dearer).toMatchObject({ kind: 'later', from: '2026-12-15', dueCents: 0, creditCents: 0 })
    const rising = { sub: `sub-${rises}`, id: (await viewOf(rises)).id }
    await get(test.of('ak').changePlan({ params: rising, body: { offerId: 'plus-pur', confirmedCents: 0 } }))
    const resting = { sub: `sub-${rests}`, id: (await viewOf(rests)).id }
    await get(test.of('ak').pauseContract({ params: resting, body: { months: 1 } }))
    await walk(test, TODAY, '2027-03-05', 6)
    expect(await chargesOf(`sub-${leaves}`)).toEqual([])
    expect((await viewOf(leaves)).state).toBe('ended')
    expect((await chargesOf(`sub-${rises}`)).map(({ periodFrom, amountCents }) => [periodFrom, amountCents])).toEqual([
      ['2027-02-15', 1290],
      ['2027-01-15', 1290],
      ['2026-12-15', 1290],
    ])
    expect((await chargesOf(`sub-${rests}`)).map(({ periodFrom }) => periodFrom)).toEqual(['2027-02-15', '2027-01-15'])
    expect((await get(test.of('ak').getBillingStatus({}))).refunds).toEqual([])
  })

  it('can be withdrawn from in time, without a refund', async () => {
    const id = nextId()
    await bring(toLine(id, { startsOn: '2026-11-20' }))
    const { rows } = await sql<{
      number: string
    }>`select order_number as number from subscription.orders where email = ${`leser-${id}@auenburg.example`}`.execute(
      opened.database.db,
    )
    expect(await get(test.of('ak').withdrawOrder({ body: { order: rows[0]!.number, declaredOn: TODAY } }))).toEqual([])
    expect((await viewOf(id)).state).toBe('ended')
  })

  it('are exported, erased, and not created again by the same file', async () => {
    const id = `A/${nextId()}`
    const sub = `sub-erased-${counted}`
    const line = toLine(id, { ...ON_ACCOUNT, email: `weg-${counted}@auenburg.example` })
    await bring(line, sub)
    const reader = { publication: 'ak', sub, email: line.email, isShadow: false, isEmailVerified: true }
    expect(await test.service.personalData.read(reader)).toMatchObject({
      importedContracts: [{ formerNumber: id, subscriptionId: expect.any(String) }],
      orders: { orders: [{ email: line.email, buyer: { lastName: 'Größe' } }] },
    })
    await test.service.personalData.erase(reader)
    expect(await dump()).not.toContain(id)
    // The address stays for letters until the contract has ended.
    await sql`update subscription.subscriptions set state = 'ended' where customer_id in (select customer_id from subscription.customers where sub is null)`.execute(
      opened.database.db,
    )
    await test.service.orders.resume()
    expect(await dump()).not.toContain(line.email)
    expect(await bring(line, 'sub-made-anew')).toMatchObject({ result: 'kept', sub: null, differs: [] })
    expect(await get(test.of('ak').listSubscriptions({ params: { sub: 'sub-made-anew' } }))).toEqual([])
  })

  it('are never charged before their day, and once for each later period, whenever the run comes', async () => {
    const runs = engine === 'postgres' ? 12 : 4
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 61 }),
        fc.constantFrom(...(['plus-monat', 'plus-jahr'] as const)),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        async (ahead, offer, steps) => {
          test.clock.now = atNoon(TODAY)
          const id = nextId()
          const nextDebitOn = addDays(TODAY, Math.min(ahead, 60))
          const priceCents = offer === 'plus-jahr' ? 8900 : 890
          const months = offer === 'plus-jahr' ? 12 : 1
          const { result, faults } = await bring(toLine(id, { offer, priceCents, nextDebitOn }))
          expect([result, faults]).toEqual(['new', []])
          let today = TODAY
          for (const step of steps) {
            today = addDays(today, step)
            test.clock.now = atNoon(today)
            await Promise.all([test.service.billing.run(['ak']), test.service.billing.run(['ak'])])
            const expected: string[] = []
            for (let count = 0; addMonths(nextDebitOn, count * months) <= today; count++)
              expected.push(addMonths(nextDebitOn, count * months))
            const charges = await chargesOf(`sub-${id}`)
            expect(charges.map(({ periodFrom }) => periodFrom).toSorted()).toEqual(expected)
            for (const { amountCents, periodFrom, periodTo } of charges)
              expect([amountCents, periodTo]).toEqual([
                priceCents,
                dayBefore(addMonths(nextDebitOn, (expected.indexOf(periodFrom) + 1) * months)),
              ])
          }
          // End the contract, so that the next one can be imported.
          await sql`update subscription.subscriptions set state = 'ended'`.execute(opened.database.db)
        },
      ),
      { numRuns: runs },
    )
  }, 240_000)
})

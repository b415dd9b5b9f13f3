import { sql } from 'kysely'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENGINE, openTestDatabase } from '../platform/database/database.testing.ts'
import { atNoon, CARD, DEBIT, DECLINED, openBillingPlatform, SELLER, toOrder, walk } from './billing/billing.testing.ts'
import type { BillingPlatform } from './billing/billing.testing.ts'
import { get, KEY, outcomeOf } from './coins/ledger.testing.ts'
import { runCustomers } from './office/customers-cli.ts'

const START = '2026-11-21'
let counted = 0

describe('contracts and papers after the erasure of an account', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const clock = { now: atNoon(START) }
  beforeAll(async () => {
    opened = await openTestDatabase(ENGINE, createTestDatabase)
    test = await openBillingPlatform(opened.database, clock)
    await get(test.of('ak').saveSeller({ body: SELLER }))
  })
  beforeEach(() => {
    clock.now = atNoon(START)
    test.mails.length = 0
  })
  afterEach(() => vi.unstubAllGlobals())
  afterAll(() => opened.drop())

  const ak = () => test.of('ak')
  const toReader = (sub: string) =>
    ({ publication: 'ak', sub, email: `${sub}@auenburg.example`, isShadow: false, isEmailVerified: true }) as const
  const data = () => test.service.personalData
  async function order(offerId: string, cents: number, payment: Parameters<typeof toOrder>[2] = CARD) {
    const sub = `leaves-${++counted}-0000`
    const body = { ...toOrder(offerId, cents, payment), email: `${sub}@auenburg.example` }
    const { number } = await get(ak().placeOrder({ params: { sub }, body }))
    const { customerId } = await get(ak().openCustomer({ params: { sub } }))
    const [contract] = await get(ak().listContracts({ params: { sub } }))
    return { sub, number, customerId, id: contract!.id, email: body.email }
  }
  const erase = async (sub: string) => data().erase(toReader(sub))
  const holdingsOf = async (customerId: string) => get(ak().showCustomer({ params: { customerId } }))
  const contractOf = async (customerId: string) => (await holdingsOf(customerId)).contracts[0]!
  const letters = (email: string) =>
    test.mails.flatMap((mail) =>
      mail.template === 'contract-notice' && mail.to.address === email ? [mail.data.kind] : [],
    )
  const charges = async (customerId: string) =>
    (
      await sql<{ kind: string; state: string }>`
        select kind, state from subscription.charges where customer_id = ${customerId} order by created_at`.execute(
        opened.database.db,
      )
    ).rows.map(({ kind, state }) => `${kind} ${state}`)
  async function run(...args: string[]) {
    vi.stubGlobal('fetch', (request: Request) => {
      const url = new URL(request.url)
      url.pathname = url.pathname.replace('/__services/plenigo', '')
      return test.service.app.fetch(new Request(url, request))
    })
    let [out, err] = ['', '']
    const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text) }
    const code = await runCustomers(args, { SUBSCRIPTION_SERVICE_KEY: KEY, MANDATOR: 'ak' }, terminal)
    return { code, text: out + err }
  }
  const buyerOf = async (number: string) =>
    (
      await sql<{ email: string | null; buyer: object }>`
        select email, buyer from subscription.orders where order_number = ${number}`.execute(opened.database.db)
    ).rows[0]!

  it('a request to erase the account ends its contracts at the earliest day, and nothing is debited afterwards', async () => {
    const { sub, customerId, number, email } = await order('plus-pur', 1290)
    const before = (await data().listKept(toReader(sub))).find(({ contract }) => contract !== undefined)!
    expect(before.contract).toContain('zum frühesten Ende, von heute aus dem 20.12.2026')
    await data().announceErasure(toReader(sub), { keepsContracts: false })
    expect(await contractOf(customerId)).toMatchObject({ state: 'cancelled', endsOn: '2026-12-20' })
    expect((await data().listKept(toReader(sub)))[0]!.contract).toContain('endet am 20.12.2026')
    expect(letters(email)).toEqual(['cancelled'])
    clock.now = atNoon('2026-12-05')
    await erase(sub)
    expect(await buyerOf(number)).toMatchObject({ email, buyer: { lastName: 'Größe' } })
    await walk(test, '2026-12-06', '2027-02-21', 7)
    expect(await contractOf(customerId)).toMatchObject({ state: 'ended', endsOn: '2026-12-20' })
    expect(await charges(customerId)).toEqual(['first paid'])
    expect(letters(email)).toEqual(['cancelled', 'ended'])
    await test.service.orders.resume()
    expect(await buyerOf(number)).toEqual({ email: null, buyer: {} })
  })

  it('a reader who takes the request back keeps the contract as it was, also a cancelled one', async () => {
    const { sub, customerId, email, id } = await order('plus-pur', 1290)
    await data().announceErasure(toReader(sub), { keepsContracts: false })
    await data().takeBackErasure(toReader(sub))
    expect(await contractOf(customerId)).toMatchObject({ state: 'active', endsOn: null })
    await get(ak().cancelContract({ params: { sub, id }, body: { confirmedEnd: '2026-12-20' } }))
    await data().announceErasure(toReader(sub), { keepsContracts: false })
    await data().takeBackErasure(toReader(sub))
    expect(await contractOf(customerId)).toMatchObject({ state: 'cancelled', endsOn: '2026-12-20' })
    expect(letters(email)).toEqual(['cancelled', 'cancellation-undone', 'cancelled'])
  })

  it('a contract goes on if the reader wants it, with letters about failed debits, until the office ends it', async () => {
    const { sub, customerId, id, email, number } = await order('plus-pur', 1290)
    await get(ak().changePayment({ params: { sub, id }, body: { payment: DECLINED } }))
    await data().announceErasure(toReader(sub), { keepsContracts: true })
    await erase(sub)
    await walk(test, '2026-11-22', '2026-12-28', 4)
    expect(letters(email)).toEqual(['payment-failed', 'payment-reminder'])
    expect(await contractOf(customerId)).toMatchObject({ state: 'payment_failed', open: { cents: 1290 } })
    const { earliestEnd } = await contractOf(customerId)
    expect(
      await get(ak().endContract({ params: { customerId, id }, body: { confirmedEnd: earliestEnd! } })),
    ).toMatchObject({ endsOn: earliestEnd })
    expect(await get(ak().keepContract({ params: { customerId, id } }))).toMatchObject({ endsOn: null })
    expect(letters(email).slice(2)).toEqual(['cancelled', 'cancellation-undone'])
    await get(ak().withdrawOrder({ body: { order: number, declaredOn: START } }))
    expect(letters(email)).toContain('withdrawn')
  })

  it('a contract of a reader whom an older version erased ends with the next run', async () => {
    const { sub, customerId } = await order('plus-pur', 1290)
    await erase(sub)
    await sql`update subscription.subscriptions set state = 'active', ends_on = null, cancelled_on = null where customer_id = ${customerId}`.execute(
      opened.database.db,
    )
    await sql`update subscription.orders set email = null, buyer = '{}' where customer_id = ${customerId}`.execute(
      opened.database.db,
    )
    await walk(test, '2026-11-25', '2026-11-25')
    expect(await contractOf(customerId)).toMatchObject({ state: 'cancelled', endsOn: '2026-12-20' })
  })

  it('papers, refunds, seats and declarations are found by the number of their customer only', async () => {
    const { sub, customerId, number, id } = await order('plus-pur', 1290, DEBIT)
    const other = await order('pur', 490)
    const { path, seatId } = await get(
      ak().offerSeat({ params: { sub }, body: { subscriptionId: id, label: 'Tante Erna' } }),
    )
    await get(ak().acceptSeat({ params: { sub: 'aunt-of-a-reader' }, body: { token: path.split('=')[1]! } }))
    await get(ak().collectDebits({}))
    const debit = (await get(ak().listCharges({ params: { sub } })))[0]!.id
    await sql`update subscription.charges set state = 'paid', failure = null where charge_id = ${debit}`.execute(
      opened.database.db,
    )
    const paid = (await get(ak().listDocuments({ params: { sub } }))).find(({ kind }) => kind === 'invoice')!.number
    const refund = await get(ak().refundInvoice({ body: { invoice: paid, cents: 290, idempotencyKey: `of ${sub}` } }))
    await data().announceErasure(toReader(sub), { keepsContracts: true })
    await erase(sub)
    // Members of the household keep access while the contract is paid.
    expect(await test.service.rolesOf('ak', 'aunt-of-a-reader')).toEqual(['PLUS_USER', 'PUR_USER'])
    const filed = await get(
      ak().fileCancellation({
        body: {
          idempotencyKey: `cancellation-of-${sub}`,
          requester: 'requester-of-an-erased-reader',
          input: { name: 'Änne Größe', email: 'new-address@auenburg.example', contract: `Kunde ${customerId}` },
        },
      }),
    )
    const held = await holdingsOf(customerId)
    expect(held).toMatchObject({
      customer: { customerId, sub: null },
      contracts: [{ id, declared: { number: filed.number } }],
      seats: [{ seatId, label: '', state: 'taken', subscriptionId: id }],
      declarations: [{ number: filed.number }],
      refunds: [{ id: refund.id, customerId, cents: 290, state: 'transfer' }],
    })
    const invoice = held.documents.find(({ kind }) => kind === 'invoice')!
    const file = (of: string) =>
      outcomeOf(ak().getCustomerDocument({ params: { customerId: of, number: invoice.number, format: 'pdf' } }))
    expect([await file(customerId), await file(other.customerId)]).toEqual(['ok', '404 NOT_FOUND'])
    for (const words of [number, id, filed.number, invoice.number, refund.id])
      expect([words, (await get(ak().findCustomers({ query: { q: words } }))).map((one) => one.customerId)]).toEqual([
        words,
        [customerId],
      ])
    await get(ak().endCustomerSeat({ params: { customerId, seatId } }))
    expect(await test.service.rolesOf('ak', 'aunt-of-a-reader')).toEqual([])
    expect(
      await Promise.all([
        outcomeOf(ak().showCustomer({ params: { customerId: '999999999' } })),
        outcomeOf(ak().endContract({ params: { customerId: other.customerId, id }, body: { confirmedEnd: START } })),
        outcomeOf(ak().endCustomerSeat({ params: { customerId: other.customerId, seatId } })),
        outcomeOf(test.of('fb').showCustomer({ params: { customerId } })),
      ]),
    ).toEqual(['404 NO_CUSTOMER', '404 NOT_FOUND', '404 NOT_FOUND', '404 NO_CUSTOMER'])
  })

  it('a subscriber of the printed paper is found, shown and ended by number when the account is gone', async () => {
    const subscriber = { customerNumber: '4711001', postcode: '00412', productName: 'Auenkurier', roles: ['PLUS_USER'] }
    const save = () => get(ak().savePrintSubscribers({ body: { subscribers: [subscriber] } }))
    const [params, typed] = [{ customerNumber: '4711001' }, { customerNumber: '4711001', postcode: '00412' }]
    const connect = (sub: string) => ak().verifyPrintSubscriber({ params: { sub }, body: typed })
    const show = () => get(ak().showPrintSubscriber({ params }))
    const [first, second] = ['reads-the-printed-paper', 'reads-it-afterwards']
    await save()
    await get(connect(first))
    const { customerId } = await get(ak().openCustomer({ params: { sub: first } }))
    expect(await show()).toEqual({ ...subscriber, isActive: true, customerId })
    expect((await holdingsOf(customerId)).printSubscriptions).toEqual([
      { customerNumber: '4711001', productName: 'Auenkurier' },
    ])
    await erase(first)
    expect(await show()).toEqual({ ...subscriber, isActive: true, customerId: null })

    const find = () => run('find', '4711-001')
    expect(await find()).toEqual({
      code: 0,
      text: 'printed paper  4711001  Auenkurier  00412  active  no account\n0 customers\n',
    })
    expect((await run('end-print', '4711 001')).text).toBe(
      'printed paper  4711001  Auenkurier  00412  ended  no account\n',
    )
    expect((await run('show-print', '4711001')).text).toContain('ended')
    expect(await outcomeOf(connect(second))).toBe('422 NO_MATCH')
    // The list is the publisher's: it opens the access again.
    await save()
    await get(connect(second))
    expect(await test.service.rolesOf('ak', second)).toEqual(['PLUS_USER'])
    clock.now = atNoon('2026-11-22')
    const { customerId: other } = await get(ak().openCustomer({ params: { sub: second } }))
    expect((await find()).text).toContain(`printed paper  4711001  Auenkurier  00412  active  customer ${other}\n`)
    expect((await run('find', '4711001')).text).toMatch(new RegExp(`^${other} [^]*\\n1 customers\\n$`))
    expect(await get(ak().endPrintSubscriber({ params }))).toMatchObject({ isActive: false, customerId: other })
    expect(await test.service.rolesOf('ak', second)).toEqual([])
    expect(await run('end-print', '4711009')).toMatchObject({ code: 1, text: expect.stringContaining('404 NOT_FOUND') })
    expect(await outcomeOf(test.of('fb').showPrintSubscriber({ params }))).toBe('404 NOT_FOUND')
  })

  it('npx lokalteil customers shows, ends and writes to a customer whose account is gone', async () => {
    const { sub, customerId, id } = await order('plus-pur', 1290)
    await data().announceErasure(toReader(sub), { keepsContracts: true })
    await erase(sub)
    expect(await run('show', customerId)).toMatchObject({ code: 0, text: expect.stringContaining(id) })
    expect((await run('show', customerId)).text).toContain('account erased')
    const moved = await run('address', customerId, '--city', 'Talheim', '--email', 'neu@auenburg.example')
    expect(moved.text).toContain('neu@auenburg.example')
    const ended = await run('cancel', customerId, id, '--on', '2026-12-20')
    expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('cancelled') })
    expect(letters('neu@auenburg.example')).toEqual(['cancelled'])
  })

  it('reported no bug', () => expect(test.errors).toEqual([]))
})

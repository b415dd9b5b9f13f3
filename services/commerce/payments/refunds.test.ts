/** Refunds: the most that can be refunded, the way of the money, the correction of the invoice, and only once. */
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { DocumentView } from '@lokalteil/contracts/commerce/invoices'
import { XMLParser } from 'fast-xml-parser'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { migrate, migrationsIn } from '../../platform/database/migrations.ts'
import {
  atNoon,
  CARD,
  DEBIT,
  openBillingPlatform,
  SELLER,
  toOrder,
  walk,
  type BillingPlatform,
} from '../billing/billing.testing.ts'
import { get, outcomeOf } from '../coins/ledger.testing.ts'

const START = '2026-11-23'
let counted = 0
const newReader = () => `refunded-${++counted}-0000`

type Transfer = {
  PmtId: { EndToEndId: string }
  Amt: { InstdAmt: string }
  Cdtr: { Nm: string }
  CdtrAcct: { Id: { IBAN: string } }
  RmtInf: { Ustrd: string }
}
type Payment = {
  PmtMtd: string
  NbOfTxs: string
  CtrlSum: string
  ReqdExctnDt: { Dt: string }
  DbtrAcct: { Id: { IBAN: string } }
  CdtTrfTxInf: Transfer | Transfer[]
}
function readTransfers(xml: string): {
  head: { MsgId: string; NbOfTxs: string; CtrlSum: string }
  payment: Payment
  transfers: Transfer[]
} {
  expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
  const { GrpHdr, PmtInf } = (
    new XMLParser({ parseTagValue: false }).parse(xml) as {
      Document: { CstmrCdtTrfInitn: { GrpHdr: never; PmtInf: Payment } }
    }
  ).Document.CstmrCdtTrfInitn
  return { head: GrpHdr, payment: PmtInf, transfers: [PmtInf.CdtTrfTxInf].flat() }
}

describe.each(ENGINES)('refunds on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const clock = { now: atNoon(START) }
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openBillingPlatform(opened.database, clock, ['test-bank', 'invoice'])
    await get(test.of('ak').saveSeller({ body: SELLER }))
  })
  beforeEach(() => {
    clock.now = atNoon(START)
    test.mails.length = 0
  })
  afterAll(() => opened.drop())

  const ak = () => test.of('ak')
  const order = async (
    sub: string,
    payment: Parameters<typeof toOrder>[2] = CARD,
    platform = test,
  ): Promise<{ contract: ContractView; number: string; invoice: string }> => {
    const { number } = await get(
      platform.of('ak').placeOrder({ params: { sub }, body: toOrder('plus-pur', 1290, payment) }),
    )
    return {
      contract: await contractOf(sub),
      number,
      invoice: (await papersOf(sub)).find(({ kind }) => kind === 'invoice')!.number,
    }
  }
  const contractOf = async (sub: string): Promise<ContractView> =>
    (await get(ak().listContracts({ params: { sub } })))[0]!
  const papersOf = (sub: string): Promise<DocumentView[]> => get(ak().listDocuments({ params: { sub } }))
  const correctionsOf = async (sub: string) =>
    (await papersOf(sub)).filter(({ kind }) => kind === 'correction').map(({ grossCents }) => grossCents)
  const chargesOf = async (sub: string) =>
    (await get(ak().listCharges({ params: { sub } }))).map(({ amountCents, state }) => `${amountCents} ${state}`)
  const refund = (invoice: string, cents: number | null, idempotencyKey: string, platform = test) =>
    platform.of('ak').refundInvoice({ body: { invoice, cents, idempotencyKey, reason: 'goodwill' } })
  const notices = () =>
    test.mails.flatMap((mail) =>
      mail.template === 'contract-notice' ? [`${mail.data.kind} ${mail.data.cents ?? ''}`.trim()] : [],
    )

  it('a part and then the rest each get a correction, a letter and a number without a gap', async () => {
    const sub = newReader()
    const { invoice } = await order(sub)
    test.mails.length = 0
    const first = await get(refund(invoice, 400, 'ticket-1'))
    expect(first).toMatchObject({ cents: 400, state: 'done', reason: 'goodwill' })
    expect(await get(refund(invoice, 400, 'ticket-1'))).toEqual(first)
    expect(await outcomeOf(refund(invoice, 500, 'ticket-1'))).toBe('409 KEY_USED')
    expect([await correctionsOf(sub), await chargesOf(sub)]).toEqual([[-400], ['1290 paid']])
    expect((await refund(invoice, 891, 'ticket-2')) as object).toMatchObject({
      ok: false,
      problem: { code: 'TOO_MUCH', fields: { leftCents: '890' } },
    })
    expect(await get(refund(invoice, null, 'ticket-3'))).toMatchObject({ cents: 890, state: 'done' })
    expect([(await correctionsOf(sub)).toSorted((a, b) => b - a), await chargesOf(sub), notices()]).toEqual([
      [-400, -890],
      ['1290 refunded'],
      ['credited 400', 'credited 890'],
    ])
    expect(await outcomeOf(refund(invoice, null, 'ticket-4'))).toBe('409 NOTHING_LEFT')
    expect(await outcomeOf(refund('AK-2026-999999', null, 'ticket-5'))).toBe('404 NOT_FOUND')
    expect(
      await outcomeOf(
        test.of('fb').refundInvoice({ body: { invoice, cents: null, idempotencyKey: 'other', reason: 'goodwill' } }),
      ),
    ).toBe('404 NOT_FOUND')
    // The contract goes on; a refunded amount is not credited again.
    expect(await contractOf(sub)).toMatchObject({ state: 'active' })
    const numbers = (
      await sql<{
        invoice_number: string
      }>`select invoice_number from subscription.invoices order by invoice_number`.execute(opened.database.db)
    ).rows.map((row) => Number(row.invoice_number.slice(-6)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('a change of plan credits the payment without its refunds', async () => {
    const sub = newReader()
    const { invoice } = await order(sub)
    await get(refund(invoice, 290, 'ticket-1'))
    expect((await contractOf(sub)).plans.find(({ offerId }) => offerId === 'plus-jahr')).toMatchObject({
      kind: 'at-once',
      creditCents: 1000,
      dueCents: 8900,
    })
  })

  it('never exceed the payment, not from concurrent processes and not by SQL either', async () => {
    const sub = newReader()
    const { invoice } = await order(sub)
    const others = await Promise.all(
      [1, 2, 3].map(() => openBillingPlatform(opened.database, clock, ['test-bank', 'invoice'])),
    )
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        outcomeOf(refund(invoice, 400, `at-once-${index % 12}`, [test, ...others][index % 4])),
      ),
    )
    const { rows } = await sql<{
      sum: number
      count: number
    }>`select sum(r.amount_cents)::int as sum, count(*)::int as count from subscription.refunds r join subscription.invoices i on i.charge_id = r.charge_id where i.invoice_number = ${invoice}`.execute(
      opened.database.db,
    )
    expect(rows).toEqual([{ sum: 1200, count: 3 }])
    expect(outcomes.filter((outcome) => outcome !== 'ok').every((outcome) => outcome === '409 TOO_MUCH')).toBe(true)
    expect(await correctionsOf(sub)).toEqual([-400, -400, -400])
    const [charge] = await get(ak().listCharges({ params: { sub } }))
    const { customerId } = await get(ak().openCustomer({ params: { sub } }))
    const add = (cents: number, chargeId = charge!.id) =>
      sql`insert into subscription.refunds (mandator, refund_id, charge_id, customer_id, amount_cents, reason, state, idempotency_key, created_at, changed_at) values ('ak', ${`R-${cents}`}, ${chargeId}, ${customerId}, ${cents}, 'goodwill', 'done', ${`by-hand-${cents}`}, now(), now())`.execute(
        opened.database.db,
      )
    await expect(add(91)).rejects.toThrow(/refunded_within_paid/)
    await expect(
      sql`update subscription.charges set refunded_cents = 0 where charge_id = ${charge!.id}`.execute(
        opened.database.db,
      ),
    ).rejects.toThrow('follows from refunds')
    await expect(
      sql`update subscription.refunds set amount_cents = 1 where charge_id = ${charge!.id}`.execute(opened.database.db),
    ).rejects.toThrow('stays what it is')
    await sql`update subscription.charges set state = 'failed' where charge_id = ${charge!.id}`.execute(
      opened.database.db,
    )
    await expect(add(1)).rejects.toThrow('Nothing was paid')
  })

  it('of a payment by transfer are made by the office and booked once', async () => {
    const sub = newReader()
    const { invoice } = await order(sub, { kind: 'invoice' })
    expect(await outcomeOf(refund(invoice, null, 'ticket-1'))).toBe('409 NOT_PAID')
    expect(await get(ak().bookTransfers({ body: { invoices: [invoice] } }))).toMatchObject([{ outcome: 'booked' }])
    const { id } = await get(refund(invoice, 290, 'ticket-1'))
    expect((await get(ak().getBillingStatus({}))).refunds).toMatchObject([{ id, cents: 290, state: 'by-hand' }])
    const book = async () =>
      (await get(ak().bookRefunds({ body: { refunds: [id, 'R-000000000000000000000000'] } }))).map(
        ({ outcome }) => outcome,
      )
    expect([await book(), await book()]).toEqual([
      ['booked', 'unknown'],
      ['known', 'unknown'],
    ])
    expect((await get(ak().getBillingStatus({}))).refunds).toEqual([])
  })

  it('a withdrawal ends the contract at once and refunds the whole payment, once', async () => {
    const sub = newReader()
    const { number } = await order(sub)
    test.mails.length = 0
    clock.now = atNoon('2026-12-02')
    const withdraw = (declaredOn: string) => ak().withdrawOrder({ body: { order: number, declaredOn } })
    expect((await withdraw('2026-12-08')) as object).toMatchObject({
      ok: false,
      problem: { code: 'TOO_LATE', fields: { lastDay: '2026-12-07' } },
    })
    const done = await get(withdraw('2026-12-01'))
    expect(done).toMatchObject([{ cents: 1290, state: 'done', reason: 'withdrawal' }])
    expect(await get(withdraw('2026-12-01'))).toEqual(done)
    expect(await test.service.rolesOf('ak', sub)).toEqual([])
    expect([await contractOf(sub), await chargesOf(sub), await correctionsOf(sub), notices()]).toMatchObject([
      { state: 'ended', endsOn: '2026-12-01', plans: [] },
      ['1290 refunded'],
      [-1290],
      ['credited 1290', 'withdrawn'],
    ])
    await walk(test, '2026-12-23', '2027-01-23', 15)
    expect(await chargesOf(sub)).toEqual(['1290 refunded'])
  })

  it('a withdrawal before payment cancels the charge; delivered coins stay sold', async () => {
    const [sub, other] = [newReader(), newReader()]
    const { number } = await order(sub, { kind: 'invoice' })
    expect(await get(ak().withdrawOrder({ body: { order: number, declaredOn: START } }))).toEqual([])
    expect([await chargesOf(sub), await correctionsOf(sub)]).toEqual([['1290 cancelled'], [-1290]])
    const coins = await get(
      ak().placeOrder({
        params: { sub: other },
        body: { ...toOrder('coins-5', 395, CARD), consents: { terms: true, withdrawalLapses: true } },
      }),
    )
    expect(await outcomeOf(ak().withdrawOrder({ body: { order: coins.number, declaredOn: START } }))).toBe('409 LAPSED')
  })

  it('reported no bug', () => expect(test.errors).toEqual([]))
})

describe.each(ENGINES)('refunds of our own direct debits on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const clock = { now: atNoon(START) }
  const IBAN = 'DE93999999990000000001'
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openBillingPlatform(opened.database, clock)
    await get(test.of('ak').saveSeller({ body: SELLER }))
  })
  beforeEach(() => {
    clock.now = atNoon(START)
    test.mails.length = 0
  })
  afterAll(() => opened.drop())

  const ak = () => test.of('ak')
  const order = async (sub: string): Promise<{ number: string; invoice: string; chargeId: string }> => {
    const { number } = await get(ak().placeOrder({ params: { sub }, body: toOrder('plus-pur', 1290, DEBIT) }))
    return {
      number,
      invoice: (await get(ak().listDocuments({ params: { sub } }))).find(({ kind }) => kind === 'invoice')!.number,
      chargeId: (await get(ak().listCharges({ params: { sub } })))[0]!.id,
    }
  }
  const collected = async (sub: string) => {
    const found = await order(sub)
    await get(ak().collectDebits({}))
    await walk(test, '2026-12-08', '2026-12-08')
    return found
  }
  const refund = (invoice: string, cents: number | null, idempotencyKey = 'ticket') =>
    ak().refundInvoice({ body: { invoice, cents, idempotencyKey, reason: 'goodwill' } })
  const stateOf = async (sub: string) => (await get(ak().listCharges({ params: { sub } })))[0]!.state
  const bookReturn = async (endToEndId: string) =>
    (await get(ak().bookReturns({ body: { returns: [{ endToEndId, reason: 'AC04' }] } })))[0]!.outcome
  const refundsOf = async (chargeId: string) =>
    (
      await sql<{
        state: string
        amount_cents: number
      }>`select state, amount_cents from subscription.refunds where charge_id = ${chargeId} order by created_at`.execute(
        opened.database.db,
      )
    ).rows.map(({ state, amount_cents: cents }) => `${cents} ${state}`)

  it('stand in one valid file of credit transfers, also under repeated and concurrent requests', async () => {
    const sub = newReader()
    const { invoice } = await collected(sub)
    const [first, second] = [await get(refund(invoice, 333, 'one')), await get(refund(invoice, 67, 'two'))]
    expect([first.state, second.state]).toEqual(['transfer', 'transfer'])
    const other = await openBillingPlatform(opened.database, clock)
    const made = (await Promise.all([get(ak().payRefunds({})), get(other.of('ak').payRefunds({}))])).filter(
      (one) => one !== null,
    )
    expect(made).toHaveLength(1)
    const { collection, document } = made[0]!
    const { head, payment, transfers } = readTransfers(document)
    expect(collection).toMatchObject({ count: 2, cents: 400, collectOn: '2026-12-08' })
    expect([head, payment]).toMatchObject([
      { MsgId: collection.id, NbOfTxs: '2', CtrlSum: '4.00' },
      {
        PmtMtd: 'TRF',
        NbOfTxs: '2',
        CtrlSum: '4.00',
        ReqdExctnDt: { Dt: '2026-12-08' },
        DbtrAcct: { Id: { IBAN: SELLER.iban } },
      },
    ])
    const correction = (await get(ak().listDocuments({ params: { sub } }))).find(
      ({ grossCents }) => grossCents === -333,
    )!
    expect(transfers.toSorted((a, b) => Number(b.Amt.InstdAmt) - Number(a.Amt.InstdAmt))).toMatchObject([
      {
        PmtId: { EndToEndId: first.id },
        Amt: { InstdAmt: '3.33' },
        Cdtr: { Nm: 'Lukasz Groesse + Soehne' },
        CdtrAcct: { Id: { IBAN } },
        RmtInf: { Ustrd: `Auental Medien GmbH + Co. KG Erstattung ${correction.number}` },
      },
      { PmtId: { EndToEndId: second.id }, Amt: { InstdAmt: '0.67' } },
    ])
    expect((await get(ak().getCollection({ params: { collectionId: collection.id } }))).document).toBe(document)
    expect((await get(ak().getBillingStatus({}))).collections.map(({ id }) => id)).not.toContain(collection.id)
    const kept = (
      await sql<{
        text: string
      }>`select c::text as text from subscription.collections c union all select r::text from subscription.refunds r`.execute(
        opened.database.db,
      )
    ).rows
      .map(({ text }) => text)
      .join('')
    expect(`${kept}${JSON.stringify([test.mails, first])}`).not.toContain(IBAN)

    // The account was closed meanwhile: the office asks the reader for another one.
    expect([await bookReturn(first.id), await bookReturn(first.id)]).toEqual(['booked', 'known'])
    expect((await get(ak().getBillingStatus({}))).refunds).toMatchObject([
      { id: first.id, state: 'by-hand', failure: 'RETURNED AC04' },
    ])
    await get(ak().bookRefunds({ body: { refunds: [first.id] } }))
  })

  it('wait after a return debit, and are void if the whole payment was to be refunded', async () => {
    const [part, whole] = [newReader(), newReader()]
    const [of, all] = [await order(part), await order(whole)]
    await get(ak().collectDebits({}))
    await walk(test, '2026-12-08', '2026-12-08')
    await get(refund(of.invoice, 290))
    await get(refund(all.invoice, null))
    expect([await bookReturn(`${of.chargeId}-0`), await bookReturn(`${all.chargeId}-0`)]).toEqual(['booked', 'known'])
    expect([await refundsOf(of.chargeId), await refundsOf(all.chargeId)]).toEqual([['290 transfer'], ['1290 void']])
    expect(await get(ak().payRefunds({}))).toBeNull()
    const [contract] = await get(ak().listContracts({ params: { sub: part } }))
    await get(ak().changePayment({ params: { sub: part, id: contract!.id }, body: { payment: CARD } }))
    expect(await stateOf(part)).toBe('paid')
  })

  it('after a withdrawal: a debit in no file is never drawn, one in a file is refunded once it is paid', async () => {
    const [early, late] = [newReader(), newReader()]
    const first = await order(early)
    const withdraw = (number: string) => get(ak().withdrawOrder({ body: { order: number, declaredOn: START } }))
    expect([await withdraw(first.number), await stateOf(early)]).toEqual([[], 'cancelled'])
    const second = await order(late)
    expect((await get(ak().collectDebits({})))!.collection).toMatchObject({ count: 1 })
    expect([await withdraw(second.number), await stateOf(late)]).toEqual([[], 'submitted'])
    await walk(test, '2026-12-08', '2026-12-08')
    await test.service.orders.resume()
    expect([await stateOf(late), await refundsOf(second.chargeId)]).toEqual(['refunded', ['1290 transfer']])
    expect((await get(ak().payRefunds({})))!.collection).toMatchObject({ count: 1, cents: 1290 })
    expect(
      (await get(ak().listDocuments({ params: { sub: late } })))
        .map(({ grossCents, kind }) => `${kind} ${grossCents}`)
        .toSorted(),
    ).toEqual(['correction -1290', 'invoice 1290', 'order 1290'])
  })

  it('need the account: it stays until the refund is sent, also for an erased reader', async () => {
    const sub = newReader()
    const { chargeId, number } = await order(sub)
    await get(ak().collectDebits({}))
    await get(ak().withdrawOrder({ body: { order: number, declaredOn: START } }))
    await test.service.personalData.erase({ publication: 'ak', sub, email: '', isShadow: false, isEmailVerified: true })
    await test.service.orders.resume()
    await walk(test, '2026-12-08', '2026-12-08')
    await test.service.orders.resume()
    expect(await refundsOf(chargeId)).toEqual(['1290 transfer'])
    expect(
      readTransfers((await get(ak().payRefunds({})))!.document).transfers.map(({ CdtrAcct }) => CdtrAcct.Id.IBAN),
    ).toEqual([IBAN])
    await test.service.orders.resume()
    const { rows } = await sql<{
      sealed_account: string | null
    }>`select m.sealed_account from subscription.payment_methods m join subscription.charges c on c.payment_method_id = m.id where c.charge_id = ${chargeId}`.execute(
      opened.database.db,
    )
    expect(rows).toEqual([{ sealed_account: null }])
  })

  it('reported no bug', () => expect(test.errors).toEqual([]))
})

describe.each(ENGINES)('money returned before the table of refunds existed, on %s', (engine) => {
  it('becomes a refund, and old credits are listed for the office to transfer', async () => {
    const opened = await openTestDatabase(engine, createTestDatabase)
    const all = await migrationsIn(join(import.meta.dirname, '..'))
    const older = Object.entries(all).filter(([name]) => name < '0007')
    await migrate(opened.database, 'subscription', Object.fromEntries(older))
    const run = (text: string) => sql.raw(text).execute(opened.database.db)
    await run(
      "insert into subscription.customers values ('ak', '123456789', null, '00000000-0000-4000-8000-000000000001', now(), now())",
    )
    await run(
      "insert into subscription.payment_methods (mandator, id, customer_id, kind, provider, holder, label, created_at) values ('ak', 'P-1', '123456789', 'sepa', 'sepa', '', '', now())",
    )
    const charge = (id: string, state: string, failure: string | null) =>
      sql`insert into subscription.charges (mandator, charge_id, customer_id, subscription_id, payment_method_id, kind, period_from, amount_cents, vat_percent, description, state, due_on, failure, created_at, changed_at)
        values ('ak', ${id}, '123456789', ${id}, 'P-1', 'first', '2026-01-01', 990, 7, 'Plus', ${state}, '2026-01-01', ${failure}, now(), now())`.execute(
        opened.database.db,
      )
    await charge('credited', 'paid', null)
    await charge('given-back', 'refunded', null)
    await charge('by-hand', 'refunded', 'BY_HAND')
    await charge('kept', 'paid', null)
    await run(`insert into subscription.invoices (mandator, invoice_number, kind, customer_id, charge_id, issued_on, data, created_at) values
      ('ak', 'AK-2026-000001', 'invoice', '123456789', 'credited', '2026-01-01', '{"sums":{"grossCents":990}}', now()), ('ak', 'AK-2026-000002', 'correction', '123456789', 'credited', '2026-01-01', '{"sums":{"grossCents":-400}}', now()),
      ('ak', 'AK-2026-000003', 'invoice', '123456789', 'given-back', '2026-01-01', '{"sums":{"grossCents":990}}', now()), ('ak', 'AK-2026-000004', 'correction', '123456789', 'given-back', '2026-01-01', '{"sums":{"grossCents":-990}}', now())`)
    const test = await openBillingPlatform(opened.database, { now: atNoon(START) })
    const { rows } =
      await sql`select r.charge_id as charge, r.amount_cents as cents, r.state, c.refunded_cents as refunded, i.invoice_number as paper from subscription.refunds r join subscription.charges c using (mandator, charge_id) left join subscription.invoices i on i.refund_id = r.refund_id order by 1`.execute(
        opened.database.db,
      )
    expect(rows).toEqual([
      { charge: 'by-hand', cents: 990, state: 'by-hand', refunded: 990, paper: null },
      { charge: 'credited', cents: 400, state: 'by-hand', refunded: 400, paper: 'AK-2026-000002' },
      { charge: 'given-back', cents: 990, state: 'done', refunded: 990, paper: 'AK-2026-000004' },
    ])
    expect(
      (await get(test.of('ak').getBillingStatus({}))).refunds.map(({ cents }) => cents).toSorted((a, b) => a - b),
    ).toEqual([400, 990])
    await opened.drop()
  })
})

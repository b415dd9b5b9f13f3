import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { DocumentView } from '@lokalteil/contracts/commerce/invoices'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { addDays, type Day } from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import * as stuckPlanChanges from '../migrations/0016-stuck-plan-changes.ts'
import type { CommerceDb } from '../schema.ts'
import {
  atNoon,
  CARD,
  DECLINED,
  openBillingPlatform,
  SELLER,
  toOrder,
  walk,
  type BillingPlatform,
} from './billing.testing.ts'
import { get, outcomeOf } from '../coins/ledger.testing.ts'

const START = '2026-11-21'
let counted = 0
const newReader = () => `payer-${++counted}-0000`

describe.each(ENGINES)('billing on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const clock = { now: atNoon(START) }
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
  const order = (
    sub: string,
    offerId: string,
    cents: number,
    payment: Parameters<typeof toOrder>[2] = CARD,
    more = {},
  ) => get(ak().placeOrder({ params: { sub }, body: toOrder(offerId, cents, payment, more) }))
  const contractOf = async (sub: string): Promise<ContractView> =>
    (await get(ak().listContracts({ params: { sub } })))[0]!
  const rolesOf = (sub: string) => test.service.rolesOf('ak', sub)
  const chargesOf = async (sub: string) =>
    (await get(ak().listCharges({ params: { sub } })))
      .toReversed()
      .map(({ kind, state, amountCents, periodFrom }) => `${kind} ${periodFrom} ${amountCents} ${state}`)
  const noticesSent = () =>
    test.mails
      .filter(
        (mail): mail is Extract<MailMessageInput, { template: 'contract-notice' }> =>
          mail.template === 'contract-notice',
      )
      .map(({ data }) => data.kind)
  const to = async (from: Day, day: Day, step = 1) => walk(test, from, day, step)
  const at = (sub: string, id: string) => ({ params: { sub, id } })

  it('S2.2-10 runs a subscription over two years: renewals, a failed payment, a pause, another plan, the end', async () => {
    const sub = newReader()
    await order(sub, 'plus-monat', 100)
    const { id, trial } = await contractOf(sub)
    expect(trial).toEqual({ until: '2026-12-20', cents: 100 })
    await to('2026-11-22', '2027-02-20', 7)
    expect(await chargesOf(sub)).toEqual([
      'first 2026-11-21 100 paid',
      'renewal 2026-12-21 990 paid',
      'renewal 2027-01-21 990 paid',
    ])
    expect(await contractOf(sub)).toMatchObject({
      state: 'active',
      period: { from: '2027-01-21', to: '2027-02-20' },
      nextCharge: { on: '2027-02-21', cents: 990 },
      trial: null,
      earliestEnd: '2027-02-20',
      payment: { kind: 'card', label: 'Testkarte •••• 0012' },
    })

    // The card is refused from now on: access ends that day, two reminders follow, and another card restores access at once.
    expect(await get(ak().changePayment({ ...at(sub, id), body: { payment: DECLINED } }))).toMatchObject({
      outcome: 'saved',
    })
    await to('2027-02-21', '2027-02-23')
    expect(await rolesOf(sub)).toEqual([])
    expect(await contractOf(sub)).toMatchObject({
      state: 'payment_failed',
      open: { cents: 990, since: '2027-02-21', endsOn: '2027-03-14' },
    })
    await to('2027-02-24', '2027-03-05')
    expect(noticesSent()).toEqual(['payment-failed', 'payment-reminder', 'payment-reminder'])
    expect(await get(ak().payOpen(at(sub, id)))).toMatchObject({ outcome: 'failed' })
    expect(await get(ak().changePayment({ ...at(sub, id), body: { payment: CARD } }))).toMatchObject({
      outcome: 'paid',
      contract: { state: 'active', open: null },
    })
    expect(await rolesOf(sub)).toEqual(['PLUS_USER'])
    expect(noticesSent().at(-1)).toBe('payment-recovered')

    // A pause of two months: no charge and no access; periods are counted on afterwards.
    expect(await get(ak().pauseContract({ ...at(sub, id), body: { months: 2 } }))).toMatchObject({
      state: 'active',
      pause: { from: '2027-03-21', resumesOn: '2027-05-21' },
      pauseFrom: null,
    })
    expect(await rolesOf(sub)).toEqual(['PLUS_USER'])
    await to('2027-03-06', '2027-05-20', 5)
    expect(await rolesOf(sub)).toEqual([])
    expect(await contractOf(sub)).toMatchObject({
      state: 'paused',
      resumesOn: '2027-05-21',
      nextCharge: { on: '2027-05-21', cents: 990 },
    })
    await to('2027-05-21', '2027-06-04', 2)
    expect(await rolesOf(sub)).toEqual(['PLUS_USER'])
    expect((await chargesOf(sub)).slice(3)).toEqual(['renewal 2027-02-21 990 paid', 'renewal 2027-05-21 990 paid'])
    expect(await outcomeOf(ak().pauseContract({ ...at(sub, id), body: { months: 1 } }))).toBe('409 NOT_POSSIBLE')

    // Half a month later the yearly plan: 17 of 31 days are credited.
    const year = (await contractOf(sub)).plans.find(({ offerId }) => offerId === 'plus-jahr')!
    expect(year).toMatchObject({ kind: 'at-once', from: '2027-06-04', creditCents: 543, dueCents: 9357 })
    expect(
      await outcomeOf(ak().changePlan({ ...at(sub, id), body: { offerId: 'plus-jahr', confirmedCents: 9900 } })),
    ).toBe('409 PRICE_CHANGED')
    expect(
      await get(ak().changePlan({ ...at(sub, id), body: { offerId: 'plus-jahr', confirmedCents: 9357 } })),
    ).toMatchObject({
      name: 'Plus Jahr',
      period: { from: '2027-06-04', to: '2028-06-03' },
      nextCharge: { on: '2028-06-04', cents: 9900 },
      earliestEnd: '2028-06-03',
    })
    test.mails.length = 0
    await to('2027-06-05', '2028-06-04', 7)
    expect(noticesSent()).toEqual(['renewal', 'renewal'])
    expect((await chargesOf(sub)).slice(5)).toEqual(['change 2027-06-04 9357 paid', 'renewal 2028-06-04 9900 paid'])

    // In the second year a month's notice is enough, and unused days are refunded.
    clock.now = atNoon('2028-09-04')
    expect((await contractOf(sub)).earliestEnd).toBe('2028-10-04')
    expect(await outcomeOf(ak().cancelContract({ ...at(sub, id), body: { confirmedEnd: '2028-09-30' } }))).toBe(
      '409 END_CHANGED',
    )
    expect(await get(ak().cancelContract({ ...at(sub, id), body: { confirmedEnd: '2028-10-04' } }))).toMatchObject({
      state: 'cancelled',
      endsOn: '2028-10-04',
      isCancellationUndoable: true,
    })
    expect(await get(ak().undoCancellation(at(sub, id)))).toMatchObject({ state: 'active', endsOn: null })
    await get(ak().cancelContract({ ...at(sub, id), body: { confirmedEnd: '2028-10-04' } }))
    clock.now = atNoon('2028-10-04')
    expect(await rolesOf(sub)).toEqual(['PLUS_USER'])
    await to('2028-10-05', '2028-11-21', 9)
    expect(await rolesOf(sub)).toEqual([])
    expect(await contractOf(sub)).toMatchObject({ state: 'ended', earliestEnd: null, plans: [], nextCharge: null })
    expect(noticesSent().slice(2)).toEqual(['cancelled', 'cancellation-undone', 'cancelled', 'credited', 'ended'])

    // Every amount has its invoice, every number is used once.
    const papers = await get(ak().listDocuments({ params: { sub } }))
    const invoices = papers.filter(({ kind }) => kind !== 'order').toReversed()
    expect(invoices.map(({ grossCents }) => grossCents)).toEqual([100, 990, 990, 990, 990, 9357, 9900, -6564])
    expect(invoices.map(({ number }) => number)).toEqual([
      'AK-2026-000001',
      'AK-2026-000002',
      ...['1', '2', '3', '4'].map((one) => `AK-2027-00000${one}`),
      'AK-2028-000001',
      'AK-2028-000002',
    ])
    expect(test.errors).toEqual([])
  })

  it('ends an unpaid contract after two reminders and three weeks, and cancels charges for time without access', async () => {
    const sub = newReader()
    await order(sub, 'plus-pur', 1290)
    const { id } = await contractOf(sub)
    await get(ak().changePayment({ ...at(sub, id), body: { payment: DECLINED } }))
    await to('2026-12-20', '2027-01-12', 2)
    expect(noticesSent()).toEqual(['payment-failed', 'payment-reminder', 'payment-reminder', 'ended-unpaid'])
    expect(await contractOf(sub)).toMatchObject({ state: 'ended', open: null, earliestEnd: null })
    expect(await chargesOf(sub)).toEqual(['first 2026-11-21 1290 paid', 'renewal 2026-12-21 1290 cancelled'])
    expect(await outcomeOf(ak().changePayment({ ...at(sub, id), body: { payment: CARD } }))).toBe('409 NOT_POSSIBLE')
  })

  it('catches up after a month without a run, and charges each period once', async () => {
    const sub = newReader()
    await order(sub, 'plus-monat', 100)
    await to('2027-02-25', '2027-02-25')
    const charges = [
      'first 2026-11-21 100 paid',
      'renewal 2026-12-21 990 paid',
      'renewal 2027-01-21 990 paid',
      'renewal 2027-02-21 990 paid',
    ]
    expect((await chargesOf(sub)).toSorted()).toEqual(charges)
    await to('2027-02-25', '2027-02-25')
    expect((await chargesOf(sub)).toSorted()).toEqual(charges)
  })

  it('charges once when four processes run at the same time', async () => {
    const subs = Array.from({ length: 8 }, newReader)
    for (const sub of subs) await order(sub, 'plus-monat', 100)
    const failing = subs[0]!
    await get(ak().changePayment({ ...at(failing, (await contractOf(failing)).id), body: { payment: DECLINED } }))
    test.mails.length = 0
    const others = await Promise.all([1, 2, 3].map(() => openBillingPlatform(opened.database, clock)))
    const all = [test, ...others]
    for (const day of ['2026-12-21', '2026-12-24', '2027-01-11']) {
      clock.now = atNoon(day)
      await Promise.all(all.map(({ service }) => service.billing.run(['ak'])))
    }
    for (const sub of subs.slice(1))
      expect(await chargesOf(sub)).toEqual(['first 2026-11-21 100 paid', 'renewal 2026-12-21 990 paid'])
    expect(await chargesOf(failing)).toEqual(['first 2026-11-21 100 paid', 'renewal 2026-12-21 990 cancelled'])
    const notices = all
      .flatMap(({ mails }) => mails)
      .filter((mail) => mail.template === 'contract-notice')
      .map(({ data }) => (data as { kind: string }).kind)
    expect(notices.toSorted()).toEqual(['ended-unpaid', 'payment-failed', 'payment-reminder'])
    const numbers = (await opened.database.db
      .selectFrom('subscription.invoices' as never)
      .select('invoice_number' as never)
      .execute()) as unknown as { invoice_number: string }[]
    for (const year of ['2026', '2027']) {
      const own = numbers
        .map(({ invoice_number }) => invoice_number)
        .filter((number) => number.startsWith(`AK-${year}`))
        .toSorted()
      expect(own.map((number) => Number(number.slice(-6)))).toEqual(own.map((_, index) => index + 1))
    }
    expect(all.flatMap(({ errors }) => errors)).toEqual([])
  })

  it('changes to a cheaper plan at the end of the paid period, and to a dearer one only after its payment', async () => {
    const sub = newReader()
    await order(sub, 'plus-pur', 1290)
    const { id, plans } = await contractOf(sub)
    expect(plans.find(({ offerId }) => offerId === 'pur')).toMatchObject({
      kind: 'later',
      from: '2026-12-21',
      dueCents: 0,
    })
    expect(await get(ak().changePlan({ ...at(sub, id), body: { offerId: 'pur', confirmedCents: 0 } }))).toMatchObject({
      name: 'Plus + Pur',
      change: { name: 'Pur', from: '2026-12-21', priceCents: 490 },
      nextCharge: { cents: 490 },
      plans: [],
      pauseFrom: null,
    })
    expect(await get(ak().undoPlanChange(at(sub, id)))).toMatchObject({ change: null, nextCharge: { cents: 1290 } })
    await get(ak().changePlan({ ...at(sub, id), body: { offerId: 'pur', confirmedCents: 0 } }))
    expect(await rolesOf(sub)).toEqual(['PLUS_USER', 'PUR_USER'])
    await to('2026-12-21', '2026-12-21')
    expect(await rolesOf(sub)).toEqual(['PUR_USER'])
    expect(await contractOf(sub)).toMatchObject({ name: 'Pur', priceCents: 490, change: null })
    expect(await chargesOf(sub)).toEqual(['first 2026-11-21 1290 paid', 'renewal 2026-12-21 490 paid'])

    await get(ak().changePayment({ ...at(sub, id), body: { payment: DECLINED } }))
    const { dueCents } = (await contractOf(sub)).plans.find(({ offerId }) => offerId === 'plus-pur')!
    expect(dueCents).toBe(800)
    expect(
      await outcomeOf(ak().changePlan({ ...at(sub, id), body: { offerId: 'plus-pur', confirmedCents: dueCents } })),
    ).toBe('402 PAYMENT_FAILED')
    expect(await contractOf(sub)).toMatchObject({ name: 'Pur', state: 'active', change: null, open: null })
    await get(ak().changePayment({ ...at(sub, id), body: { payment: CARD } }))
    // The same day again, now with a card that pays.
    expect(
      await get(ak().changePlan({ ...at(sub, id), body: { offerId: 'plus-pur', confirmedCents: dueCents } })),
    ).toMatchObject({ name: 'Plus + Pur', state: 'active' })
    expect(await rolesOf(sub)).toEqual(['PLUS_USER', 'PUR_USER'])
    expect(await chargesOf(sub)).toContain('change 2026-12-21 800 paid')
  })

  const change = (sub: string, id: string, offerId: string, confirmedCents: number) =>
    ak().changePlan({ ...at(sub, id), body: { offerId, confirmedCents } })
  const dueFor = async (sub: string, offerId: string) =>
    (await contractOf(sub)).plans.find((one) => one.offerId === offerId)?.dueCents

  it('refuses a second change of plan on one day with a reason, and allows it on the next with the full credit', async () => {
    const sub = newReader()
    await order(sub, 'plus-monat', 100)
    await to('2026-12-21', '2026-12-21')
    const { id } = await contractOf(sub)
    clock.now = atNoon('2027-01-05')
    // 16 of 31 days of 9,90 € are left.
    expect(await dueFor(sub, 'plus-pur')).toBe(1290 - 511)
    await get(change(sub, id, 'plus-pur', 779))
    expect(await dueFor(sub, 'plus-jahr')).toBeUndefined()
    expect(await change(sub, id, 'plus-jahr', 9900 - 1290)).toMatchObject({
      ok: false,
      status: 409,
      problem: { code: 'NOT_POSSIBLE', fields: { reason: 'CHANGED_TODAY' } },
    })
    expect(await contractOf(sub)).toMatchObject({ name: 'Plus + Pur', change: null })
    const paper = (await get(ak().listDocuments({ params: { sub } }))).find(({ kind }) => kind === 'invoice')
    expect(paper).toMatchObject({ about: 'Plus + Pur', grossCents: 779 })
    clock.now = atNoon('2027-01-06')
    // 30 of 31 days of 12,90 €, including the part that was paid with the credit.
    expect(await dueFor(sub, 'plus-jahr')).toBe(9900 - 1248)
    await get(change(sub, id, 'plus-jahr', 9900 - 1248))
    expect(await contractOf(sub)).toMatchObject({ name: 'Plus Jahr', period: { to: '2028-01-05' } })
    expect(test.errors).toEqual([])
  })

  it('refunds the value of the unused time at an early end, from the charges that paid for it', async () => {
    const sub = newReader()
    await order(sub, 'plus-pur', 1290)
    const { id } = await contractOf(sub)
    clock.now = atNoon('2026-12-05')
    const due = (await dueFor(sub, 'plus-jahr'))!
    await get(change(sub, id, 'plus-jahr', due))
    const db = opened.database.db as CommerceDb
    await db
      .updateTable('subscription.subscriptions')
      .set({ state: 'cancelled', cancelled_on: '2026-12-05', ends_on: '2026-12-05' })
      .where('id', '=', id)
      .execute()
    await to('2026-12-06', '2026-12-06')
    const refunds = await db
      .selectFrom('subscription.refunds as r')
      .innerJoin('subscription.charges as c', 'c.charge_id', 'r.charge_id')
      .select(['r.amount_cents', 'c.kind'])
      .where('c.subscription_id', '=', id)
      .orderBy('r.amount_cents', 'desc')
      .execute()
    // 364 of 365 days of 99,00 €; the day that was used is 27 cents.
    const used = 27
    expect(refunds).toEqual([
      { amount_cents: due, kind: 'change' },
      { amount_cents: 9900 - used - due, kind: 'first' },
    ])
  })

  it('charges a period again whose charge was cancelled, at today’s price', async () => {
    const sub = newReader()
    await order(sub, 'plus-pur', 1290)
    await to('2026-12-21', '2026-12-21')
    const { id } = await contractOf(sub)
    const db = opened.database.db as CommerceDb
    await db
      .updateTable('subscription.charges')
      .set({ state: 'cancelled' })
      .where('subscription_id', '=', id)
      .where('kind', '=', 'renewal')
      .execute()
    await to('2026-12-22', '2026-12-22')
    expect(await chargesOf(sub)).toEqual(['first 2026-11-21 1290 paid', 'renewal 2026-12-21 1290 paid'])
  })

  it('repairs contracts that a second change on one day had blocked, and the lines it had overwritten', async () => {
    const sub = newReader()
    await order(sub, 'plus-monat', 100)
    const { id } = await contractOf(sub)
    const due = (await dueFor(sub, 'plus-pur'))!
    await get(change(sub, id, 'plus-pur', due))
    const db = opened.database.db as CommerceDb
    const lines = () =>
      db
        .selectFrom('subscription.charges')
        .select('lines')
        .where('subscription_id', '=', id)
        .where('kind', '=', 'change')
        .executeTakeFirstOrThrow()
    const texts = async () => ((await lines()).lines as { text: string }[]).map(({ text }) => text)
    const before = await texts()
    await db
      .updateTable('subscription.charges')
      .set({ lines: JSON.stringify([{ text: 'other', grossCents: 1 }]) })
      .where('subscription_id', '=', id)
      .where('kind', '=', 'change')
      .execute()
    await db
      .updateTable('subscription.subscriptions')
      .set({ change: JSON.stringify({ kind: 'at-once', from: START, plan: {}, dueCents: 1 }) })
      .where('id', '=', id)
      .execute()
    expect((await contractOf(sub)).plans).toEqual([])
    await stuckPlanChanges.up(opened.database.db)
    expect([await texts(), (await contractOf(sub)).plans.length > 0]).toEqual([before, true])
  })

  it.each([
    ['2027-05-03', undefined, '2027-05-18'],
    ['2027-05-13', 'HH', '2027-05-27'],
    ['2027-05-13', undefined, '2027-05-28'],
  ] as const)(
    'an order of %s with a seller in %s is withdrawn until %s (§ 193 BGB)',
    async (day, federalState, last) => {
      clock.now = atNoon(day)
      await get(ak().saveSeller({ body: { ...SELLER, ...(federalState === undefined ? {} : { federalState }) } }))
      const placed = await order(newReader(), 'plus-pur', 1290)
      const withdraw = (declaredOn: Day) => ak().withdrawOrder({ body: { order: placed.number, declaredOn } })
      expect(await withdraw(addDays(last, 1))).toMatchObject({
        ok: false,
        problem: { code: 'TOO_LATE', fields: { lastDay: last } },
      })
      expect(await outcomeOf(withdraw(last))).toBe('ok')
      await get(ak().saveSeller({ body: SELLER }))
    },
  )

  it('ends a running pause on request, and cancels a future one', async () => {
    const sub = newReader()
    await order(sub, 'plus-pur', 1290)
    const { id } = await contractOf(sub)
    await get(ak().pauseContract({ ...at(sub, id), body: { months: 3 } }))
    expect(await get(ak().resumeContract(at(sub, id)))).toMatchObject({ pause: null, pauseFrom: '2026-12-21' })
    await get(ak().pauseContract({ ...at(sub, id), body: { months: 3 } }))
    await to('2026-12-21', '2026-12-31', 5)
    expect(await contractOf(sub)).toMatchObject({ state: 'paused' })
    expect(await get(ak().resumeContract(at(sub, id)))).toMatchObject({
      state: 'active',
      period: { from: '2026-12-31', to: '2027-01-30' },
      pause: null,
    })
    expect(await chargesOf(sub)).toEqual(['first 2026-11-21 1290 paid', 'renewal 2026-12-31 1290 paid'])
    expect(await rolesOf(sub)).toEqual(['PLUS_USER', 'PUR_USER'])
  })

  it('answers 404 for contracts and documents of other readers', async () => {
    const [owner, other] = [newReader(), newReader()]
    await order(owner, 'plus-monat', 100)
    await order(other, 'pur', 490)
    const { id } = await contractOf(owner)
    const [paper] = (await get(ak().listDocuments({ params: { sub: owner } }))).filter(
      ({ kind }) => kind === 'invoice',
    ) as [DocumentView]
    const wrong = at(other, id)
    expect(
      await Promise.all([
        outcomeOf(ak().cancelContract({ ...wrong, body: { confirmedEnd: '2026-12-20' } })),
        outcomeOf(ak().undoCancellation(wrong)),
        outcomeOf(ak().pauseContract({ ...wrong, body: { months: 1 } })),
        outcomeOf(ak().resumeContract(wrong)),
        outcomeOf(ak().changePlan({ ...wrong, body: { offerId: 'plus-jahr', confirmedCents: 9800 } })),
        outcomeOf(ak().undoPlanChange(wrong)),
        outcomeOf(ak().changePayment({ ...wrong, body: { payment: CARD } })),
        outcomeOf(ak().payOpen(wrong)),
        outcomeOf(ak().getDocument({ params: { sub: other, number: paper.number, format: 'pdf' } })),
        outcomeOf(test.of('fb').getDocument({ params: { sub: owner, number: paper.number, format: 'pdf' } })),
      ]),
    ).toEqual(Array.from({ length: 10 }, () => '404 NOT_FOUND'))
    expect(await contractOf(owner)).toMatchObject({ state: 'active', payment: { label: 'Testkarte •••• 0012' } })
    expect(await outcomeOf(ak().getDocument({ params: { sub: owner, number: paper.number, format: 'pdf' } }))).toBe(
      'ok',
    )
  })

  it('draws an invoice in the colour of its day of issue, and an old one without a saved colour in today’s', async () => {
    const sub = newReader()
    const { context } = test.service
    const colourOf = context.colourOf
    try {
      context.colourOf = () => '#0c5c4c'
      await order(sub, 'plus-monat', 100)
      const [paper] = await get(ak().listDocuments({ params: { sub } })).then((all) =>
        all.filter(({ kind }) => kind === 'invoice'),
      )
      const draw = async () =>
        (await get(ak().getDocument({ params: { sub, number: paper!.number, format: 'pdf' } }))).base64
      const first = await draw()
      context.colourOf = () => '#7d1c2b'
      expect(await draw()).toBe(first)
      await context.db
        .updateTable('subscription.invoices')
        .set({ data: sql`data - 'colour'` })
        .where('invoice_number', '=', paper!.number)
        .execute()
      expect(await draw()).not.toBe(first)
    } finally {
      context.colourOf = colourOf
    }
  })

  it('keeps the invoices of an erased reader unchanged, announces that before, and sends no letter after the end', async () => {
    const sub = newReader()
    await order(sub, 'plus-monat', 100)
    const reader = {
      publication: 'ak',
      sub,
      email: 'leser@auenburg.example',
      isShadow: false,
      isEmailVerified: true,
    } as const
    expect(
      (await test.service.personalData.listKept(reader)).map(({ what, until }) => `${what} bis ${until}`),
    ).toContain('Ihre Rechnung mit Namen und Anschrift bis 31.12.2034')
    const customerId = (await get(ak().openCustomer({ params: { sub } }))).customerId
    await test.service.personalData.erase(reader)
    test.mails.length = 0
    await to('2026-12-21', '2026-12-21')
    const kept = await (opened.database.db as CommerceDb)
      .selectFrom('subscription.invoices')
      .select('data')
      .where('customer_id', '=', customerId)
      .orderBy('created_at')
      .execute()
    expect((kept[0]!.data as { buyer: { name: string } }).buyer.name).toBe('Änne Größe')
    expect(noticesSent()).toEqual(['ended'])
    await test.service.orders.resume()
    test.mails.length = 0
    await to('2026-12-22', '2027-01-22', 10)
    expect(test.mails).toEqual([])
  })

  it('erases a reader whose only order was refused', async () => {
    const sub = newReader()
    expect((await order(sub, 'plus-pur', 1290, DECLINED)).state).toBe('failed')
    const { customerId } = await get(ak().openCustomer({ params: { sub } }))
    await test.service.personalData.erase({
      publication: 'ak',
      sub,
      email: 'leser@auenburg.example',
      isShadow: false,
      isEmailVerified: true,
    })
    const row = await (opened.database.db as CommerceDb)
      .selectFrom('subscription.all_orders')
      .select(['buyer', 'email'])
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ buyer: {}, email: null })
    expect(await outcomeOf(ak().findReader({ params: { customerId } }))).toBe('404 NO_CUSTOMER')
  })

  it('deletes a declaration six years after the year it was made in', async () => {
    const declared = (year: number) => ({
      mandator: 'ak',
      kind: 'withdrawal',
      receipt_number: `W-${year}-AAAA-AAAA`,
      token: `token-of-a-declaration-${year}`,
      idempotency_key: `key-of-a-declaration-${year}`,
      digest: '',
      declaration: '{}',
      received_at: new Date(`${year}-07-01T12:00:00Z`),
    })
    await (opened.database.db as CommerceDb)
      .insertInto('subscription.declarations')
      .values([declared(2019), declared(2020)])
      .execute()
    await to('2026-12-31', '2026-12-31')
    const kept = async () =>
      (
        await (opened.database.db as CommerceDb)
          .selectFrom('subscription.declarations')
          .select('receipt_number')
          .execute()
      ).map((row) => row.receipt_number)
    expect(await kept()).toEqual(['W-2020-AAAA-AAAA'])
    await to('2027-01-01', '2027-01-01')
    expect(await kept()).toEqual([])
  })
})

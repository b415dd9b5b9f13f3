import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { COMMERCE_INTERNAL, type Subscription } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { createCommerceService, type CommerceService } from '../app.ts'
import { emptyLedger } from '../coins/ledger.testing.ts'

const KEY = 'a-key-for-tests'
const NOW = new Date('2026-11-21T22:30:00Z')
const EVA = '8a1c2b3d-0000-4000-8000-00000000000a'
const JAN = '8a1c2b3d-0000-4000-8000-00000000000b'
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
const PAPER = { productName: 'Digitalzugang zum Zeitungsabo', roles: ['PLUS_USER'] }
const LIST = [
  { customerNumber: '4711001', postcode: '00412', ...PAPER },
  { customerNumber: '4711002', postcode: '00413', ...PAPER },
]

describe.each(ENGINES)('customers on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: CommerceService
  let clock = NOW
  let ak: Client<typeof COMMERCE_INTERNAL>
  let fb: Client<typeof COMMERCE_INTERNAL>
  const errors: unknown[] = []
  const clientOf = (publication: PublicationCode) =>
    createTestClient(COMMERCE_INTERNAL, {
      base: `http://subscription.local/${publication}`,
      headers: { authorization: `Bearer ${KEY}` },
      fetch: (request: Request) => service.app.fetch(request),
    })

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    ak = clientOf('ak')
    fb = clientOf('fb')
  })
  beforeEach(async () => {
    clock = NOW
    // The limiter remembers refused callers in memory: every test gets a new one.
    service = await createCommerceService({
      database: opened.database,
      serviceKey: KEY,
      queueMail: async () => {},
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    await emptyLedger(opened.database)
    for (const table of ['declarations', 'print_subscribers', 'subscriptions', 'customers', 'counters'])
      await sql.raw(`delete from subscription.${table}`).execute(opened.database.db)
  })
  afterAll(() => opened.drop())

  const outcome = async (answer: Promise<{ ok: boolean }>) => {
    const result = (await answer) as { ok: boolean; status: number; problem: { code: string } }
    return result.ok ? 'ok' : `${result.status} ${result.problem.code}`
  }
  const save = (sub: string, id: string, change: Partial<typeof PLUS> = {}) =>
    ak.saveSubscription({ params: { sub, id }, body: { ...PLUS, ...change } })
  const rolesOf = (sub: string, client = ak) => get(client.listRoles({ params: { sub } }))
  const listOf = (sub: string) => get(ak.listSubscriptions({ params: { sub } }))
  const verify = (sub: string, customerNumber: string, postcode: string) =>
    ak.verifyPrintSubscriber({ params: { sub }, body: { customerNumber, postcode } })

  it('S2.2-04 R7.7-07 gives a reader one customer in each publication, also under concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => get(ak.openCustomer({ params: { sub: EVA } }))))
    expect(new Set(all.map(({ customerId }) => customerId)).size).toBe(1)
    expect(all[0]).toMatchObject({ customerId: expect.stringMatching(/^[1-9]\d{8}$/), createdAt: NOW.toISOString() })
    const others = [
      await get(ak.openCustomer({ params: { sub: JAN } })),
      await get(fb.openCustomer({ params: { sub: EVA } })),
    ]
    expect(new Set([all[0]!.customerId, ...others.map(({ customerId }) => customerId)]).size).toBe(3)
  })

  it('R6-01 S6-07 derives roles only from subscriptions, by their state today, in their publication', async () => {
    expect(await rolesOf(EVA)).toEqual([])
    await get(save(EVA, 'a'))
    await get(save(EVA, 'b', { kind: 'pur', roles: ['PUR_USER'], state: 'paused' }))
    expect(await rolesOf(EVA)).toEqual(['PLUS_USER'])
    expect([await rolesOf(JAN), await rolesOf(EVA, fb)]).toEqual([[], []])
    await get(save(EVA, 'b', { kind: 'pur', roles: ['PUR_USER'] }))
    expect(await rolesOf(EVA)).toEqual(['PLUS_USER', 'PUR_USER'])
    await get(save(EVA, 'a', { state: 'cancelled', endsOn: '2026-11-21' }))
    // 22:30 UTC is 23:30 in Berlin; half an hour later the day is over.
    expect(await rolesOf(EVA)).toEqual(['PLUS_USER', 'PUR_USER'])
    clock = new Date('2026-11-21T23:00:00Z')
    expect(await rolesOf(EVA)).toEqual(['PUR_USER'])
    expect(await service.rolesOf('ak', EVA)).toEqual(['PUR_USER'])
  })

  it('keeps every field of a subscription, lists the newest first, and never moves one to another reader', async () => {
    const body = {
      ...PLUS,
      state: 'ordered' as const,
      trial: { months: 1, priceCents: 100 },
      endsOn: '2027-01-01',
      resumesOn: '2026-12-01',
      coins: 5,
    }
    await get(ak.saveSubscription({ params: { sub: EVA, id: 'old' }, body: { ...body, startsOn: '2025-01-01' } }))
    await get(ak.saveSubscription({ params: { sub: EVA, id: 'new' }, body }))
    expect(await listOf(EVA)).toEqual([
      { ...body, id: 'new' },
      { ...body, id: 'old', startsOn: '2025-01-01' },
    ])
    expect(await outcome(save(JAN, 'new'))).toBe('409 OTHER_CUSTOMER')
    expect(await listOf(JAN)).toEqual([])
    expect((await listOf(EVA))[0]).toEqual({ ...body, id: 'new' })
  })

  it('R3.4-02 gives a reader who bought coins a wallet with that number of coins', async () => {
    expect(await outcome(ak.getWallet({ params: { sub: EVA } }))).toBe('404 NO_WALLET')
    await get(save(EVA, 'a'))
    expect(await outcome(ak.getWallet({ params: { sub: EVA } }))).toBe('404 NO_WALLET')
    await get(save(EVA, 'c', { kind: 'coins', coins: 10, roles: ['WALLET_USER'], periodMonths: null }))
    await get(save(EVA, 'd', { kind: 'coins', coins: 5, roles: ['WALLET_USER'], periodMonths: null }))
    await get(
      save(EVA, 'e', { kind: 'coins', coins: 20, roles: ['WALLET_USER'], periodMonths: null, state: 'payment_failed' }),
    )
    const wallet = await get(ak.getWallet({ params: { sub: EVA } }))
    expect(wallet).toEqual({ availableCreditCount: 15, uniqueId: expect.any(String) })
    expect(await get(ak.getWallet({ params: { sub: EVA } }))).toEqual(wallet)
  })

  describe('a subscriber of the printed paper', () => {
    beforeEach(() => get(ak.savePrintSubscribers({ body: { subscribers: LIST } })))

    it('S2.2-11 gets plus with number and postcode in any spelling, also when the same account connects again', async () => {
      expect(await get(verify(EVA, ' 4711-001', ' 00412 '))).toEqual({
        roles: ['PLUS_USER'],
        productName: PAPER.productName,
      })
      expect(await get(verify(EVA, '4711001', '00412'))).toMatchObject({ roles: ['PLUS_USER'] })
      expect(await rolesOf(EVA)).toEqual(['PLUS_USER'])
      expect(await listOf(EVA)).toMatchObject([
        { id: 'print-4711001', kind: 'print', priceCents: null, startsOn: '2026-11-21' },
      ])
    })

    it.each<[string, string, string]>([
      ['a wrong postcode', '4711001', '00413'],
      ['an unknown number', '4711009', '00412'],
      ['a number in use', '4711002', '00413'],
      ['no number', '', '00412'],
      ['no postcode', '4711001', ''],
      ['nonsense', "' or 1=1 --", '%'],
    ])('S2.2-11 gets the same answer for %s', async (_name, customerNumber, postcode) => {
      await get(verify(JAN, '4711002', '00413'))
      const request = () => verify(EVA, customerNumber, postcode)
      const answer = await request()
      expect(answer).toMatchObject({
        ok: false,
        status: 422,
        problem: { code: 'NO_MATCH', title: 'Number and postcode belong to no subscription' },
      })
      expect(await rolesOf(EVA)).toEqual([])
    })

    it('is connected with one account only, also under concurrent requests', async () => {
      const outcomes = await Promise.all([
        outcome(verify(EVA, '4711001', '00412')),
        outcome(verify(JAN, '4711001', '00412')),
      ])
      expect(outcomes.toSorted()).toEqual(['422 NO_MATCH', 'ok'])
      expect([await rolesOf(EVA), await rolesOf(JAN)].flat()).toEqual(['PLUS_USER'])
    })

    it('S2.2-11 D may try five times an hour, right or wrong', async () => {
      for (let attempt = 0; attempt < 5; attempt++)
        expect(await outcome(verify(EVA, '4711001', `0041${attempt + 3}`))).toBe('422 NO_MATCH')
      const refused = await verify(EVA, '4711001', '00412')
      expect(refused).toMatchObject({ ok: false, status: 429, problem: { code: 'TOO_MANY_ATTEMPTS' } })
      expect(refused.headers?.get('retry-after')).toBe('3600')
      expect(await outcome(verify(JAN, '4711002', '00413'))).toBe('ok')
      clock = new Date(NOW.getTime() + 3_600_000)
      expect(await outcome(verify(EVA, '4711001', '00412'))).toBe('ok')
    })

    it('cannot be guessed from many accounts', async () => {
      for (let reader = 0; reader < 20; reader++)
        expect(await outcome(verify(`reader-${reader}`, '4711001', `0${1000 + reader}`))).toBe('422 NO_MATCH')
      expect(await outcome(verify('reader-20', '4711001', '00412'))).toBe('429 TOO_MANY_ATTEMPTS')
    })

    it('loses access when the printed subscription ends, and regains it when it resumes', async () => {
      await get(verify(EVA, '4711001', '00412'))
      await get(ak.savePrintSubscribers({ body: { subscribers: LIST.slice(1) } }))
      clock = new Date(NOW.getTime() + 86_400_000)
      expect(await rolesOf(EVA)).toEqual([])
      expect(await listOf(EVA)).toMatchObject([{ state: 'ended' }])
      expect(await outcome(verify(JAN, '4711001', '00412'))).toBe('422 NO_MATCH')
      await get(ak.savePrintSubscribers({ body: { subscribers: LIST } }))
      expect(await rolesOf(EVA)).toEqual(['PLUS_USER'])
    })

    it('is refused in a list that has the same number twice', async () => {
      expect(await outcome(ak.savePrintSubscribers({ body: { subscribers: [...LIST, LIST[0]!] } }))).toBe(
        '422 NUMBER_TWICE',
      )
      expect(await outcome(verify(EVA, '4711001', '00412'))).toBe('ok')
    })
  })

  describe('the rights on data', () => {
    const subject = {
      publication: 'ak' as const,
      sub: EVA,
      email: 'Eva@example.org',
      isShadow: false,
      isEmailVerified: true,
    }

    it('export customer, subscriptions and the connection with the printed paper', async () => {
      expect(await service.personalData.read(subject)).toBeNull()
      await get(ak.savePrintSubscribers({ body: { subscribers: LIST } }))
      await get(verify(EVA, '4711001', '00412'))
      await get(save(EVA, 'a', { state: 'cancelled', endsOn: '2026-10-31' }))
      expect(await service.personalData.read(subject)).toMatchObject({
        customerId: expect.any(String),
        subscriptions: [{ id: 'print-4711001' }, { id: 'a', state: 'ended' }],
        printSubscriptions: [{ customerNumber: '4711001', postcode: '00412' }],
      })
      expect(await service.personalData.read({ ...subject, sub: JAN })).toBeNull()
    })

    it('list the records that must be kept and until when, and the erasure keeps nothing else', async () => {
      await get(ak.savePrintSubscribers({ body: { subscribers: LIST } }))
      await get(verify(EVA, '4711001', '00412'))
      await get(save(EVA, 'running'))
      await get(save(EVA, 'over', { productName: 'Pur', state: 'ended', endsOn: '2024-02-29' }))
      await get(
        save(EVA, 'coins', { productName: 'Coins 10', kind: 'coins', periodMonths: null, startsOn: '2025-03-01' }),
      )
      await get(save(JAN, 'of-another'))
      const kept = await service.personalData.listKept(subject)
      expect(Object.fromEntries(kept.map(({ what, until }) => [what.slice(0, what.indexOf(',')), until]))).toEqual({
        '„Plus Monat“': '8 Jahre nach dem Ende des Jahres, in dem der Vertrag endet',
        '„Coins 10“': '31.12.2033',
        '„Pur“': '31.12.2032',
      })
      await service.personalData.erase(subject)
      await service.personalData.erase(subject)
      expect([await service.personalData.read(subject), await rolesOf(EVA)]).toEqual([null, []])
      const { rows } = await sql<{
        text: string
      }>`select t::text as text from subscription.customers t union all select t::text from subscription.subscriptions t union all select t::text from subscription.print_subscribers t`.execute(
        opened.database.db,
      )
      const dump = rows.map(({ text }) => text).join('\n')
      expect(dump).not.toContain(EVA)
      expect(dump).toContain(JAN)
      expect(dump.match(/running|over|coins/g)?.length).toBeGreaterThanOrEqual(3)
      expect(dump).not.toContain('print-4711001')
      expect(await outcome(verify(JAN, '4711001', '00412'))).toBe('ok')
    })

    it('show declarations only to a reader who confirmed their e-mail address, and keep them as letters', async () => {
      const input = { name: 'Eva Süß', email: 'eva@Example.org', contract: 'Plus Monat' }
      const { number } = await get(
        ak.fileCancellation({
          body: {
            idempotencyKey: 'a-key-for-this-test',
            requester: 'requester-of-this-test',
            input: { ...input, kind: 'ordinary' },
          },
        }),
      )
      expect(await service.personalData.read(subject)).toMatchObject({
        customerId: null,
        declarations: [{ right: 'cancellation', number, declaration: { name: 'Eva Süß' } }],
      })
      expect(await service.personalData.listKept(subject)).toEqual([
        {
          what: `Ihre Kündigung ${number} vom 21.11.2026`,
          reason: expect.stringContaining('Handelsbriefe'),
          until: '31.12.2032',
        },
      ])
      for (const other of [
        { isEmailVerified: false },
        { isShadow: true },
        { email: 'jan@example.org' },
        { publication: 'fb' as const },
      ]) {
        expect([
          await service.personalData.read({ ...subject, ...other }),
          await service.personalData.listKept({ ...subject, ...other }),
        ]).toEqual([null, []])
      }
    })

    it('leave no row of a reader who never paid', async () => {
      await get(ak.openCustomer({ params: { sub: EVA } }))
      expect(await service.personalData.listKept(subject)).toEqual([])
      await service.personalData.erase(subject)
      const { rows } = await sql`select 1 from subscription.customers`.execute(opened.database.db)
      expect(rows).toEqual([])
    })
  })

  it.each<[string, string]>([
    ['PUT', 'internal/customers/eva'],
    ['GET', 'internal/customers/eva/roles'],
    ['GET', 'internal/customers/eva/subscriptions'],
    ['PUT', 'internal/customers/eva/subscriptions/a'],
    ['GET', 'internal/customers/eva/wallet'],
    ['PUT', 'internal/print-subscribers'],
    ['POST', 'internal/customers/eva/plus-verification'],
  ])('D refuses %s %s without the key', async (method, path) => {
    for (const authorization of [null, 'Bearer wrong']) {
      const request = new Request(`http://subscription.local/ak/${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
      })
      expect((await service.app.fetch(request)).status).toBe(401)
    }
  })

  it('reported no bug', () => expect(errors).toEqual([]))
})

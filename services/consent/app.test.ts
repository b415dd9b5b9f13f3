import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { CONSENT } from '@lokalteil/contracts/consent'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '../platform/database/database.testing.ts'
import { createConsentService, type ConsentService } from './app.ts'
import type { Registration } from './context.ts'

const KEY = 'a-service-key-for-tests'
const NOW = new Date('2026-11-30T12:00:00Z')
const DAY = 86_400_000

describe.each(ENGINES)('consent on %s', (engine) => {
  let test: TestDatabase
  let service: ConsentService
  let clock = NOW
  const errors: unknown[] = []
  const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
  const openService = (registration: Registration | null = null) =>
    createConsentService({
      database: test.database,
      serviceKey: KEY,
      registration,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  const of = (publication: PublicationCode = 'ak', one = service, key = KEY) =>
    createTestClient(CONSENT, {
      fetch: (request) => one.app.fetch(request),
      base: `http://consent.local/${publication}`,
      headers: { authorization: `Bearer ${key}` },
    })
  type Body = Parameters<ReturnType<typeof of>['keepAnswer']>[0]['body']
  const answer = (id: string, change: Partial<Body> = {}, publication: PublicationCode = 'ak') =>
    of(publication).keepAnswer({
      params: { id },
      body: {
        text: '2026-11-30',
        asked: ['analytics', 'youtube'],
        granted: ['youtube'],
        viewer: null,
        requester: 'n1',
        ...change,
      },
    })
  const outcome = async (call: Promise<{ ok: boolean; status?: number; problem?: { code: string } }>) => {
    const result = await call
    return result.ok ? 'ok' : `${result.status} ${result.problem?.code}`
  }

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
    service = await openService()
  })
  afterAll(() => test.drop())
  beforeEach(async () => {
    clock = NOW
    for (const table of ['answers', 'windows', 'vendor_lists'])
      await sql`delete from ${sql.table(`consent.${table}`)}`.execute(test.database.db)
  })
  afterEach(() => {
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
  })

  it('keeps every answer of a device with time, version of the texts and choice, in their order', async () => {
    const id = randomUUID()
    await get(answer(id))
    later(DAY)
    await get(answer(id, { granted: ['youtube', 'analytics'], recipients: '2026-11-01' }))
    later(DAY)
    await get(answer(id, { granted: [], text: '2026-12-01', partners: { youtube: { 12: [2, 1], 4: [] } } }))
    expect(await get(of().getReceipt({ params: { id } }))).toEqual({
      id,
      answers: [
        {
          at: '2026-11-30T12:00:00.000Z',
          text: '2026-11-30',
          asked: ['analytics', 'youtube'],
          granted: ['youtube'],
          partners: {},
        },
        {
          at: '2026-12-01T12:00:00.000Z',
          text: '2026-11-30',
          asked: ['analytics', 'youtube'],
          granted: ['analytics', 'youtube'],
          recipients: '2026-11-01',
          partners: {},
        },
        {
          at: '2026-12-02T12:00:00.000Z',
          text: '2026-12-01',
          asked: ['analytics', 'youtube'],
          granted: [],
          partners: { youtube: { 4: [], 12: [2, 1] } },
        },
      ],
    })
  })

  it('keeps the same answer once, also when it is sent twice at the same time', async () => {
    const id = randomUUID()
    await Promise.all([
      get(answer(id)),
      get(answer(id)),
      get(answer(id, { asked: ['youtube', 'analytics', 'youtube'] })),
    ])
    expect((await get(of().getReceipt({ params: { id } }))).answers.length).toBe(1)
  })

  it('keeps an answer anew when another recipient, registered vendor or purpose was shown', async () => {
    const id = randomUUID()
    const shown: Partial<Body>[] = [
      { partners: { youtube: { 4: [1, 2] }, analytics: { 9: [8] } } },
      { partners: { analytics: { 9: [8] }, youtube: { 4: [2, 1] } } },
      { partners: { youtube: { 4: [1, 2, 3] }, analytics: { 9: [8] } } },
      { partners: { youtube: { 4: [1, 2, 3], 9: [8] } } },
      { partners: { youtube: { 4: [1, 2, 3], 9: [8] } }, recipients: '2026-12-01' },
      { partners: { youtube: { 4: [1, 2, 3], 9: [8] } }, recipients: '2026-12-01' },
    ]
    for (const one of shown) await get(answer(id, one))
    expect((await get(of().getReceipt({ params: { id } }))).answers.length).toBe(4)
  })

  it('knows no receipt of another publication, and none that was never made', async () => {
    const id = randomUUID()
    await get(answer(id))
    expect(await outcome(of('fb').getReceipt({ params: { id } }))).toBe('404 NOT_FOUND')
    expect(await outcome(of().getReceipt({ params: { id: randomUUID() } }))).toBe('404 NOT_FOUND')
  })

  it('is kept without a person, and with one only while the reader is signed in; an erasure leaves the proof', async () => {
    const [phone, desk] = [randomUUID(), randomUUID()]
    await get(answer(phone))
    later(1000)
    await get(answer(phone, { viewer: 'reader-1', granted: [] }))
    await get(answer(desk, { viewer: 'reader-1' }))
    await get(answer(randomUUID(), { viewer: 'reader-2' }))
    const mine = async () => (await get(of().listReceipts({ params: { sub: 'reader-1' } }))).receipts
    expect((await mine()).map(({ id, answers }) => [id, answers.length])).toEqual([
      [phone, 1],
      [desk, 1],
    ])
    const reader = { publication: 'ak', sub: 'reader-1' } as const
    expect(JSON.stringify(await service.personalData.read(reader))).toContain(phone)
    await service.personalData.erase(reader)
    expect([await mine(), await service.personalData.read(reader)]).toEqual([[], []])
    expect((await get(of().getReceipt({ params: { id: phone } }))).answers.length).toBe(2)
    expect((await get(of().listReceipts({ params: { sub: 'reader-2' } }))).receipts.length).toBe(1)
    expect(JSON.stringify(await get(of().getReceipt({ params: { id: desk } })))).not.toContain('reader')
  })

  it('is deleted after three years, not before', async () => {
    const id = randomUUID()
    await get(answer(id))
    later(3 * 365 * DAY)
    await service.prune()
    expect(await outcome(of().getReceipt({ params: { id } }))).toBe('ok')
    later(4 * DAY)
    await service.prune()
    expect(await outcome(of().getReceipt({ params: { id } }))).toBe('404 NOT_FOUND')
  })

  it.each([
    ['an id that is none', 'x', {}],
    ['an unknown vendor', randomUUID(), { granted: ['evil'] }],
    ['a text version that is a text', randomUUID(), { text: '<script>' }],
    ['too many vendors', randomUUID(), { asked: Array.from({ length: 17 }, () => 'youtube') }],
    ['a day that is none', randomUUID(), { recipients: 'gestern' }],
    ['a registered vendor of nobody', randomUUID(), { partners: { evil: { 4: [1] } } }],
    ['a registered vendor without a number', randomUUID(), { partners: { youtube: { x: [1] } } }],
    ['a purpose that is none', randomUUID(), { partners: { youtube: { 4: [25] } } }],
    [
      'too many registered vendors',
      randomUUID(),
      {
        partners: Object.fromEntries(
          ['youtube', 'analytics'].map((owner) => [
            owner,
            Object.fromEntries(Array.from({ length: 251 }, (_unused, index) => [index + 1, [1]])),
          ]),
        ),
      },
    ],
  ])('refuses %s', async (_what, id, change) => {
    expect(await outcome(answer(id, change as Partial<Body>))).toMatch(/^4(?:00|22) /)
  })

  it('takes a limited number of answers from a network and for a receipt', async () => {
    const id = randomUUID()
    let last = ''
    for (let turn = 0; turn < 125 && !last.startsWith('429'); turn++)
      last = await outcome(answer(id, { text: `t${turn}` }))
    expect([last, (await get(of().getReceipt({ params: { id } }))).answers.length]).toEqual([
      '429 TOO_MANY_ATTEMPTS',
      120,
    ])
    later(3_600_001)
    for (let turn = 0; turn < 81; turn++) last = await outcome(answer(id, { text: `u${turn}`, requester: 'n2' }))
    expect(last).toBe('409 RECEIPT_FULL')
  })

  it('refuses callers without the key', async () => {
    expect(await outcome(of('ak', service, 'wrong').getReceipt({ params: { id: randomUUID() } }))).toMatch(/^401 /)
  })

  const toList = (version: number, vendors: object = {}) => ({
    gvlSpecificationVersion: 3 as const,
    vendorListVersion: version,
    lastUpdated: '2026-11-26T16:00:19Z',
    purposes: {
      1: { id: 1, name: 'Speichern', description: 'Etwas auf dem Gerät speichern.', illustrations: [] },
      2: { id: 2, name: 'Anzeigen', description: 'Anzeigen auswählen.', illustrations: [] },
      8: { id: 8, name: 'Messen', description: 'Inhalte messen.', illustrations: [] },
    },
    vendors: {
      '4': {
        id: 4,
        name: 'Vier',
        purposes: [1, 2],
        dataRetention: { stdRetention: 90, purposes: { 1: 400 }, specialPurposes: { 1: 10 } },
        urls: [
          { langId: 'en', privacy: 'https://four.example/en' },
          { langId: 'de', privacy: 'https://four.example/de' },
        ],
      },
      '9': {
        id: 9,
        name: 'Neun',
        purposes: [1],
        legIntPurposes: [8],
        dataRetention: { stdRetention: 'ewig' },
        urls: [{ langId: 'en', privacy: 'javascript:alert(1)' }],
      },
      '12': { id: 12, name: 'Weg', purposes: [1], deletedDate: '2026-01-01T00:00:00Z' },
      ...vendors,
    },
  })

  it('names the configured vendors that are in the framework’s list, and nothing without id or list', async () => {
    const registered = await openService({
      cmpId: 77,
      vendors: { '9': 'audienceMeasurement', '4': 'kdm', '12': 'kdm', '999': 'kdm' },
    })
    const nothing = { cmpId: 0, listVersion: 0, listDate: null, purposes: {}, vendors: [] }
    expect(await get(of('ak', registered).getFramework({}))).toEqual(nothing)
    expect(await get(of('ak', registered).takeVendorList({ body: toList(170) as never }))).toEqual({
      listVersion: 170,
      vendors: 3,
    })
    expect(await get(of('fb', registered).getFramework({}))).toEqual({
      cmpId: 77,
      listVersion: 170,
      listDate: '2026-11-26',
      // Those of a legitimate interest that may not rest on consent are not asked for.
      purposes: {
        1: { name: 'Speichern', description: 'Etwas auf dem Gerät speichern.' },
        2: { name: 'Anzeigen', description: 'Anzeigen auswählen.' },
      },
      vendors: [
        {
          id: 4,
          name: 'Vier',
          policy: 'https://four.example/de',
          owner: 'kdm',
          purposes: [1, 2],
          legIntPurposes: [],
          flexiblePurposes: [],
          retention: { standard: 90, purposes: { 1: 400 } },
        },
        {
          id: 9,
          name: 'Neun',
          policy: null,
          owner: 'audienceMeasurement',
          purposes: [1],
          legIntPurposes: [8],
          flexiblePurposes: [],
          retention: { standard: null, purposes: {} },
        },
      ],
    })
    expect(await get(of().getFramework({}))).toEqual(nothing)
    await registered.close()
  })

  it('takes a newer list in place of the old one, and no older one', async () => {
    await get(of().takeVendorList({ body: toList(170) as never }))
    expect(await outcome(of().takeVendorList({ body: toList(169) as never }))).toBe('409 OLDER_LIST')
    expect(await outcome(of().takeVendorList({ body: toList(171) as never }))).toBe('ok')
  })
})

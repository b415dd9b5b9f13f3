import { createTestDatabase } from '@lokalteil/tools/postgres'
import { DIMENSIONS, FIGURES, OTHERS, type AdDimension, type Dimension, type Seen } from '@lokalteil/contracts/figures'
import { createTestClient, get, outcomeOf } from '@lokalteil/contracts/kernel/client.testing'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '../platform/database/database.testing.ts'
import { createFiguresService, type FiguresService } from './app.ts'
import { seenOf } from './figures.testing.ts'

const KEY = 'a-service-key-for-tests'
const NOW = new Date('2026-11-30T11:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

/** What the figures should say, without a limit and with every reader in memory. */
function countPlainly(seen: readonly Seen[], by: Dimension) {
  const exact = new Map<string, { views: number; readers: Set<string>; seconds: number }>()
  for (const one of seen) {
    const day = one.at.slice(0, 10)
    const value = by === 'day' ? day : one[by]!
    const held = exact.get(value) ?? { views: 0, readers: new Set(), seconds: 0 }
    exact.set(value, held)
    held.views += 1
    held.seconds += one.seconds
    held.readers.add(`${day} ${one.visitor}`)
  }
  return exact
}

describe.each(ENGINES)('figures on %s', (engine) => {
  let test: TestDatabase
  let service: FiguresService
  /** Of another process on the same database. */
  let other: FiguresService
  let clock: Date
  const errors: unknown[] = []
  const open = () =>
    createFiguresService({
      database: test.database,
      serviceKey: KEY,
      months: 2,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  const of = (publication: PublicationCode = 'ak', one = service, key = KEY) =>
    createTestClient(FIGURES, {
      fetch: (request) => one.app.fetch(request),
      base: `http://figures.local/${publication}`,
      headers: { authorization: `Bearer ${key}` },
    })
  const add = async (seen: readonly Seen[], one = service, dropped = 0) => {
    for (let from = 0; from === 0 || from < seen.length; from += 500)
      await get(of('ak', one).addSeen({ body: { seen: seen.slice(from, from + 500), dropped } }))
  }
  const summarise = (from = '2026-01-01', to = '2027-12-31') => get(of().getSummary({ query: { from, to } }))
  const list = async (by: Dimension, limit = 5000) =>
    (await get(of().listFigures({ query: { from: '2026-01-01', to: '2027-12-31', by, limit } }))).rows
  const countRows = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(test.database.db)
    return rows[0]!.count
  }
  const countMarks = async () => (await countRows('figures.marks_even')) + (await countRows('figures.marks_odd'))

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
  })
  afterAll(() => test.drop())
  beforeEach(async () => {
    clock = NOW
    service = await open()
    other = await open()
    await sql`truncate figures.days, figures.counts, figures.salts, figures.marks_even, figures.marks_odd, figures.pairs`.execute(
      test.database.db,
    )
  })
  afterEach(() => {
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
  })

  it('counts advertisements without a reader, in views and whatever is told later', async () => {
    await add([
      seenOf(NOW, { ads: { seen: ['baeckerei@home-1', 'rad@article-1'], clicked: [] } }),
      seenOf(NOW, { isView: false, ads: { seen: ['baeckerei@article-1'], clicked: ['rad@article-1', 'rad@list-2'] } }),
      // Without a place: a page of before.
      seenOf(NOW, { visitor: null, ads: { seen: ['baeckerei'], clicked: ['kanzlei'] } }),
    ])
    clock = new Date(NOW.getTime() + DAY)
    await add([seenOf(clock, { ads: { seen: ['rad@home-1'], clicked: [] } })])
    const span = { from: '2026-11-30', to: '2026-12-01' }
    const rowsBy = async (by?: AdDimension) =>
      (await get(of().listAds({ query: { ...span, ...(by && { by }) } }))).rows.map((row) => Object.values(row))
    const byAd = [
      ['baeckerei', 3, 0],
      ['rad', 2, 2],
      ['kanzlei', 0, 1],
    ]
    expect([await rowsBy(), await rowsBy('ad')]).toEqual([byAd, byAd])
    expect(await rowsBy('place')).toEqual([
      ['article-1', 2, 1],
      ['home-1', 2, 0],
      ['list-2', 0, 1],
    ])
    expect(await rowsBy('day')).toEqual([
      ['2026-11-30', 4, 3],
      ['2026-12-01', 1, 0],
    ])
    expect((await get(of().listAds({ query: { ...span, from: '2026-12-01' } }))).rows).toEqual([
      { value: 'rad', seen: 1, clicked: 0 },
    ])
    expect((await get(of('fb').listAds({ query: span }))).rows).toEqual([])
    const { rows } = await sql<{ sum: number }>`
      select sum(visitors)::int as sum from figures.days where kind like 'ad%'`.execute(test.database.db)
    expect(rows).toEqual([{ sum: 0 }])
    expect((await list('article')).map(({ value, views }) => [value, views])).toEqual([['130', 3]])
  })

  it('one view is a row of each kind', async () => {
    await add([seenOf(NOW, { seconds: 12.4, quarters: [2, 0], steps: ['paywall-seen'], consent: 'refused' })])
    const row = { views: 1, visitors: 1, seconds: 12, quarters: [1, 1, 0, 0] }
    const values = {
      day: '2026-11-30',
      page: 'article',
      section: 'lokales/auenburg',
      article: '130',
      source: 'direct',
      device: 'mobile',
    }
    for (const by of DIMENSIONS) expect(await list(by), by).toEqual([{ value: values[by], ...row }])
    expect(await summarise()).toMatchObject({
      ...row,
      steps: { 'paywall-seen': 1, 'offer-clicked': 0 },
      consent: { given: 0, refused: 1, unasked: 0 },
      dropped: 0,
    })
  })

  it('what a page tells later adds time and depth, and is no view again', async () => {
    await add([seenOf(NOW, { seconds: 10, quarters: [1, 0], consent: 'given' })])
    await add([seenOf(NOW, { isView: false, seconds: 20, quarters: [4, 1], consent: 'given' })])
    expect(await list('article')).toEqual([
      { value: '130', views: 1, visitors: 1, seconds: 30, quarters: [1, 1, 1, 1] },
    ])
    expect((await summarise()).consent.given).toBe(1)
  })

  it('steps, searches and speed are counted without a page', async () => {
    const none = {
      isView: false,
      page: null,
      article: undefined,
      section: undefined,
      visitor: null,
      source: null,
      device: null,
    }
    await add([
      seenOf(NOW, { ...none, steps: ['bought'] }),
      seenOf(NOW, { page: 'search', article: undefined, section: undefined, search: 'empty' }),
      seenOf(NOW, { page: 'search', article: undefined, section: undefined, search: 'found' }),
      ...[800, 1200, 1900, 4100].map((lcp) => seenOf(NOW, { vitals: { lcp, cls: 20, inp: 40 } })),
    ])
    const found = await summarise()
    expect(found).toMatchObject({ views: 6, steps: { bought: 1 }, searches: { found: 1, empty: 1 } })
    expect(found.vitals.lcp).toEqual({ measured: 4, p75: 2000, good: 0.75 })
    expect(found.vitals.inp).toMatchObject({ measured: 4, good: 1 })
  })

  it('a reader who does not want to be counted is a view and no visitor', async () => {
    await add([seenOf(NOW, { visitor: null })])
    expect(await summarise()).toMatchObject({ views: 1, visitors: 0 })
    expect(await countMarks()).toBe(0)
  })

  it('figures of another publication are its own', async () => {
    await add([seenOf(NOW)])
    await get(of('fb').addSeen({ body: { seen: [seenOf(NOW)] } }))
    expect(await summarise()).toMatchObject({ views: 1, visitors: 1 })
  })

  it('any traffic of two processes adds up to what a plain count says', async () => {
    const view = fc.record({
      reader: fc.integer({ min: 0, max: 400 }),
      article: fc.integer({ min: 1, max: 60 }),
      day: fc.constantFrom(0, 1, 2),
      seconds: fc.integer({ min: 0, max: 90 }),
      isOfOther: fc.boolean(),
    })
    type View = typeof view extends fc.Arbitrary<infer One> ? One : never
    const toSeen = ({ reader, article, day, seconds }: View) =>
      seenOf(new Date(NOW.getTime() + day * DAY), {
        visitor: `198.51.${reader}`,
        article: String(article),
        section: `ressort-${article % 7}`,
        source: reader % 3 === 0 ? 'search:google' : 'direct',
        device: reader % 2 === 0 ? 'mobile' : 'desktop',
        seconds,
      })
    const check = async (views: readonly View[]) => {
      for (const day of [0, 1, 2]) {
        clock = new Date(NOW.getTime() + day * DAY)
        const ofDay = views.filter((one) => one.day === day)
        const viewsOf = (isOfOther: boolean) => ofDay.filter((one) => one.isOfOther === isOfOther).map(toSeen)
        // At the same time, as two processes do.
        await Promise.all([add(viewsOf(true), other), add(viewsOf(false))])
      }
      for (const by of DIMENSIONS) {
        const exact = countPlainly(views.map(toSeen), by)
        const rows = await list(by)
        expect(rows.length, by).toBe(exact.size)
        for (const { value, views: counted, visitors, seconds } of rows) {
          const plain = exact.get(value)!
          expect([counted, seconds], `${by} ${value}`).toEqual([plain.views, plain.seconds])
          expect(Math.abs(visitors - plain.readers.size) / plain.readers.size, `${by} ${value}`).toBeLessThanOrEqual(
            0.01,
          )
        }
      }
    }
    // One run, because it takes a second; a failure prints its seed.
    await fc.assert(fc.asyncProperty(fc.array(view, { minLength: 1500, maxLength: 1500 }), check), {
      numRuns: 1,
      endOnFailure: true,
    })
  })

  it('after midnight a day is still counted for a quarter of an hour; then its salt and its marks are gone', async () => {
    const before = new Date('2026-11-30T22:59:50Z')
    clock = before
    await add([seenOf(before)])
    clock = new Date('2026-11-30T23:10:00Z')
    await service.tidy()
    await add([seenOf(before, { article: '131' }), seenOf(clock)])
    expect(await list('day')).toMatchObject([
      { value: '2026-11-30', views: 2, visitors: 1 },
      { value: '2026-12-01', views: 1, visitors: 1 },
    ])
    clock = new Date('2026-11-30T23:15:00Z')
    await service.tidy()
    const { rows } = await sql<{ day: string }>`select day from figures.salts`.execute(test.database.db)
    expect(rows).toEqual([{ day: '2026-12-01' }])
    // Of today alone: all, page, section and article.
    expect(await countMarks()).toBe(4)
    await add([seenOf(before)])
    expect(await list('day')).toMatchObject([{ views: 2 }, { views: 1 }])
    expect((await summarise()).dropped).toBe(1)
  })

  it('the same reader has other marks on the next day', async () => {
    const marks = async () => {
      const { rows } = await sql<{ mark: number }>`
        select mark from figures.marks_even union all select mark from figures.marks_odd`.execute(test.database.db)
      return rows.map(({ mark }) => mark)
    }
    await add([seenOf(NOW)])
    const today = await marks()
    clock = new Date(NOW.getTime() + DAY)
    await service.tidy()
    await add([seenOf(clock)])
    const tomorrow = await marks()
    expect([today.length, tomorrow.length]).toEqual([4, 4])
    expect(tomorrow.filter((mark) => today.includes(mark))).toEqual([])
  })

  it('a process that closes a day late leaves the marks of the day that uses the same table', async () => {
    await add([seenOf(NOW)])
    clock = new Date(NOW.getTime() + 2 * DAY)
    let late: Promise<void> | undefined
    await test.database.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('figures 2026-11-30', 0))`.execute(trx)
      late = service.tidy()
      // It has seen that the day is over and waits, while another process closes the day and counts on.
      await new Promise((resolve) => setTimeout(resolve, 200))
      await sql`truncate figures.salts, figures.marks_even, figures.marks_odd`.execute(trx)
      for (const table of ['figures.marks_even', 'figures.marks_odd'])
        await sql`insert into ${sql.table(table)} (mark) values (7)`.execute(trx)
    })
    await late
    expect(await countMarks()).toBe(2)
  })

  it('a closed day keeps its largest rows and the sum of the others', async () => {
    const articles = Array.from({ length: 1010 }, (_, number) => String(5000 + number))
    await add(
      articles.flatMap((article, at) =>
        at < 2 ? [seenOf(NOW, { article }), seenOf(NOW, { article })] : [seenOf(NOW, { article })],
      ),
    )
    expect(await list('article')).toHaveLength(1010)
    clock = new Date(NOW.getTime() + DAY)
    await service.tidy()
    await other.tidy()
    const rows = await list('article')
    expect(rows).toHaveLength(1001)
    expect(rows.find(({ value }) => value === OTHERS)).toMatchObject({ views: 10, visitors: 10 })
    expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(1012)
    expect(rows.filter(({ views }) => views === 2).map(({ value }) => value)).toEqual(['5000', '5001'])
  })

  it('an open day has a limit of rows, whatever pages claim', async () => {
    const toSeen = (_: unknown, number: number) => seenOf(NOW, { section: `s${number}` })
    await add(Array.from({ length: 1100 }, toSeen))
    // Another process knows what has a row.
    await add([seenOf(NOW, { section: 's3' }), seenOf(NOW, { section: 's1099' })], other)
    const rows = await list('section')
    expect(rows).toHaveLength(1001)
    expect(rows[0]).toMatchObject({ value: OTHERS, views: 101 })
    expect(rows.find(({ value }) => value === 's3')).toMatchObject({ views: 2 })
  })

  it('sums are kept for as many months as the publisher says', async () => {
    await add([seenOf(NOW, { consent: 'given' })])
    clock = new Date('2027-01-30T11:00:00Z')
    await service.tidy()
    expect(await list('day')).toHaveLength(1)
    clock = new Date('2027-01-31T11:00:00Z')
    await service.tidy()
    expect(await list('day')).toEqual([])
    expect(await countRows('figures.counts')).toBe(0)
  })

  describe('what is read together', () => {
    const read = (reader: number, article: string, change: Partial<Seen> = {}) =>
      seenOf(clock, { article, visitor: `198.51.${reader}`, quarters: [2, 0], ...change })
    const listWith = async (id: string, publication: PublicationCode = 'ak') =>
      (await get(of(publication).listReadWith({ params: { id }, query: {} }))).articles
    const readers = (count: number) => Array.from({ length: count }, (_, number) => number)

    it('a pair is told in both directions from five readers on, and each reader counts once a day', async () => {
      await add(readers(4).flatMap((one) => [read(one, '130'), read(one, '131'), read(one, '130')]))
      await add(readers(4).map((one) => read(one, '131')))
      expect(await listWith('130')).toEqual([])
      // The fifth opens the second page later, and another process tells of a sixth.
      await add([read(4, '130')])
      await add([read(4, '131', { isView: false })])
      await add([read(5, '131'), read(5, '130')], other)
      expect([await listWith('130'), await listWith('131')]).toEqual([
        [{ id: '131', readers: 6 }],
        [{ id: '130', readers: 6 }],
      ])
      expect(await listWith('130', 'fb')).toEqual([])
    })

    it.each<[string, Partial<Seen>]>([
      ['does not want to be counted', { visitor: null }],
      ['left before a quarter of the text', { quarters: [0, 0] }],
      ['read no article', { article: undefined }],
    ])('a reader who %s is in no pair', async (_who, change) => {
      await add(readers(9).flatMap((one) => [read(one, '130'), read(one, '131', change)]))
      expect(await countRows('figures.pairs')).toBe(0)
    })

    it('of a reader ten articles are paired, and of a batch that was not written nothing is known', async () => {
      await add(Array.from({ length: 12 }, (_, number) => read(1, String(200 + number))))
      expect(await countRows('figures.pairs')).toBe(10 * 9)
      await sql`alter table figures.pairs add constraint away check (readers < 0) not valid`.execute(test.database.db)
      await outcomeOf(of().addSeen({ body: { seen: [read(2, '300'), read(2, '301')] } }))
      errors.splice(0)
      await sql`alter table figures.pairs drop constraint away`.execute(test.database.db)
      await add([read(2, '301'), read(2, '300')])
      expect(await countRows('figures.pairs')).toBe(10 * 9 + 2)
    })

    it('a closed day keeps no pair of a single reader; days are added up for thirty days', async () => {
      await add([...readers(3).flatMap((one) => [read(one, '130'), read(one, '131')]), read(9, '130'), read(9, '132')])
      clock = new Date(NOW.getTime() + DAY)
      await service.tidy()
      expect(await countRows('figures.pairs')).toBe(2)
      await add(readers(2).flatMap((one) => [read(one, '130'), read(one, '131')]))
      expect(await listWith('130')).toEqual([{ id: '131', readers: 5 }])
      clock = new Date(NOW.getTime() + 30 * DAY)
      expect(await listWith('130')).toEqual([])
      await service.tidy()
      expect(await countRows('figures.pairs')).toBe(2)
    })

    it('ranks an article with a common readership before one that is popular everywhere', async () => {
      await add([
        ...readers(6).flatMap((one) => [read(one, '130'), read(one, '140')]),
        ...readers(5).map((one) => read(one, '150')),
        ...readers(60).flatMap((one) => [read(100 + one, '140'), read(100 + one, '160')]),
      ])
      expect((await listWith('130')).map(({ id }) => id)).toEqual(['150', '140'])
    })
  })

  it('says how much was told and not counted', async () => {
    await add([], service, 7)
    await add([seenOf(new Date(NOW.getTime() - DAY)), seenOf(new Date(NOW.getTime() + 5 * MINUTE))], other, 3)
    expect(await summarise()).toMatchObject({ views: 0, dropped: 12 })
  })

  it.each<[string, () => Promise<string>, string]>([
    [
      'a wrong key',
      () => outcomeOf(of('ak', service, 'another-key').addSeen({ body: { seen: [] } })),
      '401 UNAUTHORISED',
    ],
    [
      'an unknown publication',
      () => outcomeOf(of('xx' as PublicationCode).addSeen({ body: { seen: [] } })),
      '404 NOT_FOUND',
    ],
    [
      'too much at once',
      () => outcomeOf(of().addSeen({ body: { seen: Array.from({ length: 501 }, () => seenOf(NOW)) } })),
      '400 BAD_REQUEST',
    ],
    [
      'an unknown kind',
      () => outcomeOf(of().listFigures({ query: { from: '2026-01-01', to: '2026-01-02', by: 'reader' as Dimension } })),
      '400 BAD_REQUEST',
    ],
    [
      'a span that ends before it begins',
      () => outcomeOf(of().getSummary({ query: { from: '2026-01-02', to: '2026-01-01' } })),
      '400 BAD_REQUEST',
    ],
    [
      'a span of ten years',
      () => outcomeOf(of().getSummary({ query: { from: '2016-01-02', to: '2026-01-01' } })),
      '400 BAD_REQUEST',
    ],
  ])('refuses %s', async (_what, ask, outcome) => {
    expect(await ask()).toBe(outcome)
  })
})

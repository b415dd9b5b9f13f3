import { describe, expect, it } from 'vitest'
import { countSectionVisit, countVisit, isArticleVisit, type PageView } from './count-visits.ts'
import { mayPersonalise, parseRecentVisits, parseSectionVisits, RECENT_VISITS, sortByVisits } from './visits.ts'
import { isReadThrough, mergeReading, toResumePosition } from './read-articles.ts'

const view: PageView = {
  routeName: 'article',
  isCompleted: true,
  isPrefetch: false,
  isBot: false,
  isBuildReload: false,
  isNewPath: true,
}
const NOW = new Date('2026-11-21T12:00:00Z')
const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000)

describe('visits', () => {
  it.each<[string, Partial<PageView>, boolean]>([
    ['an article', {}, true],
    ['a prefetch', { isPrefetch: true }, false],
    ['a render on the server', { isCompleted: false }, false],
    ['a bot', { isBot: true }, false],
    ['the reload of a new build', { isBuildReload: true }, false],
    ['another hash or query', { isNewPath: false }, false],
    ['a test report', { routeName: 'testbericht' }, false],
    ['the home page', { routeName: 'home' }, false],
  ])('R4.7-01 count %s: %s', (_name, change, expected) => {
    expect(isArticleVisit({ ...view, ...change })).toBe(expected)
  })

  it.each([
    [undefined, '1'],
    ['', '1'],
    ['2', '3'],
    ['-1', '1'],
    ['2.5', '1'],
    ['abc', '1'],
    ['1e3', '1'],
    ['999999999999999999999', '1'],
    ['999999999', '1000000'],
  ])('R4.7-01 the cookie %s becomes %s', (cookie, next) => {
    expect(countVisit(cookie)).toBe(next)
  })

  it('R4.7-01 the cookie is kept eight days', () =>
    expect(RECENT_VISITS).toEqual({ cookie: 'recent_visits', seconds: 691_200 }))

  it.each([
    ['0', false],
    ['1', true],
    ['7', true],
    ['x', false],
  ])('R4.7-02 %s allows personalisation: %s', (cookie, allowed) => {
    expect(mayPersonalise(parseRecentVisits(cookie))).toBe(allowed)
  })

  it('keep twenty sections and drop the least visited', () => {
    let visits = {}
    for (let index = 0; index < 25; index++) visits = countSectionVisit(visits, `s${index}`)
    visits = countSectionVisit(visits, 's24')
    expect(Object.keys(visits)).toHaveLength(20)
    expect(visits).toMatchObject({ s24: 2 })
    expect(visits).not.toHaveProperty('s0')
    expect(parseSectionVisits(JSON.stringify(visits))).toEqual(visits)
  })

  it.each(['', '[]', '1', '{"a":-1,"../x":3,"__proto__":2,"b":1.5,"c":"4"}', '{'])('ignore the cookie %s', (cookie) => {
    expect(parseSectionVisits(cookie)).toEqual({})
  })

  it('sort sections by visits', () => {
    expect(
      sortByVisits(['lokales', 'sport', 'kultur', 'constructor'], (name) => name, { kultur: 3, sport: 1 }),
    ).toEqual(['kultur', 'sport', 'lokales', 'constructor'])
  })
})

describe('reading', () => {
  const none = { clearedAt: null, removed: new Map<string, Date>() }
  const read = (articleId: string, minutesAgo: number, progress = 0.5) => ({ articleId, ts: at(minutesAgo), progress })

  it.each<
    [
      string,
      ReturnType<typeof read>[],
      ReturnType<typeof read>[],
      typeof none | { clearedAt: Date | null; removed: Map<string, Date> },
      [string, number][],
    ]
  >([
    [
      'of two devices is one list, last read first',
      [read('1', 30)],
      [read('2', 10)],
      none,
      [
        ['2', 0.5],
        ['1', 0.5],
      ],
    ],
    ['of one article: the later counts', [read('1', 30, 0.9)], [read('1', 10, 0.2)], none, [['1', 0.2]]],
    ['at the same moment: the farther counts', [read('1', 10, 0.2)], [read('1', 10, 0.7)], none, [['1', 0.7]]],
    [
      'that was cleared does not come back',
      [read('1', 5)],
      [read('2', 30)],
      { clearedAt: at(20), removed: new Map() },
      [['1', 0.5]],
    ],
    [
      'that was removed comes back only when read again',
      [],
      [read('1', 30), read('2', 5)],
      {
        clearedAt: null,
        removed: new Map([
          ['1', at(10)],
          ['2', at(10)],
        ]),
      },
      [['2', 0.5]],
    ],
    [
      'of a clock that is ahead is now',
      [read('1', 0)],
      [{ articleId: '2', ts: new Date('2036-01-01'), progress: 7 }],
      none,
      [
        ['2', 1],
        ['1', 0.5],
      ],
    ],
  ])('%s', (_name, known, more, removed, expected) => {
    const merged = mergeReading(known, more, removed, NOW)
    expect(merged.map(({ articleId, progress }) => [articleId, progress])).toEqual(expected)
    expect(merged.every(({ ts }) => ts <= NOW)).toBe(true)
  })

  it('gives the same list in any order of devices', () => {
    const a = [read('1', 30), read('2', 10, 0.1), read('4', 5)]
    const b = [read('2', 20, 0.9), read('3', 10), read('4', 5, 0.9)]
    expect(mergeReading(a, b, none, NOW)).toEqual(mergeReading(b, a, none, NOW))
  })

  it('keeps a hundred articles', () => {
    expect(
      mergeReading(
        Array.from({ length: 150 }, (_unused, index) => read(String(index), index)),
        [],
        none,
        NOW,
      ).map(({ articleId }) => articleId),
    ).toEqual(Array.from({ length: 100 }, (_unused, index) => String(index)))
  })

  it.each([
    [0, null],
    [0.04, null],
    [0.05, 0.05],
    [0.6, 0.6],
    [0.95, null],
    [1, null],
  ])('at %s resumes at %s', (progress, position) => {
    expect(toResumePosition(progress)).toBe(position)
    expect(isReadThrough(progress)).toBe(progress >= 0.95)
  })
})

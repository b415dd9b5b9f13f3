import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, GAME_KEYS, GAMES, OPEN_DAYS, toDayNumber, type Game, type Level } from './games.ts'
import {
  countStreak,
  findBestSeconds,
  LONGEST_STATE,
  mergeGames,
  MOST_RUNS,
  NO_PROGRESS,
  OUTCOMES,
  parseProgress,
  parsePuzzleKey,
  toPuzzleKey,
  toShownOutcome,
  type GameProgress,
  type Progress,
} from './progress.ts'
import { propertyRuns } from '../property-runs.testing.ts'

const TODAY = '2026-11-23'
const NUMBER = toDayNumber(TODAY)
const KEY = 'wortraten.2026-11-23'
const some = (more: Partial<Progress> = {}): Progress => ({
  at: 1,
  seconds: 10,
  outcome: 'open',
  state: 'x',
  wonIn: null,
  isOnTime: false,
  ...more,
})
const of = (puzzles: GameProgress['puzzles'], records: GameProgress['records'] = {}): GameProgress => ({
  puzzles,
  records,
})
const merge = (...all: GameProgress[]) => all.reduce((one, other) => mergeGames(one, other, TODAY), NO_PROGRESS)

it.each([
  ['sudoku.2026-11-23.schwer', { game: 'sudoku', day: TODAY, level: 'schwer' }],
  ['wortraten.2026-11-23', { game: 'wortraten', day: TODAY, level: '' }],
  ['sudoku.2026-11-23', null],
  ['wortraten.2026-11-23.leicht', null],
  ['schach.2026-11-23', null],
  ['wortraten.2026-13-01', null],
  ['__proto__.2026-11-23', null],
  ['', null],
])('the key %s', (key, puzzle) => {
  expect(parsePuzzleKey(key)).toEqual(puzzle)
  if (puzzle !== null) expect(toPuzzleKey('sudoku', TODAY, 'schwer')).toBe('sudoku.2026-11-23.schwer')
})

const puzzle = (progress: unknown, key = KEY) => JSON.stringify({ puzzles: { [key]: progress } })
const record = (value: unknown, game = 'sudoku') => JSON.stringify({ records: { [game]: value } })
it.each([
  null,
  '',
  '7',
  '[]',
  'null',
  '{"puzzles":7,"records":[]}',
  puzzle(1, 'sudoku.2026-11-23.schwer'),
  puzzle(some({ seconds: -1 })),
  puzzle(some({ at: 1e300 })),
  puzzle(some({ wonIn: 0.5 })),
  puzzle(some({ state: 'x'.repeat(LONGEST_STATE + 1) })),
  puzzle(some(), 'schach.2026-11-23'),
  record({ runs: [[2, 1]], best: {} }),
  record({ runs: [[1]], best: {} }),
  record({ runs: Array.from({ length: MOST_RUNS + 1 }, (_, day) => [2 * day, 2 * day]), best: {} }),
  record({ runs: [], best: { '': 4 } }),
  record({ runs: [], best: { leicht: '4' } }),
  record({ runs: [], best: {} }, 'schach'),
])('refuses %s', (text) => expect(parseProgress(text)).toEqual(NO_PROGRESS))

it('reads back its own output', () => {
  const progress = of({ [KEY]: some({ wonIn: 4 }) }, { sudoku: { runs: [[NUMBER - 1, NUMBER]], best: { leicht: 9 } } })
  expect(parseProgress(JSON.stringify(progress))).toEqual(progress)
})

it('the later state of a puzzle wins, from either side; a win is kept with the shorter time', () => {
  const won = some({ at: 5, seconds: 20, outcome: 'won', wonIn: 20, isOnTime: true })
  const again = some({ at: 9, state: 'again' })
  const expected = { ...again, wonIn: 20, isOnTime: true }
  for (const pair of [
    [won, again],
    [again, won],
  ])
    expect(merge(...pair.map((one) => of({ [KEY]: one }))).puzzles[KEY]).toEqual(expected)
  expect(toShownOutcome(expected)).toBe('won')
  const quicker = some({ at: 12, outcome: 'won', wonIn: 15 })
  expect(merge(of({ [KEY]: expected }), of({ [KEY]: quicker })).records.wortraten?.best).toEqual({ '': 15 })
})

it('of a sailing trip the better result is kept, not the later one', () => {
  const sailed = (at: number, state: string) =>
    of({ 'segelboot.2026-11-23': some({ at, state, outcome: 'won', wonIn: 60 }) })
  expect(merge(sailed(1, '612'), sailed(2, '700')).puzzles['segelboot.2026-11-23']?.state).toBe('612')
  expect(merge(sailed(2, '0'), sailed(1, '700')).puzzles['segelboot.2026-11-23']).toMatchObject({
    state: '700',
    at: 2,
  })
})

it('keeps the states of puzzles that can be played, and the wins of older ones', () => {
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, age) => [
      `wortraten.${addDays(TODAY, -age)}`,
      some({ outcome: 'won', wonIn: 10 + age, isOnTime: true }),
    ]),
  )
  const kept = merge(of(many))
  expect(Object.keys(kept.puzzles)).toHaveLength(OPEN_DAYS)
  expect([countStreak(kept, 'wortraten', TODAY), findBestSeconds(kept, 'wortraten', '')]).toEqual([200, 10])
  expect(merge(of({ 'wortraten.2026-09-01': some() }))).toEqual(NO_PROGRESS)
  const everyOther = Array.from({ length: MOST_RUNS }, (_, index) => [2 * index, 2 * index] as const)
  const { runs } = merge(
    of({}, { puzzle: { runs: everyOther, best: {} } }),
    of({}, { puzzle: { runs: [[900, 905]], best: {} } }),
  ).records.puzzle!
  expect([runs.length, runs.at(-1), runs[0]]).toEqual([MOST_RUNS, [900, 905], [2, 2]])
})

it.each([
  [[], 0],
  [[0], 1],
  [[1], 1],
  [[2], 0],
  [[0, 1, 2], 3],
  [[1, 2, 3], 3],
  [[0, 2, 3], 1],
])('won on time %j days ago: a streak of %d', (ages, streak) => {
  const won = some({ outcome: 'won', wonIn: 10, isOnTime: true })
  const progress = merge(of(Object.fromEntries(ages.map((age) => [`sudoku.${addDays(TODAY, -age)}.leicht`, won]))))
  expect(countStreak(progress, 'sudoku', TODAY)).toBe(streak)
  expect(countStreak(progress, 'kakuro', TODAY)).toBe(0)
})

it('finds the best time of a level', () => {
  const progress = merge(
    of({
      'sudoku.2026-11-23.leicht': some({ outcome: 'won', wonIn: 90 }),
      'sudoku.2026-11-22.leicht': some({ outcome: 'won', wonIn: 80 }),
      'sudoku.2026-11-21.leicht': some({ seconds: 5 }),
      'sudoku.2026-11-21.schwer': some({ outcome: 'won', wonIn: 7 }),
    }),
  )
  expect(findBestSeconds(progress, 'sudoku', 'leicht')).toBe(80)
  expect(findBestSeconds(progress, 'kakuro', 'leicht')).toBe(null)
})

describe('merging the progress of several devices', () => {
  const Key = fc
    .tuple(fc.constantFrom(...GAME_KEYS), fc.integer({ min: -1, max: 40 }), fc.nat(3))
    .map(([game, age, level]) => {
      const levels: readonly Level[] = GAMES[game]
      return toPuzzleKey(game, addDays(TODAY, -age), levels.length === 0 ? '' : levels[level % levels.length]!)
    })
  const Some = fc
    .record({
      // Few values, so that two devices often differ at the same moment.
      at: fc.nat(3),
      seconds: fc.nat(3),
      outcome: fc.constantFrom(...OUTCOMES),
      state: fc.constantFrom('', 'a', '0', '7', '31'),
      wonIn: fc.option(fc.nat(5)),
      isOnTime: fc.boolean(),
    })
    .map((progress) => ({ ...progress, isOnTime: progress.isOnTime && progress.wonIn !== null }))
  const Record = (levels: readonly string[]) =>
    fc.record({
      runs: fc
        .uniqueArray(fc.nat(12), { maxLength: 5 })
        .map((days) => days.toSorted((a, b) => a - b).map((day) => [NUMBER - 40 + day, NUMBER - 40 + day] as const)),
      best: fc.dictionary(fc.constantFrom(...levels), fc.nat(5)),
    })
  const Device: fc.Arbitrary<GameProgress> = fc.record({
    puzzles: fc.dictionary(Key, Some, { maxKeys: 6 }),
    records: fc.record({ sudoku: Record(GAMES.sudoku), wortraten: Record(['']) }, { requiredKeys: [] }),
  })
  const wins = (progress: GameProgress) => {
    const all: { game: Game; day: number; isOnTime: boolean; wonIn: number; level: string }[] = []
    for (const [key, { wonIn, isOnTime }] of Object.entries(progress.puzzles)) {
      const { game, day, level } = parsePuzzleKey(key)!
      if (wonIn !== null) all.push({ game, day: toDayNumber(day), isOnTime, wonIn, level })
    }
    return all
  }

  it('gives the same result in any order and after any repetition', () => {
    fc.assert(
      fc.property(Device, Device, Device, (a, b, c) => {
        expect(merge(a, b)).toEqual(merge(b, a))
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
        expect(merge(a, b, b, a)).toEqual(merge(a, b))
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  it('loses no win', () => {
    fc.assert(
      fc.property(Device, Device, (a, b) => {
        const { records, puzzles } = merge(a, b)
        for (const { game, day, isOnTime, wonIn, level } of [...wins(a), ...wins(b)]) {
          expect(records[game]!.best[level]).toBeLessThanOrEqual(wonIn)
          if (isOnTime) expect(records[game]!.runs.some(([first, last]) => first <= day && day <= last)).toBe(true)
        }
        for (const [key, progress] of [...Object.entries(a.puzzles), ...Object.entries(b.puzzles)])
          if (toShownOutcome(progress) === 'won' && puzzles[key] !== undefined && progress.wonIn !== null)
            expect(toShownOutcome(puzzles[key])).toBe('won')
        for (const given of [a, b])
          for (const [game, { runs, best }] of Object.entries(given.records) as [
            Game,
            typeof records.sudoku & object,
          ][]) {
            for (const [level, seconds] of Object.entries(best))
              expect(records[game]!.best[level]).toBeLessThanOrEqual(seconds)
            for (const [day] of runs)
              expect(records[game]!.runs.some(([first, last]) => first <= day && day <= last)).toBe(true)
          }
      }),
      { numRuns: propertyRuns(500) },
    )
  })
})

import { expect, it } from 'vitest'
import { addDays } from './games.ts'
import {
  countStreak,
  findBestSeconds,
  LONGEST_STATE,
  mergeProgress,
  MOST_PROGRESS,
  parseProgress,
  parsePuzzleKey,
  toPuzzleKey,
  type Progress,
} from './progress.ts'

const TODAY = '2026-11-23'
const some = (more: Partial<Progress> = {}): Progress => ({
  at: 1,
  seconds: 10,
  outcome: 'open',
  isOnTime: false,
  state: 'x',
  ...more,
})

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

it.each([
  null,
  '',
  '7',
  '[]',
  'null',
  '{"sudoku.2026-11-23.schwer":1}',
  `{"wortraten.2026-11-23":${JSON.stringify(some({ seconds: -1 }))}}`,
  `{"wortraten.2026-11-23":${JSON.stringify(some({ state: 'x'.repeat(LONGEST_STATE + 1) }))}}`,
  `{"schach.2026-11-23":${JSON.stringify(some())}}`,
])('takes nothing from %s', (text) => expect(parseProgress(text)).toEqual({}))

it('reads what it wrote', () => {
  const progress = { 'wortraten.2026-11-23': some() }
  expect(parseProgress(JSON.stringify(progress))).toEqual(progress)
})

it('the later state of a puzzle wins, on either side; a day won in time stays won', () => {
  const key = 'wortraten.2026-11-23'
  const won = some({ at: 5, outcome: 'won', isOnTime: true })
  const later = some({ at: 9, state: 'again' })
  expect(mergeProgress({ [key]: won }, { [key]: later }, TODAY)[key]).toEqual({ ...later, isOnTime: true })
  expect(mergeProgress({ [key]: later }, { [key]: won }, TODAY)[key]).toEqual({ ...later, isOnTime: true })
})

it('keeps no more than so many, and of old ones the outcome alone', () => {
  const many = Object.fromEntries(
    Array.from({ length: MOST_PROGRESS + 50 }, (_, age) => [
      `wortraten.${addDays(TODAY, -age)}`,
      some({ at: 10_000 - age, outcome: 'won', isOnTime: true }),
    ]),
  )
  const kept = mergeProgress(many, {}, TODAY)
  expect(Object.keys(kept)).toHaveLength(MOST_PROGRESS)
  expect(kept['wortraten.2026-11-23']?.state).toBe('x')
  expect(kept['wortraten.2026-09-01']?.state).toBe('')
  expect(mergeProgress({ 'wortraten.2026-09-01': some() }, {}, TODAY)).toEqual({})
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
  const progress = Object.fromEntries(
    ages.map((age) => [`sudoku.${addDays(TODAY, -age)}.leicht`, some({ outcome: 'won', isOnTime: true })]),
  )
  expect(countStreak(progress, 'sudoku', TODAY)).toBe(streak)
  expect(countStreak(progress, 'kakuro', TODAY)).toBe(0)
})

it('finds the best time of a level', () => {
  const progress = {
    'sudoku.2026-11-23.leicht': some({ outcome: 'won', seconds: 90 }),
    'sudoku.2026-11-22.leicht': some({ outcome: 'won', seconds: 80 }),
    'sudoku.2026-11-21.leicht': some({ seconds: 5 }),
    'sudoku.2026-11-21.schwer': some({ outcome: 'won', seconds: 7 }),
  }
  expect(findBestSeconds(progress, 'sudoku', 'leicht')).toBe(80)
  expect(findBestSeconds(progress, 'kakuro', 'leicht')).toBe(null)
})

import { describe, expect, it } from 'vitest'
import { toDayNumber } from '@lokalteil/domain/games/games'
import {
  countStreak,
  findBestSeconds,
  mergeGames,
  MOST_SECONDS,
  NO_PROGRESS,
  toShownOutcome,
  type GameProgress,
  type Progress,
} from '@lokalteil/domain/games/progress'
import { addTip, formatTips, judgeTips, parseTips, toCountedSeconds } from './tips.ts'

describe('R1-68 R1-69 a completed puzzle', () => {
  it.each([
    ['without a tip', 50, 0, 'won'],
    ['with one tip', 50, 1, 'won'],
    ['with just less than half of it', 50, 24, 'won'],
    ['with half of it', 50, 25, 'helped'],
    ['with all but one cell', 50, 49, 'helped'],
    ['by tips alone', 148, 148, 'helped'],
    ['of one cell, by a tip', 1, 1, 'helped'],
    ['of one cell, without', 1, 0, 'won'],
    ['of two cells, one by a tip', 2, 1, 'helped'],
    ['of three cells, one by a tip', 3, 1, 'won'],
  ] as const)('%s: %i cells, %i tips: %s', (_what, open, tips, outcome) => expect(judgeTips(open, tips)).toBe(outcome))

  it.each([
    [245, 0, 245],
    [245, 2, 305],
    [MOST_SECONDS, 3, MOST_SECONDS],
  ])('in %i seconds with %i tips counts %i', (seconds, tips, counted) =>
    expect(toCountedSeconds(seconds, tips)).toBe(counted),
  )

  it('a puzzle solved mostly by tips adds no day to the streak and no best time, and removes none', () => {
    const today = '2026-11-23'
    const helped = { at: 2, seconds: 30, outcome: 'helped', state: 'x', wonIn: null, isOnTime: false } as const
    const of = (progress: Progress): GameProgress => ({
      puzzles: { 'kreuzwortraetsel.2026-11-23': progress },
      records: {},
    })
    const alone = mergeGames(NO_PROGRESS, of(helped), today)
    expect(countStreak(alone, 'kreuzwortraetsel', today)).toBe(0)
    expect(findBestSeconds(alone, 'kreuzwortraetsel', '')).toBe(null)
    expect(toShownOutcome(alone.puzzles['kreuzwortraetsel.2026-11-23'])).toBe('helped')
    const won = mergeGames(alone, of({ ...helped, at: 1, wonIn: 400, isOnTime: true }), today)
    expect(won.records.kreuzwortraetsel).toEqual({
      runs: [[toDayNumber(today), toDayNumber(today)]],
      best: { '': 400 },
    })
    expect(toShownOutcome(won.puzzles['kreuzwortraetsel.2026-11-23'])).toBe('won')
  })
})

it.each([
  [[], ''],
  [[0], '1'],
  [[2, 5], '001001'],
])('the tips %s are stored as "%s"', (tips, text) => {
  expect(formatTips(tips)).toBe(text)
  expect(parseTips(text, () => true)).toEqual(tips)
})

it('a cell counts as a tip once, and only if it was to be filled', () => {
  expect(addTip(addTip(addTip([], 7), 3), 7)).toEqual([3, 7])
  expect(parseTips('1x11', (cell) => cell !== 2)).toEqual([0, 3])
})

import { expect, it } from 'vitest'
import { addDays, isOpenDay, listOpenDays, toDayNumber, toGamePath, toLevel, toSeed } from './games.ts'

it.each([
  ['2026-11-23', true],
  ['2026-11-24', false],
  ['2026-10-25', true],
  ['2026-10-24', false],
  ['2026-02-30', false],
  ['2026-11-31', false],
  ['heute', false],
  ['', false],
  ['12026-11-23', false],
])('%s can be played on 23 November 2026: %s', (day, isOpen) => {
  expect(isOpenDay(day, '2026-11-23')).toBe(isOpen)
})

it('counts days across the ends of months and of summer time', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(toDayNumber('1970-01-02')).toBe(1)
  expect(listOpenDays('2026-11-23').at(-1)).toBe('2026-10-25')
})

it.each([
  ['sudoku', null, 'leicht'],
  ['sudoku', 'experte', 'experte'],
  ['sudoku', 'unmöglich', null],
  ['kakuro', 'experte', null],
  ['wortraten', null, ''],
  ['wortraten', 'leicht', null],
] as const)('level of %s from %s: %s', (game, text, level) => {
  expect(toLevel(game, text)).toBe(level)
})

it('has an address for a day and a level, and a seed for a publication', () => {
  expect(toGamePath('sudoku')).toBe('/spiele/sudoku')
  expect(toGamePath('sudoku', '2026-11-23', 'leicht')).toBe('/spiele/sudoku/2026-11-23')
  expect(toGamePath('sudoku', '2026-11-23', 'schwer')).toBe('/spiele/sudoku/2026-11-23/schwer')
  expect(toSeed('ak', 'sudoku', '2026-11-23', 'schwer')).not.toBe(toSeed('fb', 'sudoku', '2026-11-23', 'schwer'))
})

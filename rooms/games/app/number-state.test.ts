import { expect, it } from 'vitest'
import {
  eraseCell,
  formatNumbers,
  listNotes,
  parseNumbers,
  startNumbers,
  toggleNote,
  writeDigit,
  writeTip,
} from './number-state.ts'

const GIVENS = [5, 0, 0, 0]
const start = startNumbers(GIVENS)

it('writes a digit, removes it again, and removes its note in cells that see it', () => {
  const noted = toggleNote(toggleNote(start, 2, 7), 2, 9)
  expect(listNotes(noted.notes[2]!)).toEqual([7, 9])
  const written = writeDigit(noted, 1, 7, [2])
  expect(written.cells).toEqual([5, 7, 0, 0])
  expect(listNotes(written.notes[2]!)).toEqual([9])
  expect(writeDigit(written, 1, 7, [2]).cells).toEqual(GIVENS)
  expect(eraseCell(written, 1).cells).toEqual(GIVENS)
  expect(toggleNote(written, 1, 3)).toBe(written)
})

it('restores a saved board, with the givens fixed', () => {
  const state = writeDigit(toggleNote(start, 2, 9), 1, 3, [])
  expect(parseNumbers(formatNumbers(state), GIVENS)).toEqual(state)
  expect(parseNumbers('9999|', GIVENS)?.cells).toEqual([5, 9, 9, 9])
})

it('a tip stays a tip when its cell is cleared and after a restore', () => {
  const told = writeTip(writeDigit(start, 3, 8, []), 3, 2, [])
  expect([told.cells, told.tips]).toEqual([[5, 0, 0, 2], [3]])
  const emptied = writeTip(eraseCell(told, 3), 1, 4, [])
  expect([emptied.cells, emptied.tips]).toEqual([
    [5, 4, 0, 0],
    [1, 3],
  ])
  expect(parseNumbers(formatNumbers(emptied), GIVENS)).toEqual(emptied)
})

it.each([
  ['5342|9', []],
  ['5342||11', [1]],
  ['5342||0101x', [1, 3]],
])('"%s" has the tips %j: givens are no tips', (text, tips) => expect(parseNumbers(text, GIVENS)?.tips).toEqual(tips))

it.each(['', '123', '12345', 'abcd|', '1x34|'])('restores nothing from "%s"', (text) =>
  expect(parseNumbers(text, GIVENS)).toBe(null),
)

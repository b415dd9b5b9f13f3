import { expect, it } from 'vitest'
import type { Progress } from '@lokalteil/domain/games/progress'
import { isWonMove, parseMark, pickUnsent } from './account-mark.ts'

const some = (at: number, more: Partial<Progress> = {}): Progress => ({
  at,
  seconds: 1,
  outcome: 'open',
  state: '',
  wonIn: null,
  isOnTime: false,
  ...more,
})

it('sends changes the account does not have, in limited portions', () => {
  const puzzles = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`sudoku.${index}`, some(index, { state: 'x'.repeat(900) })]),
  )
  const sent: Record<string, number> = { 'sudoku.0': 0 }
  let calls = 0
  for (;;) {
    const part = pickUnsent(puzzles, sent)
    const names = Object.keys(part)
    if (names.length === 0) break
    expect(JSON.stringify(part).length).toBeLessThan(12_000)
    expect(names.some((name) => name in sent)).toBe(false)
    for (const name of names) sent[name] = part[name]!.at
    calls++
  }
  expect([Object.keys(sent).length, calls > 5]).toEqual([100, true])
  expect(Object.keys(pickUnsent({ ...puzzles, 'sudoku.7': some(8000) }, sent))).toEqual(['sudoku.7'])
})

it.each([
  [null, null],
  ['{', null],
  ['7', null],
  ['{"reader":7,"revision":1,"sent":{}}', null],
  ['{"reader":"a","revision":"1","sent":{}}', null],
  ['{"reader":"a","revision":1,"sent":{"x":1,"y":"2"}}', { reader: 'a', revision: 1, sent: { x: 1 } }],
])('reads %s', (text, mark) => expect(parseMark(text)).toEqual(mark))

it('a puzzle that was just won is sent at once', () => {
  const won = some(2, { outcome: 'won', wonIn: 9 })
  expect(isWonMove({}, { a: some(1) })).toBe(false)
  expect(isWonMove({ a: some(1) }, { a: won })).toBe(true)
  expect(isWonMove({ a: won }, { a: some(3, { wonIn: 9 }) })).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { countSeats, toLabel, toSeatToken } from './household.ts'
import type { Subscription } from './subscriptions.ts'

describe('seats of a household', () => {
  it.each<[Subscription['kind'], number | null, { seats?: number } | null, number]>([
    ['plus', 990, null, 3],
    ['plus-pur', 1290, null, 3],
    ['epaper', 2790, null, 3],
    ['pur', 490, null, 0],
    ['topic', 390, null, 0],
    ['coins', 690, null, 0],
    ['print', null, null, 0],
    // Access by a code or gift is for one person.
    ['plus', 0, null, 0],
    ['plus', null, null, 0],
    ['plus', 990, {}, 3],
    ['plus', 990, { seats: 1 }, 1],
    ['plus', 990, { seats: 0 }, 0],
    ['pur', 490, { seats: 2 }, 2],
  ])('%s at %s cents, sold as %o, has %d', (kind, priceCents, offer, count) => {
    expect(countSeats({ kind, priceCents }, offer)).toBe(count)
  })

  it.each([
    [' Oma  Inge ', 'Oma Inge'],
    ['Kind\r\n2', 'Kind 2'],
    ['', null],
    ['\u200b', null],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(41), null],
  ])('the label %j becomes %j', (typed, label) => {
    expect(toLabel(typed)).toBe(label)
  })

  it('recognises the form of a seat token', () => {
    expect(toSeatToken('a'.repeat(24))).toBe('a'.repeat(24))
    for (const other of [null, '', 'short', `${'a'.repeat(24)}'`, 'a'.repeat(65)]) expect(toSeatToken(other)).toBeNull()
  })
})

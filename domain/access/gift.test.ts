import { expect, it } from 'vitest'
import { countGiftsLeft, GIFT, toGiftState } from './gift.ts'

it.each([
  [0, 10],
  [9, 1],
  [10, 0],
  [12, 0],
])('S3.11-03 after %i gifts in a month leaves %i', (given, left) => {
  expect(countGiftsLeft(given)).toBe(left)
  expect(GIFT.days).toBe(7)
})

const expiresAt = new Date('2026-11-28T12:00:00Z')
const revokedAt = new Date('2026-11-22T12:00:00Z')
it.each([
  ['active', '2026-11-28T11:59:59Z', null],
  ['expired', '2026-11-28T12:00:00Z', null],
  ['revoked', '2026-11-23T12:00:00Z', revokedAt],
  ['revoked', '2026-12-23T12:00:00Z', revokedAt],
])('a gift is %s at %s when revoked at %s', (state, now, revoked) => {
  expect(toGiftState({ expiresAt, revokedAt: revoked }, new Date(now))).toBe(state)
})

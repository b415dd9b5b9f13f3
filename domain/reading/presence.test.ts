import { describe, expect, it } from 'vitest'
import { advancePresence, isNewSince, parsePresence, writePresence } from './presence.ts'

const MINUTE = 60_000
const NOW = 1_800_000_000_000

describe('the beginning of a visit', () => {
  it.each([
    ['the first of all', null, { last: NOW, since: null }],
    ['going on', { last: NOW - 5 * MINUTE, since: 7 }, { last: NOW, since: 7 }],
    ['coming back', { last: NOW - 31 * MINUTE, since: 7 }, { last: NOW, since: NOW - 31 * MINUTE }],
    ['a clock that was set back', { last: NOW + MINUTE, since: 7 }, { last: NOW + MINUTE, since: 7 }],
  ])('%s', (_name, before, after) => {
    expect(advancePresence(before, NOW)).toEqual(after)
    expect(parsePresence(writePresence(after))).toEqual(after)
  })
  it.each([null, '', 'x', '1.5', '-1,2'])('%s is dropped', (text) => {
    expect(parsePresence(text)).toBeNull()
  })
})

it.each([
  ['nothing on a first visit', NOW - 1, null, false],
  ['what came after the last visit', NOW - 10 * MINUTE, NOW - 60 * MINUTE, true],
  ['not what was there', NOW - 90 * MINUTE, NOW - 60 * MINUTE, false],
  ['not all of a month', NOW - 8 * 86_400_000, NOW - 30 * 86_400_000, false],
  ['nothing that is still to come', NOW + MINUTE, NOW - 60 * MINUTE, false],
])('%s is marked', (_name, publishedAt, since, isNew) => {
  expect(isNewSince(publishedAt, { last: NOW, since }, NOW)).toBe(isNew)
})

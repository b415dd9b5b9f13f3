import { expect, it } from 'vitest'
import { isCutAsLead, toRightsState, type RightsState } from './media-rights.ts'

const NOW = Date.parse('2026-11-28T10:00:00Z')
const HOUR = 3_600_000

it.each<[string, number | null, RightsState]>([
  ['without end', null, 'valid'],
  ['in a week', NOW + 7 * 24 * HOUR, 'valid'],
  ['a moment after the next 24 hours', NOW + 24 * HOUR + 1, 'valid'],
  ['in 24 hours', NOW + 24 * HOUR, 'ending'],
  ['in a moment', NOW + 1, 'ending'],
  ['now', NOW, 'ended'],
  ['yesterday', NOW - 24 * HOUR, 'ended'],
])('a right that ends %s is as expected', (_when, until, state) => {
  expect(toRightsState(until, NOW)).toBe(state)
})

it.each<[number, number, boolean]>([
  [1600, 900, false],
  [1920, 1080, false],
  [1600, 910, false],
  [1600, 1200, true],
  [900, 1600, true],
  [2400, 900, true],
  [0, 0, true],
])('%i × %i is cut as a lead picture: %s', (width, height, isCut) => {
  expect(isCutAsLead({ width, height })).toBe(isCut)
})

import { expect, it } from 'vitest'
import { isLiveNow } from './live.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

it.each([
  ['begun an hour ago', true, '11:00', null, true],
  ['begun in the morning, an entry just now', true, '08:00', '11:55', true],
  ['begun in the morning, nothing since', true, '08:00', null, false],
  ['the last entry two hours ago', true, '08:00', '10:00', false],
  ['an article that is no live report', false, '11:59', null, false],
])('a report %s is live or not', (_what, isLive, published, updated, expected) => {
  const at = (time: string) => `2026-11-21T${time}:00Z`
  const report = { isLive, publishDate: at(published), updateDate: updated === null ? null : at(updated) }
  expect(isLiveNow(report, NOW)).toBe(expected)
})

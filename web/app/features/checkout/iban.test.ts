import { expect, it } from 'vitest'
import { toIbanGroups, toIbanState } from './iban.ts'

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['D', 'incomplete'],
  ['DE8', 'incomplete'],
  ['DE89 3704 0044 0532 0130', 'incomplete'],
  ['DE89 3704 0044 0532 0130 00', 'good'],
  ['de89-3704.0044 0532 0130 00', 'good'],
  ['DE89 3704 0044 0532 0130 01', 'wrong'],
  ['DE98 3704 0044 0532 0130 00', 'wrong'],
  ['DE89 3704 0044 0532 0130 000', 'wrong'],
  ['AT61 1904 3002 3457 3201', 'good'],
  ['NL91 ABNA 0417 1643 00', 'good'],
  // A country that is not in the list of lengths.
  ['SE45 5000 0000 0583 9825 7466', 'good'],
  ['SE45 5000 0000 0583 98', 'incomplete'],
  ['12345678', 'wrong'],
  ['DEXX 3704', 'wrong'],
] as const)('S2.3-05 %j is %s while typing', (typed, state) => {
  expect(toIbanState(typed)).toBe(state)
})

it('S2.3-05 finds every single wrong digit and every swap of neighbours', () => {
  const good = 'DE89370400440532013000'
  const bad = new Set<string>()
  for (let at = 2; at < good.length; at++) {
    for (let digit = 0; digit < 10; digit++) bad.add(good.slice(0, at) + digit + good.slice(at + 1))
    if (at > 2) bad.add(good.slice(0, at - 1) + good[at]! + good[at - 1]! + good.slice(at + 1))
  }
  bad.delete(good)
  expect(bad.size).toBeGreaterThan(180)
  expect([...bad].filter((iban) => toIbanState(iban) !== 'wrong')).toEqual([])
})

it('is shown in groups of four', () => {
  expect(toIbanGroups(' de8937040044 0532013000 ')).toBe('DE89 3704 0044 0532 0130 00')
})

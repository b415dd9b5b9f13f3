import { expect, it } from 'vitest'
import { decideAdTargeting, toTargetingValues } from './ad-targeting.ts'

it.each([
  ['R5-14 R9-56', 'x'.repeat(60), ['x'.repeat(40)]],
  ['R5-15', "a*'=!+#,;^()<>[]b", ['ab']],
  ['R5-16', ['a,b', 'c'], ['a', 'b', 'c']],
  ['S5-02', 'a,b', ['ab']],
  ['S5-02', [' a ', '', ',', '#'], ['a']],
  ['S5-02', `${'#'.repeat(40)}x`, []],
])('%s turns %j into the values %j', (_ids, value, values) => {
  expect(toTargetingValues(value)).toEqual(values)
})

it.each([
  [true, true, 'ja'],
  [true, false, 'nein'],
  [false, true, 'nein'],
  [false, false, 'nein'],
])('R6-32 with login %s and plus %s sends %s', (isLoggedIn, isPlusUser, plususer) => {
  expect(decideAdTargeting({ isLoggedIn, isPlusUser }, false, new Date(0)).plususer).toBe(plususer)
})

it('R9-54 R9-55 sends the hour in Berlin and whether it is the app', () => {
  const reader = { isLoggedIn: false, isPlusUser: false }
  const at = (time: string, isApp: boolean) => decideAdTargeting(reader, isApp, new Date(time))
  expect(at('2024-07-01T22:30:00Z', true)).toEqual({ plususer: 'nein', hour: '0', isapp: 'true' })
  expect(at('2024-01-01T08:30:00Z', false)).toEqual({ plususer: 'nein', hour: '9', isapp: 'false' })
})

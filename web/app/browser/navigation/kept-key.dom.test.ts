// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { keepLastKey } from './kept-key.ts'

const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }))

it.each([
  [['Shift', '?'], '?'],
  [['?', 'Shift'], '?'],
  [['m', 'Shift', '/'], '/'],
  [['AltGraph', 'Control', 'CapsLock'], undefined],
  [[], undefined],
])('of the keys %j typed before the script is loaded it gets %j', (keys, kept) => {
  const takeKey = keepLastKey()
  for (const key of keys) press(key)
  expect(takeKey()?.key).toBe(kept)
})

it('stops listening once it was taken', () => {
  const takeKey = keepLastKey()
  press('m')
  takeKey()
  press('h')
  expect(takeKey()?.key).toBe('m')
})

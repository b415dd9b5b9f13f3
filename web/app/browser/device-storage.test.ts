import { afterEach, expect, it, vi } from 'vitest'
import { keepStored, readStored } from './device-storage.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['localStorage', 'sessionStorage'] as const)('keeps, finds and removes an entry of the %s', (place) => {
  const entries = new Map<string, string>()
  vi.stubGlobal(place, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  expect([readStored('a', place), keepStored('a', '1', place), readStored('a', place)]).toEqual([null, true, '1'])
  expect([keepStored('a', null, place), readStored('a', place), entries.size]).toEqual([true, null, 0])
})

const REFUSED = () => {
  throw new DOMException('', 'SecurityError')
}
it.each<[string, object]>([
  ['blocked', Object.defineProperty({}, 'localStorage', { get: REFUSED })],
  ['full', { localStorage: { getItem: () => null, setItem: REFUSED } }],
  ['missing', { localStorage: undefined }],
])('%s storage finds and keeps nothing, and nothing fails', (_how, globals) => {
  const given = Object.getOwnPropertyDescriptor(globals, 'localStorage')!
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { ...given, configurable: true })
  try {
    expect([readStored('a'), keepStored('a', '1')]).toEqual([null, false])
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage')
    if (before !== undefined) Object.defineProperty(globalThis, 'localStorage', before)
  }
})

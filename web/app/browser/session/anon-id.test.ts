import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnonId, isAnonId, keepAnonId, renewAnonId, setAnonIdOfReader } from './anon-id.ts'
import { openTestWindow, type TestWindow } from './window.testing.ts'

let win: TestWindow
beforeEach(async () => {
  win = await openTestWindow(vi.stubGlobal)
})
afterEach(() => vi.unstubAllGlobals())

it.each<[bigint, string]>([
  [2n ** 64n - 1n, '18446744073709551615'],
  [9_007_199_254_740_993n, '9007199254740993'],
  [7n, '7'],
  [0n, '1'],
])('S9-07 writes %s as digits, without a leading zero and without losing any', (number, expected) => {
  expect(createAnonId(() => number)).toBe(expected)
})

it('R9-49 S9-07 draws different ids of at most 20 digits', () => {
  const ids = Array.from({ length: 1000 }, () => createAnonId())
  expect(ids.filter((id) => /^[1-9]\d{0,19}$/.test(id))).toHaveLength(1000)
  expect(new Set(ids).size).toBe(1000)
})

it('R9-15 R9-33 gives an id on the first visit and keeps it 30 days from every visit', () => {
  const id = keepAnonId()
  expect(isAnonId(id)).toBe(true)
  expect(win.jar.get('anon_cookie')!.attributes).toContain('max-age=2592000')
  win.jar.get('anon_cookie')!.attributes = '; max-age=60'
  expect(keepAnonId()).toBe(id)
  expect(win.jar.get('anon_cookie')!.attributes).toContain('max-age=2592000')
})

it.each(['reader-1', '0123', '123456789012345678901', 'x'])(
  'S4.2-03 does not keep %s for a visitor without a login',
  (value) => {
    win.setCookie('anon_cookie', value)
    const id = keepAnonId()
    expect(isAnonId(id)).toBe(true)
    expect([id === value, win.jar.get('anon_cookie')?.value === id]).toEqual([false, true])
  },
)

it('R4.2-41 R4.2-09 is the ssoId of a reader, and new afterwards', () => {
  const before = keepAnonId()
  setAnonIdOfReader('8d3f-42')
  expect(win.jar.get('anon_cookie')?.value).toBe('8d3f-42')
  const after = renewAnonId()
  expect([win.jar.get('anon_cookie')?.value, after !== '8d3f-42', after !== before]).toEqual([after, true, true])
})

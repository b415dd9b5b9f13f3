import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSsoUtility, exposeSsoUtility } from './sso-utility.lazy.ts'
import { openTestWindow, type TestWindow } from './window.testing.ts'

let win: TestWindow
let started: string[]
const starts = (isNativeApp = false) => ({
  login: (path?: string) => void started.push(`login ${path}`),
  signup: (path?: string) => void started.push(`signup ${path}`),
  isNativeApp: () => isNativeApp,
})

beforeEach(async () => {
  win = await openTestWindow(vi.stubGlobal)
  started = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('R2.4-23 R2.4-24 starts login and signup at once', () => {
  const sso = createSsoUtility(starts())
  sso.sendToLogin('/newsletters')
  sso.sendToSignup()
  expect(started).toEqual(['login /newsletters', 'signup undefined'])
})

it.each([
  ['sendToLoginWithHash', '#login', 'login /sport'],
  ['sendToSignupWithHash', '#register', 'signup /sport'],
] as const)('R2.4-25 R9-58 %s sets the hash and starts 100 ms later', (name, hash, expected) => {
  createSsoUtility(starts())[name]('/sport')
  expect(win.address()).toBe(`/${hash}`)
  vi.advanceTimersByTime(99)
  expect(started).toEqual([])
  vi.advanceTimersByTime(1)
  expect(started).toEqual([expected])
})

it('S2.4-06 sets no hash inside the native app', () => {
  createSsoUtility(starts(true)).sendToLoginWithHash()
  vi.advanceTimersByTime(100)
  expect([win.moves, started]).toEqual([[], ['login undefined']])
})

it('S2.4-02 is frozen and cannot be replaced', () => {
  exposeSsoUtility(starts())
  const sso = window.sso!
  expect(Object.isFrozen(sso)).toBe(true)
  expect(() => Object.assign(window, { sso: {} })).toThrow(TypeError)
  exposeSsoUtility(starts())
  expect(window.sso).toBe(sso)
})

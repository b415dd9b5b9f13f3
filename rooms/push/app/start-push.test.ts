/** Withdrawn consent ends messages on this device, whichever page is open. */
import type { Chrome } from '@lokalteil/web/app/page/page'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'

type Consent = { vendors: { pushNotifications: boolean } } | null
let consent: Consent = null
let hasDevice = true
let listeners: (() => void)[] = []
let ended = 0
let followed = 0

vi.mock('@lokalteil/web/app/browser/consent/consent', () => ({
  getConsent: () => consent,
  subscribeConsent: (listener: () => void) => listeners.push(listener),
}))
vi.mock('@lokalteil/web/app/browser/navigation/after-paint', () => ({ untilIdle: async () => {} }))
vi.mock('./end-push.lazy.ts', () => ({ endPush: async () => void ended++ }))
vi.mock('./shell-logout.lazy.ts', () => ({ endPushWithLogin: () => void followed++ }))
vi.stubGlobal('window', { caches: {} })
vi.stubGlobal('caches', { has: async () => hasDevice })
afterAll(() => vi.unstubAllGlobals())

const { startPush } = await import('./start-push.ts')
const chrome = (isNativeApp: boolean, isLocalEdition: boolean) => () =>
  ({ app: { isNativeApp }, publication: { isLocalEdition } }) as Chrome
const refused: Consent = { vendors: { pushNotifications: false } }
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

beforeEach(() => {
  ;[consent, hasDevice, listeners, ended, followed] = [null, true, [], 0, 0]
})

it.each([
  ['without an answer nothing changes', null, true, 0],
  ['with consent nothing changes', { vendors: { pushNotifications: true } }, true, 0],
  ['a refusal ends them', refused, true, 1],
  ['a refusal on a device that never had any does nothing', refused, false, 0],
] as const)('at the start of a page: %s', async (_title, answer, isKnown, count) => {
  ;[consent, hasDevice] = [answer, isKnown]
  await startPush(chrome(false, false))
  await settled()
  expect([ended, followed]).toEqual([count, 0])
})

it('a refusal on the open page ends them', async () => {
  await startPush(chrome(false, false))
  consent = refused
  for (const listener of listeners) listener()
  await settled()
  expect(ended).toBe(1)
})

it.each([
  ['the app', true, false, 1],
  ['a local edition', false, true, 0],
])('%s has no consent of its own', async (_name, isNativeApp, isLocalEdition, logouts) => {
  consent = refused
  await startPush(chrome(isNativeApp, isLocalEdition))
  await settled()
  expect([listeners.length, ended, followed]).toEqual([0, 0, logouts])
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { getSession, type SessionState } from '../../browser/session/session.ts'
import { decideForSession } from './HashDialogs.tsx'
import { decideResend, leftOfPause } from './resend-pause.ts'
import { createToasts } from './Toasts.tsx'

const unknown = getSession()
const anonymous = { ...unknown, status: 'anonymous' as const }
const reader = (hasVerifiedEmail: boolean) => ({
  ...unknown,
  status: 'reader' as const,
  view: { ...unknown.view, isLoggedIn: true, hasVerifiedEmail },
})

it.each<[string, string, Parameters<typeof decideForSession>[1], string]>([
  ['S2.4-05 before the session was verified', '#login', unknown, 'nothing'],
  ['R2.4-12 change password always', '#change-password', unknown, 'open'],
  ['R2.4-03 R2.4-09', '#login', anonymous, 'open'],
  ['R2.4-09 R2.4-18', '#login', reader(true), 'remove-hash'],
  ['R2.4-10 R2.4-19', '#register', reader(true), 'remove-hash'],
  ['R2.4-11 S2.4-03', '#forgot-password', reader(true), 'nothing'],
  ['R2.4-07 R2.4-17', '#verify-email', reader(false), 'open'],
  ['R2.4-17 R2.4-21', '#verify-email', reader(true), 'remove-hash'],
  ['R2.4-16 R2.4-21', '#verify-email', anonymous, 'remove-hash'],
  ['R2.4-02', '', anonymous, 'nothing'],
])('decides by the session of the page: %s %s', (_case, hash, state, kind) => {
  expect(decideForSession(hash, state, false).kind).toBe(kind)
})

it.each<[string, SessionState, boolean | null, string]>([
  [
    'R2.4-05 R6-24 with the feature on and nothing completed',
    { ...reader(true), onboardingCompleted: false },
    true,
    'open',
  ],
  ['S2.4-05 while settings and status are on their way', reader(true), null, 'nothing'],
  [
    'S2.4-05 as another tab said, while the settings are on their way',
    { ...reader(true), onboardingCompleted: false },
    null,
    'nothing',
  ],
  ['R2.4-13 R2.4-20 with the feature off', { ...reader(true), onboardingCompleted: false }, false, 'remove-hash'],
  ['R2.4-14 R2.4-20 for nobody', anonymous, null, 'remove-hash'],
  ['R2.4-15 R2.4-20 once it is completed', { ...reader(true), onboardingCompleted: true }, true, 'remove-hash'],
])('decides about the onboarding: %s', (_case, state, isEnabled, kind) => {
  expect(decideForSession('#onboarding', state, false, isEnabled).kind).toBe(kind)
})

describe('requests before the onboarding opens', () => {
  const answers = (settings: unknown, onboarding: unknown) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      const found = path === '/api/settings' ? settings : onboarding
      return found === null ? new Response('', { status: 503 }) : Response.json(found)
    })
    return asked
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  const open = async () => {
    const { setSession } = await import('../../browser/session/session.ts')
    setSession(reader(true))
    return (await import('./HashDialogs.tsx')).decideOnboardingOf
  }
  const statusNow = async () => (await import('../../browser/session/session.ts')).getSession().onboardingCompleted

  it('R4.2-19 R3.2-07 loads the setting, then the status, and stores it', async () => {
    const asked = answers({ onboardingpopup_enabled: '1' }, { isOnboardingCompleted: false })
    expect(await (await open())({ isLocalEdition: false })).toBe(true)
    expect([asked, await statusNow()]).toEqual([['/api/settings', '/api/onboarding'], false])
  })

  it('S1-03 requests nothing in a local edition', async () => {
    const asked = answers({ onboardingpopup_enabled: true }, { isOnboardingCompleted: false })
    expect([await (await open())({ isLocalEdition: true }), asked]).toEqual([false, []])
  })

  it.each([
    ['R8-36', null, { isOnboardingCompleted: false }],
    ['R8-35', { onboardingpopup_enabled: true }, null],
    ['R8-35', { onboardingpopup_enabled: true }, { isOnboardingCompleted: 'nein' }],
  ])('%s stays closed when an answer is missing or broken, and throws nothing', async (_id, settings, onboarding) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    answers(settings, onboarding)
    expect(await (await open())({ isLocalEdition: false })).toBe(false)
    log.mockRestore()
  })
})

it('S2.4-06 is the native login inside the app', () => {
  expect(decideForSession('#register', anonymous, true)).toEqual({ kind: 'native-login' })
})

it.each<[number, unknown, ReturnType<typeof decideResend>]>([
  [200, { email: 'r@example.org', sent: true, nextAfterSeconds: 60 }, { kind: 'sent', pauseSeconds: 60 }],
  [200, { nextAfterSeconds: 120 }, { kind: 'sent', pauseSeconds: 120 }],
  [200, { nextAfterSeconds: 1e9 }, { kind: 'sent', pauseSeconds: 60 }],
  [200, null, { kind: 'sent', pauseSeconds: 60 }],
  [401, {}, { kind: 'ended', pauseSeconds: 0 }],
  [429, {}, { kind: 'too-many', pauseSeconds: 60 }],
  [503, {}, { kind: 'failed', pauseSeconds: 0 }],
  [0, null, { kind: 'failed', pauseSeconds: 0 }],
])('S2.4-08 pauses a minute after the mail was sent: %i %o', (status, answer, expected) => {
  expect(decideResend(status, answer)).toEqual(expected)
})

it.each([
  [60_000, 0, 60],
  [60_000, 59_001, 1],
  [60_000, 60_000, 0],
  [0, 5, 0],
])('S2.4-08 counts the pause down: until %i at %i', (until, now, left) => {
  expect(leftOfPause(until, now)).toBe(left)
})

it('S4.2-10 shows one message at a time', () => {
  const toasts = createToasts()
  const shown: (string | null)[] = []
  toasts.subscribe(() => shown.push(toasts.get()))
  toasts.show('eins')
  toasts.show('zwei')
  toasts.hide()
  expect(shown).toEqual(['eins', 'zwei', null])
})

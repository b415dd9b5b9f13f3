import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { parseSocialMessage, SOCIAL_CALLBACK_SCRIPT, SOCIAL_MESSAGE_ID, type SocialMessage } from './social-messages.ts'

const popup = { name: 'popup' }
const own = { origin: 'https://ak.example', popup }
const parse = (data: unknown, change: { origin?: string; source?: unknown } = {}) =>
  parseSocialMessage({ origin: own.origin, source: popup as never, data, ...(change as object) }, own)
const login = { type: 'social-login', kind: 'login', userState: 'login', missingFields: ['terms'] }

describe('messages of the popup', () => {
  it.each<[unknown, SocialMessage | null]>([
    [login, login as SocialMessage],
    [{ ...login, idToken: 'x' }, login as SocialMessage],
    [
      { type: 'social-login', kind: 'link-mail-sent' },
      { type: 'social-login', kind: 'link-mail-sent' },
    ],
    [
      { type: 'social-login', kind: 'failed', code: 'SOCIAL_LOGIN_FAILED' },
      { type: 'social-login', kind: 'failed', code: 'SOCIAL_LOGIN_FAILED' },
    ],
    [{ ...login, userState: 'admin' }, null],
    [{ ...login, missingFields: [1] }, null],
    [{ ...login, missingFields: 'terms' }, null],
    [{ ...login, kind: 'toString' }, null],
    [{ type: 'social-login', kind: 'failed' }, null],
    [{ kind: 'login' }, null],
    ['login', null],
    [null, null],
  ])('reads %j', (data, expected) => {
    expect(parse(data)).toEqual(expected)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a prefix of the origin', { origin: 'https://ak.example.evil' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
  ])('S7.5-11 ignores messages from %s', (_name, change) => {
    expect(parse(login, change)).toBeNull()
  })

  it('S7.5-11 ignores all messages while no popup is open', () => {
    expect(parseSocialMessage({ origin: own.origin, source: null, data: login }, { ...own, popup: null })).toBeNull()
  })
})

function runCallback(
  message: object,
  opener: { closed: boolean; postMessage: (data: unknown, origin: string) => void } | null,
) {
  const replace = vi.fn()
  const close = vi.fn()
  const getElementById = (id: string) => (id === SOCIAL_MESSAGE_ID ? { textContent: JSON.stringify(message) } : null)
  runInNewContext(SOCIAL_CALLBACK_SCRIPT, {
    window: { opener, close },
    document: { getElementById },
    location: { origin: own.origin, replace },
  })
  return { replace, close }
}

describe('the callback page', () => {
  it('S7.5-11 sends the message to its opener at the own origin and closes', () => {
    const postMessage = vi.fn()
    const { close, replace } = runCallback(login, { closed: false, postMessage })
    expect(postMessage.mock.calls).toEqual([[login, 'https://ak.example']])
    expect([close.mock.calls.length, replace.mock.calls.length]).toEqual([1, 0])
  })

  it.each([
    [login, '/?userState=login'],
    [{ type: 'social-login', kind: 'failed', code: 'X' }, '/error/social-login-failed'],
    [{ type: 'social-login', kind: 'link-mail-sent' }, '/'],
  ])('leads a reader without opener on from %j', (message, to) => {
    expect(runCallback(message, null).replace.mock.calls).toEqual([[to]])
    expect(runCallback(message, { closed: true, postMessage: vi.fn() }).replace.mock.calls).toEqual([[to]])
  })
})

import { describe, expect, it, vi } from 'vitest'
import type { CallResult, SocialStart } from './sign-on-client.ts'
import {
  prepareTokenSignIn,
  signInWithPopup,
  toSocialResult,
  type Popup,
  type SocialResult,
  type TokenProvider,
} from './social-sign-in.ts'

const ORIGIN = 'https://ak.example'
const startOf = (change: Partial<SocialStart> = {}): CallResult<SocialStart> => ({
  kind: 'ok',
  data: {
    clientId: 'client',
    nonce: 'n1',
    url: 'https://apple.example/authorize?x=1',
    script: 'https://google.example/gsi.js',
    ...change,
  },
})
const FAILED = { kind: 'refused', reason: 'SOCIAL_LOGIN_FAILED' }

describe('the result of a social sign-in', () => {
  it.each<[string | null | undefined, unknown, SocialResult['kind']]>([
    ['client', 'credential', 'credential'],
    ['', 'credential', 'failed'],
    ['  ', 'credential', 'failed'],
    [null, 'credential', 'failed'],
    [undefined, 'credential', 'failed'],
    ['client', '', 'failed'],
    ['client', undefined, 'failed'],
    ['client', null, 'failed'],
    ['client', {}, 'failed'],
  ])('R5-18 R5-19 of client %j and credential %j is %s', (clientId, credential, kind) => {
    expect(toSocialResult(clientId, credential).kind).toBe(kind)
  })
})

function openTokenProvider(start: CallResult<SocialStart>, hasScript = true) {
  const results: SocialResult[] = []
  const loaded: string[] = []
  const initialize = vi.fn<TokenProvider['initialize']>()
  const renderButton = vi.fn<TokenProvider['renderButton']>()
  const place = {} as HTMLElement
  const prepare = () =>
    prepareTokenSignIn({
      start: async () => start,
      loadScript: async (address) => {
        loaded.push(address)
        return hasScript ? { initialize, renderButton } : null
      },
      place,
      size: 'medium',
      width: 264,
      onResult: (result) => results.push(result),
    })
  return { prepare, results, loaded, initialize, renderButton, place }
}

describe('the token-based provider', () => {
  it('gets a nonce from the server and submits its credential', async () => {
    const { prepare, results, loaded, initialize, renderButton, place } = openTokenProvider(startOf())
    expect(await prepare()).toEqual({ kind: 'ok', data: true })
    expect(loaded).toEqual(['https://google.example/gsi.js'])
    expect(initialize.mock.calls[0]![0]).toMatchObject({
      client_id: 'client',
      nonce: 'n1',
      ux_mode: 'popup',
      auto_select: false,
    })
    expect(renderButton.mock.calls).toEqual([
      [place, expect.objectContaining({ size: 'medium', width: 264, locale: 'de' })],
    ])
    initialize.mock.calls[0]![0].callback({ credential: 'c.r.e' })
    initialize.mock.calls[0]![0].callback({})
    expect(results.map(({ kind }) => kind)).toEqual(['credential', 'failed'])
  })

  it('R5-17 loads no script without a client id', async () => {
    const { prepare, loaded, initialize } = openTokenProvider(startOf({ clientId: ' ' }))
    expect(await prepare()).toEqual(FAILED)
    expect([loaded.length, initialize.mock.calls.length]).toEqual([0, 0])
  })

  it.each<[string, CallResult<SocialStart>, boolean, object]>([
    ['without an address', startOf({ script: null }), true, FAILED],
    ['when its script does not come', startOf(), false, FAILED],
    [
      'when the server refuses',
      { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' },
      true,
      { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' },
    ],
  ])('fails %s', async (_name, start, hasScript, expected) => {
    expect(await openTokenProvider(start, hasScript).prepare()).toEqual(expected)
  })
})

type Listener = (event: Pick<MessageEvent, 'origin' | 'data' | 'source'>) => void

function openPopupProvider(start: CallResult<SocialStart>, isBlocked = false) {
  const steps: string[] = []
  const listeners = new Set<Listener>()
  let closed = false
  let href = ''
  const popup: Popup = {
    get closed() {
      return closed
    },
    location: {
      get href() {
        return href
      },
      set href(value) {
        steps.push(`go ${value}`)
        href = value
      },
    },
    close: () => {
      steps.push('close')
      closed = true
    },
  }
  const outcome = signInWithPopup({
    open: () => {
      steps.push('open')
      return isBlocked ? null : popup
    },
    start: async () => {
      steps.push('start')
      return start
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    origin: ORIGIN,
    pollMs: 1,
  })
  return {
    outcome,
    steps,
    listeners,
    shut: () => (closed = true),
    report: (data: unknown, change: object = {}) =>
      listeners.forEach((listener) => listener({ origin: ORIGIN, source: popup as never, data, ...change })),
  }
}

const LOGIN = { type: 'social-login', kind: 'login', userState: 'login', missingFields: [] }

describe('the popup provider', () => {
  it('R1-42 opens its window inside the click, before any call', async () => {
    const { steps, outcome, report, listeners } = openPopupProvider(startOf())
    expect(steps).toEqual(['open', 'start'])
    await vi.waitFor(() => expect(steps).toEqual(['open', 'start', 'go https://apple.example/authorize?x=1']))
    report(LOGIN)
    expect(await outcome).toEqual(LOGIN)
    expect(listeners.size).toBe(0)
  })

  it('S7.5-11 ignores messages of another origin or window', async () => {
    const { outcome, report } = openPopupProvider(startOf())
    report(LOGIN, { origin: 'https://evil.example' })
    report(LOGIN, { source: {} })
    report({ type: 'social-login', kind: 'link-mail-sent' })
    expect(await outcome).toEqual({ type: 'social-login', kind: 'link-mail-sent' })
  })

  it('is silent when the reader closes the window', async () => {
    const { outcome, shut, listeners } = openPopupProvider(startOf())
    shut()
    expect(await outcome).toEqual({ kind: 'closed' })
    expect(listeners.size).toBe(0)
  })

  it('receives the message of a window that closed itself right after it', async () => {
    const { outcome, shut, report } = openPopupProvider(startOf())
    await Promise.resolve()
    shut()
    report(LOGIN)
    expect(await outcome).toEqual(LOGIN)
  })

  it.each([
    ['SOCIAL_LOGIN_FAILED', 'SOCIAL_LOGIN_FAILED'],
    ['PROVIDER_FAILED', 'SOCIAL_LOGIN_FAILED'],
    ['EMAIL_NOT_VERIFIED', 'EMAIL_NOT_VERIFIED'],
    ['constructor', 'SOCIAL_LOGIN_FAILED'],
  ])('R5-19 fails when it returned with %s', async (code, reason) => {
    const { outcome, report } = openPopupProvider(startOf())
    report({ type: 'social-login', kind: 'failed', code })
    expect(await outcome).toEqual({ kind: 'refused', reason })
  })

  it('reports a blocked popup, and makes no call', async () => {
    const { outcome, steps } = openPopupProvider(startOf(), true)
    expect(await outcome).toEqual({ kind: 'blocked' })
    expect(steps).toEqual(['open'])
  })

  it.each<[string, CallResult<SocialStart>, object]>([
    ['R5-17 without a client id', startOf({ clientId: '' }), FAILED],
    ['without an address', startOf({ url: null }), FAILED],
    ['with an address that is no page', startOf({ url: 'javascript:alert(1)' }), FAILED],
    ['when the server refuses', { kind: 'refused', reason: 'OFFLINE' }, { kind: 'refused', reason: 'OFFLINE' }],
  ])('%s closes its window again', async (_name, start, expected) => {
    const { outcome, steps } = openPopupProvider(start)
    expect(await outcome).toEqual(expected)
    expect(steps).toEqual(['open', 'start', 'close'])
  })
})

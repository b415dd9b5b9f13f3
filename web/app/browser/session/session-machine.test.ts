import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLIENT, openTestWindow, NOW, ORIGIN, toClaims, type TestWindow } from './window.testing.ts'
import type { ReaderPart, SessionHost } from './session.ts'

type Options = {
  path?: string
  isNativeApp?: boolean
  told?: boolean
  claims?: Record<string, unknown> | null
  isKnownReader?: boolean
  readerParts?: SessionHost['readerParts']
}

let win: TestWindow
const logged: unknown[][] = []
const seconds = NOW.getTime() / 1000

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  logged.length = 0
  vi.spyOn(console, 'error').mockImplementation((...what) => void logged.push(what))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const token = (more: Record<string, unknown> = {}) => win.keys.sign(toClaims(more))

/** A page with these cookies and a started machine; `told`: the last message between tabs. */
async function open({ path = '/', isNativeApp = false, told, claims = {}, readerParts }: Options = {}) {
  win = await openTestWindow(vi.stubGlobal, { path, isNativeApp })
  if (told !== undefined) win.stored.set('userState', JSON.stringify({ loginStatus: told }))
  if (claims !== null) win.setCookie('FA_ID_TOKEN', await token(claims))
  return start(readerParts)
}

async function start(readerParts?: SessionHost['readerParts']) {
  const store = await import('./session.ts')
  const { startSessionMachine } = await import('./session-machine.lazy.ts')
  const states: string[] = []
  store.subscribeSession(() =>
    states.push(`${store.getSession().status}${store.getSession().isLoginProgress ? ' in progress' : ''}`),
  )
  const events: string[] = []
  for (const name of ['LOGIN_SUCCESS', 'LOGOUT_SUCCESS', 'auth:error'])
    win.document.addEventListener(name, () => events.push(`${name} ${store.getSession().status}`))
  const machine = await startSessionMachine({ ...win.host, ...(readerParts === undefined ? {} : { readerParts }) })
  return { machine, state: store.getSession, setSession: store.setSession, states, events }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 60))
const sessionCalls = () => win.asked().filter((call) => /validate|refresh|logout/.test(call))

it('R4.2-01 R3.1-08 logs in by a valid ID-token cookie, without a request', async () => {
  const { state } = await open({ told: true, claims: { subscriptionRoles: ['PLUS_USER'] } })
  expect(state().status).toBe('reader')
  expect(state().view).toMatchObject({
    isLoggedIn: true,
    isPlusUser: true,
    isPurUser: false,
    anonId: 'reader-1',
    hasVerifiedEmail: true,
    userData: { email: 'r@example.org', ssoId: 'reader-1' },
  })
  expect(sessionCalls()).toEqual([])
})

it('S4.2-10 makes no request at the start without an ID token, whatever other cookies there are', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('FA_REFRESH_TOKEN_ID', 'abc')
  const { state } = await start()
  expect([state().status, win.asked()]).toEqual(['anonymous', []])
})

it.each<[string, () => Promise<string>]>([
  ['is over', () => token({ iat: seconds - 1000, exp: seconds - 100 })],
  ['was tampered with', async () => `${await token()}x`],
  ['is none', async () => 'garbage'],
])(
  'R4.2-29 R8-40 tries one validate call when the token %s; R7.5-17 reads the cookie again after it',
  async (_case, make) => {
    win = await openTestWindow(vi.stubGlobal)
    win.setCookie('FA_ID_TOKEN', await make())
    const fresh = await token({ subscriptionRoles: ['PUR_USER'] })
    win.answer('GET /api/validate', () => {
      win.setCookie('FA_ID_TOKEN', fresh)
      return Response.json({ valid: true })
    })
    const { state } = await start()
    expect(sessionCalls()).toEqual(['GET /api/validate?forceRefresh=false'])
    expect([state().status, state().view.isPurUser, state().view.idToken]).toEqual(['reader', true, fresh])
  },
)

it.each([
  ['ahead', 3600],
  ['behind', -3600],
])('R4.2-01 keeps a reader whose clock is an hour %s, because the server accepts the token', async (_case, ahead) => {
  const atServer = (more = {}) => token({ iat: seconds - ahead, exp: seconds - ahead + 900, ...more })
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('FA_ID_TOKEN', await atServer())
  const { machine, state } = await start()
  expect([state().status, sessionCalls()]).toEqual(['reader', ['GET /api/validate?forceRefresh=false']])
  const fresh = await atServer({ subscriptionRoles: ['PLUS_USER'] })
  win.answer('POST /api/mein/oauth2/refresh', () => {
    win.setCookie('FA_ID_TOKEN', fresh)
    return Response.json({ valid: true })
  })
  expect([await machine.refresh(true), state().status, state().view.isPlusUser]).toEqual([true, 'reader', true])
  await machine.loginSucceeded('login')
  expect([state().status, logged]).toEqual(['reader', []])
})

it('R4.2-30 accepts no token of the wrong time if the server refuses it', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('FA_ID_TOKEN', await token({ iat: seconds + 3600, exp: seconds + 4500 }))
  win.answer('GET /api/validate', () => Response.json({ valid: false }, { status: 401 }))
  expect((await start()).state().status).toBe('anonymous')
})

it('R4.2-30 R4.2-37 R4.2-38 R4.2-39 R4.2-41 resets the login state when that call fails too', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('FA_ID_TOKEN', 'garbage')
  win.setCookie('anon_cookie', 'reader-1')
  win.answer('GET /api/validate', () => Response.json({ valid: false }, { status: 401 }))
  const { state } = await start()
  expect(sessionCalls()).toHaveLength(1)
  expect(state()).toMatchObject({
    status: 'anonymous',
    user: null,
    bookmarkCount: null,
    hasBookmarks: null,
    hasTagBookmarks: null,
    missedConsentFormFields: [],
    view: { isLoggedIn: false, userData: null, idToken: null },
  })
  expect(win.cookie('anon_cookie')).toMatch(/^[1-9]\d{0,19}$/)
  expect(state().view.anonId).toBe(win.cookie('anon_cookie'))
})

it.each([
  ['the connection is gone', new TypeError('Failed to fetch')],
  ['the server is in trouble', Response.json({}, { status: 503 })],
])('S4.2-01 ends nothing while %s', async (_case, answer) => {
  win = await openTestWindow(vi.stubGlobal)
  const over = await token({ iat: seconds - 1000, exp: seconds - 100 })
  win.setCookie('FA_ID_TOKEN', over)
  win.setCookie('anon_cookie', 'reader-1')
  win.answer('GET /api/validate', () => answer)
  const { state, events } = await start()
  expect(state().status).toBe('anonymous')
  expect([win.cookie('FA_ID_TOKEN'), win.cookie('anon_cookie'), events]).toEqual([over, 'reader-1', []])
})

it('R4.2-03 R4.2-08 loads everything of a reader at once; R4.2-09 the anonymous id becomes the ssoId', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const begun: string[] = []
  win = await openTestWindow(vi.stubGlobal)
  win.stored.set('userState', JSON.stringify({ loginStatus: true }))
  win.setCookie('FA_ID_TOKEN', await token())
  win.setCookie('content_jwt', 'eyJ.a.b')
  win.answer('GET /api/mein/oauth2/registration/form/missing-fields', async () => {
    begun.push('fields')
    await held
    return Response.json([{ name: 'terms', label: 'AGB', required: true }])
  })
  win.answer('GET /api/users/me', async () => {
    begun.push('user')
    await held
    return Response.json({ id: '7' })
  })
  const load = (name: string) => async () => {
    begun.push(name)
    await held
  }
  const { state } = await start(async () => [{ load: load('bookmarks') }, { load: load('wallet') }])
  await settled()
  expect(begun.toSorted()).toEqual(['bookmarks', 'fields', 'user', 'wallet'])
  expect(win.cookie('anon_cookie')).toBe('reader-1')
  release()
  await settled()
  expect(state().missedConsentFormFields).toEqual(['terms'])
  expect(state().user).toEqual({ id: '7' })
})

it.each<[string, Record<string, unknown>, boolean]>([
  ['the same token', {}, false],
  ['another address', { email: 'neu@example.org' }, true],
  ['other roles', { subscriptionRoles: ['PLUS_USER'] }, true],
  ['another first name', { firstName: 'Ruth' }, true],
  ['another claim', { more: 1 }, true],
])('R4.2-10 writes the store again from the token only if something differs: %s', async (_case, change, isPatched) => {
  const { machine, state } = await open({ told: true })
  const before = state().view.userData
  const next = await token(change)
  win.answer('POST /api/mein/oauth2/refresh', () => {
    win.setCookie('FA_ID_TOKEN', next)
    return Response.json({ valid: true })
  })
  await machine.refresh(true)
  expect(state().view.userData !== before).toBe(isPatched)
  expect(state().view.idToken).toBe(next)
})

it.each([
  [{ subscriptionRoles: ['PLUS_USER'] }, 'ja'],
  [{ subscriptionRoles: ['PUR_USER'] }, 'nein'],
])('R4.2-11 sets plususer for ads on login: %o', async (claims, expected) => {
  await open({ claims, told: true })
  expect(win.document.documentElement.dataset.plususer).toBe(expected)
})

it('S9-02 R9-18 R9-35 writes the cache key of the class, 30 days, for all paths', async () => {
  await open({ claims: { subscriptionRoles: ['PLUS_USER', 'PUR_USER'] }, told: true })
  expect(win.cookie('cache_key')).toBe('r:plus.pur|c:0|p:0')
  expect(win.jar.get('cache_key')!.attributes).toContain('path=/; max-age=2592000; samesite=lax; secure')
})

// Login

async function logIn(
  options: Options & { returnTo?: string; userState?: string; settings?: object; isOnboarded?: boolean } = {},
) {
  const opened = await open({ told: false, ...options, claims: null })
  const { claims = {}, returnTo, userState = 'login', settings, isOnboarded } = options
  win.setCookie('FA_ID_TOKEN', await token(claims ?? {}))
  if (returnTo !== undefined) win.setCookie('redirectAfterLogin', encodeURIComponent(returnTo))
  if (settings !== undefined) win.answer('GET /api/settings', () => Response.json(settings))
  if (isOnboarded !== undefined)
    win.answer('GET /api/onboarding', () => Response.json({ isOnboardingCompleted: isOnboarded }))
  await opened.machine.loginSucceeded(userState)
  await settled()
  return opened
}

it('R4.2-21 R4.2-22 R4.2-23 R4.2-24 R4.2-12 validates by force, refreshes, fires the event, and is no longer in progress', async () => {
  const { state, states, events } = await logIn()
  expect(sessionCalls()).toEqual(['GET /api/validate?forceRefresh=true', 'POST /api/mein/oauth2/refresh'])
  expect(events).toEqual(['LOGIN_SUCCESS reader'])
  expect(states).toContain('reader in progress')
  expect(state().isLoginProgress).toBe(false)
})

it('R4.2-25 R8-37 S4.2-06 only logs failures after a login, and is not in progress after it', async () => {
  win = await openTestWindow(vi.stubGlobal)
  const { machine, state, events } = await start()
  win.setCookie('FA_ID_TOKEN', await token())
  win.answer('GET /api/validate', () => new TypeError('Failed to fetch'))
  await machine.loginSucceeded('login')
  expect(logged.flat()).toEqual(['Error while refreshing token after login success'])
  expect([state().status, state().isLoginProgress, events]).toEqual(['reader', false, ['LOGIN_SUCCESS reader']])
})

it.each([
  ['validate', 'GET /api/validate'],
  ['refresh', 'POST /api/mein/oauth2/refresh'],
])('R4.2-28 R2.8-06 a login whose %s is refused leaves the reader logged out, with a message', async (_case, call) => {
  win = await openTestWindow(vi.stubGlobal, { path: '/sport?userState=login' })
  win.stored.set('userState', JSON.stringify({ loginStatus: true }))
  win.setCookie('FA_ID_TOKEN', await token())
  win.setCookie('idToken', 'eyJ')
  win.setCookie('content_jwt', 'opaque')
  // As the server does: the forced validation has already renewed it.
  const renewed = await token({ iat: seconds - 1 })
  win.answer('GET /api/validate', () => {
    win.setCookie('FA_ID_TOKEN', renewed)
    return Response.json({ valid: true })
  })
  win.answer(call, () => Response.json({ code: 'SESSION_ENDED' }, { status: 401 }))
  const { state, events } = await start()
  await settled()
  expect([state().status, state().isLoginProgress, events]).toEqual(['anonymous', false, ['LOGOUT_SUCCESS anonymous']])
  // The next page must not find a token that still looks valid.
  expect(['FA_ID_TOKEN', 'idToken', 'content_jwt'].map(win.cookie)).toEqual([null, null, null])
  expect(win.toasts).toEqual(['Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.'])
})

it('R4.2-28 a refused refresh ends nothing if another tab has renewed the token meanwhile', async () => {
  win = await openTestWindow(vi.stubGlobal, { path: '/sport?userState=login' })
  win.setCookie('FA_ID_TOKEN', await token())
  const others = await token({ subscriptionRoles: ['PLUS_USER'] })
  win.answer('POST /api/mein/oauth2/refresh', () => {
    win.setCookie('FA_ID_TOKEN', others)
    return Response.json({ code: 'SESSION_ENDED' }, { status: 401 })
  })
  const { state } = await start()
  expect([state().status, state().view.isPlusUser, win.toasts]).toEqual(['reader', true, []])
})

it('S4.2-02 a form’s message alone does not log in', async () => {
  const { machine, state, events } = await open({ claims: null })
  await machine.loginSucceeded('login')
  expect([state().status, state().isLoginProgress, events]).toEqual(['anonymous', false, []])
})

it.each<[string, string, string[]]>([
  ['a page of ours', '/newsletters', ['navigate /newsletters']],
  ['with its query', '/suche?q=Rathaus', ['navigate /suche?q=Rathaus']],
  ['R4.2-15 another site', '//evil.example/', []],
  ['R4.2-15 another site, disguised', '/\\evil.example', []],
  ['a call', '/api/mein/oauth2/logout', []],
])('R4.2-13 R4.2-14 follows redirectAfterLogin once: %s', async (_case, returnTo, moves) => {
  await logIn({ returnTo })
  expect(win.moves).toEqual(moves)
  expect(win.cookie('redirectAfterLogin')).toBeNull()
})

const ON = {
  onboardingpopup_enabled: true,
  onboardingpopup_afterlogin_enabled: true,
  onboardingpopup_afterregistration_enabled: true,
}

it.each<[string, Parameters<typeof logIn>[0], string | null]>([
  ['R4.2-20 an address not confirmed', { claims: { emailVerified: false } }, 'hash #verify-email'],
  ['R4.2-16 not on order pages', { claims: { emailVerified: false }, path: '/order/abo' }, null],
  [
    'R4.2-16 not on the way to one',
    { claims: { emailVerified: false }, returnTo: '/order/abo' },
    'navigate /order/abo',
  ],
  [
    'S4.2-04 with the page it leads to',
    { claims: { emailVerified: false }, returnTo: '/newsletters' },
    'navigate /newsletters#verify-email',
  ],
  [
    'R4.2-18 R4.2-19 after a login',
    { settings: { ...ON, onboardingpopup_afterregistration_enabled: false }, isOnboarded: false },
    'hash #onboarding',
  ],
  [
    'R4.2-18 not after a login',
    { settings: { ...ON, onboardingpopup_afterlogin_enabled: false }, isOnboarded: false },
    null,
  ],
  [
    'R4.2-17 after a confirmed registration',
    {
      settings: { ...ON, onboardingpopup_afterlogin_enabled: false },
      isOnboarded: false,
      userState: 'registration_verified',
    },
    'hash #onboarding',
  ],
  [
    'R4.2-17 not after a confirmed registration',
    {
      settings: { ...ON, onboardingpopup_afterregistration_enabled: false },
      isOnboarded: false,
      userState: 'registration_verified',
    },
    null,
  ],
  ['R4.2-19 completed', { settings: ON, isOnboarded: true }, null],
  ['without settings', { isOnboarded: false }, null],
  ['without an answer about onboarding', { settings: ON }, null],
])('opens the dialog after a login: %s', async (_case, options, move) => {
  const { state } = await logIn(options)
  expect(win.moves).toEqual(move === null ? [] : [move])
  expect(state().isNewVerifiedRegistration).toBe(options?.userState === 'registration_verified')
})

it('R4.2-13 a page that finds a new login, after a redirect to the sign-on, follows it; with an old one it stays', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('redirectAfterLogin', '/newsletters')
  win.setCookie('FA_ID_TOKEN', await token())
  await start()
  expect(win.moves).toEqual(['navigate /newsletters'])
  vi.resetModules()
  await open({ told: true, claims: { emailVerified: false } })
  expect(win.moves).toEqual([])
})

it('R4.2-13 a page that was left before it could ask does not make the next page take an old login for a new one', async () => {
  win = await openTestWindow(vi.stubGlobal)
  const kept = JSON.stringify({ loginStatus: true })
  win.stored.set('userState', kept)
  win.setCookie('FA_ID_TOKEN', await token({ emailVerified: false }))
  win.answer('GET /api/fa-public-key', () => new TypeError('Failed to fetch'))
  const { state, setSession } = await start()
  setSession({ bookmarkCount: 3 })
  expect([state().status, win.stored.get('userState')]).toEqual(['anonymous', kept])
  win.answer('GET /api/fa-public-key', () => new Response(win.keys.pem))
  win.closeTabs()
  vi.resetModules()
  expect([(await start()).state().status, win.moves]).toEqual(['reader', []])
})

it('S4.2-04 informs the tabs once the state is known', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('FA_ID_TOKEN', await token())
  win.answer('GET /api/fa-public-key', () => new TypeError('Failed to fetch'))
  const { machine, state } = await start()
  expect([state().status, win.stored.get('userState')]).toEqual(['anonymous', undefined])
  win.answer('GET /api/fa-public-key', () => new Response(win.keys.pem))
  expect([await machine.recheck(), JSON.parse(win.stored.get('userState')!)]).toEqual([
    true,
    expect.objectContaining({ loginStatus: true }),
  ])
})

// Refresh

const navigate = (to = '/politik') =>
  win.navigation.dispatchEvent(
    Object.assign(new Event('navigate', { cancelable: true }), {
      canIntercept: true,
      hashChange: false,
      formData: null,
      downloadRequest: null,
      destination: { url: new URL(to, ORIGIN).href },
    }),
  )

it('R4.2-26 refreshes on a navigation once the token has expired, and only then', async () => {
  const { state } = await open({ told: true })
  navigate()
  await settled()
  expect(sessionCalls()).toEqual([])
  vi.setSystemTime(NOW.getTime() + 900_000)
  const next = await token({ iat: seconds + 900, exp: seconds + 1800 })
  win.answer('POST /api/mein/oauth2/refresh', () => {
    win.setCookie('FA_ID_TOKEN', next)
    return Response.json({ valid: true })
  })
  navigate()
  await settled()
  expect(sessionCalls()).toEqual(['POST /api/mein/oauth2/refresh'])
  await expect.poll(() => state().view.idToken).toBe(next)
})

it('S4.2-08 runs one refresh for parallel callers, and adopts a token that another tab got meanwhile', async () => {
  const { machine, state } = await open({ told: true })
  vi.setSystemTime(NOW.getTime() + 900_000)
  const next = await token({ iat: seconds + 900, exp: seconds + 1800 })
  win.answer('POST /api/mein/oauth2/refresh', () => {
    win.setCookie('FA_ID_TOKEN', next)
    return Response.json({ valid: true })
  })
  expect(await Promise.all([machine.refresh(false), machine.refresh(true), machine.refresh(false)])).toEqual([
    true,
    true,
    true,
  ])
  expect(sessionCalls()).toHaveLength(1)

  vi.setSystemTime(NOW.getTime() + 1_900_000)
  const others = await token({ iat: seconds + 1900, exp: seconds + 2800 })
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: async (_name: string, step: () => Promise<unknown>) => {
        win.setCookie('FA_ID_TOKEN', others)
        return step()
      },
    },
  })
  expect(await machine.refresh(false)).toBe(true)
  expect(sessionCalls()).toHaveLength(1)
  expect(state().view.idToken).toBe(others)
})

it('R4.2-28 resets the login state when the refresh is refused, and not when there is no answer', async () => {
  const { machine, state } = await open({ told: true })
  win.answer('POST /api/mein/oauth2/refresh', () => new TypeError('Failed to fetch'))
  expect([await machine.refresh(true), state().status]).toEqual([true, 'reader'])
  win.answer('POST /api/mein/oauth2/refresh', () => Response.json({ code: 'SESSION_ENDED' }, { status: 401 }))
  expect([await machine.refresh(true), state().status]).toEqual([false, 'anonymous'])
})

// Logout

it('R4.2-32 R4.2-33 R4.2-34 R4.2-35 calls the endpoint, resets, leaves a return state, fires the event', async () => {
  const { machine, state, events } = await open({
    path: '/sport?q=1',
    told: true,
    claims: { subscriptionRoles: ['PLUS_USER'] },
  })
  win.setCookie('idToken', 'eyJ')
  win.setCookie('content_jwt', 'eyJ')
  let statusAtCall = ''
  win.answer('GET /api/mein/oauth2/logout', () => {
    statusAtCall = state().status
    return new Response(null, { status: 204 })
  })
  await machine.logout()
  expect(statusAtCall).toBe('reader')
  expect(state()).toMatchObject({ status: 'anonymous', view: { isPlusUser: false, userData: null } })
  expect(['FA_ID_TOKEN', 'idToken', 'content_jwt'].map(win.cookie)).toEqual([null, null, null])
  expect(state().stateKey).toMatch(/^[0-9a-f]{16}$/)
  expect(decodeURIComponent(win.cookie(`DM_STATE_${state().stateKey}`) ?? '')).toBe('/sport?q=1')
  expect(events).toEqual(['LOGOUT_SUCCESS anonymous'])
  expect(win.document.documentElement.dataset.plususer).toBe('nein')
  expect(win.cookie('cache_key')).toBe('r:|c:0|p:0')
  expect(win.toasts).toEqual(['Erfolgreich ausgeloggt'])
})

it('R4.2-36 uses the toast of the native app', async () => {
  const { machine } = await open({ told: true, isNativeApp: true })
  await machine.logout()
  expect(win.native).toEqual([{ type: 'toast', payload: { message: 'Erfolgreich ausgeloggt' } }])
  expect(win.toasts).toEqual([])
})

it.each([
  ['/newsletters', ['replace /?logout']],
  ['/account', ['replace /?logout']],
  ['/order/code', ['replace /?logout']],
])('R4.2-31 S4.2-09 S2.2-09 leaves %s before any call', async (path, moves) => {
  const { machine } = await open({ path, told: true })
  await machine.logout()
  expect([win.moves, sessionCalls()]).toEqual([moves, []])
})

it('R4.2-31 stays on /bookmarks', async () => {
  const { machine } = await open({ path: '/bookmarks', told: true })
  await machine.logout()
  expect([win.moves, sessionCalls()]).toEqual([[], ['GET /api/mein/oauth2/logout']])
})

it('S4.2-10 tries the call twice, and logs out here whatever it answers', async () => {
  const { machine, state } = await open({ told: true })
  win.answer('GET /api/mein/oauth2/logout', () => new TypeError('Failed to fetch'))
  await machine.logout()
  expect(sessionCalls()).toHaveLength(2)
  expect([state().status, win.cookie('FA_ID_TOKEN')]).toEqual(['anonymous', null])
  expect(win.toasts).toEqual(['Abmelden fehlgeschlagen. Bitte versuchen Sie es erneut.'])
})

it('reloads the other parts of a reader when something may have been bought, and not after a plain expiry', async () => {
  const asked: string[][] = []
  const { machine } = await open({
    told: true,
    readerParts: async () => [{ load: async () => {}, renew: async ({ view }) => void asked.push([...view.roles]) }],
  })
  await settled()
  const bought = await token({ subscriptionRoles: ['WALLET_USER'] })
  win.answer('POST /api/mein/oauth2/refresh', () => {
    win.setCookie('FA_ID_TOKEN', bought)
    return Response.json({ valid: true })
  })
  await machine.refresh(true)
  await settled()
  expect(asked).toEqual([['WALLET_USER']])
  vi.setSystemTime(NOW.getTime() + 900_000)
  await machine.refresh(false)
  await settled()
  expect([sessionCalls().filter((call) => call.startsWith('POST')).length, asked.length]).toEqual([2, 1])
})

it('R4.2-40 informs the other parts of a reader that the login ended', async () => {
  const ended: string[] = []
  const { machine } = await open({
    told: true,
    readerParts: async () => [{ load: async () => {}, reset: () => void ended.push('wallet') }],
  })
  await settled()
  await machine.logout()
  expect(ended).toEqual(['wallet'])
})

// Data left on the device

it('S2.2-12 R4.2-37 deletes the reader’s storage, cookies and offline copies whatever was loaded; the device’s own settings stay', async () => {
  const copies: unknown[] = []
  win = await openTestWindow(vi.stubGlobal, { path: '/sport' })
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: {
      controller: null,
      getRegistration: async () => ({ active: { postMessage: (message: unknown) => copies.push(message) } }),
    },
  })
  for (const name of [
    'readArticles',
    'readArticlesSync',
    'something.new',
    'color-mode',
    'readArticlesOff',
    'install-offer',
  ])
    win.stored.set(name, '1')
  for (const name of ['held-state', 'signOnUserState', 'changePasswordCode', 'anything']) win.storedInTab.set(name, '1')
  const OURS = ['bookmarkedArticleId', 'redirectAfterLogin', 'recent_visits', 'resort_visits', 'FA_CPC', 'FA_CLAIMS']
  for (const name of [...OURS, 'consents', 'fontSize', '_someone_elses']) win.setCookie(name, '1')
  win.stored.set('userState', JSON.stringify({ loginStatus: true }))
  win.setCookie('FA_ID_TOKEN', await token())
  // The chunk of the other parts hangs.
  const { machine } = await start(() => new Promise(() => {}))
  await machine.logout()
  await settled()
  expect([...win.stored.keys()].toSorted()).toEqual(['color-mode', 'install-offer', 'readArticlesOff', 'userState'])
  expect([...win.storedInTab.keys()]).toEqual([])
  expect([...win.jar.keys()].filter((name) => !name.startsWith('DM_STATE_')).toSorted()).toEqual([
    '_someone_elses',
    'anon_cookie',
    'cache_key',
    'consents',
    'fontSize',
  ])
  expect(copies).toEqual([{ kind: 'forget' }])
})

it('S2.2-12 does so when the session ended unnoticed, and keeps the open form of a mail’s link', async () => {
  win = await openTestWindow(vi.stubGlobal, { path: '/#change-password' })
  win.stored.set('userState', JSON.stringify({ loginStatus: true }))
  win.stored.set('readArticles', '[]')
  win.storedInTab.set('changePasswordCode', 'abc')
  win.storedInTab.set('held-state', '{}')
  await start()
  expect([win.stored.has('readArticles'), [...win.storedInTab.keys()]]).toEqual([false, ['changePasswordCode']])
})

it('S2.2-03 keeps the target of the next login when the end of the last one is found on the page that asks for it', async () => {
  win = await openTestWindow(vi.stubGlobal, { path: '/#login' })
  win.stored.set('userState', JSON.stringify({ loginStatus: true }))
  win.stored.set('readArticles', '[]')
  win.setCookie('redirectAfterLogin', '/account')
  win.setCookie('bookmarkedArticleId', '1')
  const { state } = await start()
  expect([state().status, win.stored.has('readArticles')]).toEqual(['anonymous', false])
  expect([win.cookie('redirectAfterLogin'), win.cookie('bookmarkedArticleId')]).toEqual(['/account', null])
})

it('S2.2-03 keeps the login target of the next page when this one notices its end while being left', async () => {
  const { machine } = await open({ told: true })
  // As the server does for a readers' page without a session.
  win.setCookie('redirectAfterLogin', '/account/abo')
  win.setCookie('bookmarkedArticleId', '1')
  await machine.logout()
  expect([win.cookie('redirectAfterLogin'), win.cookie('bookmarkedArticleId')]).toEqual(['/account/abo', null])
})

it('a login stays new on the page it leads to, until every part of the reader was informed', async () => {
  const told: string[] = []
  const part = (name: string, fails = false): ReaderPart => ({
    load: async ({ isNewLogin }) => {
      told.push(`${name} ${isNewLogin}`)
      if (fails) throw new TypeError('no connection')
    },
  })
  // First the login's page is left before its parts are loaded; then one fails; then all work; then nothing is new.
  await open({ told: false, readerParts: () => new Promise(() => {}) })
  await settled()
  for (const fails of [true, false, false]) {
    win.closeTabs()
    vi.resetModules()
    await start(async () => [part('marks'), part('mutes', fails)])
    await settled()
  }
  expect(told).toEqual(['marks true', 'mutes true', 'marks true', 'mutes true', 'marks false', 'mutes false'])
})

it('S2.2-12 parts that load after the login has ended request nothing for it', async () => {
  let come = (_parts: readonly ReaderPart[]): void => {}
  const loads: string[] = []
  const { machine } = await open({ told: true, readerParts: () => new Promise((resolve) => (come = resolve)) })
  await machine.logout()
  come([{ load: async () => void loads.push('marks') }])
  await settled()
  expect(loads).toEqual([])
})

it('a paid text in view is left for the home page when another tab ended the login, a free one stays', async () => {
  for (const isPaid of [true, false]) {
    vi.resetModules()
    await open({ path: '/text-123', told: true })
    win.document.querySelector = (selector) => (isPaid && selector.includes('data-paid') ? {} : null)
    win.jar.delete('FA_ID_TOKEN')
    win.say({ loginStatus: false })
    await settled()
    expect(win.moves).toEqual(isPaid ? ['replace /'] : [])
  }
})

// A publisher's own provider without refresh tokens

const again = () => Response.json({ valid: false, code: 'SIGN_ON_AGAIN' }, { status: 401 })
const JOURNEY = '/api/mein/oauth2/login/start?prompt=none&return='

it('R4.2-26 a page that starts with an expired session asks the provider without a form, and ends nothing before', async () => {
  win = await openTestWindow(vi.stubGlobal, { path: '/sport?a=1' })
  win.setCookie('FA_ID_TOKEN', await token({ iat: seconds - 1000, exp: seconds - 100 }))
  win.answer('GET /api/validate', again)
  const { state, events } = await start()
  expect([win.moves, state().status, events]).toEqual([[`replace ${JOURNEY}%2Fsport%3Fa%3D1`], 'unknown', []])
  expect(win.cookie('FA_ID_TOKEN')).not.toBeNull()
})

it('R4.2-26 a navigation does so on its way, and a page in use is not left', async () => {
  const { machine, state } = await open({ told: true })
  vi.setSystemTime(NOW.getTime() + 1_000_000)
  win.answer('POST /api/mein/oauth2/refresh', again)
  win.answer('GET /api/validate', again)
  expect([await machine.refresh(true), await machine.recheck(), win.moves, state().status]).toEqual([
    true,
    true,
    [],
    'reader',
  ])
  navigate('/politik?x=1#unten')
  await settled()
  expect(win.moves).toEqual([`replace ${JOURNEY}%2Fpolitik%3Fx%3D1%23unten`])
})

it('R3.1-02 R3.1-04 uses the provider’s claims beside the ID token, if they are of the same reader', async () => {
  const beside = (claims: object) => `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
  const told = { firstName: 'Jörg', lastName: 'Süß', email: 'j@example.org', subscriptionRoles: ['PLUS_USER'] }
  win = await openTestWindow(vi.stubGlobal)
  const bare = { firstName: undefined, lastName: undefined, email: undefined, subscriptionRoles: undefined }
  win.setCookie('FA_ID_TOKEN', await token(bare))
  win.setCookie('FA_CLAIMS', beside({ sub: 'reader-1', ...told, iss: 'x', exp: 1 }))
  const { machine, state } = await start()
  expect(state().view).toMatchObject({ isPlusUser: true, userData: { firstName: 'Jörg', ssoId: 'reader-1' } })
  expect(state().view.userData?.jwt).toMatchObject({ iss: toClaims().iss, exp: toClaims().exp })
  // After a purchase the token is the same, but the claims beside it have changed.
  win.setCookie('FA_CLAIMS', beside({ sub: 'reader-1', ...told, subscriptionRoles: ['PUR_USER'] }))
  await machine.refresh(true)
  expect([state().view.isPlusUser, state().view.isPurUser]).toEqual([false, true])
  win.setCookie('FA_CLAIMS', beside({ sub: 'reader-2', ...told }))
  await machine.refresh(true)
  expect([state().view.isPlusUser, state().view.userData?.firstName]).toEqual([false, ''])
})

it('R4.2-20 asks for no confirmation of an address that a publisher’s provider manages', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.answer('GET /api/mein/oauth2/client', () => Response.json({ ...CLIENT, signOn: 'foreign', contentApi: null }))
  const { machine } = await start()
  win.setCookie('FA_ID_TOKEN', await token({ emailVerified: false }))
  await machine.loginSucceeded('login')
  expect(win.moves).toEqual([])
})

// Tabs

it('R3.2-01 S3.2-01 informs other tabs of login and logout, with nothing personal', async () => {
  const { machine } = await open({ told: false })
  const heard: unknown[] = []
  win.listen((message) => heard.push(message))
  await machine.logout()
  expect(heard.at(-1)).toMatchObject({ loginStatus: false })
  expect(JSON.stringify([heard, [...win.stored.values()]])).not.toMatch(/eyJ|Rosa|Rot|example|reader-1|isLoginProgress/)
})

it('R3.2-01 treats a message of another tab as a reason to read the cookie, not as the truth', async () => {
  const { state, events } = await open({ told: true })
  win.say({ loginStatus: false })
  await settled()
  expect(state().status).toBe('reader')
  win.jar.delete('FA_ID_TOKEN')
  win.say({ loginStatus: false })
  await settled()
  expect([state().status, events, sessionCalls()]).toEqual(['anonymous', ['LOGOUT_SUCCESS anonymous'], []])
  // One return state per logout: the tab that logged out has stored it.
  expect([...win.jar.keys()].filter((name) => name.startsWith('DM_STATE_'))).toEqual([])
  win.say({ loginStatus: true })
  await settled()
  expect(state().status).toBe('anonymous')
  win.setCookie('FA_ID_TOKEN', await token())
  win.setCookie('redirectAfterLogin', '/newsletters')
  win.say({ loginStatus: true })
  await settled()
  // The login was made in the other tab, and so its follow-up happens there.
  expect([state().status, win.moves]).toEqual(['reader', []])
})

it('R3.2-10 adopts the counts of another tab', async () => {
  const { state } = await open({ told: true })
  win.say({ loginStatus: true, bookmarkCount: 3, hasBookmarks: true, hasTagBookmarks: false })
  await settled()
  expect(state()).toMatchObject({ bookmarkCount: 3, hasBookmarks: true, hasTagBookmarks: false })
  win.say({ loginStatus: true })
  await settled()
  expect(state().bookmarkCount).toBe(3)
})

it('S2.2-09 a page of the account is left when another tab ended the session', async () => {
  await open({ path: '/account', told: true })
  win.jar.delete('FA_ID_TOKEN')
  win.say({ loginStatus: false })
  await settled()
  expect(win.moves).toEqual(['replace /'])
})

// Start of login, parameters, content session

it.each<[string, Parameters<typeof open>[0], string | undefined, string[], string | null]>([
  ['the dialog on the web', { claims: null }, undefined, ['hash #login'], null],
  ['with the page it leads to', { claims: null }, '/newsletters', ['hash #login'], '/newsletters'],
  ['an address of another site is dropped', { claims: null }, 'https://evil.example/', ['hash #login'], null],
  ['who is logged in already goes on', { told: true }, '/newsletters', ['navigate /newsletters'], null],
])('S2.4-02 openLogin: %s', async (_case, options, path, moves, cookie) => {
  const { machine } = await open(options)
  await machine.openLogin(path)
  expect([win.moves, win.cookie('redirectAfterLogin')]).toEqual([moves, cookie])
})

it('S9-04 keeps the target of the login as long as other cookies', async () => {
  const { machine } = await open({ claims: null })
  await machine.openLogin('/newsletters')
  expect(win.jar.get('redirectAfterLogin')!.attributes).toContain('path=/; max-age=2592000; samesite=lax')
})

it('S2.4-06 opens the native login page inside the app', async () => {
  const { machine } = await open({ claims: null, isNativeApp: true })
  await machine.openLogin('/newsletters')
  expect([win.native, win.moves, win.cookie('redirectAfterLogin')]).toEqual([[{ type: 'login' }], [], '/newsletters'])
})

it('S7.5-05 goes to a publisher’s own provider and comes back here', async () => {
  const { machine } = await open({ claims: null, path: '/sport' })
  win.answer('GET /api/mein/oauth2/client', () => Response.json({ signOn: 'foreign' }))
  await machine.openLogin()
  await machine.openSignup('/newsletters')
  expect(win.moves).toEqual([
    'assign /api/mein/oauth2/login/start?return=%2Fsport',
    'assign /api/mein/oauth2/registration/start?return=%2Fnewsletters',
  ])
})

it('R2.8-01 R2.8-02 ?logout ends the session and comes back without it and without an entry', async () => {
  const { state } = await open({ path: '/sport?logout', told: true })
  expect(sessionCalls()).toEqual(['GET /api/mein/oauth2/logout'])
  expect([state().status, win.moves]).toEqual(['anonymous', ['replace /sport']])
})

it('R2.8-01 R4.2-31 ?logout on a page of the account is completed at home, not lost on the way', async () => {
  await open({ path: '/newsletters?logout', told: true })
  expect([win.moves, sessionCalls()]).toEqual([['replace /?logout'], []])
})

it('R2.8-04 R2.8-05 ?state leads to the stored path and clears the cookie', async () => {
  win = await openTestWindow(vi.stubGlobal, { path: '/?state=abc' })
  win.setCookie('DM_STATE_abc', '/sport')
  await start()
  expect([win.moves, win.cookie('DM_STATE_abc')]).toEqual([['replace /sport'], null])
})

it.each<[string, string[], boolean]>([
  ['login', ['GET /api/validate?forceRefresh=true', 'POST /api/mein/oauth2/refresh'], false],
  ['registration_verified', ['GET /api/validate?forceRefresh=true', 'POST /api/mein/oauth2/refresh'], true],
  ['whatever', ['POST /api/mein/oauth2/refresh'], false],
])(
  'R2.8-06 R4.2-27 S2.8-03 R3.2-09 ?userState=%s forces a refresh and disappears from the address',
  async (value, expected, isNew) => {
    const { state } = await open({ path: `/sport?userState=${value}&a=1`, told: true })
    expect(sessionCalls()).toEqual(expected)
    expect([win.address(), state().isNewVerifiedRegistration]).toEqual(['/sport?a=1', isNew])
  },
)

it('R2.8-06 ?userState without a login makes no request', async () => {
  const { state } = await open({ path: '/sport?userState=login', claims: null })
  expect([sessionCalls(), state().status, win.address()]).toEqual([[], 'anonymous', '/sport'])
})

it('R4.1-01 R3.1-10 R3.1-11 fetches the user of a bearer at the start, also without single sign-on, for the whole page', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('content_jwt', 'eyJ.a.b')
  win.answer('GET /api/users/me', ({ headers }) => Response.json({ id: '7', bearer: headers.get('authorization') }))
  const { state } = await start()
  await settled()
  expect(win.asked()).toContain('GET /api/users/me?populate[0]=role')
  expect(state().user).toEqual({ id: '7', bearer: 'Bearer eyJ.a.b' })
  // Every reader of the store gets this same object.
  const { getSession, subscribeSession, setSession } = await import('./session.ts')
  const seen: unknown[] = []
  for (let reader = 0; reader < 2; reader++) subscribeSession(() => seen.push(getSession().user))
  setSession({})
  expect([seen.length, seen.every((user) => user === state().user)]).toEqual([2, true])
})

it('R4.1-01 fetches the user of a bearer that is no JWT, under any cookie name', async () => {
  win = await openTestWindow(vi.stubGlobal)
  win.setCookie('presse_session', '0f8e-opaque-41')
  const { bearerCookie: _, ...chrome } = win.host.chrome() as Record<string, unknown>
  win.host.chrome = () => ({ ...chrome, bearerCookie: 'presse_session' }) as never
  win.answer('GET /api/mein/oauth2/client', () => Response.json({ ...CLIENT, bearerCookie: 'presse_session' }))
  win.answer('GET /api/users/me', ({ headers }) => Response.json({ id: '7', bearer: headers.get('authorization') }))
  const { state } = await start()
  await settled()
  expect(state().user).toEqual({ id: '7', bearer: 'Bearer 0f8e-opaque-41' })
})

it('R8-06 S7.2-05 shows errors of the content/auth API as a toast', async () => {
  await open({ claims: null })
  win.document.dispatchEvent(new CustomEvent('auth:error', { detail: {} }))
  await settled()
  expect(win.toasts).toEqual(['Es ist ein Fehler aufgetreten.'])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestWindow, type TestWindow } from './window.testing.ts'

let win: TestWindow
const verbs: string[] = []

beforeEach(() => {
  vi.resetModules()
  verbs.length = 0
})
afterEach(() => vi.unstubAllGlobals())

async function open(
  options: Parameters<typeof openTestWindow>[1] = {},
  status: 'anonymous' | 'reader' | 'unknown' = 'anonymous',
) {
  win = await openTestWindow(vi.stubGlobal, options)
  const store = await import('./session.ts')
  store.setSession({ status })
  const verb = (name: string) => async (value?: string | boolean) =>
    void verbs.push(value === undefined ? name : `${name} ${value}`)
  store.provideSession(async () => ({
    openLogin: verb('openLogin'),
    openSignup: verb('openSignup'),
    logout: verb('logout'),
    loginSucceeded: verb('loginSucceeded'),
    refresh: verb('refresh') as never,
    recheck: verb('recheck') as never,
  }))
  const { startVisitor } = await import('./visitor.later.ts')
  startVisitor(win.host)
  return store
}

/** A navigation as the Navigation API announces it; returns whether the page may leave. */
function navigate(to: string, more: object = {}): boolean {
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    canIntercept: true,
    hashChange: false,
    formData: null,
    downloadRequest: null,
    navigationType: 'push',
    destination: { url: new URL(to, 'https://www.auenkurier.example').href },
    ...more,
  })
  return win.navigation.dispatchEvent(event)
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

it('R9-15 R9-18 gives every visitor an anonymous id and a cache key', async () => {
  const { getSession } = await open()
  expect(win.cookie('anon_cookie')).toMatch(/^[1-9]\d{0,19}$/)
  expect(getSession().view).toMatchObject({ anonId: win.cookie('anon_cookie'), mayPersonalise: false })
  expect(win.cookie('cache_key')).toBe('r:|c:0|p:0')
})

it.each([
  ['a reader', true, {}, ['recheck']],
  ['nobody', false, {}, []],
  ['a reader whose token is there', true, { FA_ID_TOKEN: 'x.y.z' }, []],
])('S2.2-12 the page before had %s: its leftovers are handled', async (_case, loginStatus, cookies, expected) => {
  vi.stubGlobal('BroadcastChannel', undefined)
  await open({}, 'unknown')
  for (const [name, value] of Object.entries(cookies)) win.setCookie(name, value)
  win.stored.set('userState', JSON.stringify({ loginStatus }))
  const { setSession } = await import('./session.ts')
  setSession({ status: 'anonymous' })
  await settled()
  expect(verbs).toEqual(expected)
})

it.each<[string, Record<string, string>, string | undefined, string[]]>([
  ['no bearer', {}, undefined, []],
  ['one that is no JWT', { content_jwt: '0f8e-opaque' }, undefined, ['recheck']],
  ['one that was emptied', { content_jwt: '' }, undefined, []],
  ['one of another name', { presse_session: '0f8e-opaque' }, 'presse_session', ['recheck']],
  ['one that is not ours', { presse_session: '0f8e-opaque' }, undefined, []],
])('R4.1-01 looks for a session of the content/auth API: %s', async (_case, cookies, bearerCookie, expected) => {
  await open({}, 'unknown')
  const chrome = win.host.chrome() as object
  win.host.chrome = () => ({ ...chrome, bearerCookie }) as never
  for (const [name, value] of Object.entries(cookies)) win.setCookie(name, value)
  const { setSession } = await import('./session.ts')
  setSession({ status: 'anonymous' })
  await settled()
  expect(verbs).toEqual(expected)
})

it.each<[string, string, boolean, string | null]>([
  ['a page in a tab that left a dialog', '/sport', true, null],
  ['the page of the dialog, loaded again', '/#login', true, '/newsletters'],
  ['another tab, which knows nothing of the dialog', '/sport', false, '/newsletters'],
])('S9-04 R4.2-13 the target of a login: %s', async (_case, path, wasOpen, expected) => {
  await open({ path }, 'unknown')
  win.setCookie('redirectAfterLogin', '/newsletters')
  if (wasOpen) win.storedInTab.set('signOnDialog', '1')
  const { setSession } = await import('./session.ts')
  setSession({ status: 'anonymous' })
  await settled()
  expect(win.cookie('redirectAfterLogin')).toBe(expected)
})

it('S4.2-03 leaves the id alone while the session is unknown, and for a reader', async () => {
  const { setSession } = await open({}, 'unknown')
  expect(win.cookie('anon_cookie')).toBeNull()
  setSession({ status: 'reader' })
  expect(win.cookie('anon_cookie')).toBeNull()
})

it.each<[string, string, object, boolean]>([
  ['a page of the account', '/account', {}, false],
  ['with its query', '/newsletters?a=1', {}, false],
  ['a guarded order page', '/order/code', {}, false],
  ['an ordinary page', '/sport', {}, true],
  ['bookmarks, which have no guard', '/bookmarks', {}, true],
  ['another site', 'https://elsewhere.example/account', {}, true],
  ['back and forward', '/account', { navigationType: 'traverse' }, true],
  ['a form', '/account', { formData: new FormData() }, true],
])('S2.2-03 opens the login here instead of loading a guarded page: %s', async (_case, to, more, mayGo) => {
  await open()
  expect(navigate(to, more)).toBe(mayGo)
  await settled()
  expect(verbs).toEqual(mayGo ? [] : [`openLogin ${to}`])
})

it.each(['reader', 'unknown'] as const)('S2.2-03 stops no navigation of a visitor who is %s', async (status) => {
  await open({}, status)
  expect(navigate('/account')).toBe(true)
})

it('R3.2-01 reads the cookie when another tab logged in, and when it comes to the front with another one', async () => {
  await open()
  win.say({ loginStatus: true })
  await settled()
  expect(verbs).toEqual([])
  win.setCookie('FA_ID_TOKEN', 'eyJ')
  win.say({ loginStatus: true })
  win.document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(verbs).toEqual(['recheck', 'recheck'])
})

it('R2.4-23 exposes the sso utility', async () => {
  await open()
  window.sso!.sendToLogin('/sport')
  window.sso!.sendToSignup()
  await settled()
  expect(verbs).toEqual(['openLogin /sport', 'openSignup'])
})

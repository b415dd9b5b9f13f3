import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestWindow, type TestWindow } from './window.testing.ts'

const started: string[] = []
let win: TestWindow

beforeEach(() => {
  vi.resetModules()
  started.length = 0
  vi.doMock('./session-machine.lazy.ts', () => ({
    startSessionMachine: async () => (started.push('machine'), { logout: async () => void started.push('logout') }),
  }))
  vi.doMock('./visitor.later.ts', () => ({ startVisitor: () => void started.push('visitor') }))
})
afterEach(() => {
  vi.doUnmock('./session-machine.lazy.ts')
  vi.doUnmock('./visitor.later.ts')
  vi.unstubAllGlobals()
})

async function open(path: string, cookies: Record<string, string> = {}) {
  win = await openTestWindow(vi.stubGlobal, { path })
  win.document.readyState = 'interactive'
  for (const [name, value] of Object.entries(cookies)) win.setCookie(name, value)
  const store = await import('./session.ts')
  const { startSession } = await import('./session-start.ts')
  startSession(win.host)
  await new Promise((resolve) => setTimeout(resolve, 30))
  return store
}

it.each<[string, string, Record<string, string>, boolean]>([
  ['a visitor', '/', { anon_cookie: '7' }, false],
  ['a token', '/', { FA_ID_TOKEN: 'garbage' }, true],
  ['a content/auth bearer, which can wait until the page is loaded', '/', { content_jwt: 'eyJhbGciOi' }, false],
  ['?logout', '/sport?a=1&logout', {}, true],
  ['?state', '/?state=abc', {}, true],
  ['?userState', '/?userState=login', {}, true],
  ['another parameter', '/suche?q=logout', {}, false],
  ['a dialog in the address', '/#login', {}, true],
  ['another hash', '/#kommentare', {}, false],
])('R2.4-01 S2.4-05 R4.2-01 loads the session machine for %s', async (_case, path, cookies, isWoken) => {
  const { getSession } = await open(path, cookies)
  if (isWoken) await expect.poll(() => started).toContain('machine')
  expect(started.includes('machine')).toBe(isWoken)
  expect(getSession().status).toBe(isWoken ? 'unknown' : 'anonymous')
})

it('R2.4-01 R4.10-03 loads it when a dialog’s hash is added, once', async () => {
  await open('/')
  location.hash = 'kommentare'
  location.hash = 'login'
  location.hash = ''
  location.hash = 'register'
  await expect.poll(() => started).toContain('machine')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(started.filter((what) => what === 'machine')).toHaveLength(1)
})

it('R4.2-32 loads it for a verb', async () => {
  const { session } = await open('/')
  await session.logout()
  expect(started).toEqual(['machine', 'logout'])
})

it('R9-15 loads the visitor’s parts once the page is loaded', async () => {
  await open('/')
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(started).toEqual([])
  window.dispatchEvent(new Event('load'))
  await expect.poll(() => started).toEqual(['visitor'])
})

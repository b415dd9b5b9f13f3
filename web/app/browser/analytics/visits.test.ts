import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serializeConsent, grantVendors, NO_CONSENT } from '@lokalteil/domain/consent/consent'
import type { PageState } from '../../page/page.ts'
import { openTestWindow, type TestWindow } from '../session/window.testing.ts'

const CHROME = { publication: { code: 'ak', isLocalEdition: false } }
const toPage = (path: string, name: string, data: unknown = {}, more: object = {}) =>
  ({ path, route: { name }, content: { kind: 'page', data }, chrome: CHROME, ...more }) as unknown as PageState
const article = (id: number, section = 'lokales/auenburg') =>
  toPage(`/ein-titel-${id}`, 'article', { article: { section: { path: section } } })
const home = toPage('/', 'home')
const KDM = serializeConsent(grantVendors({ kdm: true }))

let win: TestWindow
let stored: Map<string, string>
beforeEach(async () => {
  vi.resetModules()
  win = await openTestWindow(vi.stubGlobal, {})
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x64) Firefox/150.0' })
})
afterEach(() => vi.unstubAllGlobals())

async function open(first: PageState, session: object = { status: 'anonymous' }) {
  const store = await import('../session/session.ts')
  store.setSession(session)
  let page = first
  const visits = (await import('./visits.later.ts')).startVisits(first, () => page)
  const go = (next: PageState, isNewPath = true) => {
    page = next
    visits.viewed(next, isNewPath)
  }
  return { store, go }
}

it('R4.7-01 S4.7-01 counts three articles as three visits, for eight days', async () => {
  const { go } = await open(article(1))
  go(article(2))
  go(article(3))
  expect(win.jar.get('recent_visits')).toEqual({ value: '3', attributes: expect.stringContaining('max-age=691200') })
})

it.each<[string, PageState[], boolean]>([
  ['other pages', [home, toPage('/lokales', 'channel'), toPage('/testbericht/a-1', 'testbericht')], true],
  ['a hash or a query of the same page', [article(1)], false],
  ['what was not there', [toPage('/ein-titel-9', 'article', {}, { content: { kind: 'error', status: 404 } })], true],
])('S4.7-01 does not count %s', async (_case, pages, isNewPath) => {
  const { go } = await open(home)
  for (const page of pages) go(page, isNewPath)
  expect(win.cookie('recent_visits')).toBeNull()
})

it('S4.7-01 does not count bots', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Googlebot/2.1' })
  await open(article(1))
  expect(win.cookie('recent_visits')).toBeNull()
})

it('S4.7-01 does not count the reload of a page for a new build, but counts the article that such a load leads to', async () => {
  const first = await open(article(1))
  const { handOverState } = await import('../navigation/held-state.ts')
  handOverState(Date.now())
  vi.resetModules()
  await open(article(1))
  expect(win.cookie('recent_visits')).toBe('1')
  first.go(article(2))
  ;(await import('../navigation/held-state.ts')).handOverState(Date.now())
  vi.resetModules()
  await open(article(5))
  expect(win.cookie('recent_visits')).toBe('3')
})

it('R4.7-02 R9-18 S4.7-02 allows personalisation with the first visit and says so in the cache key', async () => {
  const { store, go } = await open(home)
  expect(store.getSession().view.mayPersonalise).toBe(false)
  go(article(1))
  expect(store.getSession().view.mayPersonalise).toBe(true)
  expect(win.cookie('cache_key')).toBe('r:|c:0|p:1')
})

it('S4.7-02 treats a cookie that is no number as empty', async () => {
  win.setCookie('recent_visits', '-7x')
  await open(article(1))
  expect(win.cookie('recent_visits')).toBe('1')
})

it('R9-19 S4.7-03 S4.8-03 keeps sections in memory until there is consent to kdm', async () => {
  const { go } = await open(article(1, 'sport/fussball'))
  go(toPage('/lokales/auenburg', 'channel'))
  expect(win.cookie('resort_visits')).toBeNull()
  win.setCookie('consents', KDM)
  go(article(2, 'lokales'))
  expect(JSON.parse(decodeURIComponent(win.cookie('resort_visits') ?? ''))).toEqual({ lokales: 2, sport: 1 })
  expect(win.jar.get('resort_visits')?.attributes).toContain('max-age=2592000')
})

it.each<[string, string, object, PageState]>([
  ['after a refusal', serializeConsent(NO_CONSENT), {}, article(1)],
  ['for pur', KDM, { view: { roles: ['PUR_USER'], isPurUser: true, isPlusUser: false } }, article(1)],
  [
    'in the local edition',
    KDM,
    {},
    { ...article(1), chrome: { publication: { isLocalEdition: true } } } as unknown as PageState,
  ],
])('S4.8-03 S1-12 writes no sections %s', async (_case, consents, session, page) => {
  win.setCookie('consents', consents)
  await open(page, { status: 'anonymous', ...session })
  expect(win.cookie('resort_visits')).toBeNull()
})

// @vitest-environment happy-dom
import type { PageTold } from '@lokalteil/contracts/figures'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PageState } from '../../page/page.ts'
import { startCollector } from './collector.lazy.ts'

type Entry = { startTime: number; duration?: number; value?: number; hadRecentInput?: boolean; interactionId?: number }

const toPage = (name: string, data: unknown = {}, more: object = {}) =>
  ({ route: { name, ...more }, content: { kind: 'page', data } }) as unknown as PageState
const ARTICLE = toPage('article', { article: { id: '130', section: { path: 'lokales/auenburg' } } })
const HOME = toPage('home')

let told: [string, PageTold][]
let observers: Map<string, (entries: Entry[]) => void>
let isHidden: boolean
let box: { top: number; height: number }
let ended: AbortController

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  // A page is never shown at the moment 0.
  vi.advanceTimersByTime(1000)
  told = []
  observers = new Map()
  isHidden = false
  box = { top: 0, height: 4000 }
  ended = new AbortController()
  // Listeners of a test must not hear the next one.
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation(((
      type: string,
      act: EventListener,
      options: object | boolean,
    ) =>
      listen(type, act, {
        ...(typeof options === 'object' ? options : { capture: options }),
        signal: ended.signal,
      })) as never)
  }
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => box as DOMRect)
  vi.stubGlobal('innerHeight', 1000)
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (path: string, body: Blob) => {
      pending.push(body.text().then((text) => void told.push([path, JSON.parse(text) as PageTold])))
      return true
    },
  })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['event', 'largest-contentful-paint', 'layout-shift']
      readonly #act: (list: { getEntries: () => Entry[] }) => void
      constructor(act: (list: { getEntries: () => Entry[] }) => void) {
        this.#act = act
      }
      observe({ type }: { type: string }) {
        observers.set(type, (entries) => this.#act({ getEntries: () => entries }))
      }
    },
  )
})
afterEach(() => {
  ended.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

const pending: Promise<void>[] = []
async function listTold(): Promise<PageTold[]> {
  await Promise.all(pending.splice(0))
  expect(told.every(([path]) => path === '/api/figures')).toBe(true)
  return told.map(([, body]) => body)
}
const start = (page = ARTICLE, takeAds: () => PageTold['ads'] = () => undefined) =>
  startCollector(
    () => page,
    () => 'unasked',
    takeAds,
  )
function hide(next: boolean) {
  isHidden = next
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
function scrollTo(top: number) {
  box = { ...box, top: -top }
  pass(1)
  window.dispatchEvent(new Event('scroll'))
}

it('tells a page once it is left, and nothing before', async () => {
  start()
  pass(1)
  scrollTo(2100)
  pass(30)
  expect(await listTold()).toEqual([])
  hide(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(await listTold()).toEqual([
    {
      page: 'article',
      article: '130',
      section: 'lokales/auenburg',
      from: '',
      quarters: [3, 0],
      seconds: 32,
      steps: [],
      consent: 'unasked',
      vitals: { cls: 0 },
      again: false,
    },
  ])
})

it('tells what came in addition after the reader returned', async () => {
  start()
  pass(10)
  hide(true)
  pass(600)
  hide(false)
  scrollTo(4000)
  pass(4)
  hide(true)
  expect((await listTold()).map(({ quarters, seconds, again }) => ({ quarters, seconds, again }))).toEqual([
    { quarters: [1, 0], seconds: 10, again: false },
    { quarters: [4, 1], seconds: 5, again: true },
  ])
})

it('a page in the background is not told until it is seen', async () => {
  isHidden = true
  start()
  pass(60)
  window.dispatchEvent(new Event('pagehide'))
  expect(await listTold()).toEqual([])
  hide(false)
  pass(3)
  hide(true)
  expect(await listTold()).toMatchObject([{ seconds: 3 }])
})

it('a page that stays open for hours counts half an hour', async () => {
  start()
  pass(20_000)
  hide(true)
  expect((await listTold())[0]!.seconds).toBe(1800)
})

it('a navigation within the site ends one page and begins the next', async () => {
  history.replaceState(null, '', '/titel-130?x=1&utm_medium=newsletter')
  const collector = start()
  pass(5)
  collector.viewed(ARTICLE, false)
  collector.viewed(toPage('channel', {}, { path: 'sport' }), true)
  pass(2)
  hide(true)
  expect(await listTold()).toMatchObject([
    { page: 'article', medium: 'newsletter', from: '', seconds: 5, again: false },
    { page: 'channel', section: 'sport', from: location.hostname, seconds: 2, again: false },
  ])
  expect((await listTold())[1]!.medium).toBeUndefined()
})

it.each([
  [{ search: { term: 'hafen' }, total: 0 }, 'empty'],
  [{ search: { term: 'hafen' }, total: 3 }, 'found'],
  [{ search: { term: '' }, total: 0 }, undefined],
])('a search of %j is told as %s', async (data, search) => {
  start(toPage('search', data))
  pass(1)
  hide(true)
  expect((await listTold())[0]!.search).toBe(search)
})

it('an error page is not told', async () => {
  start({ ...HOME, content: { kind: 'error', status: 404 } } as PageState)
  pass(1)
  hide(true)
  expect(await listTold()).toEqual([])
})

it('tells that the paywall was seen and an offer clicked', async () => {
  document.body.innerHTML =
    '<section class="paywall"><a id="login" href="#login">x</a><a id="offer" href="/order/abo">x</a></section>'
  for (const link of document.querySelectorAll('a')) link.addEventListener('click', (event) => event.preventDefault())
  const collector = start()
  pass(1)
  document.getElementById('login')!.click()
  collector.viewed(ARTICLE, true)
  pass(1)
  document.getElementById('offer')!.click()
  hide(true)
  expect((await listTold()).map(({ steps }) => steps)).toEqual([['paywall-seen'], ['paywall-seen', 'offer-clicked']])
})

it('tells Core Web Vitals of the document once', async () => {
  const collector = start()
  observers.get('largest-contentful-paint')!([{ startTime: 900 }, { startTime: 1234.4 }])
  observers.get('event')!([
    { startTime: 1, duration: 320, interactionId: 0 },
    { startTime: 2, duration: 88, interactionId: 4 },
    { startTime: 3, duration: 64, interactionId: 5 },
  ])
  observers.get('layout-shift')!([
    { startTime: 100, value: 0.5, hadRecentInput: true },
    { startTime: 1500, value: 0.02 },
    { startTime: 2000, value: 0.03 },
    // After a pause of more than a second another window begins.
    { startTime: 3100, value: 0.04 },
    // It ends after five seconds.
    ...[4000, 4900, 5800, 6700, 7600, 8500].map((startTime) => ({ startTime, value: 0.005 })),
  ])
  collector.viewed(HOME, true)
  pass(1)
  hide(true)
  hide(false)
  pass(1)
  hide(true)
  expect((await listTold()).map(({ vitals }) => vitals)).toEqual([
    undefined,
    { lcp: 1234, inp: 88, cls: 65 },
    undefined,
  ])
})

it('what could not be sent while the device is offline is lost', async () => {
  start()
  pass(1)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  hide(true)
  hide(false)
  pass(1)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(await listTold()).toMatchObject([{ again: true }])
})

it('tells Core Web Vitals when the document ends before the page is hidden', async () => {
  start()
  pass(1)
  window.dispatchEvent(new Event('pagehide'))
  hide(true)
  expect(await listTold()).toMatchObject([{ vitals: { cls: 0 } }])
})

it('tells the house ads of a page with it', async () => {
  start(ARTICLE, () => ({ seen: ['baeckerei'], clicked: [] }))
  pass(1)
  hide(true)
  expect((await listTold())[0]!.ads).toEqual({ seen: ['baeckerei'], clicked: [] })
})

it('stores nothing on the device and reads nothing from it', async () => {
  const cookie = vi.spyOn(document, 'cookie', 'get')
  const write = vi.spyOn(document, 'cookie', 'set')
  start()
  pass(1)
  hide(true)
  await listTold()
  expect([cookie.mock.calls.length, write.mock.calls.length, localStorage.length, sessionStorage.length]).toEqual([
    0, 0, 0, 0,
  ])
})

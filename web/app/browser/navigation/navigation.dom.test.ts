// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://www.auenkurier.example/" }
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getInterface } from './interface-state.ts'
import type { NavigationHooks } from './navigation.ts'
import type { PageState } from '../../page/page.ts'
import { createPageStore, type LoadedPage } from '../../page/page-store.ts'

type Handler = () => Promise<void>

let intercepted: { handler: Handler; focusReset: string; scroll: string }[]
let loads: string[]
let seen: string[]
let answer: () => Promise<LoadedPage>
let isDocumentNeeded: boolean
let left: string[]
/** The state written into the history entry that is left. */
let kept: unknown[]
let ChunkError: typeof import('../../page/page-loader.ts').ChunkError

const pageAt = (path: string, content: object = { kind: 'page', data: null }): LoadedPage => ({
  state: { path, query: '', content } as PageState,
  module: null,
})

async function open(path = '/sport') {
  history.replaceState(null, '', path)
  vi.resetModules()
  const target = Object.assign(new EventTarget(), {
    currentEntry: { key: path },
    updateCurrentEntry: ({ state }: { state: unknown }) => void kept.push(state),
  })
  Object.assign(window, { navigation: target, scrollTo: () => seen.push('top') })
  Object.defineProperty(location, 'assign', { configurable: true, value: (to: string) => left.push(to) })
  ;({ ChunkError } = await import('../../page/page-loader.ts'))
  const { listenToNavigation } = await import('./navigation.ts')
  const store = createPageStore(pageAt(path))
  const hooks: NavigationHooks = {
    commit: (update) => update(),
    onNavigated: (from, to) => seen.push(`${from.path} → ${to.path}`),
    needsDocument: () => isDocumentNeeded,
    onHomeAgain: () => seen.push('home again'),
    onProgress: (isLoading) => seen.push(isLoading ? 'begins' : 'ends'),
  }
  listenToNavigation(store, { load: async (to) => (loads.push(to), answer()), prefetch: async () => {} }, hooks)
  return { store, target }
}

function navigate(target: EventTarget, to: string, more: object = {}): AbortController {
  const controller = new AbortController()
  target.dispatchEvent(
    Object.assign(new Event('navigate'), {
      canIntercept: true,
      hashChange: false,
      downloadRequest: null,
      formData: null,
      navigationType: 'push',
      destination: { url: new URL(to, location.href).href, getState: () => undefined },
      signal: controller.signal,
      intercept: (options: (typeof intercepted)[number]) => intercepted.push(options),
      ...more,
    }),
  )
  return controller
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 60))

beforeEach(() => {
  intercepted = []
  loads = []
  seen = []
  left = []
  kept = []
  isDocumentNeeded = false
  answer = async () => pageAt('/politik')
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

describe('navigations handled in place', () => {
  it.each<[string, string, object, boolean]>([
    ['one of our pages', '/politik', {}, true],
    ['one that names no page of ours', '/autor/ohne-nummer', {}, true],
    ['back and forward', '/politik', { navigationType: 'traverse' }, true],
    ['R2.9-04 a query', '/suche?q=x', {}, false],
    ['R2.9-09 a legal page', '/impressum', {}, false],
    ['S2.1-25 a page that is called otherwise', '/politik/', {}, false],
    ['a call', '/api/settings', {}, false],
    ['a framed form', '/__mein-portal/dialog-flow/login', {}, false],
    ['another site', 'https://elsewhere.example/politik', {}, false],
    ['the page in view', '/sport', {}, false],
    ['a reload', '/politik', { navigationType: 'reload' }, false],
    ['another place on the page', '/sport#unten', { hashChange: true }, false],
    ['a download', '/politik', { downloadRequest: 'x.pdf' }, false],
    ['a form', '/politik', { formData: new FormData() }, false],
    ['what the browser does not hand over', '/politik', { canIntercept: false }, false],
  ])('%s: %s', async (_case, to, more, isTaken) => {
    const { target } = await open()
    navigate(target, to, more)
    expect(intercepted).toHaveLength(isTaken ? 1 : 0)
  })

  it('R4.11-03 none after a new build', async () => {
    isDocumentNeeded = true
    const { target } = await open()
    navigate(target, '/politik')
    expect(intercepted).toEqual([])
  })

  it('S3.8-01 home from home, whose data must be fresh', async () => {
    const { target } = await open('/')
    navigate(target, '/')
    expect([seen, intercepted.length]).toEqual([['home again'], 1])
  })
})

describe('a navigation in place', () => {
  it('S2.5-01 stores the scroll position on leaving, and restores it on the way back once the page is drawn', async () => {
    document.body.innerHTML = '<main id="content"><p>Davor</p></main>'
    const { target } = await open()
    const moved: number[] = []
    Object.assign(window, { scrollBy: ({ top }: { top: number }) => moved.push(top) })
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
    document.elementFromPoint = () => null
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, 5))
    const destination = {
      url: new URL('/politik', location.href).href,
      getState: () => ({ place: { top: 900, teaser: null } }),
    }
    navigate(target, '/politik', { navigationType: 'traverse', destination })
    expect(kept).toEqual([{ place: { top: 300, teaser: null } }])
    void intercepted[0]!.handler()
    await settled()
    expect([moved, seen.includes('top')]).toEqual([[], false])
    document.getElementById('content')!.innerHTML = '<p>Danach</p>'
    await settled()
    expect(moved[0]).toBe(600)
    // The reader's own scrolling ends the restoring.
    window.dispatchEvent(new Event('wheel'))
    await settled()
    const count = moved.length
    await settled()
    expect(moved.length).toBe(count)
    document.body.innerHTML = ''
    vi.unstubAllGlobals()
  })

  it('R2.5-01 shows the page, reports it after it was painted, and begins at the top', async () => {
    const { store, target } = await open()
    navigate(target, '/politik')
    expect(intercepted[0]).toMatchObject({ focusReset: 'manual', scroll: 'manual' })
    await intercepted[0]!.handler()
    expect([loads, store.get().state.path, getInterface().prevRoute]).toEqual([['/politik'], '/politik', null])
    await settled()
    expect(seen).toEqual(['begins', 'ends', 'top', '/sport → /politik'])
  })

  it('shows nothing when another navigation took over meanwhile', async () => {
    const { store, target } = await open()
    let arrive = (_page: LoadedPage): void => {}
    answer = () => new Promise((resolve) => (arrive = resolve))
    const controller = navigate(target, '/politik')
    const handled = intercepted[0]!.handler()
    controller.abort()
    arrive(pageAt('/politik'))
    await handled
    await settled()
    expect([store.get().state.path, seen]).toEqual(['/sport', ['begins']])
  })

  it('S4.11-02 loads the target completely when its code is missing, once, and handles nothing more', async () => {
    const { target } = await open()
    answer = async () => {
      throw new ChunkError('gone')
    }
    navigate(target, '/politik')
    await intercepted[0]!.handler()
    expect(left).toEqual(['https://www.auenkurier.example/politik'])
    // The full load fires a navigation event as well.
    navigate(target, '/politik')
    expect(intercepted).toHaveLength(1)
    const { reloadTo } = await import('./navigation.ts')
    reloadTo('https://www.auenkurier.example/politik')
    expect(left).toHaveLength(1)
  })

  it.each([
    [404, ['https://www.auenkurier.example/der-markt-zieht-um']],
    [410, []],
    [503, []],
  ])('asks the server where an address of %s leads', async (status, visits) => {
    const { target, store } = await open()
    answer = async () => pageAt('/der-markt-zieht-um', { kind: 'error', status })
    navigate(target, '/der-markt-zieht-um')
    await intercepted[0]!.handler()
    expect(left).toEqual(visits)
    expect(store.get().state.path).toBe(status === 404 ? '/sport' : '/der-markt-zieht-um')
  })

  it('rejects other failures to the caller, and is no longer in progress', async () => {
    const { target } = await open()
    answer = async () => {
      throw new Error('broken')
    }
    navigate(target, '/politik')
    await expect(intercepted[0]!.handler()).rejects.toThrow('broken')
    expect([seen, left]).toEqual([['begins', 'ends'], []])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageState } from '../../page/page.ts'
import { createOfflineApp, type InstallPrompt } from './service-worker.ts'

type FakeWorker = EventTarget & { state: string; sent: unknown[]; postMessage: (message: unknown) => void }
const createWorker = (state = 'installing'): FakeWorker => {
  const sent: unknown[] = []
  return Object.assign(new EventTarget(), { state, sent, postMessage: (message: unknown) => void sent.push(message) })
}
const enter = (worker: FakeWorker, state: string) => {
  worker.state = state
  worker.dispatchEvent(new Event('statechange'))
}

let view: EventTarget
let page: EventTarget
let stored: Map<string, string>
beforeEach(() => {
  view = new EventTarget()
  page = new EventTarget()
  stored = new Map()
  vi.stubGlobal('window', view)
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { origin: 'https://ak.example' })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(
  more: {
    controller?: FakeWorker
    waiting?: FakeWorker
    installing?: FakeWorker
    failure?: Error
    now?: () => number
  } = {},
) {
  const registration = Object.assign(new EventTarget(), {
    waiting: more.waiting ?? null,
    installing: more.installing ?? null,
    updates: 0,
    update: async () => void registration.updates++,
  })
  const registered: unknown[] = []
  const active = createWorker('activated')
  const container = Object.assign(new EventTarget(), {
    controller: more.controller ?? null,
    ready: Promise.resolve({ active }),
    register: async (...args: unknown[]) => {
      registered.push(args)
      if (more.failure) throw more.failure
      return registration
    },
  })
  const calls = { reloads: 0, handedOver: 0 }
  const app = createOfflineApp({
    container: container as never,
    prompt: null,
    beforeReload: () => calls.handedOver++,
    reload: () => calls.reloads++,
    now: more.now ?? (() => 1_000_000),
  })
  await new Promise((resolve) => setTimeout(resolve))
  const control = (worker: FakeWorker | null) => {
    container.controller = worker
    container.dispatchEvent(new Event('controllerchange'))
  }
  return { app, registration, registered, container, active, calls, control }
}

describe('the states of the app', () => {
  it('R2.1-32 registers /sw.js for the whole site, never from the browser’s cache', async () => {
    expect((await open()).registered).toEqual([['/sw.js', { scope: '/', updateViaCache: 'none' }]])
  })

  it('R8-51 a failed registration sets the state', async () => {
    const { app } = await open({ failure: new TypeError('blocked') })
    expect(app.get().registrationError).toBe(true)
  })

  it('R4.11-05 the browser offers to install; its prompt opens once, from the box', async () => {
    const { app } = await open()
    expect(app.get().canInstall).toBe(false)
    let prompts = 0
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => prompts++,
    }) as unknown as InstallPrompt
    view.dispatchEvent(event)
    expect([app.get().canInstall, event.defaultPrevented]).toEqual([true, true])
    await app.install()
    await app.install()
    expect([app.get().canInstall, prompts]).toEqual([false, 1])
  })

  it('R4.11-06 installed', async () => {
    const { app } = await open()
    view.dispatchEvent(new Event('appinstalled'))
    expect(app.get()).toMatchObject({ isInstalled: true, canInstall: false })
  })

  it('R4.11-07 R4.11-09 the first worker makes the page ready for offline and does not reload it', async () => {
    const { app, calls, control } = await open()
    expect(app.get().isOfflineReady).toBe(false)
    control(createWorker())
    expect([app.get().isOfflineReady, calls.reloads]).toEqual([true, 0])
  })

  it('R4.11-08 a waiting worker sets needsRefresh, and a refresh asks it to take over', async () => {
    const waiting = createWorker('installed')
    const { app } = await open({ controller: createWorker(), waiting })
    expect(app.get().needsRefresh).toBe(true)
    app.refresh()
    expect(waiting.sent).toEqual([{ kind: 'take-over' }])
  })

  it('R4.11-08 a refresh does not wait for an old worker that cannot end, and reloads once', async () => {
    const { app, calls, control } = await open({ controller: createWorker(), waiting: createWorker('installed') })
    vi.useFakeTimers()
    app.refresh()
    vi.advanceTimersByTime(2999)
    expect(calls.reloads).toBe(0)
    vi.advanceTimersByTime(1)
    control(createWorker())
    expect(calls).toEqual({ reloads: 1, handedOver: 1 })
    vi.useRealTimers()
  })

  it('R4.11-08 a worker found later sets needsRefresh once it is installed', async () => {
    const { app, registration } = await open({ controller: createWorker() })
    const next = createWorker()
    registration.installing = next
    registration.dispatchEvent(new Event('updatefound'))
    expect(app.get().needsRefresh).toBe(false)
    enter(next, 'installed')
    expect(app.get().needsRefresh).toBe(true)
  })

  it('R4.11-08 the first worker ever needs no refresh', async () => {
    const installing = createWorker()
    const { app } = await open({ installing })
    enter(installing, 'installed')
    expect(app.get().needsRefresh).toBe(false)
  })

  it('R4.11-09 another worker in control reloads the page once and hands its state over', async () => {
    const { calls, control } = await open({ controller: createWorker() })
    control(createWorker())
    control(createWorker())
    expect(calls).toEqual({ reloads: 1, handedOver: 1 })
  })

  it('R4.11-09 two workers that replace each other cause no reload loop', async () => {
    const first = await open({ controller: createWorker() })
    first.control(createWorker())
    const second = await open({ controller: createWorker(), now: () => 1_009_999 })
    second.control(createWorker())
    const third = await open({ controller: createWorker(), now: () => 1_010_000 })
    third.control(createWorker())
    expect([first.calls.reloads, second.calls.reloads, third.calls.reloads]).toEqual([1, 0, 1])
  })

  it('looks for a new worker when there is a new build', async () => {
    const { registration } = await open({ controller: createWorker() })
    page.dispatchEvent(new Event('app:newBuild'))
    expect(registration.updates).toBe(1)
  })
})

describe('messages to the worker about a visit', () => {
  const state = (more: Partial<PageState>): PageState => ({
    route: { name: 'home' },
    path: '/',
    query: '',
    content: { kind: 'page', data: {} },
    title: '',
    chrome: {} as never,
    ...more,
  })
  const article = (contentRestriction: string) =>
    state({
      route: { name: 'article', slug: 'a', id: '1' },
      path: '/a-1',
      content: { kind: 'page', data: { article: { contentRestriction } } },
    })
  it.each<[string, PageState, string | null]>([
    ['a list', state({}), '/'],
    ['a free article', article('free'), '/a-1'],
    ['a paid article', article('paid'), null],
    ['a personal page', state({ route: { name: 'bookmarks' }, path: '/bookmarks' }), null],
    ['a search', state({ route: { name: 'search', page: null }, path: '/suche', query: '?q=a' }), null],
    ['an error', state({ content: { kind: 'error', status: 404, message: '', url: '/x' } }), null],
  ])('%s', async (_name, visited, path) => {
    vi.stubGlobal('performance', {
      getEntriesByType: () =>
        ['/assets/a.js', '/_ipx/b.jpg', '/api/c', '/assets/a.js'].map((name) => ({
          name: `https://ak.example${name}`,
        })),
    })
    const { app, active } = await open()
    app.visited(visited)
    await new Promise((resolve) => setTimeout(resolve))
    expect(active.sent).toEqual([
      { kind: 'visited', path, files: ['https://ak.example/assets/a.js', 'https://ak.example/_ipx/b.jpg'] },
    ])
  })
})

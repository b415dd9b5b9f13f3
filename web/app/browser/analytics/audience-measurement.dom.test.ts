// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toAudienceMeasurement } from '@lokalteil/domain/analytics/audience-measurement'
import type { PageState } from '../../page/page.ts'
import type { PageStore } from '../../page/page-store.ts'

const MEASUREMENT = toAudienceMeasurement(
  { ivw_szm_enabled: true, ivw_cname: 'data-0123456789.paper.example', ivw_st_desktopname: 'paper' },
  'desktop',
)!

let tell: () => void
let state: PageState
let appended: Element[]
beforeEach(() => {
  vi.resetModules()
  delete window.IOMm
  appended = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes as Element[]) {
      appended.push(node)
      if (node instanceof HTMLScriptElement) queueMicrotask(() => node.dispatchEvent(new Event('load')))
    }
  })
})
afterEach(() => vi.restoreAllMocks())

const toState = (name: string, path: string) =>
  ({
    route: { name },
    title: 'Titel',
    path: `/${path}`,
    content: { kind: 'page', data: { path } },
    chrome: { publication: { code: 'ak' }, device: 'desktop' },
  }) as unknown as PageState

async function start(): Promise<unknown[][]> {
  state = toState('home', '')
  const store = {
    get: () => ({ state }),
    subscribe: (listener: () => void) => {
      tell = listener
      return () => {}
    },
  } as unknown as PageStore
  const { startAudienceMeasurement } = await import('./audience-measurement.lazy.ts')
  await startAudienceMeasurement(store, MEASUREMENT)
  return window.IOMm!.q!
}

it('R3.13-12 R3.13-13 loads the script from the publisher’s host and configures it by the contract', async () => {
  const queue = await start()
  const [link, script] = appended as [HTMLLinkElement, HTMLScriptElement]
  expect([link.id, link.rel, link.href]).toEqual([
    'IOMmBundle',
    'preload',
    'https://data-0123456789.paper.example/iomm/latest/manager/base/es6/bundle.js',
  ])
  expect(script.src).toBe('https://data-0123456789.paper.example/iomm/latest/bootstrap/loader.js')
  expect(queue[0]).toEqual(['configure', { st: 'paper', dn: 'data-0123456789.paper.example', mh: 5 }])
})

it('R3.12-03 reports each page once, with the zone of its section', async () => {
  const queue = await start()
  state = toState('channel', 'sport/fussball')
  tell()
  tell()
  expect(queue.slice(1)).toEqual([
    ['pageview', { cp: 'home' }],
    ['pageview', { cp: 'sport' }],
  ])
})

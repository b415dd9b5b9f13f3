// @vitest-environment happy-dom
/** A place from the first paint to the advertisement in it. */
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantVendors, type ThirdParties } from '@lokalteil/domain/consent/consent'
import { decideThirdParties } from '@lokalteil/domain/consent/third-party-decision'
import type { QueuedAd } from '../../browser/consent/third-parties.ts'
import { answerCalls, leave, press, render, settle } from '../../browser/dom.testing.tsx'
import type { Portal } from '../../page/portal.ts'

const ADS = [
  { id: 'rad', advertiser: 'Radhaus', heading: 'Licht an', text: 'Für den Winter', target: 'https://rad.example/' },
].map((ad) => ({ ...ad, button: '', picture: null, places: [], sections: [], weight: 1 }))

const partiesWith = (hasConsent: boolean): ThirdParties =>
  decideThirdParties({
    consent: hasConsent ? grantVendors({ kdm: true }) : null,
    isPurUser: false,
    isPlusUser: false,
    isLocalEdition: false,
    isNativeApp: false,
    isLegal: false,
    isDialogFlow: false,
    isBannerEnabled: true,
    isRecoEnabled: false,
  })

let isInView = true
let asked: string[]
/** Told when the page gets longer or shorter. */
let pageChanged: () => void
/** Fresh for each test, because the house ads are asked for once for a document. */
let fresh: Awaited<ReturnType<typeof loadFresh>>
async function loadFresh() {
  vi.resetModules()
  // Loaded before, so that no test waits for it.
  await import('./AdFilling.lazy.tsx')
  return {
    ...(await import('./AdPlace.tsx')),
    ...(await import('../../page/portal.ts')),
    ...(await import('../../browser/consent/third-parties.ts')),
    ...(await import('../../browser/navigation/interface-state.ts')),
  }
}
beforeEach(async () => {
  fresh = await loadFresh()
  isInView = true
  asked = answerCalls({ 'GET /api/advertising': () => Response.json({ ads: ADS }) })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: object[]) => void
      constructor(tell: (entries: object[]) => void) {
        this.tell = tell
      }
      observe = () => queueMicrotask(() => void (isInView && this.tell([{ isIntersecting: true }])))
      disconnect = () => {}
    },
  )
  const told = new Set<() => void>()
  pageChanged = () => told.forEach((tell) => tell())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe = () => void told.add(this.tell)
      disconnect = () => void told.delete(this.tell)
    },
  )
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  delete window.adPlaces
})

/** `server`: answers the request; null: the publication has none. */
async function show(
  advertising: object | undefined,
  {
    hasConsent = false,
    server = null,
    names = ['home-1'],
  }: { hasConsent?: boolean; server?: ((ad: QueuedAd) => void) | null; names?: readonly string[] } = {},
) {
  if (server !== null) window.adPlaces = { push: server }
  const { AdPlace, PortalProvider } = fresh
  fresh.setThirdParties(partiesWith(hasConsent))
  const portal = {
    advertising,
    thirdParties: { scripts: server === null ? {} : { ads: 'https://ads.example/a.js' } },
  } as unknown as Portal
  const place = await render(
    <PortalProvider surroundings={portal} moment={portal}>
      {names.map((name) => (
        <AdPlace key={name} name={name} />
      ))}
    </PortalProvider>,
  )
  for (let round = 0; round < 5; round++) await settle()
  return place
}
const HOUSE = { hasHouseAds: true, server: { waitMs: 20 } }
const fill = ({ element, answer }: QueuedAd) => {
  element.append('Vom Server')
  answer(true)
}
const textOf = (place: HTMLElement) => place.querySelector('[data-ad-slot]')?.textContent ?? null

it.each<[string, object | undefined, Parameters<typeof show>[1], string | null]>([
  ['a publication without advertising', undefined, {}, null],
  ['no ad server', HOUSE, {}, 'AnzeigeRadhausLicht anFür den WinterMehr erfahren'],
  ['no consent: nobody asks the server', HOUSE, { server: fill }, 'AnzeigeRadhausLicht anFür den WinterMehr erfahren'],
  ['consent', HOUSE, { server: fill, hasConsent: true }, 'AnzeigeVom Server'],
  [
    'consent, and the server has nothing',
    HOUSE,
    { server: ({ answer }) => answer(false), hasConsent: true },
    'AnzeigeRadhausLicht anFür den WinterMehr erfahren',
  ],
  [
    'consent, and the server is silent',
    HOUSE,
    { server: () => {}, hasConsent: true },
    'AnzeigeRadhausLicht anFür den WinterMehr erfahren',
  ],
  ['a place that the publication does not want', { ...HOUSE, sizes: { home: false } }, {}, null],
])('R1-44 R4.8-10 with %s', async (_what, advertising, options, expected) => {
  const place = await show(advertising, options)
  await act(async () => new Promise((resolve) => setTimeout(resolve, 40)))
  await settle()
  expect(textOf(place)).toBe(expected)
})

it('reserves its height, and loads nothing before the reader is near', async () => {
  isInView = false
  const place = await show(HOUSE)
  expect(place.querySelector('[data-ad-slot]')?.getAttribute('style')).toBe(
    '--phone: 250px; --tablet: 90px; --desk: 250px;',
  )
  expect([textOf(place), asked]).toEqual(['Anzeige', []])
})

it('counts an advertisement as seen after a second, and every click', async () => {
  const place = await show(HOUSE)
  expect(fresh.getInterface().adsSeen).toEqual([])
  await act(async () => new Promise((resolve) => setTimeout(resolve, 1050)))
  const link = place.querySelector('a')!
  expect([link.target, link.rel]).toEqual(['_blank', 'sponsored noopener'])
  link.addEventListener('click', (event) => event.preventDefault())
  await press(link)
  expect([fresh.getInterface().adsSeen, fresh.getInterface().adsClicked]).toEqual([['rad@home-1'], ['rad@home-1']])
})

it.each([
  [2000, 'gone'],
  [100, 'kept'],
])('a place at %s px that nothing fills is %s', async (top, expected) => {
  asked = answerCalls({ 'GET /api/advertising': () => Response.json({ ads: [] }) })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect)
  const place = await show(HOUSE)
  vi.restoreAllMocks()
  expect(place.querySelector<HTMLElement>('[data-ad-slot]')?.dataset.empty).toBe(expected)
})

describe('two places of 250 px in a window of 932 px', () => {
  let tops: Record<string, number>
  const HEIGHT = 250
  beforeEach(() => {
    Object.assign(window, { innerHeight: 932 })
    vi.stubGlobal('screen', { height: 932 })
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const top = tops[this.dataset.adSlot ?? ''] ?? 0
      return { top, bottom: top + HEIGHT } as DOMRect
    })
  })
  afterEach(() => void vi.restoreAllMocks())
  const wide = (width: number) =>
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: width >= 16 * Number(/[\d.]+/.exec(query)![0]) }))
  const listStates = (place: HTMLElement) =>
    [...place.querySelectorAll<HTMLElement>('[data-ad-slot]')].map(({ dataset, textContent }) =>
      dataset.empty !== undefined
        ? dataset.empty
        : dataset.crowded !== undefined
          ? 'hidden'
          : textContent !== 'Anzeige',
    )

  it.each<[number, number, number, (boolean | string)[]]>([
    [430, 100, 1281, [true, 'gone']],
    [430, 100, 1282, [true, true]],
    // In the window nothing may go.
    [430, 100, 600, [true, 'kept']],
    [640, 100, 600, [true, true]],
    [1280, 100, 600, [true, true]],
  ])('at a width of %s px, at %s and %s px: %j', async (width, upper, lower, expected) => {
    wide(width)
    tops = { 'home-1': upper, 'home-2': lower }
    expect(listStates(await show(HOUSE, { names: ['home-1', 'home-2'] }))).toEqual(expected)
  })

  it('hides the lower one while the text between them is short', async () => {
    wide(430)
    tops = { 'home-1': 100, 'home-2': 1400 }
    const place = await show(HOUSE, { names: ['home-1', 'home-2'] })
    expect(listStates(place)).toEqual([true, true])
    tops = { 'home-1': 100, 'home-2': 1000 }
    pageChanged()
    expect(listStates(place)).toEqual([true, 'hidden'])
    tops = { 'home-1': 100, 'home-2': 1400 }
    pageChanged()
    expect(listStates(place)).toEqual([true, true])
  })
})

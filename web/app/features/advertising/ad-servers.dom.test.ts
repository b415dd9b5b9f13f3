// @vitest-environment happy-dom
/** Ad servers that stand in for real ones: late, empty, failing, silent. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Advertising as AdvertisingFile } from '@lokalteil/contracts/publication/advertising'
import type { QueuedAd } from '../../browser/consent/third-parties.ts'
import { askAdServer, type AdServer } from './ad-servers.ts'

type Stand = { delay?: number; isEmpty?: boolean; fails?: boolean; isSilent?: boolean }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.resetModules()
  for (const name of ['adPlaces', 'googletag', 'pbjs', 'adTargeting'] as const) delete window[name]
  document.head.replaceChildren()
})

const later = (stand: Stand, work: () => void) => {
  if (!stand.isSilent) setTimeout(work, stand.delay ?? 0)
}

/** A framework that takes over the queue. */
function standInQueue(stand: Stand & { answers?: false }): void {
  const fill = ({ element, answer }: QueuedAd) =>
    later(stand, () => {
      if (!stand.isEmpty) element.append(document.createElement('b'))
      if (stand.answers !== false) answer(!stand.isEmpty)
    })
  const waiting = (window.adPlaces ?? []) as QueuedAd[]
  window.adPlaces = { push: fill }
  for (const place of waiting) fill(place)
}

/** As the Google Publisher Tag: commands in order, one event at the end of each render. */
function standInGpt(stand: Stand): unknown[] {
  const told: unknown[] = []
  const listeners = new Set<(event: object) => void>()
  const pubads = {
    disableInitialLoad: () => told.push('disableInitialLoad'),
    setTargeting: (key: string, value: unknown) => told.push([key, value]),
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: object) => void) => listeners.delete(listener),
    refresh: ([slot]: object[]) => {
      told.push('refresh')
      later(stand, () => {
        // Another place of the page ends as well.
        for (const listener of listeners) listener({ slot: {}, isEmpty: !stand.isEmpty })
        for (const listener of listeners) listener({ slot, isEmpty: stand.isEmpty === true })
      })
    },
  }
  const slot = { addService: () => {}, setTargeting: (key: string, value: string) => told.push([key, value]) }
  const waiting = (window.googletag?.cmd ?? []) as unknown as (() => void)[]
  Object.assign((window.googletag ??= { cmd: new Array<() => void>() }), {
    cmd: { push: (work: () => void) => work() },
    pubads: () => pubads,
    enableServices: () => told.push('enableServices'),
    defineSlot: (unit: string, sizes: unknown) => {
      if (stand.fails) throw new Error('No network')
      told.push(unit, sizes)
      return slot
    },
    display: () => told.push('display'),
    destroySlots: () => told.push('destroySlots'),
  })
  for (const work of waiting) work()
  return told
}

const SIZES = [
  [300, 250],
  [320, 100],
] as const

function ask(by: Partial<AdServer> = {}, askServer = askAdServer) {
  const element = document.createElement('div')
  const leaving = new AbortController()
  let answered: boolean | undefined
  void askServer({ name: 'article-2', element, sizes: SIZES }, { server: {}, ...by }, leaving.signal).then(
    (isFilled) => {
      answered = isFilled
    },
  )
  return {
    element,
    leave: () => leaving.abort(),
    answered: () => answered,
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

it.each<[string, (Stand & { answers?: false }) | null, number, boolean | undefined]>([
  ['fills at once', {}, 1, true],
  ['fills late', { delay: 2000 }, 1999, undefined],
  ['fills late, in time', { delay: 2000 }, 2001, true],
  ['fills too late', { delay: 3000 }, 2501, false],
  ['has nothing', { isEmpty: true }, 1, false],
  ['fills without a word', { answers: false }, 2501, true],
  ['is silent', { isSilent: true }, 2501, false],
  ['did not load', null, 2501, false],
])('R4.8-10 a server of the queue that %s: %j after %s ms: %s', async (_what, stand, ms, expected) => {
  const { answered, wait } = ask()
  if (stand !== null) standInQueue(stand)
  await wait(ms)
  expect(answered()).toBe(expected)
})

it.each<[string, Stand | null, number, boolean | undefined]>([
  ['fills at once', {}, 1, true],
  ['fills late', { delay: 2000 }, 1900, undefined],
  ['has nothing', { isEmpty: true }, 1, false],
  ['fails', { fails: true }, 1, false],
  ['is silent', { isSilent: true }, 2501, false],
  ['did not load', null, 2501, false],
])('a Google tag that %s: %j after %s ms: %s', async (_what, stand, ms, expected) => {
  const { answered, wait } = ask({ server: { kind: 'gpt', unit: '/1/paper/{place}' } })
  if (stand !== null) standInGpt(stand)
  await wait(ms)
  expect(answered()).toBe(expected)
})

it('tells a Google tag unit, sizes, targeting and place, and removes the slot when the reader leaves', async () => {
  const { askAdServer: fresh } = await import('./ad-servers.ts')
  window.adTargeting = { plususer: 'nein', tags: ['Hafen', 'Schiffe'] }
  const told = standInGpt({})
  const { leave, wait } = ask({ server: { kind: 'gpt', unit: '/1/paper/{place}' } }, fresh)
  await wait(1)
  leave()
  expect(told).toEqual([
    'disableInitialLoad',
    'enableServices',
    '/1/paper/article-2',
    SIZES,
    ['plususer', ['nein']],
    ['tags', ['Hafen', 'Schiffe']],
    ['place', 'article-2'],
    'display',
    'refresh',
    'destroySlots',
  ])
})

/** As Prebid.js: its script takes over the queue, bids arrive later. */
function standInPrebid(stand: Stand = {}): unknown[] {
  const told: unknown[] = []
  const load = () => {
    const waiting = (window.pbjs?.que ?? []) as unknown as (() => void)[]
    Object.assign(window.pbjs!, {
      que: { push: (work: () => void) => work() },
      setConfig: (config: unknown) => told.push(['setConfig', config]),
      addAdUnits: (units: readonly object[]) => told.push(['addAdUnits', ...units]),
      requestBids: ({ timeout, bidsBackHandler }: { timeout: number; bidsBackHandler: () => void }) => {
        told.push(['requestBids', timeout])
        later(stand, bidsBackHandler)
      },
      setTargetingForGPTAsync: (codes: readonly string[]) => told.push(['setTargeting', ...codes]),
      removeAdUnit: (code: string) => told.push(['removeAdUnit', code]),
    })
    for (const work of waiting) work()
  }
  // The document of this test loads no scripts.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    const attributes = ['src', 'integrity', 'crossorigin'].map((name) => (script as HTMLElement).getAttribute(name))
    told.push(attributes.filter((one) => one !== null).join(' '))
    setTimeout(() => {
      if (!stand.fails) load()
      ;(script as HTMLScriptElement).dispatchEvent(new Event(stand.fails ? 'error' : 'load'))
    }, 5)
  })
  return told
}

const BIDDING = AdvertisingFile.parse({
  bidding: {
    timeoutMs: 800,
    bidders: [
      { bidder: 'everywhere', params: { placementId: 4711 } },
      { bidder: 'lists', places: ['list'] },
    ],
  },
}).bidding!
const GPT = { kind: 'gpt', unit: '/1/paper/{place}' } as const

it('R4.8-10 tells Prebid.js once, and before anything else, to ask the consent manager for each reader', async () => {
  const { askAdServer: fresh } = await import('./ad-servers.ts')
  standInGpt({})
  const told = standInPrebid()
  const first = ask(
    {
      server: GPT,
      bidding: BIDDING,
      biddingScript: 'https://bids.example/p.js',
      biddingAttributes: { integrity: 'sha384-abc' },
    },
    fresh,
  )
  await first.wait(10)
  const second = ask({ server: GPT, bidding: BIDDING, biddingScript: 'https://bids.example/p.js' }, fresh)
  await second.wait(10)
  const unit = (code: string) => [
    [
      'addAdUnits',
      {
        code,
        mediaTypes: { banner: { sizes: SIZES } },
        bids: [{ bidder: 'everywhere', params: { placementId: 4711 } }],
      },
    ],
    ['requestBids', 800],
    ['setTargeting', code],
    ['removeAdUnit', code],
  ]
  expect(told).toEqual([
    'https://bids.example/p.js sha384-abc anonymous',
    [
      'setConfig',
      {
        consentManagement: { gdpr: { cmpApi: 'iab', defaultGdprScope: true } },
        currency: { adServerCurrency: 'EUR' },
      },
    ],
    ...unit(first.element.id),
    ...unit(second.element.id),
  ])
  expect([first.answered(), second.answered()]).toEqual([true, true])
})

it.each<[string, Stand, number]>([
  ['bids at once', {}, 6],
  ['bids late', { delay: 700 }, 706],
  ['is silent', { isSilent: true }, 1000],
  ['does not load', { fails: true }, 6],
])('asks the ad server after a bidder that %s: %j, in %s ms', async (_what, stand, ms) => {
  const { askAdServer: fresh } = await import('./ad-servers.ts')
  const told = standInGpt({})
  standInPrebid(stand)
  const { answered, wait } = ask({ server: GPT, bidding: BIDDING, biddingScript: 'https://bids.example/p.js' }, fresh)
  await wait(ms - 2)
  expect(told).not.toContain('refresh')
  await wait(3)
  expect([answered(), told.includes('refresh')]).toEqual([true, true])
})

it('asks no bidders where none is for the kind of place, and none without the script', async () => {
  const { askAdServer: fresh } = await import('./ad-servers.ts')
  const told = standInPrebid()
  standInGpt({})
  const { wait } = ask({ server: GPT, bidding: BIDDING }, fresh)
  ask(
    { server: GPT, bidding: { ...BIDDING, bidders: [BIDDING.bidders[1]!] }, biddingScript: 'https://b.example/p.js' },
    fresh,
  )
  await wait(10)
  expect(told).toEqual([])
})

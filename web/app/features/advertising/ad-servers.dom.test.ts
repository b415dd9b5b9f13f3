// @vitest-environment happy-dom
/** Ad servers that stand in for real ones: late, empty, failing, silent. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QueuedAd } from '../../browser/consent/third-parties.ts'
import { askAdServer, type AdServer } from './ad-servers.ts'

type Stand = { delay?: number; isEmpty?: boolean; fails?: boolean; isSilent?: boolean }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
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

const BIDDING = {
  timeoutMs: 800,
  bidders: [
    { bidder: 'one', params: { id: 1 } },
    { bidder: 'two', params: {}, places: ['list'] },
  ],
}

it.each<[string, Stand, number]>([
  ['bids at once', {}, 1],
  ['bids late', { delay: 700 }, 701],
  ['is silent', { isSilent: true }, 1001],
  ['does not load', { fails: true }, 1],
])('asks the ad server after a bidder that %s: %j, in %s ms', async (_what, stand, ms) => {
  const { askAdServer: fresh } = await import('./ad-servers.ts')
  const asked: unknown[] = []
  window.pbjs = {
    que: { push: (work: () => void) => work() },
    addAdUnits: (units) => asked.push(units),
    requestBids: ({ timeout, bidsBackHandler }) => {
      asked.push(timeout)
      later(stand, bidsBackHandler)
    },
    setTargetingForGPTAsync: () => asked.push('targeting'),
    removeAdUnit: () => {},
  }
  const loaded: unknown[] = []
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    loaded.push(['src', 'integrity', 'crossorigin'].map((name) => (script as HTMLElement).getAttribute(name)))
    queueMicrotask(() => (script as HTMLElement).dispatchEvent(new Event(stand.fails ? 'error' : 'load')))
  })
  const told = standInGpt({})
  const { answered, wait } = ask(
    {
      server: { kind: 'gpt', unit: '/1/{place}' },
      bidding: BIDDING,
      biddingScript: 'https://bids.example/p.js',
      biddingAttributes: { integrity: 'sha384-abc' },
    },
    fresh,
  )
  await wait(Math.max(0, ms - 2))
  if (ms > 1) expect(told).not.toContain('refresh')
  await wait(3)
  append.mockRestore()
  expect(loaded).toEqual([['https://bids.example/p.js', 'sha384-abc', 'anonymous']])
  expect([answered(), told.includes('refresh')]).toEqual([true, true])
  const unit = expect.objectContaining({ bids: [{ bidder: 'one', params: { id: 1 } }] }) as unknown
  expect(asked).toEqual(stand.fails ? [] : [[unit], 800, ...(stand.isSilent ? [] : ['targeting'])])
})

/**
 * Asks an ad server to fill a place, in the words of its kind. Called with consent only. Promises: settles within the
 * publication's time; an error, a server without an answer and a missing script count as empty.
 */
import type { AdServerFacts, Bidding } from '@lokalteil/domain/advertising/facts'
import { toAdKind, type AdSize } from '@lokalteil/domain/advertising/places'
import type { QueuedAd } from '../../browser/consent/third-parties.ts'
import { loadScript } from '../../browser/consent/load-script.ts'

type AdRequest = { name: string; element: HTMLElement; sizes: readonly AdSize[] }
export type AdServer = {
  server: AdServerFacts
  bidding?: Bidding | undefined
  /** Address of the publisher's build of Prebid.js, and attributes of its element. */
  biddingScript?: string | undefined
  biddingAttributes?: Readonly<Record<string, string>> | undefined
}

/** The used parts of the Google Publisher Tag and of Prebid.js. */
type GptSlot = { addService: (service: object) => void; setTargeting: (key: string, value: string) => void }
type RenderEnd = { slot: GptSlot; isEmpty: boolean }
type PubAds = {
  disableInitialLoad: () => void
  setTargeting: (key: string, value: readonly string[]) => void
  refresh: (slots: readonly GptSlot[]) => void
  addEventListener: (type: 'slotRenderEnded', listener: (event: RenderEnd) => void) => void
  removeEventListener: (type: 'slotRenderEnded', listener: (event: RenderEnd) => void) => void
}
type Gpt = {
  cmd: { push: (work: () => void) => unknown }
  pubads: () => PubAds
  enableServices: () => void
  defineSlot: (unit: string, sizes: readonly AdSize[], element: string) => GptSlot | null
  display: (element: string) => void
  destroySlots: (slots: readonly GptSlot[]) => void
}
type Prebid = {
  que: { push: (work: () => void) => unknown }
  setConfig: (config: Readonly<Record<string, unknown>>) => void
  addAdUnits: (units: readonly object[]) => void
  requestBids: (asked: { adUnitCodes: string[]; timeout: number; bidsBackHandler: () => void }) => void
  setTargetingForGPTAsync: (codes: readonly string[]) => void
  removeAdUnit: (code: string) => void
}
declare global {
  interface Window {
    googletag?: Partial<Gpt> & Pick<Gpt, 'cmd'>
    pbjs?: Partial<Prebid> & Pick<Prebid, 'que'>
  }
}

const WAIT_MS = 2500

/** Whether the place was filled. `signal`: the reader left the page, or the place is filled anew. */
export async function askAdServer(request: AdRequest, by: AdServer, signal: AbortSignal): Promise<boolean> {
  const { kind = 'queue', waitMs = WAIT_MS } = by.server
  const answer = kind === 'gpt' ? askGpt(request, by, signal) : askQueue(request)
  // A server of the queue need not say that it has filled a place, unless it has marked what it put there.
  const late = () => kind === 'queue' && request.element.querySelector(':scope > :not([data-ad-waits])') !== null
  return within(
    waitMs,
    answer.catch(() => false),
    late,
  )
}

function askQueue(request: AdRequest): Promise<boolean> {
  return new Promise((answer) => {
    const places = (window.adPlaces ??= new Array<QueuedAd>())
    places.push({ ...request, answer })
  })
}

let isPrepared = false
let count = 0

async function askGpt({ name, element, sizes }: AdRequest, by: AdServer, signal: AbortSignal): Promise<boolean> {
  const tag = (window.googletag ??= { cmd: new Array<() => void>() })
  // The same place again, in another page or after a while, is another element.
  element.id = `ad-${name}-${(count += 1)}`
  return new Promise((answer, fail) =>
    tag.cmd.push(() => {
      try {
        const gpt = window.googletag as Gpt
        const ads = gpt.pubads()
        if (!isPrepared) {
          isPrepared = true
          // The request goes out with `refresh`, once the bids are there.
          ads.disableInitialLoad()
          gpt.enableServices()
        }
        const slot = signal.aborted ? null : gpt.defineSlot(toUnit(by.server, name), sizes, element.id)
        if (slot === null) return answer(false)
        for (const [key, value] of Object.entries(window.adTargeting ?? {})) ads.setTargeting(key, [value].flat())
        slot.setTargeting('place', name)
        slot.addService(ads)
        const onEnd = (end: RenderEnd) => {
          if (end.slot !== slot) return
          ads.removeEventListener('slotRenderEnded', onEnd)
          answer(!end.isEmpty)
        }
        ads.addEventListener('slotRenderEnded', onEnd)
        signal.addEventListener('abort', () => {
          ads.removeEventListener('slotRenderEnded', onEnd)
          gpt.destroySlots([slot])
        })
        gpt.display(element.id)
        void askBidders(element.id, name, sizes, by).then(() => signal.aborted || ads.refresh([slot]))
      } catch (error) {
        fail(error)
      }
    }),
  )
}

function toUnit({ unit = '' }: AdServerFacts, name: string): string {
  return unit.replaceAll('{place}', name)
}

let prebid: Promise<void> | null = null

/** Header bidding; without bids in time the ad server decides alone. */
async function askBidders(
  code: string,
  name: string,
  sizes: readonly AdSize[],
  { bidding, biddingScript, biddingAttributes }: AdServer,
): Promise<void> {
  const bids = bidding?.bidders.filter(({ places = [] }) => places.length === 0 || places.includes(toAdKind(name)))
  if (bidding === undefined || biddingScript === undefined || bids === undefined || bids.length === 0) return
  const bidders = (window.pbjs ??= { que: new Array<() => void>() })
  // First in the queue: without its settings Prebid would ask bidders without the reader's consent.
  if (prebid === null) bidders.que.push(() => (window.pbjs as Prebid).setConfig(bidding.config))
  prebid ??= loadScript(biddingScript, 'bidding', biddingAttributes)
  const asked = prebid.then(
    () =>
      new Promise<void>((resolve) =>
        bidders.que.push(() => {
          const pbjs = window.pbjs as Prebid
          pbjs.addAdUnits([
            { code, mediaTypes: { banner: { sizes } }, bids: bids.map(({ bidder, params }) => ({ bidder, params })) },
          ])
          pbjs.requestBids({
            adUnitCodes: [code],
            timeout: bidding.timeoutMs,
            bidsBackHandler() {
              pbjs.setTargetingForGPTAsync([code])
              pbjs.removeAdUnit(code)
              resolve()
            },
          })
        }),
      ),
  )
  // A script that fails, or never calls back, must not hold up the ad server.
  await within(
    bidding.timeoutMs + 200,
    asked.catch(() => undefined),
    () => undefined,
  )
}

function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(late()), ms)
    void work.then((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}

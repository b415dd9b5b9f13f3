/**
 * Tells the publisher's own figures how a page was read, once it is left: no cookie, no storage, no identifier, and only to this
 * origin. A page that is shown again tells what came in addition. What could not be sent is lost: nothing waits on the device.
 */
import type { PageTold } from '@lokalteil/contracts/figures'
import type { PageState } from '../../page/page.ts'

export type Collector = { viewed: (page: PageState, isNewPath: boolean) => void }

const SAMPLE_MS = 500
/** A window of layout shifts ends after a second without one, and after five seconds. */
const [SHIFT_PAUSE_MS, SHIFT_WINDOW_MS] = [1000, 5000]

type ShiftOrEvent = PerformanceEntry & { hadRecentInput?: boolean; value?: number; interactionId?: number }

/**
 * `toAnswer`: the reader's answer about consent, as the page knows it already. `takeAds`: the house ads that were seen and
 * clicked since the page last told.
 */
export function startCollector(
  getPage: () => PageState,
  toAnswer: () => PageTold['consent'],
  takeAds: () => PageTold['ads'],
): Collector {
  const vitals = observeVitals()
  let view: Pick<PageTold, 'page' | 'article' | 'section' | 'search' | 'from' | 'medium'> | null
  let steps: Set<NonNullable<PageTold['steps']>[number]>
  let reached: number
  let told: number
  /** Since when the page has been visible; 0: it is not, or has told everything. */
  let since: number
  let isTold: boolean
  let next: ReturnType<typeof setTimeout> | undefined

  function begin(page: PageState, from: string, medium?: string): void {
    view = describe(page, from, medium)
    steps = new Set()
    reached = told = 0
    isTold = false
    appear()
    setTimeout(sample, SAMPLE_MS)
  }

  function appear(): void {
    since = document.hidden ? 0 : performance.now()
  }

  function sample(): void {
    const { top, height } = (document.getElementById('article') ?? document.body).getBoundingClientRect()
    reached = Math.max(reached, Math.min(4, Math.floor((4 * (innerHeight - top)) / height) || 0))
    if (document.querySelector('.paywall')) steps.add('paywall-seen')
  }

  /** `isLast`: the document may end now. */
  function tell(isLast: boolean): void {
    if (since === 0 || view === null) return
    const body: PageTold = {
      ...view,
      quarters: [reached, told],
      seconds: Math.min(1800, Math.round((performance.now() - since) / 1000)),
      steps: [...steps],
      consent: toAnswer(),
      vitals: isLast ? vitals() : undefined,
      ads: takeAds(),
      again: isTold,
    }
    if (navigator.onLine)
      navigator.sendBeacon('/api/figures', new Blob([JSON.stringify(body)], { type: 'application/json' }))
    told = reached
    steps.clear()
    isTold = true
    since = 0
  }

  function leave(): void {
    if (since > 0) sample()
    tell(true)
  }

  begin(
    getPage(),
    document.referrer.split('/')[2]?.replace(/:\d+$/, '') ?? '',
    /[?&]utm_medium=([\w-]{1,20})(?:&|$)/.exec(location.search)?.[1],
  )
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : appear()))
  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && begin(getPage(), location.hostname))
  addEventListener(
    'scroll',
    () => {
      // After the last movement as well: a navigation within the site looks no more.
      next ??= setTimeout(() => {
        next = undefined
        sample()
      }, SAMPLE_MS)
    },
    { passive: true },
  )
  addEventListener(
    'click',
    ({ target }) =>
      target instanceof Element &&
      target.closest('.paywall :is([href*="/order"],button)') &&
      steps.add('offer-clicked'),
    true,
  )
  return {
    viewed(page, isNewPath) {
      if (!isNewPath) return
      tell(false)
      begin(page, location.hostname)
    },
  }
}

/** Null: an error page. */
function describe({ route, content }: PageState, from: string, medium?: string) {
  if (route === null || content.kind === 'error') return null
  const { article, search, total } = (content.data ?? {}) as {
    article?: { id: string; section?: { path: string } }
    search?: { term: string }
    total?: number
  }
  return {
    page: route.name,
    article: route.name === 'article' ? article?.id : undefined,
    section: route.name === 'channel' ? route.path : article?.section?.path,
    search:
      route.name === 'search' && search?.term ? (total === 0 ? ('empty' as const) : ('found' as const)) : undefined,
    from,
    medium,
  }
}

/** Core Web Vitals of this document, told once. */
function observeVitals(): () => PageTold['vitals'] {
  let found: PageTold['vitals'] = {}
  let [sum, begun, last] = [0, 0, 0]
  const most = (name: keyof NonNullable<PageTold['vitals']>, value: number) => {
    if (found) found[name] = Math.max(found[name] ?? 0, Math.round(value))
  }
  const observe = (type: string, act: (entry: ShiftOrEvent) => void) => {
    if (PerformanceObserver.supportedEntryTypes.includes(type))
      new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({
        type,
        buffered: true,
        durationThreshold: 40,
      } as PerformanceObserverInit)
  }
  // In the background the first paint waits for the reader.
  if (!document.hidden) observe('largest-contentful-paint', ({ startTime }) => most('lcp', startTime))
  observe('event', ({ interactionId, duration }) => interactionId && most('inp', duration))
  observe('layout-shift', ({ startTime, value = 0, hadRecentInput }) => {
    if (hadRecentInput) return
    if (startTime - last > SHIFT_PAUSE_MS || startTime - begun > SHIFT_WINDOW_MS) [sum, begun] = [0, startTime]
    last = startTime
    sum += value
    most('cls', sum * 1000)
  })
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) most('cls', 0)
  return () => {
    const given = found
    found = undefined
    return given
  }
}

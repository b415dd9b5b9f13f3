/**
 * The data layer of analytics (3.12): describes the page in view as `window.pageAnalytics` and `window.analyticsState`
 * and sends events to `window.analyticsTag`. Loaded only where analytics are allowed: never in the native app, in local
 * editions, in frames, for readers of Pur, or after a refusal.
 */
import {
  toAnalyticsState,
  toContentType,
  toPageAnalytics,
  type AnalyticsState,
  type MeasuredData,
  type PageAnalytics,
} from '@lokalteil/domain/analytics/analytics'
import { createAnalyticsQueue, type AnalyticsTag } from './analytics-queue.ts'
import { toClickEvent } from './analytics-clicks.ts'
import type { PageStore } from '../../page/page-store.ts'

declare global {
  interface Window {
    pageAnalytics?: PageAnalytics
    analyticsState?: AnalyticsState
    /** Set by the analytics tag when it is ready. */
    analyticsTag?: AnalyticsTag
  }
}

export type Analytics = { allow: (isAllowed: boolean | null) => void }

export function startAnalytics(store: PageStore): Analytics {
  const queue = createAnalyticsQueue(() => window.analyticsTag, report)
  let environment = ''

  const dataOf = () => {
    const { content } = store.get().state
    return (content.kind === 'page' ? (content.data ?? {}) : {}) as MeasuredData
  }

  function describe(): void {
    const { route, title, chrome } = store.get().state
    const data = dataOf()
    window.pageAnalytics = toPageAnalytics({
      route,
      title,
      data,
      publication: chrome.publication.code,
      device: chrome.device,
      environment,
      ...(chrome.legalSiteIds && { legalSiteIds: chrome.legalSiteIds }),
    })
    window.analyticsState = toAnalyticsState(data.article)
  }

  function view(): void {
    describe()
    queue.end(() => ({
      eventName: 'page_view_end',
      documentId: dataOf().article?.id ?? '',
      contentType: window.pageAnalytics?.contentType ?? '',
    }))
  }

  let shown = store.get().state
  store.subscribe(() => {
    if (store.get().state === shown) return
    shown = store.get().state
    view()
  })
  document.addEventListener(
    'click',
    (event) => {
      const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (anchor === null) return
      const data = dataOf()
      const clicked = toClickEvent(anchor, {
        documentId: data.article?.id ?? '',
        contentTypeOf: (documentId) => findContentType(data, documentId),
      })
      if (clicked !== null) queue.track(clicked)
    },
    { capture: true },
  )
  document.addEventListener(
    'unlock_article_with_credits',
    ({ type, detail }: CustomEventInit<{ documentId: string }> & Event) =>
      queue.track({ eventName: type, documentId: detail!.documentId }),
  )
  view()

  let isAllowed: boolean | null = null
  return {
    allow(next) {
      if (next === true && isAllowed !== true) {
        // Settings are only fetched for readers with consent.
        void import('../session/site-settings.ts')
          .then(({ readSettings }) => readSettings(store.get().state.chrome.publication))
          .then((settings) => {
            environment = settings.tracking_systemenvironment_name
            describe()
          })
          .catch(report)
      }
      isAllowed = next
      queue.allow(next)
    },
  }
}

/** Content type of the teaser with this id anywhere in the page's data. */
function findContentType(value: unknown, documentId: string): string {
  if (typeof value !== 'object' || value === null) return ''
  if ('documentId' in value && value.documentId === documentId)
    return toContentType(value as unknown as Parameters<typeof toContentType>[0])
  for (const part of Object.values(value)) {
    const found = findContentType(part, documentId)
    if (found !== '') return found
  }
  return ''
}

function report(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error('Error while telling analytics', error)
}

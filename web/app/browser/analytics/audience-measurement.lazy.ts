/**
 * The audience body's script, once the reader has allowed it: one view for each page, with the zone of its section. A
 * page that is left for another one of the same document is a new view.
 */
import type { AudienceMeasurement } from '@lokalteil/domain/analytics/audience-measurement'
import { toPageAnalytics, type MeasuredData } from '@lokalteil/domain/analytics/analytics'
import { loadScript } from '../consent/load-script.ts'
import type { PageStore } from '../../page/page-store.ts'

type Command = (command: 'configure' | 'pageview', values: Readonly<Record<string, string | number>>) => void

declare global {
  interface Window {
    IOMm?: Command & { q?: unknown[][] }
  }
}

/** Number of the method, as the provider's instructions for web pages have it. */
const METHOD = 5

export function startAudienceMeasurement(store: PageStore, { host, loader, bundle, st }: AudienceMeasurement) {
  // The loader takes over the queue, and finds its bundle by the id of this link.
  const queue: unknown[][] = []
  window.IOMm ??= Object.assign((...asked: Parameters<Command>) => void queue.push(asked), { q: queue })
  const link = document.createElement('link')
  Object.assign(link, { id: 'IOMmBundle', rel: 'preload', as: 'script', href: bundle })
  document.head.append(link)
  window.IOMm('configure', { st, dn: host, mh: METHOD })

  let shown = store.get().state
  const view = () => {
    const { route, title, content, chrome } = shown
    const data = (content.kind === 'page' ? (content.data ?? {}) : {}) as MeasuredData
    const { ivwZone, pageType } = toPageAnalytics({
      route,
      title,
      data,
      publication: chrome.publication.code,
      device: chrome.device,
      environment: '',
    })
    window.IOMm?.('pageview', { cp: ivwZone || pageType || 'sonstiges' })
  }
  view()
  store.subscribe(() => {
    if (store.get().state === shown) return
    shown = store.get().state
    view()
  })
  return loadScript(loader, 'audienceMeasurement')
}

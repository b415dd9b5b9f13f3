/** Caches of answers, and their invalidation when content changes. */
import { STALE_SECONDS } from '@lokalteil/domain/rendering/page-cache'
import type { Change } from '@lokalteil/services/content/app'
import { createContentProxy, type ContentProxy } from '../api/content-proxy.ts'
import { createWebSub } from '../discovery/websub.ts'
import { createChromeSource, type ChromeSource } from '../rendering/chrome-source.ts'
import { createPageCache, type PageCache } from '../rendering/page-cache.ts'
import { openSharedPages, type SharedPages } from '../rendering/shared-pages.ts'
import { openAnnouncements } from '@lokalteil/services/platform/announcements'
import type { Media } from './media.ts'
import type { Platform } from './services/platform.ts'
import type { PortalContext } from './portal-context.ts'
import type { Services } from './services/service-table.ts'

export type Caches = {
  pages: PageCache
  /** Feeds, sitemaps and other files for machines. */
  discovery: PageCache
  chrome: ChromeSource
  proxy: ContentProxy
  /** Content was withdrawn, in this process or another one on the same database, so no page may show it any more. */
  withdraw: () => void
  /** Whether the cache that processes share answers; null: there is none. */
  isSharedAnswering: (() => boolean) | null
  close: () => Promise<void>
}

export async function openCaches(
  context: PortalContext,
  { content }: Pick<Services, 'content'>,
  media: Media,
  platform: Platform | null,
): Promise<Caches> {
  const { config, watch, time } = context
  const shared = await openShared(context)
  const pages = createPageCache({ ...config.pageCache, staleSeconds: STALE_SECONDS, now: time, shared })
  const discovery = createPageCache({ entries: 400, bytes: 32 * 1024 * 1024, staleSeconds: 3600, now: time })
  const chrome = createChromeSource(time, () => pages.expire())
  const proxy = createContentProxy({
    fetch: content.fetch,
    base: content.base,
    now: time,
    addAddresses: media.signed.addOpenAddresses,
  })
  const websub = openWebSub(context, content)

  async function forget(change: Change): Promise<void> {
    if (change.kind === 'proposal' || change.kind === 'pictures') return
    watch?.noteInvalidation(change.kind)
    if (change.kind === 'front') {
      proxy.clear()
      // An id is the publication and the path of the page, as in `ak/sport`.
      for (const id of change.ids) pages.renewPage(id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/')))
      return
    }
    if (change.kind === 'article') websub?.changed(change.ids)
    proxy.clear()
    chrome.expire()
    if (change.kind === 'breaking') return pages.expire()
    discovery.expire()
    if (change.kind === 'article') pages.renewArticles(change.ids, toListing(change))
    else if (change.kind === 'taxonomy') pages.expire()
    // A withdrawn article must not be served again, not even as a teaser.
    else if (change.kind === 'removed' || change.kind === 'all') purge()
    return media.refreshPaid()
  }
  const purge = () => {
    pages.purge()
    discovery.purge()
  }
  const onWithdrawn = () => {
    watch?.noteInvalidation('withdrawn')
    purge()
  }
  const others =
    platform === null
      ? null
      : await openAnnouncements(platform.database, 'withdrawn', {
          onHeard: onWithdrawn,
          onError: (error) => context.log('warn', 'withdrawal-unheard', { error }),
        })
  const stopListening = content.own?.service.onChange(forget)

  return {
    pages,
    discovery,
    chrome,
    proxy,
    withdraw() {
      onWithdrawn()
      void others?.announce()
    },
    isSharedAnswering: shared?.isAnswering ?? null,
    async close() {
      stopListening?.()
      await others?.close()
      await websub?.close()
      await shared?.close()
    },
  }
}

async function openShared({ config, renderer, log, time }: PortalContext): Promise<SharedPages | null> {
  if (config.cacheUrl === null) return null
  return openSharedPages({
    url: config.cacheUrl,
    buildId: renderer.buildId,
    staleSeconds: STALE_SECONDS,
    log,
    now: time,
  })
}

function openWebSub({ config, upstreams, log }: PortalContext, content: Services['content']) {
  if (config.websubHub === null) return null
  return createWebSub({
    hub: config.websubHub,
    fetch: upstreams.of('websub').fetch,
    originOf: config.originOf,
    contentOf: content.clients.public,
    log,
  })
}

/** Pages on which a few changed articles are to be seen; none if many changed, as in a long import. */
function toListing({ paths = [] }: Change): string[] {
  return paths.length === 0 ? [] : ['/', ...paths]
}

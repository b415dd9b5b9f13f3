/** Caches of answers, and their invalidation when content changes. */
import { STALE_SECONDS } from '@lokalteil/domain/rendering/page-cache'
import { ALL_KEY, ANY_PAGE_KEYS, toListing } from '@lokalteil/domain/rendering/surrogate-keys'
import type { Change } from '@lokalteil/services/content/app'
import { createContentProxy, type ContentProxy } from '../api/content-proxy.ts'
import { createWebSub } from '../discovery/websub.ts'
import { createChromeSource, type ChromeSource } from '../rendering/chrome-source.ts'
import { createPageCache, type PageCache } from '../rendering/page-cache.ts'
import { openSharedPages, type SharedPages } from '../rendering/shared-pages.ts'
import { openAnnouncements } from '@lokalteil/services/platform/announcements'
import { openEdge } from './edge.ts'
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
  /** Something that may be on any page has changed: the settings, a room. */
  expire: () => void
  /** Content was withdrawn, in this process or another one on the same database, so no page may show it any more. */
  withdraw: () => void
  /** Whether the cache that processes share answers; null: there is none. */
  isSharedAnswering: (() => boolean) | null
  close: () => Promise<void>
}

/** Kinds of changes after which a picture may belong to a paid text, or no more. */
const MAY_BE_PAID: ReadonlySet<Change['kind']> = new Set(['article', 'removed', 'taxonomy', 'all'])

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
  const edge = openEdge(context, content)
  const expire = () => {
    pages.expire()
    edge?.purge(ANY_PAGE_KEYS)
  }
  const chrome = createChromeSource(time, expire)
  const proxy = createContentProxy({
    fetch: content.fetch,
    base: content.base,
    now: time,
    addAddresses: media.signed.addOpenAddresses,
  })
  const websub = openWebSub(context, content)

  async function forget(change: Change): Promise<void> {
    forgetHere(change)
    if (change.kind === 'article') websub?.changed(change.ids)
    edge?.changed(change)
    if (MAY_BE_PAID.has(change.kind)) await media.refreshPaid()
  }
  function forgetHere({ kind, ids, paths = [] }: Change): void {
    if (kind === 'proposal' || kind === 'pictures') return
    watch?.noteInvalidation(kind)
    proxy.clear()
    if (kind === 'front') {
      // An id is the publication and the path of the page, as in `ak/sport`.
      for (const id of ids) pages.renewPage(id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/')))
      return
    }
    chrome.expire()
    if (kind === 'breaking') return pages.expire()
    discovery.expire()
    if (kind === 'article') pages.renewArticles(ids, toListing(paths))
    else if (kind === 'taxonomy') pages.expire()
    // A withdrawn article must not be served again, not even as a teaser.
    else purgeHere()
  }
  const purgeHere = () => {
    pages.purge()
    discovery.purge()
  }
  const purge = () => {
    purgeHere()
    edge?.purge([ALL_KEY])
  }
  const onWithdrawn = () => {
    watch?.noteInvalidation('withdrawn')
    content.own?.service.forget()
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
    expire,
    withdraw() {
      onWithdrawn()
      void others?.announce()
    },
    isSharedAnswering: shared?.isAnswering ?? null,
    async close() {
      stopListening?.()
      await others?.close()
      edge?.close()
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

/**
 * Pages in memory, ready to send: identity, brotli and gzip bodies with their ETag. Stale-while-revalidate: fresh for
 * `freshSeconds`, then the old copy goes out and one render renews it, at most a day old; when the render fails the old
 * copy stays (stale on error) and the next try waits a little. One render a key at a time, everybody else waits for it.
 * Bounded in entries and bytes. Stores nothing that `fill` does not call storable: no error, no personal page.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { SharedPages, StoredPage } from './shared-pages.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type Filled = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  isStorable: boolean
  hasPaidText?: boolean
}
type CacheState = 'HIT' | 'STALE' | 'MISS' | 'BYPASS'
export type Answer = { page: StoredPage; state: CacheState }

export type PageCacheOptions = {
  entries: number
  bytes: number
  staleSeconds: number
  now: () => number
  /** What other processes have rendered; asked before a render. */
  shared?: SharedPages | null
}

/** What a key stands for besides the page: only what anybody may see is shared with other processes. */
export type Sharing = 'shared' | 'own-memory'

/** A page cache key ends with the path; the digits at its end are an article's id, or a page number, which does no harm. */
const ARTICLE_KEY = /[/-](\d+)$/

/** Half the time of 5 for 6 % more bytes; above 5 it takes ten times as long and gains next to nothing on a page. */
const BROTLI_QUALITY = 4

/** Clocks of two processes may differ; after a purge what others stored within this time is not believed. */
const CLOCK_SKEW_MS = 5000

/** After a failed renewal the old copy is served this long before the next try. */
const RETRY_MS = 2000

export type PageCache = ReturnType<typeof createPageCache>

/** Long, because store, purge and renewal are right only by the same generation and moments. */
export function createPageCache(options: PageCacheOptions) {
  const { now, staleSeconds } = options
  const pages = new LRUCache<string, StoredPage>({
    max: options.entries,
    maxSize: options.bytes,
    sizeCalculation: sizeOf,
  })
  const inFlight = new Map<string, Promise<StoredPage>>()
  const failedAt = new Map<string, number>()
  /** Everything stored before this moment is stale. */
  let staleBefore = 0
  /** Counts hard purges: a render begun before one must not be stored after it. */
  let generation = 0
  /** What others stored before this moment may hold what was withdrawn. */
  let distrustBefore = 0

  function renew(
    key: string,
    freshSeconds: number,
    fill: () => Promise<Filled>,
    sharing: Sharing,
  ): Promise<StoredPage> {
    const shared = sharing === 'shared' ? options.shared : null
    const running = inFlight.get(key)
    if (running !== undefined) return running
    const startedIn = generation
    const render = (async () => {
      const found = shared ? await shared.get(key) : null
      if (found !== null && found.storedAt >= distrustBefore && isFresh(found, freshSeconds)) {
        if (startedIn === generation) pages.set(key, found)
        return found
      }
      const startedAt = now()
      const filled = await fill()
      const page = await toStoredPage(filled, startedAt)
      if (filled.isStorable && startedIn === generation) {
        pages.set(key, page)
        if (!page.hasPaidText) shared?.set(key, page)
      }
      if (!filled.isStorable && isNotFound(filled)) pages.delete(key)
      return page
    })().finally(() => inFlight.delete(key))
    inFlight.set(key, render)
    return render
  }

  const isFresh = (page: StoredPage, freshSeconds: number) =>
    now() - page.storedAt < freshSeconds * 1000 && page.storedAt >= staleBefore

  async function get(
    key: string,
    freshSeconds: number,
    fill: () => Promise<Filled>,
    sharing: Sharing = 'shared',
  ): Promise<Answer> {
    const page = pages.get(key)
    if (page !== undefined) {
      if (isFresh(page, freshSeconds)) return { page, state: 'HIT' }
      const age = now() - page.storedAt
      if (age < staleSeconds * 1000) {
        if (now() - (failedAt.get(key) ?? -RETRY_MS) >= RETRY_MS) {
          renew(key, freshSeconds, fill, sharing).then(
            (renewed) => (isOutagePage(renewed) ? failedAt.set(key, now()) : failedAt.delete(key)),
            () => failedAt.set(key, now()),
          )
        }
        return { page, state: 'STALE' }
      }
    }
    return { page: await renew(key, freshSeconds, fill, sharing), state: 'MISS' }
  }

  return {
    get,
    /** Renders anew without storing; an existing copy stays as it is (`nocache`). */
    async bypass(fill: () => Promise<Filled>): Promise<Answer> {
      return { page: await toStoredPage(await fill(), now()), state: 'BYPASS' }
    },
    /** Whatever its age within `staleSeconds`. */
    peek: (key: string): StoredPage | null => {
      const page = pages.peek(key)
      return page !== undefined && now() - page.storedAt < staleSeconds * 1000 ? page : null
    },
    /** The same as a HIT of `get`, without waiting; null for everything that needs more. */
    getFresh: (key: string, freshSeconds: number): StoredPage | null => {
      const page = pages.get(key)
      return page !== undefined && isFresh(page, freshSeconds) ? page : null
    },
    /** Everything is served once more and renewed: something new was published. */
    expire: () => {
      staleBefore = now()
      // A millisecond is coarse: what was stored in this one counts as older.
      staleBefore += 1
    },
    /** Nothing old leaves the server any more: a text was withdrawn. */
    purge: () => {
      generation++
      distrustBefore = now() + CLOCK_SKEW_MS
      pages.clear()
    },
    /** The pages of these articles at once (one may have turned from free to paid), every other page after one more reader. */
    renewArticles: (ids: readonly string[]) => {
      generation++
      distrustBefore = now() + CLOCK_SKEW_MS
      staleBefore = now() + 1
      const changed = new Set(ids)
      for (const key of pages.keys()) {
        const id = ARTICLE_KEY.exec(key)?.[1]
        if (id !== undefined && changed.has(id)) pages.delete(key)
      }
    },
    get size() {
      return { entries: pages.size, bytes: pages.calculatedSize }
    },
  }
}

/** Sizes of the bodies and a bit for the rest; a page about to get its gzip body counts with it. */
function sizeOf(page: StoredPage): number {
  return page.identity.length + 2 * page.brotli.length + 500
}

/** A page that is gone for certain; a 404 that only means a silent content service leaves the old copy alone. */
function isNotFound(filled: Filled): boolean {
  return (filled.status === 404 || filled.status === 410) && filled.headers['x-upstream-status'] === undefined
}

/** Made while somebody who was needed for it did not answer. */
export function isOutagePage({ status, headers }: Pick<StoredPage, 'status' | 'headers'>): boolean {
  return status >= 500 || headers['x-upstream-status'] !== undefined
}

async function toStoredPage(filled: Filled, storedAt: number): Promise<StoredPage> {
  const identity = Buffer.from(filled.body)
  const brotli = await toBrotli(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  })
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url').slice(0, 20)}"`
  return {
    status: filled.status,
    headers: filled.headers,
    etag,
    identity,
    brotli,
    gzip: null,
    storedAt,
    ...(filled.hasPaidText ? { hasPaidText: true } : {}),
  }
}

/** The body in the best encoding the client takes. */
export async function encodePage(
  page: StoredPage,
  acceptEncoding: string,
): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | null }> {
  if (acceptEncoding.includes('br')) return { body: page.brotli, encoding: 'br' }
  if (acceptEncoding.includes('gzip')) {
    page.gzip ??= await toGzip(page.identity, { level: 6 })
    return { body: page.gzip, encoding: 'gzip' }
  }
  return { body: page.identity, encoding: null }
}

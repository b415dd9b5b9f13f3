/**
 * Pages in memory with their ETag, compressed when they are sent: quickly for the first client, well for later ones.
 * Stale-while-revalidate: fresh for `freshSeconds`, then the old copy goes out and one render renews it, at most a day
 * old; when the render fails the old copy stays (stale on error) and the next try waits a little. A page older than
 * the last change is different: its reader waits for the new one, and gets the old copy only when the render fails or
 * takes too long; where a changed article is listed, only when it fails. One render a key and state of the content at
 * a time (single flight). Bounded in entries and bytes. Stores nothing that `fill` does not call storable: no error,
 * no personal page.
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, zstdCompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { toListPaths } from '@lokalteil/domain/rendering/surrogate-keys'
import { within } from '@lokalteil/services/platform/deadline'
import { acceptsEncoding } from '../http/accept-encoding.ts'
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
/** `isOutdated`: a change came after its render had begun. */
export type CacheAnswer = { page: StoredPage; state: CacheState; isOutdated?: true }

export type PageCacheOptions = {
  entries: number
  bytes: number
  staleSeconds: number
  now: () => number
  /** Pages that other processes rendered; asked before a render. */
  shared?: Pick<SharedPages, 'get' | 'set' | 'await' | 'release'> | null
}

/** Whether other processes may use a page: only public ones. */
export type Sharing = 'shared' | 'own-memory'

/** A page cache key ends with the path; the digits at its end are an article's id, or a page number, which does no harm. */
const ARTICLE_KEY = /[/-](\d+)$/

/** Half the time of 5 for 6 % more bytes; above 5 it takes ten times as long and gains next to nothing on a page. */
const BROTLI_QUALITY = 4
/** A quarter to half the time of that for 5 to 15 % more bytes. */
const FIRST_BROTLI_QUALITY = 1
const FIRST_ZSTD_LEVEL = 3

/** Clocks of two processes may differ: after a purge, pages that others stored within this time are ignored. */
const CLOCK_SKEW_MS = 5000

/** After a failed renewal the old copy is served this long before the next try. */
const RETRY_MS = 2000

/** A reader waits no longer than this for a page that has to be renewed because of a change. */
const CHANGED_WAIT_MS = 1500

/** As the edition of an entry: before any change. */
const OUTDATED = -1

/**
 * `edition`: the count of changes when its render began. `isAwaited`: the change is to be seen on this page, so its
 * readers wait for the new one however long it takes.
 */
type Entry = { page: StoredPage; edition: number; isAwaited?: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/** Long, because store, purge and renewal are right only by the same counts and moments. */
export function createPageCache(options: PageCacheOptions) {
  const { now, staleSeconds } = options
  const pages = new LRUCache<string, Entry>({
    max: options.entries,
    maxSize: options.bytes,
    sizeCalculation: ({ page }) => sizeOf(page),
  })
  const inFlight = new Map<string, { edition: number; render: Promise<StoredPage>; discard: () => void }>()
  const failedAt = new Map<string, number>()
  /** Counts changes: a page whose render began before the last one may be outdated. */
  let edition = 0
  /** Counts hard purges: a render begun before one must not be stored after it. */
  let generation = 0
  /** Counts changes of any kind, those of single pages as well. */
  let changes = 0
  /** Pages that another process stored before this moment may hold the state before the last change. */
  let distrustBefore = 0
  /** The same for single pages, by publication and path. */
  const distrusted = new LRUCache<string, number>({ max: 2000 })

  function renew(
    key: string,
    freshSeconds: number,
    fill: () => Promise<Filled>,
    sharing: Sharing,
  ): Promise<StoredPage> {
    const shared = sharing === 'shared' ? options.shared : null
    const running = inFlight.get(key)
    if (running !== undefined && running.edition === edition) return running.render
    const startedIn = generation
    const started = edition
    let isDiscarded = false
    const mayKeep = () => startedIn === generation && !isDiscarded
    const render = (async () => {
      const isGood = (found: StoredPage) => isTrusted(key, found) && isYoung(found, freshSeconds)
      let found = shared ? await shared.get(key) : null
      // Right after a change nothing that others store is believed.
      const mayWait = shared && isTrusted(key, { storedAt: now() }) && (found === null || !isGood(found))
      const turn = mayWait ? await shared.await(key) : null
      found = turn?.page ?? found
      if (found !== null && isGood(found)) {
        if (mayKeep()) keep(key, found, started)
        return found
      }
      try {
        const startedAt = now()
        const filled = await fill()
        const page = toStoredPage(filled, startedAt)
        if (filled.isStorable && mayKeep()) {
          keep(key, page, started)
          if (!page.hasPaidText) shared?.set(key, page)
        }
        if (!filled.isStorable && isNotFound(filled)) pages.delete(key)
        return page
      } finally {
        if (turn?.isOwn) shared?.release(key)
      }
    })().finally(() => {
      if (inFlight.get(key)?.render === render) inFlight.delete(key)
    })
    inFlight.set(key, { edition: started, render, discard: () => (isDiscarded = true) })
    return render
  }

  const isTrusted = (key: string, { storedAt }: Pick<StoredPage, 'storedAt'>) =>
    storedAt >= distrustBefore && storedAt >= (distrusted.get(toPageName(key)) ?? 0)

  /** A slow render must not replace the page of a later state. */
  function keep(key: string, page: StoredPage, started: number): void {
    const known = pages.peek(key)
    if (known === undefined || known.edition <= started) pages.set(key, { page, edition: started })
  }

  function renewOrNote(key: string, renewal: Promise<StoredPage>): Promise<StoredPage | null> {
    return renewal.then(
      (page) => {
        if (!isOutagePage(page)) {
          failedAt.delete(key)
          return page
        }
        failedAt.set(key, now())
        return null
      },
      () => {
        failedAt.set(key, now())
        return null
      },
    )
  }

  const isYoung = (page: StoredPage, freshSeconds: number) => now() - page.storedAt < freshSeconds * 1000
  const isFresh = (entry: Entry, freshSeconds: number) => entry.edition === edition && isYoung(entry.page, freshSeconds)

  async function get(
    key: string,
    freshSeconds: number,
    fill: () => Promise<Filled>,
    sharing: Sharing = 'shared',
  ): Promise<CacheAnswer> {
    const entry = pages.get(key)
    const before = changes
    const toMiss = (page: StoredPage): CacheAnswer => ({
      page,
      state: 'MISS',
      ...(before === changes ? {} : { isOutdated: true }),
    })
    if (entry === undefined || now() - entry.page.storedAt >= staleSeconds * 1000)
      return toMiss(await renew(key, freshSeconds, fill, sharing))
    if (isFresh(entry, freshSeconds)) return { page: entry.page, state: 'HIT' }
    if (now() - (failedAt.get(key) ?? -RETRY_MS) >= RETRY_MS) {
      const renewal = renewOrNote(key, renew(key, freshSeconds, fill, sharing))
      if (entry.edition !== edition) {
        const renewed = entry.isAwaited
          ? await renewal
          : await within(
              CHANGED_WAIT_MS,
              () => renewal,
              () => null,
            )
        if (renewed !== null) return toMiss(renewed)
      }
    }
    return { page: entry.page, state: 'STALE', ...(entry.edition === edition ? {} : { isOutdated: true }) }
  }

  function change(): void {
    edition++
    changes++
    distrustBefore = now() + CLOCK_SKEW_MS
  }

  return {
    get,
    /** Renders anew without storing; an existing copy stays as it is (`nocache`). */
    async bypass(fill: () => Promise<Filled>): Promise<CacheAnswer> {
      return { page: toStoredPage(await fill(), now()), state: 'BYPASS' }
    },
    /** Whatever its age within `staleSeconds`. */
    peek: (key: string): StoredPage | null => {
      const page = pages.peek(key)?.page
      return page !== undefined && now() - page.storedAt < staleSeconds * 1000 ? page : null
    },
    /** The same as a HIT of `get`, without waiting; null for everything that needs more. */
    getFresh: (key: string, freshSeconds: number): StoredPage | null => {
      const entry = pages.get(key)
      return entry !== undefined && isFresh(entry, freshSeconds) ? entry.page : null
    },
    /** Something new is to be seen: every page is rendered anew before it is served again; old copies stay for outages. */
    expire: change,
    /** Nothing old leaves the server any more: a text was withdrawn. */
    purge: () => {
      change()
      generation++
      pages.clear()
    },
    /**
     * As `expire`; of these articles no old copy stays either: one may have turned from free to paid. Readers of `paths`,
     * which list the articles, wait for the new page; its old copy stays for outages.
     */
    renewArticles: (ids: readonly string[], paths: readonly string[] = []) => {
      change()
      generation++
      const changed = new Set(ids)
      const listing = new Set(paths)
      for (const key of pages.keys()) {
        const id = ARTICLE_KEY.exec(key)?.[1]
        if (id !== undefined && changed.has(id)) pages.delete(key)
        else if (toListPaths(toPath(key)).some((path) => listing.has(path))) pages.peek(key)!.isAwaited = true
      }
    },
    /** One page of a publication changed, and no other: its readers wait for the new one; old copies stay for outages. */
    renewPage: (publication: string, path: string) => {
      const name = `${publication}|${path}`
      changes++
      distrusted.set(name, now() + CLOCK_SKEW_MS)
      for (const [key, entry] of pages.entries())
        if (toPageName(key) === name) Object.assign(entry, { edition: OUTDATED, isAwaited: true })
      for (const [key, { discard }] of inFlight)
        if (toPageName(key) === name) {
          discard()
          inFlight.delete(key)
        }
    },
    get size() {
      return { entries: pages.size, bytes: pages.calculatedSize }
    },
  }
}

/** Publication and path of a page cache key. */
function toPageName(key: string): string {
  return `${key.slice(0, key.indexOf('|'))}|${toPath(key)}`
}

/** The path in a page cache key, without the query. */
function toPath(key: string): string {
  return key.slice(key.lastIndexOf('|') + 1).replace(/\?.*$/, '')
}

/** Of the bodies and a bit for the rest; compressed ones, a quarter of a page each, count before they are made. */
function sizeOf(page: StoredPage): number {
  return Math.ceil(1.5 * page.identity.length) + 500
}

/** A page that is gone for certain; a 404 that only means a silent content service leaves the old copy alone. */
function isNotFound(filled: Filled): boolean {
  return (filled.status === 404 || filled.status === 410) && filled.headers['x-upstream-status'] === undefined
}

/** Made while somebody who was needed for it did not answer. */
export function isOutagePage({ status, headers }: Pick<StoredPage, 'status' | 'headers'>): boolean {
  return status >= 500 || headers['x-upstream-status'] !== undefined
}

function toStoredPage(filled: Filled, storedAt: number): StoredPage {
  const identity = Buffer.from(filled.body)
  // A 304 answer leaves a browser the policy it has, so pages with another policy are other pages.
  const policy = Buffer.from(filled.headers['content-security-policy'] ?? '')
  const digest = hash('sha1', Buffer.concat([identity, policy]), 'base64url')
  return {
    status: filled.status,
    headers: filled.headers,
    etag: `W/"${digest.slice(0, 20)}"`,
    identity,
    first: null,
    brotli: null,
    gzip: null,
    storedAt,
    ...(filled.hasPaidText ? { hasPaidText: true } : {}),
  }
}

type Encoded = { body: Buffer; encoding: 'zstd' | 'br' | 'gzip' | null }

/** The body in the best encoding the client takes. `isFirst`: the page was never requested before. */
export async function encodePage(page: StoredPage, acceptEncoding: string, isFirst: boolean): Promise<Encoded> {
  const takesBrotli = acceptsEncoding(acceptEncoding, 'br')
  if (isFirst && page.brotli === null) {
    if (page.first !== null && acceptsEncoding(acceptEncoding, page.first.encoding)) return page.first
    if (acceptsEncoding(acceptEncoding, 'zstd')) return (page.first = { body: toZstd(page.identity), encoding: 'zstd' })
    if (takesBrotli) return (page.first = { body: toFirstBrotli(page.identity), encoding: 'br' })
  }
  if (takesBrotli) return { body: await compressPage(page), encoding: 'br' }
  if (acceptsEncoding(acceptEncoding, 'gzip')) {
    page.gzip ??= await toGzip(page.identity, { level: 6 })
    return { body: page.gzip, encoding: 'gzip' }
  }
  return { body: page.identity, encoding: null }
}

async function compressPage(page: StoredPage): Promise<Buffer> {
  if (page.brotli !== null) return page.brotli
  let running = compressing.get(page)
  if (running === undefined) {
    running = toBrotli(page.identity, toBrotliOptions(page.identity, BROTLI_QUALITY))
    compressing.set(page, running)
  }
  page.brotli = await running
  page.first = null
  return page.brotli
}

/** Single flight: a page is compressed once. */
const compressing = new WeakMap<StoredPage, Promise<Buffer>>()

// In this thread: the way to another one and back costs about as much.
const toZstd = (body: Buffer) =>
  zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: FIRST_ZSTD_LEVEL } })
const toFirstBrotli = (body: Buffer) => brotliCompressSync(body, toBrotliOptions(body, FIRST_BROTLI_QUALITY))

function toBrotliOptions(body: Buffer, quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
}

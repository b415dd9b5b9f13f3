/**
 * The worker's part of the offline edition: fetches the chosen pages without credentials, so that no personal data or paid text
 * can get in, and answers with them offline. The policy for visited pages applies here, too.
 */
import type { EditionReport } from '../browser/offline/edition-cache.ts'
import {
  cutRange,
  decideCaching,
  decideHandling,
  decideSoundCaching,
  isSound,
  listFiles,
  listPictures,
  readFileList,
  readPage,
  toAnySize,
  toFileList,
  type Answered,
} from './cache-policy.ts'
import type { KeptCache } from './kept-cache.ts'

const MOST_PICTURES = 6
/** Milliseconds for which a kept page is not fetched again. */
const FRESH_MS = 10 * 60_000
const AT_ONCE = 3
const FILES_AT_ONCE = 6

type Wanted = { pages: readonly string[]; sounds: readonly string[]; hasPictures: boolean }
/** `keepFile` throws if the file cannot be fetched. `readFile` reads a kept one. */
type Surroundings = {
  cache: KeptCache
  origin: string
  keepFile: (path: string) => Promise<void>
  readFile: (path: string) => Promise<string | null>
}

export type EditionKeeper = {
  keep: (wanted: Wanted, report: (word: EditionReport) => void) => Promise<void>
  drop: (page: string | null) => Promise<void>
}

export function createEditionKeeper({ cache, origin, keepFile, readFile }: Surroundings): EditionKeeper {
  let run = 0

  /** Keeps scripts and styles of a page, including those it loads later. */
  async function keepFiles(html: string): Promise<void> {
    const list = toFileList(html)
    if (list !== null) await keepFile(list)
    const later = list === null ? [] : readFileList((await readFile(list)) ?? '')
    const paths = [...new Set([...listFiles(html), ...later])]
    const next = async (): Promise<void> => {
      const path = paths.shift()
      if (path === undefined) return
      await keepFile(path)
      await next()
    }
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, next))
  }

  async function keepPage(path: string, hasPictures: boolean, current: () => boolean): Promise<Set<string>> {
    const handling = decideHandling({ method: 'GET', url: origin + path, isNavigation: true, hasRange: false }, origin)
    if (handling.kind !== 'page' || !handling.mayKeep) throw new Error('Not a page that is kept')
    const put = cache.openWrite()
    const isFresh = await cache.has(handling.key, FRESH_MS)
    const response = isFresh ? await cache.match(handling.key) : await ask(handling.key)
    if (response === undefined) throw new Error('Gone meanwhile')
    const body = await response.clone().arrayBuffer()
    const html = new TextDecoder().decode(body)
    if (!isFresh) {
      const decision = decideCaching(handling, toAnswered(response, body), readPage(html))
      if (!decision.isKept) throw new Error(decision.reason)
    }
    const kept = new Set([handling.key])
    await keepFiles(html)
    for (const picture of hasPictures ? listPictures(html, path === '/' ? 4 * MOST_PICTURES : MOST_PICTURES) : []) {
      if (!current()) return kept
      const key = toAnySize(origin + picture)
      if (key !== null && (await keepPicture(picture, key).catch(() => false))) kept.add(key)
    }
    if (!isFresh && current()) await put(handling.key, response, body)
    return kept
  }

  async function keepPicture(path: string, key: string): Promise<boolean> {
    if (await cache.has(key)) return true
    const put = cache.openWrite()
    const response = await ask(origin + path)
    const body = await response.arrayBuffer()
    const handling = { kind: 'picture', key } as const
    if (!decideCaching(handling, toAnswered(response, body), null).isKept) return false
    await put(key, response, body)
    return true
  }

  async function keepSound(path: string): Promise<Set<string>> {
    if (!isSound(path, origin)) throw new Error('Not a recording of ours')
    const key = new URL(path, origin).href
    if (await cache.has(key)) return new Set([key])
    const put = cache.openWrite()
    const response = await ask(key)
    const body = await response.arrayBuffer()
    const decision = decideSoundCaching(toAnswered(response, body))
    if (!decision.isKept) throw new Error(decision.reason)
    await put(key, response, body)
    return new Set([key])
  }

  return {
    async keep({ pages, sounds, hasPictures }, report) {
      const mine = ++run
      const current = () => mine === run
      const kept = new Set<string>()
      let done = 0
      let missed = 0
      const work = [
        ...pages.map((path) => () => keepPage(path, hasPictures, current)),
        ...sounds.map((path) => () => keepSound(path)),
      ]
      const total = work.length
      const next = async (): Promise<void> => {
        const step = current() ? work.shift() : undefined
        if (step === undefined) return
        for (const key of await step().catch(() => (missed++, new Set<string>()))) kept.add(key)
        done++
        report({ kind: 'progress', done, total, bytes: await cache.size() })
        await next()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, next))
      if (!current()) return report({ kind: 'failed' })
      // If everything failed there is no connection, and the old pages stay.
      if (missed < total) for (const key of await cache.keys()) if (!kept.has(key)) await cache.drop(key)
      report(missed === total && total > 0 ? { kind: 'failed' } : { kind: 'done', bytes: await cache.size(), missed })
    },
    async drop(page) {
      if (page !== null) return cache.drop(new URL(page, origin).href)
      run++
      await cache.clear()
    },
  }
}

/** Answers the requested byte range, or all of it. */
export async function answerSound(copy: Response, range: string | null): Promise<Response> {
  const body = await copy.arrayBuffer()
  const headers = new Headers(copy.headers)
  headers.set('accept-ranges', 'bytes')
  const part = cutRange(range, body.byteLength)
  if (part === null) return new Response(body, { status: 200, headers })
  headers.set('content-range', `bytes ${part.start}-${part.end}/${body.byteLength}`)
  return new Response(body.slice(part.start, part.end + 1), { status: 206, headers })
}

function ask(url: string): Promise<Response> {
  return fetch(url, { credentials: 'omit', redirect: 'manual' })
}

function toAnswered(response: Response, body: ArrayBuffer): Answered {
  return {
    status: response.status,
    type: response.type,
    isRedirected: response.redirected,
    bytes: body.byteLength,
    header: (name) => response.headers.get(name),
  }
}

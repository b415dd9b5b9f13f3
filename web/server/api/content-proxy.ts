/**
 * The proxy `/__proxy_content_api`: gives the browser public content on the same origin, from one fixed upstream, without cookies
 * or credentials in either direction. Answers are cached in memory for 60 s, up to a limit in bytes; `max-age=0` renews at most
 * once a second per key (S7.3-03). Only JSON passes, with our own content type: a page of the upstream would run on our origin.
 */
import { LRUCache } from 'lru-cache'
import { isOutage } from '@lokalteil/domain/outages/http-retry'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { withDeadline } from '@lokalteil/services/platform/deadline'
import { PAGE_WAIT_MS } from '../rendering/answer-page.ts'
import { OWN_WAIT_MS } from '../session/patient-session.ts'
import { readBytes } from '@lokalteil/contracts/kernel/bounded-body'
import { LARGEST_ANSWER, type Fetch } from '@lokalteil/contracts/kernel/client'

type Stored = {
  status: number
  body: Uint8Array<ArrayBuffer>
  type: 'application/json' | 'application/problem+json'
  at: number
  isFresh: boolean
}

const FRESH_MS = 60_000
const RENEW_MS = 1000
const MAX_BYTES = 32 * 1024 * 1024
const GONE: ReadonlySet<number> = new Set([404, 410])

export type ContentProxy = {
  fetch: (publication: PublicationCode, path: string, search: string, wantsFresh: boolean) => Promise<Response>
  clear: () => void
}

export type ContentProxyOptions = {
  fetch: Fetch
  base: string
  now: () => number
  /** Adds signed URLs to a parsed answer (S7.7-03); null: URLs are not signed. */
  addAddresses?: ((data: unknown) => void) | null
}

export function createContentProxy(options: ContentProxyOptions): ContentProxy {
  const stored = new LRUCache<string, Stored>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry) => entry.body.length + 300,
  })
  const running = new Map<string, Promise<Stored>>()

  async function renew(key: string, url: string, wantsFresh: boolean): Promise<Stored> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(wantsFresh ? { 'cache-control': 'max-age=0' } : {}),
    }
    const response = await options.fetch(new Request(url, { headers, redirect: 'error', credentials: 'omit' }))
    if (isOutage(response.status)) throw new Error(`The content service answers ${response.status}`)
    const type = toJsonType(response.headers.get('content-type'))
    if (type === null) {
      await response.body?.cancel()
      if (GONE.has(response.status)) return toGone(response.status, options.now())
      throw new NoJson(`The content service answers ${response.status} and no JSON`)
    }
    const bytes = await readBytes(response, LARGEST_ANSWER)
    const entry: Stored = {
      status: response.status,
      body: withAddresses(bytes, response.status === 200 ? (options.addAddresses ?? null) : null),
      type,
      at: options.now(),
      isFresh: response.status === 200,
    }
    if (entry.isFresh) stored.set(key, entry)
    return entry
  }

  return {
    async fetch(publication, path, search, wantsFresh) {
      const query = new URLSearchParams(search)
      query.sort()
      const key = `${publication}${path}?${query}`
      const known = stored.get(key)
      const age = known === undefined ? Infinity : options.now() - known.at
      if (known !== undefined && age < (wantsFresh ? RENEW_MS : FRESH_MS))
        return toResponse(known, Math.floor(age / 1000))
      let renewal = running.get(key)
      if (renewal === undefined) {
        const url = `${options.base}/${publication}${path}${query.size === 0 ? '' : `?${query}`}`
        renewal = withDeadline(PAGE_WAIT_MS, () => renew(key, url, wantsFresh), OWN_WAIT_MS).finally(() =>
          running.delete(key),
        )
        running.set(key, renewal)
      }
      try {
        return toResponse(await renewal, 0)
      } catch (error) {
        if (known !== undefined) return toResponse(known, Math.floor(age / 1000))
        if (error instanceof NoJson)
          return Response.json(
            { status: 502, code: 'BROKEN_ANSWER', title: error.message },
            { status: 502, headers: { 'cache-control': 'no-store' } },
          )
        return Response.json(
          { status: 503, code: 'UNREACHABLE', title: 'The content service does not answer' },
          { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '5' } },
        )
      }
    },
    clear: () => stored.clear(),
  }
}

class NoJson extends Error {}

/** Our content type for a JSON answer, without the upstream's parameters and vendor names; null: not JSON. */
function toJsonType(given: string | null): Stored['type'] | null {
  const [, prefix] = /^application\/((?:[\w.-]+\+)?)json\s*(?:;|$)/i.exec(given ?? '') ?? []
  if (prefix === undefined) return null
  return prefix.toLowerCase() === 'problem+' ? 'application/problem+json' : 'application/json'
}

/** A problem of our own for 404 and 410, also if the upstream answers with a page: a missing thing is no failure. */
function toGone(status: number, at: number): Stored {
  const problem = {
    status,
    code: status === 410 ? 'GONE' : 'NOT_FOUND',
    title: 'The content service has no such thing',
  }
  const body = new TextEncoder().encode(JSON.stringify(problem))
  return { status, body, type: 'application/problem+json', at, isFresh: false }
}

/** Throws if the bytes are not JSON. */
function withAddresses(
  bytes: Uint8Array<ArrayBuffer>,
  addAddresses: ((data: unknown) => void) | null,
): Uint8Array<ArrayBuffer> {
  let data: unknown
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new NoJson('What the content service calls JSON is none')
  }
  if (addAddresses === null) return bytes
  addAddresses(data)
  return new TextEncoder().encode(JSON.stringify(data))
}

function toResponse(entry: Stored, age: number): Response {
  return new Response(entry.body, {
    status: entry.status,
    headers: {
      'content-type': entry.type,
      'cache-control': entry.isFresh ? 'public, max-age=60' : 'no-store',
      age: String(age),
      'x-robots-tag': 'noindex',
    },
  })
}

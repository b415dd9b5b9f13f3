/**
 * The fast path for the most frequent requests: a fresh page of the cache, for a target that was answered from it
 * before. Everything else (first request, renewal, 304, another encoding) takes the long path and gets the same
 * headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toAppClass, toAppFlags, toDevice } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { toCacheKeyCookie } from '@lokalteil/domain/rendering/cache-key'
import { EDGE_CLASS_HEADER } from '@lokalteil/domain/rendering/edge-class'
import { toCacheWords, type CacheWords } from './edge-answers.ts'
import { isKept, toAge, toUserAgent, type KnownTarget, type PageRequest, type PagesContext } from './pages-context.ts'
import { acceptsEncoding } from '../http/accept-encoding.ts'
import type { StoredPage } from './shared-pages.ts'
import { peekClass, type Visit } from './visit.ts'

const LONGEST_KNOWN = 300

/** True if it was answered. */
export function serveStored(
  context: PagesContext,
  request: IncomingMessage,
  response: ServerResponse,
  publication: Publication,
  requestId: string,
): boolean {
  const { headers } = request
  if (request.method !== 'GET' || headers['if-none-match'] !== undefined) return false
  const readerClass = peekClass(context, publication, headers.cookie)
  if (readerClass === null) return false
  const target = context.known.get(toKnownKey(publication, toUserAgent(request), request.url ?? '', readerClass))
  if (target === undefined || !acceptsEncoding(headers['accept-encoding']?.toString(), 'br')) return false
  const page = context.cache.getFresh(target.key, target.freshSeconds)
  if (page === null || page.status !== 200 || page.brotli === null) return false
  const words = toCacheWords(context.config.edge, request, target.cacheControl)
  const list = findHeaderList(context, page, page.brotli.length, words)
  list[1] = requestId
  list[3] = words.hasAge ? toAge(page, context.now()) : '0'
  response.writeHead(200, list)
  response.end(page.brotli)
  return true
}

export function rememberTarget(
  { known }: PagesContext,
  { publication, userAgent, target }: PageRequest,
  { variant }: Visit,
  found: KnownTarget,
): void {
  if (target.length > LONGEST_KNOWN) return
  known.set(toKnownKey(publication, userAgent, target, toCacheKeyCookie(variant)), found)
}

function findHeaderList(
  { headerLists, baseHeaders }: PagesContext,
  page: StoredPage,
  size: number,
  words: CacheWords,
): string[] {
  let lists = headerLists.get(page)
  if (lists === undefined) headerLists.set(page, (lists = new Map()))
  let list = lists.get(words.name)
  if (list === undefined) lists.set(words.name, (list = toHeaderList(baseHeaders, page, size, words)))
  return list
}

function toHeaderList(
  baseHeaders: readonly string[],
  page: StoredPage,
  size: number,
  { cacheControl, vary, own }: CacheWords,
): string[] {
  return [
    'x-request-id',
    '',
    'age',
    '',
    ...baseHeaders,
    ...Object.entries(page.headers).flat(),
    'cache-control',
    cacheControl,
    'x-cache',
    'HIT',
    'vary',
    vary,
    ...(own === null ? [] : [EDGE_CLASS_HEADER, own]),
    ...(isKept(cacheControl) ? ['etag', page.etag] : []),
    'content-encoding',
    'br',
    'content-length',
    String(size),
  ]
}

/** A cheap key with every part of a request that can influence the cache key, not yet parsed. */
function toKnownKey(publication: Publication, userAgent: string, target: string, readerClass: string): string {
  return `${publication.code}${toDevice(userAgent)}${toAppClass(toAppFlags(userAgent))}${readerClass}${target}`
}

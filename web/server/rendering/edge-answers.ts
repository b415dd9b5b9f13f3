/**
 * Headers of a page for caches (docs/decisions/2026-11-30-a-cache-in-front.md). The portal computes the class of the visitor
 * itself; the one that an edge sent only decides whether the edge may keep the page. Without an edge no shared cache may.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { EDGE_CLASS_HEADER, toBrowserControl, toEdgeClass, toEdgeControl } from '@lokalteil/domain/rendering/edge-class'
import { toPageKeys } from '@lokalteil/domain/rendering/surrogate-keys'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Route } from '@lokalteil/domain/routing/routes'
import type { Edge } from '../config/edge.ts'
import { toKeyHeaders } from '../http/edge-keys.ts'
import { VARY, type PageAnswer, type PagesContext } from './pages-context.ts'

/**
 * `own`: the class that the portal found; null: no edge has asked. `hasAge`: false if the seconds of freshness begin with this answer.
 * `name`: tells these words from others.
 */
export type CacheWords = { cacheControl: string; vary: string; own: string | null; hasAge: boolean; name: string }

const EDGE_VARY = 'Accept-Encoding, Lokalteil-Class'

export function toCacheWords(
  edge: Edge | null,
  { headers }: Pick<IncomingMessage, 'headers'>,
  cacheControl: string,
): CacheWords {
  const given = edge === null ? undefined : headers[EDGE_CLASS_HEADER]?.toString()
  if (edge === null || given === undefined) {
    const told = toBrowserControl(cacheControl)
    return { cacheControl: told, vary: VARY, own: null, hasAge: true, name: told }
  }
  const own = toEdgeClass(headers.cookie, headers['user-agent'] ?? '')
  const isPurged = edge.purgeUrls.length > 0
  const told = toEdgeControl(cacheControl, given, own, isPurged)
  return { cacheControl: told, vary: EDGE_VARY, own, hasAge: isPurged, name: `${told} ${own}` }
}

/** Redirects and other answers that do not differ between readers stay as they are. */
export function toEdgeAnswer(
  { config: { edge } }: Pick<PagesContext, 'config'>,
  answer: PageAnswer,
  headers: IncomingHttpHeaders,
): PageAnswer {
  if (answer.headers.vary === undefined) return answer
  const told = toCacheWords(edge, { headers }, String(answer.headers['cache-control']))
  if (told.own === null) return { ...answer, headers: { ...answer.headers, 'cache-control': told.cacheControl } }
  const isOutdated = answer.isOutdated === true && told.cacheControl.includes('s-maxage')
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(answer.headers.age === undefined || told.hasAge ? {} : { age: '0' }),
      'cache-control': isOutdated ? 'private, no-cache' : told.cacheControl,
      vary: told.vary,
      [EDGE_CLASS_HEADER]: told.own,
    },
  }
}

/** Surrogate keys of a finished page; none without an edge. */
export function toPageKeyHeaders(
  edge: Edge | null,
  { code }: Publication,
  route: Route,
  html: string,
): Record<string, string> {
  return edge === null ? {} : toKeyHeaders(edge, toPageKeys(code, route, html))
}

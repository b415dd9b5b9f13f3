/**
 * The reader of a page request, and the page variant for them. The class comes from the verified token, never from
 * `cache_key`.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { ANONYMOUS_READER, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { toAppClass, toAppFlags, toDevice } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { RECENT_VISITS } from '@lokalteil/domain/reading/visits'
import { hasSessionCookie } from '@lokalteil/domain/rendering/edge-class'
import {
  ANONYMOUS_CLASS,
  toPersonalisation,
  toReaderClass,
  type PageVariant,
} from '@lokalteil/domain/rendering/page-cache'
import { toCacheKeyCookie } from '@lokalteil/domain/rendering/cache-key'
import { ROUTE_META, type Route } from '@lokalteil/domain/routing/routes'
import { toAccessPrincipal, type AccessPrincipal } from '../access/access-questions.ts'
import { readCookie } from '../session/session-cookies.ts'
import { ANONYMOUS_SESSION, type ReaderSession } from '../session/session.ts'
import type { Reader } from './guards.ts'
import type { PageRequest, PagesContext } from './pages-context.ts'

/** The reader, and cookies due with the page. */
export type Visit = {
  session: ReaderSession
  reader: ReaderFlags
  setCookies: readonly string[]
  variant: PageVariant
}

/** The value for a request without cookies. */
const NO_COOKIES = toCacheKeyCookie({ reader: ANONYMOUS_CLASS, hasConsent: false, isPersonalised: false })

export async function readVisit(
  context: PagesContext,
  request: PageRequest,
  route: Route,
  headers: IncomingHttpHeaders,
): Promise<Visit> {
  const { cookie } = headers
  const { session, setCookies } =
    cookie !== undefined && hasSessionCookie(cookie)
      ? await context.readSession(request.publication.code, {
          cookies: cookie,
          host: headers.host ?? '',
          mayRenew: isRenewedFor(request, route, headers),
        })
      : { session: ANONYMOUS_SESSION, setCookies: [] }
  const reader = session.kind === 'reader' ? session.flags : ANONYMOUS_READER
  return { session, reader, setCookies, variant: toVariant(request, reader, cookie) }
}

/** The variant, if it can be determined without waiting. */
export function peekVariant(
  context: PagesContext,
  request: PageRequest,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
): PageVariant {
  const session = context.sessions.peek(request.publication.code, cookie)
  return toVariant(request, session?.kind === 'reader' ? session.flags : ANONYMOUS_READER, cookie)
}

/** The class of a request, if it can be determined without waiting; null: the long path must decide. */
export function peekClass(context: PagesContext, publication: Publication, cookies: string | undefined): string | null {
  if (cookies === undefined) return NO_COOKIES
  if (!hasSessionCookie(cookies)) return toCacheKeyCookie({ reader: ANONYMOUS_CLASS, ...readPersonalisation(cookies) })
  const session = context.sessions.peek(publication.code, cookies)
  // Tag subscriptions are not part of a class.
  if (session === null || session.kind !== 'reader' || session.flags.tagIds.length > 0) return null
  return toCacheKeyCookie({ reader: session.flags, ...readPersonalisation(cookies) })
}

/** The reader of a personal page; null if the page shows nothing personal. */
export function toOwner(route: Route, { session }: Visit): Reader | null {
  return session.kind === 'reader' && ROUTE_META[route.name].isPersonal ? session : null
}

/** For personal pages: all services are asked. */
export function toPrincipal(
  { config }: PagesContext,
  { publication, userAgent, query }: PageRequest,
  { session }: Visit,
  { cookie, referer }: IncomingHttpHeaders,
): AccessPrincipal {
  return toAccessPrincipal({
    session,
    cookies: cookie,
    userAgent,
    referrer: referer,
    origin: config.originOf(publication.code),
    query,
  })
}

export function readPersonalisation(cookies: string | undefined): ReturnType<typeof toPersonalisation> {
  return toPersonalisation({
    consents: readCookie(cookies, 'consents'),
    recentVisits: readCookie(cookies, RECENT_VISITS.cookie),
  })
}

/** An expired token is renewed only if it makes a difference and the new cookies reach the browser. */
function isRenewedFor(request: PageRequest, route: Route, headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  const isDocument = destination === undefined || destination === 'document' || destination === 'iframe'
  const { guards, isPersonal } = ROUTE_META[route.name]
  return (
    request.method === 'GET' &&
    isDocument &&
    (isPersonal || guards.length > 0 || route.name === 'article' || route.name === 'testbericht')
  )
}

function toVariant(request: PageRequest, reader: ReaderFlags, cookies: string | undefined): PageVariant {
  return {
    publication: request.publication.code,
    reader: toReaderClass(reader),
    ...readPersonalisation(cookies),
    device: toDevice(request.userAgent),
    app: toAppClass(toAppFlags(request.userAgent)),
  }
}

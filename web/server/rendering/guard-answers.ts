/** The answer of a guard that replaces the page. */
import type { IncomingHttpHeaders } from 'node:http'
import { toAppFlags } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { ROUTE_META, type Route } from '@lokalteil/domain/routing/routes'
import { toGuardPage, type GuardPageName } from '../../app/guard-pages.ts'
import type { Config } from '../config/config.ts'
import { toGuardPagePolicy } from '../http/security-headers.ts'
import { answerOutage } from './outage-answers.ts'
import { NO_STORE, VARY, type PageAnswer, type PageRequest, type PagesContext } from './pages-context.ts'
import type { Visit } from './visit.ts'

const RETURN_SECONDS = 30 * 86_400

/** Null: all guards let the reader in. */
export async function askGuards(
  context: PagesContext,
  request: PageRequest,
  route: Route,
  path: string,
  visit: Visit,
  incoming: IncomingHttpHeaders,
): Promise<PageAnswer | null> {
  if (ROUTE_META[route.name].guards.length === 0) return null
  const { publication, query } = request
  const found = await context.guard(route, {
    publication,
    path,
    query,
    destination: incoming['sec-fetch-dest']?.toString() ?? null,
    isNativeApp: toAppFlags(request.userAgent).isNativeApp,
    session: visit.session,
  })
  if (found.kind === 'pass') return null
  if (found.kind === 'unavailable') {
    context.onOutage(`nobody answers for ${route.name}`, request.requestId)
    return answerOutage(context, request, incoming)
  }
  const setCookies = [
    ...visit.setCookies,
    ...(found.returnPath === null ? [] : [toReturnCookie(context.config, found.returnPath, publication)]),
  ]
  const headers = {
    'cache-control': NO_STORE,
    vary: VARY,
    ...(setCookies.length === 0 ? {} : { 'set-cookie': setCookies }),
  }
  if (found.kind === 'redirect')
    return { status: 302, headers: { ...headers, location: found.to }, page: null, body: '' }
  return {
    status: 200,
    headers: { ...headers, ...toGuardPageHeaders(found.page) },
    page: null,
    body: toGuardPage(found.page).html,
  }
}

/** The page reads and clears it after the login. It is only a hint and is checked before it is followed. */
function toReturnCookie(config: Config, path: string, publication: Publication): string {
  const isSecure = config.originOf(publication.code).startsWith('https:')
  return `redirectAfterLogin=${encodeURIComponent(path)}; Path=/; Max-Age=${RETURN_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

function toGuardPageHeaders(name: GuardPageName): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': toGuardPagePolicy(toGuardPage(name).script),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'x-robots-tag': 'noindex',
  }
}

/** Loads the data of a page, decides access to its articles for this reader, and renders it. */
import { isOutage } from '@lokalteil/domain/outages/http-retry'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import { toKnownQuery } from '@lokalteil/domain/rendering/page-queries'
import { ROUTE_META, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import type { LoadContext } from '../../app/page/page.ts'
import type { AccessPrincipal } from '../access/access-questions.ts'
import { isPaidText, UNANSWERED } from '../access/article-access.ts'
import { readChrome } from './chrome.ts'
import { toPageKeyHeaders } from './edge-answers.ts'
import type { Reader } from './guards.ts'
import type { Filled } from './page-cache.ts'
import { toSearchOf, type PageRequest, type PagesContext } from './pages-context.ts'
import { renderState, toExtensionError } from './render-state.ts'

/** They show an offer beside a locked text. */
const ARTICLES: ReadonlySet<RouteName> = new Set(['article', 'testbericht'])

/** The readers a page is rendered for: a whole class, or one reader (`owner`, if the page shows personal data). */
export type Audience = { reader: ReaderFlags; owner: Reader | null; principal?: AccessPrincipal }

/** Facts found while a page was loaded. `isOut`: a service that the page needs did not answer. */
type Findings = { hasPaidText: boolean; isAccessUnanswered: boolean; isOut: boolean }

export async function loadPage(
  context: PagesContext,
  request: PageRequest,
  route: Route,
  path: string,
  audience: Audience,
): Promise<Filled> {
  const { config, renderer } = context
  const render = await renderer.load()
  const chrome = await readChrome(context, request)
  const findings: Findings = { hasPaidText: false, isAccessUnanswered: false, isOut: false }
  const loading = toLoadContext(context, request, route, audience, findings)
  const found = await render.loadRoute(async (name) => render.pageOf(name), route, loading)
  if (found === null) {
    const message = render.errorTexts.pageNotFoundUnmatched(path)
    return renderState(
      context,
      render,
      render.errorState(route, path, 404, message, chrome),
      request,
      null,
      audience.reader,
    )
  }
  if (findings.isOut)
    return renderState(
      context,
      render,
      render.outageState(route, path, chrome, config.outageStatus),
      request,
      0,
      audience.reader,
    )
  const { loaded } = found
  const search = toSearchOf(loading.query)
  const state = render.toPageState(found.module, found.route, path, search, loaded, chrome, config.outageStatus)
  const upstream = loaded.kind === 'unavailable' ? loaded.status : null
  const filled = await renderState(context, render, state, request, upstream, audience.reader)
  if (renderer.finish) return { ...filled, body: await renderer.finish(request.path, filled.body), isStorable: false }
  const isStorable = loaded.kind === 'ok' && !findings.isAccessUnanswered && audience.owner === null
  const headers = { ...filled.headers, ...toPageKeyHeaders(config.edge, request.publication, found.route, filled.body) }
  return { ...filled, headers, isStorable, hasPaidText: findings.hasPaidText }
}

function toLoadContext(
  context: PagesContext,
  request: PageRequest,
  route: Route,
  { reader, owner, principal }: Audience,
  findings: Findings,
): LoadContext {
  const { publication, query } = request
  const decide = context.accessOf(publication, reader, principal)
  // On a guarded page an outage must not look like an empty account, so note it.
  const heard = <T extends object>(service: T): T =>
    ROUTE_META[route.name].guards.includes('auth') ? onSilence(service, () => (findings.isOut = true)) : service
  const offers = context.offersOf(publication)
  const library = owner === null ? null : context.libraryOf(publication, owner)
  return {
    content: context.contentOf(publication, request),
    offers: ARTICLES.has(route.name) ? context.chrome.withKnown(publication, offers) : offers,
    rooms: context.roomsOf(publication, owner),
    community: context.communityOf(publication),
    publication,
    query: toKnownQuery(route.name, query),
    now: context.now(),
    access: async (article) => {
      const decided = await decide(article)
      if (isPaidText(article, decided.access)) findings.hasPaidText = true
      if (decided.access.rule === UNANSWERED) findings.isAccessUnanswered = true
      return decided
    },
    onExtensionError: (key, error) => context.onError(toExtensionError(key, error), request.requestId),
    newsletters: heard(context.newslettersOf(publication, owner)),
    library: library === null ? null : heard(library),
    ...(owner === null ? {} : { account: heard(context.accountOf(publication, owner)) }),
  }
}

/** Wraps a service: calls `listener` whenever an answer is an outage. */
function onSilence<T extends object>(service: T, listener: () => void): T {
  const watched = Object.entries(service as Record<string, (...given: unknown[]) => Promise<unknown>>).map(
    ([name, ask]) => [
      name,
      async (...given: unknown[]) => {
        const answer = await ask(...given)
        if (isSilent(answer)) listener()
        return answer
      },
    ],
  )
  return Object.fromEntries(watched) as T
}

function isSilent(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer) || answer.ok !== false) return false
  return 'status' in answer && typeof answer.status === 'number' && isOutage(answer.status)
}

/** The pages of the portal: from a request to the bytes of its answer, on the fast path or the long one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Article, ChannelPage, HomePage, TestReport } from '@lokalteil/contracts/content'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { isWidgetName } from '@lokalteil/domain/routing/layouts'
import { ROUTES, type RouteName } from '@lokalteil/domain/routing/route-table'
import { matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import type { ContentApi } from '../../app/page/content-api.ts'
import { UNANSWERED } from '../access/article-access.ts'
import { answerInTime } from './answer-page.ts'
import { readChrome } from './chrome.ts'
import { toEdgeAnswer } from './edge-answers.ts'
import { serveStored } from './known-targets.ts'
import { loadPage } from './load-page.ts'
import { encodePage } from './page-cache.ts'
import {
  createPagesContext,
  isKept,
  NO_STORE,
  VARY,
  type PageAnswer,
  type PageRequest,
  type PagesContext,
  type PagesOptions,
} from './pages-context.ts'
import { renderState } from './render-state.ts'

export type Pages = ReturnType<typeof createPages>

const WIDGETS: ReadonlySet<string> = new Set(
  Object.entries(ROUTES).flatMap(([name, { path }]) => (isWidgetName(name as RouteName) ? [path] : [])),
)

export function createPages(options: PagesOptions) {
  const context = createPagesContext(options)
  return {
    /** The fast path; true if it answered. */
    serveStored: (request: IncomingMessage, response: ServerResponse, publication: Publication, requestId: string) =>
      serveStored(context, request, response, publication, requestId),
    serve: async (request: PageRequest, incoming: IncomingMessage, response: ServerResponse) =>
      send(
        toEdgeAnswer(context, await answerInTime(context, request, incoming.headers), incoming.headers),
        request,
        incoming,
        response,
        context.config.edge !== null,
      ),
    renderAnswer: (request: FormRequest, route: Route, data: unknown, status: number) =>
      renderAnswer(context, request, route, data, status),
    renderPreview: (request: FormRequest, preview: Preview) => renderPreview(context, request, preview),
    serveOffline: (request: PageRequest, response: ServerResponse) => serveOffline(context, request, response),
  }
}

async function send(
  { status, headers, page, body: text }: PageAnswer,
  request: PageRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
  hasEdge: boolean,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (WIDGETS.has(request.path)) response.removeHeader('x-frame-options')
  if (page === null) {
    response.setHeader('content-length', Buffer.byteLength(text))
    response.writeHead(status).end(request.method === 'HEAD' ? undefined : text)
    return
  }
  const isValidated = status === 200 && isKept(String(headers['cache-control']))
  if (isValidated) response.setHeader('etag', page.etag)
  if (isValidated && incoming.headers['if-none-match'] === page.etag) {
    response.removeHeader('content-security-policy')
    response.writeHead(304).end()
    return
  }
  // An edge keeps the first answer.
  const isFirst = !hasEdge && (headers['x-cache'] === 'MISS' || headers['x-cache'] === 'BYPASS')
  const { body, encoding } = await encodePage(page, request.acceptEncoding, isFirst)
  if (encoding !== null) response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

type FormRequest = Pick<PageRequest, 'path' | 'publication' | 'userAgent' | 'requestId'>

/** A page with data from a submitted form instead of its own `load`; personal, never stored. */
async function renderAnswer(
  context: PagesContext,
  form: FormRequest,
  route: Route,
  data: unknown,
  status: number,
): Promise<Response> {
  const { renderer } = context
  const render = await renderer.load()
  const request: PageRequest = {
    ...form,
    method: 'GET',
    target: form.path,
    query: new URLSearchParams(),
    hasConsent: false,
    acceptEncoding: '',
    wantsFresh: false,
  }
  const chrome = await readChrome(context, request)
  const module = render.pageOf(route.name)
  if (module === null) throw new Error(`There is no page for ${route.name}`)
  const state = render.toPageState(module, route, form.path, '', { kind: 'ok', data }, chrome)
  const { headers, body } = await renderState(context, render, state, request, null)
  const text = renderer.finish ? await renderer.finish(form.path, body) : body
  return new Response(text, { status, headers: { ...headers, 'cache-control': NO_STORE, vary: VARY } })
}

/** An article after a save (public part and whole text) or a front with edits, and the reader. */
export type Preview = { reader: ReaderFlags } & (
  | { open: Article | TestReport; full: Article | TestReport }
  | { front: HomePage | ChannelPage }
)

/** HTML of something that is not stored like this; null: no page. Nothing of it reaches a cache. */
async function renderPreview(context: PagesContext, form: FormRequest, preview: Preview): Promise<string | null> {
  const match = matchRoute(form.path)
  if (match.kind !== 'route') return null
  const request: PageRequest = {
    ...form,
    method: 'GET',
    target: form.path,
    query: new URLSearchParams(),
    hasConsent: false,
    acceptEncoding: '',
    wantsFresh: false,
  }
  const laidOver = layOver(context, preview)
  const audience = { reader: preview.reader, owner: null }
  const { status, body } = await loadPage(laidOver, request, match.route, match.path, audience)
  return status === 200 ? body : null
}

function layOver(context: PagesContext, preview: Preview): PagesContext {
  const withAnswers =
    (answers: Partial<ContentApi>): PagesContext['contentOf'] =>
    (publication, request) => ({ ...context.contentOf(publication, request), ...answers })
  if ('front' in preview) {
    const { front } = preview
    const answers: Partial<ContentApi> =
      'kind' in front
        ? { getChannel: async () => ({ ok: true, data: front }) }
        : { getHome: async () => ({ ok: true, data: front }) }
    return { ...context, contentOf: withAnswers(answers) }
  }
  const { open, full } = preview
  return {
    ...context,
    contentOf: withAnswers({ getArticle: async () => ({ ok: true, data: open }) }),
    // Decided as for every reader; the text is the draft's, not the stored one, which need not exist.
    accessOf: (publication, flags) => async (article) => {
      const { access } = await context.accessOf(publication, flags)(article)
      const isLocked = access.isLocked && access.rule !== UNANSWERED
      return { article: isLocked ? article : { ...article, ...full }, access: { ...access, isLocked } }
    },
  }
}

/** The page that a service worker stores for use without a connection; its address is not a route (S1-07). */
async function serveOffline(context: PagesContext, request: PageRequest, response: ServerResponse): Promise<void> {
  const render = await context.renderer.load()
  const chrome = await readChrome(context, request)
  const { page } = await context.cache.bypass(async () =>
    renderState(context, render, render.offlineState(request.path, chrome), request, null),
  )
  const { body, encoding } = await encodePage(page, request.acceptEncoding, true)
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
  if (encoding !== null) response.setHeader('content-encoding', encoding)
  response.setHeader('cache-control', 'private, no-cache')
  response.setHeader('vary', VARY)
  response.setHeader('content-length', body.length)
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body)
}

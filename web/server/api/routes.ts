/**
 * The Hono app of all routes that are no pages: content proxy, same-origin API, build manifest, and public endpoints of the
 * embedded services. The header `x-publication`, set by the portal, names the publication of each request.
 */
import { Hono, type Context } from 'hono'
import { ACCESS_CALLS } from '@lokalteil/contracts/access'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { ANONYMOUS_READER, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { ArticleId, type Article, type TestReport } from '@lokalteil/contracts/content'
import type { ArticleAccess } from '../../app/page/article-access.ts'
import type { ContentApi } from '../../app/page/content-api.ts'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import { DeadlineExceeded, withDeadline } from '@lokalteil/services/platform/deadline'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { isOutage } from '@lokalteil/domain/outages/http-retry'
import { serverTexts } from '../../app/messages/routing/server.ts'
import type { Log } from '../http/log.ts'
import type { AskingRequest } from '../access/access-questions.ts'
import { PAGE_WAIT_MS } from '../rendering/answer-page.ts'
import { OWN_WAIT_MS, type PatientSessions } from '../session/patient-session.ts'
import { serveCompressed } from '../http/compressed.ts'
import type { PortalEnv } from '../http/portal-env.ts'

export type RoutesOptions = {
  buildId: string
  startedAt: Date
  contentOf: (publication: PublicationCode) => ContentApi
  accessOf: (
    publication: PublicationCode,
    reader: ReaderFlags,
    request: Omit<AskingRequest, 'origin' | 'institution'> & { address: string },
  ) => ArticleAccess
  /** IP address of the client. */
  addressOf: (c: Context<PortalEnv>) => string
  readSession: PatientSessions
  /** Serves `/__proxy_content_api`; null: the browser calls the content API directly. */
  proxyContent:
    | ((publication: PublicationCode, path: string, search: string, wantsFresh: boolean) => Promise<Response>)
    | null
  /** Calls with the reader's access token. They share paths with a service and must be registered before it. */
  readerRoutes: Hono<PortalEnv>
  services: readonly { name: string; app: Hono<PortalEnv> }[]
  /** Further routes: feeds, sitemaps, well-known files. */
  parts: readonly Hono<PortalEnv>[]
  /** True if a path is no page: an unknown POST is 404 there, and 405 at a page. */
  isCall: (path: string) => boolean
  /** For the readiness probe: why this process should get no traffic; null: it is ready. */
  whyNotReady: () => Promise<'starting' | 'stopping' | 'database' | null>
  log: Log
}

const NO_STORE = { 'cache-control': 'private, no-store' }
const VERSIONED = /^\/v\d+(?:\/[A-Za-z0-9._~%-]+)+$/

export function publicationCodeOf(request: { header: (name: string) => string | undefined }): PublicationCode {
  return request.header('x-publication') as PublicationCode
}

/** Long, because it is a list of routes, a few lines each. */
export function createRoutes(options: RoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  serveCompressed(app)

  app.get('/builds/latest.json', (c) =>
    c.json({ id: options.buildId, timestamp: options.startedAt.toISOString() }, 200, { 'cache-control': 'no-store' }),
  )
  app.get('/api/health/live', (c) => c.text('ok', 200, NO_STORE))
  app.get('/api/health/ready', async (c) => {
    const reason = await options.whyNotReady()
    return reason === null ? c.text('ok', 200, NO_STORE) : c.text(reason, 503, { ...NO_STORE, 'retry-after': '1' })
  })

  /** The article's text on client navigation: the access decision, and the text only if that unlocks it (part C). */
  app.get(toHonoPath(ACCESS_CALLS.getArticleBody.path), async (c) => {
    const id = ArticleId.safeParse(c.req.param('id'))
    if (!id.success) return c.json({ status: 400, code: 'BAD_REQUEST', title: 'The id must be digits' }, 400, NO_STORE)
    const publication = publicationCodeOf(c.req)
    const { headers } = c.req.raw
    const cookies = headers.get('cookie') ?? undefined
    const readBody = async () => {
      const found = await readArticle(options.contentOf(publication), id.data)
      if (found === null || found === 'unanswered') return found
      // An expired token is renewed during the call, and the answer sets the new cookies.
      const { session, setCookies } = await options.readSession(publication, {
        cookies,
        host: headers.get('host') ?? '',
        mayRenew: true,
      })
      const reader = session.kind === 'reader' ? session.flags : ANONYMOUS_READER
      // The page sends the original referrer, because `Referer` names the article itself by now.
      const asking = {
        session,
        setCookies,
        cookies,
        userAgent: headers.get('user-agent') ?? '',
        referrer: c.req.query('from'),
        query: new URL(c.req.url).searchParams,
        address: options.addressOf(c),
      }
      return { ...(await options.accessOf(publication, reader, asking)(found)), setCookies }
    }
    const found = await withDeadline(PAGE_WAIT_MS, readBody, OWN_WAIT_MS)
    if (found === 'unanswered')
      return c.json({ status: 503, code: 'UNAVAILABLE', title: 'The content service does not answer' }, 503, {
        ...NO_STORE,
        'retry-after': '5',
      })
    if (found === null) return c.json({ status: 404, code: 'NOT_FOUND', title: 'No such article' }, 404, NO_STORE)
    const { article, access, setCookies } = found
    for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
    const body: AnswerOf<typeof ACCESS_CALLS.getArticleBody> = access.isLocked
      ? { decision: 'locked', rule: access.rule, template: access.template, contentItems: [] }
      : {
          decision: 'allowed',
          rule: access.rule,
          template: access.template,
          contentItems: article.contentItems,
          via: access.via,
        }
    return c.json(body, 200, NO_STORE)
  })

  if (options.proxyContent !== null) {
    const proxy = options.proxyContent
    app.get('/__proxy_content_api/*', async (c): Promise<Response> => {
      const url = new URL(c.req.url)
      const path = url.pathname.slice('/__proxy_content_api'.length)
      if (!VERSIONED.test(path) || /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|%00/i.test(path)) {
        return c.json({ status: 404, code: 'NOT_FOUND', title: 'No such path' }, 404)
      }
      return proxy(publicationCodeOf(c.req), path, url.search, c.req.header('cache-control') === 'max-age=0')
    })
  }
  app.route('/', options.readerRoutes)
  for (const { name, app: service } of options.services) app.route(`/__services/${name}`, service)
  for (const part of options.parts) app.route('/', part)

  app.notFound((c) => {
    const path = new URL(c.req.url).pathname
    if (!options.isCall(path))
      return c.body(serverTexts.methodNotAllowed, 405, {
        allow: 'GET, HEAD',
        'content-type': 'text/plain; charset=utf-8',
      })
    return c.json({ status: 404, code: 'NOT_FOUND', title: `Page not found: ${path.slice(0, 200)}` }, 404, {
      'cache-control': 'no-store',
    })
  })
  app.onError((error, c) => {
    const outage = toOutage(error)
    if (outage !== null || error instanceof DeadlineExceeded) {
      const retryAfter = String(outage?.retryAfter ?? 5)
      options.log('warn', 'call-unanswered', { requestId: c.req.header('x-request-id'), reason: error.message })
      return c.json(
        { status: 503, code: outage?.code ?? 'UNAVAILABLE', title: outage?.title ?? 'No answer in time' },
        503,
        { ...NO_STORE, 'retry-after': retryAfter },
      )
    }
    options.log('error', 'call-failed', {
      requestId: c.req.header('x-request-id'),
      path: new URL(c.req.url).pathname,
      error,
    })
    return c.json(
      { status: 500, code: 'INTERNAL', title: serverTexts.internal, requestId: c.req.header('x-request-id') },
      500,
      NO_STORE,
    )
  })
  return app
}

async function readArticle(content: ContentApi, id: string): Promise<Article | TestReport | null | 'unanswered'> {
  const article = await content.getArticle({ id })
  if (article.ok) return article.data
  if (isOutage(article.status)) return 'unanswered'
  const report = await content.getTestReport({ id })
  if (report.ok) return report.data
  return isOutage(report.status) ? 'unanswered' : null
}

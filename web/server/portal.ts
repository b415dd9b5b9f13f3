/**
 * The HTTP handler, at node:http level: request id and security headers first, then built files, pictures, calls
 * (Hono), and pages behind the page cache. Malformed requests get an answer and never throw: an unreadable path is 400,
 * an unknown method is 405, an exception is logged once with the request id and is 500.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { publicationOfHost, type Publication } from '@lokalteil/domain/publication/publications'
import { toFileKeys } from '@lokalteil/domain/rendering/surrogate-keys'
import { isFilePath } from '@lokalteil/domain/routing/routes'
import { OFFLINE_PATH } from '../app/sw/cache-policy.ts'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import { DeadlineExceeded, within, withoutDeadline } from '@lokalteil/services/platform/deadline'
import { serverTexts } from '../app/messages/routing/server.ts'
import type { Assets } from './http/assets.ts'
import { ContentSilent } from './rendering/chrome-source.ts'
import type { Config } from './config/config.ts'
import { toKeyHeaders } from './http/edge-keys.ts'
import type { Log } from './http/log.ts'
import type { ServeStoredMedia } from './http/stored-media.ts'
import type { LiveReports } from './live/live-reports.ts'
import type { OfficeDoor } from './office/office-door.ts'
import { DISCOVERY_FILES, DISCOVERY_FOLDERS } from './discovery/discovery-files.ts'
import type { Pages } from './rendering/pages.ts'
import { toUserAgent, type PageRequest } from './rendering/pages-context.ts'
import { readPersonalisation } from './rendering/visit.ts'
import type { PortalEnv } from './http/portal-env.ts'
import { setRequestHeader } from './http/request-header.ts'
import { baseHeaders, toDefaultPolicy } from './http/security-headers.ts'
import type { RightsLeft, ServeShareCard } from './http/share-cards.ts'
import type { SignedMedia } from './http/signed-media.ts'
import type { FollowRequest, RequestNotes } from './watch/watch.ts'

export type PortalOptions = {
  config: Config
  pages: Pages
  assets: Assets
  /** Serves `/_ipx/…`. */
  serveImage: (request: IncomingMessage, response: ServerResponse, path: string, cacheControl?: string) => Promise<void>
  /** Null: there is no office. */
  office: Pick<OfficeDoor, 'serve' | 'isOfOffice'> | null
  rightsLeft: RightsLeft
  serveShareCard: ServeShareCard
  /** False: there is no such file. */
  serveStoredMedia: ServeStoredMedia
  /** Whether a picture or file may be sent. */
  permitMedia: SignedMedia['permit']
  serveLive: LiveReports['serve']
  /** Everything that answers JSON, XML or text, and every POST; hears the publication in `x-publication`. */
  calls: Hono<PortalEnv>
  /** Content changes caused by time (embargo); null: external content. */
  timed: { isDue: () => boolean; settle: () => Promise<void> } | null
  /** The OpenID provider; true: it handled the request. Null with a publisher's own provider. */
  answerOidc: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  /** Null: no metrics, traces or access log. */
  follow: FollowRequest | null
  log: Log
}

const MAX_PATH = 8000
/** Longest wait for such a change; the database answers in a few milliseconds. */
const TIMED_WAIT_MS = 300
/** Longest time that a browser may cache a signed file, whatever the link allows. */
const MOST_KEPT_SECONDS = 3600
const YEAR_SECONDS = 365 * 24 * 3600
const CALL = /^\/(?:api|__services|__proxy_content_api|connect|builds|\.well-known)\/|^\/__looks(?:\/|$)/
const CALL_FILES: ReadonlySet<string> = new Set(DISCOVERY_FILES)
const FEEDS = new RegExp(`^/(?:${DISCOVERY_FOLDERS.join('|')})/`)

/** The function is long because it lists, from top to bottom, the order in which a request is matched. */
export function createPortal(options: PortalOptions): RequestListener {
  const { config, pages, assets, timed, log } = options
  const isSecure = config.originOf(config.defaultPublication).startsWith('https:')
  const headers = Object.entries(baseHeaders(isSecure, config.hsts))
  const callListener = getRequestListener(options.calls.fetch, { overrideGlobalObjects: false })

  return function answer(request: IncomingMessage, response: ServerResponse): void {
    if (timed?.isDue()) {
      // An embargo has just ended: no older page may be served.
      void within(
        TIMED_WAIT_MS,
        () => withoutDeadline(timed.settle),
        () => undefined,
      ).then(() => answerNow(request, response))
    } else answerNow(request, response)
  }

  function answerNow(request: IncomingMessage, response: ServerResponse): void {
    const requestId = createRequestId()
    if (options.follow === null) return answerAs(request, response, requestId, null)
    options.follow(request, response, requestId, (notes) => answerAs(request, response, requestId, notes))
  }

  function answerAs(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    notes: RequestNotes | null,
  ): void {
    if (options.office?.serve(request, response, requestId)) return
    const publication = publicationOfHost(request.headers.host ?? '', config.defaultPublication, config.hosts)
    if (notes !== null) notes.publication = publication.code
    const moved = toOwnOrigin(request, publication, config)
    if (moved === null && pages.serveStored(request, response, publication, requestId)) {
      // Its headers were sent as one list, in which none can be found again.
      if (notes !== null) notes.cache = 'HIT'
      return
    }
    response.setHeader('x-request-id', requestId)
    for (const [name, value] of headers) response.setHeader(name, value)
    const policy = toDefaultPolicy(request.url ?? '/')
    if (policy !== null) response.setHeader('content-security-policy', policy)
    if (moved !== null) {
      response.writeHead(301, { location: moved + request.url, 'cache-control': 'public, max-age=300' }).end()
      return
    }
    if (options.answerOidc?.(request, response)) return
    if (options.serveLive(request, response, publication.code, request.url ?? '/')) return
    handle(request, response, publication, requestId).catch((error: unknown) => {
      log('error', 'request-failed', { requestId, error })
      if (response.headersSent) response.destroy()
      else {
        for (const name of ['etag', 'content-encoding', 'content-length']) response.removeHeader(name)
        response.setHeader('cache-control', 'no-store')
        const isSilent = error instanceof ContentSilent || error instanceof DeadlineExceeded || toOutage(error) !== null
        if (isSilent) response.setHeader('retry-after', '10')
        refuse(response, isSilent ? 503 : 500, isSilent ? serverTexts.contentSilent : serverTexts.internal)
      }
    })
  }

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    publication: Publication,
    requestId: string,
  ): Promise<void> {
    const target = request.url ?? '/'
    if (target.length > MAX_PATH) return refuse(response, 414, serverTexts.pathTooLong)
    const cut = target.indexOf('?')
    const path = cut === -1 ? target : target.slice(0, cut)
    const search = cut === -1 ? '' : target.slice(cut + 1)
    if (!path.startsWith('/')) return refuse(response, 400, serverTexts.badAddress)
    // A page replaces them by its own.
    if (config.edge !== null)
      for (const [name, value] of Object.entries(toKeyHeaders(config.edge, toFileKeys(publication.code, path))))
        response.setHeader(name, value)

    // A form may be sent to the address of its page: the calls know which pages take one.
    if ((isCall(path) && path !== OFFLINE_PATH) || request.method === 'POST') {
      // The door decides who the publication is; a header of the same name from outside does not.
      setRequestHeader(request, 'x-publication', publication.code)
      setRequestHeader(request, 'x-request-id', requestId)
      await callListener(request, response)
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return refuse(response, 405, serverTexts.methodNotAllowed)
    }
    if (path.startsWith('/_ipx/')) return servePicture(request, response, publication, path, search)
    if (path.startsWith('/_media/'))
      return serveMedia(response, path, search, async (cacheControl) => {
        if (await options.serveStoredMedia(request, response, path, cacheControl)) return
        response.setHeader('cache-control', 'no-store')
        refuse(response, 404, serverTexts.fileNotFound(path))
      })
    if (path.startsWith('/_karte/')) {
      if (await options.serveShareCard(request, response, publication, path)) return
      response.setHeader('cache-control', 'no-store')
      return refuse(response, 404, serverTexts.fileNotFound(path))
    }
    if (path === '/sw.js') return serveWorker(request, response)
    if (path === OFFLINE_PATH)
      return pages.serveOffline(toPageRequest(request, path, '', publication, requestId), response)
    if (path === '/favicon.ico') return serveFile(request, response, `/assets/brand/${publication.code}/favicon.ico`)
    if (isFilePath(path) && path.startsWith('/assets/'))
      return serveMedia(response, path, search, (cacheControl) => serveFile(request, response, path, cacheControl))
    await pages.serve(toPageRequest(request, path, search, publication, requestId), request, response)
  }

  /**
   * A picture whose rights have ended is gone for readers of the publication, and no cache keeps it longer. The office sees it,
   * and pictures of paid texts as well.
   */
  async function servePicture(
    request: IncomingMessage,
    response: ServerResponse,
    { code }: Publication,
    path: string,
    search: string,
  ): Promise<void> {
    const left = await options.rightsLeft(code, path)
    const hasEnded = left !== null && left <= 0
    const isRefused = hasEnded || options.permitMedia(path, search).kind === 'refused'
    if (isRefused && (await options.office?.isOfOffice(request)) === true)
      return options.serveImage(request, response, path, 'private, no-store')
    if (hasEnded) {
      response.setHeader('cache-control', 'no-store')
      return refuse(response, 410, serverTexts.pictureEnded)
    }
    const most = left === null || left > YEAR_SECONDS ? undefined : `public, max-age=${left}`
    return serveMedia(response, path, search, (cacheControl) =>
      options.serveImage(request, response, path, cacheControl ?? most),
    )
  }

  /** Files of paid texts need a signed address (S7.7-03) and may be cached only by this reader's browser. */
  async function serveMedia(
    response: ServerResponse,
    path: string,
    search: string,
    serve: (cacheControl?: string) => Promise<void>,
  ): Promise<void> {
    const permission = options.permitMedia(path, search)
    switch (permission.kind) {
      case 'open':
        return serve()
      case 'signed':
        return serve(`private, max-age=${Math.min(permission.secondsLeft, MOST_KEPT_SECONDS)}`)
      case 'refused':
        response.setHeader('cache-control', 'no-store')
        return refuse(
          response,
          403,
          permission.reason === 'expired' ? serverTexts.mediaExpired : serverTexts.mediaUnsigned,
        )
    }
  }

  /** The worker gets no data from the address, and may load only from this origin. */
  async function serveWorker(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('service-worker-allowed', '/')
    response.setHeader('content-security-policy', "default-src 'none'; connect-src 'self'")
    return serveFile(
      request,
      response,
      config.isServiceWorkerRetired ? '/assets/service-worker-retired.js' : '/assets/service-worker.js',
    )
  }

  async function serveFile(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    cacheControl?: string,
  ): Promise<void> {
    if (await assets.serve(request, response, path, cacheControl)) return
    response.setHeader('cache-control', 'no-store')
    refuse(response, 404, serverTexts.fileNotFound(path))
  }
}

/** Redirects from a further host of the publication to its first one; null: no redirect. */
function toOwnOrigin(
  { method, url = '', headers }: IncomingMessage,
  { code, hosts }: Publication,
  config: Config,
): string | null {
  if (hosts.length < 2 || (method !== 'GET' && method !== 'HEAD') || !url.startsWith('/')) return null
  const name = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (!hosts.includes(name, 1) || url.length > MAX_PATH || isCall(url.replace(/[?].*$/, ''))) return null
  const origin = config.originOf(code)
  // If an origin is configured, the order of the folder's hosts does not decide.
  return new URL(origin).hostname === hosts[0] ? origin : null
}

/** Unique over processes and starts, and cheap: a request served from the page cache costs little more than its id. */
const ID_PREFIX = `${randomBytes(9).toString('base64url')}-`
let lastId = 0

function createRequestId(): string {
  return ID_PREFIX + (lastId++).toString(36)
}

/** Whether an address is no page's. */
export function isCall(path: string): boolean {
  return CALL.test(path) || CALL_FILES.has(path) || FEEDS.test(path)
}

function toPageRequest(
  request: IncomingMessage,
  path: string,
  search: string,
  publication: PageRequest['publication'],
  requestId: string,
): PageRequest {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    path,
    query: new URLSearchParams(search),
    publication,
    userAgent: toUserAgent(request),
    hasConsent: readPersonalisation(request.headers.cookie).hasConsent,
    acceptEncoding: request.headers['accept-encoding']?.toString() ?? '',
    wantsFresh: request.headers['cache-control'] === 'max-age=0',
    requestId,
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.writeHead(status).end(text)
}

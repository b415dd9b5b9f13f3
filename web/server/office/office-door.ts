/**
 * The door of the office: `/redaktion` and everything below it, before the pages of readers. Calls go to the service with two
 * headers that only this door sets (origin and network); every other address gets the shell. On a host that is the office's own,
 * nothing else is served but files and pictures.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { OfficeService } from '@lokalteil/services/office/app'
import { NETWORK_HEADER, ORIGIN_HEADER } from '@lokalteil/services/office/people/visits'
import { officeServerTexts as texts } from '../../app/messages/office/office-server.ts'
import type { Config } from '../config/config.ts'
import { toClientAddress, toNetwork } from '../http/client-address.ts'
import type { Log } from '../http/log.ts'
import { isFromHere } from '../http/from-here.ts'
import { setRequestHeader } from '../http/request-header.ts'
import { baseHeaders } from '../http/security-headers.ts'
import { createOfficeEvents } from './office-events.ts'
import { createOfficePlace } from './office-place.ts'
import { createMailPreviews, type MailPreviewOptions } from './mail-preview.ts'
import { OFFICE_HEADERS, toOfficeShell, type OfficeFiles } from './office-shell.ts'
import { createPreviews, type PreviewOptions } from './preview.ts'

export type OfficeDoorOptions = {
  config: Config
  service: Pick<
    OfficeService,
    'app' | 'findCaller' | 'toDeskCaller' | 'findPreviewPage' | 'keepPreview' | 'findPreview' | 'onEvent'
  >
  /** Null: there is no build of the office. */
  files: OfficeFiles | null
  /** Absent: no preview of drafts. */
  preview?: Pick<PreviewOptions, 'recordsOf' | 'render' | 'now'>
  /** Absent: no preview of newsletters. */
  mails?: Omit<MailPreviewOptions, 'findCaller'>
  log: Log
}

export type OfficeDoor = {
  /** False: not of the office; the portal goes on. */
  serve: (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean
  /** Whether somebody who is signed in at the office asks. */
  isOfOffice: (request: IncomingMessage) => Promise<boolean>
  /** Ends the streams. */
  close: () => void
}

const OFFICE = /^\/redaktion(?:[/?]|$)/
const API = '/redaktion/api'
/** Files that pages of the office and previews load. */
const FILES = /^\/(?:assets|_ipx|_media)\//
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Long, because it lists in order how a request is matched. */
export function createOfficeDoor({ config, service, files, preview, mails, log }: OfficeDoorOptions): OfficeDoor {
  const place = createOfficePlace(config)

  function networkOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for']?.toString()
    return toNetwork(toClientAddress(socket.remoteAddress, forwarded, config.trustedProxies)).slice(0, 60)
  }

  /** Cookies, origin and network; null: the office does not answer at this host. */
  function toServiceRequest(request: IncomingMessage): Request | null {
    const origin = place.originAt(request.headers.host, isFromHere(request))
    if (origin === null) return null
    const headers = {
      cookie: request.headers.cookie ?? '',
      [ORIGIN_HEADER]: origin,
      [NETWORK_HEADER]: networkOf(request),
    }
    return new Request(origin, { headers })
  }

  async function findCaller(request: IncomingMessage) {
    const asked = toServiceRequest(request)
    const known = asked === null ? null : await service.findCaller(asked)
    return known === null || known.lacksSecondFactor ? null : known.caller
  }

  const events = createOfficeEvents({ findPerson: findCaller, onEvent: service.onEvent, log })
  const previews =
    preview === undefined
      ? null
      : createPreviews({
          ...preview,
          toDeskCaller: service.toDeskCaller,
          keepPreview: service.keepPreview,
          findPreview: service.findPreview,
          findSession: async (request) => (await findCaller(request))?.sessionId ?? null,
          findPage: async (request, id) => {
            const asked = toServiceRequest(request)
            return asked === null ? null : service.findPreviewPage(asked, id)
          },
          onError: (error, requestId) => log('error', 'office-preview', { requestId, error }),
        })
  const calls = new Hono()
  if (previews !== null) calls.route('/', previews.app)
  calls.all('*', (c) => service.app.fetch(c.req.raw))
  const call = getRequestListener((request) => calls.fetch(withoutPrefix(request)), { overrideGlobalObjects: false })
  const mailPreviews = mails === undefined ? null : createMailPreviews({ ...mails, findCaller })

  function serveOffice(request: IncomingMessage, response: ServerResponse, origin: string, requestId: string): void {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    const all = {
      ...baseHeaders(origin.startsWith('https:'), config.hsts),
      ...OFFICE_HEADERS,
      'x-request-id': requestId,
    }
    for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
    if (previews?.serve(request, response, requestId) === true) return
    if (mailPreviews?.serve(request, response) === true) return
    if (path === API || path.startsWith(`${API}/`)) {
      response.setHeader('content-security-policy', NOTHING)
      if (path === `${API}/events` && request.method === 'GET') return events.serve(request, response)
      setRequestHeader(request, ORIGIN_HEADER, origin)
      setRequestHeader(request, NETWORK_HEADER, networkOf(request))
      setRequestHeader(request, 'x-request-id', requestId)
      call(request, response).catch((error: unknown) => {
        log('error', 'office-call', { requestId, error })
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      })
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-security-policy': NOTHING }).end()
      return
    }
    const { status, html, headers } = toOfficeShell(files)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(html) })
    response.end(request.method === 'HEAD' ? undefined : html)
  }

  return {
    serve(request, response, requestId) {
      const target = request.url ?? '/'
      if (OFFICE.test(target)) {
        const origin = place.originAt(request.headers.host, isFromHere(request))
        if (origin !== null) {
          serveOffice(request, response, origin, requestId)
          return true
        }
      }
      if (!place.isOwnHost(request.headers.host) || FILES.test(target)) return false
      response.writeHead(404, {
        ...OFFICE_HEADERS,
        'content-type': 'text/plain; charset=utf-8',
        'content-security-policy': NOTHING,
      })
      response.end(texts.notHere)
      return true
    },
    isOfOffice: async (request) => (await findCaller(request)) !== null,
    close: () => events.close(),
  }
}

/** The address without the prefix; the body is passed on unread. */
function withoutPrefix(request: Request): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(API.length) || '/'
  return new Request(url, request)
}

/**
 * A draft of an article or of a front as the page that readers would get: the portal's own loader, with the draft laid over
 * the content API. No script runs in it, so nothing is counted and no third party is asked; only the office may frame it. The
 * page is kept in the database for a minute, for the session that made it, because another process may be asked for it. The page
 * of a link for somebody without an account is drawn at each visit, so that a revoked link shows nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ArticleDraft, RECORDS } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { OFFICE_PREVIEWS } from '@lokalteil/contracts/office/previews'
import { ANONYMOUS_READER, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { mayTouchFront } from '@lokalteil/domain/office/acts'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { OfficeService } from '@lokalteil/services/office/app'
import type { DeskCaller } from '@lokalteil/services/office/context'
import { isRefusal, problem, serveContract, type Refusal } from '@lokalteil/services/platform/serve'
import type { Hono } from 'hono'
import type { Pages } from '../rendering/pages.ts'

export type PreviewOptions = {
  toDeskCaller: OfficeService['toDeskCaller']
  /** Id of the session; null: none, or one that may not work yet. */
  findSession: (request: IncomingMessage) => Promise<string | null>
  /** The page of the link with this id for the sender of the request; null: none. */
  findPage: (request: IncomingMessage, id: string) => ReturnType<OfficeService['findPreviewPage']>
  keepPreview: OfficeService['keepPreview']
  findPreview: OfficeService['findPreview']
  recordsOf: (publication: PublicationCode) => Pick<Client<typeof RECORDS>, 'previewRecord' | 'previewFront'>
  render: Pages['renderPreview']
  now: () => Date
  onError: (error: unknown, requestId: string) => void
}

export type Previews = {
  /** The calls of `OFFICE_PREVIEWS`. */
  app: Hono
  /** False: the address does not belong to a preview. */
  serve: (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean
}

/** 43 characters: the token of a session's preview. 16: the id of a preview link. */
const PAGE = /^\/redaktion\/vorschau\/(?:([\w-]{43})|([\w-]{16}))$/

/** The same limit as for saving a draft. */
const MOST_BYTES = 2_000_000

const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: https:",
  "media-src 'self' https:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-same-origin',
].join('; ')

const USER_AGENTS = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) Lokalteil-Preview',
  mobile: 'Mozilla/5.0 (Linux; Android 15; Mobile) Lokalteil-Preview Mobile',
} as const

const READERS: Readonly<Record<'anonymous' | 'subscriber', ReaderFlags>> = {
  anonymous: ANONYMOUS_READER,
  subscriber: { ...ANONYMOUS_READER, isLoggedIn: true, isPlusUser: true, hasVerifiedEmail: true },
}

type Order = { id: string; draft: ArticleDraft } | { front: string; edits: FrontEdit[] }
type Seen = { reader: keyof typeof READERS; userAgent: string; requestId: string }

const notComplete = (): Refusal => problem(422, 'NOT_COMPLETE', 'The draft makes no page yet')

export function createPreviews(options: PreviewOptions): Previews {
  const { toDeskCaller, findSession, findPage, keepPreview, findPreview, recordsOf, render, now, onError } = options

  /** The answers of the content service with the draft, and the path of its page. */
  async function lay(publication: PublicationCode, order: Order) {
    const records = recordsOf(publication)
    if ('front' in order) {
      const made = await records.previewFront({ body: { path: order.front, edits: order.edits } })
      return made.ok ? { ...made, data: { path: `/${order.front}`, front: made.data.page } } : made
    }
    const made = await records.previewRecord({ body: { ...order, at: now().toISOString() } })
    if (!made.ok) return made
    const { open, full } = made.data
    return { ...made, data: { path: open.path, open, full } }
  }

  async function draw(
    publication: PublicationCode,
    order: Order,
    { reader, ...asked }: Seen,
  ): Promise<string | Refusal> {
    const made = await lay(publication, order)
    if (!made.ok && made.status === 404) return problem(404, 'NOT_FOUND', 'The publication has no such page')
    if (!made.ok && made.status !== 422) return problem(503, 'UNAVAILABLE', 'The content service does not answer')
    if (!made.ok) return notComplete()
    const { path, ...laid } = made.data
    const html = await render(
      { path, publication: publicationOf(publication), ...asked },
      { ...laid, reader: READERS[reader] },
    )
    return html ?? notComplete()
  }

  /** The address of a page for the session that asked. */
  async function keep(
    { publication, sessionId }: DeskCaller,
    order: Order,
    { reader, device, requestId }: { reader: Seen['reader']; device: keyof typeof USER_AGENTS; requestId: string },
  ): Promise<{ url: string } | Refusal> {
    const html = await draw(publication, order, { reader, userAgent: USER_AGENTS[device], requestId })
    if (isRefusal(html)) return html
    const token = await keepPreview(sessionId, html)
    return isRefusal(token) ? token : { url: `/redaktion/vorschau/${token}` }
  }

  async function show(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const sessionId = await findSession(request)
    const html = sessionId === null ? null : await findPreview(sessionId, token)
    if (html === null) return answer(response, 404)
    answer(response, 200, html)
  }

  /** A link is for approval, so it shows the whole text. */
  async function showLinked(request: IncomingMessage, response: ServerResponse, id: string, requestId: string) {
    const shared = await findPage(request, id)
    if (shared === null) return answer(response, 404)
    if (isRefusal(shared)) return answer(response, shared.status)
    const { publication, articleId, draft } = shared
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
    const html = await draw(publication, { id: articleId, draft }, { reader: 'subscriber', userAgent, requestId })
    if (isRefusal(html)) return answer(response, html.status)
    answer(response, 200, html)
  }

  return {
    app: serveContract<typeof OFFICE_PREVIEWS, DeskCaller>(
      OFFICE_PREVIEWS,
      {
        makePreview({ body: { id, draft, ...seen }, context, requestId }) {
          return keep(context, { id, draft }, { ...seen, requestId })
        },
        async makeFrontPreview({ body: { front, edits, ...seen }, context, requestId }) {
          if (!mayTouchFront('makeFrontPreview', context.grants, context.publication, front))
            return problem(403, 'NOT_ALLOWED', 'The front is not among those of the person')
          return keep(context, { front, edits }, { ...seen, requestId })
        },
      },
      {
        base: '/:publication',
        toContext: ({ publication = '' }, request, name) => toDeskCaller(publication, request, name),
        bodyLimits: { makePreview: MOST_BYTES, makeFrontPreview: MOST_BYTES },
        onError,
      },
    ),
    serve(request, response, requestId) {
      const [path = ''] = (request.url ?? '').split('?', 1)
      const [, token, id] = (request.method === 'GET' && PAGE.exec(path)) || []
      if (token === undefined && id === undefined) return false
      response.setHeader('content-security-policy', POLICY)
      response.setHeader('x-frame-options', 'SAMEORIGIN')
      response.setHeader('referrer-policy', 'no-referrer')
      const work = token !== undefined ? show(request, response, token) : showLinked(request, response, id!, requestId)
      work.catch((error: unknown) => {
        onError(error, requestId)
        if (response.headersSent) response.destroy()
        else answer(response, 500)
      })
      return true
    },
  }
}

function answer(response: ServerResponse, status: number, html = ''): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) })
  response.end(html)
}

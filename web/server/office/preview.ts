/**
 * A draft as the page that readers would get: the portal's own loader, with the draft laid over the content API. No script runs in
 * it, so nothing is counted and no third party is asked; only the office may frame it. A preview is kept in memory for a minute,
 * for the session that made it.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RECORDS } from '@lokalteil/contracts/content'
import { ArticleDraft } from '@lokalteil/contracts/content/records'
import { ArticleId } from '@lokalteil/contracts/content/values'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { ANONYMOUS_READER, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { refusalOf, type Grant } from '@lokalteil/domain/office/acts'
import { publicationOf, toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Pages } from '../rendering/pages.ts'

type Caller = { sessionId: string; grants: readonly Grant[]; minutesSinceProof: number }

export type PreviewOptions = {
  /** Null: no session, or one that may not work yet. */
  findCaller: (request: IncomingMessage) => Promise<Caller | null>
  recordsOf: (publication: Mandator) => Pick<Client<typeof RECORDS>, 'previewRecord'>
  render: Pages['renderPreview']
  now: () => Date
}

export type Previews = {
  /** False: the address is of no preview. */
  serve: (request: IncomingMessage, response: ServerResponse, origin: string, requestId: string) => boolean
}

const MAKE = /^\/redaktion\/api\/([a-z0-9-]{1,40})\/preview$/
const SHOW = /^\/redaktion\/vorschau\/([\w-]{43})$/

/** As for a save. */
const MOST_BYTES = 2_000_000
const KEPT_MS = 60_000
const MOST_KEPT = 40

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
  desktop: 'Mozilla/5.0 (X11; Linux x64) Lokalteil-Preview',
  mobile: 'Mozilla/5.0 (Linux; Android 15; Mobile) Lokalteil-Preview Mobile',
} as const

const Order = z.object({
  id: ArticleId,
  draft: ArticleDraft,
  reader: z.enum(['anonymous', 'subscriber']),
  device: z.enum(['desktop', 'mobile']),
})

const SUBSCRIBER: ReaderFlags = { ...ANONYMOUS_READER, isLoggedIn: true, isPlusUser: true, hasVerifiedEmail: true }

export function createPreviews({ findCaller, recordsOf, render, now }: PreviewOptions): Previews {
  const kept = new LRUCache<string, { sessionId: string; html: string }>({ max: MOST_KEPT, ttl: KEPT_MS })

  async function make(
    request: IncomingMessage,
    response: ServerResponse,
    code: string,
    origin: string,
    requestId: string,
  ): Promise<void> {
    const caller = await findCaller(request)
    const publication = toMandator(code)
    const refused = refusalOf('getArticle', {
      grants: caller?.grants ?? null,
      publication,
      minutesSinceProof: caller?.minutesSinceProof ?? 0,
    })
    if (caller === null || refused === 'NOT_SIGNED_IN') return refuse(response, 401, 'NOT_SIGNED_IN')
    if (refused !== null || publication === null) return refuse(response, 403, 'NOT_ALLOWED')
    if (request.headers.origin !== origin) return refuse(response, 403, 'FOREIGN_ORIGIN')
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return refuse(response, 415, 'BAD_REQUEST')
    const text = await readBody(request)
    if (text === null) {
      // What is left of the body is not read.
      response.setHeader('connection', 'close')
      return refuse(response, 413, 'TOO_LARGE')
    }
    const order = Order.safeParse(toJson(text))
    if (!order.success) return refuse(response, 400, 'BAD_REQUEST')
    const { id, draft, reader, device } = order.data
    const made = await recordsOf(publication).previewRecord({ body: { id, draft, at: now().toISOString() } })
    if (!made.ok) return refuse(response, made.status === 422 ? 422 : 502, made.problem.code)
    const { open, full } = made.data
    const html = await render(
      { path: open.path, publication: publicationOf(publication), userAgent: USER_AGENTS[device], requestId },
      { open, full, reader: reader === 'subscriber' ? SUBSCRIBER : ANONYMOUS_READER },
    )
    if (html === null) return refuse(response, 422, 'NOT_COMPLETE')
    const token = randomBytes(32).toString('base64url')
    kept.set(token, { sessionId: caller.sessionId, html })
    answer(response, 200, 'application/json', JSON.stringify({ url: `/redaktion/vorschau/${token}` }))
  }

  async function show(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const caller = await findCaller(request)
    const preview = kept.get(token)
    response.setHeader('x-frame-options', 'SAMEORIGIN')
    if (caller === null || preview?.sessionId !== caller.sessionId)
      return answer(response, 404, 'text/plain; charset=utf-8', '')
    answer(response, 200, 'text/html; charset=utf-8', preview.html)
  }

  return {
    serve(request, response, origin, requestId) {
      const [path = ''] = (request.url ?? '').split('?', 1)
      const code = request.method === 'POST' ? MAKE.exec(path)?.[1] : undefined
      const token = request.method === 'GET' ? SHOW.exec(path)?.[1] : undefined
      const work =
        code !== undefined
          ? make(request, response, code, origin, requestId)
          : token !== undefined
            ? show(request, response, token)
            : null
      if (work === null) return false
      response.setHeader('content-security-policy', POLICY)
      work.catch(() => {
        if (response.headersSent) response.destroy()
        else refuse(response, 500, 'UNAVAILABLE')
      })
      return true
    },
  }
}

/** Null: too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  // The connection stays open for the refusal.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  answer(response, status, 'application/problem+json', JSON.stringify({ status, code, title: 'No preview' }))
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

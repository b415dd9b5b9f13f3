/**
 * Routes of the e-paper on the publication's origin: calls of its pages, the purchase of one issue, and its files. A
 * page picture or the PDF is sent only if the session's reader may open that issue now and the address was signed for
 * this reader. Every refusal is the same and does not reveal what exists. Only covers are public.
 */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import {
  Day,
  EditionId,
  IssueVersion,
  PageNumber,
  RENDITIONS,
  type EPAPER,
  type EpaperFiles,
  type FileResult,
} from '@lokalteil/contracts/epaper'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { EPAPER_FILE_PATHS, PORTAL } from '@lokalteil/contracts/portal'
import { toIssueKey, type IssueId } from '@lokalteil/domain/commerce/issues'
import { toIssuePath } from '@lokalteil/domain/epaper/issues'
import { formatDay } from '@lokalteil/domain/german'
import { publicationOf, type Mandator } from '@lokalteil/domain/publication/publications'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { epaperTexts } from '../../app/messages/rooms/epaper.ts'
import type { Read } from '../../app/page/content-api.ts'
import type { EpaperApi } from '../../app/page/rooms/epaper-api.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toRefusal,
  type PortalApi,
  type PortalCall,
  type Reply,
  type RequestContext,
} from '../api/portal-api.ts'
import { mandatorOf } from '../api/routes.ts'
import { parseByteRange } from '../http/byte-range.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import type { RoomSettings } from '../rendering/rooms/room-settings.ts'
import type { PatientSessions } from '../session/patient-session.ts'
import { readCookie } from '../session/session-cookies.ts'
import type { EpaperSource } from './epaper-source.ts'
import type { IssueRights } from './issue-rights.ts'
import type { SignedIssues } from './signed-issues.ts'

export type EpaperRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  source: EpaperSource
  rights: IssueRights
  signed: SignedIssues
  readSession: PatientSessions
  /** Null: there is no service. */
  serviceOf: ((mandator: Mandator) => Client<typeof EPAPER>) | null
  filesOf: (mandator: Mandator) => EpaperFiles
  platformOf: (mandator: Mandator) => Client<typeof COMMERCE_INTERNAL>
}

const CoverParams = z.object({ edition: EditionId, day: Day, version: IssueVersion })
const ImageParams = CoverParams.extend({
  number: z.coerce.number().pipe(PageNumber),
  rendition: z.enum(RENDITIONS),
})

const COVER_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' } as const
/** Stored by the reader's browser, but revalidated each time, so that it is unusable after logout. */
const FILE_HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Cookie',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, noimageindex',
  'cross-origin-resource-policy': 'same-origin',
} as const

export function createEpaperRoutes(options: EpaperRoutesOptions): Hono<PortalEnv> {
  const { portalApi, source, readSession } = options
  const app = new Hono<PortalEnv>()
  /** If the reader's token expired, it is renewed and the answer carries the new cookies, so that reading continues. */
  async function readAs<T>(
    { mandator, cookies, host }: RequestContext,
    ask: (reader: EpaperApi) => Promise<Read<T>>,
  ): Promise<Reply<T>> {
    const { session, setCookies } = await readSession(mandator, { cookies, host, mayRenew: true })
    const accessToken = session.kind === 'reader' ? session.accessToken : null
    return { ...toAnswer(await ask(source.of(mandator, accessToken))), setCookies }
  }
  portalApi.serve(app, PORTAL.listIssues, { as: 'anyone' }, async ({ context, query }) =>
    toAnswer(await source.of(context.mandator, null).listIssues(query.edition ?? null, query.month ?? null)),
  )
  portalApi.serve(app, PORTAL.readIssue, { as: 'anyone' }, ({ context, params }) =>
    readAs(context, (reader) => reader.readIssue(params)),
  )
  portalApi.serve(app, PORTAL.readIssueArticle, { as: 'anyone' }, ({ context, params }) =>
    readAs(context, (reader) => reader.readArticle(params, params.key)),
  )
  portalApi.serve(app, PORTAL.searchIssueTexts, { as: 'anyone' }, ({ context, query: { q, edition, page } }) =>
    readAs(context, (reader) => reader.search({ term: q, edition: edition ?? null, page })),
  )
  portalApi.serve(app, PORTAL.buyIssue, { as: 'reader' }, (call) => buyIssue(options, call))

  app.get(toHonoPath(EPAPER_FILE_PATHS.cover), async (c) => {
    const params = CoverParams.safeParse(c.req.param())
    const files = filesOf(options, mandatorOf(c.req))
    if (!params.success || files === null) return refuseFile(404)
    return toFile(c, await files.getCover(params.data), COVER_HEADERS)
  })
  app.get(toHonoPath(EPAPER_FILE_PATHS.pageImage), async (c) => {
    const params = ImageParams.safeParse(c.req.param())
    if (!params.success) return refuseFile(404)
    const { number, rendition, ...issue } = params.data
    return admit(options, c, issue, (files) => files.getPageImage(issue, number, rendition, c.req.raw.signal))
  })
  app.get(toHonoPath(EPAPER_FILE_PATHS.pdf), async (c) => {
    const params = CoverParams.safeParse(c.req.param())
    if (!params.success) return refuseFile(404)
    const mandator = mandatorOf(c.req)
    const { edition, day } = params.data
    const name = `${publicationOf(mandator).name.replace(/[^\w.-]+/g, '-')}-${edition}-${day}.pdf`
    return admit(options, c, params.data, (files) => files.getPdf(params.data, c.req.raw.signal), {
      'content-disposition': `attachment; filename="${name}"`,
    })
  })
  return app
}

function filesOf({ rooms, serviceOf, filesOf: of }: EpaperRoutesOptions, mandator: Mandator): EpaperFiles | null {
  return serviceOf === null || rooms.of(mandator, 'epaper') === null ? null : of(mandator)
}

/** The same refusal for every reason, so that it does not reveal what exists. */
async function admit(
  options: EpaperRoutesOptions,
  c: Context<PortalEnv>,
  issue: IssueId,
  get: (files: EpaperFiles) => Promise<FileResult>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const mandator = mandatorOf(c.req)
  const files = filesOf(options, mandator)
  if (files === null) return refuseFile(404)
  const reader = await options.rights.admit(mandator, readCookie(c.req.header('cookie'), 'FA_ACCESS_TOKEN'), issue)
  if (reader === 'unavailable') return refuseFile(503)
  if (reader === null) return refuseFile(403)
  const { pathname, search } = new URL(c.req.url)
  if (!options.signed.verify({ mandator, sub: reader.sub }, pathname, search.slice(1))) return refuseFile(403)
  return toFile(c, await get(files), { ...FILE_HEADERS, ...headers })
}

async function toFile(
  c: Context<PortalEnv>,
  found: FileResult,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  if (!found.ok) return refuseFile(found.status === 404 ? 404 : 503)
  const { response } = found
  const answer = new Headers({ ...headers, 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' })
  const etag = response.headers.get('etag')
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  answer.set('content-type', response.headers.get('content-type') ?? 'application/octet-stream')
  if (etag !== null) answer.set('etag', etag)
  if (etag !== null && c.req.header('if-none-match') === etag) {
    await response.body?.cancel()
    return new Response(null, { status: 304, headers: answer })
  }
  const ifRange = c.req.header('if-range')
  const isWhole = Number.isNaN(length) || (ifRange !== undefined && ifRange !== etag)
  const range = isWhole ? null : parseByteRange(c.req.header('range'), length)
  if (range === 'unsatisfiable') {
    await response.body?.cancel()
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${length}` } })
  }
  if (range === null) {
    if (!Number.isNaN(length)) answer.set('content-length', String(length))
    return new Response(response.body, { status: 200, headers: answer })
  }
  const { first, last } = range
  answer.set('content-range', `bytes ${first}-${last}/${length}`)
  answer.set('content-length', String(last - first + 1))
  return new Response(response.body?.pipeThrough(cut(first, last)) ?? null, { status: 206, headers: answer })
}

/** Passes bytes `first` to `last` of a stream, without buffering. */
function cut(first: number, last: number): TransformStream<Uint8Array, Uint8Array> {
  let at = 0
  return new TransformStream({
    transform(chunk, controller) {
      const piece = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at))
      at += chunk.length
      if (piece.length > 0) controller.enqueue(piece)
      if (at > last) controller.terminate()
    },
  })
}

function refuseFile(status: 403 | 404 | 503): Response {
  const headers = { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' }
  const texts = epaperTexts.files
  return new Response(status === 404 ? texts.missing : status === 403 ? texts.refused : texts.unanswered, {
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '5' } : headers,
  })
}

function toAnswer<T>(read: Read<T>): Reply<T> {
  if (read.ok) return reply(read.data)
  return read.status === 404 || read.status === 400
    ? refusal(404, 'NO_ISSUE', 'There is no such issue')
    : refusal(503, 'UNAVAILABLE', 'The e-paper does not answer', { retryAfter: '5' })
}

/** The price is the issue's. If the page showed another one, the purchase is refused and nothing is charged. */
async function buyIssue(
  { rooms, rights, serviceOf, platformOf }: EpaperRoutesOptions,
  { principal, params, body }: PortalCall<typeof PORTAL.buyIssue, 'reader'>,
): Promise<Reply<{ availableCreditCount: number }>> {
  const { mandator, sub, flags } = principal
  if (serviceOf === null || rooms.of(mandator, 'epaper') === null) return refusal(404, 'NO_ISSUE', 'No such issue')
  const found = await serviceOf(mandator).getIssue({ params })
  if (!found.ok) return toRefusal(found)
  const { issue } = found.data
  const { coins } = issue
  if (coins === null) return refusal(404, 'NOT_FOR_SALE', 'The issue is not sold alone')
  if (flags.isEpaperUser) return refusal(409, 'ALREADY_READABLE', 'This reader opens every issue')
  const right = await rights.decide(mandator, { sub, flags }, issue, coins)
  if (right === 'unavailable') return refusal(503, 'UNAVAILABLE', 'Nobody can say', { retryAfter: '5' })
  if (right.kind === 'locked' && body.coins !== coins)
    return refusal(400, 'WRONG_AMOUNT', 'The issue costs another number of coins', { extra: { coinsAmount: coins } })
  const title = epaperTexts.issueTitle(issue.editionName, formatDay(new Date(`${issue.day}T12:00:00Z`)))
  const bought = await platformOf(mandator).buyIssue({
    params: { sub },
    body: {
      issueKey: toIssueKey(issue),
      title: title.slice(0, 300),
      path: toIssuePath(issue),
      price: coins,
      idempotencyKey: body.idempotencyKey,
    },
  })
  if (!bought.ok)
    return bought.status === 404 ? refusal(402, 'NO_CREDITS', 'The reader has no coins') : toRefusal(bought)
  const { availableCreditCount, isNew } = bought.data
  return isNew
    ? reply({ availableCreditCount })
    : refusal(409, 'ALREADY_BOUGHT', 'The issue was bought before; nothing was charged', {
        extra: { availableCreditCount },
      })
}

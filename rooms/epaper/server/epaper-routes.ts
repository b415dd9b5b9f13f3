/**
 * Routes of the e-paper on the publication's origin: the purchase of one issue, and its files. A
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
} from '../contract/epaper.ts'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { EPAPER_FILE_PATHS, ISSUE_PURCHASES } from '../contract/calls.ts'
import { toIssueKey, type IssueId } from '@lokalteil/domain/commerce/issues'
import { toIssuePath } from '../domain/issues.ts'
import { formatDay } from '@lokalteil/domain/german'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { epaperTexts } from '../app/epaper-texts.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toRefusal,
  type PortalApi,
  type PortalCall,
  type Reply,
} from '@lokalteil/web/server/api/portal-api'
import { publicationCodeOf } from '@lokalteil/web/server/api/routes'
import { parseByteRange } from '@lokalteil/web/server/http/byte-range'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import type { RoomSettings } from '@lokalteil/web/server/rendering/rooms/room-settings'
import type { IssueRights } from './issue-rights.ts'
import type { SignedIssues } from './signed-issues.ts'

export type EpaperRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  rights: IssueRights
  signed: SignedIssues
  /** Null: there is no service. */
  serviceOf: ((publication: PublicationCode) => Client<typeof EPAPER>) | null
  filesOf: (publication: PublicationCode) => EpaperFiles
  platformOf: (publication: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
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
  const app = new Hono<PortalEnv>()
  options.portalApi.serve(app, ISSUE_PURCHASES.buyIssue, { as: 'reader' }, (call) => buyIssue(options, call))

  app.get(toHonoPath(EPAPER_FILE_PATHS.cover), async (c) => {
    const params = CoverParams.safeParse(c.req.param())
    const files = filesOf(options, publicationCodeOf(c.req))
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
    const publication = publicationCodeOf(c.req)
    const { edition, day } = params.data
    const name = `${publicationOf(publication).name.replace(/[^\w.-]+/g, '-')}-${edition}-${day}.pdf`
    return admit(options, c, params.data, (files) => files.getPdf(params.data, c.req.raw.signal), {
      'content-disposition': `attachment; filename="${name}"`,
    })
  })
  return app
}

function filesOf(
  { rooms, serviceOf, filesOf: of }: EpaperRoutesOptions,
  publication: PublicationCode,
): EpaperFiles | null {
  return serviceOf === null || rooms.of(publication, 'epaper') === null ? null : of(publication)
}

/** The same refusal for every reason, so that it does not reveal which issues exist. */
async function admit(
  options: EpaperRoutesOptions,
  c: Context<PortalEnv>,
  issue: IssueId,
  get: (files: EpaperFiles) => Promise<FileResult>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const publication = publicationCodeOf(c.req)
  const files = filesOf(options, publication)
  if (files === null) return refuseFile(404)
  const reader = await options.rights.admit(publication, options.portalApi.accessTokenOf(c.req.header('cookie')), issue)
  if (reader === 'unavailable') return refuseFile(503)
  if (reader === null) return refuseFile(403)
  const { pathname, search } = new URL(c.req.url)
  if (!options.signed.verify({ publication, sub: reader.sub }, pathname, search.slice(1))) return refuseFile(403)
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

/** The price is the issue's. If the page showed another one, the purchase is refused and nothing is charged. */
async function buyIssue(
  { rooms, rights, serviceOf, platformOf }: EpaperRoutesOptions,
  { principal, params, body }: PortalCall<typeof ISSUE_PURCHASES.buyIssue, 'reader'>,
): Promise<Reply<{ availableCreditCount: number }>> {
  const { publication, sub, flags } = principal
  if (serviceOf === null || rooms.of(publication, 'epaper') === null) return refusal(404, 'NO_ISSUE', 'No such issue')
  const found = await serviceOf(publication).getIssue({ params })
  if (!found.ok) return toRefusal(found)
  const { issue } = found.data
  const { coins } = issue
  if (coins === null) return refusal(404, 'NOT_FOR_SALE', 'The issue is not sold alone')
  if (flags.isEpaperUser) return refusal(409, 'ALREADY_READABLE', 'This reader opens every issue')
  const right = await rights.decide(publication, { sub, flags }, issue, coins)
  if (right === 'unavailable') return refusal(503, 'UNAVAILABLE', 'Nobody can say', { retryAfter: '5' })
  if (right.kind === 'locked' && body.coins !== coins)
    return refusal(400, 'WRONG_AMOUNT', 'The issue costs another number of coins', { extra: { coinsAmount: coins } })
  const title = epaperTexts.issueTitle(issue.editionName, formatDay(new Date(`${issue.day}T12:00:00Z`)))
  const bought = await platformOf(publication).buyIssue({
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

/**
 * Routes for the files of issues and for uploads (`EPAPER_FILES`). They carry bytes, so they are not endpoints of a
 * JSON contract.
 */
import {
  Day,
  EditionId,
  EPAPER_FILES,
  IssueVersion,
  PageNumber,
  RENDITIONS,
  type IssueState,
} from '../../contract/epaper.ts'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import { toHonoPath, toProblemResponse } from '@lokalteil/services/platform/endpoint-http'
import { isRefusal, problem, toKeyCheck, toOutageRefusal, type Refusal } from '@lokalteil/services/platform/serve'
import type { EpaperContext } from '../context.ts'
import { receiveDelivery } from '../delivery/receive-delivery.ts'
import type { FileName } from '../schema.ts'
import { getDelivery } from '../store/deliveries.ts'
import { getFile, readFile } from '../store/files.ts'
import { getIssue } from '../store/issues.ts'
import { toState } from '../views.ts'
import { findIssue, listEditionIds, NO_ISSUE, type Asked } from './public-routes.ts'

const Issue = z.object({ edition: EditionId, day: Day })
const Version = Issue.extend({ version: IssueVersion })
const Image = Version.extend({
  number: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .pipe(PageNumber),
  rendition: z.enum(RENDITIONS),
})
const Query = z.strictObject({
  coins: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of coins, like 2')
    .transform(Number)
    .pipe(z.number().max(1000))
    .optional(),
})

/** The address contains the version, so its content never changes. */
const FOR_EVER = 'max-age=31536000, immutable'

type Answer = Response | Refusal

export function createFileRoutes(
  context: EpaperContext,
  options: { serviceKey: string; toAsked: (publication: string) => Asked | Refusal },
): Hono {
  const isKey = toKeyCheck(options.serviceKey)
  const app = new Hono()
  const serve = (
    method: 'GET' | 'PUT',
    path: string,
    isOpen: boolean,
    handle: (c: Context, asked: Asked) => Promise<Answer>,
  ) =>
    app.on(method, `/:publication${toHonoPath(path)}`, async (c) => {
      try {
        const asked = options.toAsked(c.req.param('publication') ?? '')
        if (isRefusal(asked)) return toResponse(asked)
        if (!isOpen && !isKey(c.req.header('authorization') ?? null))
          return toResponse(
            problem(401, 'UNAUTHORISED', 'The service key is missing or wrong', { 'www-authenticate': 'Bearer' }),
          )
        const answer = await handle(c, asked)
        return isRefusal(answer) ? toResponse(answer) : answer
      } catch (error) {
        const outage = toOutage(error)
        if (outage !== null) return toResponse(toOutageRefusal(outage))
        context.onError(error, 'epaper-files')
        return toResponse(problem(500, 'INTERNAL', 'The service failed'))
      }
    })

  serve('GET', EPAPER_FILES.cover, true, async (c, asked) => {
    const params = Version.safeParse(c.req.param())
    return params.success
      ? sendFile(context, asked, params.data, 'cover', c.req.raw, `public, ${FOR_EVER}`)
      : problem(404, 'NOT_FOUND', 'No such cover')
  })
  serve('GET', EPAPER_FILES.pageImage, false, async (c, asked) => {
    const params = Image.safeParse(c.req.param())
    if (!params.success) return problem(404, 'NOT_FOUND', 'No such page')
    const { number, rendition } = params.data
    return sendFile(context, asked, params.data, `${number}/${rendition}`, c.req.raw, `private, ${FOR_EVER}`)
  })
  serve('GET', EPAPER_FILES.pdf, false, async (c, asked) => {
    const params = Version.safeParse(c.req.param())
    return params.success
      ? sendFile(context, asked, params.data, 'pdf', c.req.raw, 'private, no-store')
      : problem(404, 'NOT_FOUND', 'No such PDF')
  })
  serve('PUT', EPAPER_FILES.delivery, false, (c, asked) => takeDelivery(context, c, asked))
  return app
}

async function sendFile(
  context: EpaperContext,
  asked: Asked,
  wanted: z.output<typeof Version>,
  name: FileName,
  request: Request,
  cacheControl: string,
): Promise<Answer> {
  const issue = await findIssue(context, asked, wanted)
  if (issue === null || issue.version !== wanted.version) return NO_ISSUE()
  const file = await getFile(context.db, issue.drawing, name)
  if (file === null) return problem(404, 'NOT_FOUND', 'No such file')
  const etag = `"${issue.version}-${name.replace('/', '-')}"`
  const headers = { etag, 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const pieces = readFile(context, issue.drawing, name, file)
  // The first piece is read before the response starts: a missing piece then gives an error instead of half a picture.
  const first = await pieces.next()
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => (first.done === true ? stream.close() : stream.enqueue(first.value)),
    async pull(stream) {
      const piece = await pieces.next()
      if (piece.done === true) stream.close()
      else stream.enqueue(piece.value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
  return new Response(body, {
    headers: { ...headers, 'content-type': file.media_type, 'content-length': String(file.bytes) },
  })
}

async function takeDelivery(context: EpaperContext, c: Context, asked: Asked): Promise<Answer> {
  const params = Issue.safeParse(c.req.param())
  if (!params.success) return problem(400, 'BAD_REQUEST', params.error.issues[0]!.message)
  const query = Query.safeParse(c.req.query())
  if (!query.success) return problem(400, 'BAD_REQUEST', query.error.issues[0]!.message)
  const { edition, day } = params.data
  if (listEditionIds(asked, edition).length === 0)
    return problem(404, 'NO_EDITION', `rooms.yaml names no edition ${edition}`)
  const outcome = await receiveDelivery(
    context,
    asked.publication,
    { edition, day },
    c.req.raw,
    query.data.coins ?? null,
  )
  if (typeof outcome !== 'string') return outcome
  const [issue, delivery] = await Promise.all([
    getIssue(context.db, asked.publication, { edition, day }),
    getDelivery(context.db, asked.publication, { edition, day }),
  ])
  const state: IssueState = toState(asked.settings, { edition, day }, issue, delivery)
  return Response.json(state, { status: outcome === 'new' ? 202 : 200, headers: { 'cache-control': 'no-store' } })
}

function toResponse({ status, code, title, headers }: Refusal): Response {
  return toProblemResponse({ status, code, title }, { 'cache-control': 'no-store', ...headers })
}

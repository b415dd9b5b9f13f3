/**
 * The HTTP endpoint for agencies that push: `POST /documents?publication=ak` (further codes carry the document, too)
 * with the document as it is (JSON, XML, one JSON per line) and `Authorization: Bearer KEY`. Answers for each document
 * its outcome and the parts left out: 200 if at least one was taken or understood as a note for editors, 422 if none
 * could be used, 503 if the content service is away. At most 5 MB per request and a limited number of requests a
 * minute.
 */
import type { Pushed } from '@lokalteil/contracts/publication/sources'
import { toPublicationCode, listPublicationCodes } from '@lokalteil/domain/publication/publications'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createTokenBuckets } from '../platform/limits/memory-windows.ts'
import { readBytes } from '../platform/request-body.ts'
import { toKeyCheck } from '../platform/serve.ts'
import { DeliveryStopped, createDelivery, readOwnMapping } from './delivery/deliver.ts'
import type { ContentClients, DeliveryResult } from './delivery/deliver.ts'
import { createRoomDelivery, type RoomServices } from './delivery/deliver-room.ts'
import { createImporter, merge } from './delivery/importer.ts'
import type { ImportReport } from './delivery/importer.ts'
import { readDefaultMapping, type Mapping } from './delivery/mapping.ts'
import { parseBytes } from './formats/parse.ts'
import { createPictureStore } from './delivery/pictures.ts'
import { MAX_DOCUMENT } from './formats/recognise.ts'
import { charsetOf } from './formats/text-encoding.ts'

export type ImportClients = ContentClients & { internal: Parameters<typeof readOwnMapping>[0] }

export type ImportAppOptions = {
  clientsOf: (publication: PublicationCode) => ImportClients
  /** Services for documents that are no articles; absent: such documents are refused. */
  roomsOf?: RoomServices
  key: string
  dataDir: string
  /** Stores a picture. */
  keepPicture?: (path: string, bytes: Uint8Array) => Promise<void>
  /** Whether pictures named in documents are fetched. */
  isFetchingPictures?: boolean
  isPaid?: boolean
  /** `pushed` of the publication's `sources.yaml`. */
  rulesOf?: (publication: PublicationCode) => Pushed | undefined
  requestsPerMinute?: number
  now?: () => Date
  onError?: (error: unknown, requestId: string) => void
}

const TYPES =
  /^(?:application\/(?:[\w.+-]+\+)?(?:json|xml)|application\/(?:x-ndjson|jsonl|json-seq)|text\/(?:xml|json|plain|csv))\s*(?:;|$)/i
/** Requests in the queue (back-pressure); parsing and writing run one at a time. */
const MAX_WAITING = 16
/** Milliseconds for which a publication's mapping is cached. */
const MAPPING_MS = 2000

/** Long, because its routes share mapping, pictures and the running import. */
export function createImportApp(options: ImportAppOptions): Hono {
  const app = new Hono()
  const defaultMapping = readDefaultMapping()
  const now = options.now ?? (() => new Date())
  const pictures = createPictureStore({
    dataDir: options.dataDir,
    isFetching: options.isFetchingPictures ?? false,
    isNamingLeft: true,
    keep: options.keepPicture,
  })
  const isKey = toKeyCheck(options.key)
  const perMinute = options.requestsPerMinute ?? 240
  const limiter = createLimiter(createTokenBuckets(1), now)
  const request = { key: 'documents', budget: { most: perMinute, windowMs: 60_000 } }
  const mappings = new Map<PublicationCode, { at: number; mapping: Mapping | null }>()
  /**
   * Cached as long as other settings that `apply` changes, so that a delivery of many documents does not ask for each.
   */
  const mappingOf = async (
    publication: PublicationCode,
    content: ImportClients['internal'],
  ): Promise<Mapping | null> => {
    const time = now().getTime()
    const known = mappings.get(publication)
    if (known !== undefined && Math.abs(time - known.at) < MAPPING_MS) return known.mapping
    const mapping = await readOwnMapping(content)
    mappings.set(publication, { at: time, mapping })
    return mapping
  }
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()

  app.post('/documents', async (context) => {
    const { req } = context
    const authorization = req.header('authorization') ?? ''
    if (!isKey(authorization)) {
      const title =
        authorization === ''
          ? 'The ingest key is missing: send it as "Authorization: Bearer KEY"'
          : 'The ingest key is wrong'
      return problem(401, 'UNAUTHORISED', title, { 'www-authenticate': 'Bearer' })
    }
    if ((await limiter.take([request])) !== null)
      return problem(429, 'TOO_MANY_REQUESTS', `More than ${perMinute} requests a minute`, { 'retry-after': '5' })
    const named = (req.queries('publication') ?? []).flatMap((value) => value.split(','))
    const unknown = named.find((value) => toPublicationCode(value) === null)
    const [publication, ...carriers] = named.map(toPublicationCode).filter((code) => code !== null)
    if (publication === undefined || unknown !== undefined) {
      const title =
        unknown === undefined ? 'The query names no publication' : `There is no publication ${quote(unknown)}`
      return problem(422, 'UNKNOWN_PUBLICATION', `${title}; ?publication= takes ${listPublicationCodes().join(', ')}`)
    }
    const type = req.header('content-type') ?? ''
    if (!TYPES.test(type)) {
      const title = type === '' ? 'The content type is missing' : `The content type ${quote(type)} is not taken`
      return problem(
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        `${title}; send application/json, application/xml, text/xml, text/csv or application/x-ndjson`,
      )
    }
    const body = await readBytes(req.raw, MAX_DOCUMENT)
    if (body === null)
      return problem(413, 'TOO_LARGE', `The body is larger than ${MAX_DOCUMENT} bytes; send fewer documents at once`)
    if (body.length === 0) return problem(400, 'BAD_REQUEST', 'The body is empty')
    if (waiting >= MAX_WAITING) return problem(503, 'BUSY', 'Too many deliveries at once', { 'retry-after': '2' })

    waiting += 1
    const work = turn.then(async () => {
      const time = now()
      const parsed = await parseBytes(body, { now: time, fallbackDate: time, charset: charsetOf(type) })
      const clients = options.clientsOf(publication)
      const delivery = createDelivery({
        publication,
        carriers,
        clients,
        mapping: (await mappingOf(publication, clients.internal)) ?? defaultMapping,
        isPaid: options.isPaid ?? false,
        ...options.rulesOf?.(publication),
      })
      const importer = createImporter({
        delivery,
        rooms: createRoomDelivery([publication, ...carriers], options.roomsOf),
        pictures,
        dataDir: options.dataDir,
        arrival: { publications: [publication, ...carriers], isPaid: options.isPaid ?? false, source: '' },
        now,
      })
      const report = await importer.add(parsed, { name: `POST ${publication}`, folder: null })
      merge(report, await importer.finish())
      return { report, remarks: parsed.remarks ?? [] }
    })
    turn = work.catch(() => {})
    try {
      const { report, remarks } = await work
      const results = toResults(report)
      // Notes for editors count as understood, so that the sender does not repeat them. Remarks about the whole
      // delivery name the encoding it was read in.
      const notes = remarks.length === 0 ? {} : { notes: remarks }
      if (results.some(({ outcome }) => outcome !== 'refused'))
        return Response.json({ results, ...notes }, { headers: { 'cache-control': 'no-store' } })
      return problem(422, 'UNUSABLE', results[0]?.reason ?? 'No document in it', {}, { results, ...notes })
    } catch (error) {
      if (error instanceof DeliveryStopped) return problem(503, 'UNAVAILABLE', error.message, { 'retry-after': '30' })
      options.onError?.(error, req.header('x-request-id') ?? '')
      return problem(500, 'INTERNAL', 'The import failed')
    } finally {
      waiting -= 1
    }
  })
  app.all('/documents', () => problem(405, 'METHOD_NOT_ALLOWED', 'Documents are posted', { allow: 'POST' }))
  app.notFound(() => problem(404, 'NOT_FOUND', 'No such address'))
  return app
}

type Result = {
  sourceId: string
  outcome: DeliveryResult['outcome'] | 'put-aside'
  id: string | null
  reason: string
  /** Parts of the source that are not in the article, or had to be guessed. */
  notes: string[]
}

function toResults(report: ImportReport): Result[] {
  const notes = Map.groupBy(report.notes, ({ sourceId }) => sourceId)
  const notesOf = (sourceId: string) => (notes.get(sourceId) ?? []).map(({ note }) => note)
  return [
    ...report.results
      .filter(({ outcome }) => outcome !== 'refused')
      .map(({ sourceId, outcome, id, reason }) => ({ sourceId, outcome, id, reason, notes: notesOf(sourceId) })),
    ...report.refusals.map(({ sourceId, outcome, reason }) => ({ sourceId, outcome, id: null, reason, notes: [] })),
  ]
}

/** Quotes the sender's text for an answer: short and without special characters. */
function quote(text: string): string {
  return `"${text.replace(/[^\w/+.;= -]/g, '?').slice(0, 60)}"`
}

function problem(
  status: number,
  code: string,
  title: string,
  headers: Record<string, string> = {},
  more: object = {},
): Response {
  return new Response(JSON.stringify({ status, code, title, ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}

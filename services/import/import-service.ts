/**
 * Scheduled imports: the sources of the publications as jobs, and the office's endpoints for them and for kept
 * documents. Uses the same importer as the command and the HTTP endpoint.
 */
import { join } from 'node:path'
import { IMPORTS, IMPORTS_INFO } from '@lokalteil/contracts/imports'
import type { KeptDocument, SourceState } from '@lokalteil/contracts/imports'
import type { PublicationDirectory } from '@lokalteil/contracts/publication/directory'
import { toInterval } from '@lokalteil/contracts/publication/sources'
import type { Source } from '@lokalteil/contracts/publication/sources'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { problem, type BoundHandlers } from '../platform/serve.ts'
import { partFor, serveParts } from '../platform/service.ts'
import { createDelivery, DeliveryStopped } from './delivery/deliver.ts'
import type { ContentClients } from './delivery/deliver.ts'
import { createRoomDelivery, type RoomServices } from './delivery/deliver-room.ts'
import { createImporter } from './delivery/importer.ts'
import type { Importer } from './delivery/importer.ts'
import { createOwnMapping, readDefaultMapping, type Mapping } from './delivery/mapping.ts'
import { createPictureStore, fetchBytes } from './delivery/pictures.ts'
import type { Fetched, PictureStore } from './delivery/pictures.ts'
import { countRejects, listRejects, retryReject } from './delivery/rejects.ts'
import type { Reject } from './delivery/rejects.ts'
import type { Arrival } from './delivery/set-aside.ts'
import { withDress } from './polling/dress-document.ts'
import { pollFeed } from './polling/poll-feed.ts'
import { countRejected, pollFolder } from './polling/poll-folder.ts'
import type { PollOutcome } from './polling/poll-state.ts'
import { NOTHING } from './polling/poll-state.ts'
import { openSourceJobs } from './polling/source-jobs.ts'
import type { SourceJobs } from './polling/source-jobs.ts'

export type ImportServiceOptions = {
  database: Database
  directory: PublicationDirectory
  serviceKey: string
  clientsOf: (publication: PublicationCode) => ContentClients
  /** Services for documents that are no articles; absent: such documents are refused. */
  roomsOf?: RoomServices
  dataDir: string
  keepPicture: (path: string, bytes: Uint8Array) => Promise<void>
  /** Allow-list of hosts in the publisher's own network; other non-public hosts are refused. */
  internalHosts: ReadonlySet<string>
  /** `sources.yaml` may only name folders below these. */
  importDirs: readonly string[]
  fetchPicture?: (address: string) => Promise<Fetched>
  now: () => Date
  random?: () => number
  checkAnswers?: boolean
  onError: (error: unknown, requestId: string) => void
}

export type ImportService = { app: Hono; jobs: SourceJobs; start: () => void; close: () => Promise<void> }

type Context = ImporterOptions & { jobs: SourceJobs; keptIn: string }
/** `defaultMapping`: for publications without a mapping; read once. */
type ImporterOptions = ImportServiceOptions & { pictures: Pictures; defaultMapping: Mapping }
type Pictures = (source: Source | undefined) => PictureStore

export async function createImportService(options: ImportServiceOptions): Promise<ImportService> {
  const keptIn = join(options.dataDir, 'import')
  const end = new AbortController()
  const importerOptions = {
    ...options,
    pictures: openPictures(options, end.signal),
    defaultMapping: readDefaultMapping(),
  }
  const jobs = await openSourceJobs({
    database: options.database,
    directory: options.directory,
    now: options.now,
    random: options.random ?? Math.random,
    onError: options.onError,
    async poll({ publication, source }, state, isOurs): Promise<PollOutcome> {
      const isMine = () => isOurs() && !end.signal.aborted
      const importer = openImporter(importerOptions, keptIn, publication, source)
      const { now, internalHosts } = options
      const { feed, folder = '' } = source
      if (feed !== undefined)
        return pollFeed({ ...source, feed }, state, {
          importer,
          now: now(),
          internalHosts,
          isMine,
          signal: end.signal,
        })
      return pollFolder(folder, state, { importer, now, isMine }, options.importDirs)
    },
  })
  const context: Context = { ...importerOptions, jobs, keptIn }
  return {
    app: serveParts(context, options, IMPORTS_INFO, [partFor(IMPORTS, HANDLERS, () => null, { base: '' })]),
    jobs,
    start: jobs.start,
    async close() {
      // Aborts requests to outside hosts, so that the shutdown does not wait for them.
      end.abort()
      await jobs.close()
    },
  }
}

function openPictures(
  { dataDir, keepPicture: keep, fetchPicture, internalHosts }: ImportServiceOptions,
  signal: AbortSignal,
): Pictures {
  const get = async (address: string): Promise<Fetched> => {
    const fetched = await (fetchPicture?.(address) ?? fetchBytes(address, internalHosts, signal))
    // The process is ending: do not import the article without a picture that only lacked time.
    signal.throwIfAborted()
    return fetched
  }
  const toStore = (isFetching: boolean) => createPictureStore({ dataDir, isFetching, keep, fetchBytes: get })
  // Cached for the life of the process: a changed feed names the pictures of all its articles again.
  const ofFeeds = toStore(true)
  return (source) => {
    if (source?.feed !== undefined && source.pictures) return ofFeeds
    // Not cached: in a folder the same name may be another picture next time.
    return toStore(source?.pictures ?? false)
  }
}

/** `source` undefined: for documents that arrived another way. */
function openImporter(
  options: ImporterOptions,
  keptIn: string,
  publication: PublicationCode,
  source: Source | undefined,
  arrival: Omit<Arrival, 'origin'> = {
    publications: [publication],
    isPaid: source?.paid ?? false,
    source: source?.id ?? '',
  },
): Importer {
  const { sections = [], mapping } = options.directory.find(publication)?.folder.taxonomy ?? {}
  const importer = createImporter({
    delivery: createDelivery({
      publication,
      carriers: arrival.publications.filter((code) => code !== publication),
      clients: options.clientsOf(publication),
      mapping: mapping === undefined ? options.defaultMapping : createOwnMapping(mapping),
      isPaid: arrival.isPaid,
      standard: source?.section === undefined ? undefined : { path: source.section, own: sections },
      arrive: source?.arrive,
      update: source?.update,
    }),
    rooms: createRoomDelivery(
      [publication, ...arrival.publications.filter((code) => code !== publication)],
      options.roomsOf,
    ),
    pictures: options.pictures(source),
    dataDir: options.dataDir,
    keptIn,
    arrival,
    now: options.now,
    // A watched folder keeps its own files.
    isKeeping: source?.folder === undefined,
  })
  return withDress(importer, source)
}

const MOST_LISTED = 500

const HANDLERS: BoundHandlers<Context, typeof IMPORTS, null> = {
  async listSources({ jobs, keptIn, importDirs }, { query }) {
    const listed = await jobs.list()
    const wanted = listed.filter(
      ({ known }) => query.publication === undefined || known.publication === query.publication,
    )
    const sources = await Promise.all(
      wanted.map(async (one) => {
        const { folder } = one.known.source
        return toSourceState(one, folder === undefined ? 0 : await countRejected(folder, importDirs))
      }),
    )
    return { sources, kept: toOutcomes(await countRejects(keptIn)) }
  },
  async pollSource({ jobs }, { params }) {
    const isThere = await jobs.pollNow(params.publication, params.id)
    return isThere ? { due: true as const } : problem(404, 'NOT_FOUND', 'There is no such source')
  },
  async listKept({ keptIn }, { query }) {
    const all = await listRejects(keptIn)
    const documents = all.filter(
      ({ arrival }) => query.publication === undefined || arrival.publications.includes(query.publication),
    )
    const count = (wanted: Reject['outcome']) => documents.filter(({ outcome }) => outcome === wanted).length
    return {
      documents: documents.slice(0, MOST_LISTED).map(toKeptDocument),
      kept: { refused: count('refused'), putAside: count('put-aside') },
    }
  },
  async retryKept(context, { body }) {
    const { keptIn, directory, now } = context
    const all = await listRejects(keptIn, new Set(body.ids))
    const results = []
    for (const id of new Set(body.ids)) {
      const reject = all.find((one) => one.id === id)
      const owner = reject?.arrival.publications[0]
      if (reject === undefined)
        results.push({ id, outcome: 'unknown' as const, reason: 'nothing is kept under this id' })
      else if (owner === undefined || directory.find(owner) === null)
        results.push({ id, outcome: reject.outcome, reason: 'nobody knows which publication it is for' })
      else {
        const sources = directory.find(owner)?.folder.sources?.sources ?? []
        const source = sources.find((one) => one.id === reject.arrival.source)
        const toImporter = (arrival: Arrival) => openImporter(context, keptIn, owner, source, arrival)
        try {
          const { retried } = await retryReject(reject, toImporter, now())
          results.push({ id, outcome: retried.outcome, reason: retried.reason })
        } catch (error) {
          if (error instanceof DeliveryStopped)
            return problem(503, 'UNAVAILABLE', error.message, { 'retry-after': '30' })
          throw error
        }
      }
    }
    return { results }
  },
}

function toSourceState({ known, job }: Awaited<ReturnType<SourceJobs['list']>>[number], rejected: number): SourceState {
  const { publication, source } = known
  const data = job?.data
  const isOver = job?.isGivenUp === true
  return {
    publication,
    id: source.id,
    kind: source.feed === undefined ? 'folder' : 'feed',
    place: source.feed ?? source.folder ?? '',
    everySeconds: toInterval(source) / 1000,
    state: isOver ? 'over' : (data?.failures ?? 0) > 0 ? 'failing' : data?.lastSuccess ? 'fine' : 'new',
    lastRun: data?.lastRun ?? null,
    lastSuccess: data?.lastSuccess ?? null,
    lastAnswer: data?.lastAnswer ?? '',
    lastFailure: data?.lastFailure ?? null,
    failures: data?.failures ?? 0,
    note: data?.note ?? '',
    nextRun: job === null || isOver ? null : job.dueAt.toISOString(),
    last: data?.last ?? NOTHING,
    total: data?.total ?? NOTHING,
    rejected,
  }
}

const toOutcomes = (counts: Record<Reject['outcome'], number>) => ({
  refused: counts.refused,
  putAside: counts['put-aside'],
})

function toKeptDocument({ id, outcome, day, reason, sourceId, arrival }: Reject): KeptDocument {
  const { origin, publications, source } = arrival
  return { id, outcome, day, reason, sourceId, origin, publications: [...publications], source }
}

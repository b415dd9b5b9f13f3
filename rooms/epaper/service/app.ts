/**
 * The e-paper service. Promises: readers always have a complete issue, the earlier one until the new one is drawn; paid
 * content leaves the service only with the service key; its files are reachable at no other address. A delivery is a
 * job in a queue that continues after a crash; a broken delivery is given up with its reason and changes nothing.
 */
import { EPAPER, EPAPER_FILES, EPAPER_INFO, EPAPER_INTERNAL } from '../contract/epaper.ts'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import type { Hono } from 'hono'
import { backOff, createJobRunner, type JobRunner } from '@lokalteil/services/platform/jobs/job-runner'
import type { ObjectStore } from '@lokalteil/services/platform/s3-store'
import { createSchedule } from '@lokalteil/services/platform/schedule'
import { isRefusal, problem, type Refusal } from '@lokalteil/services/platform/serve'
import { partFor, serveService, toPublication, type ServiceOptions } from '@lokalteil/services/platform/service'
import type { Contents, EpaperContext, EpaperSettings } from './context.ts'
import { drawIssue } from './delivery/draw-issue.ts'
import { PdfRefused } from './drawing/pdf-refused.ts'
import { createFileRoutes } from './routes/file-routes.ts'
import { INTERNAL_ROUTES } from './routes/internal-routes.ts'
import { PUBLIC_ROUTES, type Asked } from './routes/public-routes.ts'
import { listDeliveries, removeFailedDeliveries, toDay, toDeliveryQueue, type Delivery } from './store/deliveries.ts'
import { removeLeftFiles } from './store/files.ts'

export type EpaperServiceOptions = ServiceOptions & {
  serviceKey: string
  /** Working folder of this process for incoming files and for drawing; emptied after each use. */
  folder: string
  /** The e-paper settings in force in the publication's folder; null: it has no e-paper. */
  settingsOf: (publication: string) => EpaperSettings | null
  contents: Contents
  /** For the files of issues; absent: they lie in the database. */
  store?: ObjectStore | null
  /**
   * Threads that draw pages in parallel; default 1, because the image encoder has threads of its own and each thread
   * takes 100 MB.
   */
  threads?: number
  /** Time limit for one page in milliseconds; default 30 s. */
  pageMs?: number
  leaseMs?: number
}

export type EpaperService = {
  app: Hono
  deliveries: JobRunner
  /** Takes in a delivery as `PUT` does, but throws the problem. It only queues the delivery; `start` draws it. */
  deliver: (publication: string, issue: IssueId, files: { pdf: Uint8Array; zones: Uint8Array | null }) => Promise<void>
  /** The days (`2026-11-23`) of an edition that were delivered and not withdrawn. */
  listDays: (publication: string, edition: string) => Promise<string[]>
  /** Starts the job runner, which draws the waiting deliveries. */
  start: () => void
  close: () => Promise<void>
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PAGE_MS = 30_000
const MOST_DAYS = 500
/** A delivery that failed is told for so long. */
const FAILED_DAYS = 90

export async function createEpaperService(options: EpaperServiceOptions): Promise<EpaperService> {
  const { folder, serviceKey, settingsOf, contents, store = null, threads = 1, pageMs = PAGE_MS } = options
  const { app, context } = await serveService<EpaperContext>(options, {
    schema: 'epaper',
    folder: import.meta.dirname,
    info: EPAPER_INFO,
    toContext: (base) => ({ ...base, store, folder, settingsOf, contents, threads, pageMs, runner: () => deliveries }),
    parts: [
      // Files are no endpoints of a contract.
      {
        contract: {},
        serve: (epaper) => createFileRoutes(epaper, { serviceKey, toAsked: (code) => toAsked(epaper, code) }),
      },
      partFor(EPAPER_INTERNAL, INTERNAL_ROUTES, (epaper, { publication = '' }) => toAsked(epaper, publication)),
      partFor(EPAPER, PUBLIC_ROUTES, (epaper, { publication = '' }) => toAsked(epaper, publication), {
        cacheControl: 'public, max-age=30',
      }),
    ],
  })
  const { now, onError } = context
  const deliveries: JobRunner = createJobRunner<Delivery>({
    queue: toDeliveryQueue(context.db),
    work: (delivery, job) => drawIssue(context, delivery, job),
    // A crash counts as an attempt, so that a document that kills the process is given up in the end.
    retry: { attempts: 4, ...backOff(30_000, 10 * MINUTE), isFinal: (error) => error instanceof PdfRefused },
    leaseMs: options.leaseMs ?? Math.max(2 * pageMs, MINUTE),
    now,
    onError,
    toReason: (error) =>
      error instanceof PdfRefused ? error.message : 'The issue could not be drawn; the log says why',
  })
  const prune = createSchedule(
    DAY,
    async () => {
      await removeFailedDeliveries(context.db, new Date(now().getTime() - FAILED_DAYS * DAY))
      await removeLeftFiles(context, new Date(now().getTime() - DAY))
    },
    (error) => onError(error, 'epaper-prune'),
  )
  return {
    app,
    deliveries,
    deliver: (publication, issue, files) => deliver(app, serviceKey, publication, issue, files),
    async listDays(publication, edition) {
      const rows = await listDeliveries(context.db, publication, { editions: [edition] }, MOST_DAYS)
      return rows.map(({ day }) => toDay(day))
    },
    start() {
      deliveries.start()
      prune.start(false)
    },
    async close() {
      await Promise.all([deliveries.close(), prune.close()])
    },
  }
}

function toAsked({ settingsOf }: EpaperContext, code: string): Asked | Refusal {
  const publication = toPublication(code)
  if (isRefusal(publication)) return publication
  const settings = settingsOf(publication)
  return settings === null ? problem(404, 'NO_EPAPER', 'The publication has no e-paper') : { publication, settings }
}

async function deliver(
  app: Hono,
  serviceKey: string,
  publication: string,
  issue: IssueId,
  { pdf, zones }: { pdf: Uint8Array; zones: Uint8Array | null },
): Promise<void> {
  const form = new FormData()
  form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'issue.pdf')
  if (zones !== null) form.set('zones', new Blob([new Uint8Array(zones)], { type: 'application/json' }), 'zones.json')
  const path = toAddress(EPAPER_FILES.delivery, issue)
  const answer = await app.fetch(
    new Request(`http://epaper.internal/${publication}${path}`, {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${serviceKey}` },
    }),
  )
  if (!answer.ok) throw new Error(`The issue was refused: ${answer.status}`)
}

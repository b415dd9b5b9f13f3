/**
 * From parsed to published: refused documents are set aside, pictures fetched, documents collected into batches and
 * delivered. While one batch is written the next is read. The command and the HTTP endpoint share it.
 */
import { join } from 'node:path'
import type { Delivery, DeliveryResult } from './deliver.ts'
import type { ParseResult } from '../formats/parse.ts'
import type { ParsedDocument, Refusal, RoomDocument } from '../parsed-document.ts'
import { createRoomDelivery, type RoomDelivery } from './deliver-room.ts'
import type { PictureNote, PictureStore } from './pictures.ts'
import { setAside, toArrival } from './set-aside.ts'
import type { Arrival } from './set-aside.ts'

type RefusedDocument = {
  sourceId: string
  outcome: 'refused' | 'put-aside'
  reason: string
  origin: string
  /** File of the kept document; '' if it was not or could not be kept. */
  keptAt: string
  /** Why it could not be kept. */
  lost: string
}
/** A part of a published document that is missing or was guessed. */
export type DocumentNote = { sourceId: string; note: string }
export type ImportReport = { results: DeliveryResult[]; refusals: RefusedDocument[]; notes: DocumentNote[] }

/** `folder`: folder of the document, for pictures beside it. */
type Origin = { name: string; folder: string | null }

export type Importer = {
  /** Takes documents; the report may be about earlier ones. */
  add(parsed: ParseResult, origin: Origin): Promise<ImportReport>
  /** Waits until everything taken is delivered. */
  finish(): Promise<ImportReport>
}

export type ImporterOptions = {
  delivery: Delivery
  /** Delivery of quizzes, sport and the like; absent: they are refused. */
  rooms?: RoomDelivery
  pictures: PictureStore
  dataDir: string
  /** The way the documents arrive; recorded with the documents that are kept. */
  arrival?: Omit<Arrival, 'origin'>
  /** Folder for unpublished documents; default: `import` in the data directory. */
  keptIn?: string
  now: () => Date
  /** False: no document is kept (a dry run). */
  isKeeping?: boolean
}

const BATCH = 150

export function createImporter(options: ImporterOptions): Importer {
  const { delivery, rooms = createRoomDelivery([], undefined), pictures, now, isKeeping = true } = options
  const keptIn = options.keptIn ?? join(options.dataDir, 'import')
  let gathered: { document: ParsedDocument; origin: Origin }[] = []
  let pending: Promise<ImportReport> = Promise.resolve(emptyReport())

  const keep = async (refusal: Refusal, origin: string): Promise<RefusedDocument> => {
    const kept = isKeeping
      ? await setAside(keptIn, now(), refusal, { ...toArrival(origin), ...options.arrival, origin })
      : null
    return {
      sourceId: refusal.sourceId,
      outcome: refusal.outcome ?? 'refused',
      reason: refusal.reason,
      origin,
      keptAt: kept?.kind === 'kept' ? kept.file : '',
      lost: kept?.kind === 'lost' ? kept.reason : '',
    }
  }

  /** Delivered at once: they are few and do not depend on articles. */
  const deliverRoom = async (given: RoomDocument, origin: Origin): Promise<ImportReport> => {
    const report = emptyReport()
    const { document, notes } = await pictures.settleRoom(given, origin.folder)
    const { sourceId, value } = document
    report.notes.push(...document.notes.map((note) => ({ sourceId, note })), ...notes.map(toNote))
    const result = await rooms.deliver(document)
    report.results.push(result)
    if (result.outcome !== 'refused') return report
    const raw = JSON.stringify(value, null, 2)
    report.refusals.push(await keep({ sourceId, reason: result.reason, raw, extension: 'json' }, origin.name))
    return report
  }

  const deliver = async (batch: typeof gathered): Promise<ImportReport> => {
    const report = emptyReport()
    const byId = new Map(batch.map((entry) => [entry.document.sourceId.slice(0, 500), entry]))
    const documents = batch.map(({ document }) => document)
    for (const result of await delivery.deliver(documents)) {
      report.results.push(result)
      if (result.outcome !== 'refused') continue
      const entry = byId.get(result.sourceId)
      const raw = JSON.stringify(entry?.document ?? { sourceId: result.sourceId }, null, 2)
      report.refusals.push(
        await keep(
          { sourceId: result.sourceId, reason: result.reason, raw, extension: 'json', isParsed: true },
          entry?.origin.name ?? '',
        ),
      )
    }
    return report
  }

  /** Starts the next batch after the one before, and adds that one's report. */
  const advance = async (report: ImportReport) => {
    const batch = gathered
    gathered = []
    const done = await pending
    pending = batch.length === 0 ? Promise.resolve(emptyReport()) : deliver(batch)
    // The rejection is handled where it is awaited; until then it must not end the process.
    pending.catch(() => {})
    merge(report, done)
  }

  return {
    async add(parsed, origin) {
      const report = emptyReport()
      report.notes.push(...(parsed.remarks ?? []).map((note) => ({ sourceId: parsed.format, note })))
      for (const refusal of parsed.refusals) report.refusals.push(await keep(refusal, origin.name))
      for (const document of parsed.roomDocuments ?? []) merge(report, await deliverRoom(document, origin))
      for (const document of parsed.documents) {
        const settled = await pictures.settle(document, origin.folder)
        const { sourceId, notes = [] } = document
        report.notes.push(...notes.map((note) => ({ sourceId, note })), ...settled.notes.map(toNote))
        gathered.push({ document: settled.document, origin })
        if (gathered.length >= BATCH) await advance(report)
      }
      return report
    },
    async finish() {
      const report = emptyReport()
      await advance(report)
      await advance(report)
      return report
    },
  }
}

const toNote = ({ sourceId, address, reason }: PictureNote): DocumentNote => ({
  sourceId,
  note: `without picture ${address}: ${reason}`,
})

export function emptyReport(): ImportReport {
  return { results: [], refusals: [], notes: [] }
}

export function merge(into: ImportReport, from: ImportReport) {
  for (const result of from.results) into.results.push(result)
  for (const refusal of from.refusals) into.refusals.push(refusal)
  for (const note of from.notes) into.notes.push(note)
}

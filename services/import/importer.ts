/**
 * From parsed to published: refusals are kept aside, pictures settled, documents gathered into batches and handed
 * over. While one batch is written the next is read. The command line and the HTTP door do the
 * same thing through this.
 */
import type { Delivery, DeliveryResult } from './deliver.ts'
import type { ParseResult } from './parse.ts'
import type { ParsedDocument, Refusal } from './parsed-document.ts'
import type { PictureNote, PictureStore } from './pictures.ts'
import { setAside } from './set-aside.ts'

export type RefusedDocument = { sourceId: string; reason: string; origin: string; keptAt: string }
export type ImportReport = { results: DeliveryResult[]; refusals: RefusedDocument[]; notes: PictureNote[] }

/** `folder`: where the document lies, for pictures beside it. */
export type Origin = { name: string; folder: string | null }

export type Importer = {
  /** Takes documents in; what it reports may be about earlier ones. */
  add(parsed: ParseResult, origin: Origin): Promise<ImportReport>
  /** Waits for everything that was taken in. */
  finish(): Promise<ImportReport>
}

export type ImporterOptions = {
  delivery: Delivery
  pictures: PictureStore
  dataDir: string
  now: () => Date
  /** False: nothing is kept aside (a dry run). */
  isKeeping?: boolean
}

const BATCH = 150

export function createImporter({ delivery, pictures, dataDir, now, isKeeping = true }: ImporterOptions): Importer {
  let gathered: { document: ParsedDocument; origin: Origin }[] = []
  let pending: Promise<ImportReport> = Promise.resolve(emptyReport())

  const keep = async (refusal: Refusal, origin: string): Promise<RefusedDocument> => ({
    sourceId: refusal.sourceId,
    reason: refusal.reason,
    origin,
    keptAt: isKeeping ? await setAside(dataDir, now(), refusal, origin) : '',
  })

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
          { sourceId: result.sourceId, reason: result.reason, raw, extension: 'json' },
          entry?.origin.name ?? '',
        ),
      )
    }
    return report
  }

  /** Starts the next batch when the one before is done; its report is handed out then. */
  const advance = async (report: ImportReport) => {
    const batch = gathered
    gathered = []
    const done = await pending
    pending = batch.length === 0 ? Promise.resolve(emptyReport()) : deliver(batch)
    // The failure is thrown where it is awaited; until then it must not end the process.
    pending.catch(() => {})
    merge(report, done)
  }

  return {
    async add(parsed, origin) {
      const report = emptyReport()
      for (const refusal of parsed.refusals) report.refusals.push(await keep(refusal, origin.name))
      for (const document of parsed.documents) {
        const settled = await pictures.settle(document, origin.folder)
        report.notes.push(...settled.notes)
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

export function emptyReport(): ImportReport {
  return { results: [], refusals: [], notes: [] }
}

export function merge(into: ImportReport, from: ImportReport) {
  for (const result of from.results) into.results.push(result)
  for (const refusal of from.refusals) into.refusals.push(refusal)
  for (const note of from.notes) into.notes.push(note)
}

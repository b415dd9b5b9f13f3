/**
 * Lists documents that were set aside, and tries them again with today's program and mapping. A document that is
 * imported is deleted from the folder; any other stays with its latest reason. Safe to repeat: the import is
 * idempotent, and nothing is deleted before it is published or kept again.
 */
import { readFile, readdir, rm } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { parseBytes, parseKept } from '../formats/parse.ts'
import type { ParseResult } from '../formats/parse.ts'
import { TOO_LARGE } from '../formats/recognise.ts'
import type { Importer, ImportReport } from './importer.ts'
import { merge } from './importer.ts'
import { readReasonFile, REASON } from './set-aside.ts'
import type { Arrival, ReasonFile } from './set-aside.ts'

export type Reject = ReasonFile & {
  /** Made of its content, so it is the same every time it is kept. */
  id: string
  outcome: 'refused' | 'put-aside'
  /** The day it first arrived. */
  day: string
  /** The file with the document. */
  file: string
}

const PLACES = [
  ['rejected', 'refused'],
  ['put-aside', 'put-aside'],
] as const
const NAME = /^(\d{4}-\d\d-\d\d)-([0-9a-f]{16})\.reason\.txt$/
const DOCUMENT = /^(\d{4}-\d\d-\d\d-[0-9a-f]{16})\.(?:json|xml|txt|bin)$/

/** The newest first. A file without its pair, as a crash may leave it, is skipped. `only`: these ids. */
export async function listRejects(folder: string, only?: ReadonlySet<string>): Promise<Reject[]> {
  const found: Reject[] = []
  for (const [place, outcome] of PLACES) {
    const names = await readdir(join(folder, place)).catch(() => [] as string[])
    const documents = new Map(names.map((name) => [DOCUMENT.exec(name)?.[1], name]))
    for (const name of names) {
      const [, day = '', id = ''] = NAME.exec(name) ?? []
      const document = documents.get(name.slice(0, -REASON.length))
      if (id === '' || document === undefined || only?.has(id) === false) continue
      const text = await readFile(join(folder, place, name), 'utf8').catch(() => null)
      if (text === null) continue
      found.push({ ...readReasonFile(text), id, outcome, day, file: join(folder, place, document) })
    }
  }
  return found.toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day < b.day ? 1 : -1))
}

/** Counts them by kind, without reading. */
export async function countRejects(folder: string): Promise<Record<Reject['outcome'], number>> {
  const counts = { refused: 0, 'put-aside': 0 }
  for (const [place, outcome] of PLACES) {
    const names = await readdir(join(folder, place)).catch(() => [] as string[])
    counts[outcome] = names.filter((name) => NAME.test(name)).length
  }
  return counts
}

/** `in`: published, or already up to date. */
export type Retried = { id: string; sourceId: string; outcome: 'in' | Reject['outcome']; reason: string }

/** `toImporter` returns an importer that keeps unpublished documents in the same folder. */
export async function retryReject(
  reject: Reject,
  toImporter: (arrival: Arrival) => Importer,
  now: Date,
): Promise<{ retried: Retried; report: ImportReport }> {
  const { arrival, id, sourceId } = reject
  const report: ImportReport = { results: [], refusals: [], notes: [] }
  const stays = (reason: string) => ({ retried: { id, sourceId, outcome: reject.outcome, reason }, report })
  if (reject.reason === TOO_LARGE) return stays('only its beginning was kept, because it is too large')
  const parsed = await readKept(reject, now)
  // An address that failed, or a file that is no document: trying again can add nothing.
  if (!parsed.isDocument) return stays(reject.reason)
  const folder = isAbsolute(arrival.origin) ? dirname(arrival.origin) : null
  const importer = toImporter(arrival)
  merge(report, await importer.add(parsed, { name: arrival.origin, folder }))
  merge(report, await importer.finish())
  const [refusal] = report.refusals
  if (report.refusals.some(({ lost }) => lost !== '')) return stays(`${refusal!.reason}; it could not be kept anew`)
  if (report.refusals.every(({ keptAt }) => keptAt !== reject.file)) await removeReject(reject)
  if (refusal === undefined) return { retried: { id, sourceId, outcome: 'in', reason: '' }, report }
  return { retried: { id, sourceId, outcome: refusal.outcome, reason: refusal.reason }, report }
}

async function readKept({ file, sourceId, isParsed, arrival, day }: Reject, now: Date): Promise<ParseResult> {
  const bytes = await readFile(file)
  if (isParsed) return parseKept(bytes.toString('utf8'), sourceId)
  const address = /^https?:\/\//i.test(arrival.origin) ? { address: arrival.origin } : {}
  return parseBytes(bytes, { now, fallbackDate: new Date(`${day}T12:00:00Z`), ...address })
}

/** The reason file is deleted last: while it exists, the document is still listed. */
async function removeReject({ file }: Reject): Promise<void> {
  await rm(file, { force: true })
  await rm(file.replace(/\.\w+$/, REASON), { force: true })
}

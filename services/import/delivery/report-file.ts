/**
 * The report of an import as a CSV table: one row for each document with its outcome, and one for each note. Written
 * during the import, so that an interrupted one leaves its rows.
 */
import { appendFile, writeFile } from 'node:fs/promises'
import { toCsvRow } from '@lokalteil/domain/csv-row'
import type { ImportReport } from './importer.ts'

export type ReportFile = { add: (report: ImportReport) => Promise<void> }

/** Rejects if the file cannot be written. */
export async function openReportFile(path: string): Promise<ReportFile> {
  await writeFile(path, `\ufeff${toCsvRow(['outcome', 'article', 'source', 'reason'])}`, { mode: 0o600 })
  return {
    async add({ results, refusals, notes }) {
      const rows = [
        ...results
          .filter(({ outcome }) => outcome !== 'refused')
          .map(({ outcome, id, sourceId, reason }) => [outcome, id === null ? '' : `/${id}`, sourceId, reason]),
        ...refusals.map(({ outcome, sourceId, reason }) => [outcome, '', sourceId, reason]),
        ...notes.map(({ sourceId, note }) => ['note', '', sourceId, note]),
      ]
      if (rows.length > 0) await appendFile(path, rows.map(toCsvRow).join(''))
    },
  }
}

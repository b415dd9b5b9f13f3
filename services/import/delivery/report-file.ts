/**
 * The report of an import as a table for a spreadsheet: a row for each document with what became of it, and one for each
 * note. Written as the import goes on, so that one that was stopped leaves what it did.
 */
import { appendFile, writeFile } from 'node:fs/promises'
import { toCsvRow } from '../../platform/csv-row.ts'
import type { ImportReport } from './importer.ts'

export type ReportFile = { add: (report: ImportReport) => Promise<void> }

/** Rejects where the file cannot be written. */
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

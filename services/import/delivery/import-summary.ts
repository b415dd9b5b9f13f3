/**
 * The output of an import: progress, then each unpublished document and the gaps of published ones, then the counts.
 */
import type { Terminal } from '../../platform/commands/call.ts'
import type { DeliveryOutcome } from './deliver.ts'
import type { DocumentNote, ImportReport } from './importer.ts'
import type { Source } from './sources.ts'

/** Lines of one kind; further ones are only counted. */
const MOST_LINES = 200

export function createSummary(terminal: Terminal, sources: readonly Source[]) {
  const started = performance.now()
  const total = sources.reduce((sum, source) => sum + source.bytes, 0)
  const counts: Record<DeliveryOutcome, number> = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 }
  const formats = new Map<string, number>()
  const refusals: ImportReport['refusals'] = []
  const skipped: string[] = []
  const notes: DocumentNote[] = []
  let noted = 0
  let putAside = 0
  let documents = 0
  let taken = 0
  let bytes = 0
  let refused = 0
  let printed = started

  const showProgress = () => {
    const time = performance.now()
    if (time - printed < (terminal.isInteractive ? 500 : 10_000)) return
    printed = time
    const seconds = (time - started) / 1000
    const left = bytes > 0 && total > bytes ? `, ${Math.ceil((seconds / bytes) * (total - bytes))} s left` : ''
    const line = `${documents} documents, ${Math.round(documents / seconds)} a second${left}`
    terminal.err(terminal.isInteractive ? `\r\u001b[K${line}` : `${line}\n`)
  }

  return {
    read(more: number) {
      bytes += more
      showProgress()
    },
    skip(name: string, reason: string) {
      if (skipped.length < 100) skipped.push(`${name}: ${reason}`)
    },
    add(report: ImportReport, format: string, parsed: number) {
      documents += parsed
      if (format !== '' && parsed > 0) formats.set(format, (formats.get(format) ?? 0) + parsed)
      for (const { outcome } of report.results) {
        counts[outcome] += 1
        if (outcome !== 'refused') taken += 1
      }
      for (const refusal of report.refusals) {
        if (refusal.outcome === 'put-aside') putAside += 1
        else refused += 1
        if (refusals.length < MOST_LINES) refusals.push(refusal)
      }
      noted += report.notes.length
      notes.push(...report.notes.slice(0, MOST_LINES - notes.length))
    },
    print(isDry: boolean): 0 | 1 | 2 {
      const seconds = (performance.now() - started) / 1000
      if (terminal.isInteractive) terminal.err('\r\u001b[K')
      for (const line of skipped) terminal.err(`skipped ${line}\n`)
      for (const { sourceId, note } of notes) terminal.err(`note    ${sourceId}: ${note}\n`)
      if (noted > notes.length) terminal.err(`… and ${noted - notes.length} more notes\n`)
      for (const refusal of refusals) terminal.err(toLines(refusal))
      if (refused + putAside > refusals.length) terminal.err(`… and ${refused + putAside - refusals.length} more\n`)
      const kinds = [...formats].map(([format, count]) => `${count} ${format}`).join(', ')
      terminal.out(
        `${isDry ? 'Dry run: ' : ''}${documents} documents${kinds === '' ? '' : ` (${kinds})`} in ${seconds.toFixed(1)} s, ${Math.round(documents / Math.max(seconds, 0.001))} a second\n`,
      )
      const unread = refused - counts.refused
      const rows = [
        ['created', counts.created],
        ['updated', counts.updated],
        ['unchanged', counts.unchanged],
        ['removed', counts.removed],
        ['put aside', putAside],
        ['refused', counts.refused + unread],
      ] as const
      for (const [label, count] of rows) terminal.out(`${label.padStart(11)} ${String(count).padStart(8)}\n`)
      if (unread > 0) terminal.out(`${unread} of the refused could not be read\n`)
      if (taken + putAside === 0) return 2
      return refused > 0 ? 1 : 0
    },
  }
}

function toLines({ outcome, origin, sourceId, reason, keptAt, lost }: ImportReport['refusals'][number]): string {
  const label = outcome === 'put-aside' ? 'put aside' : 'refused'
  const kept =
    keptAt !== '' ? `\n        kept at ${keptAt}` : lost === '' ? '' : `\n        it could not be kept: ${lost}`
  return `${label} ${origin}${sourceId === '' ? '' : ` (${sourceId})`}: ${reason}${kept}\n`
}

/** Import of an issue of 48 pages: time until readers can open it, and resources. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMissingIssues, openIssuePress } from '../demo/issues.ts'
import { repeatPages } from '../service/large-paper.testing.ts'
import type { EpaperFindings } from './epaper-process.ts'
import { toLimited, type Report } from '@lokalteil/bench/figures'
import { runProgram } from '@lokalteil/bench/processes'

const PAGES = 48
const MOST_SECONDS = 60
const MOST_MEGABYTES = 500

export async function measureEpaper(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  try {
    const file = join(folder, 'issue.pdf')
    const pdf = await repeatPages(await typesetIssue(), PAGES)
    writeFileSync(file, pdf)
    await runProgram<null>('rooms/epaper/bench/epaper-process.ts', [folder])
    const { seconds, cpu, pages, articles, idle, peak } = await runProgram<EpaperFindings>(
      'rooms/epaper/bench/epaper-process.ts',
      [folder, file],
    )
    const name = `issue of ${pages} pages`
    const what = `${(pdf.length / 1e6).toFixed(1)} MB of the demo's pages, ${articles} articles recognised; ${cpu.toFixed(0)} s of processor time`
    report(toLimited('e-paper', `${name}, from its delivery to its readers`, seconds, MOST_SECONDS, 's', what))
    report(
      toLimited(
        'e-paper',
        `${name}, most memory above that of the idle process`,
        peak - idle,
        MOST_MEGABYTES,
        'MB',
        `service and embedded database in one process, which idle take ${idle.toFixed(0)} MB`,
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function typesetIssue(): Promise<Uint8Array> {
  const filled = new Date('2026-11-21T12:00:00Z')
  const press = openIssuePress(filled)
  try {
    const [issue] = listMissingIssues([{ publication: 'ak', days: [] }], filled)
    return (await press.typeset(issue!, { name: 'Auenkurier', claim: 'Nachrichten aus der Region' })).pdf
  } finally {
    await press.close()
  }
}

/**
 * A folder as a source. Its path may come over HTTP, so it must lie below a directory that the operator named
 * (allow-list).
 */
import { readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { DeliveryStopped } from '../delivery/deliver.ts'
import { emptyReport, merge } from '../delivery/importer.ts'
import { describeFault } from '../delivery/set-aside.ts'
import type { PollContext } from './poll-feed.ts'
import { LONGEST_NOTE, toCounts } from './poll-state.ts'
import type { PollOutcome, PollState } from './poll-state.ts'
import { lookIntoFolder, REJECTED, SETTLE_MS, type TakenFile } from './watched-folder.ts'

export async function pollFolder(
  path: string,
  state: PollState,
  { importer, now, isMine }: Pick<PollContext, 'importer' | 'isMine'> & { now: () => Date },
  allowed: readonly string[],
): Promise<PollOutcome> {
  const failed = (answer: string, reason: string): PollOutcome => ({ kind: 'failed', answer, reason, retryAfterMs: 0 })
  const folder = await findAllowed(path, allowed)
  if (folder === null)
    return failed('none', 'there is no such folder below a directory of IMPORT_DIRS, or it may not be read')
  const report = emptyReport()
  try {
    const onTaken = (file: { report: typeof report }) => merge(report, file.report)
    const look = await lookIntoFolder(folder, state.growing, { importer, now, isMine, onTaken })
    if (look.kind === 'failed') return failed('none', look.reason)
    const lastFailure = look.trouble === '' ? {} : { lastFailure: { at: now().toISOString(), reason: look.trouble } }
    return {
      kind: 'read',
      answer: `${look.files.length} files`,
      counts: toCounts(report),
      changed: { growing: look.growing, ...lastFailure, ...toNote(look.files) },
      ...(look.isWaiting && look.trouble === '' ? { soonMs: SETTLE_MS } : {}),
    }
  } catch (error) {
    if (!(error instanceof DeliveryStopped)) throw error
    return { kind: 'failed', answer: 'none', reason: describeFault(error), retryAfterMs: 0, counts: toCounts(report) }
  }
}

/** Remarks on the latest files as a whole; without new files the note stays. */
function toNote(files: readonly TakenFile[]): { note?: string } {
  const said = files.flatMap(({ name, remarks }) => remarks.map((remark) => `${name}: ${remark}`))
  return files.length === 0 ? {} : { note: said.join('; ').slice(0, LONGEST_NOTE) }
}

async function findAllowed(path: string, allowed: readonly string[]): Promise<string | null> {
  const folder = await realpath(path).catch(() => null)
  if (folder === null) return null
  for (const directory of allowed) {
    const root = await realpath(directory).catch(() => null)
    if (root !== null && (folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep))) return folder
  }
  return null
}

export async function countRejected(path: string, allowed: readonly string[]): Promise<number> {
  const folder = await findAllowed(path, allowed)
  if (folder === null) return 0
  const names = await readdir(join(folder, REJECTED)).catch(() => [] as string[])
  return names.filter((name) => !name.endsWith('.txt')).length
}

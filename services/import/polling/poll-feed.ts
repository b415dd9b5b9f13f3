/**
 * Reads one feed and imports new entries. Unpublished entries are set aside as in every import; a feed that cannot be
 * read at all is a failure in the state of its source, and nothing of it is kept.
 */
import type { Source } from '@lokalteil/contracts/publication/sources'
import { DeliveryStopped } from '../delivery/deliver.ts'
import { merge } from '../delivery/importer.ts'
import type { Importer, ImportReport } from '../delivery/importer.ts'
import { describeFault } from '../delivery/set-aside.ts'
import { NO_ENTRIES } from '../formats/feed.ts'
import { parseBytes } from '../formats/parse.ts'
import type { ParseResult } from '../formats/parse.ts'
import { askFeed } from './feed-request.ts'
import { LONGEST_NOTE, NOTHING, toCounts, toDigest } from './poll-state.ts'
import type { PollOutcome, PollState } from './poll-state.ts'

export type PollContext = {
  importer: Importer
  now: Date
  internalHosts: ReadonlySet<string>
  /** Whether this process still has the job and is not ending. */
  isMine: () => boolean
  /** Aborted when the process ends. */
  signal: AbortSignal
}

export async function pollFeed(
  source: Source & { feed: string },
  state: PollState,
  { importer, now, internalHosts, isMine, signal }: PollContext,
): Promise<PollOutcome> {
  // Another address or other settings: read everything again.
  const known = state.digest === toDigest(source) ? state : { etag: '', lastModified: '', body: '' }
  const asked = await askFeed(source.feed, known, now, { internalHosts, signal })
  if (!isMine()) return { kind: 'stopped' }
  if (asked.kind === 'failed') return asked
  if (asked.kind === 'gone')
    return { kind: 'gone', answer: asked.answer, reason: 'the address says that this feed is over (410)' }
  if (asked.kind === 'same') return { kind: 'read', answer: asked.answer, counts: NOTHING, changed: asked.changed }

  const { address, charset } = asked
  const context = { now, fallbackDate: asked.changedAt ?? now, address, charset }
  const parsed = await parseBytes(asked.bytes, context)
  const trouble = findTrouble(parsed)
  if (trouble !== null) return { kind: 'failed', answer: '200', reason: trouble, retryAfterMs: 0 }
  const refusals = parsed.refusals.filter(({ reason }) => reason !== NO_ENTRIES)
  const origin = { name: source.feed, folder: null }
  const report: ImportReport = { results: [], refusals: [], notes: [] }
  try {
    merge(report, await importer.add({ ...parsed, documents: [], refusals }, origin))
    for (const document of parsed.documents) {
      if (!isMine()) return { kind: 'stopped' }
      merge(report, await importer.add({ ...parsed, documents: [document], refusals: [] }, origin))
    }
    if (!isMine()) return { kind: 'stopped' }
    merge(report, await importer.finish())
  } catch (error) {
    if (!isMine()) return { kind: 'stopped' }
    if (!(error instanceof DeliveryStopped)) throw error
    return { kind: 'failed', answer: '200', reason: describeFault(error), retryAfterMs: 0, counts: toCounts(report) }
  }
  const note = (parsed.remarks ?? []).join('; ').slice(0, LONGEST_NOTE)
  return { kind: 'read', answer: '200', counts: toCounts(report), changed: { ...asked.changed, note } }
}

/** Why the feed as a whole cannot be read; null: it can. */
function findTrouble({ documents, refusals }: ParseResult): string | null {
  const [first] = refusals
  if (documents.length > 0 || first === undefined || first.reason === NO_ENTRIES) return null
  return refusals.every(({ sourceId, identity }) => sourceId === '' && identity === undefined) ? first.reason : null
}

/** The state of a source between two readings, stored with its job. */
import { createHash } from 'node:crypto'
import type { Source } from '@lokalteil/contracts/publication/sources'
import type { ImportReport } from '../delivery/importer.ts'

export type PollCounts = {
  created: number
  updated: number
  unchanged: number
  removed: number
  putAside: number
  refused: number
}

export type PollState = {
  publication: string
  source: string
  /** Digest of its settings in `sources.yaml` at the last reading. */
  digest: string
  etag: string
  lastModified: string
  /** Digest of the last body: an equal one is not read again. */
  body: string
  lastRun: string | null
  lastSuccess: string | null
  /** Status or failure code, as short as `304`. */
  lastAnswer: string
  lastFailure: { at: string; reason: string } | null
  /** Failures in a row. */
  failures: number
  /** The encoding of the last body or files, if it is not the declared one; absent in older states. */
  note?: string
  /** Counts of the last reading that imported something. */
  last: PollCounts
  total: PollCounts
  /** For a folder: files that may still be being written, as last seen. */
  growing: Record<string, string>
}

/** Characters of `note`. */
export const LONGEST_NOTE = 500

export const NOTHING: PollCounts = { created: 0, updated: 0, unchanged: 0, removed: 0, putAside: 0, refused: 0 }

export function toFirstState(publication: string, source: Source): PollState {
  return {
    publication,
    source: source.id,
    digest: '',
    etag: '',
    lastModified: '',
    body: '',
    lastRun: null,
    lastSuccess: null,
    lastAnswer: '',
    lastFailure: null,
    failures: 0,
    last: NOTHING,
    total: NOTHING,
    growing: {},
  }
}

export const toDigest = (value: unknown): string =>
  createHash('sha256')
    .update(value instanceof Uint8Array ? value : JSON.stringify(value))
    .digest('hex')
    .slice(0, 32)

export function toCounts({ results, refusals }: ImportReport): PollCounts {
  const counts = { ...NOTHING }
  for (const { outcome } of results) if (outcome !== 'refused') counts[outcome] += 1
  for (const { outcome } of refusals) counts[outcome === 'put-aside' ? 'putAside' : 'refused'] += 1
  return counts
}

function addCounts(a: PollCounts, b: PollCounts): PollCounts {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    removed: a.removed + b.removed,
    putAside: a.putAside + b.putAside,
    refused: a.refused + b.refused,
  }
}

/** The outcome of one reading. `changed`: changed fields of the state. */
export type PollOutcome =
  /** `soonMs`: read again so soon, because a file is about to be complete. */
  | { kind: 'read'; answer: string; counts: PollCounts; changed: Partial<PollState>; soonMs?: number }
  | { kind: 'failed'; answer: string; reason: string; retryAfterMs: number; counts?: PollCounts }
  /** The host says that the feed is gone (410). */
  | { kind: 'gone'; answer: string; reason: string }
  /** The process ends, or another one has the job. */
  | { kind: 'stopped' }

/** Longest pause of a remote host, and of a local folder, which is cheap to read. */
const LONGEST_PAUSE_MS = { feed: 6 * 3_600_000, folder: 300_000 } as const
/** Upper bound for `Retry-After`. */
const LONGEST_WISH_MS = 24 * 3_600_000
const JITTER = 0.1

/** Returns the new state and the milliseconds until the next reading. */
export function settlePoll(
  state: PollState,
  outcome: Exclude<PollOutcome, { kind: 'stopped' }>,
  source: { digest: string; intervalMs: number; kind: 'feed' | 'folder' },
  now: Date,
  random: () => number,
): { state: PollState; pauseMs: number } {
  const at = now.toISOString()
  const known = { ...state, digest: source.digest, lastRun: at, lastAnswer: outcome.answer }
  // Jitter, so that the sources of all processes are not read at the same moment.
  const spread = (milliseconds: number) => Math.round(milliseconds * (1 + JITTER * random()))
  if (outcome.kind === 'read') {
    const { counts, changed, soonMs = Infinity } = outcome
    const hasBrought = Object.values(counts).some((count) => count > 0)
    const last = hasBrought ? counts : state.last
    return {
      state: { ...known, ...changed, lastSuccess: at, failures: 0, last, total: addCounts(state.total, counts) },
      pauseMs: Math.min(soonMs, spread(source.intervalMs)),
    }
  }
  const failures = state.failures + 1
  const lastFailure = { at, reason: outcome.reason }
  if (outcome.kind === 'gone') return { state: { ...known, failures, lastFailure }, pauseMs: 0 }
  const backedOff = Math.min(
    source.intervalMs * 2 ** Math.min(failures, 20),
    Math.max(LONGEST_PAUSE_MS[source.kind], source.intervalMs),
  )
  const wished = Math.min(outcome.retryAfterMs, LONGEST_WISH_MS)
  return {
    state: { ...known, failures, lastFailure, total: addCounts(state.total, outcome.counts ?? NOTHING) },
    pauseMs: spread(Math.max(backedOff, wished)),
  }
}

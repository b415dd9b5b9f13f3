/**
 * Automatic imports: the state of all sources, and the documents that could not be used. For the office, the command
 * and a publisher's monitoring. Agencies push to `/api/ingest/documents`. Base address: `/__services/import`; the
 * credential is the ingest key.
 */
import { z } from 'zod'
import { contractFor } from './kernel/endpoint.ts'
import { PublicationCode } from './publication/values.ts'

export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  putAside: z.number().int(),
  refused: z.number().int(),
})

export const SourceState = z.object({
  publication: PublicationCode,
  id: z.string(),
  kind: z.enum(['feed', 'folder']),
  /** Address or path. */
  place: z.string(),
  everySeconds: z.number(),
  /**
   * `over`: the source says that it ended, or it crashed the process repeatedly. A change of its settings or `poll`
   * starts it again.
   */
  state: z.enum(['new', 'fine', 'failing', 'over']),
  lastRun: z.iso.datetime().nullable(),
  lastSuccess: z.iso.datetime().nullable(),
  /** Status of the last answer, such as 304; '': none yet. */
  lastAnswer: z.string(),
  lastFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Failures in a row. */
  failures: z.number().int(),
  /** A hint if the answer was read in another encoding than it declares; '': none. */
  note: z.string(),
  /** Null: no further run. */
  nextRun: z.iso.datetime().nullable(),
  /** Counts of the last run that brought something, and of all runs. */
  last: ImportCounts,
  total: ImportCounts,
  /** Documents of this source in `rejected`, if it is a folder. */
  rejected: z.number().int(),
})
export type SourceState = z.infer<typeof SourceState>

export const KeptDocument = z.object({
  id: z.string(),
  /** `put-aside`: understood, but not meant for readers, or incomplete in a way that only an editor can mend. */
  outcome: z.enum(['refused', 'put-aside']),
  /** Day of its first arrival. */
  day: z.string(),
  reason: z.string(),
  /** Id at the source; '': unknown. */
  sourceId: z.string(),
  /** Address or path it was read from. */
  origin: z.string(),
  publications: z.array(z.string()),
  /** Name in `sources.yaml`; '': delivered in another way. */
  source: z.string(),
})
export type KeptDocument = z.infer<typeof KeptDocument>

const MOST_AT_ONCE = 50
const Outcomes = z.object({ refused: z.number().int(), putAside: z.number().int() })

export const IMPORTS = contractFor('service-key', {
  listSources: {
    method: 'GET',
    path: '/sources',
    summary: 'Every feed and folder of the publications with how it is doing, and how many documents are kept',
    query: z.object({ publication: PublicationCode.optional() }),
    answer: z.object({ sources: z.array(SourceState), kept: Outcomes }),
  },
  pollSource: {
    method: 'POST',
    path: '/sources/{publication}/{id}/poll',
    summary: 'Reads a source as soon as a process is free, whatever it was waiting for',
    params: z.object({ publication: PublicationCode, id: z.string().max(60) }),
    answer: z.object({ due: z.literal(true) }),
    problems: { 404: 'NOT_FOUND' },
  },
  listKept: {
    method: 'GET',
    path: '/kept',
    summary: 'Documents that are not published and wait for a look, the newest first, at most 500',
    query: z.object({ publication: PublicationCode.optional() }),
    answer: z.object({ documents: z.array(KeptDocument), kept: Outcomes }),
  },
  retryKept: {
    method: 'POST',
    path: '/kept/retry',
    summary: `Imports kept documents once more with the mapping of today, at most ${MOST_AT_ONCE} at once; what comes in is no longer kept`,
    body: z.object({
      ids: z
        .array(z.string().regex(/^[0-9a-f]{16}$/))
        .min(1)
        .max(MOST_AT_ONCE),
    }),
    answer: z.object({
      results: z.array(
        z.object({ id: z.string(), outcome: z.enum(['in', 'refused', 'put-aside', 'unknown']), reason: z.string() }),
      ),
    }),
    problems: { 503: 'UNAVAILABLE' },
  },
})

export const IMPORTS_INFO = {
  title: 'Imports',
  description: 'Sources of the publications, how they are doing, and documents that are not published.',
  version: '1',
  base: '/__services/import',
} as const

/** Fronts for an office: edits over the folder, read, stored and previewed. Part of `RECORDS`, behind the service key. */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { FrontEdits, FrontPath, FrontView } from './front-edits.ts'
import { ChannelPage, HomePage } from './fronts.ts'
import { Instant } from './values.ts'

const StoredEdits = z.object({
  /** 0: the front has no edits yet. */
  revision: z.number().int(),
  /** Those in force. */
  edits: FrontEdits,
  by: z.string().nullable(),
  at: Instant.nullable(),
})
export type StoredEdits = z.infer<typeof StoredEdits>

export const FRONT_RECORDS = contractFor('service-key', {
  listFronts: {
    method: 'GET',
    path: '/internal/fronts',
    summary: 'The home page and the sections of the publication, with their edits in force',
    answer: z.object({
      fronts: z.array(
        z.object({
          path: z.string(),
          name: z.string(),
          isListed: z.boolean(),
          revision: z.number().int(),
          edits: FrontEdits,
        }),
      ),
    }),
  },
  getFrontEdits: {
    method: 'GET',
    path: '/internal/front-edits',
    summary: 'The stored edits of a front',
    query: z.object({ path: FrontPath.default('') }),
    answer: StoredEdits,
    problems: { 404: 'NOT_FOUND' },
  },
  saveFrontEdits: {
    method: 'PUT',
    path: '/internal/front-edits',
    summary:
      'Stores the edits of a front and shows them at once. `revision` is the stored one they were made from; another one is refused, unless the edits are those that are stored',
    body: z.object({
      path: FrontPath,
      revision: z.number().int().min(0),
      edits: FrontEdits,
      /** Name of the person. */
      by: z.string().max(200),
    }),
    answer: StoredEdits,
    problems: { 404: 'NOT_FOUND', 409: 'LATER_REVISION' },
  },
  previewFront: {
    method: 'POST',
    path: '/internal/front-previews',
    summary:
      'The front with these edits instead of the stored ones, and the answer that its page would get; stores nothing',
    body: z.object({ path: FrontPath, edits: FrontEdits }),
    answer: z.object({ view: FrontView, page: z.union([ChannelPage, HomePage]) }),
    problems: { 404: 'NOT_FOUND' },
  },
})

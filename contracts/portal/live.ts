/** Live reports for pages. The stream at `/api/live/{id}` sends the same changes as events (`web/server/live`). */
import { z } from 'zod'
import { ContentItem } from '../content/body.ts'
import { contract } from '../kernel/endpoint.ts'

export const LIVE_ENDPOINTS = contract({
  getLiveEntries: {
    method: 'GET',
    path: '/api/live/{id}/entries',
    summary: 'Entries of a live report for browsers without a stream; 204 if nothing changed since `revision`',
    params: z.object({ id: z.string().regex(/^\d{1,20}$/) }),
    query: z.object({ revision: z.string().max(20).optional() }),
    answer: z
      .object({
        revision: z.string(),
        /** A string is the id of an entry that the caller has. Null: a paid report, whose text is an own call. */
        items: z
          .array(z.union([ContentItem, z.string()]))
          .readonly()
          .nullable(),
      })
      .optional(),
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
})

/** The one shape in which every service says no (RFC 9457, `application/problem+json`, with our `code`). */
import { z } from 'zod'

export const Problem = z.object({
  status: z.number().int(),
  /** Stable, upper case, for programs: `NOT_FOUND`, `BAD_REQUEST`, `BOOKMARK_LIMIT` … */
  code: z.string(),
  /** For people who read logs; never shown to readers, never with personal data. */
  title: z.string(),
  /** What was wrong with the input: path → message. */
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** Of a portal that has no publication yet: all it serves is the page that makes the first. */
export const NO_PUBLICATION_YET = 'NO_PUBLICATION_YET'

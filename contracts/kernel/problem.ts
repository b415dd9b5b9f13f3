/** The one error shape of every service (RFC 9457, `application/problem+json`, with our `code`). */
import { z } from 'zod'

export const Problem = z.object({
  status: z.number().int(),
  /** Stable, upper case, for programs: `NOT_FOUND`, `BAD_REQUEST`, `BOOKMARK_LIMIT` … */
  code: z.string(),
  /** For logs; never shown to readers, never with personal data. */
  title: z.string(),
  /** Faults of the input: path → message. */
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** From a portal without a publication: it serves only the setup page. */
export const NO_PUBLICATION_YET = 'NO_PUBLICATION_YET'

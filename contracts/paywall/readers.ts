/** How the paywall recognises readers: by account or by the id of an anonymous browser. */
import { z } from 'zod'

export const Sub = z.string().regex(/^[\w.:|@-]{1,255}$/)
export const AnonId = z.string().regex(/^\d{1,20}$/)

/** Values that several answers of the content service share. */
import { z } from 'zod'

/** Digits as a string: an id may have twenty of them. */
export const ArticleId = z.string().regex(/^\d{1,40}$/)

export const Id = z.string().regex(/^[A-Za-z0-9äöüß_-]{1,64}$/)

/** ISO 8601 in UTC. */
export const Instant = z.string()

export const Count = z.number().int().nonnegative()

/** Ancestors of the tags; a subscription to one of them opens the article too. Absent: none. */
export const TagAncestorIds = z.array(z.string()).optional()

export const version = z
  .string()
  .regex(/^v\d+$/)
  .default('v5')

export const inVersion = z.object({ version })

/** Routes take as many digits. */
export const page = z.coerce.number().int().min(0).max(999_999).default(1)

export const paged = z.object({ page })

export const text = (length: number) => z.string().max(length)

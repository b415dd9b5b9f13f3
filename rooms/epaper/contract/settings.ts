/** The setting `epaper` in `rooms.yaml`. */
import { isEdition } from '@lokalteil/domain/commerce/issues'
import { z } from 'zod'

export const EpaperSettings = z.strictObject({
  /** The first is the default of the pages. */
  editions: z
    .array(
      z.strictObject({
        id: z
          .string()
          .refine(
            isEdition,
            'must be lower-case letters, digits and hyphens, like stadt, and no word of its own addresses',
          ),
        name: z.string().trim().min(1, 'must not be empty').max(80),
      }),
    )
    .min(1, 'must have an edition')
    .max(50)
    .refine(
      (editions) => new Set(editions.map(({ id }) => id)).size === editions.length,
      'two editions have the same id',
    ),
  coins: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe('A single issue costs; absent: it is not sold alone'),
})

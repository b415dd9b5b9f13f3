/** The setting `notices` in `rooms.yaml`. */
import { Slug } from '@lokalteil/contracts/publication/values'
import { z } from 'zod'

const Cents = z.number().int().min(0).max(1_000_000)

/** Prices of notices ordered by readers (`domain/notice-price`); gross, in cents. */
const ObituaryPrices = z.strictObject({
  sizes: z
    .array(
      z.strictObject({
        id: Slug.max(30),
        name: z.string().trim().min(1, 'must not be empty').max(40),
        cents: Cents.min(1),
        letters: z.number().int().min(50).max(5000).describe('Included'),
      }),
    )
    .min(1, 'must have a size')
    .max(6)
    .refine((sizes) => new Set(sizes.map(({ id }) => id)).size === sizes.length, 'two sizes have the same id'),
  extra: z.strictObject({ letters: z.number().int().min(1).max(500), cents: Cents }),
  sceneCents: Cents.default(0).describe('A landscape across the notice'),
  durations: z
    .array(z.strictObject({ days: z.number().int().min(1).max(3660), cents: Cents }))
    .min(1, 'must have a duration')
    .max(6)
    .refine((all) => new Set(all.map(({ days }) => days)).size === all.length, 'a duration is there twice'),
})

export const ObituarySettings = z.strictObject({
  prices: ObituaryPrices.optional().describe('Absent: readers cannot order notices here'),
  /** The office that takes notices, for readers who prefer to talk to a person. */
  office: z.strictObject({ phone: z.string().max(40).optional(), hours: z.string().max(120).optional() }).optional(),
})

/** Whether readers can order notices. */
export const sellsObituaries = ({ prices }: z.infer<typeof ObituarySettings>): boolean => prices !== undefined

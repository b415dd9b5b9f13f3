/** The settings `homes` and `jobs` in `rooms.yaml`. */
import { Slug } from '@lokalteil/contracts/publication/values'
import { z } from 'zod'

export const MarketSettings = z.strictObject({
  /** Towns that a search can be made around, in the order offered. Absent: a search covers everything. */
  places: z
    .array(
      z.strictObject({
        place: Slug.describe('A region or place of places.yaml'),
        latitude: z.number().min(46).max(56),
        longitude: z.number().min(5).max(16),
      }),
    )
    .max(200)
    .default([]),
  /** Price of ads written on the site; absent: readers cannot order ads. */
  ads: z
    .strictObject({
      packages: z
        .array(
          z.strictObject({
            id: Slug.max(40),
            name: z.string().trim().min(1, 'must not be empty').max(80),
            days: z.number().int().min(1).max(365),
            cents: z.number().int().min(100).max(1_000_000).describe('With value-added tax'),
          }),
        )
        .min(1, 'must have a package')
        .max(8)
        .refine(
          (packages) => new Set(packages.map(({ id }) => id)).size === packages.length,
          'two packages have the same id',
        ),
      vatPercent: z.number().int().min(0).max(30).default(19),
    })
    .optional(),
})

/** Whether readers can order advertisements. */
export const sellsAds = ({ ads }: z.infer<typeof MarketSettings>): boolean => ads !== undefined

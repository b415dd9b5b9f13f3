/** `places.yaml`, `taxonomy.yaml` and `people.yaml`: places, sections and tags, and the authors of a publication. */
import { z } from 'zod'
import { ImportMapping } from './mapping.ts'
import { Email, FolderPicture, SectionPath, Slug, text } from './values.ts'

export type Place = { id: string; name: string; section?: string | undefined; places: Place[] }
const PlaceItem: z.ZodType<Place> = z.lazy(() =>
  z.strictObject({
    id: Slug,
    name: text(80),
    section: SectionPath.optional(),
    places: z.array(PlaceItem).max(500).default([]),
  }),
)
export const Places = z.strictObject({ regions: z.array(PlaceItem).max(100).default([]) })
export type Places = z.infer<typeof Places>

export const Taxonomy = z.strictObject({
  /** In the order shown to readers; parents before their children. */
  sections: z
    .array(
      z.strictObject({
        path: SectionPath,
        name: text(80),
        seoTitle: z.string().trim().max(120).default(''),
        description: z.string().trim().max(300).default(''),
      }),
    )
    .max(500)
    .default([]),
  /** `id`: used by subscriptions to the tag; absent: the slug. */
  tags: z
    .array(
      z.strictObject({
        slug: Slug,
        name: text(80),
        id: z
          .string()
          .regex(/^[a-z0-9-]{1,64}$/, 'must be digits, or the slug')
          .optional(),
        parent: Slug.optional(),
        kind: z.enum(['topic', 'place', 'club', 'person']).default('topic'),
      }),
    )
    .max(5000)
    .default([]),
  topics: z
    .array(
      z.strictObject({
        id: Slug,
        title: text(80),
        description: z.string().trim().max(300).default(''),
        tags: z.array(Slug).min(1).max(50),
        /** All its articles form one story: each shows the earlier ones as "Was bisher geschah". */
        story: z.boolean().default(false),
        picture: FolderPicture.optional(),
      }),
    )
    .max(500)
    .default([]),
  /** From agencies' categories to the sections and tags above; see docs/import.md. */
  mapping: ImportMapping.optional(),
})
export type Taxonomy = z.infer<typeof Taxonomy>

export const People = z.strictObject({
  people: z
    .array(
      z.strictObject({
        id: z.string().regex(/^\d{1,20}$/, 'must be digits, in quotes: it stands in the author’s address'),
        firstName: z.string().trim().max(60).default(''),
        lastName: text(60),
        shortName: text(12).optional(),
        role: z.string().trim().max(120).default(''),
        bio: z.string().trim().max(2000).default(''),
        email: Email.optional(),
        portrait: FolderPicture.optional(),
      }),
    )
    .max(2000)
    .default([]),
})
export type People = z.infer<typeof People>

/** `taxonomy.yaml: mapping`: from the words of agencies to the order of a publication; see docs/import.md. */
import { z } from 'zod'
import { Article } from '../content/articles.ts'

const SectionPath = z
  .string()
  .max(200)
  .regex(/^[a-z0-9äöüß.-]+(?:\/[a-z0-9äöüß.-]+)*$/, 'must be a section path such as "sport/fussball"')
const table = <T extends z.ZodType>(value: T) => z.record(z.string().min(1).max(200), value).default({})

/** What may differ in single publications of one table. */
export const MappingTables = z.strictObject({
  fallbackSection: SectionPath.optional(),
  sections: table(SectionPath),
  /** Places refine a section: politics + "Deutschland" → politik/deutschland. `*` is every other place. */
  places: table(SectionPath),
})

export const ImportMapping = z.strictObject({
  ...MappingTables.shape,
  fallbackSection: SectionPath,
  /** How sections are called that are made; else as the agency writes them, else after their path. */
  sectionNames: table(z.string().trim().min(1).max(100)),
  /** False: a section the publication does not have gives way to the nearest above it, else to the fallback. */
  createSections: z.boolean().default(true),
  /** Words in the place of a section that name none, such as "Uncategorized". */
  ignoredSections: z.array(z.string()).default([]),
  tags: table(z.string().min(1).max(100)),
  regions: table(z.string().min(1).max(64)),
  kinds: table(Article.shape.kind),
  /** Keywords that say nothing to readers. */
  ignoredTags: z.array(z.string()).default([]),
  /** Keywords without an entry in `tags` become tags by their name. */
  keepUnknownTags: z.boolean().default(true),
  maxTags: z.number().int().min(0).max(20).default(6),
})
export type ImportMapping = z.infer<typeof ImportMapping>

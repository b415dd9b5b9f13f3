/** `taxonomy.yaml: mapping`: from agencies' categories to a publication's sections and tags; see docs/import.md. */
import { z } from 'zod'
import { Article } from '../content/articles.ts'

const SectionPath = z
  .string()
  .max(200)
  .regex(/^[a-z0-9äöüß.-]+(?:\/[a-z0-9äöüß.-]+)*$/, 'must be a section path such as "sport/fussball"')
const table = <T extends z.ZodType>(value: T) => z.record(z.string().min(1).max(200), value).default({})

/** Tables that a single publication may override. */
export const MappingTables = z.strictObject({
  fallbackSection: SectionPath.optional(),
  sections: table(SectionPath),
  /** Places refine a section: politics + "Deutschland" → politik/deutschland. `*` matches every other place. */
  places: table(SectionPath),
})

export const ImportMapping = z.strictObject({
  ...MappingTables.shape,
  fallbackSection: SectionPath,
  /** Names of created sections; else the agency's spelling, else the path. */
  sectionNames: table(z.string().trim().min(1).max(100)),
  /** False: an unknown section is replaced by its nearest existing parent, else by the fallback. */
  createSections: z.boolean().default(true),
  /** Values of the section field that name no section, such as "Uncategorized". */
  ignoredSections: z.array(z.string()).default([]),
  tags: table(z.string().min(1).max(100)),
  regions: table(z.string().min(1).max(64)),
  kinds: table(Article.shape.kind),
  /** Keywords without meaning for readers; dropped. */
  ignoredTags: z.array(z.string()).default([]),
  /** Keywords without an entry in `tags` become tags by their name. */
  keepUnknownTags: z.boolean().default(true),
  maxTags: z.number().int().min(0).max(20).default(6),
})
export type ImportMapping = z.infer<typeof ImportMapping>

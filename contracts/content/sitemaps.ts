/** Addresses for search engines. */
import { z } from 'zod'
import { Picture } from './pictures.ts'
import { Instant } from './values.ts'

/**
 * Sitemap entry: an address and its real time of change. `isOwn`: this publication owns the article, so its address is
 * the canonical one.
 */
export const SitemapEntry = z.object({
  path: z.string(),
  title: z.string(),
  lastModified: Instant,
  publishDate: Instant,
  picture: Picture.nullable(),
  kind: z.enum(['article', 'testReport', 'section', 'tag', 'topic', 'author', 'podcast', 'episode', 'page']),
  isOwn: z.boolean(),
  keywords: z.array(z.string()),
})
export type SitemapEntry = z.infer<typeof SitemapEntry>

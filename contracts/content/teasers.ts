/** Articles in lists. */
import { z } from 'zod'
import { Picture } from './pictures.ts'
import { ArticleId, Count, Instant, TagAncestorIds } from './values.ts'

export const Author = z.object({
  id: z.string(),
  prename: z.string(),
  surname: z.string(),
  shortname: z.string().optional(),
  /** `/autor/lena-vogt-11`; '' without an author page. */
  urlPath: z.string(),
  portrait: Picture.nullable(),
})
export type Author = z.infer<typeof Author>

export const ContentRestriction = z.enum(['paid', 'free'])
export type ContentRestriction = z.infer<typeof ContentRestriction>

export const Teaser = z.object({
  documentId: ArticleId,
  contentRestriction: ContentRestriction,
  /** A path of this site or an http(s) address. */
  targetPathOrUrl: z.string(),
  title: z.string(),
  titlePrefix: z.string(),
  /** Only `b i em strong br a[href]`. */
  teaserTextHtml: z.string(),
  isSoldContent: z.boolean(),
  isOpinion: z.boolean(),
  isPodcast: z.boolean(),
  isVideoArticle: z.boolean(),
  isGallery: z.boolean(),
  isLive: z.boolean(),
  isTestReport: z.boolean(),
  authors: z.array(Author),
  img: Picture.nullable(),
  publishDate: Instant,
  updateDate: Instant.nullable(),
  sectionName: z.string(),
  /** Without leading slash: `sport/fussball`. */
  sectionPath: z.string(),
  readingMinutes: Count,
  /** Ids of tags and regions, for the personal feed and its reasons. */
  tagIds: z.array(z.string()),
  tagAncestorIds: TagAncestorIds,
  regionIds: z.array(z.string()),
  /** Test reports: 1–5, else null. */
  rating: z.number().nullable(),
  /** Only false: no push message is sent about it. */
  isPushed: z.literal(false).optional(),
})
export type Teaser = z.infer<typeof Teaser>

/** A page of a list. Pages begin with 1 and hold 20 teasers (S2.1-08). */
export const TeaserPage = z.object({ teasers: z.array(Teaser), page: z.number().int(), pages: Count, total: Count })
export type TeaserPage = z.infer<typeof TeaserPage>

/** Whole articles and test reports. */
import { DISCUSSION_MODES } from '@lokalteil/domain/community/discussion'
import { z } from 'zod'
import { ContentItem, Video } from './body.ts'
import { Picture } from './pictures.ts'
import { Author, ContentRestriction, Teaser } from './teasers.ts'
import { ArticleId, Count, Instant, TagAncestorIds } from './values.ts'

export const TagRef = z.object({ id: z.string(), displayName: z.string(), fullPath: z.string() })
export type TagRef = z.infer<typeof TagRef>

export const SectionRef = z.object({ path: z.string(), displayName: z.string() })
export type SectionRef = z.infer<typeof SectionRef>

export const RegionRef = z.object({ id: z.string(), label: z.string(), target: z.string() })
export type RegionRef = z.infer<typeof RegionRef>

/** A block of the product or of a publication's extension. `data` is added when the page is loaded. */
export const ExtensionBlock = z.object({
  kind: z.literal('extension'),
  name: z.string(),
  title: z.string(),
  options: z.record(z.string(), z.unknown()),
  data: z.unknown().optional(),
})
export type ExtensionBlock = z.infer<typeof ExtensionBlock>

/** A correction as shown to readers, with its day. */
export const Correction = z.object({ date: Instant, text: z.string().min(1).max(2000) })
export type Correction = z.infer<typeof Correction>

/** Provenance: how the text was produced, beside its authors and agency; shown to readers. */
export const Provenance = z.object({
  /** Its sources, one each: "Protokoll der Ratssitzung vom 12. November", "Gespräche mit vier Anwohnern". */
  basis: z.array(z.string().min(1).max(300)).max(10),
  /** Open questions; '' for none. */
  unclear: z.string().max(1000),
})
export type Provenance = z.infer<typeof Provenance>

/** A link to another article. */
export const ArticleRef = z.object({ id: ArticleId, title: z.string(), path: z.string(), publishDate: Instant })
export type ArticleRef = z.infer<typeof ArticleRef>

const MapPath = z
  .string()
  .max(20_000)
  .regex(/^[MLZ\d. -]*$/)
/** A map of the places, drawn from the publication's geodata. Paths and points in a view of `width` × `height`. */
export const ArticleMap = z.object({
  width: Count,
  height: Count,
  names: z.array(z.string()),
  outlines: z.array(MapPath),
  ground: z.array(z.object({ kind: z.enum(['water', 'river', 'road', 'rail', 'wood', 'built']), path: MapPath })),
  points: z.array(z.object({ x: z.number(), y: z.number(), name: z.string(), isMarked: z.boolean() })),
  credit: z.string(),
  creditUrl: z.string().optional(),
})
export type ArticleMap = z.infer<typeof ArticleMap>

export const Article = z.object({
  id: ArticleId,
  kind: z.enum([
    'news',
    'opinion',
    'interview',
    'report',
    'service',
    'live',
    'video',
    'gallery',
    'podcast',
    'long-read',
    'quiz',
    'picture',
    'audio',
    'reply',
  ]),
  title: z.string(),
  titlePrefix: z.string(),
  seoTitle: z.string(),
  /** Headline for sharing; absent: `title`. */
  shareTitle: z.string().optional(),
  /** `/slug-id`. */
  path: z.string(),
  /** Code of the publication that owns it; others set their canonical link to the owner. */
  owner: z.string(),
  contentRestriction: ContentRestriction,
  publishDate: Instant,
  updateDate: Instant.nullable(),
  isSoldContent: z.boolean(),
  isOpinion: z.boolean(),
  isPodcast: z.boolean(),
  isVideoArticle: z.boolean(),
  isLive: z.boolean(),
  teaserText: z.string(),
  teaserTextHtml: z.string(),
  authors: z.array(Author),
  img: Picture.nullable(),
  headerVideo: Video.nullable(),
  galleryHeader: z
    .object({
      content: z.object({
        gallery: z.object({ params: z.object({ teaser: z.object({ reference: z.object({ id: z.string() }) }) }) }),
      }),
    })
    .nullable(),
  section: SectionRef,
  /** From the root down; the article's own section is the last. */
  breadcrumb: z.array(SectionRef),
  maintag: TagRef.nullable(),
  tags: z.array(TagRef),
  tagAncestorIds: TagAncestorIds,
  regions: z.array(RegionRef),
  /** Absent: the publication has no geodata of these places. */
  map: ArticleMap.optional(),
  /** `topicName` may hold several names, comma-separated (S3.5-03). */
  relatedArticles: z.object({
    topicName: z.string(),
    teasers: z.array(Teaser),
    /**
     * "Was bisher geschah": older articles that are linked or of the same story, newest first; none is also in
     * `teasers`.
     */
    earlier: z.array(ArticleRef).optional(),
  }),
  /** Free: the whole text. Paid: only the first paragraph; the full text is at `internal/articles/{id}`. */
  contentItems: z.array(ContentItem),
  /** Counts of the full text. They are public, because they reveal no content (S3.12-01). */
  characterCount: Count,
  wordCount: Count,
  paragraphCount: Count,
  /** Social media posts in the full text. */
  socialWidgetCount: Count.default(0),
  readingMinutes: Count,
  /** Pictures in the full text, without the lead picture; absent: none. */
  pictureCount: Count.optional(),
  /** Recordings and films in the full text; absent: none. */
  recordingCount: Count.optional(),
  /** The agency's credit line; '' for the own newsroom. */
  source: z.string(),
  /** Printed under the text; '' without a correction. */
  correction: z.string(),
  /** All published corrections, newest first; absent if only `correction` is known. */
  corrections: z.array(Correction).max(20).optional(),
  provenance: Provenance.optional(),
  /** The editors' setting for comments under this article; absent: the publication's rules. */
  comments: z.enum(DISCUSSION_MODES).optional(),
  /** Use of AI (AI Act Art. 50). */
  aiUse: z.enum(['none', 'assisted', 'generated']),
  /** Extension blocks below the text, for articles of this section or tag. Absent: none. */
  blocks: z.array(ExtensionBlock).optional(),
})
export type Article = z.infer<typeof Article>

export const TestReport = z.object({
  ...Article.shape,
  product: z.object({ name: z.string(), manufacturer: z.string(), price: z.string() }),
  /** 1 (poor) to 5 (very good), halves allowed. */
  rating: z.number(),
  verdict: z.string(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  criteria: z.array(z.object({ name: z.string(), rating: z.number(), weight: z.number() })),
})
export type TestReport = z.infer<typeof TestReport>

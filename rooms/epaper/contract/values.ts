/** Values that several answers of the e-paper share. */
import { z } from 'zod'
import { isDay, isEdition } from '@lokalteil/domain/commerce/issues'
import { isArticleKey, MOST_PAGES } from '../domain/issues.ts'
import { ZONE_KINDS } from '../domain/zones.ts'
import { ArticleId } from '@lokalteil/contracts/content/values'

export const EditionId = z.string().refine(isEdition, 'must be the id of an edition, like haupt')
export const Day = z.string().refine(isDay, 'must be a day, like 2026-11-23')
export const Month = z.string().regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, 'must be a month, like 2026-11')
export const ArticleKey = z.string().refine(isArticleKey, 'must be the key of an article, like 3-2')
export const PageNumber = z.number().int().min(1).max(MOST_PAGES)

/**
 * Version of the page pictures. Every new drawing of an issue gets another one, so that cached pictures never go stale.
 */
export const IssueVersion = z.string().regex(/^[0-9a-f]{16}$/)

/** Width in pixels; the height follows from the page's shape. */
export const RENDITION_WIDTHS = {
  /** For the page list. */
  thumb: 200,
  /** The first picture on a phone. */
  small: 640,
  page: 1080,
  /** For reading the small print. */
  zoom: 2000,
} as const
export type Rendition = keyof typeof RENDITION_WIDTHS
export const RENDITIONS = Object.keys(RENDITION_WIDTHS) as [Rendition, ...Rendition[]]
/** The only public picture of an issue; too small to read an article's text. */
export const COVER_WIDTH = 400

export const ImageSize = z.object({
  width: z.number().int().min(1).max(20_000),
  height: z.number().int().min(1).max(20_000),
})
export type ImageSize = z.infer<typeof ImageSize>

/** An issue in lists. Contains no paid content. */
export const IssueCard = z.object({
  edition: EditionId,
  editionName: z.string().max(80),
  day: Day,
  version: IssueVersion,
  pageCount: PageNumber,
  /** Price in coins; null: it is not sold singly. */
  coins: z.number().int().min(1).max(1000).nullable(),
  /** Size of the public picture of the front page (`EPAPER_FILES.cover`). */
  cover: ImageSize,
  /** Size of the whole PDF. */
  pdfBytes: z.number().int().min(1),
  /** Time of its first publication. */
  appearedAt: z.iso.datetime(),
})
export type IssueCard = z.infer<typeof IssueCard>

/** The public part of an issue's article. */
export const IssueTeaser = z.object({
  key: ArticleKey,
  kicker: z.string().max(300),
  title: z.string().max(500),
  /** The teaser of the portal's article, or the first one or two sentences; '' if these would be the whole text. */
  teaser: z.string().max(600),
  /** The pages on which it stands, in order. */
  pages: z.array(PageNumber).min(1).max(20),
  /** Id of the same article on the portal. */
  contentId: ArticleId.nullable(),
})
export type IssueTeaser = z.infer<typeof IssueTeaser>

export const Contents = z.object({
  number: PageNumber,
  /** Printed page number, such as `3` or `A3`. */
  label: z.string().max(20),
  /** Section of the paper, from the zone file; '' if it names none. */
  section: z.string().max(80),
})
export type Contents = z.infer<typeof Contents>

export const Fraction = z.number().min(0).max(1)
export const Box = z.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction })

/** Lengths are fractions of the page, from its upper left corner (`domain/zones`). */
export const Zone = z.object({
  kind: z.enum(ZONE_KINDS),
  articleKey: ArticleKey.nullable(),
  box: Box,
  polygon: z
    .array(z.tuple([Fraction, Fraction]).readonly())
    .min(3)
    .max(200)
    .readonly()
    .nullable(),
})
export type Zone = z.infer<typeof Zone>

export const MOST_ZONES = 500

export const IssuePage = z.object({
  ...Contents.shape,
  /** Paper size in millimetres. */
  width: z.number().min(1).max(5100),
  height: z.number().min(1).max(5100),
  images: z.record(
    z.enum(RENDITIONS),
    z.object({ ...ImageSize.shape, bytes: z.number().int().min(1), mediaType: z.string().max(40) }),
  ),
  /** In reading order. */
  zones: z.array(Zone).max(MOST_ZONES),
})
export type IssuePage = z.infer<typeof IssuePage>

export const IssueArticle = z.object({
  ...IssueTeaser.shape,
  author: z.string().max(300),
  /** The printed text, sanitised: `p`, `h2`, `strong`, `em`, `br` without attributes. */
  html: z.string().max(400_000),
  /** Path such as `/brueckenfest-123`; null if the portal does not have the article. */
  contentPath: z.string().max(500).nullable(),
  /** Neighbours in reading order. */
  previous: ArticleKey.nullable(),
  next: ArticleKey.nullable(),
})
export type IssueArticle = z.infer<typeof IssueArticle>

/** Pieces in order; those with `isHit` are the search words. Plain text. */
export const Snippet = z.array(z.object({ text: z.string().max(400), isHit: z.boolean() })).max(40)
export type Snippet = z.infer<typeof Snippet>

export const SearchHit = z.object({
  edition: EditionId,
  editionName: z.string().max(80),
  day: Day,
  version: IssueVersion,
  coins: IssueCard.shape.coins,
  article: IssueTeaser,
  snippet: Snippet,
})
export type SearchHit = z.infer<typeof SearchHit>

export const SearchAnswer = z.object({
  hits: z.array(SearchHit).max(50),
  total: z.number().int().min(0),
  page: z.number().int().min(1),
  pages: z.number().int().min(0),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const SearchQuery = z.object({
  q: z.string().trim().min(1).max(200),
  edition: EditionId.optional(),
  /** Only this issue; requires `edition`. */
  day: Day.optional(),
  from: Day.optional(),
  to: Day.optional(),
  page: z.coerce.number().int().min(1).max(500).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/**
 * `waiting`: in the queue; `drawing`: `pagesDrawn` shows the progress; `failed`: `reason` says why, and the previous
 * issue stays online; `done`.
 */
export const IMPORT_STATES = ['waiting', 'drawing', 'failed', 'done'] as const

export const IssueState = z.object({
  edition: EditionId,
  day: Day,
  /** The issue that readers see now; null: none. */
  standing: IssueCard.nullable(),
  /** The last delivery; null: it was withdrawn, or there was none. */
  delivery: z
    .object({
      /** SHA-256 of the PDF. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      state: z.enum(IMPORT_STATES),
      hasZones: z.boolean(),
      receivedAt: z.iso.datetime(),
      pageCount: z.number().int().min(0),
      pagesDrawn: z.number().int().min(0),
      articles: z.number().int().min(0),
      /** Number of its articles that were found on the portal. */
      matched: z.number().int().min(0),
      /** Error text in English, for the office; '' unless it failed. */
      reason: z.string().max(500),
    })
    .nullable(),
})
export type IssueState = z.infer<typeof IssueState>

export const issueParams = z.object({ edition: EditionId, day: Day })

/**
 * Figures of a publication: what is read, how far and how long, by which way readers come, and where they leave on the way to an
 * order. Days are those of Berlin. The service keeps sums of a day and nothing about a reader: a visitor is a number that can be
 * recomputed on the same day only, because its salt is destroyed after it.
 */
import { z } from 'zod'
import { STEPS } from '@lokalteil/domain/figures/page-steps'
import { VITAL_NAMES } from '@lokalteil/domain/figures/vitals'
import { contract } from './kernel/endpoint.ts'

const Count = z.number().int().min(0)
const Instant = z.iso.datetime()
const ArticleId = z.string().regex(/^\d{1,40}$/)
/** Paths of sections are the publisher's; `*` stands for the rest of a list. */
const Section = z.string().regex(/^[^\s\p{Cc}*]{1,200}$/u)
/** Name of a page in the route table. */
const Page = z.string().regex(/^[\w/-]{1,60}$/)

const ANSWERS = ['given', 'refused', 'unasked'] as const
const SEARCHES = ['found', 'empty'] as const
/** A page left open counts no longer than this. */
const MOST_SECONDS = 1800
const Vitals = z.object({
  /** Milliseconds. */
  lcp: z.number().min(0).max(600_000).optional(),
  /** Thousandths. */
  cls: z.number().min(0).max(600_000).optional(),
  /** Milliseconds. */
  inp: z.number().min(0).max(600_000).optional(),
})

/** An advertisement of the publication's own (`advertising.yaml`), and the name of the place where it stood: `rad@home-1`. */
const PlacedAd = z.string().regex(/^[a-z0-9-]{1,60}(?:@[^\p{Cc}]{1,40})?$/u)
const Ads = z.object({ seen: z.array(PlacedAd).max(10), clicked: z.array(PlacedAd).max(10) })

/** Sent by a page once it is left; later messages add to it. */
const Told = z.object({
  article: ArticleId.optional(),
  section: Section.optional(),
  /** Quarters of the text that were reached by now, and those that were told before. */
  quarters: z.tuple([z.number().int().min(0).max(4), z.number().int().min(0).max(4)]),
  /** For which the page was visible since it last told. */
  seconds: z.number().min(0).max(MOST_SECONDS),
  steps: z.array(z.enum(STEPS)).max(STEPS.length).default([]),
  consent: z.enum(ANSWERS).optional(),
  search: z.enum(SEARCHES).optional(),
  vitals: Vitals.optional(),
  /** Seen and clicked since the page last told. */
  ads: Ads.optional(),
})

const Host = z.string().regex(/^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])?$/i)

/** Sent by a page of the publication. */
export const PageTold = Told.extend({
  page: Page,
  steps: z
    .array(z.enum(['paywall-seen', 'offer-clicked']))
    .max(2)
    .default([]),
  /** Host of the page from which the reader came; '' for none. */
  from: Host,
  /** `utm_medium` of the address. */
  medium: z
    .string()
    .regex(/^[\w-]{1,20}$/)
    .optional(),
  /** The page was told of before and is no view again. */
  again: z.boolean().default(false),
})
export type PageTold = z.input<typeof PageTold>

export const FIGURES_ENDPOINTS = contract({
  tellView: {
    method: 'POST',
    path: '/api/figures',
    summary:
      'A page tells how it was read. Nothing is stored on the device or read from it; with `Sec-GPC: 1` or `DNT: 1` the reader is in no count of visitors',
    body: PageTold,
    answer: null,
    problems: {
      400: 'BAD_REQUEST',
      403: 'FORBIDDEN',
      413: 'TOO_LARGE',
      415: 'UNSUPPORTED_MEDIA_TYPE',
      429: 'TOO_MANY_REQUESTS',
    },
  },
  listReadWith: {
    method: 'GET',
    path: '/api/figures/read-with/{id}',
    summary: 'Ids of articles that readers of this one also read; the same for everybody, without the text of any',
    params: z.object({ id: ArticleId }),
    answer: z.object({ articleIds: z.array(ArticleId) }),
    problems: { 503: 'UNAVAILABLE' },
  },
})

/** What the portal makes of it. */
export const Seen = Told.extend({
  at: Instant,
  /** False: the page was counted before, or something else is told, such as an order. */
  isView: z.boolean(),
  /** Null: no page. */
  page: Page.nullable(),
  /**
   * The shortened address and the user agent; null: the reader does not want to be counted. Only hashed, with a salt of the day,
   * and never stored.
   */
  visitor: z.string().min(1).max(300).nullable(),
  source: z
    .string()
    .regex(/^[\w.:[\]-]{1,280}$/)
    .nullable(),
  device: z.enum(['mobile', 'desktop']).nullable(),
})
export type Seen = z.infer<typeof Seen>

const MOST_SEEN = 500

/** Figures can be listed by these. */
export const DIMENSIONS = ['day', 'page', 'section', 'article', 'source', 'device'] as const
export type Dimension = (typeof DIMENSIONS)[number]
/** A pair of articles is told from so many readers on, so that nobody finds one reader's way through the site in it. */
export const LEAST_READERS = 5
/** Rows beyond the largest ones of a day are summed up under this value. */
export const OTHERS = '*'

const Row = z.object({
  value: z.string(),
  views: Count,
  /**
   * Different readers of a day, added up over the days. By `source` and `device`: a reader counts with the first view of the day.
   */
  visitors: Count,
  /** For which these pages were visible. */
  seconds: Count,
  /** Views in which one, two, three, four quarters of the text were reached. */
  quarters: z.tuple([Count, Count, Count, Count]),
})
export type FigureRow = z.infer<typeof Row>

const VitalFigure = z.object({
  measured: Count,
  p75: z.number().nullable(),
  good: z.number().min(0).max(1).nullable(),
})

export const Summary = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  views: Count,
  visitors: Count,
  seconds: Count,
  quarters: Row.shape.quarters,
  steps: z.object(
    Object.fromEntries(STEPS.map((step) => [step, Count])) as Record<(typeof STEPS)[number], typeof Count>,
  ),
  /** Views by the reader's answer about consent. */
  consent: z.object({ given: Count, refused: Count, unasked: Count }),
  searches: z.object({ found: Count, empty: Count }),
  /** `p75` of `lcp` and `inp` in milliseconds, of `cls` in thousandths; `good` by the limits of Core Web Vitals. */
  vitals: z.object(
    Object.fromEntries(VITAL_NAMES.map((name) => [name, VitalFigure])) as Record<
      (typeof VITAL_NAMES)[number],
      typeof VitalFigure
    >,
  ),
  /** Told by pages and not counted: there was more than could be kept. */
  dropped: Count,
})
export type Summary = z.infer<typeof Summary>

const MOST_DAYS = 1100
const Span = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000, {
    path: ['from'],
    error: `must be less than ${MOST_DAYS} days before to`,
  })

/** Figures of advertisements can be listed by these. */
export const AD_DIMENSIONS = ['ad', 'place', 'day'] as const
export type AdDimension = (typeof AD_DIMENSIONS)[number]
const AdRow = z.object({ value: z.string(), seen: Count, clicked: Count })
export type AdRow = z.infer<typeof AdRow>

const security = 'service-key' as const

/** Base address: `/__services/figures/{publication}`. */
export const FIGURES = contract({
  addSeen: {
    method: 'POST',
    path: '/internal/seen',
    summary:
      'Counts what pages told. All of it or, with 503, nothing. What is older than a quarter of an hour and of a day before is left out',
    security,
    body: z.object({
      seen: z.array(Seen).max(MOST_SEEN),
      /** Told by pages since the last call and not kept. */
      dropped: Count.default(0),
    }),
    answer: null,
  },
  getSummary: {
    method: 'GET',
    path: '/internal/summary',
    summary: 'All sums of some days',
    security,
    query: Span,
    answer: Summary,
  },
  listFigures: {
    method: 'GET',
    path: '/internal/figures',
    summary: 'Views, visitors, depth and time by day, page, section, article, source or device, the largest first',
    security,
    query: Span.safeExtend({
      by: z.enum(DIMENSIONS),
      limit: z.coerce.number().int().min(1).max(5000).default(100),
    }),
    answer: z.object({ by: z.enum(DIMENSIONS), rows: z.array(Row) }),
  },
  listAds: {
    method: 'GET',
    path: '/internal/ads',
    summary:
      "How often the publication's own advertisements were seen and clicked, by advertisement, place or day, the most seen first",
    security,
    query: Span.safeExtend({ by: z.enum(AD_DIMENSIONS).default('ad') }),
    answer: z.object({ by: z.enum(AD_DIMENSIONS), rows: z.array(AdRow) }),
  },
  listReadWith: {
    method: 'GET',
    path: '/internal/articles/{id}/read-with',
    summary: 'Articles that readers of this one read on the same day, in the last 30 days, by at least five readers',
    security,
    params: z.object({ id: ArticleId }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
    answer: z.object({ articles: z.array(z.object({ id: ArticleId, readers: z.number().int().min(LEAST_READERS) })) }),
  },
})

export const FIGURES_INFO = {
  title: 'Figures',
  description: 'What is read, without a figure that says something of a reader.',
  version: '1',
  base: '/__services/figures/{publication}',
}

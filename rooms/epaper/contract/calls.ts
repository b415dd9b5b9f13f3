/**
 * The e-paper for a publication's pages (R1-53, S1-08). Lists, titles and teasers are public. Pages, zones and texts
 * are for readers who may open the issue, which the server checks for every answer (R1-17, R6-08).
 */
import { z } from 'zod'
import {
  ArticleKey,
  Contents,
  Day,
  EditionId,
  ImageSize,
  IssueArticle,
  IssueCard,
  issueParams,
  IssueTeaser,
  Month,
  RENDITIONS,
  SearchAnswer,
  Zone,
} from './values.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'

/** In the order in which they are offered (`domain/issues`). */
const Remedies = z.array(z.enum(['login', 'coin', 'coins', 'subscribe'])).max(4)

export const IssueRight = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), reason: z.enum(['epaper', 'bought']) }),
  z.object({
    kind: z.literal('locked'),
    remedies: Remedies,
    /** The reader's coins; 0 without a login. */
    availableCreditCount: z.number().int().min(0),
  }),
])
export type IssueRight = z.infer<typeof IssueRight>

const Edition = z.object({ id: EditionId, name: z.string() })

export const IssuesView = z.object({
  editions: z.array(Edition),
  months: z.array(z.object({ month: Month, issues: z.number().int() })),
  /** The filter; null: all. */
  edition: EditionId.nullable(),
  month: Month.nullable(),
  issues: z.array(IssueCard),
})
export type IssuesView = z.infer<typeof IssuesView>

/** A page with the addresses of its pictures, which are signed for this reader and expire after an hour or two. */
export const ReadingPage = z.object({
  ...Contents.shape,
  images: z.record(z.enum(RENDITIONS), z.object({ ...ImageSize.shape, src: z.string() })),
  zones: z.array(Zone),
})
export type ReadingPage = z.infer<typeof ReadingPage>

export const IssueView = z.object({
  issue: IssueCard,
  contents: z.array(Contents),
  /** In reading order. */
  articles: z.array(IssueTeaser),
  previousDay: Day.nullable(),
  nextDay: Day.nullable(),
  right: IssueRight,
  /** Null: this reader may not open the issue. */
  reading: z.object({ pages: z.array(ReadingPage), pdf: z.string() }).nullable(),
})
export type IssueView = z.infer<typeof IssueView>

export const IssueArticleView = z.object({
  issue: IssueCard,
  teaser: IssueTeaser,
  right: IssueRight,
  /** Null: this reader may not open the issue. */
  article: IssueArticle.nullable(),
})
export type IssueArticleView = z.infer<typeof IssueArticleView>

export const IssueSearchView = z.object({
  term: z.string(),
  editions: z.array(Edition),
  edition: EditionId.nullable(),
  /** Null: no search was requested. */
  found: SearchAnswer.nullable(),
  /** True: the snippets come from full texts, because this reader may read all issues. */
  isWhole: z.boolean(),
})
export type IssueSearchView = z.infer<typeof IssueSearchView>

const asked = { 404: 'NO_ISSUE', 503: 'UNAVAILABLE' } as const

export const EPAPER_CALLS = contract({
  listIssues: {
    method: 'GET',
    path: '/api/epaper/issues',
    summary: 'Issues, newest first, of an edition, of a month, or both; the same for all',
    query: z.object({ edition: EditionId.optional(), month: Month.optional() }),
    answer: IssuesView,
    problems: asked,
  },
})

/** Answered for the session's reader. */
export const ISSUE_CALLS = contract({
  readIssue: {
    method: 'GET',
    path: '/api/epaper/issues/{edition}/{day}',
    summary: 'An issue: what stands in it for everybody, its pages for who may open it',
    params: issueParams,
    answer: IssueView,
    problems: asked,
  },
  readIssueArticle: {
    method: 'GET',
    path: '/api/epaper/issues/{edition}/{day}/articles/{key}',
    summary: 'An article of an issue: its teaser for everybody, its text for who may open the issue',
    params: issueParams.extend({ key: ArticleKey }),
    answer: IssueArticleView,
    problems: asked,
  },
  searchIssueTexts: {
    method: 'GET',
    path: '/api/epaper/search',
    summary: 'Search in issues; snippets of whole texts for readers of the e-paper alone',
    query: z.object({
      q: z.string().max(200).default(''),
      edition: EditionId.optional(),
      page: z.coerce.number().int().min(1).max(500).default(1),
    }),
    answer: IssueSearchView,
    problems: asked,
  },
})

export const ISSUE_PURCHASES = contract({
  buyIssue: {
    method: 'POST',
    path: '/api/epaper/issues/{edition}/{day}/purchase',
    summary:
      'Buys one issue with coins, once for each reader; answers how many are left. 409: nothing was charged, the problem carries `availableCreditCount`',
    params: issueParams,
    body: z.object({
      coins: z.number().int().min(1).max(1000).describe('What the page showed; must be what the server asks'),
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .describe('A retry with the same key gets the answer of the first call instead of 409'),
    }),
    answer: z.object({ availableCreditCount: z.number().int().min(0) }),
    problems: {
      400: 'WRONG_AMOUNT',
      401: 'NOT_LOGGED_IN',
      402: 'NO_CREDITS',
      404: 'NO_ISSUE',
      409: 'ALREADY_READABLE',
      503: 'UNAVAILABLE',
    },
  },
})

/**
 * Files by `GET`. The cover is public; the others need the reader's session and `?e={end}&s={signature}` for this
 * reader.
 */
export const EPAPER_FILE_PATHS = {
  cover: '/api/epaper/issues/{edition}/{day}/cover/{version}',
  pageImage: '/api/epaper/issues/{edition}/{day}/images/{version}/{number}/{rendition}',
  pdf: '/api/epaper/issues/{edition}/{day}/pdf/{version}',
} as const

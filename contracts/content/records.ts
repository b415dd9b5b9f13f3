/**
 * An article as an editor writes it and the office stores it, in contrast to the answers computed from it (`Article`,
 * `Teaser`).
 */
import { z } from 'zod'
import { Article, Correction, Provenance, TestReport } from './articles.ts'
import { ContentItem, Video } from './body.ts'
import { Picture } from './pictures.ts'
import { ContentRestriction } from './teasers.ts'
import { ArticleId, Id, Instant } from './values.ts'

/** The teaser of another article in the text: only its id, so that it never goes stale. */
const ArticleReference = z.object({ type: z.literal('articleReference'), articleId: ArticleId })

type Given = Exclude<ContentItem, { type: 'articleTeaser' }>

/**
 * A block of the text: like `ContentItem`, but other articles are named by id. Fields that the content service computes
 * (anchors, pages of persons) may be missing.
 */
export const BodyItem = z.union([
  ArticleReference,
  // A refinement does not narrow the type.
  ContentItem.refine(({ type }) => type !== 'articleTeaser', 'another article is named by its id') as z.ZodType<
    Given,
    Given
  >,
])
export type BodyItem = z.infer<typeof BodyItem>

/** An author of the publication by id, or a name without a page. */
const ByLine = z.object({ id: Id.nullable(), name: z.string().trim().min(1).max(200) })
type ByLine = z.infer<typeof ByLine>

export const TestResult = z.object({
  product: TestReport.shape.product,
  rating: z.number().min(1).max(5),
  verdict: z.string().max(5000),
  pros: z.array(z.string().max(500)).max(30),
  cons: z.array(z.string().max(500)).max(30),
  criteria: TestReport.shape.criteria.max(30),
})

/** Texts may be empty: a draft is saved at any state of the work. */
export const ArticleDraft = z.object({
  kind: Article.shape.kind,
  /** Headline of the page. */
  title: z.string().max(500),
  /** Other headlines; '' for the headline of the page. */
  frontTitle: z.string().max(300),
  seoTitle: z.string().max(300),
  shareTitle: z.string().max(300),
  /** The kicker. */
  titlePrefix: z.string().max(200),
  /** Only `b i em strong br a[href]`. */
  teaserTextHtml: z.string().max(5000),
  sectionPath: z.string().max(300),
  /** The first is the main tag. */
  tagIds: z.array(Id).max(30),
  regionIds: z.array(Id).max(30),
  authors: z.array(ByLine).max(20),
  /** The agency's credit line; '' for the own newsroom. */
  source: z.string().max(300),
  /** Further publications that show it. */
  publications: z.array(z.string().max(40)).max(60),
  contentRestriction: ContentRestriction,
  isSoldContent: z.boolean(),
  picture: Picture.nullable(),
  headerVideo: Video.nullable(),
  body: z.array(BodyItem).max(4000),
  relatedIds: z.array(ArticleId).max(30),
  /** 1 (flash) to 8; 1 and 2 open breaking news for six hours. 5 is ordinary. */
  urgency: z.number().int().min(1).max(9),
  /** Date of publication for readers; null: when it first goes online. */
  publishDate: Instant.nullable(),
  /** Embargo of the source: not shown before. */
  embargo: Instant.nullable(),
  /** Absent: the publication's rules. */
  comments: Article.shape.comments,
  provenance: Provenance.optional(),
  aiUse: Article.shape.aiUse,
  /** Newest first. */
  corrections: z.array(Correction).max(20),
  /** Set for a test report. */
  testResult: TestResult.nullable(),
  /** False: followers of topic, region and author get no push message. One to all is ordered on its own. */
  isPushed: z.boolean(),
})
export type ArticleDraft = z.infer<typeof ArticleDraft>

/** A draft in which nothing is written yet. */
export function createDraft(kind: ArticleDraft['kind'], sectionPath: string): ArticleDraft {
  return {
    kind,
    title: '',
    frontTitle: '',
    seoTitle: '',
    shareTitle: '',
    titlePrefix: '',
    teaserTextHtml: '',
    sectionPath,
    tagIds: [],
    regionIds: [],
    authors: [],
    source: '',
    publications: [],
    contentRestriction: 'free',
    isSoldContent: false,
    picture: null,
    headerVideo: null,
    body: [],
    relatedIds: [],
    urgency: 5,
    publishDate: null,
    embargo: null,
    aiUse: 'none',
    corrections: [],
    testResult: null,
    isPushed: true,
  }
}

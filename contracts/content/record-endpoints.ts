/** Articles as they were given, for an office: read, written, listed, previewed. */
import { BAR_LENGTHS } from '@lokalteil/domain/office/breaking'
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { Article, TestReport } from './articles.ts'
import { FRONT_RECORDS } from './front-endpoints.ts'
import { IncomingDocument } from './incoming.ts'
import { QUIZ_RECORDS } from './quiz-records.ts'
import { ArticleDraft } from './records.ts'
import { Teaser } from './teasers.ts'
import { ArticleId, Instant } from './values.ts'

const byId = z.object({ id: ArticleId })

/** An article in lists of the office. */
export const RecordSummary = z.object({
  id: ArticleId,
  title: z.string(),
  sectionPath: z.string(),
  path: z.string(),
  contentRestriction: z.enum(['paid', 'free']),
  /** '' for the own newsroom. */
  source: z.string(),
  authorIds: z.array(z.string()),
  tagIds: z.array(z.string()),
  /** `waiting`: its embargo has not ended. */
  state: z.enum(['shown', 'waiting', 'withdrawn']),
  publishDate: Instant,
  updateDate: Instant.nullable(),
  urgency: z.number().int(),
  /** Revision of the office that readers see; null: it came by an import or the demo. */
  revision: z.number().int().nullable(),
})
export type RecordSummary = z.infer<typeof RecordSummary>

/** A document of an agency that waits for the office: nothing of it is shown, or an earlier version is. */
export const Proposal = z.object({
  sourceId: z.string(),
  version: z.number().int(),
  /** The article that has an earlier version of it, or that the office made of it; null: none. */
  articleId: ArticleId.nullable(),
  /** `withdrawal`: the source withdraws a text that is the newsroom's own by now. */
  kind: z.enum(['new', 'update', 'withdrawal']),
  /** Updates of the source go online without anybody's help (`update: publish`), unless something stands against it. */
  isAutomatic: z.boolean(),
  arrived: Instant,
  document: IncomingDocument,
  draft: ArticleDraft,
})
export type Proposal = z.infer<typeof Proposal>

/** An article in the bar of breaking news. */
export const BreakingBar = z.object({
  articleId: ArticleId,
  /** Headline of the article. */
  title: z.string(),
  /** Text of the bar; '': the headline. */
  line: z.string(),
  path: z.string(),
  sectionPath: z.string(),
  since: Instant,
  until: Instant,
  /** Who opened it; null: the article's urgency did. */
  by: z.string().nullable(),
})
export type BreakingBar = z.infer<typeof BreakingBar>

/** `behind`: the article that the bar would show by urgency, if the desk had not chosen another. */
const BreakingState = z.object({ bar: BreakingBar.nullable(), behind: BreakingBar.nullable() })
const ChangedBreaking = BreakingState.extend({ before: BreakingBar.nullable() })
/** `seen`: the article in the bar that the person looked at; null: it was closed. */
const OnBar = z.object({ seen: ArticleId.nullable(), by: z.string().max(200) })

/** Sections, tags, regions and authors that articles of the publication may have, with names. */
export const Vocabulary = z.object({
  sections: z.array(z.object({ path: z.string(), name: z.string() })),
  tags: z.array(z.object({ id: z.string(), name: z.string() })),
  regions: z.array(z.object({ id: z.string(), name: z.string() })),
  authors: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Vocabulary = z.infer<typeof Vocabulary>

/** Behind the service key, as `CONTENT_INTERNAL`. */
export const RECORDS = contractFor('service-key', {
  ...FRONT_RECORDS,
  ...QUIZ_RECORDS,
  takeArticleId: {
    method: 'POST',
    path: '/internal/record-ids',
    summary: 'A new id, for an article that the office begins',
    answer: z.object({ id: ArticleId }),
  },
  getRecord: {
    method: 'GET',
    path: '/internal/records/{id}',
    summary: 'An article of the publication as it was given',
    params: byId,
    answer: RecordSummary.extend({ draft: ArticleDraft, sourceId: z.string().nullable(), sourceVersion: z.number() }),
    problems: { 404: 'NOT_FOUND', 410: 'WITHDRAWN' },
  },
  saveRecord: {
    method: 'PUT',
    path: '/internal/records/{id}',
    summary:
      'Shows readers a revision of the office. Repeating it changes nothing; an older revision than the stored one is refused. Later versions of its source are proposed from then on, not taken',
    params: byId,
    body: z.object({
      revision: z.number().int().min(1),
      draft: ArticleDraft,
      /** Time of the last change for readers; null: the article shows none. The repair of a typo repeats the time before. */
      updated: Instant.nullable(),
    }),
    answer: z.object({ path: z.string(), publishDate: Instant, isNew: z.boolean() }),
    problems: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 422: 'NOT_COMPLETE' },
  },
  listRecords: {
    method: 'GET',
    path: '/internal/records',
    summary: 'Articles of the publication in the order of their ids, for an index of the office',
    query: z.object({
      /** Ids above this one. */
      after: z
        .string()
        .regex(/^\d{0,40}$/)
        .default(''),
      /** Comma-separated; then only these. */
      ids: z.string().max(10_000).default(''),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    answer: z.object({ records: z.array(RecordSummary), isLast: z.boolean() }),
  },
  listMediaUses: {
    method: 'POST',
    path: '/internal/media-uses',
    summary: 'Articles of the publication that show these files now, also those that wait for their time',
    body: z.object({
      /** As `toMediaName` spells them. */
      names: z.array(z.string().max(500)).min(1).max(200),
      /** `next` of the page before. */
      after: z.string().max(100).default(''),
      limit: z.number().int().min(1).max(500).default(200),
    }),
    answer: z.object({
      /** `isLead`: lists show the file as well. */
      uses: z.array(z.object({ name: z.string(), articleId: ArticleId, isLead: z.boolean() })),
      /** Files that the publication shows outside of articles: topics, portraits, newsletters, pages. */
      elsewhere: z.array(z.string()),
      /** Null: the last page. */
      next: z.string().nullable(),
    }),
  },
  setPictureEnds: {
    method: 'PUT',
    path: '/internal/picture-ends',
    summary:
      'Until when the publication may show these files. From then on none of its answers has them, also in articles of others. Repeating it changes nothing',
    body: z.object({
      ends: z
        .array(
          z.object({
            /** As `toMediaName` spells it. */
            name: z.string().min(1).max(500),
            /** Null: without end. */
            until: Instant.nullable(),
          }),
        )
        .min(1)
        .max(200),
    }),
    answer: null,
  },
  getVocabulary: {
    method: 'GET',
    path: '/internal/vocabulary',
    summary: 'Sections, tags, regions and authors of the publication',
    answer: Vocabulary,
  },
  previewRecord: {
    method: 'POST',
    path: '/internal/previews',
    summary: 'The answers that pages would get, had this draft been saved; stores nothing',
    body: z.object({
      id: ArticleId,
      draft: ArticleDraft,
      /** Publication date if neither the draft nor the stored article has one. */
      at: Instant,
      updated: Instant.nullable().default(null),
    }),
    /** `open`: without the paid text; `full`: with it. */
    answer: z.object({
      open: z.union([TestReport, Article]),
      full: z.union([TestReport, Article]),
      teaser: Teaser,
    }),
    problems: { 422: 'NOT_COMPLETE' },
  },
  listProposals: {
    method: 'GET',
    path: '/internal/proposals',
    summary: 'Documents of sources that wait for the office, newest first',
    query: z.object({
      /** Only those of this article. */
      article: ArticleId.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ proposals: z.array(Proposal) }),
  },
  settleProposal: {
    method: 'POST',
    path: '/internal/proposals/settle',
    summary: 'The office took a proposal over, merged or dropped it: it waits no more',
    /** `articleId`: the article that later versions are proposed to; null: none. */
    body: z.object({ sourceId: z.string().max(500), version: z.number().int(), articleId: ArticleId.nullable() }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  getBreaking: {
    method: 'GET',
    path: '/internal/breaking',
    summary: 'What is in the bar of breaking news, and since when',
    answer: BreakingState,
  },
  setBreaking: {
    method: 'PUT',
    path: '/internal/breaking',
    summary: 'Opens the bar with an article that readers have, or changes it; nothing is pushed',
    body: OnBar.extend({ articleId: ArticleId, line: z.string().trim().max(BAR_LENGTHS.most), until: Instant }),
    answer: ChangedBreaking,
    problems: { 404: 'NOT_SHOWN', 409: 'OTHER_BAR' },
  },
  endBreaking: {
    method: 'POST',
    path: '/internal/breaking/end',
    summary: 'Closes the bar, also of an article that opened it by its urgency',
    body: OnBar,
    answer: ChangedBreaking,
    problems: { 409: 'OTHER_BAR' },
  },
})

/** Breaking news of a publication in its office: the bar on all pages, and push messages to many. */
import { PUSH_BODY_LENGTHS, PUSH_TITLE_LENGTHS, BAR_LENGTHS } from '@lokalteil/domain/office/breaking'
import { z } from 'zod'
import { BreakingBar } from '../content/record-endpoints.ts'
import { ArticleId, Instant } from '../content/values.ts'
import { contract } from '../kernel/endpoint.ts'
import { PushOrder, PushReach, PushTarget } from './push-orders.ts'

export const OfficeBreaking = z.object({
  bar: BreakingBar.nullable(),
  /** An urgent article that would open the bar, had the desk not chosen another; null: none. */
  behind: BreakingBar.nullable(),
  /** `off`: the publication has no push messages. `silent`: the push service does not answer. */
  push: z.enum(['on', 'off', 'silent']),
  /** Newest first. */
  orders: z.array(PushOrder),
})
export type OfficeBreaking = z.infer<typeof OfficeBreaking>

/** An article as readers have it. */
export const BreakingArticle = z.object({
  id: ArticleId,
  title: z.string(),
  teaserText: z.string(),
  path: z.string(),
  sectionPath: z.string(),
  isShown: z.boolean(),
  /** Those whose followers may get a message about it. */
  targets: z.array(z.object({ target: PushTarget, name: z.string() })),
})
export type BreakingArticle = z.infer<typeof BreakingArticle>

/** The article in the bar that the person saw; null: the bar was closed. */
const seen = ArticleId.nullable()

export const OFFICE_BREAKING = contract({
  getBreaking: {
    method: 'GET',
    path: '/breaking',
    summary: 'What is in the bar, what waits to be pushed, and what was sent',
    answer: OfficeBreaking,
  },
  getBreakingArticle: {
    method: 'GET',
    path: '/breaking/articles/{id}',
    summary: 'An article for bar and push, as readers have it',
    params: z.object({ id: ArticleId }),
    answer: BreakingArticle,
    problems: { 404: 'NOT_FOUND' },
  },
  setBreaking: {
    method: 'POST',
    path: '/breaking',
    summary: 'Opens the bar on all pages with an article, or changes it; sends no push message',
    body: z.object({
      articleId: ArticleId,
      /** '' for the headline. */
      line: z.string().trim().max(BAR_LENGTHS.most),
      /** Null: after six hours. */
      until: Instant.nullable(),
      seen,
    }),
    answer: OfficeBreaking,
    problems: { 404: 'NOT_FOUND', 409: 'OTHER_BAR', 422: 'BAD_END' },
  },
  endBreaking: {
    method: 'POST',
    path: '/breaking/end',
    summary: 'Closes the bar, also of an article that opened it by its urgency',
    body: z.object({ seen }),
    answer: OfficeBreaking,
    problems: { 409: 'OTHER_BAR' },
  },
  countAudience: {
    method: 'GET',
    path: '/push/audience',
    summary: 'How many devices a message about the article would reach now',
    query: PushTarget.extend({ article: ArticleId }),
    answer: PushReach,
    problems: { 404: 'NOT_FOUND', 409: 'NO_PUSH' },
  },
  orderPush: {
    method: 'POST',
    path: '/push',
    summary: 'Orders a push message; it goes after a minute, unless somebody stops it',
    body: z.object({
      /** Idempotency key: the same key again orders nothing more. */
      key: z.string().regex(/^[\w-]{8,60}$/),
      articleId: ArticleId,
      target: PushTarget,
      title: z.string().trim().min(1).max(PUSH_TITLE_LENGTHS.most),
      body: z.string().trim().max(PUSH_BODY_LENGTHS.most),
    }),
    answer: OfficeBreaking,
    problems: { 404: 'NOT_FOUND', 409: 'NO_PUSH' },
  },
  stopPush: {
    method: 'DELETE',
    path: '/push/{id}',
    summary: 'Stops a push message within its minute, whoever ordered it',
    params: z.object({ id: z.string().max(80) }),
    answer: OfficeBreaking,
    problems: { 404: 'NOT_FOUND', 409: 'PUSH_GONE' },
  },
})

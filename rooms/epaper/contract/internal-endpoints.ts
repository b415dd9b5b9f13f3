/**
 * The part that requires the service key (`Authorization: Bearer {key}`). A caller on behalf of a reader must first
 * check that this reader may open the issue (`canOpenIssue`), because full texts, zones and page pictures are the paid
 * content.
 */
import { z } from 'zod'
import { contractFor } from '@lokalteil/contracts/kernel/endpoint'
import {
  ArticleKey,
  EditionId,
  IssueArticle,
  IssueCard,
  IssuePage,
  issueParams,
  IssueState,
  Month,
  SearchAnswer,
  SearchQuery,
} from './values.ts'

export const EPAPER_INTERNAL = contractFor('service-key', {
  listPages: {
    method: 'GET',
    path: '/internal/issues/{edition}/{day}/pages',
    summary: 'Pages with the sizes of their pictures and their zones',
    params: issueParams,
    answer: z.object({ issue: IssueCard, pages: z.array(IssuePage).max(200) }),
    problems: { 404: 'NO_ISSUE' },
  },
  listArticles: {
    method: 'GET',
    path: '/internal/issues/{edition}/{day}/articles',
    summary: 'Articles with their whole texts, in reading order; all, or those that begin on a page',
    params: issueParams,
    query: z.object({ page: z.coerce.number().int().min(1).max(200).optional() }),
    answer: z.object({ issue: IssueCard, articles: z.array(IssueArticle).max(3000) }),
    problems: { 404: 'NO_ISSUE' },
  },
  getArticle: {
    method: 'GET',
    path: '/internal/issues/{edition}/{day}/articles/{key}',
    summary: 'One article with its whole text',
    params: issueParams.extend({ key: ArticleKey }),
    answer: z.object({ issue: IssueCard, article: IssueArticle }),
    problems: { 404: 'NO_ARTICLE' },
  },
  searchTexts: {
    method: 'GET',
    path: '/internal/search',
    summary: 'The same search with snippets of the whole texts, for readers who may open every issue that is asked for',
    query: SearchQuery,
    answer: SearchAnswer,
  },
  listStates: {
    method: 'GET',
    path: '/internal/states',
    summary: 'Issues and deliveries for the office, newest first; deliveries that failed or wait are there too',
    query: z.object({
      edition: EditionId.optional(),
      month: Month.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(60),
    }),
    answer: z.object({ issues: z.array(IssueState).max(500) }),
  },
  getState: {
    method: 'GET',
    path: '/internal/issues/{edition}/{day}/state',
    summary: 'How far the drawing of a delivery is',
    params: issueParams,
    answer: IssueState,
    problems: { 404: 'NO_ISSUE' },
  },
  withdrawIssue: {
    method: 'DELETE',
    path: '/internal/issues/{edition}/{day}',
    summary: 'Takes an issue away with its pictures and its PDF; again: nothing more happens',
    params: issueParams,
    answer: z.object({ isWithdrawn: z.boolean().describe('False: there was none') }),
  },
})

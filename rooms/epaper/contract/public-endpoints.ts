/** Public calls about issues: only titles and teasers. */
import { z } from 'zod'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import {
  ArticleKey,
  Contents,
  Day,
  EditionId,
  IssueCard,
  issueParams,
  IssueTeaser,
  Month,
  SearchAnswer,
  SearchQuery,
} from './values.ts'

export const EPAPER = contract({
  listEditions: {
    method: 'GET',
    path: '/editions',
    summary: 'Editions as the publication names them, each with its newest issue',
    answer: z.object({
      editions: z.array(z.object({ id: EditionId, name: z.string().max(80), newest: IssueCard.nullable() })).max(50),
    }),
  },
  listMonths: {
    method: 'GET',
    path: '/months',
    summary: 'Months in which issues appeared, newest first, for a way into the archive',
    query: z.object({ edition: EditionId.optional() }),
    answer: z.object({ months: z.array(z.object({ month: Month, issues: z.number().int().min(1) })).max(2000) }),
  },
  listIssues: {
    method: 'GET',
    path: '/issues',
    summary: 'Issues, newest first; of a month, of an edition, or both',
    query: z.object({
      edition: EditionId.optional(),
      month: Month.optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(60).default(24),
    }),
    answer: z.object({
      issues: z.array(IssueCard).max(60),
      total: z.number().int().min(0),
      page: z.number().int().min(1),
      pages: z.number().int().min(0),
    }),
  },
  getIssue: {
    method: 'GET',
    path: '/issues/{edition}/{day}',
    summary: 'An issue with its pages and what stands in them: titles and teasers only',
    params: issueParams,
    answer: z.object({
      issue: IssueCard,
      pages: z.array(Contents).max(200),
      /** In reading order. */
      articles: z.array(IssueTeaser).max(3000),
      /** Of the same edition. */
      previousDay: Day.nullable(),
      nextDay: Day.nullable(),
    }),
    problems: { 404: 'NO_ISSUE' },
  },
  getTeaser: {
    method: 'GET',
    path: '/issues/{edition}/{day}/articles/{key}',
    summary: 'The teaser of one article of an issue, for clippings that were shared',
    params: issueParams.extend({ key: ArticleKey }),
    answer: z.object({ issue: IssueCard, article: IssueTeaser }),
    problems: { 404: 'NO_ARTICLE' },
  },
  searchIssues: {
    method: 'GET',
    path: '/search',
    summary:
      'German full-text search in issues; the snippet comes from title and teaser, wherever the words were found',
    query: SearchQuery,
    answer: SearchAnswer,
  },
})

/** The part that requires the service key (`Authorization: Bearer {key}`). */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { Article, TestReport } from './articles.ts'
import { IncomingDocument } from './incoming.ts'
import { IncomingQuiz } from './quizzes.ts'
import { ImportMapping } from '../publication/mapping.ts'
import { ArticleId } from './values.ts'

/**
 * Media names as from `toMediaName` in the domain. `isWhole` true: every name not in `paid` is open; false: only the
 * names in `open` changed to open.
 */
export const PaidMediaChanges = z.object({
  last: z.number().int(),
  isWhole: z.boolean(),
  paid: z.array(z.string()),
  open: z.array(z.string()),
})
export type PaidMediaChanges = z.infer<typeof PaidMediaChanges>

/** The part that requires the service key (`Authorization: Bearer {key}`); not reachable through the portal's proxy. */
export const CONTENT_INTERNAL = contractFor('service-key', {
  getFullArticle: {
    method: 'GET',
    path: '/internal/articles/{id}',
    summary: 'An article or test report with its whole body',
    params: z.object({ id: ArticleId }),
    answer: z.union([TestReport, Article]),
  },
  recordView: {
    method: 'POST',
    path: '/internal/views',
    summary: 'Counts a page view for "most read"',
    body: z.object({ id: ArticleId }),
    answer: null,
  },
  ingest: {
    method: 'POST',
    path: '/internal/documents',
    summary: 'Takes documents of an agency or an editor; idempotent by source id and version',
    /** The publication of the address owns the documents; `publications` names further ones that show them. */
    body: z.object({
      documents: z.array(z.lazy(() => IncomingDocument)).max(500),
      publications: z.array(z.string()).max(10).optional(),
      /** `desk`: new documents wait for the office. Default: they are published. */
      arrive: z.enum(['publish', 'desk']).optional(),
      /**
       * `propose`: newer versions wait for the office. Default: they are published, unless the office wrote the article
       * since.
       */
      update: z.enum(['publish', 'propose']).optional(),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          sourceId: z.string(),
          outcome: z.enum(['created', 'updated', 'unchanged', 'removed', 'refused']),
          id: ArticleId.nullable(),
          reason: z.string(),
        }),
      ),
    }),
  },
  ingestQuizzes: {
    method: 'POST',
    path: '/internal/quizzes',
    summary: 'Takes quizzes for the publication of the address; idempotent by source id, version and digest',
    body: z.object({ quizzes: z.array(IncomingQuiz).max(50) }),
    answer: z.object({
      results: z.array(
        z.object({
          sourceId: z.string(),
          outcome: z.enum(['created', 'updated', 'unchanged', 'removed']),
          /** Id of the article. */
          id: z.string().nullable(),
          reason: z.string(),
        }),
      ),
    }),
  },
  getMapping: {
    method: 'GET',
    path: '/internal/mapping',
    summary: 'The publication’s own table for imports, as its folder says it',
    answer: z.object({ mapping: ImportMapping.nullable() }),
  },
  listChanges: {
    method: 'GET',
    path: '/internal/changes',
    summary: 'What changed after a sequence number, for caches',
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    answer: z.object({
      last: z.number().int(),
      changes: z.array(z.object({ sequence: z.number().int(), id: z.string(), kind: z.string() })),
    }),
  },
  findArticle: {
    method: 'GET',
    path: '/internal/office/articles',
    summary:
      'An article of the publication for its office, in whatever state: by id, address or address of the former site',
    query: z.object({ reference: z.string().min(1).max(1000) }),
    answer: z.object({
      id: ArticleId,
      path: z.string(),
      /** '' for a withdrawn article. */
      title: z.string(),
      state: z.enum(['shown', 'waiting', 'withdrawn']),
      sourceId: z.string(),
      version: z.number(),
      published: z.string().nullable(),
      updated: z.string().nullable(),
      contentRestriction: z.string().nullable(),
      sectionPath: z.string(),
      corrections: z.array(z.object({ date: z.string(), text: z.string() })),
      formerAddresses: z.array(z.string()),
      /** Time at which the office withdrew it; null: it did not. */
      withdrawnHere: z.string().nullable(),
      canComeBack: z.boolean(),
    }),
    problems: { 404: 'NOT_FOUND' },
  },
  correctTitle: {
    method: 'POST',
    path: '/internal/office/articles/{id}/title',
    summary: 'Corrects a headline, until a newer version comes from the source',
    params: z.object({ id: ArticleId }),
    /** `correction`: shown to readers; '' for none. */
    body: z.object({ title: z.string().trim().min(1).max(300), correction: z.string().trim().max(2000).default('') }),
    answer: z.object({ path: z.string() }),
    problems: { 404: 'NOT_FOUND', 409: 'WITHDRAWN' },
  },
  withdrawArticle: {
    method: 'POST',
    path: '/internal/office/articles/{id}/withdraw',
    summary: 'Takes an article away; no delivery brings it back',
    params: z.object({ id: ArticleId }),
    body: z.object({ isForGood: z.boolean().default(false) }),
    answer: z.object({ path: z.string() }),
    problems: { 404: 'NOT_FOUND' },
  },
  restoreArticle: {
    method: 'POST',
    path: '/internal/office/articles/{id}/restore',
    summary: 'Brings an article back that the office took away',
    params: z.object({ id: ArticleId }),
    answer: z.object({ path: z.string() }),
    problems: { 404: 'NOT_FOUND', 409: 'NO_COPY' },
  },
  leadTo: {
    method: 'POST',
    path: '/internal/office/redirects',
    summary: 'Leads an address where no page is to an article',
    body: z.object({ from: z.string().min(1).max(1000), to: z.string().min(1).max(1000) }),
    answer: z.object({ from: z.string(), path: z.string() }),
    problems: { 404: 'NOT_FOUND' },
  },
  listPaidMedia: {
    method: 'GET',
    path: '/internal/paid-media',
    summary:
      'Files of this site that only paid texts show, of all publications: all of them, or what may have changed after a sequence number',
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    answer: PaidMediaChanges,
  },
})

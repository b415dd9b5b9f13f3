/** The part behind the service key (`Authorization: Bearer {key}`). */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { Article, TestReport } from './articles.ts'
import { IncomingDocument } from './incoming.ts'
import { IncomingQuiz } from './quizzes.ts'
import { ImportMapping } from '../publication/mapping.ts'
import { ArticleId } from './values.ts'

/** Names as of `toMediaName` in the domain. `isWhole`: what `paid` does not name is open; else only what `open` names. */
export const PaidMediaChanges = z.object({
  last: z.number().int(),
  isWhole: z.boolean(),
  paid: z.array(z.string()),
  open: z.array(z.string()),
})
export type PaidMediaChanges = z.infer<typeof PaidMediaChanges>

/** The part behind the service key (`Authorization: Bearer {key}`); not reachable through the portal's proxy. */
export const CONTENT_INTERNAL = contract({
  getFullArticle: {
    method: 'GET',
    path: '/internal/articles/{id}',
    summary: 'An article or test report with its whole body',
    security: 'service-key',
    params: z.object({ id: ArticleId }),
    answer: z.union([TestReport, Article]),
  },
  recordView: {
    method: 'POST',
    path: '/internal/views',
    summary: 'Counts a page view for "most read"',
    security: 'service-key',
    body: z.object({ id: ArticleId }),
    answer: null,
  },
  ingest: {
    method: 'POST',
    path: '/internal/documents',
    summary: 'Takes documents of an agency or an editor; idempotent by source id and version',
    security: 'service-key',
    /** The publication of the address owns the documents; `publications` names others that carry them too. */
    body: z.object({
      documents: z.array(z.lazy(() => IncomingDocument)).max(500),
      publications: z.array(z.string()).max(10).optional(),
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
    security: 'service-key',
    body: z.object({ quizzes: z.array(IncomingQuiz).max(50) }),
    answer: z.object({
      results: z.array(
        z.object({
          sourceId: z.string(),
          outcome: z.enum(['created', 'updated', 'unchanged', 'removed']),
          /** Its address. */
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
    security: 'service-key',
    answer: z.object({ mapping: ImportMapping.nullable() }),
  },
  listChanges: {
    method: 'GET',
    path: '/internal/changes',
    summary: 'What changed after a sequence number, for caches',
    security: 'service-key',
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    answer: z.object({
      last: z.number().int(),
      changes: z.array(z.object({ sequence: z.number().int(), id: z.string(), kind: z.string() })),
    }),
  },
  listPaidMedia: {
    method: 'GET',
    path: '/internal/paid-media',
    summary:
      'Files of this site that only paid texts show, of all publications: all of them, or what may have changed after a sequence number',
    security: 'service-key',
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    answer: PaidMediaChanges,
  },
})

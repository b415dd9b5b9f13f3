/** Reports, open to everybody (Art. 16 DSA): about comments, reviews, condolences, homes and jobs. */
import { REPORTED_KINDS } from '@lokalteil/domain/community/case-paths'
import { z } from 'zod'
import { CaseTarget, Reported, ReportInput } from '../community/moderation.ts'
import { contract } from '../kernel/endpoint.ts'

const Target = z.object({ kind: z.enum(REPORTED_KINDS), id: CaseTarget.shape.id })

export const REPORT_ENDPOINTS = contract({
  reportContent: {
    method: 'POST',
    path: '/api/reports',
    summary: 'Report what others than the newsroom publish; by anybody, without an account',
    body: z.object({ target: Target, report: ReportInput }),
    answer: z.object({ number: z.string() }),
    problems: { 404: 'NOT_FOUND', 422: 'REFUSED_TEXT', 429: 'TOO_MANY_ATTEMPTS', 503: 'UNAVAILABLE' },
  },
  getReportedContent: {
    method: 'GET',
    path: '/api/reports/{kind}/{id}',
    summary: 'What a report would be about, as everybody may see it; never stored',
    params: Target,
    answer: Reported,
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
})

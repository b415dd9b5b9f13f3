/**
 * Same-origin calls of pages about access: the text of an article with the access decision, the explanation of that decision,
 * and the entry with a library's or school's code. The explanation contains only the asking reader's own login, roles and counts,
 * and opens nothing. A valid code sets a cookie for half a day, which opens articles only while the institution exists.
 */
import { z } from 'zod'
import { ContentItem } from './content/body.ts'
import { contract } from './kernel/endpoint.ts'
import { Meter } from './paywall/metering.ts'

const ArticleId = z.string().regex(/^\d{1,40}$/)
const Parameter = z.string().max(4096).optional()
/** Parameters of the page's address that concern this reader, and its referrer as `from`. */
const AccessQuery = z.object({
  'link-token': Parameter,
  gaa_at: Parameter,
  gaa_n: Parameter,
  gaa_sig: Parameter,
  gaa_ts: Parameter,
  from: Parameter,
})
export type AccessQuery = z.infer<typeof AccessQuery>

const Remedy = z.union([
  z.object({ kind: z.enum(['login', 'register', 'coin', 'coins', 'subscribe']) }),
  z.object({ kind: z.literal('tag'), tagIds: z.array(z.string()).readonly() }),
])

export const AccessAnswer = z.object({
  isLocked: z.boolean(),
  rule: z.enum([
    'paywall-disabled',
    'free',
    'extended-access',
    'plus',
    'tag-subscription',
    'bought',
    'link-token',
    'institution',
    'paywall-service',
    'buy',
    'gift',
    'registration',
    'subscription',
    'pending',
  ]),
  isPaid: z.boolean(),
  isLoggedIn: z.boolean(),
  roles: z.array(z.enum(['plus', 'epaper', 'pur', 'wallet', 'tag-subscriber'])),
  coins: z.number().int().nullable(),
  hasBought: z.boolean(),
  linkToken: z.enum(['valid', 'invalid', 'expired', 'none']),
  extendedAccess: z.enum(['none', 'pending', 'unlocked', 'locked']),
  isAtInstitution: z.boolean(),
  paywallService: z.enum(['opens', 'locks', 'silent']).nullable(),
  remedies: z.array(Remedy),
  /** The institution that the reader visits, and by which proof. */
  institution: z.object({ name: z.string(), by: z.enum(['address', 'code']) }).nullable(),
  /** Metered free articles, if a rule gives some. */
  meter: Meter.nullable(),
})
export type AccessAnswer = z.infer<typeof AccessAnswer>

export const ACCESS_CALLS = contract({
  getArticleBody: {
    method: 'GET',
    path: '/api/articles/{id}/body',
    summary: 'The access decision for this reader, and the text if it is allowed',
    params: z.object({ id: ArticleId }),
    query: AccessQuery,
    answer: z.object({
      decision: z.enum(['allowed', 'locked']),
      rule: z.string(),
      template: z.string().nullable(),
      /** Empty if locked. */
      contentItems: z.array(ContentItem),
      via: z.string().optional(),
    }),
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  explainAccess: {
    method: 'GET',
    path: '/api/articles/{id}/access',
    summary: 'Why this reader sees the article as they do, and what would help; decided anew, nothing is handed out',
    params: z.object({ id: ArticleId }),
    query: AccessQuery,
    answer: AccessAnswer,
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  enterInstitution: {
    method: 'POST',
    path: '/api/institution-login',
    summary: 'The code of a library or school; half a day',
    body: z.object({ code: z.string().trim().min(1).max(200) }),
    answer: z.object({ name: z.string() }),
    problems: { 404: 'WRONG_CODE', 429: 'TOO_MANY_ATTEMPTS', 503: 'UNAVAILABLE' },
  },
  leaveInstitution: {
    method: 'DELETE',
    path: '/api/institution-login',
    summary: 'Ends it in this browser',
    answer: null,
  },
})

/**
 * Gift tokens (specification 3.11, 4.6, 7.5; S3.11-03, S4.6-01): same-origin calls of pages, and calls of the portal to
 * the service that stores them. A token is signed and names one article and a scope; it is not a login. The server
 * decides whether it opens the article: scope exactly `no_paywall`, its own article, a logged-in reader, not revoked,
 * not used by too many readers. `validate` returns only the scope and grants nothing; only `verify` does.
 */
import { z } from 'zod'
import { LONGEST_GIFT_TOKEN } from '@lokalteil/domain/access/gift'
import { contract, contractFor } from './kernel/endpoint.ts'

const ArticleId = z.string().regex(/^\d{1,40}$/)
const Sub = z.string().regex(/^[\w.:|@-]{1,255}$/)
const Token = z
  .string()
  .min(1)
  .max(LONGEST_GIFT_TOKEN * 2)
const Instant = z.iso.datetime()
const Scope = z.string().max(200)

export const Gift = z.object({
  id: z.uuid(),
  articleId: ArticleId,
  token: z.string(),
  state: z.enum(['active', 'revoked', 'expired']),
  createdAt: Instant,
  expiresAt: Instant,
  /** Readers who opened the article with it. */
  openedCount: z.number().int().min(0),
})
export type Gift = z.infer<typeof Gift>

/** `left`: articles that may still be given away this month. */
export const GivenGift = Gift.extend({ left: z.number().int().min(0) })
export type GivenGift = z.infer<typeof GivenGift>
export const GiftList = z.object({ gifts: z.array(Gift), left: z.number().int().min(0), perMonth: z.number().int() })
export type GiftList = z.infer<typeof GiftList>

const TokenType = z.enum(['gift', 'link'])
const refusals = { 401: 'ERR_JWT_EXPIRED, ERR_JWT_INVALID', 503: 'UNAVAILABLE' } as const

/** Same-origin calls; writes require an origin of this site. */
export const GIFT_CALLS = contract({
  giveArticle: {
    method: 'POST',
    path: '/api/gift-token',
    summary: 'Plus readers give an article away for seven days; the same article again is the same gift',
    body: z.object({ articleId: ArticleId }),
    answer: GivenGift,
    creates: true,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'PLUS_ONLY',
      404: 'NOT_FOUND',
      409: 'GIFT_LIMIT',
      422: 'NOT_PAID',
      503: 'UNAVAILABLE',
    },
  },
  listGifts: {
    method: 'GET',
    path: '/api/gift-token',
    summary: 'What the reader gave away, newest first',
    answer: GiftList,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  revokeGift: {
    method: 'DELETE',
    path: '/api/gift-token/{id}',
    summary: 'The link opens nothing from now on; the gift stays counted',
    params: z.object({ id: z.uuid() }),
    answer: Gift,
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  validateToken: {
    method: 'POST',
    path: '/api/gift-token/validate',
    summary: 'The scope of a token that is good',
    body: z.object({ token: Token }),
    answer: z.object({ scope: Scope }),
    problems: refusals,
  },
  verifyToken: {
    method: 'POST',
    path: '/api/gift-token/verify',
    summary: 'The article of a token that is good',
    body: z.object({ token: Token }),
    answer: z.object({ articleId: ArticleId, tokenType: TokenType }),
    problems: refusals,
  },
  askExtendedAccess: {
    method: 'POST',
    path: '/api/extended-access',
    summary: 'Whether the search provider’s assertion opens the article for this reader',
    body: z.object({ articleId: ArticleId, gaa_at: Scope, gaa_n: Scope, gaa_sig: Scope, gaa_ts: Scope }),
    answer: z.object({ unlocked: z.boolean() }),
  },
})

const ofGiver = z.object({ sub: Sub })

/** Base address: `/__services/gifts/{publication}`. The caller has verified the reader's `sub`. */
export const GIFTS = contractFor('service-key', {
  giveArticle: {
    method: 'POST',
    path: '/internal/givers/{sub}/gifts',
    summary: 'A gift, or the one there is for this article; whether the reader may give it was checked before',
    params: ofGiver,
    body: z.object({ articleId: ArticleId }),
    answer: GivenGift,
    creates: true,
    problems: { 409: 'GIFT_LIMIT' },
  },
  listGifts: {
    method: 'GET',
    path: '/internal/givers/{sub}/gifts',
    summary: 'A reader’s gifts, newest first',
    params: ofGiver,
    answer: GiftList,
  },
  revokeGift: {
    method: 'DELETE',
    path: '/internal/givers/{sub}/gifts/{id}',
    summary: 'Ends a gift of this reader',
    params: ofGiver.extend({ id: z.uuid() }),
    answer: Gift,
    problems: { 404: 'NOT_FOUND' },
  },
  createLink: {
    method: 'POST',
    path: '/internal/links',
    summary: 'A link of the publisher’s own, e.g. for a newsletter or a school',
    body: z.object({
      articleId: ArticleId,
      days: z.number().int().min(1).max(90).default(7),
      scope: z
        .string()
        .regex(/^[a-z_]+(?: [a-z_]+)*$/)
        .max(200)
        .default('no_paywall'),
      readers: z.number().int().min(1).max(1_000_000).default(1000),
    }),
    answer: Gift,
  },
  revokeLink: {
    method: 'DELETE',
    path: '/internal/links/{id}',
    summary: 'Ends any link or gift',
    params: z.object({ id: z.uuid() }),
    answer: Gift,
    problems: { 404: 'NOT_FOUND' },
  },
  verify: {
    method: 'POST',
    path: '/internal/verifications',
    summary: 'What a token says, if it is good',
    body: z.object({ token: Token }),
    answer: z.object({ id: z.uuid(), articleId: ArticleId, tokenType: TokenType, scope: Scope, expiresAt: Instant }),
    problems: { 401: 'ERR_JWT_EXPIRED, ERR_JWT_INVALID' },
  },
  open: {
    method: 'POST',
    path: '/internal/links/{id}/openings',
    summary: 'A logged-in reader opens the article; the same reader again counts once',
    params: z.object({ id: z.uuid() }),
    body: z.object({ sub: Sub }),
    answer: z.object({ openedCount: z.number().int() }),
    problems: { 404: 'NOT_FOUND', 409: 'USED_UP' },
  },
})

export const GIFTS_INFO = {
  title: 'Gifts',
  description: 'Articles given away and links of the publisher: made, revoked, verified, counted.',
  version: '1',
  base: '/__services/gifts/{publication}',
}

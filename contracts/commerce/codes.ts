/**
 * Codes, invitations and household seats of the subscription platform; part of `COMMERCE_INTERNAL`. Every unusable
 * code gets the same answer, whatever the reason. `requester` is a hash of the caller, used for rate limits and never
 * shown. Links are paths on the publication's own origin. Source: specification 2.3; decisions S2.3-03, S2.3-04, part
 * D.
 */
import { z } from 'zod'
import { CODE_KINDS } from '@lokalteil/domain/commerce/codes'
import { LABEL_LENGTH, MOST_SEATS } from '@lokalteil/domain/commerce/household'
import { INVITATION_LIMITS } from '@lokalteil/domain/commerce/invitations'
import { contractFor } from '../kernel/endpoint.ts'

const Sub = z.string().regex(/^[\w.:|@-]{1,255}$/)
const Day = z.iso.date()
const Instant = z.iso.datetime()
const Requester = z.string().regex(/^[\w-]{16,64}$/)
const OfSub = z.object({ sub: Sub })
const Batch = z.string().regex(/^[A-Za-z0-9][\w.-]{0,59}$/)

export const Voucher = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('percent'),
    value: z.number().int().min(1).max(100),
    periods: z.number().int().min(1).max(24),
  }),
  z.object({
    kind: z.literal('cents'),
    value: z.number().int().min(1).max(1_000_000),
    periods: z.number().int().min(1).max(24),
  }),
])

/** The benefit of a new code. */
export const NewGrant = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access'), offerId: z.string().max(64), months: z.number().int().min(1).max(24) }),
  z.object({ kind: z.literal('coins'), count: z.number().int().min(1).max(1000) }),
  z.object({ kind: z.literal('voucher'), voucher: Voucher }),
])
export type NewGrant = z.infer<typeof NewGrant>

/** The result of redeeming a code. A voucher is used with the order; here it is only looked up. */
export const Redeemed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access'), productName: z.string(), startsOn: Day, endsOn: Day }),
  z.object({ kind: z.literal('coins'), count: z.number().int() }),
  z.object({ kind: z.literal('voucher'), voucher: Voucher }),
])
export type Redeemed = z.infer<typeof Redeemed>

const CodeBatch = z.object({
  batch: z.string(),
  kind: z.enum(CODE_KINDS),
  /** The benefit in words for the operator: `plus-monat, 3 months`. */
  grants: z.string(),
  codes: z.number().int(),
  uses: z.number().int().describe('Uses of each code'),
  redeemed: z.number().int(),
  revoked: z.number().int(),
  validUntil: Day.nullable(),
  createdAt: Instant,
})
export type CodeBatch = z.infer<typeof CodeBatch>

const CodeState = z.object({ code: z.string(), usesLeft: z.number().int(), isRevoked: z.boolean() })
export type CodeState = z.infer<typeof CodeState>

export const Invitation = z.object({
  /** Path of the personal link. */
  path: z.string(),
  /** Mails that may still be sent today. */
  mailsLeft: z.number().int().min(0).max(INVITATION_LIMITS.perDay),
  /** Friends who have ordered. */
  rewarded: z.number().int().min(0),
})
export type Invitation = z.infer<typeof Invitation>

/** `open`: a link was sent; `taken`: it is in use. The person is not named. */
export const Seat = z.object({
  seatId: z.string(),
  label: z.string(),
  state: z.enum(['open', 'expired', 'taken']),
  since: Instant,
})
export type Seat = z.infer<typeof Seat>

export const Household = z.object({
  /** Subscriptions of this reader that have seats today. */
  owned: z.array(
    z.object({
      subscriptionId: z.string(),
      productName: z.string(),
      seatCount: z.number().int().max(MOST_SEATS),
      seats: z.array(Seat),
    }),
  ),
  /** The seat that this reader uses in another household. `isOpen`: it gives access today. */
  member: z.object({ productName: z.string(), since: Instant, isOpen: z.boolean() }).nullable(),
})
export type Household = z.infer<typeof Household>

export const CODES_INTERNAL = contractFor('service-key', {
  redeemCode: {
    method: 'POST',
    path: '/internal/customers/{sub}/codes',
    summary:
      'Redeems a code for this reader, once. 422 for unknown, used, expired and revoked alike; 409: the reader has it already, the code stays good',
    params: OfSub,
    body: z.object({
      code: z.string().max(200),
      requester: Requester,
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional()
        .describe('A retry with the same key gets the answer of the first call'),
    }),
    answer: Redeemed,
    problems: { 409: 'HAS_IT', 422: 'INVALID_CODE', 429: 'TOO_MANY_ATTEMPTS' },
  },
  createCodes: {
    method: 'POST',
    path: '/internal/codes',
    summary: 'Makes a batch of codes; a batch that is there already is refused, so that a retry makes none twice',
    body: z.object({
      batch: Batch,
      grants: NewGrant,
      count: z.number().int().min(1).max(10_000),
      uses: z.number().int().min(1).max(100_000).default(1).describe('Readers who can use each of them'),
      validUntil: Day.nullable().default(null).describe('Last day; null: no end'),
      code: z.string().max(100).optional().describe('The code itself instead of a new one; then the count is 1'),
    }),
    answer: z.object({ batch: z.string(), codes: z.array(z.string()) }),
    problems: { 409: 'EXISTS', 422: 'NO_SUCH_OFFER' },
  },
  listCodeBatches: {
    method: 'GET',
    path: '/internal/codes',
    summary: 'What codes there are, newest first',
    answer: z.array(CodeBatch),
  },
  listCodes: {
    method: 'GET',
    path: '/internal/codes/{batch}',
    summary: 'The codes of one batch',
    params: z.object({ batch: Batch }),
    answer: z.array(CodeState),
    problems: { 404: 'NOT_FOUND' },
  },
  revokeCodes: {
    method: 'POST',
    path: '/internal/codes/revoke',
    summary: 'Takes the uses that are left from a batch or one code; what was redeemed stays',
    body: z.object({ batchOrCode: z.string().min(1).max(100) }),
    answer: z.object({ revoked: z.number().int() }),
    problems: { 404: 'NOT_FOUND' },
  },
  getInvitation: {
    method: 'GET',
    path: '/internal/customers/{sub}/invitation',
    summary: 'The reader’s own link, made when there was none',
    params: OfSub,
    answer: Invitation,
  },
  sendInvitations: {
    method: 'POST',
    path: '/internal/customers/{sub}/invitation/mails',
    summary:
      'Mails the link to friends, in fixed words; all of them or none. The answer tells nothing about an address',
    params: OfSub,
    body: z.object({
      emails: z.array(z.string().max(300)).max(20),
      ownEmail: z.string().max(254),
      inviter: z.string().max(LABEL_LENGTH).describe('First name, or nothing'),
    }),
    answer: Invitation,
    problems: { 422: 'INVALID_FIELDS', 429: 'TOO_MANY_INVITATIONS' },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/internal/customers/{sub}/invitation/accept',
    summary:
      'This reader came by that link. Nothing happens for an own or unknown link, and for a reader who has ordered before',
    params: OfSub,
    body: z.object({ token: z.string().max(64) }),
    answer: null,
  },
  getHousehold: {
    method: 'GET',
    path: '/internal/customers/{sub}/household',
    summary: 'Seats this reader gives, and the one this reader has',
    params: OfSub,
    answer: Household,
  },
  offerSeat: {
    method: 'POST',
    path: '/internal/customers/{sub}/household/seats',
    summary: 'Takes a free seat and answers its link, which is shown this once',
    params: OfSub,
    body: z.object({ subscriptionId: z.string().max(64), label: z.string().max(200) }),
    answer: z.object({ seatId: z.string(), path: z.string() }),
    problems: { 404: 'NOT_FOUND', 409: 'NO_SEAT_LEFT', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_LINKS' },
  },
  endSeat: {
    method: 'POST',
    path: '/internal/customers/{sub}/household/seats/{seatId}/end',
    summary: 'Ends a seat of this owner',
    params: OfSub.extend({ seatId: z.string().max(64) }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  acceptSeat: {
    method: 'POST',
    path: '/internal/customers/{sub}/household/accept',
    summary: 'This reader takes the seat of a link; the roles are in the next tokens',
    params: OfSub,
    body: z.object({ token: z.string().max(100) }),
    answer: z.object({ productName: z.string() }),
    problems: { 409: 'OTHER_HOUSEHOLD', 422: 'INVALID_LINK', 429: 'TOO_MANY_ATTEMPTS' },
  },
  leaveSeat: {
    method: 'POST',
    path: '/internal/customers/{sub}/household/leave',
    summary: 'This reader gives the seat back; nothing happens without one',
    params: OfSub,
    answer: null,
  },
})

/** Codes, invitations, and the seats of a household. */
import { z } from 'zod'
import { Household, Invitation, Redeemed } from '../commerce/codes.ts'
import { contract } from '../kernel/endpoint.ts'
import { Text } from './values.ts'

export const CODES_ENDPOINTS = contract({
  redeemCode: {
    method: 'POST',
    path: '/api/mein/codes',
    summary:
      'Redeem a code; what it opens is in the next tokens. INVALID_CODE whatever is wrong with it; HAS_IT: a subscription opens all of it already, the code stays good (S2.3-03)',
    body: z.object({
      code: Text(200),
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional()
        .describe('A retry with the same key gets the answer of the first call'),
    }),
    answer: Redeemed,
    problems: {
      401: 'NOT_LOGGED_IN',
      409: 'HAS_IT',
      422: 'INVALID_CODE',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'UNAVAILABLE',
    },
  },
  getInvitation: {
    method: 'GET',
    path: '/api/mein/invitation',
    summary: 'The reader’s link for friends (S2.3-04)',
    answer: Invitation,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  sendInvitations: {
    method: 'POST',
    path: '/api/mein/invitation/mails',
    summary: 'Mail the link to up to five friends, in our words; the answer tells nothing about an address',
    body: z.object({ emails: z.array(Text(300)).max(20) }),
    answer: Invitation,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'EMAIL_NOT_VERIFIED',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_INVITATIONS',
      503: 'UNAVAILABLE',
    },
  },
  getHousehold: {
    method: 'GET',
    path: '/api/mein/household',
    summary: 'Seats the reader gives, and the one the reader has',
    answer: Household,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  offerSeat: {
    method: 'POST',
    path: '/api/mein/household/seats',
    summary: 'Give a seat of one of the reader’s subscriptions; the link is answered this once',
    body: z.object({ subscriptionId: Text(64), label: Text(200) }),
    answer: z.object({ seatId: z.string(), path: z.string() }),
    problems: {
      401: 'NOT_LOGGED_IN',
      404: 'NOT_FOUND',
      409: 'NO_SEAT_LEFT',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_LINKS',
      503: 'UNAVAILABLE',
    },
  },
  endSeat: {
    method: 'POST',
    path: '/api/mein/household/seats/{seatId}/end',
    summary: 'End a seat the reader gave',
    params: z.object({ seatId: Text(64) }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  acceptSeat: {
    method: 'POST',
    path: '/api/mein/household/accept',
    summary: 'Take the seat of a link; the roles are in the next tokens',
    body: z.object({ token: Text(100) }),
    answer: z.object({ productName: z.string() }),
    problems: {
      401: 'NOT_LOGGED_IN',
      409: 'OTHER_HOUSEHOLD',
      422: 'INVALID_LINK',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'UNAVAILABLE',
    },
  },
  leaveSeat: {
    method: 'POST',
    path: '/api/mein/household/leave',
    summary: 'Give the own seat back',
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
})

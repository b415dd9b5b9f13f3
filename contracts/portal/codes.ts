/** Codes, invitations, and the seats of a household. */
import { z } from 'zod'
import { CODES_INTERNAL, Invitation } from '../commerce/codes.ts'
import { contract } from '../kernel/endpoint.ts'
import { relayed } from '../kernel/relayed.ts'
import { Text } from './values.ts'

export const CODES_ENDPOINTS = contract({
  redeemCode: relayed(CODES_INTERNAL, 'redeemCode', 'POST /api/mein/codes', {
    as: 'reader',
    sent: ['code', 'idempotencyKey'],
    given: ['sub', 'requester'],
    summary:
      'Redeem a code; what it opens is in the next tokens. INVALID_CODE whatever is wrong with it; HAS_IT: a subscription opens all of it already, the code stays good (S2.3-03)',
  }),
  getInvitation: relayed(CODES_INTERNAL, 'getInvitation', 'GET /api/mein/invitation', {
    as: 'reader',
    given: ['sub'],
    summary: 'The reader’s link for friends (S2.3-04)',
  }),
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
  getHousehold: relayed(CODES_INTERNAL, 'getHousehold', 'GET /api/mein/household', { as: 'reader', given: ['sub'] }),
  offerSeat: relayed(CODES_INTERNAL, 'offerSeat', 'POST /api/mein/household/seats', {
    as: 'reader',
    sent: ['subscriptionId', 'label'],
    given: ['sub'],
  }),
  endSeat: relayed(CODES_INTERNAL, 'endSeat', 'POST /api/mein/household/seats/{seatId}/end', {
    as: 'reader',
    sent: ['seatId'],
    given: ['sub'],
  }),
  acceptSeat: relayed(CODES_INTERNAL, 'acceptSeat', 'POST /api/mein/household/accept', {
    as: 'reader',
    sent: ['token'],
    given: ['sub'],
  }),
  leaveSeat: relayed(CODES_INTERNAL, 'leaveSeat', 'POST /api/mein/household/leave', { as: 'reader', given: ['sub'] }),
})

/** A reader’s own account: its data, address, export and erasure. */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { Text, Token, Code, Address, Instant, Password, SocialProvider, AccountUser, PendingEmail } from './values.ts'

const Kept = z.object({
  what: z.string(),
  reason: z.string(),
  until: z.string(),
  contract: z.string().optional().describe('What becomes of a contract that runs'),
})

export const ACCOUNT_ENDPOINTS = contractFor('service-key', {
  getAccount: {
    method: 'POST',
    path: '/account',
    summary: 'The reader’s own account',
    body: z.object({ accessToken: Token }),
    answer: z.object({
      user: AccountUser,
      hasPassword: z.boolean(),
      providers: z.array(SocialProvider),
      createdAt: Instant,
      /** Time of a requested erasure. */
      eraseAt: Instant.nullable(),
      pendingEmail: PendingEmail.nullable(),
      sessions: z.array(
        z.object({
          id: z.string(),
          createdAt: Instant,
          usedAt: Instant,
          userAgent: z.string(),
          isCurrent: z.boolean(),
        }),
      ),
      consents: z.array(z.object({ name: z.string(), isGiven: z.boolean(), at: Instant })),
      /** Data that an erasure must keep, shown before the reader decides. */
      kept: z.array(Kept),
    }),
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  updateAccount: {
    method: 'POST',
    path: '/account/changes',
    summary: 'Change salutation, names and optional consents; nothing else can be changed here',
    body: z.object({
      accessToken: Token,
      salutation: Text(20).optional(),
      firstName: Text(1000).optional(),
      lastName: Text(1000).optional(),
      advertising: z.boolean().optional(),
      address: Address,
    }),
    answer: AccountUser,
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
  endSession: {
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'End one of the reader’s own sessions; unknown ones are no error',
    body: z.object({ accessToken: Token, id: Text(100) }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  requestEmailChange: {
    method: 'POST',
    path: '/account/email',
    summary:
      'Ask for another address: its owner confirms it from a mail, within a day. Needs the password, or a login of the last 15 minutes where there is none. The answer is the same for an address that has an account; a newer wish replaces the older',
    body: z.object({ accessToken: Token, email: Text(1000), password: Password.nullish(), address: Address }),
    answer: PendingEmail,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'WRONG_PASSWORD',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'BUSY',
    },
  },
  cancelEmailChange: {
    method: 'POST',
    path: '/account/email/cancel',
    summary: 'Give up the wish for another address; its code is worth nothing then. None is no error',
    body: z.object({ accessToken: Token }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  confirmEmailChange: {
    method: 'POST',
    path: '/email-change',
    summary:
      'The new address counts, with the code of its mail. Every session ends but the one that asked; the old address is told and can undo it for seven days',
    body: z.object({ code: Code }),
    answer: z.object({ sub: z.string() }),
    problems: { 409: 'ADDRESS_TAKEN', 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  undoEmailChange: {
    method: 'POST',
    path: '/email-change/undo',
    summary:
      'Take back a change of the address and every later one, with the code of the mail to the old address. Every session and the password end; the answer holds a code to set a new one',
    body: z.object({ code: Code }),
    answer: z.object({ sub: z.string(), passwordCode: z.string() }),
    problems: { 409: 'ADDRESS_TAKEN', 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  exportData: {
    method: 'POST',
    path: '/privacy/export',
    summary: 'Everything the product holds about the reader: a ZIP with JSON and readable HTML (Art. 15, 20 GDPR)',
    body: z.object({ accessToken: Token }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
    problems: { 401: 'NOT_LOGGED_IN', 429: 'TOO_MANY_ATTEMPTS' },
  },
  requestErasure: {
    method: 'POST',
    path: '/privacy/erasure',
    summary: 'Erase the account in fourteen days (Art. 17 GDPR); all sessions end, a mail tells how to undo it',
    body: z.object({
      accessToken: Token,
      password: Password.nullish(),
      address: Address,
      keepsContracts: z.boolean().optional().describe('True: contracts go on; otherwise they end at the earliest day'),
    }),
    answer: z.object({
      eraseAt: Instant,
      kept: z.array(Kept),
    }),
    problems: { 401: 'NOT_LOGGED_IN', 403: 'WRONG_PASSWORD', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  undoErasure: {
    method: 'POST',
    path: '/privacy/erasure/undo',
    summary: 'Keep the account after all: with the code of the mail, or logged in',
    body: z.object({ code: Code.nullish(), accessToken: Token.nullish() }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
})

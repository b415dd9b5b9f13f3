/** The reader's account data and tabs. */
import { z } from 'zod'
import { ACCOUNT_TABS } from '@lokalteil/domain/commerce/subscriptions'
import { ACCOUNTS } from '../accounts.ts'
import { contract } from '../kernel/endpoint.ts'
import { relayed } from '../kernel/relayed.ts'
import { Instant, Text } from './values.ts'

export const AccountTab = z.enum(ACCOUNT_TABS)
export type AccountTab = z.infer<typeof AccountTab>

/** With a publisher's own provider most of it is empty. */
export const AccountView = ACCOUNTS.getAccount.answer.extend({
  /** Tabs this reader may open, in order (S2.2-05). */
  tabs: z.array(AccountTab),
  /** False: the account belongs to a publisher's own provider and cannot be changed here. */
  isEditable: z.boolean(),
  createdAt: Instant.nullable(),
  /** A mail server refused the address permanently: mails do not arrive. */
  isMailRefused: z.boolean().optional(),
})
export type AccountView = z.infer<typeof AccountView>

export const ACCOUNT_ENDPOINTS = contract({
  getAccount: {
    method: 'GET',
    path: '/api/mein/account',
    summary: 'The reader’s own account',
    answer: AccountView,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  updateAccount: relayed(ACCOUNTS, 'updateAccount', 'POST /api/mein/account', {
    as: 'reader',
    sent: ['salutation', 'firstName', 'lastName', 'advertising'],
    given: ['accessToken', 'address'],
  }),
  changeEmail: relayed(ACCOUNTS, 'requestEmailChange', 'POST /api/mein/account/email', {
    as: 'reader',
    sent: ['email', 'password'],
    given: ['accessToken', 'address'],
  }),
  cancelEmailChange: relayed(ACCOUNTS, 'cancelEmailChange', 'POST /api/mein/account/email/cancel', {
    as: 'reader',
    given: ['accessToken'],
  }),
  endSession: relayed(ACCOUNTS, 'endSession', 'POST /api/mein/account/sessions/end', {
    as: 'reader',
    sent: ['id'],
    given: ['accessToken'],
  }),
  requestErasure: {
    method: 'POST',
    path: '/api/mein/account/erasure',
    summary: 'Erase the account in fourteen days: all sessions end, a mail tells how to undo it',
    body: z.object({ password: Text(1000).nullish(), keepsContracts: z.boolean().optional() }),
    answer: ACCOUNTS.requestErasure.answer,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'WRONG_PASSWORD', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  undoErasure: relayed(ACCOUNTS, 'undoErasure', 'POST /api/mein/account/erasure/undo', {
    as: 'reader',
    given: ['accessToken'],
    summary: 'Keep the account after all',
  }),
  listTabs: {
    method: 'GET',
    path: '/api/mein/account/tabs',
    summary: 'The tabs this reader may open',
    answer: z.array(AccountTab),
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  verifyPlus: {
    method: 'POST',
    path: '/api/mein/account/plus-verification',
    summary: 'Connect the printed paper’s subscription; the roles are in the next tokens',
    body: z.object({ customerNumber: Text(100), postcode: Text(40) }),
    answer: z.object({ roles: z.array(z.string()), productName: z.string() }),
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 422: 'NO_MATCH', 429: 'TOO_MANY_ATTEMPTS', 503: 'UNAVAILABLE' },
  },
})

/** A download, not JSON: `GET`, the ZIP of Art. 15 and 20 GDPR. */
export const EXPORT_PATH = '/api/mein/account/export'

/** Actions confirmed by a code from a mail: for addresses and passwords. */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { Text, Token, Code, Address, Password, Origin, AccountLogin } from './values.ts'

export const MAIL_CODE_ENDPOINTS = contractFor('service-key', {
  getPasswordCode: {
    method: 'GET',
    path: '/password-codes/{code}',
    summary: 'Whether a code to reset the password could be used; using none of it up',
    params: z.object({ code: Code }),
    answer: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  getMailCode: {
    method: 'GET',
    path: '/mail-codes/{purpose}/{code}',
    summary: 'Whether a code of a mail could be used; using none of it up',
    params: z.object({
      purpose: z.enum(['confirm', 'reset', 'link', 'undo-erasure', 'change-email', 'undo-email']),
      code: Code,
    }),
    answer: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/email-confirmation',
    summary: 'Confirm the address with the code of the mail',
    body: z.object({ code: Code }),
    answer: z.object({ sub: z.string() }),
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  sendEmailConfirmation: {
    method: 'POST',
    path: '/email-confirmation/mail',
    summary: 'Send the confirmation mail again, to the address of the session only, at most once a minute',
    body: z.object({ accessToken: Token }),
    answer: z.object({ email: z.string(), nextAfterSeconds: z.number().int() }),
    problems: { 401: 'NOT_LOGGED_IN', 429: 'TOO_MANY_ATTEMPTS' },
  },
  forgotPassword: {
    method: 'POST',
    path: '/password/forgotten',
    summary: 'Send a link to reset the password, if there is such an account; the answer is the same',
    body: z.object({ email: Text(1000), address: Address }),
    answer: z.object({ ok: z.literal(true) }),
    problems: { 429: 'TOO_MANY_ATTEMPTS' },
  },
  resetPassword: {
    method: 'POST',
    path: '/password/reset',
    summary: 'Set a password with the code of the mail; every session ends, a new one begins',
    body: Origin.extend({ code: Code, password: Password, passwordConfirmation: Password }),
    answer: AccountLogin,
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  changePassword: {
    method: 'POST',
    path: '/password/change',
    summary: 'Set a password knowing the current one; every session ends, a new one begins',
    body: Origin.extend({
      accessToken: Token,
      currentPassword: Password,
      password: Password,
      passwordConfirmation: Password,
    }),
    answer: AccountLogin,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'WRONG_PASSWORD',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'BUSY',
    },
  },
})

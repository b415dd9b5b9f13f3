/**
 * The content/auth API (specification 7.2): a small session beside single sign-on, for the reader's user object. Base:
 * `{AUTH_API_URL}/{publication}`, in version 4 with the prefix `/api`; the paths are the same in version 3. Its bearer
 * opens only these endpoints: no roles, no paid text, no coins (S9-18). Calls are never retried. Errors are not
 * `application/problem+json` but the two shapes below.
 */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'

const Text = (most: number) => z.string().max(most)

export const AuthUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  provider: z.string(),
  confirmed: z.boolean(),
  blocked: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Always populated (`populate[0]=role`); not a subscription role. */
  role: z.object({ name: z.literal('Authenticated'), type: z.literal('authenticated') }),
})
export type AuthUser = z.infer<typeof AuthUser>

export const AuthAnswer = z.object({ jwt: z.string(), user: AuthUser })
export type AuthAnswer = z.infer<typeof AuthAnswer>

/** Error of version 4. */
export const AuthErrorV4 = z.object({
  data: z.null().optional(),
  error: z.object({
    status: z.number().int(),
    name: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
})
/** Error of version 3. */
export const AuthErrorV3 = z.object({ error: z.string(), message: z.string(), statusCode: z.number().int() })

export const AUTH = contract({
  getMe: {
    method: 'GET',
    path: '/users/me',
    summary: 'The user of the bearer; the fields are fixed, whatever `populate` asks for',
    answer: AuthUser,
    problems: { 401: 'UnauthorizedError' },
  },
  login: {
    method: 'POST',
    path: '/auth/local',
    summary: 'Log in with address and password',
    body: z.object({ identifier: Text(1000), password: Text(1000) }),
    answer: AuthAnswer,
    problems: { 400: 'ValidationError', 429: 'RateLimitError' },
  },
  register: {
    method: 'POST',
    path: '/auth/local/register',
    summary: 'Register; fields beyond these are ignored. A known address gets the same answer, and its owner a mail',
    body: z.object({
      username: Text(1000).optional(),
      email: Text(1000),
      password: Text(1000),
      salutation: Text(20).optional(),
      firstName: Text(1000).optional(),
      lastName: Text(1000).optional(),
    }),
    answer: AuthAnswer,
    problems: { 400: 'ValidationError', 429: 'RateLimitError' },
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Send a link to reset the password, if there is such an account',
    body: z.object({ email: Text(1000) }),
    answer: z.object({ ok: z.literal(true) }),
    problems: { 429: 'RateLimitError' },
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a password with the code of the mail; older tokens end',
    body: z.object({ code: Text(200), password: Text(1000), passwordConfirmation: Text(1000) }),
    answer: AuthAnswer,
    problems: { 400: 'ValidationError', 429: 'RateLimitError' },
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Set a password knowing the current one; needs the bearer; older tokens end',
    body: z.object({ currentPassword: Text(1000), password: Text(1000), passwordConfirmation: Text(1000) }),
    answer: AuthAnswer,
    problems: { 400: 'ValidationError', 401: 'UnauthorizedError', 429: 'RateLimitError' },
  },
  sendEmailConfirmation: {
    method: 'POST',
    path: '/auth/send-email-confirmation',
    summary: 'Send the confirmation mail again: to the address of the bearer, whatever the body says',
    body: z.object({ email: Text(1000) }),
    answer: z.object({ email: z.string(), sent: z.literal(true) }),
    problems: { 429: 'RateLimitError' },
  },
  startSocial: {
    method: 'GET',
    path: '/connect/{provider}',
    summary: 'Redirect to the social provider',
    params: z.object({ provider: z.enum(['google', 'apple']) }),
    answer: null,
    problems: { 404: 'NotFoundError' },
  },
  callback: {
    method: 'GET',
    path: '/auth/{provider}/callback',
    summary:
      'Log in with what the social provider gave: its signed ID token with a nonce of ours, or the code of /connect',
    params: z.object({ provider: z.enum(['google', 'apple']) }),
    query: z.object({ access_token: z.string().min(1).max(8192) }),
    answer: AuthAnswer,
    problems: { 400: 'ValidationError', 404: 'NotFoundError', 429: 'RateLimitError' },
  },
})

export const AUTH_INFO = {
  title: 'Content/auth API',
  description: 'The session for the user object; version 4 below /api, version 3 without.',
  version: '4',
  base: '/auth/{publication}/api',
}

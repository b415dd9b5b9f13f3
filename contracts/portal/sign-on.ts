/** Login, registration, passwords, and sessions. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { MissingField } from '../accounts.ts'
import { Text } from './values.ts'

/** Value of the `userState` parameter and of the message sent by a form in an iframe (S2.8-03). */
export const UserState = z.enum(['login', 'registration', 'registration_verified'])
export type UserState = z.infer<typeof UserState>

export const LoginAnswer = z.object({
  userState: UserState,
  /** Null with a publisher's own provider, which has no content/auth session. */
  jwt: z.string().nullable(),
  /** Consents still to be answered: the form continues with completing the registration. */
  missingFields: z.array(z.string()),
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** `link-mail-sent`: an account with the address exists; its owner decides by the link in a mail. */
export const SocialAnswer = z.discriminatedUnion('kind', [
  LoginAnswer.extend({ kind: z.literal('login') }),
  z.object({ kind: z.literal('link-mail-sent') }),
])
export type SocialAnswer = z.infer<typeof SocialAnswer>

export const SIGN_ON_ENDPOINTS = contract({
  login: {
    method: 'POST',
    path: '/api/mein/oauth2/login',
    summary: 'Log in with address and password: sets the cookies of both sessions (S4.1-01)',
    body: z.object({ email: Text(1000), password: Text(1000) }),
    answer: LoginAnswer,
    problems: { 401: 'WRONG_CREDENTIALS', 403: 'ACCOUNT_BLOCKED', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  register: {
    method: 'POST',
    path: '/api/mein/oauth2/registration',
    summary: 'Register and log in; a known address gets the same answer',
    body: z.object({
      salutation: Text(20).default(''),
      firstName: Text(1000),
      lastName: Text(1000),
      email: Text(1000),
      password: Text(1000),
      terms: z.boolean(),
      advertising: z.boolean().default(false),
    }),
    answer: LoginAnswer,
    problems: { 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  listMissingFields: {
    method: 'GET',
    path: '/api/mein/oauth2/registration/form/missing-fields',
    summary: 'Consents not answered yet',
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  saveMissingFields: {
    method: 'POST',
    path: '/api/mein/oauth2/registration/form/missing-fields',
    summary: 'Complete the registration; unknown fields are refused',
    body: z.object({ fields: z.record(z.string().max(50), z.boolean()) }),
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
  refresh: {
    method: 'POST',
    path: '/api/mein/oauth2/refresh',
    summary: 'New tokens for the refresh token of the cookie',
    answer: z.object({ valid: z.literal(true) }),
    problems: { 401: 'SESSION_ENDED' },
  },
  validate: {
    method: 'GET',
    path: '/api/validate',
    summary: 'Whether the session lives, renewing the cookies when it must or `forceRefresh=true`; 401 clears them',
    query: z.object({ forceRefresh: z.string().optional() }),
    answer: z.object({ valid: z.literal(true) }),
    problems: { 401: 'SESSION_ENDED' },
  },
  logout: {
    method: 'GET',
    path: '/api/mein/oauth2/logout',
    summary: 'End both sessions; refused for foreign pages (S7.5-08)',
    answer: null,
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/api/mein/oauth2/logout/everywhere',
    summary: 'End every session of the reader',
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  getPasswordCode: {
    method: 'GET',
    path: '/api/mein/password-code/{code}',
    summary: 'Whether a code to reset the password could be used',
    params: z.object({ code: Text(200) }),
    answer: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Send a link to reset the password, if there is such an account',
    body: z.object({ email: Text(1000) }),
    answer: z.object({ ok: z.literal(true) }),
    problems: { 429: 'TOO_MANY_ATTEMPTS' },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a password with the code of the mail: every session ends, a new one begins here',
    body: z.object({ code: Text(200), password: Text(1000), passwordConfirmation: Text(1000) }),
    answer: LoginAnswer,
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Set a password knowing the current one: every session ends, a new one begins here',
    body: z.object({ currentPassword: Text(1000), password: Text(1000), passwordConfirmation: Text(1000) }),
    answer: LoginAnswer,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'WRONG_PASSWORD',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'BUSY',
    },
  },
  sendEmailConfirmation: {
    method: 'POST',
    path: '/api/auth/send-email-confirmation',
    summary: 'Send the confirmation mail again, to the address of the session whatever the body says (S2.4-08)',
    body: z.object({ email: Text(1000) }),
    answer: z.object({ email: z.string(), sent: z.literal(true), nextAfterSeconds: z.number().int() }),
    problems: { 401: 'NOT_LOGGED_IN', 429: 'TOO_MANY_ATTEMPTS' },
  },
  listProviders: {
    method: 'GET',
    path: '/api/mein/oauth2/providers',
    summary: 'Which social providers there are: their client id, null for one that is off',
    answer: z.object({ google: z.string().nullable(), apple: z.string().nullable() }),
  },
  startSocial: {
    method: 'POST',
    path: '/api/mein/oauth2/social/{provider}/start',
    summary:
      'A nonce for the token-based provider, the address to open for the one with a popup; remembered in a cookie',
    params: z.object({ provider: z.enum(['google', 'apple']) }),
    answer: z.object({
      clientId: z.string(),
      nonce: z.string(),
      url: z.string().nullable(),
      script: z.string().nullable(),
    }),
    problems: { 404: 'PROVIDER_OFF', 429: 'TOO_MANY_ATTEMPTS', 502: 'PROVIDER_FAILED' },
  },
  googleLogin: {
    method: 'POST',
    path: '/api/google-login',
    summary: 'Log in with the credential of the token-based provider',
    body: z.object({ token: Text(8192) }),
    answer: SocialAnswer,
    problems: {
      401: 'SOCIAL_LOGIN_FAILED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'PROVIDER_OFF',
      429: 'TOO_MANY_ATTEMPTS',
      502: 'PROVIDER_FAILED',
    },
  },
})

/** Top-level navigations with `?return={path}`: to our sign-on page, or to the publisher's own provider. */
export const LOGIN_START = '/api/mein/oauth2/login/start'

export const SIGNUP_START = '/api/mein/oauth2/registration/start'

/** Redirect address for the publisher's own provider. */
export const LOGIN_CALLBACK = '/api/mein/oauth2/callback'

export const APPLE_CALLBACK = '/api/oauth2/apple/callback'

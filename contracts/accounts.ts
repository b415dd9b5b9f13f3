/**
 * What the portal asks the embedded single sign-on service, server to server, behind the service key. Readers never reach
 * these endpoints: their browser posts to the portal's own forms. A publisher's own provider is asked through OpenID
 * Connect instead, and none of this exists then.
 * Promises: the answers to a known and an unknown address do not differ; every refusal has a code, texts are the
 * caller's. `address` is the reader's network address as the portal saw it, `deviceToken` the value of its cookie for
 * devices that logged in before. Call with a timeout of 15 s: password hashes wait for their turn.
 */
import { z } from 'zod'
import { TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import { contract } from './kernel/endpoint.ts'

const Text = (most: number) => z.string().max(most)
/** Longer than any token of ours. */
const Token = z.string().min(1).max(8192)
const Code = z.string().max(200)
const Address = z.string().max(100)
const Instant = z.iso.datetime()
/** Longer passwords are refused by their rule, with a code; the limit here only bounds the work. */
const Password = z.string().max(1000)

const Origin = z.object({ address: Address, userAgent: Text(400).default(''), deviceToken: Text(200).nullish() })

export const SsoUser = z.object({
  sub: z.string(),
  salutation: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(z.string()),
})
export type SsoUser = z.infer<typeof SsoUser>

export const SsoTokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Names the session; no authority of its own. */
  refreshTokenId: z.string(),
  idTokenExpiresAt: Instant,
  refreshTokenExpiresAt: Instant,
})
export type SsoTokens = z.infer<typeof SsoTokens>

/** All a login brings: both sessions (S4.1-01), the device's cookie, and whether something is still to be answered. */
export const SsoLogin = z.object({
  kind: z.literal('login'),
  tokens: SsoTokens,
  /** The bearer of the content/auth API. */
  contentJwt: z.string(),
  user: SsoUser,
  deviceToken: z.string(),
  missingFields: z.array(z.string()),
  isNewRegistration: z.boolean(),
})
export type SsoLogin = z.infer<typeof SsoLogin>

export const MissingField = z.object({ name: z.string(), label: z.string(), required: z.boolean() })
export type MissingField = z.infer<typeof MissingField>

const Consents = z.object({ terms: z.boolean().optional(), advertising: z.boolean().optional() })
const SocialProvider = z.enum(['google', 'apple'])
export type SocialProvider = z.infer<typeof SocialProvider>

/** `link-mail-sent`: an account with this address exists; its owner has to allow the connection from the mail. */
const SocialOutcome = z.discriminatedUnion('kind', [SsoLogin, z.object({ kind: z.literal('link-mail-sent') })])
export type SocialOutcome = z.infer<typeof SocialOutcome>

/** An address that waits to be confirmed. */
export const PendingEmail = z.object({ email: z.string(), requestedAt: Instant, expiresAt: Instant })
export type PendingEmail = z.infer<typeof PendingEmail>

export const SSO = contract({
  login: {
    method: 'POST',
    path: '/login',
    summary: 'Log in with address and password',
    security: 'service-key',
    body: Origin.extend({ email: Text(1000), password: Password }),
    answer: SsoLogin,
    problems: { 401: 'WRONG_CREDENTIALS', 403: 'ACCOUNT_BLOCKED', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  register: {
    method: 'POST',
    path: '/registration',
    summary: 'Register; a known address gets the same answer, and its owner a mail',
    security: 'service-key',
    body: Origin.extend({
      salutation: Text(20).default(''),
      firstName: Text(1000),
      lastName: Text(1000),
      email: Text(1000),
      password: Password,
      consents: Consents,
    }),
    answer: SsoLogin,
    problems: { 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  openGuest: {
    method: 'POST',
    path: '/guests',
    summary:
      'The account of whoever orders with this address, made without a password when there is none; its owner gets a mail. Takes the same time either way, opens no session; never to be told to the guest',
    security: 'service-key',
    body: z.object({
      email: Text(1000),
      salutation: Text(20).default(''),
      firstName: Text(1000),
      lastName: Text(1000),
      /** Accepted with the order: recorded for an account that nobody has proven to own yet, and not asked for again. */
      hasAcceptedTerms: z.boolean().default(false),
      address: Address,
    }),
    answer: z.object({ sub: z.string() }),
    problems: { 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  refresh: {
    method: 'POST',
    path: '/refresh',
    summary: 'New tokens for a refresh token; it is used up, with ten seconds of grace for parallel tabs',
    security: 'service-key',
    body: z.object({ refreshToken: Token, refreshTokenId: Text(100).nullish(), idToken: Token.nullish() }),
    answer: z.object({ tokens: SsoTokens, user: SsoUser }),
    problems: { 401: 'SESSION_ENDED', 409: 'SUPERSEDED' },
  },
  validate: {
    method: 'POST',
    path: '/validate',
    summary:
      'Whether the ID token still stands for a living session; new tokens when it ended or `forceRefresh` is set',
    security: 'service-key',
    body: z.object({
      idToken: Token.nullish(),
      refreshToken: Token.nullish(),
      refreshTokenId: Text(100).nullish(),
      forceRefresh: z.boolean().default(false),
    }),
    answer: z.object({ user: SsoUser, tokens: SsoTokens.nullable() }),
    problems: { 401: 'SESSION_ENDED', 409: 'SUPERSEDED' },
  },
  introspect: {
    method: 'POST',
    path: '/introspect',
    summary: 'Whether an access token is good and its session alive',
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: z.discriminatedUnion('active', [
      z.object({ active: z.literal(false) }),
      z.object({ active: z.literal(true), sub: z.string(), sid: z.string(), roles: z.array(z.string()) }),
    ]),
  },
  logout: {
    method: 'POST',
    path: '/logout',
    summary: 'End the session of a refresh token; unknown tokens are no error',
    security: 'service-key',
    body: z.object({ refreshToken: Token.nullish(), contentJwt: Token.nullish() }),
    answer: null,
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/logout/everywhere',
    summary: 'End every session of the reader',
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  getPublicKey: {
    method: 'GET',
    path: '/public-key',
    summary: 'The key of today as PEM, and all that tokens may still be signed with',
    security: 'service-key',
    answer: z.object({
      pem: z.string(),
      kid: z.string(),
      keys: z.array(
        z.object({
          kid: z.string(),
          kty: z.literal('RSA'),
          n: z.string(),
          e: z.string(),
          alg: z.literal('RS256'),
          use: z.literal('sig'),
        }),
      ),
    }),
  },
  listMissingFields: {
    method: 'POST',
    path: '/missing-fields',
    summary: 'Consents the reader has not answered yet',
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  saveMissingFields: {
    method: 'POST',
    path: '/missing-fields/answers',
    summary: 'Complete the registration; unknown fields are refused',
    security: 'service-key',
    body: z.object({ accessToken: Token, fields: z.record(z.string().max(50), z.boolean()), address: Address }),
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
  getPasswordCode: {
    method: 'GET',
    path: '/password-codes/{code}',
    summary: 'Whether a code to reset the password could be used; using none of it up',
    security: 'service-key',
    params: z.object({ code: Code }),
    answer: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  getMailCode: {
    method: 'GET',
    path: '/mail-codes/{purpose}/{code}',
    summary: 'Whether a code of a mail could be used; using none of it up',
    security: 'service-key',
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
    security: 'service-key',
    body: z.object({ code: Code }),
    answer: z.object({ sub: z.string() }),
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  sendEmailConfirmation: {
    method: 'POST',
    path: '/email-confirmation/mail',
    summary: 'Send the confirmation mail again, to the address of the session only, at most once a minute',
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: z.object({ email: z.string(), nextAfterSeconds: z.number().int() }),
    problems: { 401: 'NOT_LOGGED_IN', 429: 'TOO_MANY_ATTEMPTS' },
  },
  forgotPassword: {
    method: 'POST',
    path: '/password/forgotten',
    summary: 'Send a link to reset the password, if there is such an account; the answer is the same',
    security: 'service-key',
    body: z.object({ email: Text(1000), address: Address }),
    answer: z.object({ ok: z.literal(true) }),
    problems: { 429: 'TOO_MANY_ATTEMPTS' },
  },
  resetPassword: {
    method: 'POST',
    path: '/password/reset',
    summary: 'Set a password with the code of the mail; every session ends, a new one begins',
    security: 'service-key',
    body: Origin.extend({ code: Code, password: Password, passwordConfirmation: Password }),
    answer: SsoLogin,
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  changePassword: {
    method: 'POST',
    path: '/password/change',
    summary: 'Set a password knowing the current one; every session ends, a new one begins',
    security: 'service-key',
    body: Origin.extend({
      accessToken: Token,
      currentPassword: Password,
      password: Password,
      passwordConfirmation: Password,
    }),
    answer: SsoLogin,
    problems: {
      401: 'NOT_LOGGED_IN',
      403: 'WRONG_PASSWORD',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'BUSY',
    },
  },
  startSocial: {
    method: 'POST',
    path: '/social/{provider}/start',
    summary: 'A nonce for the token-based provider, or the address to open for the one with a popup',
    security: 'service-key',
    params: z.object({ provider: SocialProvider }),
    body: z.object({ redirectUri: z.url().max(500).nullish(), address: Address }),
    answer: z.object({ clientId: z.string(), nonce: z.string(), state: z.string(), url: z.string().nullable() }),
    problems: { 404: 'PROVIDER_OFF', 429: 'TOO_MANY_ATTEMPTS', 502: 'PROVIDER_FAILED' },
  },
  signInWithCredential: {
    method: 'POST',
    path: '/social/{provider}/credential',
    summary: 'Log in with a signed credential; the nonce is the one the same browser was given',
    security: 'service-key',
    params: z.object({ provider: SocialProvider }),
    body: Origin.extend({ credential: Text(8192), nonce: Text(200) }),
    answer: SocialOutcome,
    problems: {
      401: 'SOCIAL_LOGIN_FAILED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'PROVIDER_OFF',
      429: 'TOO_MANY_ATTEMPTS',
      502: 'PROVIDER_FAILED',
    },
  },
  signInWithCode: {
    method: 'POST',
    path: '/social/{provider}/code',
    summary: 'Log in with what the popup provider posted to the callback; each state counts once',
    security: 'service-key',
    params: z.object({ provider: SocialProvider }),
    body: Origin.extend({
      code: Text(4000),
      state: Text(200),
      firstName: Text(200).default(''),
      lastName: Text(200).default(''),
    }),
    answer: SocialOutcome,
    problems: {
      401: 'SOCIAL_LOGIN_FAILED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'PROVIDER_OFF',
      429: 'TOO_MANY_ATTEMPTS',
      502: 'PROVIDER_FAILED',
    },
  },
  confirmLink: {
    method: 'POST',
    path: '/social/link-confirmation',
    summary: 'Connect account and social sign-in with the code of the mail',
    security: 'service-key',
    body: z.object({ code: Code }),
    answer: z.object({ provider: SocialProvider }),
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  getAccount: {
    method: 'POST',
    path: '/account',
    summary: 'The reader’s own account',
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: z.object({
      user: SsoUser,
      hasPassword: z.boolean(),
      providers: z.array(SocialProvider),
      createdAt: Instant,
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
      kept: z.array(z.object({ what: z.string(), reason: z.string(), until: z.string() })),
    }),
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  updateAccount: {
    method: 'POST',
    path: '/account/changes',
    summary: 'Change salutation, names and optional consents; nothing else can be changed here',
    security: 'service-key',
    body: z.object({
      accessToken: Token,
      salutation: Text(20).optional(),
      firstName: Text(1000).optional(),
      lastName: Text(1000).optional(),
      advertising: z.boolean().optional(),
      address: Address,
    }),
    answer: SsoUser,
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
  requestEmailChange: {
    method: 'POST',
    path: '/account/email',
    summary:
      'Ask for another address: its owner confirms it from a mail, within a day. Needs the password, or a login of the last 15 minutes where there is none. The answer is the same for an address that has an account; a newer wish replaces the older',
    security: 'service-key',
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
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  confirmEmailChange: {
    method: 'POST',
    path: '/email-change',
    summary:
      'The new address counts, with the code of its mail. Every session ends but the one that asked; the old address is told and can undo it for seven days',
    security: 'service-key',
    body: z.object({ code: Code }),
    answer: z.object({ sub: z.string() }),
    problems: { 409: 'ADDRESS_TAKEN', 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  undoEmailChange: {
    method: 'POST',
    path: '/email-change/undo',
    summary:
      'Take back a change of the address and every later one, with the code of the mail to the old address. Every session and the password end; the answer holds a code to set a new one',
    security: 'service-key',
    body: z.object({ code: Code }),
    answer: z.object({ sub: z.string(), passwordCode: z.string() }),
    problems: { 409: 'ADDRESS_TAKEN', 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
  exportData: {
    method: 'POST',
    path: '/privacy/export',
    summary: 'Everything the product holds about the reader: a ZIP with JSON and readable HTML (Art. 15, 20 GDPR)',
    security: 'service-key',
    body: z.object({ accessToken: Token }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
    problems: { 401: 'NOT_LOGGED_IN', 429: 'TOO_MANY_ATTEMPTS' },
  },
  requestErasure: {
    method: 'POST',
    path: '/privacy/erasure',
    summary: 'Erase the account in fourteen days (Art. 17 GDPR); all sessions end, a mail tells how to undo it',
    security: 'service-key',
    body: z.object({ accessToken: Token, password: Password.nullish(), address: Address }),
    answer: z.object({
      eraseAt: Instant,
      kept: z.array(z.object({ what: z.string(), reason: z.string(), until: z.string() })),
    }),
    problems: { 401: 'NOT_LOGGED_IN', 403: 'WRONG_PASSWORD', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  undoErasure: {
    method: 'POST',
    path: '/privacy/erasure/undo',
    summary: 'Keep the account after all: with the code of the mail, or logged in',
    security: 'service-key',
    body: z.object({ code: Code.nullish(), accessToken: Token.nullish() }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
})

export const SSO_INFO = {
  title: 'Single sign-on, for the portal',
  description: `Accounts, sessions and privacy, asked by the portal only. ID and access tokens live ${TOKEN_SECONDS.id / 60} minutes. Readers’ applications use OpenID Connect at the issuer instead.`,
  version: '1',
  base: '/sso/{mandator}',
}

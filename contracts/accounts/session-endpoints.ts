/** Logins, registrations, and the sessions they open. */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import {
  Text,
  Token,
  Address,
  Password,
  Origin,
  Consents,
  AccountUser,
  AccountTokens,
  AccountLogin,
  MissingField,
} from './values.ts'

export const SESSION_ENDPOINTS = contractFor('service-key', {
  login: {
    method: 'POST',
    path: '/login',
    summary: 'Log in with address and password',
    body: Origin.extend({ email: Text(1000), password: Password }),
    answer: AccountLogin,
    problems: { 401: 'WRONG_CREDENTIALS', 403: 'ACCOUNT_BLOCKED', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  register: {
    method: 'POST',
    path: '/registration',
    summary: 'Register; a known address gets the same answer, and its owner a mail',
    body: Origin.extend({
      salutation: Text(20).default(''),
      firstName: Text(1000),
      lastName: Text(1000),
      email: Text(1000),
      password: Password,
      consents: Consents,
    }),
    answer: AccountLogin,
    problems: { 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS', 503: 'BUSY' },
  },
  openGuest: {
    method: 'POST',
    path: '/guests',
    summary:
      'The account for an order with this address, created without a password if there is none; its owner gets a mail. Takes the same time either way, opens no session; never to be told to the guest',
    body: z.object({
      email: Text(1000),
      salutation: Text(20).default(''),
      firstName: Text(1000),
      lastName: Text(1000),
      /**
       * The terms were accepted with a guest order. Recorded for the account, although its address is not confirmed
       * yet, so that they are not asked for again.
       */
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
    body: z.object({ refreshToken: Token, refreshTokenId: Text(100).nullish(), idToken: Token.nullish() }),
    answer: z.object({ tokens: AccountTokens, user: AccountUser }),
    problems: { 401: 'SESSION_ENDED', 409: 'SUPERSEDED' },
  },
  validate: {
    method: 'POST',
    path: '/validate',
    summary:
      'Whether the ID token still stands for a living session; new tokens when it ended or `forceRefresh` is set',
    body: z.object({
      idToken: Token.nullish(),
      refreshToken: Token.nullish(),
      refreshTokenId: Text(100).nullish(),
      forceRefresh: z.boolean().default(false),
    }),
    answer: z.object({ user: AccountUser, tokens: AccountTokens.nullable() }),
    problems: { 401: 'SESSION_ENDED', 409: 'SUPERSEDED' },
  },
  introspect: {
    method: 'POST',
    path: '/introspect',
    summary: 'Whether an access token is good and its session alive',
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
    body: z.object({ refreshToken: Token.nullish(), contentJwt: Token.nullish() }),
    answer: null,
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/logout/everywhere',
    summary: 'End every session of the reader',
    body: z.object({ accessToken: Token }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  getPublicKey: {
    method: 'GET',
    path: '/public-key',
    summary: 'The key of today as PEM, and all that tokens may still be signed with',
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
    body: z.object({ accessToken: Token }),
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  saveMissingFields: {
    method: 'POST',
    path: '/missing-fields/answers',
    summary: 'Complete the registration; unknown fields are refused',
    body: z.object({ accessToken: Token, fields: z.record(z.string().max(50), z.boolean()), address: Address }),
    answer: z.array(MissingField),
    problems: { 401: 'NOT_LOGGED_IN', 422: 'INVALID_FIELDS' },
  },
})

/** Logins with Google and Apple. */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { Text, Code, Address, Origin, SocialProvider, SocialOutcome } from './values.ts'

export const SOCIAL_ENDPOINTS = contractFor('service-key', {
  startSocial: {
    method: 'POST',
    path: '/social/{provider}/start',
    summary: 'A nonce for the token-based provider, or the address to open for the one with a popup',
    params: z.object({ provider: SocialProvider }),
    body: z.object({ redirectUri: z.url().max(500).nullish(), address: Address }),
    answer: z.object({ clientId: z.string(), nonce: z.string(), state: z.string(), url: z.string().nullable() }),
    problems: { 404: 'PROVIDER_OFF', 429: 'TOO_MANY_ATTEMPTS', 502: 'PROVIDER_FAILED' },
  },
  signInWithCredential: {
    method: 'POST',
    path: '/social/{provider}/credential',
    summary: 'Log in with a signed credential; the nonce is the one the same browser was given',
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
    body: z.object({ code: Code }),
    answer: z.object({ provider: SocialProvider }),
    problems: { 410: 'EXPIRED_CODE', 422: 'INVALID_CODE' },
  },
})

/**
 * The data a page needs to check an ID token, to start a login and to call the content/auth API (S4.2-01, S9-18).
 * Public and the same for every reader; may be cached for ten minutes.
 */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'

export const SignOnClient = z.object({
  issuer: z.string(),
  /** Audience of the ID tokens. */
  clientId: z.string(),
  /** `foreign`: login and signup are a top-level redirect to the publisher's own provider. */
  signOn: z.enum(['own', 'foreign']),
  /** Base of the content/auth API with its prefix; null if there is none. */
  contentApi: z.string().nullable(),
  contentApiVersion: z.enum(['v3', 'v4']),
  bearerCookie: z.string(),
})
export type SignOnClient = z.infer<typeof SignOnClient>

export const CLIENT_PATH = '/api/mein/oauth2/client'

export const SIGN_ON_CLIENT = contract({
  getClient: {
    method: 'GET',
    path: CLIENT_PATH,
    summary: 'Issuer, client and content/auth API of this publication',
    answer: SignOnClient,
  },
})

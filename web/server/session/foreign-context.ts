/** The shared context for a publisher's own provider: configuration, clock, and caches. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type * as oidc from 'openid-client'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import type { Claims } from '@lokalteil/domain/accounts/claims'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { TokenVerifier } from '@lokalteil/services/accounts/tokens/verify-token'
import type { ForeignProviderConfig } from '../config/sign-on.ts'
import { createClaimsSeal } from './claims-cookie.ts'
import type { ProviderKeys } from './provider-keys.ts'
import type { CookieTokens } from './session-cookies.ts'

export type ForeignSignOnOptions = {
  config: ForeignProviderConfig
  originOf: (publication: PublicationCode) => string
  /** Encrypts the data of a login attempt. */
  secret: string
  callbackPath: string
  /** Fetches from the provider. */
  fetch: Fetch
  /** Roles from the subscription platform, added to those of the provider. */
  rolesOf: (publication: PublicationCode, sub: string) => Promise<readonly string[]>
  now: () => Date
  onError: (error: unknown, at: string) => void
}

export type Provider = { configuration: oidc.Configuration; verify: TokenVerifier; keys: ProviderKeys }
/** Null: it does not answer. */
export type OpenProvider = () => Promise<Provider | null>

export type ForeignContext = Omit<ForeignSignOnOptions, 'now'> & {
  clock: () => Date
  now: () => number
  seal: ReturnType<typeof createClaimsSeal>
  providers: Map<PublicationCode, OpenProvider>
  /** Recent renewals by refresh token. */
  renewed: LRUCache<string, { tokens: CookieTokens; at: number }>
  /** Answers of the userinfo endpoint by access token. */
  told: LRUCache<string, { claims: Claims & { sub: string }; at: number }>
}

/** Single flight: a provider without a grace period gets one refresh for all tabs of a browser. */
export const SHARED_MS = 20_000

export function createForeignContext({ now, ...options }: ForeignSignOnOptions): ForeignContext {
  return {
    ...options,
    clock: now,
    now: () => now().getTime(),
    seal: createClaimsSeal(options.secret),
    providers: new Map(),
    renewed: new LRUCache({ max: 2000 }),
    told: new LRUCache({ max: 5000 }),
  }
}

/** Replaces `{mandator}` in a configured text by the publication's code. */
export function fillPublication(text: string, publication: PublicationCode): string {
  return text.replaceAll('{mandator}', publication)
}

/** The cache key of a token (a hash). */
export function toTokenKey(publication: PublicationCode, token: string): string {
  return publication + hash('sha256', token, 'base64')
}

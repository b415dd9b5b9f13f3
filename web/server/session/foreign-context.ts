/** What everything shares that speaks with a publisher's own provider: configuration, clock, and what is remembered of it. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type * as oidc from 'openid-client'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import type { Claims } from '@lokalteil/domain/accounts/claims'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { TokenVerifier } from '@lokalteil/services/accounts/tokens/verify-token'
import type { ForeignSsoConfig } from '../config/sign-on.ts'
import { createClaimsSeal } from './claims-cookie.ts'
import type { ProviderKeys } from './provider-keys.ts'
import type { CookieTokens } from './session-cookies.ts'

export type ForeignSignOnOptions = {
  config: ForeignSsoConfig
  originOf: (mandator: Mandator) => string
  /** Seals what an attempt needs. */
  secret: string
  callbackPath: string
  /** The way to the provider. */
  fetch: Fetch
  /** What a reader has bought from the subscription platform; added to the roles that the provider tells. */
  rolesOf: (mandator: Mandator, sub: string) => Promise<readonly string[]>
  now: () => Date
  onError: (error: unknown, at: string) => void
}

export type Provider = { configuration: oidc.Configuration; verify: TokenVerifier; keys: ProviderKeys }

export type ForeignContext = Omit<ForeignSignOnOptions, 'now'> & {
  clock: () => Date
  now: () => number
  seal: ReturnType<typeof createClaimsSeal>
  providers: Map<Mandator, Provider>
  opening: Map<Mandator, Promise<Provider | null>>
  failedAt: Map<Mandator, number>
  /** By the refresh token shown. */
  renewed: LRUCache<string, { tokens: CookieTokens; at: number }>
  /** By the access token: what the userinfo endpoint said. */
  told: LRUCache<string, { claims: Claims & { sub: string }; at: number }>
}

/** Providers without a grace of their own see one refresh for all tabs of a browser. */
export const SHARED_MS = 20_000

export function createForeignContext({ now, ...options }: ForeignSignOnOptions): ForeignContext {
  return {
    ...options,
    clock: now,
    now: () => now().getTime(),
    seal: createClaimsSeal(options.secret),
    providers: new Map(),
    opening: new Map(),
    failedAt: new Map(),
    renewed: new LRUCache({ max: 2000 }),
    told: new LRUCache({ max: 5000 }),
  }
}

/** `{mandator}` in a configured text is the publication. */
export function fillMandator(text: string, mandator: Mandator): string {
  return text.replaceAll('{mandator}', mandator)
}

/** A token as the key of what is remembered. */
export function toTokenKey(mandator: Mandator, token: string): string {
  return mandator + hash('sha256', token, 'base64')
}

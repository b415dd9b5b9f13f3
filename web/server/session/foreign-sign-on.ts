/**
 * A publisher's own OpenID Connect provider instead of ours: a standard client (discovery, code with PKCE, state,
 * nonce, userinfo, refresh, revocation), without features of single products. ID tokens must be RS256, as everywhere
 * here. A provider that does not answer ends no session and is distinguished from one that refuses. A provider without
 * refresh tokens is asked again by a silent redirect (`prompt=none`). Every failed login is logged with its cause.
 */
import * as oidc from 'openid-client'
import { toReaderClaims } from '@lokalteil/domain/accounts/claims'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import {
  createForeignContext,
  fillMandator,
  toTokenKey,
  type ForeignContext,
  type ForeignSignOnOptions,
} from './foreign-context.ts'
import { openProvider } from './provider-discovery.ts'
import { beginJourney, finishJourney, type Begun, type Finished, type Wish } from './provider-journey.ts'
import { readAgainAtProvider, refreshAtProvider } from './provider-renewal.ts'
import { readUserInfo } from './provider-tokens.ts'
import type { SignOn } from './session.ts'

export type ForeignSignOn = {
  signOn: SignOn
  /** Null: the provider does not answer. */
  begin: (mandator: Mandator, wish: Wish) => Promise<Begun | null>
  finish: (mandator: Mandator, sealed: string | null, answer: URLSearchParams) => Promise<Finished>
  /** Revokes the token at the provider, if it supports that. */
  revoke: (mandator: Mandator, token: string, kind: 'refresh_token' | 'access_token') => Promise<void>
  getPem: (mandator: Mandator) => Promise<string | null>
  toClient: (mandator: Mandator) => { issuer: string; clientId: string }
}

const KNOWN_ACCESS_MS = 60_000

export function createForeignSignOn(options: ForeignSignOnOptions): ForeignSignOn {
  const context = createForeignContext(options)
  const { issuer, clientId } = options.config
  return {
    signOn: createProviderSignOn(context),
    toClient: (mandator) => ({ issuer: fillMandator(issuer, mandator), clientId: fillMandator(clientId, mandator) }),
    begin: (mandator, wish) => beginJourney(context, mandator, wish),
    finish: (mandator, sealed, answer) => finishJourney(context, mandator, sealed, answer),
    revoke: (mandator, token, kind) => revoke(context, mandator, token, kind),
    getPem: (mandator) => getPem(context, mandator),
  }
}

function createProviderSignOn(context: ForeignContext): SignOn {
  const signOn: SignOn = {
    async verifyId(mandator, token, checking) {
      const provider = await openProvider(context, mandator)
      return provider === null ? { ok: false, code: 'KEYS_UNAVAILABLE' } : provider.verify(token, checking)
    },
    refresh: (mandator, shown) => refreshAtProvider(context, mandator, shown),
    readAgain: (mandator, shown) => readAgainAtProvider(context, mandator, shown),
    claimsOf: context.seal.open,
    // Between two refreshes a standard provider says no more than its token does.
    isAlive: async (mandator, idToken) => {
      const check = await signOn.verifyId(mandator, idToken)
      return check.ok ? 'alive' : check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'ended'
    },
    async introspect(mandator, accessToken) {
      const provider = await openProvider(context, mandator)
      if (provider === null) return { kind: 'unavailable' }
      const found = await readUserInfo(context, mandator, provider, accessToken, null, KNOWN_ACCESS_MS)
      if (found.kind !== 'told') return { kind: found.kind === 'refused' ? 'inactive' : 'unavailable' }
      const { sub } = found.claims
      const { subscriptionRoles } = toReaderClaims(
        found.claims,
        context.config.rolesClaim,
        await context.rolesOf(mandator, sub),
      )
      return { kind: 'active', sub, roles: subscriptionRoles }
    },
  }
  return signOn
}

async function revoke(
  context: ForeignContext,
  mandator: Mandator,
  token: string,
  kind: 'refresh_token' | 'access_token',
): Promise<void> {
  context.told.delete(toTokenKey(mandator, token))
  for (const [key, { tokens }] of context.renewed.entries())
    if (tokens.refreshToken === token || key === toTokenKey(mandator, token)) context.renewed.delete(key)
  const provider = await openProvider(context, mandator)
  if (provider?.configuration.serverMetadata().revocation_endpoint === undefined) return
  await oidc
    .tokenRevocation(provider.configuration, token, { token_type_hint: kind })
    .catch((error: unknown) => context.onError(error, 'accounts-revocation'))
}

async function getPem(context: ForeignContext, mandator: Mandator): Promise<string | null> {
  const provider = await openProvider(context, mandator)
  const keys = (await provider?.keys.list().catch(() => null)) ?? []
  return keys.length === 0 ? null : keys.map((key) => key.export({ type: 'spki', format: 'pem' })).join('')
}

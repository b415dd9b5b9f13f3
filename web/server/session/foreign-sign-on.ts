/**
 * A publisher's own OpenID Connect provider instead of ours: a standard client (discovery, code with PKCE, state,
 * nonce, userinfo, refresh, revocation), without features of single products. ID tokens must be RS256, as everywhere
 * here. A provider that does not answer ends no session and is distinguished from one that refuses. A provider without
 * refresh tokens is asked again by a silent redirect (`prompt=none`). Every failed login is logged with its cause.
 */
import { hash } from 'node:crypto'
import * as oidc from 'openid-client'
import { toReaderClaims } from '@lokalteil/domain/accounts/claims'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import {
  createForeignContext,
  fillPublication,
  toTokenKey,
  type ForeignContext,
  type ForeignSignOnOptions,
} from './foreign-context.ts'
import { openProvider } from './provider-discovery.ts'
import { beginJourney, finishJourney, type Begun, type Finished, type Wish } from './provider-journey.ts'
import { readAgainAtProvider, refreshAtProvider } from './provider-renewal.ts'
import { readUserInfo } from './provider-tokens.ts'
import { readClaims } from './own-sign-on.ts'
import type { SignOn } from './session.ts'

export type ForeignSignOn = {
  signOn: SignOn
  /** Null: the provider does not answer. */
  begin: (publication: PublicationCode, wish: Wish) => Promise<Begun | null>
  finish: (publication: PublicationCode, sealed: string | null, answer: URLSearchParams) => Promise<Finished>
  /** Revokes the token at the provider, if it supports that. */
  revoke: (publication: PublicationCode, token: string, kind: 'refresh_token' | 'access_token') => Promise<void>
  getPem: (publication: PublicationCode) => Promise<string | null>
  toClient: (publication: PublicationCode) => { issuer: string; clientId: string }
}

const KNOWN_ACCESS_MS = 60_000

export function createForeignSignOn(options: ForeignSignOnOptions): ForeignSignOn {
  const context = createForeignContext(options)
  const { issuer, clientId } = options.config
  return {
    signOn: createProviderSignOn(context),
    toClient: (publication) => ({
      issuer: fillPublication(issuer, publication),
      clientId: fillPublication(clientId, publication),
    }),
    begin: (publication, wish) => beginJourney(context, publication, wish),
    finish: (publication, sealed, answer) => finishJourney(context, publication, sealed, answer),
    revoke: (publication, token, kind) => revoke(context, publication, token, kind),
    getPem: (publication) => getPem(context, publication),
  }
}

function createProviderSignOn(context: ForeignContext): SignOn {
  const signOn: SignOn = {
    async verifyId(publication, token, checking) {
      const provider = await openProvider(context, publication)
      return provider === null ? { ok: false, code: 'KEYS_UNAVAILABLE' } : provider.verify(token, checking)
    },
    markOf: (idToken) => toMark(readClaims(idToken).sub),
    refresh: (publication, shown) => refreshAtProvider(context, publication, shown),
    readAgain: (publication, shown) => readAgainAtProvider(context, publication, shown),
    claimsOf: context.seal.open,
    // Between two refreshes a standard provider says no more than its token does.
    isAlive: async (publication, idToken) => {
      const check = await signOn.verifyId(publication, idToken)
      return check.ok ? 'alive' : check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'ended'
    },
    async introspect(publication, accessToken) {
      const provider = await openProvider(context, publication)
      if (provider === null) return { kind: 'unavailable' }
      const found = await readUserInfo(context, publication, provider, accessToken, null, KNOWN_ACCESS_MS)
      if (found.kind !== 'told') return { kind: found.kind === 'refused' ? 'inactive' : 'unavailable' }
      const { sub } = found.claims
      const { subscriptionRoles } = toReaderClaims(
        found.claims,
        context.config.rolesClaim,
        await context.rolesOf(publication, sub),
      )
      return { kind: 'active', sub, roles: subscriptionRoles, mark: toMark(sub) }
    },
  }
  return signOn
}

/** Of the reader, because a provider's tokens may name no session, and cannot be told from those of before. */
function toMark(sub: string): string {
  return hash('sha256', `reader ${sub}`, 'base64url').slice(0, 22)
}

async function revoke(
  context: ForeignContext,
  publication: PublicationCode,
  token: string,
  kind: 'refresh_token' | 'access_token',
): Promise<void> {
  context.told.delete(toTokenKey(publication, token))
  for (const [key, { tokens }] of context.renewed.entries())
    if (tokens.refreshToken === token || key === toTokenKey(publication, token)) context.renewed.delete(key)
  const provider = await openProvider(context, publication)
  if (provider?.configuration.serverMetadata().revocation_endpoint === undefined) return
  await oidc
    .tokenRevocation(provider.configuration, token, { token_type_hint: kind })
    .catch((error: unknown) => context.onError(error, 'accounts-revocation'))
}

async function getPem(context: ForeignContext, publication: PublicationCode): Promise<string | null> {
  const provider = await openProvider(context, publication)
  const keys = (await provider?.keys.list().catch(() => null)) ?? []
  return keys.length === 0 ? null : keys.map((key) => key.export({ type: 'spki', format: 'pem' })).join('')
}

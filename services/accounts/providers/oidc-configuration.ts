/** The configuration of a publication's OpenID provider: signatures, clients, claims. */
import { LONGEST_SESSION, TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { errors, type ClientMetadata, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { AccountsContext } from '../context.ts'
import type { AccountRow } from '../schema.ts'
import { getAccount } from '../store/accounts.ts'
import { LIBRARY_AUDIENCE } from '../tokens/tokens.ts'
import { createOidcAdapter } from './oidc-adapter.ts'
import { renderSignedOff, renderSignOff, renderSignOnError } from './sign-on-page.ts'
import { toUser } from '../tokens/sessions.ts'

/** A first-party application of one publication. */
export type OidcClient = {
  clientId: string
  /** Absent: a public client (an app), which proves itself by PKCE alone. */
  clientSecret?: string
  name: string
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
  isNative?: boolean
}

export type OidcSetup = {
  accounts: AccountsContext
  issuerOf: (publication: PublicationCode) => string
  clientsOf: (publication: PublicationCode) => readonly OidcClient[]
  cookieSecret: string
  secret: string
}

export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
const SCOPES = 'openid profile email offline_access'

/** The path of a publication's issuer. */
export function toBase({ issuerOf }: Pick<OidcSetup, 'issuerOf'>, publication: PublicationCode): string {
  return new URL(issuerOf(publication)).pathname.replace(/\/$/, '')
}

export function toConfiguration(setup: OidcSetup, code: PublicationCode, jwks: Configuration['jwks']): Configuration {
  const { accounts, secret } = setup
  const { db, now, sessions } = accounts
  const base = toBase(setup, code)
  const publication = publicationOf(code).name
  return {
    ...PROTOCOL,
    adapter: (kind: string) => createOidcAdapter({ db, publication: code, kind, secret, now }),
    clients: setup.clientsOf(code).map(toMetadata),
    jwks: jwks!,
    cookies: toCookies(setup, code, base),
    features: toFeatures(publication),
    extraTokenClaims: async (_context, token) => {
      if (token.kind !== 'AccessToken') return undefined
      const account = await getAccount(db, code, token.accountId)
      return account === null
        ? undefined
        : { mandator: code, subscriptionRoles: (await toUser(sessions, account)).roles }
    },
    interactions: { url: (_context, interaction) => `${base}/interaction/${interaction.uid}` },
    loadExistingGrant: loadGrant,
    findAccount: async (_context, sub) => {
      const account = await getAccount(db, code, sub)
      if (account === null || account.is_blocked) return undefined
      return { accountId: sub, claims: () => toClaims(accounts, code, account) }
    },
    renderError: (context, out) => sendPage(context as never, renderSignOnError({ publication, code: out.error })),
  }
}

const PROTOCOL = {
  scopes: SCOPES.split(' '),
  claims: {
    openid: ['sub', 'mandator', 'subscriptionRoles'],
    profile: ['salutation', 'firstName', 'lastName', 'given_name', 'family_name', 'name'],
    email: ['email', 'emailVerified', 'email_verified'],
  },
  // The specification reads our claims from the ID token (3.1), which the standard setting would leave out.
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  clientBasedCORS: () => false,
  enabledJWA: { idTokenSigningAlgValues: ['RS256'], clientAuthSigningAlgValues: ['RS256'] },
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  ttl: {
    AccessToken: TOKEN_SECONDS.access,
    AuthorizationCode: 60,
    IdToken: TOKEN_SECONDS.id,
    RefreshToken: (_context: unknown, token: { totalLifetime: () => number }) =>
      toRefreshSeconds(token.totalLifetime()),
    Session: TOKEN_SECONDS.refresh,
    Grant: TOKEN_SECONDS.refresh,
    Interaction: 3600,
  },
} satisfies Configuration

/** Life of a refresh token whose first one was given out `age` seconds ago; at least one second, which the library wants. */
export function toRefreshSeconds(age: number): number {
  return Math.max(1, Math.min(TOKEN_SECONDS.refresh, LONGEST_SESSION - age))
}

/** Cookie names differ by publication, because publications may share a host. The prefix needs https. */
function toCookies(
  { cookieSecret, issuerOf }: OidcSetup,
  publication: PublicationCode,
  base: string,
): Configuration['cookies'] {
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  const name = `${issuerOf(publication).startsWith('https:') ? '__Secure-' : ''}sso_${publication}`
  return {
    keys: [cookieSecret],
    names: {
      session: name,
      interaction: `${name}_step`,
      resume: `${name}_resume`,
    },
    long: { ...cookie, path: base === '' ? '/' : base },
    short: cookie,
  }
}

function toFeatures(publication: string): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    userinfo: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (context, form) => sendPage(context, renderSignOff({ publication, form })),
      postLogoutSuccessSource: (context) => sendPage(context, renderSignedOff({ publication })),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_context, _client, oneOf) => (oneOf ?? undefined) as never,
      useGrantedResource: () => false,
      getResourceServerInfo: (_context, resource) => {
        if (resource !== LIBRARY_AUDIENCE) throw new errors.InvalidTarget()
        return {
          scope: 'user-api',
          audience: LIBRARY_AUDIENCE,
          accessTokenTTL: TOKEN_SECONDS.access,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }
      },
    },
  }
}

const loadGrant: Configuration['loadExistingGrant'] = async (context) => {
  const { provider, session, client, result } = context.oidc
  const clientId = client!.clientId
  const grantId = (result?.consent as { grantId?: string } | undefined)?.grantId ?? session!.grantIdFor(clientId)
  const grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({ clientId, accountId: session!.accountId! })
  if (grant.accountId !== session!.accountId) return undefined
  grant.addOIDCScope(SCOPES)
  grant.addResourceScope(LIBRARY_AUDIENCE, 'user-api')
  await grant.save()
  return grant
}

async function toClaims({ sessions }: AccountsContext, publication: PublicationCode, account: AccountRow) {
  const { sub, salutation, firstName, lastName, email, emailVerified, roles } = await toUser(sessions, account)
  return {
    sub,
    mandator: publication,
    subscriptionRoles: roles,
    salutation,
    firstName,
    lastName,
    given_name: firstName,
    family_name: lastName,
    name: `${firstName} ${lastName}`.trim(),
    email,
    emailVerified,
    email_verified: emailVerified,
  }
}

function sendPage(context: KoaContextWithOIDC, body: string): void {
  context.type = 'html'
  context.set('content-security-policy', PAGE_POLICY)
  context.set('cache-control', 'no-store')
  context.body = body
}

function toMetadata(client: OidcClient): ClientMetadata {
  return {
    client_id: client.clientId,
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    application_type: client.isNative === true ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(client.clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: client.clientSecret, token_endpoint_auth_method: 'client_secret_basic' }),
  }
}

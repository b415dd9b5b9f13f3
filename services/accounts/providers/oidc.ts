/**
 * The OpenID Connect face: one issuer for each publication, on the same accounts, keys and limits as the portal's own
 * forms. Authorization code with PKCE only, RS256 only, refresh tokens rotated. Applications are first-party, configured,
 * and asked for no consent. Access tokens are opaque and good for userinfo; who asks for the resource
 * `urn:lokalteil:user-api` gets a JWT for the user API.
 * A plain `node:http` handler: it answers what lies below an issuer's path and leaves the rest to others. Host and
 * protocol are the issuer's, whatever the request says.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import { MANDATORS, PUBLICATIONS, type Mandator } from '@lokalteil/domain/publication/publications'
import { Provider, errors, type ClientMetadata, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Database } from '../../platform/database.ts'
import { readStreamText } from '../../platform/request-body.ts'
import { isRefusal } from '../../platform/serve.ts'
import type { AccountsContext } from '../context.ts'
import type { Keys } from '../tokens/keys.ts'
import { createOidcAdapter } from './oidc-adapter.ts'
import type { Sessions } from '../tokens/sessions.ts'
import {
  renderGoOn,
  renderSignedOff,
  renderSignOff,
  renderSignOn,
  renderSsoError,
  type SignOnProblem,
} from './sign-on-page.ts'
import { USER_API } from '../tokens/tokens.ts'
import * as logins from '../logins.ts'
import type { SsoDb } from '../schema.ts'
import * as accountStore from '../store/accounts.ts'

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

/** True when the request was one of the provider's. */
export type OidcHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export type OidcOptions = {
  database: Database
  db: SsoDb
  keys: Keys
  accounts: AccountsContext
  sessions: Sessions
  issuerOf: (mandator: Mandator) => string
  clientsOf: (mandator: Mandator) => readonly OidcClient[]
  origins: Readonly<Record<Mandator, string>>
  cookieSecret: string
  secret: string
  addressOf: (request: IncomingMessage) => string
  now: () => Date
  onError: (error: unknown, at: string) => void
}

const SCOPES = 'openid profile email offline_access'
const FORM_LIMIT = 10_000
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export function createOidc(options: OidcOptions): OidcHandler {
  const { keys, accounts, db, sessions, issuerOf, now } = options
  const providers = new Map<
    Mandator,
    { provider: Provider; answer: (request: IncomingMessage, response: ServerResponse) => unknown; kids: string }
  >()
  const bases = MANDATORS.map((mandator) => ({
    mandator,
    issuer: new URL(issuerOf(mandator)),
    base: new URL(issuerOf(mandator)).pathname.replace(/\/$/, ''),
  }))

  /** Keys are read by the provider once, so a new key means a new provider. */
  async function open(mandator: Mandator) {
    const list = await keys.list()
    const kids = list.map(({ kid }) => kid).join(' ')
    const held = providers.get(mandator)
    if (held?.kids === kids) return held
    const jwks = {
      keys: list.map(({ privateKey, kid }) => ({
        ...privateKey.export({ format: 'jwk' }),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    }
    const provider = new Provider(issuerOf(mandator), configure(mandator, jwks as never))
    provider.proxy = true
    provider.on('server_error', (_context, error) => options.onError(error, `oidc ${mandator}`))
    const opened = { provider, answer: provider.callback() as never, kids }
    providers.set(mandator, opened)
    return opened
  }

  function configure(mandator: Mandator, jwks: Configuration['jwks']): Configuration {
    const base = new URL(issuerOf(mandator)).pathname.replace(/\/$/, '')
    const publication = PUBLICATIONS[mandator].name
    const html = (context: KoaContextWithOIDC, body: string) => {
      context.type = 'html'
      context.set('content-security-policy', PAGE_POLICY)
      context.set('cache-control', 'no-store')
      context.body = body
    }
    const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
    return {
      adapter: (kind: string) =>
        createOidcAdapter({ database: options.database, mandator, kind, secret: options.secret, now }),
      clients: options.clientsOf(mandator).map(toMetadata),
      jwks: jwks!,
      // Each publication has its own, though they may share a host.
      cookies: {
        keys: [options.cookieSecret],
        names: { session: `sso_${mandator}`, interaction: `sso_${mandator}_step`, resume: `sso_${mandator}_resume` },
        long: { ...cookie, path: base === '' ? '/' : base },
        short: cookie,
      },
      scopes: SCOPES.split(' '),
      claims: {
        openid: ['sub', 'mandator', 'subscriptionRoles'],
        profile: ['salutation', 'firstName', 'lastName', 'given_name', 'family_name', 'name'],
        email: ['email', 'emailVerified', 'email_verified'],
      },
      // Our claims belong into the ID token, where the specification reads them (3.1).
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
        RefreshToken: TOKEN_SECONDS.refresh,
        Session: TOKEN_SECONDS.refresh,
        Grant: TOKEN_SECONDS.refresh,
        Interaction: 3600,
      },
      features: {
        devInteractions: { enabled: false },
        revocation: { enabled: true },
        userinfo: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context, form) => html(context, renderSignOff({ publication, form })),
          postLogoutSuccessSource: (context) => html(context, renderSignedOff({ publication })),
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: (_context, _client, oneOf) => (oneOf ?? undefined) as never,
          useGrantedResource: () => false,
          getResourceServerInfo: (_context, resource) => {
            if (resource !== USER_API) throw new errors.InvalidTarget()
            return {
              scope: 'user-api',
              audience: USER_API,
              accessTokenTTL: TOKEN_SECONDS.access,
              accessTokenFormat: 'jwt',
              jwt: { sign: { alg: 'RS256' } },
            }
          },
        },
      },
      extraTokenClaims: async (_context, token) => {
        if (token.kind !== 'AccessToken') return undefined
        const account = await accountStore.getAccount(db, mandator, token.accountId)
        return account === null ? undefined : { mandator, subscriptionRoles: (await sessions.toUser(account)).roles }
      },
      interactions: { url: (_context, interaction) => `${base}/interaction/${interaction.uid}` },
      loadExistingGrant: async (context) => {
        const { provider, session, client, result } = context.oidc
        const clientId = client!.clientId
        const grantId = (result?.consent as { grantId?: string } | undefined)?.grantId ?? session!.grantIdFor(clientId)
        const grant =
          (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
          new provider.Grant({ clientId, accountId: session!.accountId! })
        if (grant.accountId !== session!.accountId) return undefined
        grant.addOIDCScope(SCOPES)
        grant.addResourceScope(USER_API, 'user-api')
        await grant.save()
        return grant
      },
      findAccount: async (_context, sub) => {
        const account = await accountStore.getAccount(db, mandator, sub)
        if (account === null || account.is_blocked) return undefined
        return {
          accountId: sub,
          claims: async () => {
            const { salutation, firstName, lastName, email, emailVerified, roles } = await sessions.toUser(account)
            return {
              sub,
              mandator,
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
          },
        }
      },
      renderError: (context, out) => html(context as never, renderSsoError({ publication, code: out.error })),
    }
  }

  async function signOn(
    mandator: Mandator,
    base: string,
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
  ): Promise<void> {
    const { provider } = await open(mandator)
    const publication = PUBLICATIONS[mandator].name
    const send = (status: number, body: string, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': PAGE_POLICY,
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
          ...headers,
        })
        .end(body)
    let details: Awaited<ReturnType<Provider['interactionDetails']>>
    try {
      details = await provider.interactionDetails(request, response)
    } catch {
      return void send(400, renderSsoError({ publication, code: 'session_not_found' }))
    }
    const action = `${base}/interaction/${details.uid}`
    if ((request as { originalUrl?: string }).originalUrl?.split('?', 1)[0] !== action)
      return void send(400, renderSsoError({ publication, code: 'session_not_found' }))
    const page = (email: string, problem: SignOnProblem | null) =>
      renderSignOn({ publication, action, email, problem, forgotUrl: `${options.origins[mandator]}/#forgot-password` })
    const finish = (result: object) =>
      provider.interactionFinished(request, response, result as never, { mergeWithLastSubmission: false })
    if (details.prompt.name === 'consent') {
      // An app on a device may not get a code without its owner seeing it (RFC 8252, 8.6).
      const account = await accountStore.getAccount(db, mandator, details.session?.accountId ?? '')
      const name =
        typeof details.params.client_id === 'string'
          ? (options.clientsOf(mandator).find(({ clientId }) => clientId === details.params.client_id)?.name ?? '')
          : ''
      if (request.method === 'POST') await finish({ consent: {} })
      else send(200, renderGoOn({ publication, action, email: account?.email ?? '', application: name }))
      return
    }
    const hint = typeof details.params.login_hint === 'string' ? details.params.login_hint.slice(0, 254) : ''
    if (request.method !== 'POST') return void send(200, page(hint, null))
    const form = await readForm(request)
    if (form === null) return void send(413, page(hint, null))
    const email = form.get('email') ?? ''
    const found = await logins.authenticate(
      accounts,
      mandator,
      { email, password: form.get('password') ?? '' },
      { address },
    )
    if (isRefusal(found))
      return void send(found.status, page(email.slice(0, 254), found.code as SignOnProblem), found.headers)
    await finish({ login: { accountId: found.account.id, remember: true, amr: ['pwd'] }, consent: {} })
  }

  return (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0]!
    const place = bases.find(({ base }) => path === base || path.startsWith(`${base}/`))
    if (place === undefined) return false
    const { mandator, base, issuer } = place
    const address = options.addressOf(request)
    const headers = request.headers as Record<string, string | string[] | undefined>
    for (const name of Object.keys(headers))
      if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name]
    headers.host = issuer.host
    headers['x-forwarded-host'] = issuer.host
    headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
    Object.assign(request, { originalUrl: request.url })
    request.url = request.url!.slice(base.length) || '/'
    const isSignOn = path.startsWith(`${base}/interaction/`) && (request.method === 'GET' || request.method === 'POST')
    const answer = isSignOn
      ? signOn(mandator, base, request, response, address)
      : open(mandator).then((opened) => opened.answer(request, response))
    Promise.resolve(answer).catch((error: unknown) => {
      options.onError(error, `oidc ${mandator}`)
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end()
    })
    return true
  }
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

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const text = await readStreamText(request, FORM_LIMIT)
  return text === null ? null : new URLSearchParams(text)
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, openTestAccounts, PASSWORD, type TestAccounts } from '../accounts.testing.ts'
import { toRefreshSeconds } from './oidc-configuration.ts'

/** Messages of openid-client for a refusal. */
const REFUSED = /server responded with an error|unexpected HTTP response|WWW-Authenticate/
const REDIRECT = 'http://127.0.0.1:9/callback'

describe.each(ENGINES)('the OpenID provider on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts
  let server: Server
  let origin: string
  let email: string
  let sub: string
  let serial = 0

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    server = createServer((request, response) => {
      if (!accounts.service.oidcHandler(request, response)) response.writeHead(404).end('not the provider')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const apps = [
      {
        clientId: 'reader-app',
        name: 'App',
        redirectUris: [REDIRECT],
        postLogoutRedirectUris: ['http://127.0.0.1:9/bye'],
        isNative: true,
      },
      {
        clientId: 'e-paper',
        clientSecret: 'a secret of the e-paper application',
        name: 'E-Paper',
        redirectUris: [REDIRECT],
        postLogoutRedirectUris: [],
      },
    ]
    accounts = await openTestAccounts(opened.database, {
      now: () => new Date(),
      config: { issuerOf: (publication) => `${origin}/__services/sso/${publication}`, clientsOf: () => apps },
    })
  })
  beforeEach(async () => {
    email = `oidc-${++serial}@example.org`
    const login = await accounts.register(email)
    sub = login.user.sub
    accounts.roles.set(`ak ${sub}`, ['PLUS_USER'])
    await sql`delete from sso.limits`.execute(opened.database.db)
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await accounts.service.close()
    await opened.drop()
    accounts.throwErrors()
  })

  const discover = (publication = 'ak', clientId = 'reader-app', secret?: string) =>
    client.discovery(
      new URL(`${origin}/__services/sso/${publication}`),
      clientId,
      secret,
      secret === undefined ? client.None() : undefined,
      { execute: [client.allowInsecureRequests] },
    )

  /** A browser that keeps cookies and follows redirects until they leave the provider. */
  class Browser {
    readonly cookies = new Map<string, string>()
    async open(
      address: string,
      init: RequestInit = {},
    ): Promise<{ url: URL; text: string; status: number; headers: Headers }> {
      let url = new URL(address)
      let options: RequestInit = init
      for (let hop = 0; hop < 10; hop++) {
        if (url.origin !== origin) return { url, text: '', status: 0, headers: new Headers() }
        const response = await fetch(url, {
          ...options,
          redirect: 'manual',
          headers: {
            cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(options.headers as object),
          },
        })
        for (const line of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          if (value === '') this.cookies.delete(name!)
          else this.cookies.set(name!, value!)
        }
        const location = response.headers.get('location')
        if (location === null)
          return { url, text: await response.text(), status: response.status, headers: response.headers }
        url = new URL(location, url)
        options = {}
      }
      throw new Error('too many redirects')
    }
    submit(page: { url: URL; text: string }, fields: Record<string, string>) {
      const action =
        /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&#38;', '&') ?? page.url.href
      return this.open(new URL(action, page.url).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields) as never,
      })
    }
  }

  async function signIn(
    options: {
      config?: client.Configuration
      browser?: Browser
      parameters?: Record<string, string>
      tokenParameters?: Record<string, string>
      password?: string
    } = {},
  ) {
    const config = options.config ?? (await discover())
    const browser = options.browser ?? new Browser()
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'openid profile email offline_access',
      prompt: 'login',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...options.parameters,
    })
    const page = await browser.open(url.href)
    const back =
      page.status === 0 ? page : await browser.submit(page, { email, password: options.password ?? PASSWORD })
    if (back.status !== 0) return { config, browser, page: back, tokens: null }
    const tokens = await client.authorizationCodeGrant(
      config,
      back.url,
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      options.tokenParameters,
    )
    return { config, browser, page: back, tokens }
  }

  it('signs a reader on with code and PKCE, with the claims that the portal reads', async () => {
    const { tokens, config } = await signIn()
    const claims = decodeJwt(tokens!.id_token!)
    expect(claims).toMatchObject({
      iss: `${origin}/__services/sso/ak`,
      aud: 'reader-app',
      sub,
      mandator: 'ak',
      salutation: 'Frau',
      firstName: 'Eva',
      lastName: 'Sommer',
      email,
      emailVerified: false,
      subscriptionRoles: ['PLUS_USER'],
    })
    expect(claims.exp! - claims.iat!).toBe(900)
    expect(decodeProtectedHeader(tokens!.id_token!)).toMatchObject({
      alg: 'RS256',
      kid: (await get(accounts.ak.getPublicKey({}))).kid,
    })
    await jwtVerify(tokens!.id_token!, createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!)), {
      algorithms: ['RS256'],
    })
    expect(await client.fetchUserInfo(config, tokens!.access_token, sub)).toMatchObject({
      sub,
      email,
      subscriptionRoles: ['PLUS_USER'],
      firstName: 'Eva',
    })
  })

  it('its discovery document names only supported features, at the issuer’s own address', async () => {
    for (const headers of [
      {},
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    ] as Record<string, string>[]) {
      const metadata = (await (
        await fetch(`${origin}/__services/sso/ak/.well-known/openid-configuration`, { headers })
      ).json()) as Record<string, string[]>
      expect(metadata.issuer).toBe(`${origin}/__services/sso/ak`)
      expect(metadata.response_types_supported).toEqual(['code'])
      expect(metadata.id_token_signing_alg_values_supported).toEqual(['RS256'])
      expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
      expect(JSON.stringify(metadata)).not.toContain('evil.example')
      for (const [name, value] of Object.entries(metadata))
        if (name.endsWith('_endpoint') || name === 'jwks_uri')
          expect(value).toMatch(new RegExp(`^${origin}/__services/sso/ak/`))
    }
  })

  it('publishes no private part of a key', async () => {
    const { keys } = (await (await fetch((await discover()).serverMetadata().jwks_uri!)).json()) as {
      keys: Record<string, string>[]
    }
    for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  it('gives a token for the library on request, and it opens nothing else', async () => {
    const { tokens } = await signIn({
      parameters: { resource: 'urn:lokalteil:user-api', scope: 'openid profile email offline_access user-api' },
      tokenParameters: { resource: 'urn:lokalteil:user-api' },
    })
    expect(decodeProtectedHeader(tokens!.access_token).typ).toBe('at+jwt')
    expect(decodeJwt(tokens!.access_token)).toMatchObject({
      aud: 'urn:lokalteil:user-api',
      sub,
      mandator: 'ak',
      subscriptionRoles: ['PLUS_USER'],
    })
    expect(await accounts.service.verifyToken('access', 'ak', tokens!.access_token)).toMatchObject({ ok: true })
    expect(await get(accounts.ak.introspect({ body: { accessToken: tokens!.access_token } }))).toMatchObject({
      active: true,
      sub,
      roles: ['PLUS_USER'],
    })
    expect(await accounts.service.verifyToken('id', 'ak', tokens!.access_token)).toMatchObject({ ok: false })
    // Another audience is refused.
    const other = await signIn({ parameters: { resource: 'urn:somebody:else' } }).catch((error: Error) => error)
    expect(other).toBeInstanceOf(Error)
  })

  it('refreshes with the current roles, allows parallel tabs, and revokes everything for a late copy', async () => {
    const { tokens, config } = await signIn()
    accounts.roles.set(`ak ${sub}`, ['PUR_USER'])
    const first = tokens!.refresh_token!
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.refreshTokenGrant(config, first)))
    expect(decodeJwt(answers[0]!.id_token!).subscriptionRoles).toEqual(['PUR_USER'])
    expect(answers.every((answer) => answer.refresh_token !== undefined && answer.refresh_token !== first)).toBe(true)
    await sql`update sso.oidc_items set consumed_at = consumed_at - interval '11 seconds' where consumed_at is not null`.execute(
      opened.database.db,
    )
    await expect(client.refreshTokenGrant(config, first)).rejects.toThrow(REFUSED)
    for (const answer of answers)
      await expect(client.refreshTokenGrant(config, answer.refresh_token!)).rejects.toThrow(REFUSED)
  })

  it('a new password ends everything that the old one opened', async () => {
    const { tokens, config, browser } = await signIn()
    const login = await get(accounts.login(email))
    await get(
      accounts.ak.changePassword({
        body: {
          accessToken: login.tokens.accessToken,
          currentPassword: PASSWORD,
          password: 'Mein-neues-Wort-5',
          passwordConfirmation: 'Mein-neues-Wort-5',
          address: 'c',
        },
      }),
    )
    await expect(client.refreshTokenGrant(config, tokens!.refresh_token!)).rejects.toThrow(REFUSED)
    await expect(client.fetchUserInfo(config, tokens!.access_token, sub)).rejects.toThrow(REFUSED)
    // The browser's session at the provider is gone, too: it has to log in.
    const again = await signIn({ browser, parameters: { prompt: 'consent' }, password: 'falsch' })
    expect(again.page.text).toContain('E-Mail-Adresse oder Passwort ist falsch.')
  })

  it('gives refresh tokens that end with the session, 180 days after the sign-on', () => {
    const day = 86_400
    expect([0, 140, 170, 179.9999, 200].map((age) => toRefreshSeconds(age * day) / day)).toEqual([
      30,
      30,
      10,
      expect.closeTo(0.0001, 6),
      1 / day,
    ])
  })

  it('has cookies with the prefix __Secure- under https', async () => {
    const secure = await openTestAccounts(opened.database, {
      now: () => new Date(),
      config: { issuerOf: (publication) => `https://sso.example/sso/${publication}` },
    })
    const there = createServer((request, response) => void secure.service.oidcHandler(request, response))
    await new Promise<void>((resolve) => there.listen(0, '127.0.0.1', resolve))
    const query = new URLSearchParams({
      client_id: 'portal-ak',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://ak.example/api/mein/oauth2/callback',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const address = `http://127.0.0.1:${(there.address() as AddressInfo).port}/sso/ak/auth?${query}`
    const lines = (await fetch(address, { redirect: 'manual' })).headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^__Secure-sso_ak_(?:step|resume)[^;]*;.* secure;/i)
    there.closeAllConnections()
    await new Promise((resolve) => there.close(resolve))
    await secure.service.close()
  })

  it('recognises a browser that signed on before', async () => {
    const { browser } = await signIn()
    const verifier = client.randomPKCECodeVerifier()
    const config = await discover()
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'st',
    })
    // An app shows its owner the account once more; an application in the browser continues at once.
    const page = await browser.open(url.href)
    expect(page.text).toContain(`als ${email} angemeldet`)
    expect((await browser.submit(page, {})).url.searchParams.get('code')).not.toBeNull()
    const portal = await discover('ak', 'portal-ak')
    const back = await browser.open(
      client.buildAuthorizationUrl(portal, {
        redirect_uri: 'https://ak.example/api/mein/oauth2/callback',
        scope: 'openid',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href,
    )
    expect(back.url.searchParams.get('code')).not.toBeNull()
    // In another publication the same browser is unknown.
    const other = await browser.open(
      client.buildAuthorizationUrl(await discover('fb'), {
        redirect_uri: REDIRECT,
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      }).href,
    )
    expect(other.text).toContain('Anmelden · Flussbote')
  })

  it('shows a wrong password on the page, keeps the limits, and runs no script', async () => {
    const { page, browser } = await signIn({ password: 'falsch' })
    expect(page.status).toBe(401)
    expect(page.text).toContain('E-Mail-Adresse oder Passwort ist falsch.')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.text).not.toContain('<script')
    const hostile = await browser.submit(page, { email: '"><script>alert(1)</script>', password: 'x' })
    expect(hostile.text).not.toContain('<script')
    for (let attempt = 0; attempt < 10; attempt++) await browser.submit(page, { email, password: 'falsch' })
    const blocked = await browser.submit(page, { email, password: PASSWORD })
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each<[string, Record<string, string | undefined>]>([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['another redirect', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect below ours', { redirect_uri: `${REDIRECT}/../evil` }],
    ['tokens in the address', { response_type: 'token' }],
    ['an ID token in the address', { response_type: 'id_token' }],
    ['another client', { client_id: 'unknown' }],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
  ])('refuses an authorization with %s', async (_name, change) => {
    const url = new URL(
      client.buildAuthorizationUrl(await discover(), {
        redirect_uri: REDIRECT,
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        state: 'st',
      }).href,
    )
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    const answer = await new Browser().open(url.href)
    expect(answer.text).not.toContain('name="password"')
    expect(answer.url.searchParams.get('code')).toBeNull()
    expect(answer.url.host).not.toBe('evil.example')
    if (answer.status === 0) expect(answer.url.href).toMatch(/error=/)
    else expect(answer.status).toBe(400)
  })

  it('takes a code once, with its verifier and its client only', async () => {
    const config = await discover()
    const verifier = client.randomPKCECodeVerifier()
    const authorize = async () => {
      const browser = new Browser()
      const page = await browser.open(
        client.buildAuthorizationUrl(config, {
          redirect_uri: REDIRECT,
          scope: 'openid offline_access',
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).href,
      )
      return (await browser.submit(page, { email, password: PASSWORD })).url
    }
    const exchange = (url: URL, pkceCodeVerifier: string, by = config) =>
      client.authorizationCodeGrant(by, url, { pkceCodeVerifier })
    await expect(exchange(await authorize(), client.randomPKCECodeVerifier())).rejects.toThrow(REFUSED)
    await expect(
      exchange(await authorize(), verifier, await discover('ak', 'e-paper', 'a secret of the e-paper application')),
    ).rejects.toThrow(REFUSED)
    const url = await authorize()
    const tokens = await exchange(url, verifier)
    await expect(exchange(url, verifier)).rejects.toThrow(REFUSED)
    // The second use of a code revokes the tokens of the first.
    await expect(client.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toThrow(REFUSED)
  })

  it('checks the secret of a confidential client', async () => {
    const { tokens } = await signIn({ config: await discover('ak', 'e-paper', 'a secret of the e-paper application') })
    expect(decodeJwt(tokens!.id_token!).aud).toBe('e-paper')
    await expect(signIn({ config: await discover('ak', 'e-paper', 'wrong') })).rejects.toThrow(REFUSED)
  })

  it('signs off after a confirmation', async () => {
    const { tokens, browser, config } = await signIn()
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens!.id_token!,
      post_logout_redirect_uri: 'http://127.0.0.1:9/bye',
    })
    const page = await browser.open(url.href)
    expect(page.text).toContain('Abmelden · Auenkurier')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
    const action = /action="([^"]+)"/.exec(page.text)![1]!
    const done = await browser.open(action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }) as never,
    })
    expect(done.url.href).toBe('http://127.0.0.1:9/bye')
    await expect(client.refreshTokenGrant(config, tokens!.refresh_token!)).rejects.toThrow(REFUSED)
  })

  it('stores nothing in a usable form', async () => {
    const { tokens, browser } = await signIn()
    const dump = await accounts.dump()
    for (const value of [tokens!.refresh_token!, tokens!.access_token, tokens!.id_token!, ...browser.cookies.values()])
      expect(dump).not.toContain(value)
  })

  it('continues with a rotated key', async () => {
    const config = await discover()
    const before = await signIn({ config })
    await accounts.service.rotateKeys()
    const { keys } = (await (await fetch(config.serverMetadata().jwks_uri!)).json()) as { keys: { kid: string }[] }
    expect(keys.length).toBeGreaterThan(1)
    expect((await client.refreshTokenGrant(config, before.tokens!.refresh_token!)).id_token).toBeDefined()
  })

  it('leaves all other paths to other handlers', async () => {
    for (const path of ['/', '/__services/sso/akx/jwks', '/__services/sso/xx/jwks', '//evil.example'])
      expect((await fetch(origin + path)).status).toBe(404)
    expect((await fetch(`${origin}/__services/sso/ak/interaction/unknown`)).status).toBe(400)
    expect(
      (await fetch(`${origin}/__services/sso/ak/interaction/unknown`, { method: 'POST', body: 'x'.repeat(100_000) }))
        .status,
    ).toBe(400)
  })
})

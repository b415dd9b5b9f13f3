/**
 * The portal against a second OpenID provider: other issuer, other keys, reached over HTTP only. It is a certified
 * implementation and knows of the portal only a client id and a redirect address.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { SEED } from '@lokalteil/services/content/content.testing'
import { ENGINE, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { openTestAccounts, PASSWORD, type TestAccounts } from '@lokalteil/services/accounts/accounts.testing'
import { accountTexts } from '../../app/messages/accounts/account.ts'
import { createForeignSignOn } from './foreign-sign-on.ts'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { outcomeOf, TestReader } from '../reader.testing.ts'
import { expectSteps } from '../steps.testing.ts'

const CALLBACK = 'http://localhost:3000/api/mein/oauth2/callback'
const CLIENT = {
  clientId: 'zeitung-ak',
  clientSecret: 'a secret the publisher was given',
  name: 'Zeitung',
  redirectUris: [CALLBACK],
  postLogoutRedirectUris: [],
}

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestAccounts
let server: Server
let portal: TestPortal
let issuer = ''
let isDown = false
let requests = 0
let serial = 0
let email = ''
let reader: TestReader

beforeAll(async () => {
  opened = await openTestDatabase(ENGINE, createTestDatabase)
  server = createServer((request, response) => {
    requests++
    if (isDown) return void response.destroy()
    if (!provider.service.oidcHandler(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer = `${origin}/konto/ak`
  provider = await openTestAccounts(opened.database, {
    now: () => new Date(),
    config: { issuerOf: (publication) => `${origin}/konto/${publication}`, clientsOf: () => [CLIENT] },
  })
  portal = await openTestPortal({
    seed: SEED,
    now: new Date(),
    env: {
      DEMO: '1',
      TRUST_PROXY: '127.0.0.1',
      SSO_ISSUER: `${origin}/konto/{mandator}`,
      SSO_CLIENT_ID: 'zeitung-{mandator}',
      SSO_CLIENT_SECRET: CLIENT.clientSecret,
    },
  })
})
afterAll(async () => {
  await portal.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await provider.service.close()
  await opened.drop()
})
beforeEach(async () => {
  isDown = false
  portal.clock.now = new Date()
  email = `fremd-${++serial}@example.org`
  const { user } = await provider.register(email)
  provider.roles.set(`ak ${user.sub}`, ['PLUS_USER'])
  reader = new TestReader(portal)
})

/** The reader at the provider: follows its redirects with cookies, submits its form, and returns with its answer. */
class AtProvider {
  readonly cookies = new Map<string, string>()
  async open(address: string, init: RequestInit = {}): Promise<URL | string> {
    let url = new URL(address)
    for (let hop = 0, options = init; hop < 10; hop++, options = {}) {
      if (url.href.startsWith(CALLBACK)) return url
      const response = await fetch(url, {
        ...options,
        redirect: 'manual',
        headers: {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(options.headers as object),
        },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        this.cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) return response.text()
      url = new URL(location, url)
    }
    throw new Error('too many redirects')
  }
  async signIn(address: string): Promise<URL> {
    const page = await this.open(address)
    if (page instanceof URL) return page
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&')
    if (action === undefined) throw new Error(`no form in ${page.slice(0, 300)}`)
    const back = await this.open(new URL(action, issuer).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password: PASSWORD }).toString(),
    })
    if (!(back instanceof URL)) throw new Error(`not back: ${back.slice(0, 300)}`)
    return back
  }
}

const begin = async (path = '/api/mein/oauth2/login/start?return=/themen', one = reader) =>
  new URL((await one.ask(path)).headers.get('location')!, 'http://localhost:3000')
const comeBack = (url: URL, one = reader) =>
  one.ask(url.pathname + url.search, { headers: { 'sec-fetch-site': 'cross-site' } })
async function signIn(at = new AtProvider()): Promise<AtProvider> {
  const back = await comeBack(await at.signIn((await begin()).href))
  expect(back.headers.get('location')).toBe('/themen?userState=login')
  return at
}

describe('with a publisher’s own provider', () => {
  it('S7.5-05 R9-16 login is a redirect with state, nonce and PKCE, and FA_RAL stores the way back', async () => {
    const url = await begin()
    expect(url.href.startsWith(`${issuer}/auth?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'zeitung-ak',
      response_type: 'code',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      scope: 'openid profile email offline_access',
      state: expect.stringMatching(/^[\w-]{40,}$/),
      nonce: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(decodeURIComponent(reader.cookies.get('FA_RAL')!)).toBe('/themen')
    // The PKCE verifier is stored encrypted in the browser's cookie.
    const sealed = reader.lines.find((line) => line.startsWith('__Host-FA_SIGN_ON_'))!
    expect(sealed).toMatch(/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/)
    expect(sealed).not.toContain(url.searchParams.get('state')!.slice(10))
  })

  it('R7.5-21 R4.2-01 returns to the same page as a reader with the roles of the token', async () => {
    await signIn()
    expect(reader.claims()).toMatchObject({ iss: issuer, aud: 'zeitung-ak', email, subscriptionRoles: ['PLUS_USER'] })
    expect([...reader.cookies.keys()].toSorted()).toEqual([
      'FA_ACCESS_TOKEN',
      'FA_ID_TOKEN',
      'FA_REFRESH_TOKEN',
      '__Host-FA_SESSION',
      'idToken',
    ])
    expect(await outcomeOf(reader.ask('/api/validate'))).toBe('200')
    expect((await reader.ask('/newsletters')).status).not.toBe(302)
    expect(await (await reader.ask('/api/mein/oauth2/registration/form/missing-fields')).json()).toEqual([])
    expect(await (await reader.ask('/api/mein/account')).json()).toMatchObject({ isEditable: false, user: { email } })
  })

  it('R7.5-20 renews with the provider’s refresh token; twenty tabs at once stay logged in', async () => {
    await signIn()
    const before = reader.cookies.get('FA_REFRESH_TOKEN')
    const tabs = Array.from({ length: 20 }, () => {
      const tab = new TestReader(portal)
      for (const [name, value] of reader.cookies) tab.cookies.set(name, value)
      return tab
    })
    expect(await Promise.all(tabs.map((tab) => outcomeOf(tab.post('/api/mein/oauth2/refresh'))))).toEqual(
      Array(20).fill('200'),
    )
    for (const tab of tabs) expect(tab.cookies.get('FA_REFRESH_TOKEN')).toBe(tabs[0]!.cookies.get('FA_REFRESH_TOKEN'))
    expect(tabs[0]!.cookies.get('FA_REFRESH_TOKEN')).not.toBe(before)
    // A slow tab with the old token gets the same tokens as the others.
    expect(await outcomeOf(reader.post('/api/mein/oauth2/refresh'))).toBe('200')
    expect(await outcomeOf(reader.ask('/api/validate?forceRefresh=true'))).toBe('200')
  })

  it('logout revokes there, and the next login asks for the password again', async () => {
    const at = await signIn()
    const copy = new TestReader(portal)
    for (const [name, value] of reader.cookies) copy.cookies.set(name, value)
    expect(await outcomeOf(reader.ask('/api/mein/oauth2/logout'))).toBe('204')
    expect([...reader.cookies.keys()]).toEqual(['__Host-FA_RELOGIN'])
    expect(await outcomeOf(copy.post('/api/mein/oauth2/refresh'))).toBe('401 SESSION_ENDED')
    const url = await begin()
    expect(url.searchParams.get('prompt')).toBe('login consent')
    // The provider still knows the browser, but shows its form.
    expect(await at.open(url.href)).toEqual(expect.stringContaining('<form method="post"'))
    await signIn(at)
    expect(reader.cookies.has('__Host-FA_RELOGIN')).toBe(false)
  })

  it('a write requires an access token that the provider confirms', async () => {
    await signIn()
    expect(await outcomeOf(reader.ask('/api/mein/account/tabs'))).toBe('200')
    reader.cookies.set('FA_ACCESS_TOKEN', 'made-up')
    expect(await outcomeOf(reader.ask('/api/mein/account/tabs'))).toBe('401 NOT_LOGGED_IN')
  })

  it.each<[string, (url: URL) => URL | Promise<URL>, string]>([
    ['an answer without a request', async () => new URL(`${CALLBACK}?code=x&state=y`), '/error/login-failed'],
    ['another state', (url) => new URL(url.href.replace(/state=[^&]+/, 'state=other')), '/error/login-failed'],
    ['another code', (url) => new URL(url.href.replace(/code=[^&]+/, 'code=other')), '/error/login-failed'],
    [
      'another issuer',
      (url) => new URL(url.href.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')),
      '/error/login-failed',
    ],
    [
      'a reader who turned back',
      (url) =>
        new URL(
          `${CALLBACK}?error=access_denied&state=${url.searchParams.get('state')}&iss=${encodeURIComponent(issuer)}`,
        ),
      '/themen',
    ],
    ['nothing', () => new URL(CALLBACK), '/error/login-failed'],
  ])('S7.5-05 %s logs no reader in', async (_name, change, location) => {
    const url = await change(await new AtProvider().signIn((await begin()).href))
    const back = await comeBack(url)
    expect([back.status, back.headers.get('location')]).toEqual([303, location])
    expect(reader.cookies.has('FA_ID_TOKEN')).toBe(false)
  })

  it('S7.5-05 an answer works once, and only in the browser that began', async () => {
    const url = await new AtProvider().signIn((await begin()).href)
    const stranger = new TestReader(portal)
    expect((await comeBack(url, stranger)).headers.get('location')).toBe('/error/login-failed')
    await begin('/api/mein/oauth2/login/start', stranger)
    expect((await comeBack(url, stranger)).headers.get('location')).toBe('/error/login-failed')
    expect((await comeBack(url)).headers.get('location')).toBe('/themen?userState=login')
    expect((await comeBack(url)).headers.get('location')).toBe('/error/login-failed')
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'S2.2-03 FA_RAL=%s redirects to the home page',
    async (path) => {
      const url = await new AtProvider().signIn((await begin()).href)
      reader.cookies.set('FA_RAL', encodeURIComponent(path))
      expect((await comeBack(url)).headers.get('location')).toBe('/?userState=login')
    },
  )

  it('tokens of another issuer, or for another client, are refused', async () => {
    await signIn()
    const foreign = new TestReader(portal, 'fb')
    for (const [name, value] of reader.cookies) foreign.cookies.set(name, value)
    expect((await foreign.ask('/newsletters')).status).toBe(302)
    const login = await provider.register(`eigen-${serial}@example.org`)
    reader.cookies.set('FA_ID_TOKEN', login.tokens.idToken)
    expect((await reader.ask('/newsletters')).headers.get('location')).toBe('/#login')
  })

  it('a registration at the provider is counted among the figures, a login there is not', async () => {
    await signIn()
    const begun = await begin('/api/mein/oauth2/registration/start?return=/themen')
    await expectSteps(portal, 'ak', { 'sign-up-begun': 1 })
    const back = await comeBack(await new AtProvider().signIn(begun.href))
    expect(back.headers.get('location')).toBe('/themen?userState=registration')
    await expectSteps(portal, 'ak', { 'sign-up-begun': 1, 'sign-up-done': 1 })
  })

  it('our own forms and content/auth API are off', async () => {
    expect(await outcomeOf(reader.login(email, PASSWORD))).toBe('404 ACCOUNTS_ELSEWHERE')
    expect(await outcomeOf(reader.post('/api/auth/forgot-password', { email }))).toBe('404 ACCOUNTS_ELSEWHERE')
    expect(await outcomeOf(reader.post('/api/mein/oauth2/social/google/start'))).toBe('404 PROVIDER_OFF')
    expect((await reader.ask('/api/users/me')).status).toBe(404)
    expect((await reader.ask('/__services/sso/ak/.well-known/openid-configuration')).status).toBe(404)
    expect(await (await reader.ask('/api/mein/oauth2/client')).json()).toEqual({
      issuer,
      clientId: 'zeitung-ak',
      signOn: 'foreign',
      contentApi: null,
      contentApiVersion: 'v4',
      bearerCookie: 'content_jwt',
    })
  })

  it('the account shows the address but cannot change it, because the provider keeps it', async () => {
    await signIn()
    const html = await (await reader.ask('/account')).text()
    expect(html).toContain(`<main`)
    expect(html).toContain(email)
    expect(html).not.toContain(accountTexts.emailChange.start)
    expect(html).not.toMatch(/id="(?:email|erasure)"/)
    expect(
      await outcomeOf(reader.post('/api/mein/account/email', { email: 'neu@example.org', password: PASSWORD })),
    ).toBe('404 NOT_FOUND')
  })

  it('S7.5-09 publishes the provider’s key as PEM', async () => {
    expect(await (await reader.ask('/api/fa-public-key')).text()).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  })

  it('while it is down, readers stay logged in; renewals and logins report the outage', async () => {
    await signIn()
    isDown = true
    expect((await reader.ask('/newsletters')).status).not.toBe(302)
    const before = new Map(reader.cookies)
    expect(await outcomeOf(reader.post('/api/mein/oauth2/refresh'))).toBe('503 UNAVAILABLE')
    expect(reader.cookies).toEqual(before)
    isDown = false
    expect(await outcomeOf(reader.post('/api/mein/oauth2/refresh'))).toBe('200')
  })

  it('a provider that was never reachable is not asked by every reader, and is found when it comes up', async () => {
    isDown = true
    const clock = { now: new Date() }
    const origins = { ak: 'http://localhost:3000', fb: 'x', ht: 'x', la: 'x' }
    const config = {
      issuer,
      clientId: CLIENT.clientId,
      clientSecret: CLIENT.clientSecret,
      scope: 'openid',
      asksConsent: true,
      rolesClaim: 'subscriptionRoles',
    }
    const foreign = createForeignSignOn({
      config,
      originOf: (publication) => origins[publication as keyof typeof origins],
      secret: 's'.repeat(32),
      callbackPath: '/api/mein/oauth2/callback',
      fetch: (request) => fetch(request),
      rolesOf: async () => [],
      now: () => clock.now,
      onError: () => {},
    })
    const wish = { isRegistration: false, mustAskAgain: false, isSilent: false }
    const before = requests
    for (let turn = 0; turn < 5; turn++) expect(await foreign.begin('ak', wish)).toBeNull()
    expect(await foreign.signOn.verifyId('ak', 'a.b.c')).toEqual({ ok: false, code: 'KEYS_UNAVAILABLE' })
    expect(await foreign.getPem('ak')).toBeNull()
    expect(requests - before).toBe(1)
    isDown = false
    clock.now = new Date(clock.now.getTime() + 6000)
    expect((await foreign.begin('ak', wish))?.url).toContain(`${issuer}/auth?`)
  })
})

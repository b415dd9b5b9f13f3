/** An OpenID Connect provider with default settings, simulated; in a browser: `e2e/stock-provider.journey.ts`. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ForeignProviderConfig } from '../config/sign-on.ts'
import { createForeignSignOn } from './foreign-sign-on.ts'

const ISSUER = 'https://login.blatt.example'
const ORIGIN = 'https://www.blatt.example'
const CONFIG: ForeignProviderConfig = {
  issuer: ISSUER,
  clientId: 'portal',
  clientSecret: 'a secret of the test',
  scope: 'openid profile email offline_access',
  asksConsent: true,
  rolesClaim: 'realm_access.roles',
}
const NOBODY = { salutation: '', firstName: '', lastName: '', email: '', emailVerified: null, subscriptionRoles: [] }
const JANA = {
  given_name: 'Jana',
  family_name: 'Sommer',
  email: 'jana@example.org',
  email_verified: true,
  realm_access: { roles: ['PLUS_USER', 'offline_access'] },
}

const [own, foreign] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Behaviour of the provider in this test. */
let userInfo: Record<string, unknown>
let hasRefreshToken: boolean
let key: KeyObject
let prompts: string[] | undefined
let refusal: { status: number; error: string } | null
let nonce = ''
let ahead = 0
let logged: string[] = []
beforeEach(() => {
  userInfo = JANA
  hasRefreshToken = false
  key = own!.privateKey
  prompts = undefined
  refusal = null
  ahead = 0
  logged = []
})

function toIdToken(): string {
  const at = Math.floor(Date.now() / 1000)
  const claims = { iss: ISSUER, aud: 'portal', sub: 'jana', iat: at - 5, exp: at + 3600, nonce }
  const text = `${encode({ alg: 'RS256', kid: '1' })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

async function provider(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case '/.well-known/openid-configuration':
      return Response.json({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        userinfo_endpoint: `${ISSUER}/me`,
        jwks_uri: `${ISSUER}/jwks`,
        ...(prompts === undefined ? {} : { prompt_values_supported: prompts }),
      })
    case '/jwks':
      return Response.json({
        keys: [{ ...own!.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
      })
    case '/token':
      if (refusal !== null) return Response.json({ error: refusal.error }, { status: refusal.status })
      return Response.json({
        access_token: 'access',
        token_type: 'Bearer',
        id_token: toIdToken(),
        ...(hasRefreshToken ? { refresh_token: 'refresh' } : {}),
      })
    case '/me':
      return Response.json({ sub: 'jana', ...userInfo })
    default:
      return new Response(null, { status: 404 })
  }
}

const open = (change: Partial<ForeignProviderConfig> = {}) =>
  createForeignSignOn({
    config: { ...CONFIG, ...change },
    originOf: () => ORIGIN,
    secret: 'a secret of at least some characters',
    callbackPath: '/connect/callback',
    fetch: provider,
    rolesOf: async () => [],
    now: () => new Date(Date.now() + ahead),
    onError: (error, at) => logged.push(`${at}: ${error instanceof Error ? error.message : String(error)}`),
  })

const WISH = { isRegistration: false, mustAskAgain: false, isSilent: false }
async function logIn(signOn: ReturnType<typeof open>) {
  const begun = (await signOn.begin('ak', WISH))!
  nonce = new URL(begun.url).searchParams.get('nonce')!
  return signOn.finish('ak', begun.sealed, new URLSearchParams({ code: 'code', state: begun.state }))
}
async function logInWell(signOn: ReturnType<typeof open>) {
  const found = await logIn(signOn)
  if (found.kind !== 'tokens') throw new Error(`${found.kind}: ${logged.join()}`)
  return { ...found.tokens, claims: found.tokens.claims ?? null }
}

describe('a provider with default settings', () => {
  it.each<[string, Partial<ForeignProviderConfig>, string[] | undefined, string | null]>([
    ['where a refresh token hangs on it', {}, undefined, 'consent'],
    ['where the provider names it', {}, ['none', 'login', 'consent'], 'consent'],
    ['not where the provider knows no such question', {}, ['none', 'login'], null],
    ['not where no refresh token is wanted', { scope: 'openid' }, undefined, null],
    ['not where the publisher says so', { asksConsent: false }, undefined, null],
  ])('is asked for consent %s', async (_case, change, supported, prompt) => {
    prompts = supported
    const begun = await open(change).begin('ak', WISH)
    expect(new URL(begun!.url).searchParams.get('prompt')).toBe(prompt)
  })

  it('sends name, address and roles only at the userinfo endpoint, by their standard names', async () => {
    hasRefreshToken = true
    const signOn = open()
    const tokens = await logInWell(signOn)
    expect([tokens.refreshToken, logged]).toEqual(['refresh', []])
    expect(signOn.signOn.claimsOf!(tokens.idToken, tokens.claims!)).toEqual({
      sub: 'jana',
      salutation: '',
      firstName: 'Jana',
      lastName: 'Sommer',
      email: 'jana@example.org',
      emailVerified: true,
      subscriptionRoles: ['PLUS_USER'],
    })
  })

  it('that sends no claims gives a reader without a name', async () => {
    userInfo = {}
    const signOn = open()
    const { idToken, claims } = await logInWell(signOn)
    expect(claims === null ? NOBODY : signOn.signOn.claimsOf!(idToken, claims)).toMatchObject(NOBODY)
  })

  it('without a refresh token is asked again while its token is valid, then by a redirect', async () => {
    const signOn = open()
    const { idToken, accessToken, refreshToken, refreshTokenId, claims } = await logInWell(signOn)
    expect(refreshToken).toBeNull()
    userInfo = { ...JANA, realm_access: { roles: [] } }
    ahead = 30_000
    const shown = { idToken, accessToken, refreshTokenId, claims }
    const again = await signOn.signOn.readAgain!('ak', shown)
    if (again.kind !== 'tokens') throw new Error(again.kind)
    expect(signOn.signOn.claimsOf!(idToken, again.tokens.claims!)).toMatchObject({
      firstName: 'Jana',
      subscriptionRoles: [],
    })
    ahead = 2 * 3_600_000
    expect(await signOn.signOn.readAgain!('ak', shown)).toEqual({ kind: 'sign-on-again' })
  })

  it('whose token is invalid refuses the login, and the log says why', async () => {
    key = foreign!.privateKey
    expect(await logIn(open())).toEqual({ kind: 'refused', reason: 'id-token', isSilent: false })
    expect(logged).toEqual([expect.stringMatching(/^accounts-token: The provider's ID token is not good: \w+/)])
  })

  it('that refuses this client refuses the login, and the log says why', async () => {
    refusal = { status: 400, error: 'invalid_client' }
    expect(await logIn(open())).toEqual({ kind: 'refused', reason: 'invalid_client', isSilent: false })
    expect(logged).toEqual(['accounts-callback: The provider refuses: invalid_client'])
  })
})

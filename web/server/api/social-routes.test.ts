import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { openTestProvider, type TestProvider } from '../provider.testing.ts'
import { outcomeOf, TestReader } from '../reader.testing.ts'
import { expectSteps } from '../steps.testing.ts'

let portal: TestPortal
let google: TestProvider
let apple: TestProvider
let reader: TestReader
let serial = 0
const START = new Date('2026-11-21T12:00:00Z')
const clock = { now: START }
const ORIGIN = 'http://localhost:3000'
const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'https://appleid.example',
  'sec-fetch-site': 'cross-site',
}

beforeAll(async () => {
  ;[google, apple] = await Promise.all([openTestProvider(() => clock.now), openTestProvider(() => clock.now)])
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string
  portal = await openTestPortal({
    seed: SEED,
    now: START,
    env: {
      DEMO: '1',
      TRUST_PROXY: '127.0.0.1',
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_SCRIPT: 'http://127.0.0.1:1/client.js',
      APPLE_CLIENT_ID: 'apple-client',
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'K1',
      APPLE_PRIVATE_KEY: key.replaceAll('\n', '\\n'),
      APPLE_ISSUER: apple.issuer,
    },
  })
})
afterAll(async () => {
  await portal.close()
  await google.close()
  await apple.close()
})
beforeEach(() => {
  clock.now = portal.clock.now = new Date(START.getTime() + ++serial * 3_600_000)
  reader = new TestReader(portal)
})

type Started = { clientId: string; nonce: string; url: string | null; script: string | null }
const start = async (provider: 'google' | 'apple', one = reader) =>
  (await (await one.post(`/api/mein/oauth2/social/${provider}/start`)).json()) as Started
const claims = (change: object = {}) => ({
  sub: `s-${serial}`,
  email: `sozial-${serial}@example.org`,
  email_verified: true,
  given_name: 'Gerda',
  family_name: 'Gruber',
  ...change,
})
const messageIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="social-message">(.*?)<\/script>/.exec(html)![1]!) as Record<
    string,
    unknown
  >

describe('the token-based provider', () => {
  const submit = (token: string, one = reader) => one.post('/api/google-login', { token })

  it('R7.5-15 R1-41 R4.2-02 S5-05 logs in with the credential for this browser’s nonce', async () => {
    const { clientId, nonce, url, script } = await start('google')
    expect({ clientId, url, script }).toEqual({
      clientId: 'google-client',
      url: null,
      script: 'http://127.0.0.1:1/client.js',
    })
    expect(reader.lines).toEqual([
      expect.stringMatching(/^__Host-FA_SOCIAL_GOOGLE=[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=None$/),
    ])
    const response = await submit(google.toToken(claims({ aud: clientId, nonce })))
    expect(await response.json()).toMatchObject({
      kind: 'login',
      userState: 'registration',
      missingFields: ['terms', 'advertising'],
      jwt: expect.any(String),
    })
    expect(reader.claims()).toMatchObject({ email: `sozial-${serial}@example.org`, emailVerified: true })
    expect(reader.cookies.has('content_jwt')).toBe(true)
    expect(reader.cookies.has('__Host-FA_SOCIAL_GOOGLE')).toBe(false)
    expect(await outcomeOf(reader.ask('/api/validate?forceRefresh=true'))).toBe('200')
  })

  it('R5-18 R5-19 S5-05 refuses credentials that were begun elsewhere, signed for others, or missing', async () => {
    const { clientId, nonce } = await start('google')
    const stranger = new TestReader(portal)
    const good = google.toToken(claims({ aud: clientId, nonce }))
    expect(await outcomeOf(submit(good, stranger))).toBe('401 SOCIAL_LOGIN_FAILED')
    await start('google', stranger)
    expect(await outcomeOf(submit(good, stranger))).toBe('401 SOCIAL_LOGIN_FAILED')
    for (const change of [
      { aud: 'other-client' },
      { aud: undefined },
      { iss: 'https://evil.example' },
      { exp: 1 },
      { nonce: 'x' },
    ]) {
      expect([change, await outcomeOf(submit(google.toToken(claims({ aud: clientId, nonce, ...change }))))]).toEqual([
        change,
        '401 SOCIAL_LOGIN_FAILED',
      ])
    }
    expect(await outcomeOf(submit(apple.toToken(claims({ aud: clientId, nonce, iss: google.issuer }))))).toBe(
      '401 SOCIAL_LOGIN_FAILED',
    )
    expect(await outcomeOf(submit(''))).toBe('401 SOCIAL_LOGIN_FAILED')
    expect(await outcomeOf(reader.post('/api/google-login', {}))).toBe('400 BAD_REQUEST')
    // Wrong attempts do not use up the nonce; the right one works once.
    expect(await outcomeOf(submit(good))).toBe('200')
    reader.cookies.set('__Host-FA_SOCIAL_GOOGLE', nonce)
    expect(await outcomeOf(submit(good))).toBe('401 SOCIAL_LOGIN_FAILED')
  })

  it('S3.1-02 S5-05 a known address is connected only by its owner, through a mail', async () => {
    const { clientId, nonce } = await start('google')
    const response = await submit(google.toToken(claims({ aud: clientId, nonce, email: 'free@demo.example' })))
    expect(await response.json()).toEqual({ kind: 'link-mail-sent' })
    expect(reader.cookies.has('FA_ID_TOKEN')).toBe(false)
    let mail: MailboxEntry | undefined
    await expect
      .poll(
        async () =>
          (mail = (
            (await (await portal.get('/__services/mail/mails.json?to=free@demo.example')).json()) as MailboxEntry[]
          )[0]),
        { timeout: 8000 },
      )
      .toBeDefined()
    const path = /\/api\/mein\/oauth2\/link-confirmation\/[\w-]+/.exec(mail!.text)![0]
    expect(await (await reader.ask(path)).text()).toContain('Anmeldung verbinden')
    expect(
      (await reader.ask(path, { method: 'POST', headers: { 'content-length': '0' } })).headers.get('location'),
    ).toBe('/#login')
    const again = await start('google')
    expect(
      await (
        await submit(google.toToken(claims({ aud: clientId, nonce: again.nonce, email: 'free@demo.example' })))
      ).json(),
    ).toMatchObject({ kind: 'login', userState: 'login' })
    expect(reader.claims()).toMatchObject({ email: 'free@demo.example' })
  })
})

describe('the provider with a popup', () => {
  const CALLBACK = '/api/oauth2/apple/callback'
  const post = (form: Record<string, string>, one = reader) => {
    const body = new URLSearchParams(form).toString()
    return one.ask(CALLBACK, { method: 'POST', body, headers: FORM })
  }
  const begin = async (change: object = {}) => {
    const started = await start('apple')
    const url = new URL(started.url!)
    return { url, form: { code: apple.grant(url, claims(change)), state: url.searchParams.get('state')! } }
  }

  it('R1-42 R7.5-18 R7.5-19 opens with scope, form post, PKCE and our callback', async () => {
    const { url } = await begin()
    expect(url.origin + url.pathname).toBe(`${apple.issuer}/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'name email',
      response_mode: 'form_post',
      response_type: 'code',
      redirect_uri: `${ORIGIN}${CALLBACK}`,
      code_challenge_method: 'S256',
      client_id: 'apple-client',
    })
  })

  it('S7.5-11 takes the form of the provider’s site, logs in, and tells the opener at its own origin', async () => {
    const { form } = await begin()
    const response = await post({
      ...form,
      user: '{"name":{"firstName":"Anton","lastName":"Apfel"},"email":"egal@example.org"}',
    })
    const html = await response.text()
    expect(messageIn(html)).toEqual({
      type: 'social-login',
      kind: 'login',
      userState: 'registration',
      missingFields: ['terms', 'advertising'],
    })
    expect(reader.claims()).toMatchObject({ email: `sozial-${serial}@example.org`, emailVerified: true })
    expect(html).toContain('postMessage(m,location.origin)')
    const { createHash } = await import('node:crypto')
    const script = /<script>(.*?)<\/script>/.exec(html)![1]!
    expect(response.headers.get('content-security-policy')).toContain(
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual([
      'private, no-store',
      'no-referrer',
    ])
    // Each answer works once.
    const again = new TestReader(portal)
    again.cookies.set('__Host-FA_SOCIAL_APPLE', 'x')
    expect(messageIn(await (await post(form, again)).text())).toEqual({
      type: 'social-login',
      kind: 'failed',
      code: 'SOCIAL_LOGIN_FAILED',
    })
  })

  it('S7.5-11 takes a redirect as well', async () => {
    const { form } = await begin()
    const response = await reader.ask(`${CALLBACK}?${new URLSearchParams(form)}`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(messageIn(await response.text())).toMatchObject({ kind: 'login' })
  })

  it('R8-41 S7.5-11 refuses an answer in a browser that did not begin, or without a credential', async () => {
    const { form } = await begin()
    const victim = new TestReader(portal)
    for (const [one, values] of [
      [victim, form],
      [reader, { ...form, state: 'x' }],
      [reader, { state: form.state }],
      [reader, { error: 'user_cancelled_authorize', state: form.state }],
      [reader, {}],
    ] as const) {
      const response = await post(values as Record<string, string>, one)
      expect(response.status).toBe(401)
      expect(messageIn(await response.text())).toMatchObject({ kind: 'failed', code: 'SOCIAL_LOGIN_FAILED' })
      expect(one.cookies.has('FA_ID_TOKEN')).toBe(false)
    }
  })

  it('refuses an address that the provider has not verified', async () => {
    const { form } = await begin({ email_verified: false })
    expect(messageIn(await (await post(form)).text())).toMatchObject({ kind: 'failed', code: 'EMAIL_NOT_VERIFIED' })
  })

  it('refuses a form that is too large', async () => {
    expect((await post({ code: 'x'.repeat(30_000), state: 'y' })).status).toBe(413)
  })
})

describe('the redirect through /connect', () => {
  it.each(['/connect/google', '/api/connect/google'])(
    'R7.2-13 S7.2-03 %s redirects to the provider and back to the reader’s page, with both sessions',
    async (path) => {
      const begun = await reader.ask(`${path}?return=/themen`)
      expect(begun.status).toBe(302)
      const url = new URL(begun.headers.get('location')!)
      expect(url.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/connect/google/redirect`)
      const answer = new URLSearchParams({ code: google.grant(url, claims()), state: url.searchParams.get('state')! })
      const stranger = await new TestReader(portal).ask(`/connect/google/redirect?${answer}`)
      expect(stranger.headers.get('location')).toBe('/error/social-login-failed')
      const back = await reader.ask(`/connect/google/redirect?${answer}`, {
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect([back.status, back.headers.get('location')]).toEqual([303, '/themen?userState=registration'])
      expect([...reader.cookies.keys()].toSorted()).toEqual([
        'FA_ACCESS_TOKEN',
        'FA_ID_TOKEN',
        'FA_REFRESH_TOKEN',
        'FA_REFRESH_TOKEN_ID',
        '__Host-FA_DEVICE',
        '__Host-FA_SESSION',
        'content_jwt',
        'idToken',
      ])
    },
  )

  it('S7.2-02 the callback of the content/auth API starts only its own session', async () => {
    const begun = await reader.ask('/__services/auth/ak/api/connect/google')
    const url = new URL(begun.headers.get('location')!)
    expect(url.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/__services/auth/ak/api/connect/google/callback`)
    const answer = new URLSearchParams({ code: google.grant(url, claims()), state: url.searchParams.get('state')! })
    const back = await reader.ask(`/__services/auth/ak/api/connect/google/callback?${answer}`)
    const target = new URL(back.headers.get('location')!)
    expect(target.origin + target.pathname).toBe(`${ORIGIN}/connect/google/redirect`)
    expect((await reader.ask(target.pathname + target.search)).headers.get('location')).toBe('/')
    expect(reader.cookies.has('FA_ID_TOKEN')).toBe(false)
    const me = await reader.ask('/api/users/me', {
      headers: { authorization: `Bearer ${reader.cookies.get('content_jwt')}` },
    })
    expect(await me.json()).toMatchObject({ email: `sozial-${serial}@example.org`, confirmed: true })
    expect((await reader.ask('/connect/google/redirect?access_token=forged')).headers.get('location')).toBe(
      '/error/social-login-failed',
    )
  })

  it('S7.2-03 other providers are 404, and a return path to another site is ignored', async () => {
    expect((await reader.ask('/connect/other')).status).toBe(404)
    await reader.ask('/connect/google?return=//evil.example')
    expect(decodeURIComponent(reader.cookies.get('FA_RAL')!)).toBe('/')
  })
})

it('a registration through a provider is counted among the figures, the next login there is not', async () => {
  const once = async () => {
    const one = new TestReader(portal, 'ht')
    const { clientId, nonce } = await start('google', one)
    const answer = await one.post('/api/google-login', { token: google.toToken(claims({ aud: clientId, nonce })) })
    return ((await answer.json()) as { userState: string }).userState
  }
  expect([await once(), await once()]).toEqual(['registration', 'login'])
  await expectSteps(portal, 'ht', { 'sign-up-done': 1 })
})

import { generateKeyPairSync } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { importSPKI, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINE, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, NOW, openTestAccounts, outcome, type TestAccounts } from '../accounts.testing.ts'
import { openTestProvider, type TestProvider } from './provider.testing.ts'

describe('social sign-in', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts
  let google: TestProvider
  let apple: TestProvider
  const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let serial = 0

  beforeAll(async () => {
    opened = await openTestDatabase(ENGINE, createTestDatabase)
    google = await openTestProvider(() => NOW)
    apple = await openTestProvider(() => NOW)
    accounts = await openTestAccounts(opened.database, {
      config: {
        social: {
          google: { clientId: 'google-client', clientSecret: 'google-secret', issuer: google.issuer },
          apple: {
            clientId: 'apple-client',
            teamId: 'TEAM',
            keyId: 'AK1',
            privateKey: appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
            issuer: apple.issuer,
          },
        },
      },
    })
  })
  beforeEach(async () => {
    accounts.setClock(NOW)
    serial++
    await sql`delete from sso.limits`.execute(opened.database.db)
  })
  afterAll(async () => {
    await accounts.service.close()
    await google.close()
    await apple.close()
    await opened.drop()
    accounts.throwErrors()
  })

  const email = () => `sozial-${serial}@example.org`
  const start = (provider: 'google' | 'apple' = 'google', redirectUri: string | null = null) =>
    get(accounts.ak.startSocial({ params: { provider }, body: { redirectUri, address: 's' } }))
  const claimsOf = (nonce: string, more: object = {}) => ({
    aud: 'google-client',
    sub: `g-${serial}`,
    email: email(),
    email_verified: true,
    given_name: 'Gerda',
    family_name: 'Gruber',
    nonce,
    ...more,
  })
  const submit = (credential: string, nonce: string) =>
    accounts.ak.signInWithCredential({ params: { provider: 'google' }, body: { credential, nonce, address: 's' } })

  it('S5-05 signs a new reader in with a verified credential, and asks for the consents', async () => {
    const { nonce, clientId, url } = await start()
    expect({ clientId, url }).toEqual({ clientId: 'google-client', url: null })
    const login = await get(submit(await google.sign(claimsOf(nonce)), nonce))
    if (login.kind !== 'login') throw new Error(login.kind)
    expect(login.user).toMatchObject({
      email: email(),
      emailVerified: true,
      firstName: 'Gerda',
      lastName: 'Gruber',
      roles: [],
    })
    expect(login).toMatchObject({ isNewRegistration: true, missingFields: ['terms', 'advertising'] })
    // The next login finds the same account, whatever address the provider then names.
    const again = await start()
    const second = await get(
      submit(
        await google.sign(claimsOf(again.nonce, { email: 'anders@example.org', email_verified: false })),
        again.nonce,
      ),
    )
    if (second.kind !== 'login') throw new Error(second.kind)
    expect(second.user.sub).toBe(login.user.sub)
    // The account has no password.
    expect(await outcome(accounts.login(email(), 'Irgendein-Passwort-1'))).toBe('401 WRONG_CREDENTIALS')
  })

  it.each<[string, (nonce: string) => Promise<[string, string]>]>([
    ['another audience', async (nonce) => [await google.sign(claimsOf(nonce, { aud: 'another-client' })), nonce]],
    [
      'two audiences, another authorised',
      async (nonce) => [await google.sign(claimsOf(nonce, { aud: ['google-client', 'x'], azp: 'x' })), nonce],
    ],
    ['another issuer', async (nonce) => [await google.sign(claimsOf(nonce, { iss: 'https://evil.example' })), nonce]],
    [
      'another provider’s signature',
      async (nonce) => [await apple.sign(claimsOf(nonce, { iss: google.issuer })), nonce],
    ],
    [
      'no signature',
      async (nonce) => [
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await google.sign(claimsOf(nonce))).split('.')[1]}.`,
        nonce,
      ],
    ],
    [
      'an ended credential',
      async (nonce) => [await google.sign(claimsOf(nonce, { iat: 1_700_000_000, exp: 1_700_000_600 })), nonce],
    ],
    ['no end', async (nonce) => [await google.sign({ ...claimsOf(nonce), exp: undefined }), nonce]],
    ['no nonce', async (nonce) => [await google.sign({ ...claimsOf(nonce), nonce: undefined }), nonce]],
    ['another nonce', async (nonce) => [await google.sign(claimsOf('another')), nonce]],
    ['a nonce we never gave', async () => [await google.sign(claimsOf('invented')), 'invented']],
    ['no subject', async (nonce) => [await google.sign(claimsOf(nonce, { sub: '' })), nonce]],
    ['an unknown key', async (nonce) => [await google.sign(claimsOf(nonce), { kid: 'p2' }), nonce]],
    ['no token at all', async (nonce) => ['text', nonce]],
    ['nothing', async (nonce) => ['', nonce]],
  ])('refuses a credential with %s', async (_name, forge) => {
    const { nonce } = await start()
    const [credential, shown] = await forge(nonce)
    expect(await outcome(submit(credential, shown))).toBe('401 SOCIAL_LOGIN_FAILED')
    const { rows } = await sql`select id from sso.accounts where email_key = ${email()}`.execute(opened.database.db)
    expect(rows).toEqual([])
  })

  it('takes a nonce once, for ten minutes, in its own publication', async () => {
    const first = await start()
    const credential = await google.sign(claimsOf(first.nonce))
    expect(
      await outcome(
        accounts.fb.signInWithCredential({
          params: { provider: 'google' },
          body: { credential, nonce: first.nonce, address: 's' },
        }),
      ),
    ).toBe('401 SOCIAL_LOGIN_FAILED')
    expect(await outcome(submit(credential, first.nonce))).toBe('ok')
    expect(await outcome(submit(credential, first.nonce))).toBe('401 SOCIAL_LOGIN_FAILED')
    const late = await start()
    const signed = await google.sign(claimsOf(late.nonce, { exp: NOW.getTime() / 1000 + 3600 }))
    accounts.later(601)
    expect(await outcome(submit(signed, late.nonce))).toBe('401 SOCIAL_LOGIN_FAILED')
  })

  it('S3.1-02 opens no account for an unverified address', async () => {
    for (const email_verified of [false, undefined, 'yes', 1]) {
      const { nonce } = await start()
      expect(await outcome(submit(await google.sign(claimsOf(nonce, { email_verified })), nonce))).toBe(
        '403 EMAIL_NOT_VERIFIED',
      )
    }
  })

  it('S5-05 links an existing account only if both addresses are verified and the owner agrees by mail', async () => {
    const owner = await accounts.register(email())
    const attempt = async () => {
      const { nonce } = await start()
      return submit(await google.sign(claimsOf(nonce)), nonce)
    }
    // The account's address is unverified: no link, but the owner gets a mail.
    expect(await outcome(attempt())).toBe('403 EMAIL_NOT_VERIFIED')
    expect(accounts.mailsTo(email())).toEqual(['confirm-email', 'already-registered'])
    await get(accounts.ak.confirmEmail({ body: { code: accounts.codeOf('confirm-email', email()) } }))
    accounts.later(61)
    expect(await get(attempt())).toEqual({ kind: 'link-mail-sent' })
    accounts.later(61)
    expect(await get(attempt())).toEqual({ kind: 'link-mail-sent' })
    const code = accounts.codeOf('link-account', email())
    expect(await get(accounts.ak.confirmLink({ body: { code } }))).toEqual({ provider: 'google' })
    expect(await outcome(accounts.ak.confirmLink({ body: { code } }))).toBe('422 INVALID_CODE')
    const login = await get(attempt())
    if (login.kind !== 'login') throw new Error(login.kind)
    expect(login.user.sub).toBe(owner.user.sub)
    const account = await get(accounts.ak.getAccount({ body: { accessToken: login.tokens.accessToken } }))
    expect(account).toMatchObject({ providers: ['google'], hasPassword: true })
  })

  it('R7.5-18 signs in with the popup: state used once, PKCE, a freshly signed client secret', async () => {
    const redirectUri = 'https://ak.example/api/oauth2/apple/callback'
    const begun = await start('apple', redirectUri)
    const url = new URL(begun.url!)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'apple-client',
      redirect_uri: redirectUri,
      scope: 'name email',
      response_type: 'code',
      response_mode: 'form_post',
      state: begun.state,
      nonce: begun.nonce,
      code_challenge_method: 'S256',
    })
    const claims = {
      aud: 'apple-client',
      sub: `a-${serial}`,
      email: email(),
      email_verified: 'true',
      nonce: begun.nonce,
    }
    const code = apple.grant(url, await apple.sign(claims))
    const post = (state: string, given = code) =>
      accounts.ak.signInWithCode({
        params: { provider: 'apple' },
        body: { code: given, state, firstName: 'Anna', lastName: '<script>', address: 's' },
      })
    expect(await outcome(post('invented'))).toBe('401 SOCIAL_LOGIN_FAILED')
    const login = await get(post(begun.state))
    if (login.kind !== 'login') throw new Error(login.kind)
    // The posted name is only displayed, and only if it is valid.
    expect(login.user).toMatchObject({ email: email(), emailVerified: true, firstName: 'Anna', lastName: '' })
    expect(await outcome(post(begun.state))).toBe('401 SOCIAL_LOGIN_FAILED')
    const { payload, protectedHeader } = await jwtVerify(
      apple.seen.at(-1)!.secret!,
      await importSPKI(appleKey.publicKey.export({ type: 'spki', format: 'pem' }) as string, 'ES256'),
      { currentDate: NOW },
    )
    expect(payload).toMatchObject({ iss: 'TEAM', sub: 'apple-client', aud: apple.issuer })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'AK1' })
  })

  it('refuses a code that yields the token of another sign-in', async () => {
    const one = await start('apple', 'https://ak.example/api/oauth2/apple/callback')
    const two = await start('apple', 'https://ak.example/api/oauth2/apple/callback')
    const claims = { aud: 'apple-client', sub: 'a', email: email(), email_verified: true, nonce: one.nonce }
    const injected = apple.grant(new URL(two.url!), await apple.sign(claims))
    expect(
      await outcome(
        accounts.ak.signInWithCode({
          params: { provider: 'apple' },
          body: { code: injected, state: two.state, address: 's' },
        }),
      ),
    ).toBe('401 SOCIAL_LOGIN_FAILED')
    // A code for another PKCE verifier is refused, too.
    const three = await start('apple', 'https://ak.example/api/oauth2/apple/callback')
    const stolen = apple.grant(new URL(one.url!), await apple.sign({ ...claims, nonce: three.nonce }))
    expect(
      await outcome(
        accounts.ak.signInWithCode({
          params: { provider: 'apple' },
          body: { code: stolen, state: three.state, address: 's' },
        }),
      ),
    ).toBe('401 SOCIAL_LOGIN_FAILED')
  })

  it('lets no callback leave the publication’s own origin', async () => {
    for (const redirectUri of [
      'https://evil.example/callback',
      'https://ak.example.evil.example/',
      'https://ak.example@evil.example/',
    ])
      expect(
        await outcome(accounts.ak.startSocial({ params: { provider: 'apple' }, body: { redirectUri, address: 's' } })),
      ).toBe('400 BAD_REQUEST')
  })

  it('R5-17 is off without a client id', async () => {
    const off = await openTestAccounts(opened.database, {
      config: { social: { google: { clientId: '', issuer: google.issuer } } },
    })
    for (const provider of ['google', 'apple'] as const)
      expect(await outcome(off.ak.startSocial({ params: { provider }, body: { address: 's' } }))).toBe(
        '404 PROVIDER_OFF',
      )
    expect(
      await outcome(
        off.ak.signInWithCredential({
          params: { provider: 'google' },
          body: { credential: 'a.b.c', nonce: 'n', address: 's' },
        }),
      ),
    ).toBe('404 PROVIDER_OFF')
    await off.service.close()
  })

  it('reports a provider that is down', async () => {
    const alone = await openTestAccounts(opened.database, {
      config: { social: { google: { clientId: 'google-client', issuer: google.issuer } } },
    })
    google.setDown(true)
    expect(
      await outcome(
        alone.ak.startSocial({
          params: { provider: 'google' },
          body: { redirectUri: 'https://ak.example/x', address: 's' },
        }),
      ),
    ).toBe('502 PROVIDER_FAILED')
    google.setDown(false)
    expect(
      await outcome(
        alone.ak.startSocial({
          params: { provider: 'google' },
          body: { redirectUri: 'https://ak.example/x', address: 's' },
        }),
      ),
    ).toBe('ok')
    await alone.service.close()
  })

  describe('through the content/auth API', () => {
    const call = async (path: string, init: RequestInit = {}) =>
      accounts.service.app.fetch(new Request(`http://auth.local${path}`, { redirect: 'manual', ...init }))

    it('R7.2-13 S7.2-03 starts at /connect/{provider} and comes back with a token that counts once', async () => {
      const begun = await call('/ak/api/connect/google')
      expect(begun.status).toBe(302)
      const url = new URL(begun.headers.get('location')!)
      expect(url.origin).toBe(google.issuer)
      const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
      const code = google.grant(url, await google.sign(claimsOf(url.searchParams.get('nonce')!)))
      const back = `/ak/api/connect/google/callback?code=${encodeURIComponent(code)}&state=${url.searchParams.get('state')}`
      // Another browser, which lacks the cookie.
      expect((await call(back)).headers.get('location')).toBe('https://ak.example/error/social-login-failed')
      const done = await call(back, { headers: { cookie } })
      const target = new URL(done.headers.get('location')!)
      expect(target.href).toMatch(/^https:\/\/ak\.example\/connect\/google\/redirect\?access_token=[\w-]{43}$/)
      const callback = `/ak/api/auth/google/callback${target.search}`
      const answer = await call(callback)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      const { jwt, user } = (await answer.json()) as { jwt: string; user: { email: string; provider: string } }
      expect(user).toMatchObject({ email: email(), provider: 'google' })
      expect((await call('/ak/api/users/me', { headers: { authorization: `Bearer ${jwt}` } })).status).toBe(200)
      expect((await call(callback)).status).toBe(400)
      for (const path of ['/ak/api/connect/facebook', '/ak/connect/__proto__', '/xx/api/connect/google'])
        expect((await call(path)).status).toBe(404)
    })

    it('R7.2-12 takes the provider’s own token, issued for us with a nonce of ours', async () => {
      const { nonce } = await start()
      const token = await google.sign(claimsOf(nonce))
      const answer = await call(`/ak/api/auth/google/callback?access_token=${token}`)
      expect(answer.status).toBe(200)
      expect(((await answer.json()) as { jwt: string }).jwt).toMatch(/^ey/)
      expect((await call(`/ak/api/auth/google/callback?access_token=${token}`)).status).toBe(400)
      const foreign = await start()
      expect(
        (
          await call(
            `/ak/api/auth/google/callback?access_token=${await google.sign(claimsOf(foreign.nonce, { aud: 'another-client' }))}`,
          )
        ).status,
      ).toBe(400)
      for (const value of ['', 'x', 'a.b.c', '%00'])
        expect((await call(`/ak/auth/google/callback?access_token=${value}`)).status).toBe(400)
    })
  })
})

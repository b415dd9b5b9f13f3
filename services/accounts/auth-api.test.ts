import { createTestDatabase } from '@lokalteil/tools/postgres'
import { AUTH, AuthErrorV3, AuthErrorV4, AuthUser } from '@lokalteil/contracts/accounts/auth'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { get, NOW, openTestAccounts, PASSWORD, type TestAccounts } from './accounts.testing.ts'

describe.each(ENGINES)('the content/auth API on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts
  let count = 0

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    accounts = await openTestAccounts(opened.database)
  })
  beforeEach(async () => {
    accounts.setClock(NOW)
    accounts.errors.length = 0
  })
  afterAll(async () => {
    await accounts.service.close()
    await opened.drop()
    accounts.throwErrors()
  })

  // oxlint-disable-next-line typescript/no-explicit-any
  type Answer = { status: number; body: any; headers: Headers }
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const init: RequestInit = { method, headers: { 'x-address': `192.0.2.${++count}`, ...headers } }
    if (body !== undefined)
      Object.assign(init, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(init.headers as object) },
      })
    const response = await accounts.service.app.fetch(new Request(`http://auth.local${path}`, init))
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }
  const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` })
  const me = (jwt: string) => call('GET', '/ak/api/users/me?populate[0]=role', undefined, bearer(jwt))

  it('R7.2-05 S3.1-05 gives the user object for a bearer, 401 without', async () => {
    const { contentJwt, user } = await accounts.register('ich@example.org')
    const answer = await me(contentJwt)
    expect(answer.status).toBe(200)
    expect(AuthUser.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({
      id: user.sub,
      email: 'ich@example.org',
      provider: 'local',
      confirmed: false,
      blocked: false,
      role: { type: 'authenticated' },
    })
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'blocked',
      'confirmed',
      'createdAt',
      'email',
      'id',
      'provider',
      'role',
      'updatedAt',
      'username',
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const path of ['/ak/api/users/me', '/ak/users/me']) expect((await call('GET', path)).status).toBe(401)
    expect((await me('a.b.c')).status).toBe(401)
  })

  it('gives no private field, whatever `populate` and `filters` say', async () => {
    const { contentJwt } = await accounts.register()
    const plain = (await me(contentJwt)).body
    for (const query of [
      'populate=*',
      'populate[0]=password&populate[1]=resetPasswordToken',
      'filters[password][$startsWith]=a',
      'fields[0]=password_hash',
      'populate[__proto__][x]=1',
    ])
      expect((await call('GET', `/ak/api/users/me?${query}`, undefined, bearer(contentJwt))).body).toEqual(plain)
  })

  it('R7.2-06 logs in with a jwt, and answers a wrong password with 400 in both shapes', async () => {
    await accounts.register('login@example.org')
    const answer = await call('POST', '/ak/api/auth/local', { identifier: 'Login@example.org', password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(answer.body.user.email).toBe('login@example.org')
    expect((await me(answer.body.jwt)).status).toBe(200)
    const v4 = await call('POST', '/ak/api/auth/local', {
      identifier: 'login@example.org',
      password: 'Falsches-Passwort-1',
    })
    expect(v4).toMatchObject({
      status: 400,
      body: { data: null, error: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password' } },
    })
    expect(AuthErrorV4.parse(v4.body)).toEqual(v4.body)
    const v3 = await call('POST', '/ak/auth/local', {
      identifier: 'login@example.org',
      password: 'Falsches-Passwort-1',
    })
    expect(v3).toMatchObject({
      status: 400,
      body: { error: 'ValidationError', message: 'Invalid identifier or password', statusCode: 400 },
    })
    expect(AuthErrorV3.parse(v3.body)).toEqual(v3.body)
    expect((await call('POST', '/ak/auth/local', { identifier: 'login@example.org', password: PASSWORD })).status).toBe(
      200,
    )
  })

  it('S4.1-01 S9-18 gives a bearer that opens nothing else: no roles, no library, no ID token', async () => {
    const { user } = await accounts.register('rollen@example.org')
    accounts.roles.set(`ak ${user.sub}`, ['PLUS_USER'])
    const { jwt } = (await call('POST', '/ak/api/auth/local', { identifier: 'rollen@example.org', password: PASSWORD }))
      .body
    expect(decodeJwt(jwt)).not.toHaveProperty('subscriptionRoles')
    expect(JSON.stringify(decodeJwt(jwt))).not.toContain('PLUS')
    for (const kind of ['id', 'access'] as const)
      expect(await accounts.service.verifyToken(kind, 'ak', jwt)).toMatchObject({ ok: false })
    // Tokens of the portal do not open this API either.
    const { tokens } = await accounts.register()
    for (const token of [tokens.idToken, tokens.accessToken]) expect((await me(token)).status).toBe(401)
    // A bearer of one publication is not valid in another.
    expect((await call('GET', '/fb/api/users/me', undefined, bearer(jwt))).status).toBe(401)
  })

  it('R7.2-07 registers with a jwt; fields that readers may not set have no effect', async () => {
    const answer = await call('POST', '/ak/api/auth/local/register', {
      username: 'Rosa',
      email: 'rosa@example.org',
      password: PASSWORD,
      role: 'PLUS_USER',
      roles: ['PLUS_USER'],
      subscriptionRoles: ['PLUS_USER'],
      confirmed: true,
      emailVerified: true,
      email_verified_at: '2020-01-01',
      provider: 'google',
      blocked: false,
      id: '1',
      sub: '1',
      is_shadow: false,
      mandator: 'fb',
      createdAt: '2000-01-01',
      __proto__: { confirmed: true },
      constructor: { prototype: { confirmed: true } },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({
      email: 'rosa@example.org',
      confirmed: false,
      provider: 'local',
      createdAt: NOW.toISOString(),
    })
    expect(answer.body.user.id).not.toBe('1')
    expect((await me(answer.body.jwt)).body).toEqual(answer.body.user)
    const { rows } = await sql<{
      mandator: string
    }>`select mandator from sso.accounts where email_key = 'rosa@example.org'`.execute(opened.database.db)
    expect(rows).toEqual([{ mandator: 'ak' }])
    // Fields that were not asked here are asked after the login.
    const login = await get(accounts.login('rosa@example.org'))
    expect(login.user.roles).toEqual([])
    expect(login.missingFields).toEqual(['terms', 'advertising'])
  })

  it('answers a registration of a known address like a new one', async () => {
    await accounts.register('doppelt@example.org')
    const body = (email: string) => ({ username: 'x', email, password: 'Ein-neuer-Versuch-9' })
    const known = await call('POST', '/ak/api/auth/local/register', body('doppelt@example.org'))
    const fresh = await call('POST', '/ak/api/auth/local/register', body('einmalig@example.org'))
    const strip = ({ status, body: { jwt, user } }: Answer) => ({
      status,
      jwt: Object.keys(decodeJwt(jwt)),
      user: { ...user, id: '', email: '', username: '' },
    })
    expect(strip(known)).toEqual(strip(fresh))
    expect((await me(known.body.jwt)).status).toBe(200)
    expect(
      (await call('POST', '/ak/api/auth/local', { identifier: 'doppelt@example.org', password: 'Ein-neuer-Versuch-9' }))
        .status,
    ).toBe(200)
  })

  it('R7.2-08 R7.2-09 resets a password with the code of the mail, once', async () => {
    const { contentJwt } = await accounts.register('neu@example.org')
    const known = await call('POST', '/ak/api/auth/forgot-password', { email: 'neu@example.org' })
    const unknown = await call('POST', '/ak/api/auth/forgot-password', { email: 'nie@example.org' })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.body).toEqual({ ok: true })
    await accounts.service.settle()
    const code = accounts.codeOf('reset-password', 'neu@example.org')
    const reset = (password: string, passwordConfirmation = password) =>
      call('POST', '/ak/api/auth/reset-password', { code, password, passwordConfirmation })
    expect(await reset('Mein-neues-Wort-1', 'anders')).toMatchObject({
      status: 400,
      body: { error: { details: { fields: { passwordConfirmation: 'PASSWORDS_DIFFER' } } } },
    })
    const done = await reset('Mein-neues-Wort-1')
    expect(done.status).toBe(200)
    expect((await me(done.body.jwt)).status).toBe(200)
    // S7.2-01: older tokens end.
    expect((await me(contentJwt)).status).toBe(401)
    expect(await reset('Mein-neues-Wort-2')).toMatchObject({
      status: 400,
      body: { error: { details: { code: 'INVALID_CODE' } } },
    })
  })

  it('R7.2-10 changes a password with bearer and current password', async () => {
    const { contentJwt, tokens } = await accounts.register('wechsel@example.org')
    const change = (headers: Record<string, string>, currentPassword = PASSWORD) =>
      call(
        'POST',
        '/ak/api/auth/change-password',
        { currentPassword, password: 'Mein-neues-Wort-3', passwordConfirmation: 'Mein-neues-Wort-3' },
        headers,
      )
    expect((await change({})).status).toBe(401)
    expect(await change(bearer(contentJwt), 'Falsches-Passwort-1')).toMatchObject({
      status: 400,
      body: { error: { details: { code: 'WRONG_PASSWORD' } } },
    })
    const done = await change(bearer(contentJwt))
    expect(done.status).toBe(200)
    expect((await me(done.body.jwt)).status).toBe(200)
    expect((await me(contentJwt)).status).toBe(401)
    expect(await accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } })).toMatchObject({
      ok: false,
      status: 401,
    })
  })

  it('R7.2-11 S2.4-08 sends the confirmation to the address of the session only', async () => {
    const { contentJwt } = await accounts.register('meine@example.org')
    await accounts.register('fremde@example.org')
    accounts.later(61)
    const answer = await call(
      'POST',
      '/ak/api/auth/send-email-confirmation',
      { email: 'fremde@example.org' },
      bearer(contentJwt),
    )
    expect(answer).toMatchObject({ status: 200, body: { email: 'fremde@example.org', sent: true } })
    expect(accounts.mailsTo('meine@example.org')).toEqual(['confirm-email', 'confirm-email'])
    expect(accounts.mailsTo('fremde@example.org')).toEqual(['confirm-email'])
    expect(await call('POST', '/ak/api/auth/send-email-confirmation', { email: 'fremde@example.org' })).toMatchObject({
      status: 200,
      body: { sent: true },
    })
    expect(accounts.mailsTo('fremde@example.org')).toEqual(['confirm-email'])
  })

  it('answers too many attempts with 429 and the time to wait', async () => {
    for (let attempt = 0; attempt < 10; attempt++)
      await call('POST', '/ak/api/auth/local', { identifier: 'voll@example.org', password: 'Falsches-Passwort-1' })
    const answer = await call('POST', '/ak/api/auth/local', {
      identifier: 'voll@example.org',
      password: 'Falsches-Passwort-1',
    })
    expect(answer).toMatchObject({ status: 429, body: { error: { name: 'RateLimitError' } } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each<[string, string, unknown, Record<string, string>, number]>([
    ['no body', '/ak/api/auth/local', '', {}, 400],
    ['no JSON', '/ak/api/auth/local', '{', {}, 400],
    ['a list', '/ak/api/auth/local', [], {}, 400],
    ['null', '/ak/api/auth/local', 'null', {}, 400],
    ['objects for text', '/ak/api/auth/local', { identifier: { $gt: '' }, password: { $gt: '' } }, {}, 400],
    [
      'a form',
      '/ak/api/auth/local',
      'identifier=a&password=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['too much', '/ak/api/auth/local', { identifier: 'a', password: 'x'.repeat(20_000) }, {}, 413],
    ['a very long password', '/ak/api/auth/local', { identifier: 'a@example.org', password: 'x'.repeat(999) }, {}, 400],
    ['no address', '/ak/api/auth/local', { identifier: '', password: '' }, {}, 400],
    ['control characters', '/ak/api/auth/local', { identifier: 'a\u0000@example.org', password: '\u0000' }, {}, 400],
    ['a lone surrogate', '/ak/api/auth/local', { identifier: 'a\ud800@example.org', password: 'x\ud800' }, {}, 400],
    ['another publication', '/xx/api/auth/local', { identifier: 'a', password: 'b' }, {}, 404],
    ['an unknown path', '/ak/api/auth/remote', {}, {}, 404],
  ])('answers hostile input with an error of its shape: %s', async (_name, path, body, headers, status) => {
    const answer = await call('POST', path, body, headers)
    expect(answer.status).toBe(status)
    expect(AuthErrorV4.safeParse(answer.body).success).toBe(true)
    expect(accounts.errors).toEqual([])
  })

  it('publishes its contract', async () => {
    const document = await call('GET', '/openapi.json')
    expect(Object.keys(document.body.paths)).toEqual([...new Set(Object.values(AUTH).map(({ path }) => path))])
  })
})

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SEED } from '@lokalteil/services/content/content.testing'
import { createAuthApi, createAuthRoutes } from './auth-routes.ts'
import { createPortalApi } from './portal-api.ts'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { TestReader } from '../reader.testing.ts'
import { NO_SESSIONS } from '../session/sessions.testing.ts'

const PASSWORD = 'Ein-langer-Satz-7'

describe('the content/auth API on the publication’s own address', () => {
  let portal: TestPortal
  let reader: TestReader
  let serial = 0

  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
  })
  afterAll(() => portal.close())
  beforeEach(() => {
    serial++
    reader = new TestReader(portal)
  })
  const jwtOf = async (response: Response) => ((await response.json()) as { jwt: string }).jwt

  it('R7.2-05 R7.2-06 S4.1-01 logs in, and the bearer opens only the user object', async () => {
    const response = await reader.post('/api/auth/local', {
      identifier: 'plus@demo.example',
      password: 'Lokalteil-Demo-1',
    })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const jwt = await jwtOf(response)
    expect(reader.cookies.size).toBe(0)
    const me = await reader.ask('/api/users/me', { headers: { authorization: `Bearer ${jwt}` } })
    const user = (await me.json()) as Record<string, unknown>
    expect(Object.keys(user).toSorted()).toEqual([
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
    reader.cookies.set('FA_ID_TOKEN', jwt)
    reader.cookies.set('FA_ACCESS_TOKEN', jwt)
    expect((await reader.ask('/api/validate')).status).toBe(401)
    reader.cookies.set('FA_ACCESS_TOKEN', jwt)
    expect((await reader.ask('/api/mein/oauth2/registration/form/missing-fields')).status).toBe(401)
  })

  it('R7.2-05 R7.2-06 answers errors in the format of version 4', async () => {
    expect(await (await reader.ask('/api/users/me')).json()).toMatchObject({
      error: { status: 401, name: 'UnauthorizedError' },
    })
    const wrong = await reader.post('/api/auth/local', {
      identifier: 'plus@demo.example',
      password: 'Falsches-Passwort',
    })
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      {
        data: null,
        error: {
          status: 400,
          name: 'ValidationError',
          message: 'Invalid identifier or password',
          details: { code: 'WRONG_CREDENTIALS' },
        },
      },
    ])
  })

  it('R7.2-07 registers, and ignores roles in the body', async () => {
    const response = await reader.post('/api/auth/local/register', {
      email: `neu-${serial}@example.org`,
      password: PASSWORD,
      role: 'admin',
      confirmed: true,
      subscriptionRoles: ['PLUS_USER'],
    })
    const { jwt, user } = (await response.json()) as { jwt: string; user: Record<string, unknown> }
    expect(jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(user).toMatchObject({ confirmed: false, role: { type: 'authenticated' } })
    await reader.login(`neu-${serial}@example.org`, PASSWORD)
    expect(reader.claims().subscriptionRoles).toEqual([])
  })

  it('S7.5-01 refuses a write of another site before its body is read', async () => {
    const response = await reader.post(
      '/api/auth/local',
      { identifier: 'a', password: 'b' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    expect(response.status).toBe(403)
  })

  it('ignores the `populate` parameter of callers, so that it reveals no secrets', async () => {
    const jwt = await jwtOf(
      await reader.post('/api/auth/local', { identifier: 'plus@demo.example', password: 'Lokalteil-Demo-1' }),
    )
    const me = await reader.ask('/api/users/me?populate=*&filters[password][$startsWith]=a', {
      headers: { authorization: `Bearer ${jwt}` },
    })
    expect(Object.keys((await me.json()) as object)).not.toContain('password')
  })
})

describe('a publisher’s own content/auth API', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({
        url: `${request.method} ${request.url}`,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      answer(request, response)
    })
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  beforeEach(() => {
    seen.length = 0
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=theirs' }).end('{"ok":true}')
  })

  const ORIGINS = {
    ak: 'https://ak.example',
    fb: 'https://fb.example',
    ht: 'https://ht.example',
    la: 'https://la.example',
  }
  const callsOf = (version: 'v3' | 'v4', address = url) => {
    const auth = createAuthApi({
      askOwn: null,
      remote: { url: address, version, fetch: (request) => fetch(request) },
      onError: () => {},
    })!
    const calls = createAuthRoutes({
      portalApi: createPortalApi(
        { originOf: (publication) => ORIGINS[publication as keyof typeof ORIGINS], trustedProxies: [] },
        NO_SESSIONS,
      ),
      auth,
    })
    return (path: string, init: RequestInit = {}) =>
      Promise.resolve(
        calls.request(`https://ak.example${path}`, {
          ...init,
          headers: {
            'x-publication': 'ak',
            host: 'ak.example',
            cookie: 'FA_ACCESS_TOKEN=secret',
            ...(init.headers as object),
          },
        }),
      )
  }

  it.each([
    ['R7.2-01 R7.2-04', 'v4' as const, '/ak/api/users/me?populate[0]=role'],
    ['R7.2-02 R7.2-04', 'v3' as const, '/ak/users/me?populate[0]=role'],
  ])('%s is called in %s at %s, with the bearer and without cookies', async (_ids, version, path) => {
    const response = await callsOf(version)('/api/users/me', { headers: { authorization: 'Bearer abc' } })
    expect(seen.map((one) => one.url)).toEqual([`GET ${path}`])
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer abc' })
    expect(seen[0]!.headers.cookie).toBeUndefined()
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toEqual({ ok: true })
    await callsOf(version)('/api/users/me')
    expect(seen[1]!.headers.authorization).toBeUndefined()
  })

  it('its answers are passed on unchanged with their status, without retries', async () => {
    answer = (_request, response) =>
      response
        .writeHead(503, { 'retry-after': '7' })
        .end('{"error":{"status":503,"name":"Busy","message":"m","details":{}}}')
    const response = await callsOf('v4')('/api/auth/local', {
      method: 'POST',
      body: '{"identifier":"a","password":"b"}',
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, response.headers.get('retry-after'), (await response.json()) as object]).toEqual([
      503,
      '7',
      { error: { status: 503, name: 'Busy', message: 'm', details: {} } },
    ])
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ url: 'POST /ak/api/auth/local', body: '{"identifier":"a","password":"b"}' })
  })

  it.each([
    ['v4' as const, { error: { status: 500, name: 'UnknownError', details: {} } }],
    ['v3' as const, { error: 'UnknownError', statusCode: 500 }],
  ])('a missing answer becomes the error of section 8 in the format of %s', async (version, shape) => {
    const response = await callsOf(version, 'http://127.0.0.1:9')('/api/users/me')
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject(shape)
    answer = (_request, empty) => empty.writeHead(500).end()
    expect(await (await callsOf(version)('/api/users/me')).json()).toMatchObject(shape)
  })

  it('S7.2-04 a redirect is not followed', async () => {
    answer = (_request, response) => response.writeHead(302, { location: `${url}/elsewhere` }).end()
    expect((await callsOf('v4')('/api/users/me', { headers: { authorization: 'Bearer abc' } })).status).toBe(502)
    expect(seen).toHaveLength(1)
  })
})

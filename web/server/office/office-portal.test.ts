import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OFFICE, OFFICE_PEOPLE } from '@lokalteil/contracts/office'
import { ACTS, OFFICE_ROLES, refusalOf, type ActName, type OfficeRole } from '@lokalteil/domain/office/acts'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { DEMO_STAFF, toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { TestReader } from '../reader.testing.ts'

const NAMES = Object.keys(ACTS) as ActName[]
const FRESH = { minutesSinceProof: 0, publication: 'ak' }

describe('the office through the whole portal', () => {
  let portal: TestPortal
  let origin: string
  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
    origin = `http://ak.localhost:${portal.port}`
  }, 240_000)
  afterAll(() => portal.close())

  type Sent = { cookie?: string; origin?: string | null; headers?: Record<string, string>; body?: string }

  function send(method: string, path: string, { cookie, origin: from = origin, headers = {}, body }: Sent = {}) {
    return portal.get(`/redaktion/api${path}`, {
      method,
      headers: {
        ...(from === null ? {} : { origin: from }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  }

  async function signIn(id: string): Promise<string> {
    const body = JSON.stringify({ email: toStaffEmail(id), password: DEMO_PASSWORD })
    const response = await send('POST', '/session', { body })
    expect([id, response.status]).toEqual([id, 200])
    const [cookie = ''] = response.headers.getSetCookie()
    return cookie.slice(0, cookie.indexOf(';'))
  }

  /** The code of a refusal for want of session, right or origin; else "let in". */
  async function ask(name: ActName, sent: Sent): Promise<string> {
    const { method, path, ...more } = OFFICE[name]
    const address = `${name in OFFICE_PEOPLE ? '' : '/ak'}${path.replaceAll(/\{\w+\}/g, '4711')}`
    const response = await send(method, address, { ...sent, ...('body' in more ? { body: '"none"' } : {}) })
    const { code = 'ok' } = (await response.json().catch(() => ({}))) as { code?: string }
    return [401, 403].includes(response.status) ? code : 'let in'
  }
  const names = NAMES.filter((name) => name !== 'signOut')
  const personOf = (role: OfficeRole) => DEMO_STAFF.findLast((one) => one.role === role)!

  it.each(OFFICE_ROLES)('lets %s in exactly where the table of acts says so', async (role) => {
    const { id, mayPublish } = personOf(role)
    const cookie = await signIn(id)
    const grants = [{ publication: '*' as const, role, mayPublish, sections: [] }]
    for (const name of names)
      expect([name, await ask(name, { cookie })]).toEqual([name, refusalOf(name, { ...FRESH, grants }) ?? 'let in'])
  })

  it.each<[string, string | undefined]>([
    ['without a cookie', undefined],
    ['with a reader’s cookies', 'FA_ACCESS_TOKEN=eyJhbGciOiJFUzI1NiJ9.e30.x; FA_ID_TOKEN=eyJhbGciOiJFUzI1NiJ9.e30.x'],
    ['with a token that is none', `__Host-office=${'x'.repeat(43)}`],
  ])('is closed %s', async (_how, cookie) => {
    for (const name of names) {
      const answer = await ask(name, {
        ...(cookie === undefined ? {} : { cookie }),
        headers: { authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x' },
      })
      expect([name, answer]).toEqual([name, ACTS[name].by === 'anyone' ? 'let in' : 'NOT_SIGNED_IN'])
    }
  })

  it('is closed to a reader who is signed in: calls, stream and previews', async () => {
    const reader = new TestReader(portal)
    expect((await reader.login('plus@demo.example')).status).toBe(200)
    const token = reader.cookies.get('FA_ACCESS_TOKEN')!
    expect(reader.claims()).toMatchObject({ email: 'plus@demo.example' })
    const own = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // The tokens also in the place of the office's own.
    const cookies = [own, `${own}; __Host-office=${token}`, `__Host-office=${token.slice(-43)}`]
    const headers = { authorization: `Bearer ${token}` }
    for (const cookie of cookies) {
      for (const name of names) {
        const answer = await ask(name, { cookie, headers })
        expect([name, answer]).toEqual([name, ACTS[name].by === 'anyone' ? 'let in' : 'NOT_SIGNED_IN'])
      }
      expect((await send('GET', '/events', { cookie, headers })).status).toBe(401)
    }

    const desk = await signIn('desk')
    const order = { front: '', edits: [], reader: 'anonymous', device: 'desktop' }
    const made = await send('POST', '/ak/front/preview', { cookie: desk, body: JSON.stringify(order) })
    const { url } = (await made.json()) as { url: string }
    const show = async (cookie: string) => (await portal.get(url, { headers: { ...headers, cookie } })).status
    expect(await show(desk)).toBe(200)
    for (const cookie of cookies) expect(await show(cookie)).toBe(404)
  })

  it.each<[string, string | null, Record<string, string>]>([
    ['a foreign origin', 'https://evil.example', {}],
    ['another publication', 'http://fb.localhost:1', {}],
    ['no origin', null, {}],
    ['a forged origin of the office', 'https://evil.example', { 'x-office-origin': 'https://evil.example' }],
  ])('refuses every write of %s', async (_whose, from, headers) => {
    const cookie = await signIn('publisher')
    for (const name of names.filter((one) => OFFICE[one].method !== 'GET'))
      expect([name, await ask(name, { cookie, origin: from, headers })]).toEqual([name, 'FOREIGN_ORIGIN'])
  })

  it('answers the shell at every address, with its policy, never kept and never framed', async () => {
    const pages = [
      '/redaktion',
      '/redaktion/',
      '/redaktion/ak/artikel/4711?x=1',
      '/redaktion/nirgends',
      '/redaktion/einladung',
    ]
    for (const path of pages) {
      const response = await portal.get(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1]
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; connect-src 'self'; frame-src 'self'; font-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      )
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      })
      // No build in this portal.
      expect(response.status).toBe(503)
      expect(await response.text()).toContain('Die Redaktion ist nicht gebaut')
    }
    expect((await portal.get('/redaktion', { method: 'POST' })).status).toBe(405)
    expect(await portal.html('/redaktionell')).not.toContain('Die Redaktion ist nicht gebaut')
  })

  it('marks the session cookie for this host, out of reach of scripts and other sites', async () => {
    const body = JSON.stringify({ email: toStaffEmail('desk'), password: DEMO_PASSWORD })
    const lines = (await send('POST', '/session', { body })).headers.getSetCookie()
    expect(lines).toHaveLength(2)
    for (const line of lines)
      expect(line).toMatch(
        /^__Host-office(?:-device)?=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=Strict$/,
      )
  })

  it('commands have their own door, which a session does not open', async () => {
    const cookie = await signIn('operator')
    expect((await portal.get('/__services/office/internal/staff', { headers: { cookie } })).status).toBe(401)
    expect((await portal.get('/__services/office/me', { headers: { cookie } })).status).toBe(404)
    expect((await send('GET', '/internal/staff', { cookie })).status).toBe(404)
  })

  it('streams changes to a person of the publication, until the session ends', async () => {
    const cookie = await signIn('reporter')
    expect((await send('GET', '/events')).status).toBe(401)
    const stream = await openStream(portal.port, cookie)
    expect(stream.status).toBe(200)
    const { emit } = await import('@lokalteil/services/office/events')
    const { db } = portal.runtime.office!.context
    await new Promise((resolve) => setTimeout(resolve, 700))
    await emit(db, { kind: 'article', id: '4711', publication: 'ak' })
    await expect
      .poll(() => stream.text(), { timeout: 5000 })
      .toContain('event: change\ndata: {"kind":"article","id":"4711","publication":"ak"}\n\n')
    expect((await send('DELETE', '/session', { cookie })).status).toBe(204)
    await stream.ended
    expect(stream.text()).not.toContain('"session"')
  })
})

describe('where the office answers', () => {
  it.each<[string, Record<string, string>]>([
    ['OFFICE_ORIGIN', { OFFICE_ORIGIN: 'http://office.localhost:1' }],
    [
      'OFFICE_ORIGIN beside scripts of other houses',
      { OFFICE_ORIGIN: 'http://office.localhost:1', AD_SCRIPT: 'https://ads.example/ads.js' },
    ],
  ])(
    'with %s at that host alone, which serves nothing else',
    async (_what, env) => {
      const portal = await openTestPortal({ seed: SEED, env })
      try {
        const at = (host: string, path: string) => portal.get(path, { headers: { host: `${host}:${portal.port}` } })
        expect((await at('office.localhost', '/redaktion')).headers.get('content-security-policy')).toContain('nonce-')
        expect((await at('office.localhost', '/redaktion/api/me')).status).toBe(401)
        for (const path of ['/', '/api/health/live', '/__services/office/docs', '/sport', '/sw.js'])
          expect([path, (await at('office.localhost', path)).status]).toEqual([path, 404])
        expect((await at('ak.localhost', '/redaktion')).status).toBe(404)
        expect((await at('ak.localhost', '/redaktion/api/me')).status).toBe(404)
        expect((await at('ak.localhost', '/')).status).toBe(200)
      } finally {
        await portal.close()
      }
    },
    120_000,
  )

  it('with CONTENT_API_URL without articles, which `me` says', async () => {
    const publisher = createServer((_request, response) => response.writeHead(503).end())
    await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
    const { port } = publisher.address() as AddressInfo
    const env = {
      DEMO: '1',
      CONTENT_API_URL: `http://127.0.0.1:${port}`,
      CONTENT_SERVICE_KEY: 'a-key-of-sixteen-letters',
    }
    const portal = await openTestPortal({ seed: SEED, env })
    try {
      const headers = { origin: `http://ak.localhost:${portal.port}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ email: toStaffEmail('chief'), password: DEMO_PASSWORD })
      const response = await portal.get('/redaktion/api/session', { method: 'POST', headers, body })
      const [line = ''] = response.headers.getSetCookie()
      const ask = (path: string) =>
        portal.get(`/redaktion/api${path}`, { headers: { ...headers, cookie: line.slice(0, line.indexOf(';')) } })
      expect(await (await ask('/me')).json()).toMatchObject({ parts: ['newsletters', 'figures'] })
      for (const path of ['/desk', '/articles', '/arrivals', '/fronts', '/media', '/breaking'])
        expect([path, (await ask(`/ak${path}`)).status]).toEqual([path, 404])
    } finally {
      await portal.close()
      publisher.close()
    }
  }, 240_000)

  it('beside scripts of other houses and without OFFICE_ORIGIN nowhere', async () => {
    const portal = await openTestPortal({ seed: SEED, env: { AD_SCRIPT: 'https://ads.example/ads.js' } })
    try {
      expect((await portal.get('/redaktion')).status).toBe(404)
      const session = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
      // No page takes a form there.
      expect((await portal.get('/redaktion/api/session', session)).status).toBe(405)
    } finally {
      await portal.close()
    }
  }, 240_000)
})

async function openStream(port: number, cookie: string) {
  const headers = { host: `ak.localhost:${port}`, cookie }
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest({ host: '127.0.0.1', port, path: '/redaktion/api/events', headers, agent: false }, resolve)
      .on('error', reject)
      .end(),
  )
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    status: response.statusCode,
    text: () => text,
    ended: new Promise<void>((resolve) => response.once('end', () => resolve())),
  }
}

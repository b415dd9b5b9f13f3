/** The paywall with its real services over HTTP: gifts, assertions, rules and the log of decisions. */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import type { Article } from '@lokalteil/contracts/content'
import { GIFTS } from '@lokalteil/contracts/gifts'
import { PAYWALL, PAYWALL_AT_ADDRESS, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { replayDecision, type DecisionRecord } from '@lokalteil/domain/access/access'
import { toSignedText } from '@lokalteil/domain/access/extended-access'
import { toUser } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { ANONYMOUS_READER, toReaderFlags } from '@lokalteil/domain/access/roles'
import { ENGINE, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createGiftsService, type GiftsService } from '@lokalteil/services/gifts/app'
import { createPaywallService, type PaywallService } from '@lokalteil/services/paywall/app'
import {
  createAccessQuestions,
  createDecisionLog,
  toAccessPrincipal,
  type AccessQuestionsOptions,
  type DecisionLog,
} from '../access/access-questions.ts'
import { createArticleAccess, type AccessOf } from '../access/article-access.ts'
import { createGiftRoutes } from './gift-routes.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { createPortalApi } from './portal-api.ts'
import { readCookie } from '../session/session-cookies.ts'
import type { Authorised, ReaderSession } from '../session/session.ts'
import { NO_SESSIONS } from '../session/sessions.testing.ts'

const KEY = 'a-service-key-for-tests'
const PROVIDER_KEY = 'the test provider signs with this key of its own'
const NOW = new Date('2026-11-21T12:00:00Z')
const TEXT = 'Der Satz, der Geld kostet.'
const ORIGIN = 'http://ak.localhost'
const ORIGINS = { ak: ORIGIN, fb: 'http://fb.localhost', ht: 'http://ht.localhost', la: 'http://la.localhost' }
const ROLES: Record<string, string[]> = { plus: ['PLUS_USER'], free: [], second: [], wallet: ['WALLET_USER'] }
const ARTICLES: Record<string, string> = { '130': 'paid', '131': 'paid', '101': 'free' }

let test: TestDatabase
let paywall: PaywallService
let gifts: GiftsService
let app: Hono<PortalEnv>
let access: AccessOf
let decisions: DecisionLog
let clock = NOW
const lost: string[] = []
const trouble: string[] = []

/** A test reader is a cookie with a name; the session of every name is live. */
const nameOf = (cookies: string | undefined) => readCookie(cookies, 'FA_ID_TOKEN')
async function authorise(_publication: PublicationCode, cookies: string | undefined): Promise<Authorised> {
  const name = nameOf(cookies)
  return name === null
    ? { kind: 'anonymous' }
    : { kind: 'reader', ssoId: name, roles: ROLES[name] ?? [], accessToken: 'x' }
}
async function read(_publication: PublicationCode, cookies: string | undefined): Promise<ReaderSession> {
  const name = nameOf(cookies)
  if (name === null) return { kind: 'anonymous' }
  return {
    kind: 'reader',
    user: toUser({ sub: name }),
    flags: toReaderFlags({ isLoggedIn: true, roles: ROLES[name] ?? [], emailVerified: true }),
    idToken: name,
    accessToken: 'x',
  }
}

const inside = (publication: PublicationCode = 'ak') =>
  createTestClient(PAYWALL_INTERNAL, {
    fetch: (request) => paywall.app.fetch(request),
    base: `http://paywall.local/${publication}`,
    headers: { authorization: `Bearer ${KEY}` },
  })
const linksOf = (publication: PublicationCode) =>
  createTestClient(GIFTS, {
    fetch: (request) => gifts.app.fetch(request),
    base: `http://gifts.local/${publication}`,
    headers: { authorization: `Bearer ${KEY}` },
  })
const nearPaywall = () =>
  createTestClient(PAYWALL, {
    fetch: (request) => paywall.app.fetch(request),
    base: 'http://paywall.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
    timeout: 1500,
  })
const contentOf = () => ({
  getArticle: (async ({ id }: { id: string }) =>
    ARTICLES[id] === undefined ? { ok: false, status: 404 } : { ok: true, data: toArticle(id) }) as never,
  getTestReport: (async () => ({ ok: false, status: 404 })) as never,
})
const toArticle = (id: string) =>
  ({
    id,
    path: `/artikel-${id}`,
    contentRestriction: ARTICLES[id],
    maintag: null,
    tags: [],
    contentItems: [],
  }) as unknown as Article

function openAccess(change: Partial<AccessQuestionsOptions> = {}): AccessOf {
  return createArticleAccess({
    isPaywallEnabled: true,
    legalSiteIds: [],
    content: { getTagHierarchy: (async () => ({ ok: false, status: 503 })) as never },
    internal: {
      getFullArticle: (async () => ({
        ok: true,
        data: { contentItems: [{ type: 'paragraph', html: TEXT }] },
      })) as never,
    },
    questions: createAccessQuestions({
      publication: 'ak',
      paywall: nearPaywall(),
      paywallInternal: inside(),
      links: linksOf('ak'),
      purchases: null,
      decisions,
      onTrouble: (what, reason) => trouble.push(`${what}: ${reason}`),
      ...change,
    }),
    now: () => clock.getTime(),
  })
}

beforeAll(async () => {
  test = await openTestDatabase(ENGINE, createTestDatabase)
  const { database } = test
  const now = () => clock
  paywall = await createPaywallService({
    database,
    serviceKey: KEY,
    readerOf: async (_publication, jwt) => ({
      sub: jwt,
      flags: toReaderFlags({ isLoggedIn: true, roles: ROLES[jwt] ?? [], emailVerified: true }),
    }),
    sectionOf: async () => null,
    extendedAccessKeys: [PROVIDER_KEY],
    now,
  })
  gifts = await createGiftsService({
    database,
    serviceKey: KEY,
    secrets: ['a secret of more than thirty-two characters'],
    now,
  })
  decisions = createDecisionLog({ serviceOf: inside, now, onLost: (count, reason) => lost.push(`${count} ${reason}`) })
  access = openAccess()
  app = createGiftRoutes({
    portalApi: createPortalApi(
      { originOf: (publication) => ORIGINS[publication as keyof typeof ORIGINS], trustedProxies: [] },
      { ...NO_SESSIONS, authorise, read },
    ),
    sessions: { read },
    linksOf,
    contentOf,
    accessOf: () => access,
    originOf: (publication) => ORIGINS[publication as keyof typeof ORIGINS],
    onTrouble: (what, reason) => trouble.push(`${what}: ${reason}`),
  })
})
afterAll(async () => {
  await decisions.close()
  await test.drop()
})
beforeEach(() => {
  clock = NOW
  trouble.length = 0
})

const ask = (method: string, path: string, who: string | null, body?: unknown, headers: Record<string, string> = {}) =>
  app.request(`${ORIGIN}${path}`, {
    method,
    headers: {
      'x-publication': 'ak',
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      ...(who === null ? {} : { cookie: `FA_ID_TOKEN=${who}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const outcome = async (answer: Response | Promise<Response>) => {
  const response = await answer
  return response.status < 400
    ? String(response.status)
    : `${response.status} ${((await response.json()) as { code: string }).code}`
}
type Given = { id: string; token: string; left: number; openedCount: number; state: string }
const give = async (articleId = '130', who = 'plus') =>
  (await (await ask('POST', '/api/gift-token', who, { articleId })).json()) as Given
const readAs = async (
  who: string | null,
  id: string,
  query: Record<string, string> = {},
  more: { by?: AccessOf; anonId?: string } = {},
) => {
  const cookies = `${who === null ? '' : `FA_ID_TOKEN=${who}; `}anon_cookie=${more.anonId ?? '42'}`
  const session = await read('ak', cookies)
  const context = toAccessPrincipal({
    session,
    cookies,
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile',
    referrer: null,
    origin: ORIGIN,
    query: new URLSearchParams(query),
  })
  const found = await (more.by ?? access)(
    session.kind === 'reader' ? session.flags : ANONYMOUS_READER,
    context,
  )(toArticle(id))
  return `${JSON.stringify(found.article).includes(TEXT) ? 'text' : 'no text'} ${found.access.rule}`
}

describe('a gift', () => {
  it('S3.11-03 can be made by plus readers only, of paid articles only', async () => {
    expect(await outcome(ask('POST', '/api/gift-token', null, { articleId: '130' }))).toBe('401 NOT_LOGGED_IN')
    expect(await outcome(ask('POST', '/api/gift-token', 'free', { articleId: '130' }))).toBe('403 PLUS_ONLY')
    expect(await outcome(ask('POST', '/api/gift-token', 'plus', { articleId: '101' }))).toBe('422 NOT_PAID')
    expect(await outcome(ask('POST', '/api/gift-token', 'plus', { articleId: '999' }))).toBe('404 NOT_FOUND')
    expect(await outcome(ask('POST', '/api/gift-token', 'plus', { articleId: 'x' }))).toBe('400 BAD_REQUEST')
    expect(
      await outcome(
        ask(
          'POST',
          '/api/gift-token',
          'plus',
          { articleId: '130' },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        ),
      ),
    ).toBe('403 FORBIDDEN')
    expect(await outcome(ask('GET', '/api/gift-token', null))).toBe('401 NOT_LOGGED_IN')
    expect(await give()).toMatchObject({ state: 'active', left: 9, openedCount: 0 })
  })

  it('R1-37 R4.5-22 R4.6-03 R4.6-04 R6-30 opens its article for logged-in readers, and counts them', async () => {
    const { token, id } = await give('130')
    const link = { 'link-token': token }
    expect(await readAs(null, '130', link)).toBe('no text gift')
    expect(await readAs('free', '130')).toBe('no text subscription')
    expect(await readAs('free', '130', link)).toBe('text link-token')
    expect(await readAs('free', '130', link)).toBe('text link-token')
    expect(await readAs('second', '130', link)).toBe('text link-token')
    expect(await readAs('free', '131', link)).toBe('no text subscription')
    expect(await readAs('plus', '130', link)).toBe('text plus')
    const { gifts: list } = (await (await ask('GET', '/api/gift-token', 'plus')).json()) as { gifts: Given[] }
    expect(list.find((one) => one.id === id)!.openedCount).toBe(2)
    expect(await (await ask('GET', '/api/gift-token', 'free')).json()).toMatchObject({ gifts: [], left: 10 })
  })

  it('opens no article after its giver has revoked it, or after seven days', async () => {
    const { token, id } = await give('131')
    expect(await outcome(ask('DELETE', `/api/gift-token/${id}`, 'free'))).toBe('404 NOT_FOUND')
    expect(await readAs('free', '131', { 'link-token': token })).toBe('text link-token')
    expect(await outcome(ask('DELETE', `/api/gift-token/${id}`, 'plus'))).toBe('200')
    expect(await readAs('free', '131', { 'link-token': token })).toBe('no text subscription')
    const late = await give('131')
    clock = new Date(NOW.getTime() + 7 * 86_400_000)
    expect(await readAs('free', '131', { 'link-token': late.token })).toBe('no text subscription')
  })

  it('R7.5-02 R3.11-01 R3.11-03 R7.7-01 S4.6-01 is validated to its scope and verified to its article', async () => {
    const { token } = await give('130')
    const post = (path: string, given: unknown) => ask('POST', path, null, { token: given })
    expect(await (await post('/api/gift-token/validate', token)).json()).toEqual({ scope: 'no_paywall' })
    expect(await (await post('/api/gift-token/verify', token)).json()).toEqual({ articleId: '130', tokenType: 'gift' })
    for (const path of ['/api/gift-token/validate', '/api/gift-token/verify']) {
      expect(await outcome(post(path, `${token}x`))).toBe('401 ERR_JWT_INVALID')
      expect(await outcome(post(path, ''))).toBe('400 BAD_REQUEST')
      expect(await outcome(post(path, { scope: 'no_paywall' }))).toBe('400 BAD_REQUEST')
    }
    expect(trouble).toContain('Error while validating the link token: 401 ERR_JWT_INVALID')
    clock = new Date(NOW.getTime() + 8 * 86_400_000)
    expect(await outcome(post('/api/gift-token/verify', token))).toBe('401 ERR_JWT_EXPIRED')
    expect(trouble.join()).not.toContain(token.slice(0, 20))
  })
})

describe('extended access', () => {
  const sign = (articleId: string, nonce: string, status = 'g', key = PROVIDER_KEY) => {
    const parameters = {
      gaa_at: status,
      gaa_n: nonce,
      gaa_ts: (clock.getTime() / 1000 + 600).toString(16),
      gaa_sig: '',
    }
    return {
      ...parameters,
      gaa_sig: createHmac('sha256', key).update(toSignedText(parameters, articleId)).digest('base64url'),
    }
  }

  it('R1-38 R4.5-17 S4.5-04 opens by a signed assertion of the provider only', async () => {
    expect(await readAs(null, '130', sign('130', 'a1'))).toBe('text extended-access')
    expect(await readAs(null, '131', sign('130', 'a2'))).toBe('no text subscription')
    expect(await readAs(null, '130', sign('130', 'a3', 'na'))).toBe('no text subscription')
    expect(await readAs(null, '130', sign('130', 'a4', 'g', 'a key of somebody else who would like to'))).toBe(
      'no text subscription',
    )
    expect(await readAs(null, '130', { gaa_at: 'g', gaa_n: 'abc', gaa_sig: 'def', gaa_ts: '6740f000' })).toBe(
      'no text subscription',
    )
    // The same reader may reload the page; another reader cannot use the URL.
    expect(await readAs(null, '130', sign('130', 'a1'))).toBe('text extended-access')
    expect(await readAs(null, '130', sign('130', 'a1'), { anonId: '43' })).toBe('no text subscription')
    expect(await readAs('plus', '130', sign('130', 'a5', 'na'))).toBe('text extended-access')
  })

  it('S4.5-04 tells pages of this site whether the article is unlocked', async () => {
    const post = async (body: unknown) =>
      (await ask('POST', '/api/extended-access', null, body, { cookie: 'anon_cookie=42' })).json()
    expect(await post({ articleId: '130', ...sign('130', 'b1') })).toEqual({ unlocked: true })
    expect(await post({ articleId: '130', ...sign('131', 'b2') })).toEqual({ unlocked: false })
    expect(await post({ articleId: '999', ...sign('999', 'b3') })).toEqual({ unlocked: false })
    expect(await post({ articleId: '130', ...sign('130', 'b4'), gaa_n: '' })).toEqual({ unlocked: false })
  })
})

describe('the service', () => {
  it('R1-35 R4.5-23 opens an article if it answers ok, by rules that can change at run time', async () => {
    expect(await readAs('free', '130')).toBe('no text subscription')
    await inside().saveRules({
      body: {
        rules: [{ id: 'one', when: { segments: ['registered'], meter: { days: 7, articles: 1 } }, template: 'ok' }],
        otherwise: 'registration-${device}',
      },
    })
    expect([
      await readAs('free', '130'),
      await readAs('free', '131'),
      await readAs('free', '130'),
      await readAs(null, '130'),
    ]).toEqual(['text paywall-service', 'no text registration', 'text paywall-service', 'no text registration'])
    await inside().saveRules({ body: { rules: [], otherwise: 'subscription-${device}' } })
  })

  describe('of a publisher, at its address', () => {
    let server: Server
    const seen: { method: string; url: string; type: string; key: string; body: unknown }[] = []
    let answer: { status: number; body: string; delay: number } = { status: 200, body: '', delay: 0 }
    beforeAll(async () => {
      server = createServer((request, response) => {
        let text = ''
        request.on('data', (chunk: Buffer) => (text += chunk.toString()))
        request.on('end', () => {
          seen.push({
            method: request.method!,
            url: request.url!,
            type: request.headers['content-type']!,
            key: String(request.headers['x-api-key']),
            body: JSON.parse(text),
          })
          setTimeout(
            () => response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body),
            answer.delay,
          ).unref()
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })
    const foreign = () =>
      openAccess({
        paywall: createTestClient(PAYWALL_AT_ADDRESS, {
          fetch: (request) => fetch(request),
          base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/zephr/feature-decisions`,
          headers: { 'x-api-key': 'k' },
          timeout: 1500,
        }),
      })

    it('R7.6-01 R7.6-12 S7.6-03 is called once by POST with JSON at exactly that URL, and trusted for its own slug only', async () => {
      answer = {
        status: 200,
        delay: 0,
        body: JSON.stringify({
          results: [
            { sdkFeatureSlug: 'other', outputValue: 'ok', outputType: 'html' },
            { sdkFeatureSlug: 'paywall-ak', outputValue: 'registration-${device}', more: 1 },
          ],
          script: '<script>',
        }),
      }
      expect(await readAs('free', '130', {}, { by: foreign() })).toBe('no text registration')
      expect(seen.splice(0)).toEqual([
        {
          method: 'POST',
          url: '/zephr/feature-decisions',
          type: 'application/json',
          key: 'k',
          body: expect.objectContaining({ path: '/artikel-130', session: '42', jwt: 'free' }) as unknown,
        },
      ])
      answer.body = JSON.stringify({ results: [{ sdkFeatureSlug: 'paywall-ak', outputValue: 'ok' }] })
      expect(await readAs('free', '130', {}, { by: foreign() })).toBe('text paywall-service')
    })

    it.each([
      [500, '{"results":[{"sdkFeatureSlug":"paywall-ak","outputValue":"ok"}]}'],
      [404, '{"results":[{"sdkFeatureSlug":"paywall-ak","outputValue":"ok"}]}'],
      [200, '{"results":{"sdkFeatureSlug":"paywall-ak","outputValue":"ok"}}'],
      [200, 'ok'],
      [200, ''],
      [200, '{"sdkFeatureSlug":"paywall-ak","outputValue":"ok"}'],
    ])('R4.5-12 R4.5-13 R8-12 opens no article when it answers %i %j, and is not retried', async (status, body) => {
      seen.length = 0
      answer = { status, body, delay: 0 }
      expect(await readAs('free', '130', {}, { by: foreign() })).toBe('no text subscription')
      expect(seen.length).toBe(1)
      expect(trouble.length).toBeGreaterThan(0)
    })

    it('S4.5-01 has a timeout of one and a half seconds', async () => {
      answer = { status: 200, delay: 10_000, body: '{"results":[{"sdkFeatureSlug":"paywall-ak","outputValue":"ok"}]}' }
      const started = performance.now()
      expect(await readAs('free', '130', {}, { by: foreign() })).toBe('no text subscription')
      expect(performance.now() - started).toBeLessThan(2 * 1500)
    })
  })
})

describe('a decision', () => {
  it('can be found by support and replayed from its log entry', async () => {
    await readAs('second', '131')
    await readAs(null, '131', {}, { anonId: '777' })
    await decisions.flush()
    const list = async (query: object) => {
      const found = await inside().listDecisions({ query })
      if (!found.ok) throw new Error(found.problem.code)
      return found.data
    }
    const [of] = await list({ sub: 'second', articleId: '131' })
    expect(of).toMatchObject({ articleId: '131', sub: 'second', anonId: null })
    expect(replayDecision(of!.record as unknown as DecisionRecord)).toEqual({
      decision: { kind: 'locked', layer: 'subscription', template: 'subscription-mobile' },
      isSame: true,
    })
    expect(await list({ anonId: '777' })).toMatchObject([{ sub: null, articleId: '131' }])
    expect(lost).toEqual([])
  })

  it('waits in a bounded queue while the database is down, and is written once', async () => {
    const written: string[] = []
    let status = 503
    const given: number[] = []
    const log = createDecisionLog({
      serviceOf: () => ({
        keepDecisions: (async ({ body }: { body: { id: string }[] }) => {
          if (status !== 200) return { ok: false, status, problem: { status, code: 'DOWN', title: '' }, headers: null }
          written.push(...body.map(({ id }) => id))
          return { ok: true, data: undefined, headers: new Headers() }
        }) as never,
      }),
      now: () => NOW,
      onLost: (count) => given.push(count),
    })
    const keep = (count: number) => {
      for (let index = 0; index < count; index++)
        log.keep('ak', { articleId: '1', sub: 'frida', anonId: null, record: {} as DecisionRecord })
    }
    keep(4990)
    await log.flush()
    keep(20)
    expect([written.length, given.length]).toEqual([0, 10])
    status = 200
    await Promise.all([log.flush(), log.flush()])
    await log.close()
    expect([written.length, new Set(written).size]).toEqual([5000, 5000])
  })

  it('is not logged each time for a client that repeats the same request', async () => {
    let written = 0
    let now = NOW
    const told: string[] = []
    const keepDecisions = (async ({ body }: { body: unknown[] }) => {
      written += body.length
      return { ok: true, data: undefined, headers: new Headers() }
    }) as never
    const log = createDecisionLog({
      serviceOf: () => ({ keepDecisions }),
      now: () => now,
      onLost: (count, reason) => told.push(`${count} ${reason}`),
    })
    const keep = (sub: string | null) =>
      log.keep('ak', { articleId: '1', sub, anonId: '1', record: {} as DecisionRecord })
    for (let count = 0; count < 1000; count++) keep(null)
    keep('frida')
    await log.flush()
    expect([written, told]).toEqual([601, []])
    now = new Date(NOW.getTime() + 60_000)
    keep(null)
    await log.close()
    expect([written, told]).toEqual([602, ['400 too many anonymous in a minute']])
  })
})

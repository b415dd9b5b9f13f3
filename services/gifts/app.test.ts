import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { GIFTS } from '@lokalteil/contracts/gifts'
import { GIFT } from '@lokalteil/domain/access/gift'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '../platform/database/database.testing.ts'
import { listOtherSpellings, withTouchedSignature } from '../platform/signed-text.testing.ts'
import { createGiftsService, type GiftsService } from './app.ts'
import { createGiftKeys } from './gift-keys.ts'

const KEY = 'a-service-key-for-tests'
const SECRET = 'a secret of more than thirty-two characters'
const OTHER_SECRET = 'another secret of more than thirty-two letters'
const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000

describe.each(ENGINES)('gifts on %s', (engine) => {
  let test: TestDatabase
  let service: GiftsService
  let clock = NOW
  const errors: unknown[] = []
  const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
  const openService = (secrets = [SECRET]) =>
    createGiftsService({
      database: test.database,
      serviceKey: KEY,
      secrets,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  const of = (publication: PublicationCode = 'ak', one = service, key = KEY) =>
    createTestClient(GIFTS, {
      fetch: (request) => one.app.fetch(request),
      base: `http://gifts.local/${publication}`,
      headers: { authorization: `Bearer ${key}` },
    })
  const give = async (sub: string, articleId = '130', publication: PublicationCode = 'ak') =>
    get(of(publication).giveArticle({ params: { sub }, body: { articleId } }))
  const outcome = async (call: Promise<{ ok: boolean; status?: number; problem?: { code: string } }>) => {
    const result = await call
    return result.ok ? 'ok' : `${result.status} ${result.problem?.code}`
  }
  const verify = (token: string, publication: PublicationCode = 'ak', one = service) =>
    outcome(of(publication, one).verify({ body: { token } }))

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
    service = await openService()
  })
  afterAll(() => test.drop())
  beforeEach(async () => {
    clock = NOW
    await sql`delete from gifts.links`.execute(test.database.db)
  })
  afterEach(() => {
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
  })

  it('S3.11-03 R3.11-03 a gift is one article for seven days; asking again returns the same gift', async () => {
    const gift = await give('giver')
    expect(gift).toMatchObject({
      articleId: '130',
      state: 'active',
      expiresAt: '2026-11-28T12:00:00.000Z',
      openedCount: 0,
      left: 9,
    })
    const again = await give('giver')
    expect([again.id, again.left]).toEqual([gift.id, 9])
    expect(await get(of().verify({ body: { token: again.token } }))).toEqual({
      id: gift.id,
      articleId: '130',
      tokenType: 'gift',
      scope: 'no_paywall',
      expiresAt: gift.expiresAt,
    })
    expect(gift.token.length).toBeLessThan(600)
  })

  it('S3.11-03 allows each reader ten gifts a month, also under parallel calls, and ten again in the next month', async () => {
    const asked = await Promise.all(
      Array.from({ length: 15 }, (_one, index) =>
        outcome(of().giveArticle({ params: { sub: 'giver' }, body: { articleId: String(200 + index) } })),
      ),
    )
    expect(asked.filter((one) => one === 'ok').length).toBe(GIFT.perMonth)
    expect(asked.filter((one) => one === '409 GIFT_LIMIT').length).toBe(5)
    expect((await give('somebody-else')).left).toBe(9)
    // Revoked gifts still count.
    const { gifts, left } = await get(of().listGifts({ params: { sub: 'giver' } }))
    expect([gifts.length, left]).toEqual([10, 0])
    await get(of().revokeGift({ params: { sub: 'giver', id: gifts[0]!.id } }))
    expect(await outcome(of().giveArticle({ params: { sub: 'giver' }, body: { articleId: '999' } }))).toBe(
      '409 GIFT_LIMIT',
    )
    clock = new Date('2026-11-30T22:59:59Z')
    expect(await outcome(of().giveArticle({ params: { sub: 'giver' }, body: { articleId: '999' } }))).toBe(
      '409 GIFT_LIMIT',
    )
    // In Berlin it is already December.
    clock = new Date('2026-11-30T23:00:00Z')
    expect((await give('giver', '999')).left).toBe(9)
  })

  it('R4.6-06 calls a token expired after its time and lists it as such', async () => {
    const gift = await give('giver')
    later(GIFT.days * DAY - 1000)
    expect(await verify(gift.token)).toBe('ok')
    later(1000)
    expect(await verify(gift.token)).toBe('401 ERR_JWT_EXPIRED')
    expect((await get(of().listGifts({ params: { sub: 'giver' } }))).gifts[0]!.state).toBe('expired')
  })

  it('opens nothing after the token was revoked; only its giver and the publisher can revoke it', async () => {
    const [one, two] = [await give('giver', '1'), await give('giver', '2')]
    expect(await outcome(of().revokeGift({ params: { sub: 'stranger', id: one.id } }))).toBe('404 NOT_FOUND')
    expect(await verify(one.token)).toBe('ok')
    expect((await get(of().revokeGift({ params: { sub: 'giver', id: one.id } }))).state).toBe('revoked')
    expect((await get(of().revokeLink({ params: { id: two.id } }))).state).toBe('revoked')
    expect([await verify(one.token), await verify(two.token)]).toEqual(['401 ERR_JWT_INVALID', '401 ERR_JWT_INVALID'])
    expect(await outcome(of().open({ params: { id: one.id }, body: { sub: 'reader' } }))).toBe('404 NOT_FOUND')
    // After revocation the same article can be given again.
    expect((await give('giver', '1')).id).not.toBe(one.id)
  })

  it('counts each reader who opened it once, not its giver, and stops at its number of readers', async () => {
    const gift = await give('giver')
    const open = (sub: string) => get(of().open({ params: { id: gift.id }, body: { sub } }))
    await Promise.all([open('a'), open('b'), open('a'), open('giver')])
    expect((await open('a')).openedCount).toBe(2)
    expect((await get(of().listGifts({ params: { sub: 'giver' } }))).gifts[0]!.openedCount).toBe(2)
    const link = await get(of().createLink({ body: { articleId: '130', readers: 2 } }))
    const asked = await Promise.all(
      ['a', 'b', 'c', 'd'].map((sub) => outcome(of().open({ params: { id: link.id }, body: { sub } }))),
    )
    expect(asked.toSorted()).toEqual(['409 USED_UP', '409 USED_UP', 'ok', 'ok'])
    const first = ['a', 'b', 'c', 'd'][asked.indexOf('ok')]!
    expect(await outcome(of().open({ params: { id: link.id }, body: { sub: first } }))).toBe('ok')
  })

  it('R3.11-01 S3.11-02 makes links of the publisher with a scope of their own', async () => {
    const link = await get(of().createLink({ body: { articleId: '130', scope: 'preview no_paywall', days: 30 } }))
    expect(await get(of().verify({ body: { token: link.token } }))).toMatchObject({
      tokenType: 'link',
      scope: 'preview no_paywall',
      articleId: '130',
    })
  })

  it('R4.6-07 accepts no token of another publication, key, kind or algorithm, and no altered token', async () => {
    const { token } = await give('giver')
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const key = createGiftKeys([SECRET])[0]
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const forge = (
      change: Record<string, unknown>,
      changedHeader: Record<string, unknown> = {},
      privateKey = key.privateKey,
    ) => {
      const text = `${encode({ ...header, ...changedHeader })}.${encode({ ...claims, ...change })}`
      return `${text}.${signBytes('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    }
    expect(await verify(forge({}))).toBe('ok')
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' }) as string
    const unsigned = `${encode({ ...header, alg: 'none' })}.${body}`
    const symmetric = `${encode({ ...header, alg: 'HS256' })}.${body}`
    const bad = {
      unsigned: `${unsigned}.`,
      symmetric: `${symmetric}.${createHmac('sha256', pem).update(symmetric).digest('base64url')}`,
      'own key inside': forge({}, { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
      'unknown key': forge({}, { kid: 'x' }),
      'no key named': forge({}, { kid: undefined }),
      'kind of a login': forge({}, { typ: 'at+jwt' }),
      'no kind': forge({}, { typ: undefined }),
      critical: forge({}, { crit: ['exp'] }),
      'other issuer': forge({ iss: 'x' }),
      'other audience': forge({ aud: 'urn:lokalteil:link-token:fb' }),
      'other article': forge({ articleId: '131' }),
      'other scope': forge({ scope: 'no_paywall everything' }),
      'no end': forge({ exp: undefined }),
      'end as text': forge({ exp: '9999999999' }),
      'unknown link': forge({ jti: '00000000-0000-4000-8000-000000000000' }),
      'no link': forge({ jti: undefined }),
      'not yet': forge({ nbf: NOW.getTime() / 1000 + 3600 }),
      touched: `${withTouchedSignature(`${head}.${body}`)}.${signature}`,
      'touched signature': withTouchedSignature(token),
      ...Object.fromEntries(listOtherSpellings(token)),
      long: forge({ padding: 'x'.repeat(1500) }),
      empty: ' ',
    }
    for (const [name, one] of Object.entries(bad))
      expect([name, await verify(one)]).toEqual([name, '401 ERR_JWT_INVALID'])
    expect(await verify(token, 'fb')).toBe('401 ERR_JWT_INVALID')
    // For a token both forged and expired the answer is "forged": the answer "expired" would confirm its content.
    later(30 * DAY)
    expect(await verify(forge({}, {}, stranger.privateKey))).toBe('401 ERR_JWT_INVALID')
  })

  it('signs with the new secret and still accepts tokens of the old one', async () => {
    const { token } = await give('giver')
    const renewed = await openService([OTHER_SECRET, SECRET])
    const gone = await openService([OTHER_SECRET])
    expect([await verify(token, 'ak', renewed), await verify(token, 'ak', gone)]).toEqual(['ok', '401 ERR_JWT_INVALID'])
    await expect(openService(['short'])).rejects.toThrow('32 characters')
  })

  it('answers no call without the key', async () => {
    const { id, token } = await give('giver')
    for (const key of ['', 'wrong']) {
      const client = of('ak', service, key)
      const calls = [
        client.verify({ body: { token } }),
        client.open({ params: { id }, body: { sub: 'a' } }),
        client.listGifts({ params: { sub: 'giver' } }),
        client.createLink({ body: { articleId: '1' } }),
        client.revokeLink({ params: { id } }),
        client.giveArticle({ params: { sub: 'giver' }, body: { articleId: '1' } }),
      ]
      for (const call of calls) expect(await outcome(call)).toBe('401 UNAUTHORISED')
    }
  })

  it('exports everything it stores about a reader, erases it, and deletes ended links', async () => {
    const gift = await give('giver')
    await get(of().open({ params: { id: gift.id }, body: { sub: 'reader' } }))
    const reader = { publication: 'ak', sub: 'reader' } as const
    expect(JSON.stringify(await service.personalData.read(reader))).toContain('"articleId":"130"')
    await service.personalData.erase(reader)
    expect(await service.personalData.read(reader)).toEqual({ verschenkt: [], geöffnet: [] })
    await service.personalData.erase({ publication: 'ak', sub: 'giver' })
    expect(await verify(gift.token)).toBe('401 ERR_JWT_INVALID')
    await give('giver', '7')
    later((GIFT.days + 61) * DAY)
    await service.prune()
    expect((await get(of().listGifts({ params: { sub: 'giver' } }))).gifts).toEqual([])
  })
})

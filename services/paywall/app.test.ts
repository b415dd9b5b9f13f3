import { createHmac } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { PAYWALL, PAYWALL_INTERNAL, type PaywallRequest, type PaywallRules } from '@lokalteil/contracts/paywall'
import { toPaywallState } from '@lokalteil/domain/access/access'
import { toSignedText } from '@lokalteil/domain/access/extended-access'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '../platform/database/database.testing.ts'
import { listOtherSpellings, withTouchedSignature } from '../platform/signed-text.testing.ts'
import { createPaywallService, type PaywallService } from './app.ts'

const KEY = 'a-service-key-for-tests'
const PROVIDER_KEY = 'the search provider of the tests signs with this'
const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const POLL = { timeout: 30_000, interval: 20 }
const SECTIONS: Record<string, string> = { '130': 'lokales/auenburg', '140': 'sport' }

describe.each(ENGINES)('the paywall service on %s', (engine) => {
  let test: TestDatabase
  let service: PaywallService
  let clock = NOW
  const errors: unknown[] = []
  const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
  const openService = (change: Partial<Parameters<typeof createPaywallService>[0]> = {}) =>
    createPaywallService({
      database: test.database,
      serviceKey: KEY,
      // Tokens in these tests are `{publication}:{sub}:{verified or not}`.
      async readerOf(code, jwt) {
        const [publication, sub = '', verified] = jwt.split(':')
        return publication === code
          ? { sub, flags: toReaderFlags({ isLoggedIn: true, roles: [], emailVerified: verified === 'verified' }) }
          : null
      },
      sectionOf: async (_publication, id) => SECTIONS[id] ?? null,
      extendedAccessKeys: [PROVIDER_KEY],
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
      ...change,
    })
  const options = (publication: PublicationCode, one: PaywallService, key = KEY) => ({
    fetch: (request: Request) => one.app.fetch(request),
    base: `http://paywall.local/${publication}`,
    headers: { authorization: `Bearer ${key}` },
    timeout: 30_000,
  })
  const inside = (publication: PublicationCode = 'ak', one = service) =>
    createTestClient(PAYWALL_INTERNAL, options(publication, one))
  const toRequest = (
    change: Partial<PaywallRequest['inputs']> = {},
    rest: Partial<PaywallRequest> = {},
  ): PaywallRequest => {
    const inputs: PaywallRequest['inputs'] = {
      _dm_ressort: 'der-umbau-130',
      _dm_contentRestriction: 'paid',
      _dm_referrer: 'none',
      _dm_device: 'mobile',
      _dm_pageType: 'Artikelseite',
      _dm_contentid: '130',
      _anonId: '12345678901234567890',
      _dm_linkTokenState: 'none',
      _dm_linkTokenType: '',
      ...change,
    }
    return { inputs, path: '/der-umbau-130', session: inputs._anonId, jwt: null, ...rest }
  }
  const ask = async (
    request: PaywallRequest,
    { mandator: publication = 'ak' as PublicationCode, one = service } = {},
  ) => {
    const { results } = await get(createTestClient(PAYWALL, options(publication, one)).decide({ body: request }))
    return results[0]!.outputValue as string
  }
  const save = (rules: PaywallRules, publication: PublicationCode = 'ak', one = service) =>
    get(inside(publication, one).saveRules({ body: rules }))

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
    service = await openService()
  })
  afterAll(() => test.drop())
  beforeEach(async () => {
    clock = NOW
    for (const table of ['rules', 'folders', 'reads', 'assertions', 'decisions'])
      await sql`delete from ${sql.table(`paywall.${table}`)}`.execute(test.database.db)
    await save({ rules: [], otherwise: 'subscription-${device}' })
  })
  afterEach(async () => {
    await service.close()
    // A reported bug fails the test in which it happened.
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
  })

  it('R3.10-04 R3.10-05 R4.5-09 answers with the result of the publication, for the device', async () => {
    const found = await get(createTestClient(PAYWALL, options('fb', service)).decide({ body: toRequest() }))
    expect(found.results).toEqual([{ sdkFeatureSlug: 'paywall-fb', outputValue: expect.any(String) as string }])
    const { results } = await get(createTestClient(PAYWALL, options('ak', service)).decide({ body: toRequest() }))
    expect(toPaywallState(results, 'ak', 'mobile')).toEqual({
      paywallTemplate: 'subscription-mobile',
      zephrAnswered: true,
      isPaywall: true,
    })
  })

  it('S7.6-04 refuses callers without the key, and requests that do not fit 7.6', async () => {
    const client = createTestClient(PAYWALL, options('ak', service, 'wrong'))
    expect(await client.decide({ body: toRequest() })).toMatchObject({ status: 401 })
    const raw = (body: unknown) =>
      service.app.fetch(
        new Request('http://x/ak/decision', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
          body: JSON.stringify(body),
        }),
      )
    const { inputs, ...rest } = toRequest()
    expect((await raw({ inputs, ...rest })).status).toBe(200)
    for (const broken of [
      { ...rest },
      { inputs: { ...inputs, _dm_device: 'fridge' }, ...rest },
      { inputs: { ...inputs, _anonId: 'x' }, ...rest },
      { inputs: { ...inputs, _dm_linkTokenState: 'ok' }, ...rest },
    ])
      expect((await raw(broken)).status).toBe(400)
    expect((await service.app.fetch(new Request('http://x/xx/decision', { method: 'POST' }))).status).toBe(404)
  })

  it('decides by section, referrer, device, segment, link and time; the first matching rule counts', async () => {
    await save({
      rules: [
        { id: 'sport', when: { sections: ['sport'] }, template: 'a' },
        {
          id: 'local-phones',
          when: { sections: ['lokales'], devices: ['mobile'], segments: ['registered'] },
          template: 'b',
        },
        { id: 'search', when: { referrers: ['google.com'] }, template: 'c' },
        { id: 'late-gift', when: { linkTokens: ['expired'] }, template: 'd' },
        { id: 'night', when: { time: { hours: [23] } }, template: 'e' },
      ],
      otherwise: 'z',
    })
    expect(await ask(toRequest({ _dm_contentid: '140' }))).toBe('a')
    expect(await ask(toRequest({}, { jwt: 'ak:frida:verified' }))).toBe('b')
    expect(await ask(toRequest({ _dm_referrer: 'https://www.google.com/' }))).toBe('c')
    expect(await ask(toRequest({ _dm_linkTokenState: 'expired', _dm_linkTokenType: 'unknown' }))).toBe('d')
    expect(await ask(toRequest())).toBe('z')
    clock = new Date('2026-11-21T22:10:00Z')
    expect(await ask(toRequest())).toBe('e')
    // A token of another publication identifies no reader here.
    expect(await ask(toRequest({}, { jwt: 'fb:frida:verified' }))).toBe('e')
  })

  it('uses the other rules when the section is unknown', async () => {
    const other = await openService({ sectionOf: () => Promise.reject(new Error('down')) })
    await save({ rules: [{ id: 'local', when: { sections: ['lokales'] }, template: 'ok' }], otherwise: 'z' })
    expect([await ask(toRequest()), await ask(toRequest(), { one: other })]).toEqual(['ok', 'z'])
  })

  const NEWCOMERS: PaywallRules = {
    rules: [
      { id: 'two-free', when: { segments: ['verified'], meter: { days: 30, articles: 2 } }, template: 'ok' },
      { id: 'confirm-first', when: { segments: ['unverified'] }, template: 'subscription-${device}' },
      { id: 'newcomers', when: { segments: ['anonymous'] }, template: 'registration-${device}' },
    ],
    otherwise: 'subscription-${device}',
  }
  const METER: PaywallRules = {
    rules: [{ id: 'free-two', when: { meter: { days: 30, articles: 2 } }, template: 'ok' }],
    otherwise: 'no',
  }

  it('counts an article once per reader and day, by account or by number, and forgets it after the window', async () => {
    await save(METER)
    const read = (id: string, who: Partial<PaywallRequest> & { anon?: string } = {}) =>
      ask(toRequest({ _dm_contentid: id, _anonId: who.anon ?? '1' }, who.jwt === undefined ? {} : { jwt: who.jwt }))
    expect([
      await read('1'),
      await read('1'),
      await read('1'),
      await read('2'),
      await read('3'),
      await read('1'),
    ]).toEqual(['ok', 'ok', 'ok', 'ok', 'no', 'ok'])
    expect(await read('3', { anon: '2' })).toBe('ok')
    // After a login the account counts, on any device.
    expect([
      await read('7', { jwt: 'ak:frida:verified' }),
      await read('8', { jwt: 'ak:frida:verified', anon: '99' }),
      await read('9', { jwt: 'ak:frida:verified', anon: '100' }),
    ]).toEqual(['ok', 'ok', 'no'])
    later(DAY)
    expect(await read('1')).toBe('no')
    later(29 * DAY)
    expect([await read('4'), await read('5'), await read('6')]).toEqual(['ok', 'ok', 'no'])
  })

  /** Sends all while counting is blocked, so that each has decided or waits for another before the first one counts. */
  async function askAtOnce(requests: readonly PaywallRequest[]): Promise<string[]> {
    // The embedded engine has one connection, so its transactions never overlap.
    if (engine === 'embedded') return Promise.all(requests.map((request) => ask(request)))
    let answers: Promise<string[]> = Promise.resolve([])
    await test.database.db.transaction().execute(async (trx) => {
      await sql`lock table paywall.reads in exclusive mode`.execute(trx)
      answers = Promise.all(requests.map((request) => ask(request)))
      const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.count, POLL).toBe(requests.length)
    })
    return answers
  }

  it('gives a reader no additional free article for parallel requests', async () => {
    await save(METER)
    const answers = await askAtOnce(
      Array.from({ length: 6 }, (_one, index) => toRequest({ _dm_contentid: String(500 + index) })),
    )
    expect(answers.filter((answer) => answer === 'ok').length).toBe(2)
  })

  it('gives no free article to readers without a number, nor to newcomers once a day has too many', async () => {
    await save(METER)
    expect(await ask(toRequest({ _anonId: null }, { session: null }))).toBe('no')
    const small = await openService({ mostAnonymousReads: 3 })
    const answers = []
    for (let reader = 1; reader <= 6; reader++)
      answers.push(await ask(toRequest({ _anonId: String(reader) }), { one: small }))
    expect(answers).toEqual(['ok', 'ok', 'ok', 'no', 'no', 'no'])
    expect(await ask(toRequest({}, { jwt: 'ak:frida:verified' }), { one: small })).toBe('ok')
  })

  it('knows on how many days a reader visited', async () => {
    await save({
      rules: [{ id: 'third-day', when: { visits: { days: 7, atLeast: 3 } }, template: 'registration-${device}' }],
      otherwise: 'z',
    })
    const answers = []
    for (let day = 0; day < 4; day++, later(DAY)) answers.push(await ask(toRequest({ _dm_contentid: String(day) })))
    expect(answers).toEqual(['z', 'z', 'registration-${device}', 'registration-${device}'])
  })

  it('applies new rules without a restart, also in another process, and refuses senseless ones', async () => {
    const other = await openService()
    expect(await ask(toRequest(), { one: other })).toBe('subscription-${device}')
    const { version } = await save({ rules: [], otherwise: 'registration-${device}' })
    expect(await ask(toRequest())).toBe('registration-${device}')
    later(2001)
    expect(await ask(toRequest(), { one: other })).toBe('registration-${device}')
    expect(
      await inside().saveRules({
        body: {
          rules: [
            { id: 'a', when: {}, template: 'ok' },
            { id: 'b', when: {}, template: 'x' },
          ],
          otherwise: 'x',
        },
      }),
    ).toMatchObject({ status: 422, problem: { code: 'UNFIT_RULES', fields: { 'body.rules.b': 'UNREACHABLE' } } })
    expect(await get(inside().getRules({}))).toMatchObject({
      version,
      rules: { rules: [], otherwise: 'registration-${device}' },
    })
  })

  it.each([
    { rules: [{ id: 'a', when: { weather: ['sunny'] }, template: 'ok' }], otherwise: 'x' },
    { rules: [{ id: 'a', when: { sections: [] }, template: 'ok' }], otherwise: 'x' },
    { rules: [{ id: 'a', when: { meter: { days: 90, articles: 2 } }, template: 'ok' }], otherwise: 'x' },
    { rules: [{ id: 'a', when: { devices: ['fridge'] }, template: 'ok' }], otherwise: 'x' },
    { rules: [{ id: 'a', when: {}, template: '<b>' }], otherwise: 'x' },
    { rules: [{ id: 'a', when: {}, template: '${user}' }], otherwise: 'x' },
    { rules: [{ id: 'A b', when: {}, template: 'ok' }], otherwise: 'x' },
    { rules: [] },
  ])('refuses as rules: %j', async (rules) => {
    expect(await inside().saveRules({ body: rules as never })).toMatchObject({ status: 400 })
  })

  it('starts with the rules of the folder, keeps rules saved since, and then follows the folder again', async () => {
    const rulesOf = async () => (await get(inside('ht').getRules({}))).rules
    const first = { rules: [], otherwise: 'first-${device}' }
    expect(await rulesOf()).toEqual({ rules: [], otherwise: 'subscription-${device}' })
    await service.applyFolder('ht', { version: 1, rules: first })
    expect(await rulesOf()).toEqual(first)
    // Another process applies an older version afterwards.
    await service.applyFolder('ht', { version: 3, rules: METER })
    await service.applyFolder('ht', { version: 2, rules: first })
    expect(await rulesOf()).toEqual(METER)
    const own = {
      rules: [{ id: 'phones', when: { devices: ['mobile' as const] }, template: 'ok' }],
      otherwise: METER.otherwise,
    }
    await get(inside('ht').saveRules({ body: own }))
    await service.applyFolder('ht', { version: 4, rules: { rules: [], otherwise: 'no' } })
    expect(await rulesOf()).toEqual({ ...own, otherwise: 'no' })
    await get(inside('ht').saveRules({ body: { rules: [], otherwise: 'no' } }))
    await service.applyFolder('ht', { version: 5, rules: null })
    expect(await rulesOf()).toEqual({ rules: [], otherwise: 'subscription-${device}' })
  })

  it('keeps rules that were saved before folders were known', async () => {
    await get(inside('la').saveRules({ body: METER }))
    await service.applyFolder('la', { version: 1, rules: { rules: [], otherwise: 'ok' } })
    expect((await get(inside('la').getRules({}))).rules).toEqual(METER)
  })

  it('counts only for readers with a confirmed address', async () => {
    await service.applyFolder('fb', { version: 1, rules: NEWCOMERS })
    const as = (jwt: string | null, id: string) => ask(toRequest({ _dm_contentid: id }, { jwt }), { mandator: 'fb' })
    expect([
      await as(null, '1'),
      await as('fb:frida:unverified', '1'),
      await as('fb:frida:verified', '1'),
      await as('fb:frida:verified', '2'),
      await as('fb:frida:verified', '3'),
    ]).toEqual(['registration-${device}', 'subscription-${device}', 'ok', 'ok', 'subscription-${device}'])
  })

  it('simulates the decision for a reader with its rule, without counting', async () => {
    await save({
      rules: [{ id: 'phones', when: { devices: ['mobile'] }, template: 'a-${device}' }, ...METER.rules],
      otherwise: 'no',
    })
    const simulate = (change: object) => get(inside().simulate({ body: { articleId: '130', ...change } }))
    expect(await simulate({ device: 'mobile' })).toEqual({
      template: 'a-${device}',
      shown: 'a-mobile',
      ruleId: 'phones',
      trace: [{ ruleId: 'phones', failed: null }],
      sections: ['lokales/auenburg'],
    })
    expect(await simulate({})).toMatchObject({
      shown: 'no',
      ruleId: null,
      trace: [
        { ruleId: 'phones', failed: 'devices' },
        { ruleId: 'free-two', failed: 'meter' },
      ],
    })
    expect(await simulate({ readArticles: 1 })).toMatchObject({ shown: 'ok', ruleId: 'free-two' })
    expect(await simulate({ readArticles: 2 })).toMatchObject({ shown: 'no' })
    for (let round = 0; round < 5; round++)
      expect(await simulate({ articleId: String(600 + round), reader: { anonId: '77' } })).toMatchObject({
        shown: 'ok',
      })
    await ask(toRequest({ _dm_contentid: '1', _anonId: '77', _dm_device: 'desktop' }))
    await ask(toRequest({ _dm_contentid: '2', _anonId: '77', _dm_device: 'desktop' }))
    expect(await simulate({ reader: { anonId: '77' } })).toMatchObject({
      shown: 'no',
      trace: [{}, { failed: 'meter' }],
    })
    expect(await simulate({ rules: { rules: [], otherwise: 'tried' } })).toMatchObject({ shown: 'tried' })
  })

  describe('extended access', () => {
    const inMinutes = (minutes: number) => Math.floor(clock.getTime() / 1000 + minutes * 60).toString(16)
    const sign = (
      articleId: string,
      change: Partial<Record<'gaa_at' | 'gaa_n' | 'gaa_ts', string>> = {},
      key = PROVIDER_KEY,
    ) => {
      const parameters = { gaa_at: 'g', gaa_n: 'n1', gaa_ts: inMinutes(10), gaa_sig: '', ...change }
      return {
        articleId,
        ...parameters,
        gaa_sig: createHmac('sha256', key).update(toSignedText(parameters, articleId)).digest('base64url'),
      }
    }
    const decide = async (
      assertion: ReturnType<typeof sign>,
      change: { session?: string | null; isEntitled?: boolean } = {},
    ) => {
      const { decision, reason } = await get(
        inside().decideExtendedAccess({ body: { session: 'a', isEntitled: false, ...assertion, ...change } }),
      )
      return `${decision} ${reason}`
    }

    it('R1-38 R4.5-17 S4.5-04 opens only by the provider’s signature, for its article and its time', async () => {
      expect(await decide(sign('130'))).toBe('unlocked granted')
      expect(await decide(sign('130', { gaa_n: 'n2', gaa_at: 'na' }))).toBe('locked refused')
      expect(await decide(sign('130', { gaa_n: 'n3' }, 'the key of somebody else, as long as that one'))).toBe(
        'locked wrong-signature',
      )
      expect(await decide({ ...sign('130', { gaa_n: 'n4' }), articleId: '131' })).toBe('locked wrong-signature')
      expect(await decide({ ...sign('130', { gaa_n: 'n5', gaa_at: 'na' }), gaa_at: 'g' })).toBe(
        'locked wrong-signature',
      )
      expect(await decide({ ...sign('130', { gaa_n: 'n6' }), gaa_ts: inMinutes(20) })).toBe('locked wrong-signature')
      const spelt = sign('130', { gaa_n: 'n10' })
      const spellings = listOtherSpellings(spelt.gaa_sig).filter(([name]) => name !== 'padding')
      for (const [name, other] of [['touched', withTouchedSignature(spelt.gaa_sig)] as const, ...spellings])
        expect([name, await decide({ ...spelt, gaa_sig: other })]).toEqual([
          name,
          expect.stringMatching(/^locked (?:wrong-signature|malformed)$/),
        ])
      expect(await decide({ ...spelt, gaa_sig: `${spelt.gaa_sig}=` })).toBe('unlocked granted')
      expect(await decide(sign('130', { gaa_n: 'n7', gaa_ts: inMinutes(-1) }))).toBe('locked expired')
      expect(await decide(sign('130', { gaa_n: 'n8', gaa_ts: inMinutes(31) }))).toBe('locked too-far-ahead')
      expect(await decide({ ...sign('130'), gaa_sig: 'def' })).toBe('locked malformed')
      const keyless = await openService({ extendedAccessKeys: [] })
      expect(
        await get(
          inside('ak', keyless).decideExtendedAccess({
            body: { session: 'a', isEntitled: false, ...sign('130', { gaa_n: 'n9' }) },
          }),
        ),
      ).toMatchObject({ reason: 'wrong-signature' })
    })

    it('S4.5-04 binds a nonce to the session that used it first', async () => {
      expect([
        await decide(sign('130')),
        await decide(sign('130')),
        await decide(sign('130'), { session: 'b' }),
      ]).toEqual(['unlocked granted', 'unlocked granted', 'locked used'])
      const once = sign('130', { gaa_n: 'n2' })
      expect([await decide(once, { session: null }), await decide(once, { session: null })]).toEqual([
        'unlocked granted',
        'locked used',
      ])
      const many = await Promise.all(
        Array.from({ length: 8 }, (_one, index) => decide(sign('130', { gaa_n: 'n3' }), { session: `s${index}` })),
      )
      expect(many.filter((answer) => answer === 'unlocked granted').length).toBe(1)
    })

    it('S4.5-03 opens for an entitled reader, without using up a nonce', async () => {
      expect(await decide(sign('130', { gaa_at: 'na' }, 'wrong key of some length'), { isEntitled: true })).toBe(
        'unlocked entitled',
      )
      await decide(sign('130'), { isEntitled: true, session: 'x' })
      expect(await decide(sign('130'), { session: 'b' })).toBe('unlocked granted')
    })
  })

  it('keeps decisions for 30 days, found by reader, number or article of the same publication', async () => {
    const entry = (id: number, change: object = {}) => ({
      id: `00000000-0000-4000-8000-00000000000${id}`,
      at: clock.toISOString(),
      articleId: '130',
      sub: null,
      anonId: null,
      record: { input: { availableCreditCount: id }, decision: { kind: 'pending' } },
      ...change,
    })
    await get(
      inside().keepDecisions({
        body: [entry(1, { sub: 'frida' }), entry(2, { anonId: '42' }), entry(3, { articleId: '7' })],
      }),
    )
    const list = async (query: object, publication: PublicationCode = 'ak') =>
      (await get(inside(publication).listDecisions({ query }))).map(({ id }) => id.at(-1))
    expect([
      await list({ sub: 'frida' }),
      await list({ anonId: '42' }),
      await list({ articleId: '7' }),
      await list({ sub: 'frida' }, 'fb'),
    ]).toEqual([['1'], ['2'], ['3'], []])
    expect(await get(inside().getDecision({ params: { id: entry(1).id } }))).toEqual(entry(1, { sub: 'frida' }))
    expect(await inside('fb').getDecision({ params: { id: entry(1).id } })).toMatchObject({ status: 404 })
    later(30 * DAY)
    await service.prune()
    expect((await list({})).length).toBe(3)
    later(1000)
    await service.prune()
    expect(await list({})).toEqual([])
  })

  it('forgets reads that no rule can use any more, and everything of a deleted reader', async () => {
    await save(METER)
    await ask(toRequest({}, { jwt: 'ak:frida:verified' }))
    await ask(toRequest({ _anonId: '5' }))
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from paywall.reads`.execute(test.database.db))
        .rows[0]!.count
    expect(JSON.stringify(await service.personalData.read({ publication: 'ak', sub: 'frida' }))).toContain(
      '"articleId":"130"',
    )
    await service.personalData.erase({ publication: 'ak', sub: 'frida' })
    expect([
      await count(),
      JSON.stringify(await service.personalData.read({ publication: 'ak', sub: 'frida' })),
    ]).toEqual([1, '{"gelesen":[],"entscheidungen":[]}'])
    later(30 * DAY)
    await service.prune()
    expect(await count()).toBe(1)
    later(DAY)
    await service.prune()
    expect(await count()).toBe(0)
  })

  it('finds an institution by its code, and limits guesses', async () => {
    const ak = inside()
    const add = (id: string, code: string | null, publication: PublicationCode = 'ak') =>
      inside(publication).saveInstitution({
        params: { id },
        body: { name: `Schule ${id}`, ranges: ['192.0.2.0/24'], code },
      })
    expect(
      [
        await add('a', 'Lernen-2026'),
        await add('b', 'lernen 2026'),
        await add('b', null),
        await add('a', 'Lernen-2026', 'fb'),
      ].map((saved) => (saved.ok ? 'saved' : saved.problem.code)),
    ).toEqual(['saved', 'CODE_TAKEN', 'saved', 'saved'])
    const attempt = async (code: string, address = '198.51.100.1') => {
      const found = await ak.findInstitutionByCode({ body: { code, address } })
      return found.ok ? found.data.id : found.problem.code
    }
    const atOnce = (count: number, code: string) => Promise.all(Array.from({ length: count }, () => attempt(code)))
    expect([await attempt('LERNEN 2026'), await attempt('falsch')]).toEqual(['a', 'WRONG_CODE'])
    expect(new Set(await atOnce(8, 'Lernen-2026'))).toEqual(new Set(['a']))
    expect((await atOnce(8, 'falsch')).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'TOO_MANY_ATTEMPTS'),
      ...Array.from({ length: 4 }, () => 'WRONG_CODE'),
    ])
    expect([await attempt('Lernen-2026'), await attempt('Lernen-2026', '198.51.100.2')]).toEqual([
      'TOO_MANY_ATTEMPTS',
      'a',
    ])
    const kept =
      JSON.stringify((await sql`select * from paywall.institutions`.execute(test.database.db)).rows) +
      JSON.stringify((await sql`select * from paywall.limits`.execute(test.database.db)).rows)
    expect(kept).not.toMatch(/lernen|198\.51/i)
    later(16 * 60_000)
    expect(await attempt('Lernen-2026')).toBe('a')
  })

  it('counts every article opened at institutions by many processes at once', async () => {
    const ak = inside()
    await ak.saveInstitution({ params: { id: 'c' }, body: { name: 'Bücherei', ranges: ['2001:db8::/48'], code: null } })
    const counts = ['1', '2', '3'].map((articleId) => ({ institutionId: 'c', month: '2026-11', articleId, reads: 2 }))
    await Promise.all(
      Array.from({ length: 6 }, (_one, index) =>
        ak.countInstitutionReads({ body: index % 2 === 0 ? counts : counts.toReversed() }),
      ),
    )
    expect(await ak.listInstitutionUsage({ query: {} })).toMatchObject({
      data: [{ institutionId: 'c', reads: 36, articles: 3, month: '2026-11' }],
    })
    const listMonths = async () => (await get(ak.listInstitutionUsage({ query: {} }))).map(({ month }) => month)
    clock = new Date('2029-11-30T12:00:00Z')
    await service.prune()
    expect(await listMonths()).toEqual(['2026-11'])
    clock = new Date('2029-12-01T12:00:00Z')
    await service.prune()
    expect(await listMonths()).toEqual([])
  })

  it('returns how many free articles a reader has used', async () => {
    await inside().saveRules({
      body: {
        rules: [{ id: 'm', when: { segments: ['verified'], meter: { days: 30, articles: 2 } }, template: 'ok' }],
        otherwise: 'no',
      },
    })
    await ask(toRequest({}, { jwt: 'ak:counted:verified' }))
    const meterOf = async (sub: string | null, segments: ('verified' | 'anonymous')[]) => {
      const found = await inside().getMeter({ body: { sub, anonId: null, segments } })
      return found.ok ? found.data.meter : found.status
    }
    expect([
      await meterOf('counted', ['verified']),
      await meterOf('other', ['verified']),
      await meterOf(null, ['verified']),
      await meterOf('counted', ['anonymous']),
    ]).toEqual([{ used: 1, articles: 2, days: 30 }, { used: 0, articles: 2, days: 30 }, null, null])
  })
})

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Article } from '@lokalteil/contracts/content'
import type { PaywallRequest } from '@lokalteil/contracts/paywall'
import { replayDecision, toDecisionName, type DecisionRecord } from '@lokalteil/domain/access/access'
import type { AssertionParameters } from '@lokalteil/domain/access/extended-access'
import { ANONYMOUS_READER, toReaderFlags, type ReaderFlags } from '@lokalteil/domain/access/roles'
import type { AccessPrincipal, AccessQuestions } from './access-questions.ts'
import { ANSWER_MS, createArticleAccess, isPaidText } from './article-access.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const SECRET_TEXT = 'Der Satz, der Geld kostet.'
const TAG_PARENTS: Record<string, string[]> = { '12': ['10'], '13': [] }
const toArticle = (contentRestriction: unknown, tags: string[] = ['12']) =>
  ({
    id: '130',
    path: '/der-umbau-130',
    contentRestriction,
    maintag: null,
    tags: tags.map((id) => ({ id })),
    contentItems: [{ type: 'paragraph', html: 'Vorschau' }],
  }) as unknown as Article
const paid = toArticle('paid')
const assertion: AssertionParameters = { gaa_at: 'g', gaa_n: 'n', gaa_sig: 'sig', gaa_ts: '1' }
const readerWith = (...roles: string[]): ReaderFlags => toReaderFlags({ isLoggedIn: true, roles, emailVerified: true })
const anonymous: AccessPrincipal = {
  sub: null,
  idToken: null,
  anonId: '42',
  device: 'mobile',
  referrer: null,
  linkToken: null,
  assertion: null,
}
const frida: AccessPrincipal = { ...anonymous, sub: 'frida', idToken: 'id.token.frida' }

type Behaviour = {
  /** A template, or 'throws', or 'hangs'. */
  template: string | null | { results: unknown[] }
  link: 'good' | 'other-article' | 'other-scope' | 'expired' | 'bad' | 'throws' | 'hangs'
  open: boolean
  extended: 'unlocked' | 'locked' | 'throws' | 'hangs'
  bought: boolean | 'throws' | 'hangs'
  credits: number | 'throws' | 'hangs'
  hierarchy: boolean
}
const USUAL: Behaviour = {
  template: 'subscription-${device}',
  link: 'bad',
  open: true,
  extended: 'locked',
  bought: false,
  credits: 0,
  hierarchy: true,
}
const hanging = new Set<() => void>()
afterEach(() => {
  for (const release of hanging) release()
  hanging.clear()
})

function openAccess(
  change: Partial<Behaviour> = {},
  options: { isPaywallEnabled?: boolean; answerMs?: number; legal?: string[] } = {},
) {
  const behaviour = { ...USUAL, ...change }
  const asked: string[] = []
  const requests: PaywallRequest[] = []
  const kept: { articleId: string; sub: string | null; anonId: string | null; record: DecisionRecord }[] = []
  const trouble: string[] = []
  const opened: string[] = []
  async function behave<T>(name: string, given: T | 'throws' | 'hangs'): Promise<T> {
    asked.push(name)
    if (given === 'throws') throw new Error(`${name} is down`)
    if (given === 'hangs')
      return new Promise<never>((_resolve, reject) => hanging.add(() => reject(new Error('released'))))
    return given
  }
  const links = {
    good: { kind: 'verified', id: 'l1', articleId: '130', tokenType: 'gift', scope: 'a no_paywall' },
    'other-article': { kind: 'verified', id: 'l1', articleId: '131', tokenType: 'gift', scope: 'no_paywall' },
    'other-scope': { kind: 'verified', id: 'l1', articleId: '130', tokenType: 'link', scope: 'no_paywall_preview' },
    expired: { kind: 'failed', code: 'ERR_JWT_EXPIRED' },
    bad: { kind: 'failed', code: 'ERR_JWT_INVALID' },
  } as const
  const questions: AccessQuestions = {
    publication: 'ak',
    decide: async (request) => {
      requests.push(request)
      const { template } = behaviour
      const given = await behave('decide', template)
      if (given === null) return null
      return typeof given === 'string'
        ? [
            { sdkFeatureSlug: 'paywall-fb', outputValue: 'ok' },
            { sdkFeatureSlug: 'paywall-ak', outputValue: given },
          ]
        : (given as { results: { sdkFeatureSlug: unknown; outputValue: unknown }[] }).results
    },
    verifyLink: async () => {
      const given = await behave('verifyLink', behaviour.link)
      return links[given as keyof typeof links]
    },
    openLink: async (id, sub) => {
      asked.push('openLink')
      if (behaviour.open) opened.push(`${id} ${sub}`)
      return behaviour.open
    },
    decideExtendedAccess: () => behave('decideExtendedAccess', behaviour.extended),
    hasBought: () => behave('hasBought', behaviour.bought),
    countCredits: () => behave('countCredits', behaviour.credits),
    keep: (decision) => kept.push(decision),
    onTrouble: (what, reason) => trouble.push(`${what}: ${reason}`),
  }
  const accessOf = createArticleAccess({
    isPaywallEnabled: options.isPaywallEnabled ?? true,
    legalSiteIds: options.legal ?? [],
    content: {
      getTagHierarchy: (async ({ id }: { id: string }) =>
        behaviour.hierarchy
          ? { ok: true, data: [id, ...(TAG_PARENTS[id] ?? [])].map((tag) => ({ id: tag, displayName: tag })) }
          : { ok: false, status: 503 }) as never,
    },
    internal: {
      getFullArticle: (async () => ({
        ok: true,
        data: { contentItems: [{ type: 'paragraph', html: SECRET_TEXT }] },
      })) as never,
    },
    questions,
    ...(options.answerMs === undefined ? {} : { answerMs: options.answerMs }),
    now: () => 0,
  })
  const decide = async (reader: ReaderFlags, principal: AccessPrincipal | undefined, article = paid) => {
    const found = await accessOf(reader, principal)(article)
    const isOpen = JSON.stringify(found).includes(SECRET_TEXT)
    expect(isOpen).toBe(article.contentRestriction !== 'free' && !found.access.isLocked)
    return `${found.access.isLocked ? 'locked' : 'open'} ${found.access.rule} ${found.access.template ?? '-'}`
  }
  return { decide, asked, requests, kept, trouble, opened, accessOf }
}

it.each<[string, ReaderFlags, Partial<AccessPrincipal>, Partial<Behaviour>, string, string]>([
  ['R4.5-08 R4.5-24 R6-03', readerWith(), {}, {}, 'decide', 'locked subscription subscription-mobile'],
  ['R1-35 R4.5-23', readerWith(), {}, { template: 'ok' }, 'decide', 'open paywall-service ok'],
  ['R4.5-05 R6-06', readerWith('PLUS_USER'), {}, {}, '', 'open plus ok'],
  ['R4.5-06 R6-09', readerWith('EPAPER_USER'), {}, {}, '', 'open paywall-service ok'],
  ['R4.5-19 R6-13', readerWith('PLUS-TAG-12'), {}, {}, '', 'open tag-subscription ok'],
  ['R4.5-20 R6-13', readerWith('PLUS-TAG-10'), {}, {}, '', 'open tag-subscription ok'],
  [
    'R4.5-20 S4.5-07',
    readerWith('PLUS-TAG-10'),
    {},
    { hierarchy: false },
    'decide',
    'locked subscription subscription-mobile',
  ],
  ['R4.5-19', readerWith('PLUS-TAG-13'), {}, {}, 'decide', 'locked subscription subscription-mobile'],
  ['R4.5-21', readerWith('WALLET_USER'), {}, { bought: true }, 'hasBought', 'open bought ok'],
  [
    'R4.5-25',
    readerWith('WALLET_USER'),
    {},
    { credits: 2 },
    'hasBought decide countCredits',
    'locked buy subscription-mobile',
  ],
  [
    'R4.5-25',
    readerWith('WALLET_USER'),
    {},
    {},
    'hasBought decide countCredits',
    'locked subscription subscription-mobile',
  ],
  ['R6-11', readerWith('WALLET_USER', 'PLUS_USER'), {}, { bought: true, credits: 9 }, '', 'open plus ok'],
  ['R6-11', readerWith(), {}, { bought: true, credits: 9 }, 'decide', 'locked subscription subscription-mobile'],
  [
    'R4.5-22 R6-30 R1-37',
    readerWith(),
    { linkToken: 't' },
    { link: 'good' },
    'verifyLink openLink',
    'open link-token ok',
  ],
  [
    'R4.5-22',
    readerWith(),
    { linkToken: 't' },
    { link: 'good', open: false },
    'verifyLink openLink decide',
    'locked subscription subscription-mobile',
  ],
  [
    'R4.5-22 R4.6-04',
    readerWith(),
    { linkToken: 't' },
    { link: 'other-article' },
    'verifyLink decide',
    'locked subscription subscription-mobile',
  ],
  [
    'R4.5-22',
    readerWith(),
    { linkToken: 't' },
    { link: 'other-scope' },
    'verifyLink decide',
    'locked subscription subscription-mobile',
  ],
  [
    'R4.6-06',
    readerWith(),
    { linkToken: 't' },
    { link: 'expired' },
    'verifyLink decide',
    'locked subscription subscription-mobile',
  ],
  [
    'S6-04',
    readerWith(),
    { linkToken: 't', sub: null },
    { link: 'good' },
    'verifyLink decide',
    'locked subscription subscription-mobile',
  ],
  [
    'R1-38 R4.5-17',
    readerWith(),
    { assertion },
    { extended: 'unlocked' },
    'decideExtendedAccess',
    'open extended-access ok',
  ],
  [
    'R4.5-17',
    readerWith(),
    { assertion },
    {},
    'decideExtendedAccess decide',
    'locked subscription subscription-mobile',
  ],
  [
    'R4.5-17 R4.5-27',
    readerWith(),
    { assertion, linkToken: 't' },
    { link: 'good', template: 'ok' },
    'decideExtendedAccess verifyLink decide',
    'locked subscription ok',
  ],
  ['S4.5-03', readerWith('PLUS_USER'), { assertion }, {}, '', 'open extended-access ok'],
  ['S4.5-03 S4.5-05', readerWith('EPAPER_USER'), { assertion }, {}, '', 'open extended-access ok'],
  ['S4.5-03', readerWith('PLUS-TAG-12'), { assertion }, {}, '', 'open extended-access ok'],
  ['S4.5-03', readerWith('WALLET_USER'), { assertion }, { bought: true }, 'hasBought', 'open extended-access ok'],
])(
  '%s: reader %j asking with %j of %j asks for "%s" and gets %s',
  async (_ids, reader, principal, behaviour, asked, expected) => {
    const access = openAccess(behaviour)
    expect(await access.decide(reader, { ...frida, ...principal })).toBe(expected)
    expect(access.asked.join(' ')).toBe(asked)
  },
)

describe('no service is asked', () => {
  it.each([
    ['R4.5-04 R4.5-15', toArticle('free'), {}, 'open free ok'],
    ['R4.5-14 S4.5-08', paid, { isPaywallEnabled: false }, 'open paywall-disabled ok'],
    ['S2.1-16', paid, { legal: ['130'] }, 'open free ok'],
  ])('%s for articles that are open to everybody', async (_ids, article, options, expected) => {
    const access = openAccess({}, options)
    expect(await access.decide(ANONYMOUS_READER, { ...anonymous, linkToken: 't', assertion }, article)).toBe(expected)
    expect(access.asked).toEqual([])
  })

  it('R4.5-28 for a class of readers, whose stored page opens by the class alone', async () => {
    const access = openAccess({ template: 'ok', link: 'good', extended: 'unlocked', bought: true })
    expect(await access.decide(ANONYMOUS_READER, undefined)).toBe('locked subscription -')
    expect(await access.decide(readerWith('PLUS_USER'), undefined)).toBe('open plus ok')
    expect([access.asked, access.kept]).toEqual([[], []])
  })
})

it('R4.6-03 R7.6-09 R7.6-13 S4.5-06 sends the service facts of the server, and no token but the reader’s', async () => {
  const access = openAccess({ link: 'other-article' })
  await access.decide(readerWith(), { ...frida, linkToken: 'the-link-token', referrer: '/lokales' })
  expect(access.requests).toEqual([
    {
      inputs: {
        _dm_ressort: 'der-umbau-130',
        _dm_contentRestriction: 'paid',
        _dm_referrer: '/lokales',
        _dm_device: 'mobile',
        _dm_pageType: 'Artikelseite',
        _dm_contentid: '130',
        _anonId: '42',
        _dm_linkTokenState: 'invalid',
        _dm_linkTokenType: 'gift',
      },
      path: '/der-umbau-130',
      session: '42',
      jwt: 'id.token.frida',
    },
  ])
  expect(JSON.stringify(access.requests)).not.toContain('the-link-token')
})

it('S4.6-03 tells an anonymous reader that a gift needs a login, and counts no opening', async () => {
  const access = openAccess({ link: 'good' })
  expect(await access.decide(ANONYMOUS_READER, { ...anonymous, linkToken: 't' })).toBe(
    'locked gift subscription-mobile',
  )
  expect(access.opened).toEqual([])
})

describe('a library or school', () => {
  const talheim = { id: 'talheim', name: 'Stadtbücherei Talheim', by: 'address' } as const
  it.each<[string, ReaderFlags, Partial<AccessPrincipal>, Partial<Behaviour>, string, string]>([
    [
      'opens before the service is asked, which would count the article',
      ANONYMOUS_READER,
      { sub: null },
      { template: 'hangs' },
      '',
      'open institution ok',
    ],
    ['opens for readers with an account', readerWith(), {}, {}, '', 'open institution ok'],
    [
      'comes after the reader’s own rights: a purchase',
      readerWith('WALLET_USER'),
      {},
      { bought: true },
      'hasBought',
      'open bought ok',
    ],
    [
      'comes after a gift, which is counted as opened',
      readerWith(),
      { linkToken: 't' },
      { link: 'good' },
      'verifyLink openLink',
      'open link-token ok',
    ],
    [
      'opens where a gift is used up',
      readerWith(),
      { linkToken: 't' },
      { link: 'good', open: false },
      'verifyLink openLink',
      'open institution ok',
    ],
    [
      'does not undo the search provider’s no',
      ANONYMOUS_READER,
      { sub: null, assertion },
      {},
      'decideExtendedAccess decide',
      'locked subscription subscription-mobile',
    ],
  ])('%s', async (_name, reader, change, behaviour, asked, expected) => {
    const access = openAccess(behaviour)
    expect([
      await access.decide(reader, { ...frida, ...change, institution: talheim }),
      access.asked.join(' '),
    ]).toEqual([expected, asked])
  })

  it('is in no decision for a class, and is named only if it opened the article', async () => {
    const access = openAccess()
    expect(await access.decide(ANONYMOUS_READER, undefined)).toMatch(/^locked/)
    expect((await access.accessOf(ANONYMOUS_READER, { ...anonymous, institution: talheim })(paid)).access.via).toBe(
      'Stadtbücherei Talheim',
    )
    expect(
      (await access.accessOf(readerWith('PLUS_USER'), { ...frida, institution: talheim })(paid)).access.via,
    ).toBeUndefined()
  })

  it('is stored for support by its id, and the caller’s listener gets the decision', async () => {
    const told: DecisionRecord[] = []
    const access = openAccess()
    await access.accessOf(ANONYMOUS_READER, {
      ...anonymous,
      institution: talheim,
      tell: (record) => told.push(record),
    })(paid)
    expect(told).toEqual(access.kept.map(({ record }) => record))
    expect([
      told[0]!.input.institution,
      toDecisionName(replayDecision(told[0]!).decision),
      JSON.stringify(told).includes('Stadtbücherei'),
    ]).toEqual(['talheim', 'unlocked:institution', false])
  })
})

it.each(['throws', 'hangs'] as const)(
  'R8-34 a question about a purchase that %s is logged and counts as not bought',
  async (bought) => {
    const access = openAccess({ bought }, { answerMs: 50 })
    expect(await access.decide(readerWith('WALLET_USER'), frida)).toMatch(/^locked/)
    expect(access.trouble.some((one) => one.startsWith('hasBought: '))).toBe(true)
    expect(access.kept[0]!.record.input.hasBoughtArticle).toBe(false)
  },
)

describe('R4.5-12 R4.5-13 R4.5-26 when no service answers', () => {
  it.each<Partial<Behaviour>>([
    { template: null },
    { template: 'throws' },
    { template: { results: [] } },
    { template: { results: [{ sdkFeatureSlug: 'paywall-fb', outputValue: 'ok' }] } },
    { template: { results: [{ sdkFeatureSlug: 'paywall-ak', outputValue: { ok: true } }] } },
  ])('locks with the fallback for %j', async (behaviour) => {
    const access = openAccess(behaviour)
    expect(await access.decide(readerWith(), frida)).toBe('locked subscription ak-fallback-paywall-mobile')
    expect(await access.decide(readerWith(), { ...frida, device: 'desktop' })).toBe(
      'locked subscription ak-fallback-paywall-desktop',
    )
  })

  it('stays closed whichever service is down, and says so', async () => {
    const down: Behaviour = {
      template: 'throws',
      link: 'throws',
      open: false,
      extended: 'throws',
      bought: 'throws',
      credits: 'throws',
      hierarchy: false,
    }
    const access = openAccess(down)
    expect(await access.decide(readerWith('WALLET_USER', 'PLUS-TAG-10'), { ...frida, linkToken: 't', assertion })).toBe(
      'locked subscription ak-fallback-paywall-mobile',
    )
    expect(new Set(access.trouble.map((one) => one.split(':')[0]))).toEqual(
      new Set(['countCredits', 'decide', 'decideExtendedAccess', 'hasBought', 'verifyLink']),
    )
  })

  it('S4.5-01 waits at most a second and a half for a service that hangs', async () => {
    expect(ANSWER_MS).toBe(1500)
    const access = openAccess({ template: 'hangs' })
    const started = performance.now()
    expect(await access.decide(readerWith(), frida)).toBe('locked subscription ak-fallback-paywall-mobile')
    const waited = performance.now() - started
    expect(waited).toBeGreaterThan(1400)
    expect(waited).toBeLessThan(2 * ANSWER_MS)
  })

  it('waits once, even if several services hang', async () => {
    const access = openAccess(
      { template: 'hangs', link: 'hangs', extended: 'hangs', bought: 'hangs', credits: 'hangs' },
      { answerMs: 1500 },
    )
    const started = performance.now()
    expect(await access.decide(readerWith('WALLET_USER'), { ...frida, linkToken: 't', assertion })).toBe(
      'locked subscription ak-fallback-paywall-mobile',
    )
    expect(performance.now() - started).toBeLessThan(2 * 1500)
  })
})

describe('the log for support', () => {
  it('has ids, flags and states of each decision about a paid article, enough to repeat it', async () => {
    const access = openAccess({ link: 'good', credits: 3 })
    const readers: [ReaderFlags, AccessPrincipal][] = [
      [readerWith('WALLET_USER'), frida],
      [readerWith('PLUS_USER'), frida],
      [ANONYMOUS_READER, anonymous],
      [readerWith(), { ...frida, linkToken: 'secret-link-token' }],
      [readerWith('PLUS-TAG-10'), frida],
    ]
    for (const [reader, principal] of readers) await access.decide(reader, principal)
    await access.decide(ANONYMOUS_READER, anonymous, toArticle('free'))
    const kept = JSON.parse(JSON.stringify(access.kept)) as typeof access.kept
    expect(kept.map(({ record }) => toDecisionName(record.decision))).toEqual([
      'locked:buy',
      'unlocked:plus',
      'locked:subscription',
      'unlocked:link-token',
      'unlocked:tag-subscription',
    ])
    for (const { record } of kept) expect(replayDecision(record)).toEqual({ decision: record.decision, isSame: true })
    expect(kept.map(({ sub, anonId }) => sub ?? anonId)).toEqual(['frida', 'frida', '42', 'frida', 'frida'])
    for (const secret of ['id.token.frida', 'secret-link-token', SECRET_TEXT])
      expect(JSON.stringify(kept)).not.toContain(secret)
  })

  it('shows that the rules have changed since', () => {
    const { kept, decide } = openAccess()
    return decide(readerWith(), frida).then(() => {
      const { record } = kept[0]!
      expect(replayDecision({ ...record, decision: { kind: 'unlocked', reason: 'plus' } }).isSame).toBe(false)
    })
  })
})

it('R4.5-27 R4.5-28 R1-34 never grants more than the table of 4.5, over readers, articles and services’ states', async () => {
  const roles = fc.subarray([
    'PLUS_USER',
    'EPAPER_USER',
    'PUR_USER',
    'WALLET_USER',
    'PLUS-TAG-10',
    'PLUS-TAG-12',
    'PLUS-TAG-13',
    'PLUS-TAG-99',
    'plus_user',
    'PLUS-TAG-12abc',
    'ADMIN',
  ])
  const template = fc.constantFrom<Behaviour['template']>(
    'ok',
    'OK',
    ' ok',
    '',
    '${device}',
    'subscription-${device}',
    'registration-${device}',
    '<b>',
    null,
    'throws',
    { results: [] },
    { results: [{ sdkFeatureSlug: 'paywall-fb', outputValue: 'ok' }] },
    { results: [{ sdkFeatureSlug: 'paywall-ak', outputValue: true }] },
  )
  const behaviour: fc.Arbitrary<Behaviour> = fc.record({
    template,
    link: fc.constantFrom('good', 'other-article', 'other-scope', 'expired', 'bad', 'throws'),
    open: fc.boolean(),
    extended: fc.constantFrom('unlocked', 'locked', 'throws'),
    bought: fc.constantFrom<Behaviour['bought']>(true, false, 'throws'),
    credits: fc.constantFrom<Behaviour['credits']>(0, 1, 5, 'throws'),
    hierarchy: fc.boolean(),
  })
  const world = fc.record({
    isLoggedIn: fc.boolean(),
    hasSub: fc.boolean(),
    roles,
    restriction: fc.constantFrom('paid', 'paid', 'paid', 'free', 'Free', '', null, undefined),
    tags: fc.subarray(['12', '13', '14']),
    isPaywallEnabled: fc.constantFrom(true, true, true, false),
    isLegal: fc.constantFrom(false, false, false, true),
    hasLink: fc.boolean(),
    hasAssertion: fc.boolean(),
    behaviour,
  })
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { behaviour: state } = given
      const access = openAccess(state, {
        isPaywallEnabled: given.isPaywallEnabled,
        legal: given.isLegal ? ['130'] : [],
      })
      const reader = toReaderFlags({ isLoggedIn: given.isLoggedIn, roles: given.roles, emailVerified: true })
      const principal: AccessPrincipal = {
        ...anonymous,
        sub: given.isLoggedIn && given.hasSub ? 'frida' : null,
        linkToken: given.hasLink ? 't' : null,
        assertion: given.hasAssertion ? assertion : null,
      }
      const answer = await access.decide(reader, principal, toArticle(given.restriction, given.tags))

      // An independent copy of the table of 4.5.
      const has = (role: string) => given.isLoggedIn && given.roles.includes(role)
      const isPlus = has('PLUS_USER')
      const parents = (tag: string) => (state.hierarchy ? [tag, ...(TAG_PARENTS[tag] ?? [])] : [tag])
      const isTag = given.tags.flatMap(parents).some((tag) => has(`PLUS-TAG-${tag}`))
      const isBought = has('WALLET_USER') && !isPlus && given.hasSub && state.bought === true
      const isEntitledAnyway = isPlus || has('EPAPER_USER') || isTag || isBought
      const isGiven = given.hasLink && state.link === 'good' && given.isLoggedIn && given.hasSub && state.open
      const steps: [boolean, boolean][] = [
        [!given.isPaywallEnabled, true],
        [given.restriction === 'free' || given.isLegal, true],
        [given.hasAssertion, isEntitledAnyway || state.extended === 'unlocked'],
        [isPlus, true],
        [isTag, true],
        [isBought, true],
        [isGiven, true],
        [has('EPAPER_USER') || state.template === 'ok', true],
        [true, false],
      ]
      const [, isAllowed] = steps.find(([applies]) => applies)!
      expect(answer.startsWith('open')).toBe(isAllowed)
    }),
    { numRuns: propertyRuns(1500) },
  )
}, 240_000)

it('marks text as paid if only some readers may see it', () => {
  const view = (rule: string) => ({ isLocked: false, rule, template: 'ok' })
  expect([
    isPaidText(paid, view('plus')),
    isPaidText(paid, view('paywall-service')),
    isPaidText(paid, view('free')),
    isPaidText(toArticle('free'), view('free')),
  ]).toEqual([true, true, false, false])
})

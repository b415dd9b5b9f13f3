import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_READS, toFirstDay, type Read } from './metering.ts'
import {
  decideByRules,
  findMeterState,
  listRuleFaults,
  SEGMENTS,
  toPart,
  toSegments,
  usesMeter,
  usesReads,
} from './paywall-rules.ts'
import type { PaywallConditions, PaywallFacts, PaywallRule, PaywallRules } from './paywall-rules.ts'
import { ANONYMOUS_READER, toReaderFlags } from './roles.ts'

/** A Saturday, 13 o'clock in Berlin. */
const NOW = new Date('2026-11-21T12:00:00Z')
const facts: PaywallFacts = {
  articleId: '1',
  sections: ['der-umbau-1', 'lokales/auenburg'],
  referrer: 'https://www.google.com/',
  device: 'mobile',
  segments: ['registered', 'verified'],
  linkToken: 'none',
  readerKey: 'r',
  reads: [],
  now: NOW,
}
const rule = (id: string, when: PaywallConditions, template = 'ok'): PaywallRule => ({ id, when, template })
const answerTo = (when: PaywallConditions, change: Partial<PaywallFacts> = {}) =>
  decideByRules({ rules: [rule('a', when)], otherwise: 'no' }, { ...facts, ...change })
const holds = (when: PaywallConditions, change: Partial<PaywallFacts> = {}) => answerTo(when, change).ruleId === 'a'
const read = (day: string, articleId: string, isMetered = true): Read => ({ day, articleId, isMetered })
const given = (count: number, day = '2026-11-21') =>
  Array.from({ length: count }, (_one, index) => read(day, `x${index}`))

describe('a condition', () => {
  it.each<[PaywallConditions, Partial<PaywallFacts>, boolean]>([
    [{}, {}, true],
    [{ sections: ['lokales'] }, {}, true],
    [{ sections: ['lokales/auenburg'] }, {}, true],
    [{ sections: ['lokal'] }, {}, false],
    [{ sections: ['sport', 'der-umbau-1'] }, {}, true],
    [{ sections: ['lokales'] }, { sections: [] }, false],
    [{ referrers: ['google.com'] }, {}, true],
    [{ referrers: ['oogle.com'] }, {}, false],
    [{ referrers: ['google.com'] }, { referrer: 'https://google.com.evil.example/' }, false],
    [{ referrers: ['google.com'] }, { referrer: 'https://evil.example/google.com' }, false],
    [{ referrers: ['none'] }, { referrer: 'none' }, true],
    [{ referrers: ['none'] }, {}, false],
    [{ referrers: ['/suche'] }, { referrer: '/suche' }, true],
    [{ referrers: ['/suche'] }, { referrer: '/suchen' }, false],
    [{ referrers: ['/'] }, { referrer: '/lokales' }, true],
    [{ devices: ['mobile'] }, {}, true],
    [{ devices: ['desktop'] }, {}, false],
    [{ segments: ['anonymous', 'verified'] }, {}, true],
    [{ segments: ['anonymous'] }, {}, false],
    [{ linkTokens: ['expired'] }, { linkToken: 'expired' }, true],
    [{ linkTokens: ['expired'] }, {}, false],
    [{ time: { from: '2026-11-21T12:00:00Z' } }, {}, true],
    [{ time: { until: '2026-11-21T12:00:00Z' } }, {}, false],
    [{ time: { weekdays: [6] } }, {}, true],
    [{ time: { weekdays: [1, 7] } }, {}, false],
    // Already Sunday in Berlin.
    [{ time: { weekdays: [7] } }, { now: new Date('2026-11-21T23:30:00Z') }, true],
    [{ time: { hours: [13] } }, {}, true],
    [{ time: { hours: [12] } }, {}, false],
    [{ devices: ['mobile'], segments: ['anonymous'] }, {}, false],
  ])('%j with %j holds: %s', (when, change, expected) => {
    expect(holds(when, change)).toBe(expected)
  })

  it.each<[PaywallConditions, Partial<PaywallFacts>, boolean]>([
    [{ visits: { days: 3, atLeast: 1, atMost: 1 } }, {}, true],
    [{ visits: { days: 3, atLeast: 2 } }, { reads: [read('2026-11-20', '9', false)] }, true],
    [{ visits: { days: 3, atLeast: 2 } }, { reads: given(5) }, false],
    [{ visits: { days: 3, atMost: 2 } }, { reads: [read('2026-11-20', '9'), read('2026-11-19', '9')] }, false],
    [{ visits: { days: 3, atLeast: 2 } }, { reads: [read('2026-11-18', '9')] }, false],
    [{ meter: { days: 30, articles: 2 } }, {}, true],
    [{ meter: { days: 30, articles: 2 } }, { reads: given(1) }, true],
    [{ meter: { days: 30, articles: 2 } }, { reads: given(2) }, false],
    // Opened earlier today: does not count twice.
    [{ meter: { days: 30, articles: 2 } }, { reads: [read('2026-11-21', '1'), ...given(1)] }, true],
    // The same article on another day counts again.
    [{ meter: { days: 30, articles: 2 } }, { reads: [read('2026-11-20', '1'), ...given(1)] }, false],
    // Opened while locked: it does not count as given.
    [{ meter: { days: 30, articles: 1 } }, { reads: [read('2026-11-21', '8', false)] }, true],
    [{ meter: { days: 1, articles: 1 } }, { reads: given(1, '2026-11-20') }, true],
    [{ meter: { days: 30, articles: 100 } }, { reads: given(MOST_READS, '2026-11-01') }, false],
  ])('counts: %j with %j holds: %s', (when, change, expected) => {
    expect(holds(when, change)).toBe(expected)
  })

  it.each<PaywallConditions>([
    { visits: { days: 3, atLeast: 0 } },
    { visits: { days: 3, atMost: 31 } },
    { meter: { days: 30, articles: 100 } },
    { share: { split: 's', from: 0, below: 100 } },
  ])('%j never holds for a reader who cannot be recognised', (when) => {
    expect([holds(when), holds(when, { readerKey: null })]).toEqual([true, false])
  })

  it('assigns readers evenly and stably, and differently for another split', () => {
    const parts = Array.from({ length: 10_000 }, (_one, index) => toPart('test', `anon ak ${index}`))
    expect(parts.every((part) => Number.isInteger(part) && part >= 0 && part < 100)).toBe(true)
    const tenth = parts.filter((part) => part < 10).length
    expect(tenth).toBeGreaterThan(850)
    expect(tenth).toBeLessThan(1150)
    expect(toPart('test', 'r')).toBe(toPart('test', 'r'))
    const both = parts.filter((part, index) => part < 50 && toPart('other', `anon ak ${index}`) < 50).length
    expect(both).toBeGreaterThan(2200)
    expect(both).toBeLessThan(2800)
    const at = toPart('s', 'r')
    expect([
      holds({ share: { split: 's', from: at, below: at + 1 } }),
      holds({ share: { split: 's', from: 0, below: at } }),
      holds({ share: { split: 's', from: at + 1, below: 101 } }),
    ]).toEqual([true, false, false])
  })
})

describe('the rules', () => {
  const rules: PaywallRules = {
    rules: [
      rule('phones', { devices: ['desktop'] }, 'a'),
      rule('members', { segments: ['verified'] }, 'b'),
      rule('all', {}, 'c'),
    ],
    otherwise: 'd',
  }

  it('the first rule that holds answers; the trace says why earlier rules did not', () => {
    expect(decideByRules(rules, facts)).toEqual({
      template: 'b',
      ruleId: 'members',
      isMetered: false,
      trace: [
        { ruleId: 'phones', failed: 'devices' },
        { ruleId: 'members', failed: null },
      ],
    })
    expect(decideByRules({ ...rules, rules: rules.rules.slice(0, 1) }, facts)).toMatchObject({
      template: 'd',
      ruleId: null,
    })
  })

  it('the trace names the first condition that failed', () => {
    expect(answerTo({ devices: ['mobile'], linkTokens: ['valid'], time: { hours: [0] } }).trace).toEqual([
      { ruleId: 'a', failed: 'linkTokens' },
    ])
  })

  it('an article counts as given only when a meter gave it', () => {
    const meter = { meter: { days: 1, articles: 1 } }
    expect([
      answerTo(meter).isMetered,
      answerTo({}).isMetered,
      decideByRules({ rules: [rule('a', meter, 'registration')], otherwise: 'x' }, facts).isMetered,
    ]).toEqual([true, false, false])
    expect([
      usesMeter(rules),
      usesReads(rules),
      usesReads({ rules: [rule('a', { visits: { days: 1 } })], otherwise: 'x' }),
      usesMeter({ rules: [rule('a', meter)], otherwise: 'x' }),
    ]).toEqual([false, false, true, true])
  })

  it('a meter gives no more than its limit, in any order of articles and days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 2 })), { maxLength: 40 }),
        (articles, visits) => {
          const reads: Read[] = []
          let now = NOW
          for (const [article, days] of visits) {
            now = new Date(now.getTime() + days * 86_400_000)
            const articleId = String(article)
            const answer = decideByRules(
              { rules: [rule('a', { meter: { days: 7, articles } })], otherwise: 'no' },
              { ...facts, articleId, now, reads },
            )
            if (
              answer.isMetered &&
              !reads.some((one) => one.articleId === articleId && one.day === now.toISOString().slice(0, 10))
            )
              reads.push(read(now.toISOString().slice(0, 10), articleId))
            const first = toFirstDay(now, 7)
            expect(reads.filter(({ day }) => day >= first).length).toBeLessThanOrEqual(articles)
          }
        },
      ),
    )
  })

  it.each<[PaywallRule[], string[]]>([
    [[rule('a', { devices: ['mobile'] }), rule('b', {})], []],
    [[rule('a', { devices: ['mobile'] }), rule('a', { devices: ['desktop'] })], ['a ID_TWICE']],
    [[rule('a', {}), rule('b', { devices: ['mobile'] })], ['b UNREACHABLE']],
    [[rule('a', { share: { split: 's', from: 50, below: 50 } })], ['a NEVER_HOLDS']],
    [[rule('a', { visits: { days: 3, atLeast: 4 } })], ['a NEVER_HOLDS']],
    [[rule('a', { time: { from: '2026-12-01T00:00:00Z', until: '2026-11-01T00:00:00Z' } })], ['a NEVER_HOLDS']],
  ])('%j have the faults %j', (list, expected) => {
    expect(listRuleFaults({ rules: list, otherwise: 'x' }).map(({ ruleId, fault }) => `${ruleId} ${fault}`)).toEqual(
      expected,
    )
  })
})

it.each([
  [[], 'registered unverified'],
  [['PUR_USER', 'WALLET_USER'], 'registered unverified pur wallet'],
  [['PLUS_USER', 'EPAPER_USER', 'PLUS-TAG-1'], 'registered unverified tag-subscriber epaper plus'],
])('a reader with %j counts as %s', (roles, expected) => {
  expect(toSegments(toReaderFlags({ isLoggedIn: true, roles, emailVerified: false }))).toEqual(expected.split(' '))
  expect(toSegments(ANONYMOUS_READER)).toEqual(['anonymous'])
  expect(expected.split(' ').every((name) => (SEGMENTS as readonly string[]).includes(name))).toBe(true)
})

it('a window of days starts at its first day, also across the end of summer time', () => {
  expect([toFirstDay(NOW, 1), toFirstDay(NOW, 30), toFirstDay(new Date('2026-10-25T22:30:00Z'), 2)]).toEqual([
    '2026-11-21',
    '2026-10-23',
    '2026-10-24',
  ])
})

it('reports how many free articles are used, from the rule that gives them', () => {
  const meter = { days: 30, articles: 2 }
  const rules: PaywallRules = {
    rules: [
      rule('locks', { meter }, 'no'),
      rule('others', { segments: ['plus'], meter: { days: 7, articles: 9 } }),
      rule('mine', { segments: ['verified'], meter }),
    ],
    otherwise: 'no',
  }
  const stateOf = (reads: Read[], change: Partial<PaywallFacts> = {}) =>
    findMeterState(rules, { ...facts, reads, ...change })
  expect(
    [
      stateOf([]),
      stateOf([read('2026-11-01', 'a'), read('2026-10-01', 'b'), read('2026-11-20', 'c', false)]),
      stateOf(given(5)),
    ].map((state) => state?.used),
  ).toEqual([0, 1, 2])
  expect([
    stateOf([], { readerKey: null }),
    stateOf([], { segments: ['anonymous'] }),
    findMeterState({ rules: [], otherwise: 'ok' }, facts),
  ]).toEqual([null, null, null])
})

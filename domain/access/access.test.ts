import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  INITIAL_PAYWALL_STATE,
  decideAccess,
  explainAccess,
  decidePaywallShortcut,
  isEntitled,
  listRemedies,
  replayDecision,
  toPaywallState,
} from './access.ts'
import { isPaid } from './content-restriction.ts'
import type { AccessDecision, AccessInput, PaywallLayer, PaywallState, UnlockReason } from './access.ts'
import { NO_GIFT_TOKEN, hasNoPaywallScope, toGiftToken } from './gift.ts'
import type { GiftTokenVerification } from './gift.ts'
import { ANONYMOUS_READER, hasTagSubscription, parseRoles, parseTagRole, toReaderFlags } from './roles.ts'
import { isReadable } from '../reading/readable-articles.ts'
import type { ReaderFlags } from './roles.ts'

const readerWith = (...roles: string[]): ReaderFlags => toReaderFlags({ isLoggedIn: true, roles, emailVerified: true })
const free = readerWith()
const gift = toGiftToken({ kind: 'verified', articleId: '1', tokenType: 'gift', scope: 'no_paywall' }, '1')

const paidForAnonymous: AccessInput = {
  isPaywallEnabled: true,
  contentRestriction: 'paid',
  isLegal: false,
  extendedAccess: 'none',
  reader: ANONYMOUS_READER,
  articleTagIds: [],
  hasBoughtArticle: false,
  linkToken: NO_GIFT_TOKEN,
  paywall: INITIAL_PAYWALL_STATE,
  availableCreditCount: 0,
}
const answered = (paywallTemplate: string): PaywallState => ({
  paywallTemplate,
  zephrAnswered: true,
  isPaywall: paywallTemplate !== 'ok',
})
const locked = (layer: PaywallLayer, template: string | null = null): AccessDecision => ({
  kind: 'locked',
  layer,
  template,
})
const unlocked = (reason: UnlockReason): AccessDecision => ({ kind: 'unlocked', reason })

it.each<[string, Partial<AccessInput>, AccessDecision]>([
  ['R4.5-14', { isPaywallEnabled: false }, unlocked('paywall-disabled')],
  ['R4.5-15', { contentRestriction: 'free' }, unlocked('free')],
  ['S2.1-16', { isLegal: true }, unlocked('free')],
  ['R4.5-16', { extendedAccess: 'pending' }, { kind: 'pending' }],
  ['R4.5-17', { extendedAccess: 'unlocked' }, unlocked('extended-access')],
  ['R4.5-17', { extendedAccess: 'locked' }, locked('subscription')],
  ['R4.5-18 R6-06', { reader: readerWith('PLUS_USER') }, unlocked('plus')],
  ['R4.5-19', { reader: readerWith('PLUS-TAG-12'), articleTagIds: ['7', '12'] }, unlocked('tag-subscription')],
  ['R4.5-19', { reader: readerWith('PLUS-TAG-12'), articleTagIds: ['7', '123'] }, locked('subscription')],
  ['R4.5-21', { reader: readerWith('WALLET_USER'), hasBoughtArticle: true }, unlocked('bought')],
  ['R4.5-21', { reader: free, hasBoughtArticle: true }, locked('subscription')],
  ['R4.5-22 R6-30', { reader: free, linkToken: gift }, unlocked('link-token')],
  ['a library', { institution: 'talheim' }, unlocked('institution')],
  [
    'a library after the reader’s own rights',
    { reader: free, linkToken: gift, institution: 'talheim' },
    unlocked('link-token'),
  ],
  ['a library before the service', { institution: 'talheim', paywall: answered('ok') }, unlocked('institution')],
  [
    'a library after extended access said no',
    { institution: 'talheim', extendedAccess: 'locked' },
    locked('subscription'),
  ],
  ['no library', { institution: null }, locked('subscription')],
  ['R4.5-22', { linkToken: gift }, locked('gift')],
  ['R4.5-22', { reader: free, linkToken: { ...gift, isNoPaywall: false } }, locked('subscription')],
  ['R4.5-22', { reader: free, linkToken: { ...gift, state: 'invalid' } }, locked('subscription')],
  ['R4.5-23', { paywall: answered('ok') }, unlocked('paywall-service')],
  ['R4.5-24', { paywall: answered('subscription-mobile') }, locked('subscription', 'subscription-mobile')],
  ['S4.5-02', { paywall: answered('registration-mobile') }, locked('registration', 'registration-mobile')],
  ['S4.5-02', { paywall: answered('<b>') }, locked('subscription', '<b>')],
  [
    'R4.5-25',
    { reader: readerWith('WALLET_USER'), availableCreditCount: 1, paywall: answered('subscription-desktop') },
    locked('buy', 'subscription-desktop'),
  ],
  [
    'R4.5-25',
    { reader: readerWith('WALLET_USER'), paywall: answered('subscription-desktop') },
    locked('subscription', 'subscription-desktop'),
  ],
  ['R4.5-26', {}, locked('subscription')],
  ['R4.5-26', { paywall: { ...answered('ok'), zephrAnswered: false } }, locked('subscription', 'ok')],
  ['S6-03', { reader: readerWith('PUR_USER') }, locked('subscription')],
  ['R3.5-02 S3.5-02', { contentRestriction: undefined }, locked('subscription')],
  ['R3.5-02 S3.5-02', { contentRestriction: 'FREE' }, locked('subscription')],
  ['R3.5-02 S3.5-02', { contentRestriction: '' }, locked('subscription')],
])('%s decides on a paid article with %o', (_ids, given, decision) => {
  expect(decideAccess({ ...paidForAnonymous, ...given })).toEqual(decision)
})

/** Each step's condition. When all later conditions are true as well, the earlier step must decide. */
const steps: [UnlockReason, Partial<AccessInput>][] = [
  ['paywall-disabled', { isPaywallEnabled: false }],
  ['free', { contentRestriction: 'free' }],
  ['extended-access', { extendedAccess: 'unlocked' }],
  ['plus', { reader: readerWith('PLUS_USER', 'PLUS-TAG-12') }],
  ['tag-subscription', { reader: readerWith('WALLET_USER', 'PLUS-TAG-12'), articleTagIds: ['12'] }],
  ['bought', { reader: readerWith('WALLET_USER'), hasBoughtArticle: true }],
  ['link-token', { reader: free, linkToken: gift }],
  ['paywall-service', { paywall: answered('ok') }],
]
/** All conditions from this step on. Where two set the same field, the earlier step's value stays. */
function givenFrom(index: number): AccessInput {
  const conditions = steps
    .slice(index)
    .toReversed()
    .map(([, given]) => given)
  return Object.assign({}, paidForAnonymous, ...conditions) as AccessInput
}

it.each(steps.map(([reason], index) => [reason, index] as const))('R4.5-27 decides by %s (%i)', (reason, index) => {
  expect(decideAccess(givenFrom(index))).toEqual(unlocked(reason))
})

it('R4.5-27 S4.5-04 a pending or refused extended access wins over every later step', () => {
  expect(decideAccess({ ...givenFrom(3), extendedAccess: 'pending' }).kind).toBe('pending')
  expect(decideAccess({ ...givenFrom(3), extendedAccess: 'locked' }).kind).toBe('locked')
})

it('R4.5-28 a paid article is unlocked only for one of the named reasons', () => {
  const template = fc.constantFrom(null, '', 'OK', ' ok', 'ok2', 'subscription-mobile')
  fc.assert(
    fc.property(
      fc.constantFrom('paid', '', undefined, null, 'premium', 'free '),
      fc.subarray(['PUR_USER', 'EPAPER_USER', 'WALLET_USER', 'plus_user', 'PLUS_USER2', 'PLUS-TAG-12abc', 'PLUS-TAG-']),
      fc.boolean(),
      template,
      (contentRestriction, roles, zephrAnswered, paywallTemplate) => {
        const decision = decideAccess({
          ...paidForAnonymous,
          contentRestriction,
          reader: readerWith(...roles),
          articleTagIds: ['12'],
          availableCreditCount: 5,
          paywall: { paywallTemplate, zephrAnswered, isPaywall: false },
        })
        expect(decision.kind).toBe('locked')
      },
    ),
  )
})

it.each<[string, ReaderFlags, boolean, boolean]>([
  ['plus', readerWith('PLUS_USER'), false, true],
  ['e-paper', readerWith('EPAPER_USER'), false, true],
  ['the tag', readerWith('PLUS-TAG-12'), false, true],
  ['a coin', readerWith('WALLET_USER'), true, true],
  ['nothing', free, true, false],
])(
  'S4.5-03 the search provider gets the flag that a reader is entitled by %s',
  (_by, reader, hasBoughtArticle, expected) => {
    expect(isEntitled(reader, { articleTagIds: ['12'], hasBoughtArticle })).toBe(expected)
  },
)

it.each<[Partial<AccessInput>, string]>([
  [{}, 'login tag subscribe'],
  [{ articleTagIds: [] }, 'login subscribe'],
  [{ paywall: answered('registration-mobile') }, 'register tag subscribe'],
  [{ reader: free }, 'tag subscribe'],
  [{ linkToken: gift }, 'login tag subscribe'],
  [
    { reader: readerWith('WALLET_USER'), availableCreditCount: 2, paywall: answered('subscription-mobile') },
    'coin tag subscribe',
  ],
  [{ reader: readerWith('WALLET_USER') }, 'coins tag subscribe'],
  [{ reader: readerWith('PLUS_USER') }, ''],
  [{ contentRestriction: 'free' }, ''],
  [{ extendedAccess: 'pending' }, ''],
])('with %j the remedies offered are: %s', (given, expected) => {
  const input = { ...paidForAnonymous, articleTagIds: ['12'], ...given }
  expect(
    listRemedies(input, decideAccess(input))
      .map(({ kind }) => kind)
      .join(' '),
  ).toBe(expected)
})

it('repeats a decision from its record and reports when the result would differ today', () => {
  const input = { ...paidForAnonymous, reader: readerWith('PLUS-TAG-12'), articleTagIds: ['12'] }
  const record = JSON.parse(JSON.stringify({ input, decision: decideAccess(input) })) as {
    input: AccessInput
    decision: AccessDecision
  }
  expect(replayDecision(record)).toEqual({ decision: unlocked('tag-subscription'), isSame: true })
  expect(replayDecision({ ...record, decision: locked('subscription') }).isSame).toBe(false)
})

describe('paywall state', () => {
  const open = { paywallTemplate: 'ok', zephrAnswered: true, isPaywall: false }

  it.each([
    ['R4.5-04', { isArticle: true, contentRestriction: 'free', reader: free }, open],
    ['R4.5-05', { isArticle: true, contentRestriction: 'paid', reader: readerWith('PLUS_USER') }, open],
    ['R4.5-06 R6-09', { isArticle: true, contentRestriction: 'paid', reader: readerWith('EPAPER_USER') }, open],
    ['R4.5-07', { isArticle: false, contentRestriction: 'paid', reader: free }, open],
    ['R4.5-08', { isArticle: true, contentRestriction: 'paid', reader: readerWith('PUR_USER', 'WALLET_USER') }, null],
    ['R4.5-08', { isArticle: true, contentRestriction: undefined, reader: free }, null],
  ])('%s asks the service only when it must: %o', (_ids, page, state) => {
    expect(decidePaywallShortcut(page)).toEqual(state)
  })

  const result = (sdkFeatureSlug: string, outputValue: unknown) => ({ sdkFeatureSlug, outputValue })
  const fallback = { paywallTemplate: 'ak-fallback-paywall-mobile', zephrAnswered: false, isPaywall: true }

  it('R3.10-01 R3.10-02 R3.10-03 R4.5-01 starts with no template, no answer and no paywall', () => {
    expect(INITIAL_PAYWALL_STATE).toEqual({ paywallTemplate: null, zephrAnswered: false, isPaywall: false })
  })

  it.each([
    ['R4.5-09', [result('paywall-fb', 'ok'), result('paywall-ak', 'x'), result('paywall-ak', 'ok')], answered('x')],
    ['R4.5-10 R4.5-11', [result('paywall-ak', 'ok')], open],
    ['S3.10-01', [result('paywall-ak', '${device}-${device}-${x}')], answered('mobile-mobile-${x}')],
    ['R4.5-12 R4.5-13 R8-12', null, fallback],
    ['S4.5-01', [], fallback],
    ['S4.5-01', [result('paywall-fb', 'ok')], fallback],
    ['S4.5-01', [result('paywall-ak', { ok: true })], fallback],
    ['S4.5-01', [result('paywall-ak', '')], fallback],
  ])('%s reads %o', (_ids, results, state) => {
    expect(toPaywallState(results, 'ak', 'mobile')).toEqual(state)
  })
})

describe('roles', () => {
  it('R6-14 sets no flag without a login', () => {
    const roles = ['PLUS_USER', 'PUR_USER', 'EPAPER_USER', 'WALLET_USER', 'PLUS-TAG-1']
    expect(toReaderFlags({ isLoggedIn: false, roles, emailVerified: true })).toEqual(ANONYMOUS_READER)
    const { tagIds, ...flags } = ANONYMOUS_READER
    expect(tagIds).toEqual([])
    expect(Object.values(flags)).not.toContain(true)
  })

  it.each([
    ['R6-01', [], {}],
    ['R6-06', ['PLUS_USER'], { isPlusUser: true }],
    ['R6-02', ['PUR_USER'], { isPurUser: true }],
    ['S3.1-01', ['EPAPER_USER'], { isEpaperUser: true }],
    ['R6-10', ['WALLET_USER'], { isWalletUser: true }],
    ['R6-10 R6-12', ['WALLET_USER', 'PLUS_USER'], { isPlusUser: true, isPlusUserWithWallet: true }],
    ['S3.1-01', ['ADMIN', 'plus_user'], {}],
    ['R5-09 R5-10', ['PLUS-TAG-12', 'PLUS-TAG-012', 'PLUS-TAG-x'], { tagIds: ['12', '12'] }],
  ])('%s turns %o into the flags %o', (_ids, roles, flags) => {
    const expected = { ...ANONYMOUS_READER, isLoggedIn: true, hasVerifiedEmail: true, ...flags }
    expect(readerWith(...roles)).toEqual(expected)
  })

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])('R6-15 with login %s and verified %s shows a verified e-mail: %s', (isLoggedIn, emailVerified, expected) => {
    expect(toReaderFlags({ isLoggedIn, roles: [], emailVerified }).hasVerifiedEmail).toBe(expected)
  })

  it.each([
    ['PLUS-TAG-12', '12'],
    ['PLUS-TAG-012', '12'],
    ['PLUS-TAG-000', '0'],
    ['PLUS-TAG-999999999999999999', '999999999999999999'],
    ['PLUS-TAG-9999999999999999999', null],
    ['PLUS-TAG-12abc', null],
    ['PLUS-TAG--1', null],
    ['PLUS-TAG-1.5', null],
    ['xPLUS-TAG-1', null],
    ['PLUS-TAG-1\n', null],
    ['PLUS_USER', null],
  ])('R5-09 R5-10 reads the role %j as tag %j', (role, id) => {
    expect(parseTagRole(role)).toBe(id)
  })

  it('R5-11 matches the tag id with the article’s tags and their ancestors', () => {
    expect(hasTagSubscription(readerWith('PLUS-TAG-12'), ['3', '012'])).toBe(true)
    expect(hasTagSubscription(readerWith('PLUS-TAG-12'), ['3', 'sport'])).toBe(false)
    expect(hasTagSubscription(free, ['12'])).toBe(false)
  })

  it.each([
    [
      ['A', 1, 'B', null],
      ['A', 'B'],
    ],
    ['A, B C', ['A', 'B', 'C']],
    [undefined, []],
    [{ length: 1, 0: 'A' }, []],
  ])('S3.1-01 reads the claim %j as %o', (claim, roles) => {
    expect(parseRoles(claim)).toEqual(roles)
  })
})

describe('gift token', () => {
  const verified = (articleId: string, scope = 'a no_paywall b'): GiftTokenVerification => ({
    kind: 'verified',
    articleId,
    tokenType: 'gift',
    scope,
  })

  const failed = (code: string): GiftTokenVerification => ({ kind: 'failed', code })

  it.each<[string, GiftTokenVerification, object]>([
    ['R4.6-03 R3.11-04', verified('1'), { state: 'valid', tokenType: 'gift', isNoPaywall: true }],
    ['R4.6-04', verified('2'), { state: 'invalid', tokenType: 'gift', isNoPaywall: false }],
    ['R4.6-04', verified('01'), { state: 'invalid', tokenType: 'gift', isNoPaywall: false }],
    ['R3.11-02', verified('1', 'no_paywall_preview'), { state: 'valid', tokenType: 'gift', isNoPaywall: false }],
    ['R4.6-05', null, { state: 'none', tokenType: '', isNoPaywall: false }],
    ['R4.6-06 R8-11', failed('ERR_JWT_EXPIRED'), { state: 'expired', tokenType: 'unknown', isNoPaywall: false }],
    ['R4.6-07 R8-11', failed('ERR_JWT_INVALID'), { state: 'invalid', tokenType: '', isNoPaywall: false }],
  ])('%s takes %o for %o', (_ids, verification, token) => {
    expect(toGiftToken(verification, '1')).toEqual(token)
  })

  it.each([
    ['no_paywall', true],
    ['a no_paywall b', true],
    ['no_paywall_preview', false],
    ['xno_paywall', false],
    ['', false],
  ])('R3.11-01 R3.11-02 finds no_paywall in %j: %s', (scope, expected) => {
    expect(hasNoPaywallScope(scope)).toBe(expected)
  })
})

it('R9-48 treats everything but free as paid', () => {
  expect(['free', 'paid', 'Free', '', null, undefined].map(isPaid)).toEqual([false, true, true, true, true, true])
})

describe('the explanation of a decision for the reader', () => {
  const explain = (change: Partial<AccessInput>) => {
    const input = { ...paidForAnonymous, ...change }
    return explainAccess({ input, decision: decideAccess(input) })
  }
  it.each<[string, Partial<AccessInput>, Partial<ReturnType<typeof explainAccess>>]>([
    [
      'nobody',
      { paywall: answered('subscription-desktop') },
      {
        isLocked: true,
        rule: 'subscription',
        isLoggedIn: false,
        roles: [],
        coins: null,
        paywallService: 'locks',
        remedies: [{ kind: 'login' }, { kind: 'subscribe' }],
      },
    ],
    ['a silent service', {}, { isLocked: true, rule: 'subscription', paywallService: 'silent' }],
    [
      'the service’s ok',
      { reader: free, paywall: answered('ok') },
      { isLocked: false, rule: 'paywall-service', paywallService: 'opens', remedies: [] },
    ],
    [
      'plus',
      { reader: readerWith('PLUS_USER', 'WALLET_USER') },
      { isLocked: false, rule: 'plus', roles: ['plus'], coins: null, paywallService: null },
    ],
    [
      'coins',
      { reader: readerWith('WALLET_USER'), availableCreditCount: 3, paywall: answered('subscription-mobile') },
      { rule: 'buy', coins: 3, remedies: [{ kind: 'coin' }, { kind: 'subscribe' }] },
    ],
    [
      'a gift that waits for the login',
      { linkToken: gift, paywall: answered('subscription-mobile') },
      { rule: 'gift', linkToken: 'valid', remedies: [{ kind: 'login' }, { kind: 'subscribe' }] },
    ],
    [
      'a library',
      { institution: 'talheim' },
      { isLocked: false, rule: 'institution', isAtInstitution: true, paywallService: null },
    ],
    ['a free article', { contentRestriction: 'free' }, { isLocked: false, rule: 'free', isPaid: false }],
  ])('%s', (_name, change, expected) => {
    expect(explain(change)).toMatchObject(expected)
  })
})

it.each<[string, ReaderFlags, boolean, boolean]>([
  ['plus', readerWith('PLUS_USER'), false, true],
  ['the tag', readerWith('PLUS-TAG-012'), false, true],
  ['another tag', readerWith('PLUS-TAG-13'), false, false],
  ['a coin', readerWith('WALLET_USER'), true, true],
  ['coins alone', readerWith('WALLET_USER'), false, false],
  ['e-paper', readerWith('EPAPER_USER'), false, false],
  ['nothing', free, true, false],
])(
  'R1-86 an article is marked as open for a reader with %s exactly when the access decision opens it',
  (_by, reader, hasBoughtArticle, expected) => {
    expect(isReadable(reader, { articleTagIds: ['12'], hasBoughtArticle })).toBe(expected)
    const { kind } = decideAccess({ ...paidForAnonymous, reader, articleTagIds: ['12'], hasBoughtArticle })
    expect(kind === 'unlocked').toBe(expected)
  },
)

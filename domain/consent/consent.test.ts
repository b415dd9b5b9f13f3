import { describe, expect, it } from 'vitest'
import { isAskingDue, type Asking } from './asking.ts'
import {
  ALL_VENDORS,
  NO_CONSENT,
  VENDORS,
  CONSENT_SECONDS,
  grantVendors,
  hasRevocation,
  hasVendorConsent,
  limitConsent,
  parseAnswer,
  parseConsent,
  serializeConsent,
  serializeGiven,
  toCustomVendors,
  toReloadAddress,
  type Answer,
  type AnswerFacts,
  type ThirdPartyContext,
} from './consent.ts'
import { decideThirdParties } from './third-party-decision.ts'

describe('consent', () => {
  it('R3.14-01 R3.14-07 S3.14-01 asks for sixteen vendors, each with a key of its own', () => {
    expect(new Set(VENDORS).size).toBe(16)
    for (const vendor of VENDORS) expect(hasVendorConsent(grantVendors({ [vendor]: true }), vendor)).toBe(true)
  })

  it.each([
    ['R3.14-08', ['analytics']],
    ['R3.14-09', ['youtube', 'vimeo', 'glomex']],
    ['R3.14-10', ['facebook', 'instagram', 'twitter', 'tiktok']],
    ['R3.14-11', ['pushNotifications']],
    ['R3.14-12', ['kdm']],
    ['R3.14-13', ['socialPosting']],
    ['R3.14-14', ['newsAgency']],
    ['R3.14-15', ['audienceMeasurement']],
    ['R3.14-16', ['allesPlus']],
    ['R3.14-17', ['sportsData']],
    ['R3.14-18', ['partner']],
  ])('%s lists %j', (_id, vendors) => {
    expect(VENDORS).toEqual(expect.arrayContaining(vendors))
  })

  const stored = (value: unknown) => encodeURIComponent(JSON.stringify(value))
  it.each([
    stored([3, true, true, {}]),
    stored(['4', true, true, {}]),
    stored({ 0: 4, length: 4 }),
    stored(4),
    stored([]),
    '4,true',
    '%',
    '',
    null,
    undefined,
  ])('R5-07 R5-08 ignores the stored value %j', (value) => {
    expect(parseConsent(value)).toBeNull()
  })

  it('R5-07 R9-47 reads back its own output, from version 4 on', () => {
    const consent = grantVendors({ analytics: true, kdm: true })
    expect(parseConsent(serializeConsent(consent))).toEqual(consent)
    expect(parseConsent(encodeURIComponent(serializeConsent(consent)))).toEqual(consent)
    expect(serializeConsent(consent)).toMatch(/^\[4,/)
  })

  it('S5-01 grants only values that are exactly true, and no unknown vendor', () => {
    const consent = parseConsent(stored([4, 1, 'true', { kdm: 1, youtube: true, evil: true }]))
    expect(consent).toEqual({ ...NO_CONSENT, vendors: { ...NO_CONSENT.vendors, youtube: true } })
    expect(parseConsent(stored([4]))).toEqual(NO_CONSENT)
  })

  // 21 September 2026.
  const SAID = { at: 1_790_000_000, text: '2026-11-30', receipt: '5f1c4e0a-7a42-4c8e-9d7d-0c2f6f1a9b11' }
  const FACTS: AnswerFacts = { ...SAID, since: '2026-09-01', partners: { kdm: { 4: [1, 2], 9: [] } } }

  it('keeps when an answer was given, to which texts, with which receipt, and only the vendors that were asked for', () => {
    const consent = grantVendors({ youtube: true })
    const text = serializeConsent(consent, ['analytics', 'youtube'])
    expect(JSON.parse(text)).toEqual([4, true, false, { analytics: false, youtube: true }])
    const given = serializeGiven(FACTS)
    expect(given).toBe('2026-09-21~2026-11-30~2026-09-01')
    const kept = { given, facts: JSON.stringify(SAID), partners: JSON.stringify(FACTS.partners) }
    expect(parseAnswer(text, kept)).toEqual({ consent, asked: ['analytics', 'youtube'], facts: FACTS })
  })

  it('knows day, texts and recipients of an answer from its cookie alone, and of an older one from local storage alone', () => {
    const text = serializeConsent(NO_CONSENT)
    const at = Date.parse('2026-09-21') / 1000
    const dated = { at, text: '2026-11-30', since: '2026-09-01', receipt: '', partners: {} }
    expect(parseAnswer(text, { given: serializeGiven(FACTS) })?.facts).toEqual(dated)
    expect(parseAnswer(text, { given: '2026-09-21~sourcepoint-34~' })?.facts).toEqual({
      at,
      text: 'sourcepoint-34',
      receipt: '',
      partners: {},
    })
    expect(parseAnswer(text, { facts: JSON.stringify(SAID) })?.facts).toEqual({ ...SAID, partners: {} })
  })

  it.each([
    {},
    { facts: '' },
    { facts: 'null' },
    { facts: '{' },
    { facts: '{"at":"1","text":"a","receipt":"b"}' },
    { facts: '{"at":1e300,"text":"a","receipt":"b"}' },
    { facts: '{"at":1,"text":2,"receipt":"b"}' },
    { facts: '[1]' },
    { given: '2026-13-45~2026-11-30~' },
    { given: '2026-11-30' },
    { given: '2026-11-30~<b>~' },
  ])('reads an answer whose facts are %j without them', (kept) => {
    expect(parseAnswer(stored([4, true, false, { youtube: true }]), kept)).toMatchObject({
      consent: { vendors: { youtube: true } },
      facts: null,
    })
  })

  it.each([
    ['{', {}],
    ['[4]', {}],
    ['{"kdm":{"4":"1","9":[1,"2"],"7":[1]},"evil":{"4":[1]}}', { kdm: { 7: [1] } }],
  ])('reads of the registered vendors %j only lists of purposes', (partners, found) => {
    const kept = { given: serializeGiven(FACTS), partners }
    expect(parseAnswer(stored([4, true, false, {}]), kept)?.facts?.partners).toEqual(found)
  })

  const ASKED: Answer = { consent: NO_CONSENT, asked: ['youtube', 'kdm'], facts: FACTS }
  const UNSHOWN: Answer = { ...ASKED, facts: { ...SAID, partners: {} } }
  const NOW = FACTS.at * 1000
  const YEAR = CONSENT_SECONDS * 1000
  it.each<[string, Answer | null, Partial<Asking>, boolean]>([
    ['without an answer', null, {}, true],
    ['after an answer', ASKED, {}, false],
    ['for a vendor that is no longer used', ASKED, { used: ['youtube'] }, false],
    ['for a vendor that is new', ASKED, { used: ['youtube', 'kdm', 'analytics'] }, true],
    ['a second before the year is over', ASKED, { now: NOW + YEAR - 1000 }, false],
    ['after a year', ASKED, { now: NOW + YEAR }, true],
    ['when a purpose has changed since', ASKED, { purposesSince: '2026-12-01' }, true],
    ['when the texts are those with today’s purposes', ASKED, { purposesSince: '2026-11-30' }, false],
    [
      'for an answer without a date, which ends with its cookie',
      { ...ASKED, facts: null },
      { now: NOW + 2 * YEAR },
      false,
    ],
    [
      'for an answer without a date to today’s purposes',
      { ...ASKED, facts: null },
      { purposesSince: '2026-11-22' },
      false,
    ],
    ['for an answer without a date to others', { ...ASKED, facts: null }, { purposesSince: '2026-11-23' }, true],
    [
      'for an answer without a date to other recipients',
      { ...ASKED, facts: null },
      { recipientsSince: '2026-11-23' },
      true,
    ],
    ['when a recipient has changed since', ASKED, { recipientsSince: '2026-09-02' }, true],
    ['for the recipients that were shown', ASKED, { recipientsSince: '2026-09-01' }, false],
    ['for recipients of the day of an answer that names none', UNSHOWN, { recipientsSince: '2026-09-21' }, false],
    ['for recipients after an answer that names none', UNSHOWN, { recipientsSince: '2026-09-22' }, true],
    ['for registered vendors that were asked', ASKED, { partners: { kdm: { 4: [2], 9: [] } } }, false],
    ['for a registered vendor that is new', ASKED, { partners: { kdm: { 4: [1, 2], 5: [] } } }, true],
    ['for a new purpose of a registered vendor', ASKED, { partners: { kdm: { 4: [1, 2, 3] } } }, true],
    ['for a registered vendor that is asked with another one', ASKED, { partners: { youtube: { 4: [1] } } }, true],
    ['for registered vendors without facts', { ...ASKED, facts: null }, { partners: { kdm: { 4: [] } } }, true],
  ])('asks %s: %#', (_when, answer, change, isDue) => {
    const asking = { used: ['youtube', 'kdm'], now: NOW, purposesSince: '2026-11-22', partners: {} } as const
    expect(isAskingDue(answer, { ...asking, ...change })).toBe(isDue)
  })

  it('counts no grant of a vendor that is not used, and no general consent by such a grant alone', () => {
    expect(limitConsent(grantVendors({ kdm: true, vimeo: true }), ['vimeo'])).toEqual(grantVendors({ vimeo: true }))
    expect(limitConsent(grantVendors({ kdm: true }), ['vimeo'])).toEqual(NO_CONSENT)
  })

  it('R4.8-01 S4.8-01 R3.14-02 R3.14-03 sets general consent with any grant, none with a refusal of all', () => {
    expect(grantVendors({ kdm: true })).toMatchObject({ consent: true, kdmConsent: true })
    expect(grantVendors({ youtube: true })).toMatchObject({ consent: true, kdmConsent: false })
    expect(grantVendors({ youtube: false })).toEqual(NO_CONSENT)
  })

  it('R3.14-04 R3.14-05 S3.14-03 gives scripts a choice as grants by vendor id and as a list of vendors', () => {
    const consent = grantVendors({ vimeo: true, kdm: true })
    const { grants, consentedVendors } = toCustomVendors(consent)
    expect(Object.keys(grants)).toEqual([...VENDORS])
    expect([grants.vimeo, grants.kdm, grants.youtube]).toEqual([
      { vendorGrant: true },
      { vendorGrant: true },
      { vendorGrant: false },
    ])
    expect(consentedVendors).toEqual([
      { _id: 'vimeo', name: 'vimeo' },
      { _id: 'kdm', name: 'kdm' },
    ])
    expect(toCustomVendors(NO_CONSENT).consentedVendors).toEqual([])
  })

  it('R3.14-06 S3.14-02 grants no vendor by general consent alone', () => {
    const consent = { ...NO_CONSENT, consent: true }
    expect(hasVendorConsent(consent, 'youtube')).toBe(false)
    expect(hasVendorConsent(consent, 'youtube', true)).toBe(true)
    expect(hasVendorConsent(null, 'youtube', true)).toBe(false)
  })

  it('R4.8-03 S4.8-02 reports a revocation only if there was a grant before', () => {
    const both = grantVendors({ youtube: true, kdm: true })
    expect(hasRevocation(both, grantVendors({ youtube: true }))).toBe(true)
    expect(hasRevocation(both, grantVendors({ youtube: true, kdm: true, vimeo: true }))).toBe(false)
    expect(hasRevocation(null, NO_CONSENT)).toBe(false)
  })

  const open: ThirdPartyContext = {
    consent: grantVendors(ALL_VENDORS),
    isPurUser: false,
    isPlusUser: false,
    isLocalEdition: false,
    isNativeApp: false,
    isLegal: false,
    isDialogFlow: false,
    isBannerEnabled: true,
    isRecoEnabled: true,
  }
  it.each<[string, Partial<ThirdPartyContext>, string]>([
    [
      'R4.8-10 R4.8-11 R4.8-12 R4.8-02',
      {},
      'banner choice trackingCookies ads recommendations analytics pushNotifications socialPosting audienceMeasurement',
    ],
    ['R1-44 R1-45 R1-46 R1-47', { consent: null }, 'banner choice'],
    ['R1-44', { consent: NO_CONSENT }, 'banner choice'],
    // A reader who allows one film has not allowed advertising, although general consent is set with it.
    ['R1-44 R1-45', { consent: grantVendors({ youtube: true }) }, 'banner choice'],
    ['R1-44 R1-45', { consent: { ...NO_CONSENT, kdmConsent: true } }, 'banner choice'],
    ['R4.8-10 R4.8-11', { consent: grantVendors({ kdm: true }) }, 'banner choice trackingCookies ads recommendations'],
    ['R4.8-12', { consent: grantVendors({ pushNotifications: true }) }, 'banner choice pushNotifications'],
    [
      'R4.8-05 R4.8-13',
      { isLegal: true },
      'choice trackingCookies ads recommendations analytics socialPosting audienceMeasurement',
    ],
    [
      'R4.8-06 R4.8-14',
      { isDialogFlow: true },
      'trackingCookies ads recommendations analytics socialPosting audienceMeasurement',
    ],
    ['S3.14-01', { consent: grantVendors({ audienceMeasurement: true }) }, 'banner choice audienceMeasurement'],
    ['R4.8-07', { isBannerEnabled: false, consent: null }, 'choice'],
    ['R6-05 R4.8-08 R1-49 R1-50 S1-12', { isPurUser: true }, ''],
    [
      'R6-05 R4.8-08 R1-49 R1-50',
      { isPurUser: true, isPlusUser: true },
      'banner choice trackingCookies analytics pushNotifications socialPosting audienceMeasurement',
    ],
    ['R4.8-09 R1-08 S1-03', { isLocalEdition: true }, ''],
    ['R4.8-15 R4.8-16', { isNativeApp: true }, ''],
    [
      'S1-09',
      { isRecoEnabled: false },
      'banner choice trackingCookies ads analytics pushNotifications socialPosting audienceMeasurement',
    ],
  ])('%s loads with %o: %s', (_ids, given, loaded) => {
    const parties = decideThirdParties({ ...open, ...given })
    expect(
      Object.entries(parties)
        .flatMap(([name, isLoaded]) => (isLoaded ? [name] : []))
        .join(' '),
    ).toBe(loaded)
  })

  it.each([
    ['https://ak.example/', 'https://ak.example/?nocache=17'],
    ['https://ak.example/suche?q=a%20b', 'https://ak.example/suche?q=a+b&nocache=17'],
    ['https://ak.example/x?nocache=3#y', 'https://ak.example/x?nocache=17#y'],
  ])('R2.8-07 S2.8-04 reloads %s as %s', (href, address) => {
    expect(toReloadAddress(href, 17)).toBe(address)
  })
})

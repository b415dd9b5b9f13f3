import { describe, expect, it } from 'vitest'
import {
  NO_CONSENT,
  VENDORS,
  decideThirdParties,
  grantVendors,
  hasRevocation,
  hasVendorConsent,
  parseConsent,
  serializeConsent,
  toVendorGrants,
} from './consent.ts'
import type { ThirdPartyContext, Vendor } from './consent.ts'
import { DEFAULT_SETTINGS, toSafeLink, toSettings } from './settings.ts'

describe('settings', () => {
  it.each([
    ['R3.13-01', 'header_subscription_link', ''],
    ['R3.13-02', 'bookmark_subscription_link', ''],
    ['R3.13-03', 'sub_subscription_link', ''],
    ['R3.13-04', 'sub_cancellation_link', ''],
    ['R3.13-05', 'sub_online_service_link', ''],
    ['R3.13-06', 'sub_give_away_link', ''],
    ['R3.13-07', 'sourcepoint_enabled', false],
    ['R3.13-08', 'sourcepoint_account_id', ''],
    ['R3.13-09', 'sourcepoint_subdomain', ''],
    ['R3.13-10', 'sourcepoint_property_id', 0],
    ['R3.13-11', 'tracking_systemenvironment_name', ''],
    ['R3.13-12', 'ivw_szm_enabled', null],
    ['R3.13-13', 'ivw_cname', ''],
    ['R3.13-13', 'ivw_st_desktopname', ''],
    ['R3.13-13', 'ivw_st_mobilename', ''],
    ['R3.13-14', 'ressort_label_homemix_enabled', false],
    ['R3.13-15', 'ecommercewidget_enabled', false],
    ['R3.13-16', 'ecommercewidget_iframeurlpattern', ''],
    ['R3.13-17', 'ecommercewidget_allowedorigin', ''],
    ['R3.13-18', 'xp_lgbtqi_logo_enabled', false],
    ['R3.13-19', 'plus_logo_enabled', false],
    ['R3.13-20', 'data_reco_deactivatetopicranking_enabled', false],
    ['R3.13-21 R9-46', 'data_reco_timeout_ms', 400],
    ['R3.13-22', 'swipe_tooltip_enabled', false],
    ['R3.13-23', 'onboardingpopup_enabled', false],
    ['R3.13-24', 'onboardingpopup_afterregistration_enabled', false],
    ['R3.13-25', 'onboardingpopup_afterlogin_enabled', false],
  ] as const)('%s defaults %s to %j', (_ids, key, value) => {
    expect(DEFAULT_SETTINGS[key]).toBe(value)
    const empty = [{}, null, 'x', [], { [key]: null }, { [key]: undefined }]
    expect(empty.map((raw) => toSettings(raw)[key])).toEqual(empty.map(() => value))
  })

  it.each([
    ['R3.13-26', 'tracking_systemenvironment_name', 5, '5'],
    ['R3.13-26', 'tracking_systemenvironment_name', { a: 1 }, ''],
    ['R3.13-27', 'plus_logo_enabled', true, true],
    ['R3.13-27', 'plus_logo_enabled', 1, true],
    ['R3.13-27', 'plus_logo_enabled', 'true', true],
    ['R3.13-27', 'plus_logo_enabled', '1', true],
    ['R3.13-27', 'plus_logo_enabled', 'false', false],
    ['R3.13-27', 'plus_logo_enabled', 'yes', false],
    ['R3.13-27', 'plus_logo_enabled', 0, false],
    ['R3.13-27', 'plus_logo_enabled', {}, false],
    ['R3.13-28', 'data_reco_timeout_ms', '500', 500],
    ['R3.13-28', 'data_reco_timeout_ms', 'abc', 400],
    ['R3.13-28', 'data_reco_timeout_ms', Number.NaN, 400],
    ['R3.13-28', 'data_reco_timeout_ms', Number.POSITIVE_INFINITY, 400],
    ['S3.13-02', 'data_reco_timeout_ms', '', 400],
    ['S3.13-02', 'data_reco_timeout_ms', [], 400],
    ['S3.13-02', 'data_reco_timeout_ms', 0, 0],
    ['S3.13-02', 'ivw_szm_enabled', '1', true],
    ['S3.13-02', 'ivw_szm_enabled', 'false', false],
    ['S3.13-03', 'header_subscription_link', 'javascript:alert(1)', ''],
    ['S3.13-03', 'header_subscription_link', '/order/abo', '/order/abo'],
    ['S3.13-03', 'ecommercewidget_iframeurlpattern', 'https://w.example/{mandator}', 'https://w.example/{mandator}'],
  ] as const)('%s reads %s = %j as %j', (_ids, key, given, value) => {
    expect(toSettings({ [key]: given })[key]).toBe(value)
  })

  it('S3.13-02 drops unknown keys and reads own properties only', () => {
    expect(toSettings({ database_password: 'x' })).toEqual(DEFAULT_SETTINGS)
    expect(toSettings(Object.create({ plus_logo_enabled: true }))).toEqual(DEFAULT_SETTINGS)
  })

  it.each([
    ['https://abo.example/x', 'https://abo.example/x'],
    [' /order/abo ', '/order/abo'],
    ['//evil.example', ''],
    ['/\\evil.example', ''],
    ['java\nscript:alert(1)', ''],
    ['https://', ''],
    ['order', ''],
  ])('S3.13-03 takes the link %j as %j', (link, safe) => {
    expect(toSafeLink(link)).toBe(safe)
  })
})

describe('consent', () => {
  it('R3.14-07 R3.14-12 R3.14-16 tracks sixteen vendors', () => {
    expect(new Set(VENDORS).size).toBe(16)
    expect(VENDORS).toEqual(expect.arrayContaining(['kdm', 'allesPlus']))
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

  it('R5-07 R9-47 reads back what it wrote, beginning with version 4', () => {
    const consent = grantVendors({ analytics: true, kdm: true })
    expect(parseConsent(serializeConsent(consent))).toEqual(consent)
    expect(decodeURIComponent(serializeConsent(consent))).toMatch(/^\[4,/)
  })

  it('S5-01 grants only what is exactly true, and no unknown vendor', () => {
    const consent = parseConsent(stored([4, 1, 'true', { kdm: 1, youtube: true, evil: true }]))
    expect(consent).toEqual({ ...NO_CONSENT, vendors: { ...NO_CONSENT.vendors, youtube: true } })
    expect(parseConsent(stored([4]))).toEqual(NO_CONSENT)
  })

  it('R4.8-01 S4.8-01 R3.14-02 R3.14-03 sets general consent with any grant, none with a refusal of all', () => {
    expect(grantVendors({ kdm: true })).toMatchObject({ consent: true, kdmConsent: true })
    expect(grantVendors({ youtube: true })).toMatchObject({ consent: true, kdmConsent: false })
    expect(grantVendors({ youtube: false })).toEqual(NO_CONSENT)
  })

  it('R3.14-04 R3.14-05 S3.14-03 maps a consent manager’s answer to vendors', () => {
    const ids = new Map<string, Vendor>([['id1', 'youtube'], ['id2', 'kdm']])
    const names = new Map<string, Vendor>([['Insta', 'instagram']])
    const answer = {
      grants: { id1: { vendorGrant: true }, id2: { vendorGrant: false }, id9: { vendorGrant: true } },
      consentedVendors: [{ _id: 'x', name: 'Insta' }, { _id: 'y', name: 'Unbekannt' }],
    }
    expect(toVendorGrants(answer, ids, names)).toEqual({ youtube: true, kdm: false, instagram: true })
  })

  it('R3.14-06 S3.14-02 grants no vendor by general consent alone', () => {
    const consent = { ...NO_CONSENT, consent: true }
    expect(hasVendorConsent(consent, 'youtube')).toBe(false)
    expect(hasVendorConsent(consent, 'youtube', true)).toBe(true)
    expect(hasVendorConsent(null, 'youtube', true)).toBe(false)
  })

  it('R4.8-03 S4.8-02 sees a revocation only where there was a grant', () => {
    const both = grantVendors({ youtube: true, kdm: true })
    expect(hasRevocation(both, grantVendors({ youtube: true }))).toBe(true)
    expect(hasRevocation(both, grantVendors({ youtube: true, kdm: true, vimeo: true }))).toBe(false)
    expect(hasRevocation(null, NO_CONSENT)).toBe(false)
  })

  const open: ThirdPartyContext = {
    consent: grantVendors({ analytics: true, pushNotifications: true }),
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
    ['R4.8-10 R4.8-11 R4.8-12', {}, 'banner ads recommendations analytics pushNotifications'],
    ['R1-44 R1-45 R1-46 R1-47', { consent: null }, 'banner'],
    ['R1-44', { consent: NO_CONSENT }, 'banner'],
    ['R4.8-12', { consent: grantVendors({ youtube: true }) }, 'banner ads recommendations'],
    ['R4.8-05 R4.8-13', { isLegal: true }, 'ads recommendations analytics'],
    ['R4.8-06 R4.8-14', { isDialogFlow: true }, 'ads recommendations analytics'],
    ['R4.8-07', { isBannerEnabled: false }, 'ads recommendations analytics pushNotifications'],
    ['R6-05 R4.8-08 R1-49 R1-50 S1-12', { isPurUser: true }, ''],
    ['R6-05 R4.8-08 R1-49 R1-50', { isPurUser: true, isPlusUser: true }, 'banner analytics pushNotifications'],
    ['R4.8-09 R1-08 S1-03', { isLocalEdition: true }, ''],
    ['R4.8-15 R4.8-16', { isNativeApp: true }, ''],
    ['S1-09', { isRecoEnabled: false }, 'banner ads analytics pushNotifications'],
  ])('%s loads with %o: %s', (_ids, given, loaded) => {
    const parties = decideThirdParties({ ...open, ...given })
    expect(Object.entries(parties).flatMap(([name, isLoaded]) => (isLoaded ? [name] : [])).join(' ')).toBe(loaded)
  })
})

import { describe, expect, it } from 'vitest'
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
  ])('S3.13-03 reads the link %j as %j', (link, safe) => {
    expect(toSafeLink(link)).toBe(safe)
  })
})

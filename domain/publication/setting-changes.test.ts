import { expect, it } from 'vitest'
import { checkSetting } from './setting-changes.ts'

it.each<[string, string | number | boolean | null, string | null]>([
  ['data_reco_timeout_ms', 250, null],
  ['data_reco_timeout_ms', '250', null],
  ['data_reco_timeout_ms', ' ', 'NOT_A_NUMBER'],
  ['data_reco_timeout_ms', true, 'NOT_A_NUMBER'],
  ['data_reco_timeout_ms', null, null],
  ['swipe_tooltip_enabled', 'true', null],
  ['swipe_tooltip_enabled', 'ja', 'NOT_A_SWITCH'],
  ['ivw_szm_enabled', false, null],
  ['ivw_cname', 'data.example', null],
  ['ivw_cname', false, 'NOT_A_TEXT'],
  ['header_subscription_link', '', null],
  ['header_subscription_link', '/order/abo', null],
  ['header_subscription_link', 'https://abo.example/', null],
  ['header_subscription_link', 'javascript:alert(1)', 'UNSAFE_LINK'],
  ['header_subscription_link', '//evil.example', 'UNSAFE_LINK'],
  ['database_url', 'x', 'UNKNOWN_SETTING'],
  ['__proto__', 'x', 'UNKNOWN_SETTING'],
])('a publisher sets %s to %s: %s', (key, value, fault) => {
  expect(checkSetting(key, value)).toBe(fault)
})

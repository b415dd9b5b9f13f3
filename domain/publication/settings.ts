/**
 * Site settings with their defaults (specification 3.13, decisions S3.13-01 to S3.13-04). For any answer of a settings
 * service, `toSettings` returns every key with the type of its default; unknown keys are dropped and unsafe links
 * become ''.
 */
import { isOwnPath } from '../routing/paths.ts'

export const DEFAULT_SETTINGS = {
  header_subscription_link: '',
  bookmark_subscription_link: '',
  sub_subscription_link: '',
  sub_cancellation_link: '',
  sub_online_service_link: '',
  sub_give_away_link: '',
  sourcepoint_enabled: false,
  sourcepoint_account_id: '',
  sourcepoint_subdomain: '',
  sourcepoint_property_id: 0,
  tracking_systemenvironment_name: '',
  ivw_szm_enabled: null as boolean | null,
  ivw_cname: '',
  ivw_st_desktopname: '',
  ivw_st_mobilename: '',
  ressort_label_homemix_enabled: false,
  ecommercewidget_enabled: false,
  ecommercewidget_iframeurlpattern: '',
  ecommercewidget_allowedorigin: '',
  xp_lgbtqi_logo_enabled: false,
  plus_logo_enabled: false,
  data_reco_deactivatetopicranking_enabled: false,
  data_reco_timeout_ms: 400,
  swipe_tooltip_enabled: false,
  onboardingpopup_enabled: false,
  onboardingpopup_afterregistration_enabled: false,
  onboardingpopup_afterlogin_enabled: false,
}

export type Settings = typeof DEFAULT_SETTINGS
export type SettingKey = keyof Settings

/** Settings needed to render a page for everybody. The browser requests the others when needed. */
const PAGE_KEYS = [
  'header_subscription_link',
  'sourcepoint_enabled',
  'sourcepoint_account_id',
  'sourcepoint_subdomain',
  'sourcepoint_property_id',
  'ivw_szm_enabled',
  'ivw_cname',
  'ivw_st_desktopname',
  'ivw_st_mobilename',
  'ressort_label_homemix_enabled',
  'xp_lgbtqi_logo_enabled',
  'plus_logo_enabled',
  'swipe_tooltip_enabled',
  'ecommercewidget_enabled',
  'ecommercewidget_iframeurlpattern',
  'ecommercewidget_allowedorigin',
] as const
export type PageSettings = Partial<Pick<Settings, (typeof PAGE_KEYS)[number]>>

/** Only values that differ from their defaults, to keep the page small. */
export function listPageSettings(settings: Settings): PageSettings {
  return Object.fromEntries(
    PAGE_KEYS.filter((key) => settings[key] !== DEFAULT_SETTINGS[key]).map((key) => [key, settings[key]]),
  )
}

/** Without the values that load scripts of other houses: the external consent manager and the measurement. */
export function withoutForeignScripts(settings: Settings): Settings {
  return { ...settings, sourcepoint_account_id: '', ivw_szm_enabled: null }
}

/** A value that is not an object gives the defaults. */
export function toSettings(raw: unknown): Settings {
  const given = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
  const entries = Object.entries(DEFAULT_SETTINGS).map(([key, fallback]) => [
    key,
    Object.hasOwn(given, key) ? coerce(key, given[key], fallback) : fallback,
  ])
  return Object.fromEntries(entries) as Settings
}

/** A path of this site or an http(s) address; everything else is ''. */
export function toSafeLink(link: string): string {
  const trimmed = link.trim()
  if (isOwnPath(trimmed)) return trimmed
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : ''
}

type Value = string | number | boolean | null

function coerce(key: string, value: unknown, fallback: Value): Value {
  if (value === null || value === undefined) return fallback
  switch (typeof fallback) {
    case 'number':
      return toNumber(value, fallback)
    case 'string': {
      const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      const text = isText ? String(value) : fallback
      return key.endsWith('_link') || key === 'ecommercewidget_iframeurlpattern' ? toSafeLink(text) : text
    }
    default:
      return value === true || value === 1 || value === 'true' || value === '1'
  }
}

/** JavaScript converts '', [] and true to numbers; for a publisher they are not numbers. */
function toNumber(value: unknown, fallback: number): number {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return fallback
  const number = Number(value)
  return Number.isFinite(number) ? number : fallback
}

/**
 * Checks a value before a publisher may store it as a site setting. Reading is tolerant (`toSettings`); writing reports
 * faults.
 */
import { DEFAULT_SETTINGS, toSettings, type SettingKey } from './settings.ts'
import { isContractName, isHostName, isSubdomain, isVendorNumber } from './vendor-ids.ts'

export type SettingFault =
  | 'UNKNOWN_SETTING'
  | 'NOT_A_SWITCH'
  | 'NOT_A_NUMBER'
  | 'NOT_A_TEXT'
  | 'UNSAFE_LINK'
  | 'NOT_AN_ID'
  | 'NOT_A_HOST'
  | 'NOT_A_NAME'

const SWITCHES = new Set<unknown>([true, false, 1, 0, 'true', 'false', '1', '0'])

/** Formats of vendors' settings, without blanks and in small letters; an empty value is always accepted. */
const FORMS: Readonly<Partial<Record<SettingKey, readonly [(text: string) => boolean, SettingFault]>>> = {
  sourcepoint_account_id: [(text) => isVendorNumber(Number(text)), 'NOT_AN_ID'],
  sourcepoint_property_id: [(text) => Number(text) === 0 || isVendorNumber(Number(text)), 'NOT_AN_ID'],
  sourcepoint_subdomain: [isSubdomain, 'NOT_A_HOST'],
  ivw_cname: [isHostName, 'NOT_A_HOST'],
  ivw_st_desktopname: [isContractName, 'NOT_A_NAME'],
  ivw_st_mobilename: [isContractName, 'NOT_A_NAME'],
}

/** `null` resets a setting to its default and is always accepted. */
export function checkSetting(key: string, value: string | number | boolean | null): SettingFault | null {
  if (!Object.hasOwn(DEFAULT_SETTINGS, key)) return 'UNKNOWN_SETTING'
  if (value === null) return null
  const wrong = checkKind(key as SettingKey, value)
  const text = String(value).trim().toLowerCase()
  const form = FORMS[key as SettingKey]
  return wrong ?? (form === undefined || text === '' || form[0](text) ? null : form[1])
}

function checkKind(key: SettingKey, value: string | number | boolean): SettingFault | null {
  const fallback = DEFAULT_SETTINGS[key]
  if (typeof fallback === 'number')
    return (typeof value === 'number' || typeof value === 'string') &&
      String(value).trim() !== '' &&
      Number.isFinite(Number(value))
      ? null
      : 'NOT_A_NUMBER'
  if (typeof fallback !== 'string') return SWITCHES.has(value) ? null : 'NOT_A_SWITCH'
  if (typeof value === 'boolean') return 'NOT_A_TEXT'
  return String(value).trim() !== '' && toSettings({ [key]: value })[key] === '' ? 'UNSAFE_LINK' : null
}

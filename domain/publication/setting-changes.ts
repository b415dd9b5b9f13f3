/**
 * Checks a value before a publisher may store it as a site setting. Reading is tolerant (`toSettings`); writing reports
 * faults.
 */
import { DEFAULT_SETTINGS, toSettings, type SettingKey } from './settings.ts'

export type SettingFault = 'UNKNOWN_SETTING' | 'NOT_A_SWITCH' | 'NOT_A_NUMBER' | 'NOT_A_TEXT' | 'UNSAFE_LINK'

const SWITCHES = new Set<unknown>([true, false, 1, 0, 'true', 'false', '1', '0'])

/** `null` resets a setting to its default and is always accepted. */
export function checkSetting(key: string, value: string | number | boolean | null): SettingFault | null {
  if (!Object.hasOwn(DEFAULT_SETTINGS, key)) return 'UNKNOWN_SETTING'
  if (value === null) return null
  const fallback = DEFAULT_SETTINGS[key as SettingKey]
  if (typeof fallback === 'number')
    return (typeof value === 'number' || typeof value === 'string') &&
      String(value).trim() !== '' &&
      Number.isFinite(Number(value))
      ? null
      : 'NOT_A_NUMBER'
  if (typeof fallback !== 'string') return SWITCHES.has(value) ? null : 'NOT_A_SWITCH'
  if (typeof value === 'boolean') return 'NOT_A_TEXT'
  return String(value).trim() !== '' && toSettings({ [key]: value })[key as SettingKey] === '' ? 'UNSAFE_LINK' : null
}

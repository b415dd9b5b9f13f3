/**
 * Settings that are set and do nothing, each with the reason and what to set. They are accepted all the same, because what they
 * need may follow. Pages decide by `toExternalManager` and `toAudienceMeasurement`; a test holds both alike.
 */
import { checkSetting } from '../publication/setting-changes.ts'
import { DEFAULT_SETTINGS, type SettingKey, type Settings } from '../publication/settings.ts'

export const IDLE_REASONS = ['UNUSABLE', 'INCOMPLETE', 'NOBODY_IS_ASKED', 'OFFICE_AT_THE_SAME_ORIGIN'] as const
type IdleReason = (typeof IDLE_REASONS)[number]

export type SettingWarning = { settings: SettingKey[]; reason: IdleReason; advice: string }

type Group = {
  keys: readonly SettingKey[]
  /** All of these, or one of several. */
  needs: readonly (readonly SettingKey[])[]
  /** Turned off on purpose, nothing is to be said. */
  offBy?: SettingKey
}

const GROUPS: readonly Group[] = [
  {
    keys: ['sourcepoint_account_id', 'sourcepoint_subdomain', 'sourcepoint_property_id'],
    needs: [['sourcepoint_account_id'], ['sourcepoint_property_id']],
  },
  {
    keys: ['ivw_szm_enabled', 'ivw_cname', 'ivw_st_desktopname', 'ivw_st_mobilename'],
    needs: [['ivw_szm_enabled'], ['ivw_cname'], ['ivw_st_desktopname', 'ivw_st_mobilename']],
    offBy: 'ivw_szm_enabled',
  },
]

/** `isOfficeApart`: the office shares no origin with scripts of other houses. */
export function listSettingsWithoutEffect(
  settings: Settings,
  { isOfficeApart }: { isOfficeApart: boolean },
): SettingWarning[] {
  return GROUPS.flatMap(({ keys, needs, offBy }) => {
    const given = keys.filter((key) => settings[key] !== DEFAULT_SETTINGS[key])
    if (given.length === 0 || (offBy !== undefined && settings[offBy] === false)) return []
    const unusable = given.filter((key) => checkSetting(key, settings[key]) !== null)
    const missing = needs.filter((choice) => !choice.some((key) => given.includes(key)))
    const reasons: readonly (readonly [boolean, IdleReason, string])[] = [
      [unusable.length > 0, 'UNUSABLE', `What is set cannot be used: ${unusable.join(', ')}.`],
      [missing.length > 0, 'INCOMPLETE', `Set ${missing.map((choice) => choice.join(' or ')).join(' and ')} as well.`],
      [
        !settings.sourcepoint_enabled,
        'NOBODY_IS_ASKED',
        'No reader is asked for consent. Set sourcepoint_enabled=true.',
      ],
      [
        !isOfficeApart,
        'OFFICE_AT_THE_SAME_ORIGIN',
        'A script of another house would run at the origin of the office. Give the office a host of its own: OFFICE_ORIGIN.',
      ],
    ]
    return reasons.flatMap(([holds, reason, advice]) => (holds ? [{ settings: given, reason, advice }] : []))
  })
}

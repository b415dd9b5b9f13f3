import { expect, it } from 'vitest'
import { toAudienceMeasurement } from '../analytics/audience-measurement.ts'
import { toExternalManager } from '../consent/external-manager.ts'
import { toSettings, withoutForeignScripts, type Settings } from '../publication/settings.ts'
import { listSettingsWithoutEffect, type SettingWarning } from './settings-without-effect.ts'

const MANAGER = { sourcepoint_enabled: true, sourcepoint_account_id: '12', sourcepoint_property_id: 34 }
const MEASURED = {
  sourcepoint_enabled: true,
  ivw_szm_enabled: true,
  ivw_cname: 'data.paper.example',
  ivw_st_desktopname: 'paper',
}

it.each<[string, Partial<Settings>, boolean, readonly (readonly [SettingWarning['reason'], string, RegExp])[]]>([
  ['nothing', {}, false, []],
  ['other settings', { plus_logo_enabled: true, data_reco_timeout_ms: 9 }, false, []],
  ['a manager', MANAGER, true, []],
  ['a measurement', MEASURED, true, []],
  ['a measurement of phones alone', { ...MEASURED, ivw_st_desktopname: '', ivw_st_mobilename: 'mob' }, true, []],
  ['a measurement that was turned off', { ...MEASURED, ivw_szm_enabled: false }, false, []],
  [
    'R7.7-06 a manager beside the office',
    MANAGER,
    false,
    [['OFFICE_AT_THE_SAME_ORIGIN', 'sourcepoint_account_id sourcepoint_property_id', /OFFICE_ORIGIN/]],
  ],
  [
    'R3.13-12 a measurement beside the office',
    MEASURED,
    false,
    [['OFFICE_AT_THE_SAME_ORIGIN', 'ivw_szm_enabled ivw_cname ivw_st_desktopname', /OFFICE_ORIGIN/]],
  ],
  [
    'an account without a property',
    { ...MANAGER, sourcepoint_property_id: 0 },
    true,
    [['INCOMPLETE', 'sourcepoint_account_id', /^Set sourcepoint_property_id as well\.$/]],
  ],
  [
    'a subdomain alone, while nobody is asked',
    { sourcepoint_subdomain: 'cmp' },
    true,
    [
      ['INCOMPLETE', 'sourcepoint_subdomain', /sourcepoint_account_id and sourcepoint_property_id/],
      ['NOBODY_IS_ASKED', 'sourcepoint_subdomain', /sourcepoint_enabled=true/],
    ],
  ],
  [
    'a host without a switch and a name',
    { sourcepoint_enabled: true, ivw_cname: 'data.paper.example' },
    true,
    [['INCOMPLETE', 'ivw_cname', /ivw_szm_enabled and ivw_st_desktopname or ivw_st_mobilename/]],
  ],
  [
    'values of before they were checked',
    { ...MANAGER, sourcepoint_account_id: 'acme' },
    true,
    [['UNUSABLE', 'sourcepoint_account_id sourcepoint_property_id', /: sourcepoint_account_id\.$/]],
  ],
])('says of %s what has no effect, and why', (_what, given, isOfficeApart, expected) => {
  const found = listSettingsWithoutEffect(toSettings(given), { isOfficeApart })
  expect(found.map(({ reason, settings, advice }) => [reason, settings.join(' '), advice])).toEqual(
    expected.map(([reason, settings, advice]) => [reason, settings, expect.stringMatching(advice) as unknown]),
  )
})

it('warns of a group exactly where pages do without it', () => {
  const choices = {
    sourcepoint_enabled: [true, false],
    sourcepoint_account_id: ['12', '', 'acme'],
    sourcepoint_property_id: [34, 0],
    ivw_szm_enabled: [true, null],
    ivw_cname: ['data.paper.example', '', 'https://data.example'],
    ivw_st_desktopname: ['paper', ''],
    ivw_st_mobilename: ['mob', '', '<b>'],
  }
  const all = Object.entries(choices).reduce<Record<string, unknown>[]>(
    (rows, [key, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value }))),
    [{}],
  )
  for (const given of all)
    for (const isOfficeApart of [true, false]) {
      const settings = toSettings(given)
      const shown = isOfficeApart ? settings : withoutForeignScripts(settings)
      const warned = listSettingsWithoutEffect(settings, { isOfficeApart }).flatMap((one) => one.settings)
      const isAsked = settings.sourcepoint_enabled
      const works = {
        sourcepoint: toExternalManager(shown, 'paper.example') !== null,
        ivw:
          isAsked &&
          (['desktop', 'mobile'] as const).some((device) => toAudienceMeasurement(shown, device) !== null) &&
          // One name that cannot be used is told, although the other works.
          settings.ivw_st_mobilename !== '<b>',
      }
      for (const [prefix, isWorking] of Object.entries(works)) {
        const isGiven = Object.keys(choices).some(
          (key) =>
            key.startsWith(prefix) &&
            key !== 'sourcepoint_enabled' &&
            given[key] !== toSettings({})[key as 'ivw_cname'],
        )
        const isWarned = warned.some((key) => key.startsWith(prefix))
        expect([given, isOfficeApart, prefix, isWarned]).toEqual([given, isOfficeApart, prefix, isGiven && !isWorking])
      }
    }
})

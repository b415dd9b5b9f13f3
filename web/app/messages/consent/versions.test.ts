import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { VENDORS } from '@lokalteil/domain/consent/consent'
import { consentSettingsTexts, VENDOR_GROUPS, VENDOR_TEXTS } from './consent.ts'
import { consentTexts } from './question.ts'
import { CONSENT_TEXTS } from './versions.ts'

/** A digest of every text that readers see before they answer, by version of the texts. Add a line, never change one. */
const DIGESTS: Readonly<Record<string, string>> = {
  '2026-11-30': 'ef98f1de085fc2d3',
}

it('has a new version of the consent texts when one of them has changed', () => {
  const { bannerTitle, bannerText, acceptAll, refuseAll, settings } = consentTexts
  const { settingsTitle, settingsText, settingsPrivacy, necessaryText } = consentSettingsTexts
  const shown = [
    bannerTitle,
    bannerText(VENDORS),
    acceptAll,
    refuseAll,
    settings,
    settingsTitle,
    settingsText,
    settingsPrivacy,
    necessaryText,
    VENDOR_GROUPS,
    VENDORS.map((vendor) => VENDOR_TEXTS[vendor]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)
  expect([CONSENT_TEXTS.version, digest]).toEqual([CONSENT_TEXTS.version, DIGESTS[CONSENT_TEXTS.version]])
})

it('asks again only for texts that exist', () => {
  expect(CONSENT_TEXTS.purposesSince <= CONSENT_TEXTS.version).toBe(true)
})

it('names in the question only what is used', () => {
  expect(consentTexts.bannerText(['analytics'])).toContain('laden wir Statistik, die')
  expect(consentTexts.bannerText(['kdm', 'youtube'])).toContain('Werbung, Empfehlungen und Inhalte anderer Anbieter')
})

it('has every vendor in one group of the settings', () => {
  expect(VENDOR_GROUPS.flatMap(({ vendors }) => vendors).toSorted()).toEqual([...VENDORS].toSorted())
})

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { VENDORS } from '@lokalteil/domain/consent/consent'
import { consentSettingsTexts, VENDOR_GROUPS, VENDOR_PURPOSES } from './consent.ts'
import { consentTexts } from './question.ts'
import { recipientTexts, VENDOR_NAMES } from './recipients.ts'
import { CONSENT_TEXTS } from './versions.ts'

const FOLDER = join(import.meta.dirname, 'texts')

/**
 * Every text that readers see before they answer, in the order of the layer. A changed text is a new version: raise it, run this
 * test once with `-u`, and add the digest of the new file. A file never changes, because receipts name it.
 */
function toCurrentText(): string {
  const { bannerTitle, bannerText, acceptAll, refuseAll, settings } = consentTexts
  const { settingsTitle, settingsText, settingsPrivacy, privacyStatement, necessaryTitle, necessaryText } =
    consentSettingsTexts
  const vendors = VENDOR_GROUPS.flatMap(({ title, vendors: list }) => [
    title,
    ...list.map((vendor) => `${VENDOR_NAMES[vendor]}: ${VENDOR_PURPOSES[vendor]}`),
  ])
  const paragraphs = [
    `Fassung ${CONSENT_TEXTS.version}`,
    `${bannerTitle}\n${bannerText(VENDORS)}\n[${settings}] [${acceptAll}] [${refuseAll}]`,
    `${recipientTexts.summary(VENDORS.length, 2)}\n(Unternehmen)${recipientTexts.retention('(Dauer)')}${recipientTexts.hosts(['(Adresse)'])}`,
    `${settingsTitle}\n${settingsText}\n${settingsPrivacy} ${privacyStatement}.`,
    vendors.join('\n'),
    `${necessaryTitle}\n${necessaryText}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const DIGESTS: Readonly<Record<string, string>> = {
  '2026-11-30.txt': 'e04c415ccd5d3805',
  '2026-12-01.txt': '227f3a9cd6e77d36',
}

it('has a new version of the consent texts when one of them has changed', async () => {
  await expect(toCurrentText()).toMatchFileSnapshot(join(FOLDER, `${CONSENT_TEXTS.version}.txt`))
})

it('has every version that a receipt may name, unchanged', () => {
  const toDigest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(
    Object.fromEntries(readdirSync(FOLDER).map((file) => [file, toDigest(readFileSync(join(FOLDER, file), 'utf8'))])),
  ).toEqual(DIGESTS)
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

/** The consent question, which every first visit shows, and the names of its answers. */
import type { Vendor } from '@lokalteil/domain/consent/consent'

/** Loaded parts, by the vendors they need. */
const LOADED: readonly (readonly [string, readonly Vendor[]])[] = [
  ['Werbung', ['kdm']],
  ['Empfehlungen', ['kdm']],
  ['Statistik', ['analytics', 'audienceMeasurement']],
  [
    'Inhalte anderer Anbieter',
    [
      'youtube',
      'vimeo',
      'glomex',
      'facebook',
      'instagram',
      'twitter',
      'tiktok',
      'socialPosting',
      'newsAgency',
      'allesPlus',
      'sportsData',
      'partner',
    ],
  ],
  ['Mitteilungen', ['pushNotifications']],
]

function toLoaded(used: readonly Vendor[]): string {
  const names = LOADED.flatMap(([name, vendors]) => (vendors.some((vendor) => used.includes(vendor)) ? [name] : []))
  return new Intl.ListFormat('de').format(names)
}

export const consentTexts = {
  bannerTitle: 'Ihre Daten, Ihre Entscheidung',
  bannerText: (used: readonly Vendor[]) =>
    `Mit Ihrer Zustimmung laden wir ${toLoaded(used)}, die dafür Daten auf Ihrem Gerät speichern. Auch wenn Sie ablehnen, lesen Sie alles wie bisher. Ihre Wahl ändern Sie jederzeit am Ende jeder Seite.`,
  privacy: 'Datenschutz',
  imprint: 'Impressum',
  acceptAll: 'Alle akzeptieren',
  refuseAll: 'Alle ablehnen',
  settings: 'Einstellungen',
  saved: 'Ihre Datenschutz-Einstellungen sind gespeichert.',
} as const

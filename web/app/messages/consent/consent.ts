/** Texts of the consent settings, of boxes that ask for one vendor, and of content that loads after consent. */
import type { Vendor } from '@lokalteil/domain/consent/consent'
import { formatLongDate } from '@lokalteil/domain/german'

export const consentSettingsTexts = {
  settingsTitle: 'Datenschutz-Einstellungen',
  settingsText:
    'Für jeden Anbieter entscheiden Sie einzeln. Was Sie nicht einschalten, wird nicht geladen. Ihre Wahl gilt 360 Tage auf diesem Gerät; danach fragen wir wieder.',
  settingsPrivacy: 'Einzelheiten, Speicherfristen und Ihre Rechte stehen in der',
  privacyStatement: 'Datenschutzerklärung',
  necessaryTitle: 'Immer nötig',
  necessaryText:
    'Anmeldung, Bezahlschranke, Schriftgröße und diese Wahl selbst. Dafür brauchen wir keine Zustimmung, und es geht an niemanden sonst.',
  receiptTitle: 'Ihre letzte Antwort',
  answered: (at: Date) => `Gegeben am ${formatLongDate(at)}, `,
  version: (text: string) => `Textfassung ${text}`,
  receipt: 'Ihr Beleg hat die Kennung',
  receiptFile: 'Beleg herunterladen',
  noReceipt: 'Sie haben nichts erlaubt. Dafür speichern wir keine Kennung und keinen Beleg.',
  save: 'Auswahl speichern',
  close: 'Schließen, ohne etwas zu ändern',
} as const

export type VendorGroup = { title: string; vendors: readonly Vendor[] }

/** In the order of the page. */
export const VENDOR_GROUPS: readonly VendorGroup[] = [
  { title: 'Werbung und Empfehlungen', vendors: ['kdm', 'allesPlus', 'partner'] },
  { title: 'Statistik', vendors: ['analytics', 'audienceMeasurement'] },
  { title: 'Videos', vendors: ['youtube', 'vimeo', 'glomex'] },
  { title: 'Soziale Netzwerke', vendors: ['facebook', 'instagram', 'twitter', 'tiktok', 'socialPosting'] },
  { title: 'Grafiken und Daten', vendors: ['newsAgency', 'sportsData'] },
  { title: 'Mitteilungen', vendors: ['pushNotifications'] },
]

export const VENDOR_PURPOSES: Readonly<Record<Vendor, string>> = {
  kdm: 'Zeigt Anzeigen und Artikel, die zu Ihnen passen könnten. Speichert dafür eine zufällige Kennung und welche Ressorts Sie lesen.',
  allesPlus: 'Vorteile und Gewinnspiele unserer Partner für Leserinnen und Leser.',
  partner: 'Angebote eines Shops unter manchen Artikeln, Radio von anderen Servern.',
  analytics: 'Zählt, welche Seiten gelesen werden und woher Menschen kommen, damit die Redaktion dazulernt.',
  audienceMeasurement: 'Ermittelt für Werbekunden, wie viele Menschen uns lesen.',
  youtube: 'Videos in Artikeln. Der Anbieter sitzt in Irland und den USA.',
  vimeo: 'Videos in Artikeln. Der Anbieter sitzt in den USA.',
  glomex: 'Videos in Artikeln. Der Anbieter sitzt in Deutschland.',
  facebook: 'Beiträge in Artikeln. Der Anbieter sitzt in Irland und den USA.',
  instagram: 'Bilder und Beiträge in Artikeln. Der Anbieter sitzt in Irland und den USA.',
  twitter: 'Beiträge in Artikeln. Der Anbieter sitzt in Irland und den USA.',
  tiktok: 'Kurze Videos in Artikeln. Der Anbieter sitzt in Irland und China.',
  socialPosting: 'Sammelt Beiträge aus mehreren Netzwerken zu einem Thema.',
  newsAgency: 'Grafiken und Karten, die unsere Nachrichtenagentur liefert.',
  sportsData: 'Live-Ticker, Tabellen und Spielberichte.',
  pushNotifications:
    'Eilmeldungen und Neues zu gewählten Themen auf Ihr Gerät, zugestellt vom Dienst Ihres Browsers. Er fragt vorher noch einmal.',
}

/** What a reader answered on all devices, in the account. */
export const consentReceiptTexts = {
  title: 'Einwilligungen auf Ihren Geräten',
  text: 'Was Sie angemeldet über Werbung, Statistik und Inhalte anderer Anbieter entschieden haben.',
  answered: (at: Date) => `Beantwortet am ${formatLongDate(at)}`,
  granted: (names: readonly string[]) => (names.length === 0 ? 'Nichts erlaubt' : `Erlaubt: ${names.join(', ')}`),
  change: 'Auf diesem Gerät ändern oder widerrufen',
  file: 'Beleg herunterladen',
} as const

export const recommendationTexts = {
  title: 'Das könnte Sie auch interessieren',
  byTopics: 'Automatisch ausgewählt nach den Themen dieses Artikels',
  byFreshness: 'Automatisch ausgewählt aus den neuesten Artikeln',
  editorial: 'Was andere gerade am meisten lesen',
  readWith: 'Wer das las, las auch',
  byReaders: 'Auf unserem Server gezählt, ohne Cookies und für alle gleich',
} as const

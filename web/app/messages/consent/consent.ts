/** Texts of the consent settings, of boxes that ask for one vendor, and of content that loads after consent. */
import type { Vendor } from '@lokalteil/domain/consent/consent'
import { formatDateTime, formatLongDate } from '@lokalteil/domain/german'

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
  answered: (at: Date, text: string) => `Gegeben am ${formatDateTime(at)}, Textfassung ${text}.`,
  receipt: 'Ihr Beleg hat die Kennung',
  receiptFile: 'Beleg herunterladen',
  noReceipt: 'Sie haben nichts erlaubt. Dafür speichern wir keine Kennung und keinen Beleg.',
  registered: (count: number) => (count === 1 ? 'Ein Partner' : `${count} Partner`),
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

export const VENDOR_TEXTS: Readonly<Record<Vendor, { name: string; purpose: string }>> = {
  kdm: {
    name: 'Werbung und Leseempfehlungen',
    purpose:
      'Zeigt Anzeigen und Artikel, die zu Ihnen passen könnten. Speichert dafür eine zufällige Kennung und welche Ressorts Sie lesen.',
  },
  allesPlus: { name: 'Alles Plus', purpose: 'Vorteile und Gewinnspiele unserer Partner für Leserinnen und Leser.' },
  partner: {
    name: 'Einkaufspartner',
    purpose: 'Angebote eines Shops unter manchen Artikeln, Radio von anderen Servern.',
  },
  analytics: {
    name: 'Nutzungsanalyse',
    purpose: 'Zählt, welche Seiten gelesen werden und woher Menschen kommen, damit die Redaktion dazulernt.',
  },
  audienceMeasurement: {
    name: 'Reichweitenmessung',
    purpose: 'Ermittelt für Werbekunden, wie viele Menschen uns lesen.',
  },
  youtube: { name: 'YouTube', purpose: 'Videos in Artikeln. Der Anbieter sitzt in Irland und den USA.' },
  vimeo: { name: 'Vimeo', purpose: 'Videos in Artikeln. Der Anbieter sitzt in den USA.' },
  glomex: { name: 'Glomex', purpose: 'Videos in Artikeln. Der Anbieter sitzt in Deutschland.' },
  facebook: { name: 'Facebook', purpose: 'Beiträge in Artikeln. Der Anbieter sitzt in Irland und den USA.' },
  instagram: {
    name: 'Instagram',
    purpose: 'Bilder und Beiträge in Artikeln. Der Anbieter sitzt in Irland und den USA.',
  },
  twitter: { name: 'X', purpose: 'Beiträge in Artikeln. Der Anbieter sitzt in Irland und den USA.' },
  tiktok: { name: 'TikTok', purpose: 'Kurze Videos in Artikeln. Der Anbieter sitzt in Irland und China.' },
  socialPosting: { name: 'Social-Media-Dienst', purpose: 'Sammelt Beiträge aus mehreren Netzwerken zu einem Thema.' },
  newsAgency: { name: 'Nachrichtenagentur', purpose: 'Grafiken und Karten, die unsere Nachrichtenagentur liefert.' },
  sportsData: { name: 'Sportdaten', purpose: 'Live-Ticker, Tabellen und Spielberichte.' },
  pushNotifications: {
    name: 'Push-Mitteilungen',
    purpose:
      'Eilmeldungen und Neues zu gewählten Themen auf Ihr Gerät, zugestellt vom Dienst Ihres Browsers. Er fragt vorher noch einmal.',
  },
}

/** What a reader answered on all devices, in the account. */
export const consentReceiptTexts = {
  title: 'Einwilligungen auf Ihren Geräten',
  text: 'Was Sie angemeldet über Werbung, Statistik und Inhalte anderer Anbieter entschieden haben.',
  answered: (at: Date) => `Beantwortet am ${formatLongDate(at)}`,
  granted: (names: readonly string[]) => (names.length === 0 ? 'Nichts erlaubt' : `Erlaubt: ${names.join(', ')}`),
  version: (text: string) => `Textfassung ${text}`,
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

/** Names of the vendors, and who gets their data: in the question and in the settings. */
import type { Vendor } from '@lokalteil/domain/consent/consent'

export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = {
  kdm: 'Werbung und Leseempfehlungen',
  allesPlus: 'Alles Plus',
  partner: 'Einkaufspartner',
  analytics: 'Nutzungsanalyse',
  audienceMeasurement: 'Reichweitenmessung',
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  glomex: 'Glomex',
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  tiktok: 'TikTok',
  socialPosting: 'Social-Media-Dienst',
  newsAgency: 'Nachrichtenagentur',
  sportsData: 'Sportdaten',
  pushNotifications: 'Push-Mitteilungen',
}

export const recipientTexts = {
  /** `partners`: registered vendors of the framework. */
  summary: (vendors: number, partners: number) =>
    `Wer Daten bekommt: ${vendors} Anbieter${partners === 0 ? '' : ` und ${partners} Partner`}`,
  /** Behind the company. */
  retention: (text: string) => ` – Speicherdauer: ${text}. `,
  hosts: (hosts: readonly string[]) => `Lädt von ${new Intl.ListFormat('de').format(hosts)}.`,
  partners: (count: number) => `${count} Partner`,
  /** For a list without texts. */
  unnamed: (purpose: number) => `Zweck ${purpose}`,
  /** `days`: for how long the data are kept; null: unknown. */
  purpose: (name: string, days: number | null) =>
    days === null ? name : `${name} (Speicherdauer: ${days === 1 ? '1 Tag' : `${days} Tage`})`,
} as const

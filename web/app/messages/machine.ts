/** What feeds, the web manifest, the search plug-in and the other files for machines say in German. */
import type { Mandator } from '@lokalteil/domain/publications'

export const machineTexts = {
  /** At most 12 characters where a home screen shows them, 16 where a browser's search does. */
  shortNames: { ak: 'Auenkurier', fb: 'Flussbote', ht: 'Hügelland', la: 'Lokal aktuell' } satisfies Record<
    Mandator,
    string
  >,

  feedTitle: (label: string, name: string) => `${label} – ${name}`,
  sectionFeed: (label: string, name: string) => `Neues aus ${label} von ${name}`,
  tagFeed: (label: string, name: string) => `Artikel zum Schlagwort ${label} von ${name}`,
  topicFeed: (label: string, name: string) => `Artikel zum Thema ${label} von ${name}`,
  regionFeed: (label: string, name: string) => `Nachrichten aus ${label} von ${name}`,
  authorFeed: (label: string, name: string) => `Artikel von ${label}, ${name}`,
  photo: (credit: string) => (/^\p{L}+: /u.test(credit) ? credit : `Foto: ${credit}`),
  readOn: (name: string) => `Weiterlesen bei ${name}`,
  copyright: (name: string) => `© ${name}. Nutzung für Text- und Data-Mining vorbehalten (§ 44b Abs. 3 UrhG).`,

  description: (name: string, claim: string) => `${name}: ${claim}`,
  searchDescription: (name: string) => `Artikel von ${name} durchsuchen`,
  screenshot: (name: string) => `Die Startseite von ${name}`,
  shortcuts: { home: 'Start', topics: 'Meine Themen', bookmarks: 'Merkliste', headlines: 'Schlagzeilen' },

  reservation: [
    'Nutzung für Text- und Data-Mining vorbehalten (§ 44b Abs. 3 UrhG, Art. 4 Abs. 3 RL (EU) 2019/790).',
    'Wer Inhalte für das Training oder den Betrieb künstlicher Intelligenz nutzen will, braucht eine Erlaubnis.',
  ],
  noSellers: 'Kein Werbesystem ist berechtigt, Plätze dieses Angebots zu verkaufen.',
} as const

/** German texts in feeds, the web manifest, the search plug-in and other files for machines. */
export const discoveryTexts = {
  feedTitle: (label: string, publication: string) => `${label} – ${publication}`,
  sectionFeed: (label: string, publication: string) => `Neues aus ${label} – ${publication}`,
  tagFeed: (label: string, publication: string) => `Artikel zum Schlagwort ${label} – ${publication}`,
  topicFeed: (label: string, publication: string) => `Artikel zum Thema ${label} – ${publication}`,
  regionFeed: (label: string, publication: string) => `Nachrichten aus ${label} – ${publication}`,
  authorFeed: (label: string, publication: string) => `Artikel von ${label}, ${publication}`,
  photo: (credit: string) => (/^\p{L}+: /u.test(credit) ? credit : `Foto: ${credit}`),
  readOn: (publication: string) => `Weiterlesen: ${publication}`,
  copyright: (publication: string) =>
    `© ${publication}. Nutzung für Text- und Data-Mining vorbehalten (§ 44b Abs. 3 UrhG).`,

  description: (publication: string, claim: string) => `${publication}: ${claim}`,
  searchDescription: (publication: string) => `Artikel durchsuchen: ${publication}`,
  screenshot: (publication: string) => `Startseite: ${publication}`,
  shortcuts: { home: 'Start', topics: 'Meine Themen', bookmarks: 'Merkliste', headlines: 'Schlagzeilen' },

  reservation: [
    'Nutzung für Text- und Data-Mining vorbehalten (§ 44b Abs. 3 UrhG, Art. 4 Abs. 3 RL (EU) 2019/790).',
    'Wer Inhalte für das Training oder den Betrieb künstlicher Intelligenz nutzen will, braucht eine Erlaubnis.',
  ],
  noSellers: 'Kein Werbesystem ist berechtigt, Plätze dieses Angebots zu verkaufen.',
} as const

/** The navigation of the personal area (S2.2-25). */
export const personalAreaTexts = {
  label: 'Persönlicher Bereich',
  places: 'Alle Bereiche',
  areas: {
    account: 'Mein Konto',
    bookmarks: 'Merkliste',
    topics: 'Themen',
    regions: 'Regionen',
    newsletters: 'Newsletter',
    read: 'Gelesen',
    offline: 'Offline',
    comments: 'Kommentare',
    household: 'Haushalt',
    invite: 'Einladen',
    code: 'Code einlösen',
  },
  feed: 'Neue Artikel',
  manage: 'Verwalten',
} as const

/** Texts of teasers and lists. */
export const teaserTexts = {
  by: 'Von ',
  commentBy: 'Kommentar von ',
  soldContent: 'Anzeige',
  plus: 'Plus',
  /** Locked and unlocked. */
  plusLabels: ['Artikel mit Plus', 'Plus-Artikel, für Sie freigeschaltet'],
  video: 'Video',
  gallery: 'Bildergalerie',
  podcast: 'Podcast',
  live: 'Live',
  days: { today: 'Heute', yesterday: 'Gestern' },
  readingTime: (minutes: number) => `${minutes} Min.`,
  readingTimeLabel: (minutes: number) => `Lesezeit ${minutes} Minuten`,
  rating: (value: string) => `Note ${value} von 5`,
  previousPage: 'Zurück',
  nextPage: 'Weiter',
  page: (page: number) => `Seite ${page}`,
  pageOf: (page: number, pages: number) => `Seite ${page} von ${pages}`,
  pagination: 'Seiten',
  breadcrumb: 'Sie sind hier',
} as const

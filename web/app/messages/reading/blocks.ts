/** Texts of the blocks of home and section fronts. */
export const blockTexts = {
  soon: 'Bald geht es los',
  nothing: 'Noch ist kein Artikel erschienen. Die Redaktion bereitet die ersten vor; sie stehen dann an dieser Stelle.',
  sections: 'Unsere Ressorts',
  headlinesFeed: 'RSS-Feed abonnieren',
  imprint: 'Wer wir sind',
  places: 'Orte',
  minutes: (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} Min.`,
  newsletterButton: 'Kostenlos bestellen',
} as const

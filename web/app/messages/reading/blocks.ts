/** Texts of the blocks of home and section fronts. */
export const blockTexts = {
  nothing: 'Noch ist kein Artikel erschienen.',
  places: 'Orte',
  minutes: (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} Min.`,
  newsletterButton: 'Kostenlos bestellen',
} as const

/** Texts of the blocks of home and section fronts. */
export const blockTexts = {
  all: (title: string) => `Alle Beiträge: ${title}`,
  more: 'Mehr',
  places: 'Orte',
  listen: 'Anhören',
  minutes: (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} Min.`,
  newsletterButton: 'Kostenlos bestellen',
  advertisement: 'Anzeige',
} as const

/** Texts of the morning briefing. */
export const briefingTexts = {
  title: 'In fünf Minuten',
  intro: (day: string) => `Das Wichtigste am ${day}: in fünf Minuten gelesen, und dann ist Schluss.`,
  description: (publication: string) => `${publication}: das Wichtigste des Tages, in fünf Minuten gelesen.`,
  more: 'Ganzer Artikel',
  moreOf: (title: string) => `Ganzer Artikel: ${title}`,
  part: (part: number, parts: number) => `${part} von ${parts}`,
  end: 'Das war’s.',
  endText: 'Mehr müssen Sie für heute nicht wissen. Wer mag, liest weiter:',
  home: 'Zur Titelseite',
  newest: 'Neueste Artikel',
  offline: 'Für unterwegs sichern',
  nothing: 'Heute Morgen gibt es noch nichts zu lesen.',
} as const

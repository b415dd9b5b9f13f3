/** Texts around the legal documents. */
export const documentTexts = {
  contents: 'Inhalt',
  updated: (date: string) => `Stand: ${date}`,
} as const

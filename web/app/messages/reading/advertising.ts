/** Texts of advertisements from the publication's own folder. */
export const advertisingTexts = {
  /** Unless the advertisement has a word of its own. */
  more: 'Mehr erfahren',
} as const

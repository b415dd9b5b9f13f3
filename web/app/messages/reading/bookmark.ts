/** Texts of bookmarks and follows in every view; the others load with a click (`marks.ts`). */
export const bookmarkTexts = {
  add: (title: string) => `Artikel merken: ${title}`,
  short: 'Merken',
  follow: 'Folgen',
  followOf: (name: string) => `Folgen: ${name}`,
} as const

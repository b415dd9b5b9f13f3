/** What every view shows of bookmarks and follows; the rest comes with a press (`marks.ts`). */
export const bookmarkTexts = {
  add: (title: string) => `Artikel merken: ${title}`,
  short: 'Merken',
  follow: 'Folgen',
  followOf: (name: string) => `Folgen: ${name}`,
} as const

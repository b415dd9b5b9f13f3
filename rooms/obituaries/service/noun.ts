export const noticesNoun = {
  about: 'books of condolence, and notices that readers ordered',
  load: async () => (await import('./cli.ts')).runNotices,
}

export const obituariesNoun = {
  about: 'books of condolence, and notices that readers ordered',
  load: async () => (await import('./cli.ts')).runObituaries,
}

export const pushNoun = {
  about: 'send push messages, and see how they fare',
  load: async () => (await import('./cli.ts')).runPush,
}

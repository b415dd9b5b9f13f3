export const marketsNoun = {
  about: 'advertisements of homes and jobs that readers ordered; reported listings',
  load: async () => (await import('./cli.ts')).runMarkets,
}

export const epaperNoun = {
  about: 'issues of the printed paper: import, list, withdraw',
  load: async () => (await import('./cli.ts')).runEpaper,
}

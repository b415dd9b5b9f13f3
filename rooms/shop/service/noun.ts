export const shopNoun = {
  about: 'orders of the shop, and tickets at the entrance',
  load: async () => (await import('./cli.ts')).runShop,
}

/** A board waits for all its files, and a small file costs a round trip as well. */
export const gamesBundle = { name: 'games', modules: /\/rooms\/games\/app\// }

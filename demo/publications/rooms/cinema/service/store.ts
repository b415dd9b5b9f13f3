/** Every query of the cinema. `mandator` is the code of the publication. */
import type { Tables } from '@lokalteil/services/platform/database'
import type { Showing } from '../contract/cinema.ts'

/** Days are texts like 2026-12-31: they are German days whatever the time zone of the database is. */
export type CinemaDb = Tables<{ 'cinema.showings': Showing & { mandator: string } }>

export async function listShowings(db: CinemaDb, publication: string, from: string, to: string): Promise<Showing[]> {
  return db
    .selectFrom('cinema.showings')
    .select(['day', 'time', 'film', 'hall', 'note'])
    .where('mandator', '=', publication)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('time')
    .orderBy('hall')
    .orderBy('film')
    .execute()
}

/** In one transaction, so that no reader sees half a programme. */
export async function replaceShowings(
  db: CinemaDb,
  publication: string,
  from: string,
  to: string,
  showings: readonly Showing[],
): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within
      .deleteFrom('cinema.showings')
      .where('mandator', '=', publication)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute()
    await within
      .insertInto('cinema.showings')
      .values(showings.map((showing) => ({ mandator: publication, ...showing })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

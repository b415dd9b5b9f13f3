/** "Visible" always means: not withdrawn, carried by the publication, and not under embargo. */
import { sql } from 'kysely'
import type { Carriers } from '../schema.ts'

export type Sealed = { text: string; seal: string }

/** The publication (as its place in the columns) and the time of a reader's request. */
export type View = { carrier: Carriers; now: Date }

/** Whether the publication shows the row. `table`: its name in the query, with a dot. */
export function carried({ publications, later }: Carriers, table: '' | 'a.' | 'l.' = '') {
  return later === null
    ? sql<boolean>`${sql.raw(table)}publications & ${publications} <> 0`
    : sql<boolean>`${sql.raw(table)}later @> ${`{${later.join()}}`}::smallint[]`
}

/**
 * The same for the search table, written so that PostgreSQL does not estimate its selectivity: a low estimate makes a
 * search slow.
 */
export function carriedInSearch({ publications, later }: Carriers) {
  return later === null
    ? sql<boolean>`s.publications & ${publications} <> 0`
    : sql<boolean>`array_position(s.later, ${later[0]}::smallint) is not null`
}

export function visible({ carrier, now }: View) {
  return sql<boolean>`not a.removed and ${carried(carrier, 'a.')} and a.shown <= ${now}`
}

/** "Visible" always means: not withdrawn, carried by the publication, and its moment has come. */
import { sql } from 'kysely'
import type { Carriers } from '../schema.ts'

export type Sealed = { text: string; seal: string }

/** What one reader may see: a publication's place in the columns and the time. */
export type View = { carrier: Carriers; now: Date }

/** Whether the publication shows the row. `table`: its name in the query, with a dot. */
export function carried({ publications, later }: Carriers, table: '' | 'a.' | 's.' | 'l.' = '') {
  return later === null
    ? sql<boolean>`${sql.raw(table)}publications & ${publications} <> 0`
    : sql<boolean>`${sql.raw(table)}later @> ${`{${later.join()}}`}::smallint[]`
}

export function visible({ carrier, now }: View) {
  return sql<boolean>`not a.removed and ${carried(carrier, 'a.')} and a.shown <= ${now}`
}

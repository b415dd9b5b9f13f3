import { sql, type Kysely } from 'kysely'

export const isExpandOnly = true

/** Half of each page stays free, as for the sums. */
const STATEMENTS = [
  `create table figures.pairs (
    mandator text not null, article text not null, other text not null, day text not null, readers bigint not null,
    primary key (mandator, article, other, day)
  ) with (fillfactor = 50)`,
  'create index pairs_day on figures.pairs (day)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

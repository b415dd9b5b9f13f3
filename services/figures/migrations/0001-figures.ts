import { sql, type Kysely } from 'kysely'

/** Half of each page stays free, so that a sum that changes every few seconds leaves no dead rows (HOT updates). */
const STATEMENTS = [
  `create table figures.days (
    mandator text not null, day text not null, kind text not null, value text not null, views bigint not null, visitors bigint not null,
    seconds bigint not null, quarter1 bigint not null, quarter2 bigint not null, quarter3 bigint not null, quarter4 bigint not null,
    primary key (mandator, day, kind, value)
  ) with (fillfactor = 50)`,
  'create index days_day on figures.days (day)',
  `create table figures.counts (
    mandator text not null, day text not null, name text not null, bucket int not null, count bigint not null,
    primary key (mandator, day, name, bucket)
  ) with (fillfactor = 50)`,
  'create index counts_day on figures.counts (day)',
  'create table figures.salts (day text primary key, salt bytea not null)',
  // By turns, so that the marks of a day that is over go with a truncation at once.
  'create table figures.marks_even (mark bigint primary key)',
  'create table figures.marks_odd (mark bigint primary key)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

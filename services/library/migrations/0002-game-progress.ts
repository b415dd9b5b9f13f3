import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table reader.game_progress (
    mandator text not null, reader text not null, item text not null, data jsonb not null, revision bigint not null,
    primary key (mandator, reader, item),
    foreign key (mandator, reader) references reader.readers (mandator, reader) on delete cascade
  )`,
]

/** It only adds a table. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

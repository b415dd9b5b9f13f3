import { sql, type Kysely } from 'kysely'

/** Pages of previews, for the processes that did not draw them. A page goes with the session that asked for it. */
const STATEMENTS = [
  `create table office.previews (
    digest text primary key, session text not null references office.sessions on delete cascade, html text not null,
    ends_at timestamptz not null
  )`,
  'create index previews_session on office.previews (session)',
]

/** It only adds a table. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

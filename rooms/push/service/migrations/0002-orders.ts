import { sql, type Kysely } from 'kysely'

/**
 * New columns with defaults and an index. A message that waits for its minute has a state that the version before leaves
 * alone: with that version it waits.
 */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push.messages
    add column due_at timestamptz not null default now(), add column ordered_by text, add column expected int not null default 0`.execute(
    db,
  )
  await sql`create index messages_waiting on push.messages (due_at) where state in ('planning', 'held')`.execute(db)
}

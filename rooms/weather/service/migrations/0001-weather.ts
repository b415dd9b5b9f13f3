import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table weather.documents (
        id text primary key, next_at timestamptz not null, heard_at timestamptz, etag text not null default '',
        last_modified text not null default '', body jsonb, trouble text not null default ''
      )`,
    )
    .execute(db)
}

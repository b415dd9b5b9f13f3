import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sport.competitions (
    publication text not null, id text not null, updated timestamptz not null, digest text not null, body jsonb,
    revision integer not null default 1, primary key (publication, id)
  )`.execute(db)
  await sql`create table sport.matches (
    publication text not null, competition text not null, id text not null, updated timestamptz not null,
    digest text not null, body jsonb not null, primary key (publication, competition, id)
  )`.execute(db)
}

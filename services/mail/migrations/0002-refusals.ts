import { sql, type Kysely } from 'kysely'

export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail.refusals (
    recipient text primary key, source text not null check (source in ('smtp', 'bounce')), reason text not null, at timestamptz not null
  )`.execute(db)
}

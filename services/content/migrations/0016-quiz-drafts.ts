import { sql, type Kysely } from 'kysely'

/** New columns with defaults, which the version before does not write; with that version sources overwrite the office. */
export const isExpandOnly = true

/**
 * Quizzes of the office. `is_new`: readers never had it (to the version before it is a withdrawn one). `is_ours`: the office
 * published or withdrew it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content.quizzes
    add column revision bigint not null default 0, add column draft jsonb, add column proposal jsonb,
    add column is_new boolean not null default false, add column is_ours boolean not null default false,
    add column changed_by text not null default '', add column changed_at timestamptz`.execute(db)
}

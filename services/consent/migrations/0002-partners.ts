import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // What the layer showed: the newest day of the recipients, and the framework's vendors with their purposes.
  `alter table consent.answers add column recipients text, add column partners jsonb not null default '{}'`,
  // The framework's texts of its purposes.
  `alter table consent.vendor_lists add column purposes jsonb not null default '{}'`,
]

/** The version before keeps answers without what the layer showed, and a list without texts. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table newsletter.drafts (
    mandator text not null, slug text not null, id text not null, is_special boolean not null, due_at timestamptz,
    plan text not null, revision int not null, draft jsonb, changed_at timestamptz not null, changed_by text not null,
    released jsonb, released_revision int, released_at timestamptz, released_by text,
    lease text, leased_until timestamptz, primary key (mandator, slug, id)
  )`,
  `create index drafts_due on newsletter.drafts (due_at) where is_special and plan = 'released'`,
  'alter table newsletter.issues add column draft_id text, add column is_composed boolean, add column subject text, add column failed int',
  `create index issues_uncounted on newsletter.issues (created_at) where state = 'sent' and failed is null`,
]

/** The version before composes every issue itself. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table gifts.links (
    id text primary key, mandator text not null, giver text, article_id text not null, token_type text not null, scope text not null,
    created_at timestamptz not null, expires_at timestamptz not null, revoked_at timestamptz, most_readers int not null
  )`,
  'create index links_giver on gifts.links (mandator, giver, created_at) where giver is not null',
  'create index links_expiry on gifts.links (expires_at)',
  `create table gifts.openings (
    link_id text not null references gifts.links on delete cascade, mandator text not null, reader text not null,
    opened_at timestamptz not null, primary key (link_id, reader)
  )`,
  'create index openings_reader on gifts.openings (mandator, reader)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table reader.readers (
    mandator text not null, reader text not null, onboarded_at timestamptz, is_reading_synced boolean not null default false,
    reading_cleared_at timestamptz, created_at timestamptz not null, changed_at timestamptz not null,
    primary key (mandator, reader)
  )`,
  `create table reader.marks (
    mandator text not null, reader text not null, kind text not null, id text not null, ts timestamptz not null,
    sequence bigint generated always as identity,
    primary key (mandator, reader, kind, id),
    foreign key (mandator, reader) references reader.readers (mandator, reader) on delete cascade
  )`,
  'create index marks_newest on reader.marks (mandator, reader, kind, ts desc, sequence desc)',
  `create table reader.read_articles (
    mandator text not null, reader text not null, article_id text not null, ts timestamptz not null, progress double precision not null,
    removed_at timestamptz, primary key (mandator, reader, article_id),
    foreign key (mandator, reader) references reader.readers (mandator, reader) on delete cascade
  )`,
  `create table reader.feed_visits (
    mandator text not null, reader text not null, feed text not null, since timestamptz, visited_at timestamptz not null,
    primary key (mandator, reader, feed),
    foreign key (mandator, reader) references reader.readers (mandator, reader) on delete cascade
  )`,
  'create table reader.erased (digest text primary key, at timestamptz not null)',
  'create table reader.settings (mandator text primary key, data jsonb not null, changed_at timestamptz not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // A drawing holds the pages made from one delivery; readers see the drawing that `issues` names.
  `create table epaper.issues (
    mandator text not null, edition text not null, day date not null, drawing text not null, version text not null,
    digest text not null, page_count int not null, pdf_bytes int not null, coins int, cover jsonb not null,
    appeared_at timestamptz not null, primary key (mandator, edition, day)
  )`,
  'create index issues_days on epaper.issues (mandator, day desc)',
  `create table epaper.deliveries (
    mandator text not null, edition text not null, day date not null, drawing text not null, digest text not null,
    zones_digest text not null, coins int, state text not null, page_count int not null, pages_drawn int not null,
    articles int not null, matched int not null, reason text not null, received_at timestamptz not null,
    held_by text, held_until timestamptz, attempts int not null, error text, primary key (mandator, edition, day)
  )`,
  `create index deliveries_waiting on epaper.deliveries (received_at) where state in ('waiting', 'drawing')`,
  `create table epaper.pages (
    drawing text not null, number int not null, label text not null, section text not null, width real not null,
    height real not null, images jsonb not null, zones jsonb not null, content jsonb, primary key (drawing, number)
  )`,
  `create table epaper.articles (
    drawing text not null, position int not null, key text not null, kicker text not null, title text not null,
    author text not null, teaser text not null, html text not null, plain text not null, pages int[] not null,
    content_id text, content_path text,
    words tsvector generated always as (
      setweight(to_tsvector('german', title), 'A') || setweight(to_tsvector('german', kicker || ' ' || teaser || ' ' || author), 'B')
      || to_tsvector('german', plain)
    ) stored,
    primary key (drawing, position), unique (drawing, key)
  )`,
  'create index articles_words on epaper.articles using gin (words)',
  `create table epaper.files (
    drawing text not null, name text not null, media_type text not null, bytes int not null, is_whole boolean not null,
    stored_at timestamptz not null, primary key (drawing, name)
  )`,
  `create table epaper.pieces (
    drawing text not null, name text not null, number int not null, data bytea not null, primary key (drawing, name, number)
  )`,
  // The data are compressed already: a second compression would cost time and save nothing.
  'alter table epaper.pieces alter column data set storage external',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

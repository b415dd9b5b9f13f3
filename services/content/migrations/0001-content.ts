import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  'create extension if not exists pg_trgm',

  `create table content.sections (
    path text primary key, position int not null, name text not null, seo_title text not null, description text not null,
    publications int not null
  )`,
  `create table content.tags (
    id text primary key, position int not null, slug text not null unique, name text not null, parent_id text,
    curated boolean not null
  )`,
  `create table content.topics (
    id text primary key, position int not null, title text not null, description text not null, tag_ids text[] not null,
    picture jsonb, publications int not null
  )`,
  `create table content.regions (
    id text primary key, position int not null, label text not null, section_path text not null, parent_id text
  )`,
  `create table content.authors (
    id text primary key, position int not null, prename text not null, surname text not null, shortname text,
    role text not null, bio text not null, email text not null, portrait jsonb
  )`,
  // Podcasts, coupons, newsletters, legal documents, menus, sport: read as a whole, never searched.
  `create table content.entries (
    kind text not null, key text not null, position int not null, publications int not null, data jsonb not null,
    primary key (kind, key)
  )`,

  // Ready answers as text: an article is one look-up by key. "shown" is the moment from which readers see it, and the
  // order of every list; the seal tells whether the text beside it is still as the service wrote it.
  `create table content.articles (
    id text primary key, owner text not null, publications int not null, source_id text, source_version bigint not null,
    removed boolean not null, is_test_report boolean not null, kind text not null, section_path text not null,
    shown timestamptz not null, changed timestamptz not null, urgency smallint not null, is_own boolean not null,
    path text not null, title text not null, keywords text[] not null, picture text,
    teaser text not null, teaser_seal text not null,
    article text not null, article_seal text not null,
    full_article text, full_article_seal text not null
  )`,
  'create unique index articles_source on content.articles (owner, source_id) where source_id is not null',
  'create index articles_shown on content.articles (shown desc, id desc) where not removed',
  'create index articles_urgent on content.articles (shown desc) where urgency <= 2 and not removed',
  'create sequence content.article_id start 100000',
  'create sequence content.tag_id start 10000',

  // One row for each list an article is in (section and its parents, tag and its parents, region, author, all).
  `create table content.lists (
    list text not null, shown timestamptz not null, article_id text not null, publications int not null
  )`,
  'create index lists_order on content.lists (list, shown desc, article_id desc) include (publications)',
  'create index lists_article on content.lists (article_id)',

  // Narrow rows: a search for a common word visits thousands, so the long vector is always kept outside of them.
  `create table content.search (
    article_id text primary key, shown timestamptz not null, publications int not null, head tsvector not null, words tsvector not null
  ) with (toast_tuple_target = 512)`,
  'alter table content.search alter column head set storage main',
  'create index search_words on content.search using gin (words) with (fastupdate = off)',
  'create index search_head on content.search using gin (head) with (fastupdate = off)',
  'create table content.words (spelling text collate "C" primary key, word text not null)',
  'create index words_similar on content.words using gin (spelling gin_trgm_ops)',

  `create table content.views (
    article_id text not null, hour timestamptz not null, publication text not null, views int not null,
    primary key (publication, hour, article_id)
  )`,
  `create table content.changes (
    sequence bigint generated always as identity primary key, id text not null, kind text not null, at timestamptz not null
  )`,
  'create table content.marks (name text primary key, value text not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

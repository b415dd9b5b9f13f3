import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table office.articles (
    publication text not null, id text not null, desk text not null, shown text not null, readers text not null,
    title text not null, section_path text not null, source text not null, restriction text not null, path text not null,
    tag_ids text[] not null, people text[] not null, changed_at timestamptz not null, changed_by text, changed_by_name text,
    created_by text, created_by_name text, revision integer not null, last_number integer not null,
    published_revision integer, published_at timestamptz, online_since timestamptz, before_revision integer,
    undo_until timestamptz, reader_updated timestamptz, scheduled_for timestamptz, waits_until timestamptz, plan_failure text, open_notes integer not null default 0,
    has_update boolean not null default false, is_stale boolean not null default false, search_text text not null,
    words tsvector generated always as (to_tsvector('german', search_text)) stored,
    primary key (publication, id)
  )`,
  'create index articles_words on office.articles using gin (words)',
  'create index articles_waiting on office.articles (publication, waits_until) where waits_until is not null',
  `create table office.article_lists (
    publication text not null, list text not null, article_id text not null, changed_at timestamptz not null,
    primary key (publication, list, article_id)
  )`,
  'create index article_lists_newest on office.article_lists (publication, list, changed_at desc, article_id desc)',
  `create table office.drafts (
    publication text not null, article_id text not null, revision integer not null, draft jsonb not null,
    conflicts jsonb not null, primary key (publication, article_id),
    foreign key (publication, article_id) references office.articles (publication, id) on delete cascade
  )`,
  `create table office.revisions (
    publication text not null, article_id text not null, number integer not null, by_id text, by_name text,
    at timestamptz not null, kind text not null, base integer not null, draft jsonb not null, title text not null,
    words integer not null, is_passed boolean not null default false, window_start timestamptz, sent text,
    primary key (publication, article_id, number),
    foreign key (publication, article_id) references office.articles (publication, id) on delete cascade
  )`,
  `create index revisions_passed on office.revisions (at) where is_passed`,
  `create index revisions_auto on office.revisions (at) where kind = 'auto'`,
  `create table office.arrivals (
    publication text not null, source_id text not null, article_id text, version integer, draft jsonb, waiting integer,
    primary key (publication, source_id)
  )`,
  'create index arrivals_article on office.arrivals (publication, article_id) where article_id is not null',
  'create index arrivals_waiting on office.arrivals (publication) where waiting is not null',
  `create table office.presence (
    publication text not null, article_id text not null, person_id text not null, person_name text not null,
    since timestamptz not null, seen_at timestamptz not null, has_pen boolean not null,
    primary key (publication, article_id, person_id)
  )`,
  'create index presence_seen on office.presence (seen_at)',
  `create table office.notes (
    id bigint generated always as identity primary key, publication text not null, article_id text not null,
    by_id text not null, by_name text not null, at timestamptz not null, text text not null, block integer,
    answers jsonb not null, is_done boolean not null, to_id text, for_id text,
    foreign key (publication, article_id) references office.articles (publication, id) on delete cascade
  )`,
  'create index notes_article on office.notes (publication, article_id, at)',
  'create index notes_for on office.notes (publication, for_id, at desc) where not is_done',
  `create table office.plans (
    id bigint generated always as identity primary key, publication text not null, article_id text not null,
    kind text not null, revision integer not null, updated timestamptz, is_undo boolean not null, at timestamptz not null,
    by_id text not null, by_name text not null, state text not null, due_at timestamptz not null,
    attempts integer not null default 0, held_until timestamptz, held_by text, error text, changed_at timestamptz not null,
    foreign key (publication, article_id) references office.articles (publication, id) on delete cascade
  )`,
  `create unique index plans_article on office.plans (publication, article_id) where state = 'waiting'`,
  `create index plans_due on office.plans (due_at) where state = 'waiting'`,
  `create index plans_times on office.plans (publication, at) where state = 'waiting'`,
  `create index plans_ended on office.plans (changed_at) where state <> 'waiting'`,
  `create table office.index_marks (
    publication text primary key, filled_to text not null, is_filled boolean not null, sequence bigint not null
  )`,
]

/** It only adds tables. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

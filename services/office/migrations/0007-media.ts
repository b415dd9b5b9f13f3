import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table office.media (
    id bigint generated always as identity primary key, publication text not null, base_url text not null,
    width integer not null, height integer not null, colour text, focus jsonb, alt_text text not null,
    caption text not null, credit text not null, written jsonb not null, file_name text not null,
    version integer not null default 1, created_at timestamptz not null, created_by text not null,
    created_by_name text not null, search_text text not null,
    words tsvector generated always as (to_tsvector('german', search_text)) stored
  )`,
  'create index media_newest on office.media (publication, id desc)',
  `create index media_uncredited on office.media (publication, id desc) where credit = ''`,
  'create index media_words on office.media using gin (words)',
  `create table office.media_rights (
    media_id bigint primary key references office.media on delete cascade, publication text not null,
    holder text not null, terms text not null, until timestamptz, may_be_cut boolean not null,
    stays_in_archive boolean not null
  )`,
  'create index media_rights_until on office.media_rights (publication, until) where until is not null',
  // All files that a picture had: those before a replacement have its rights, too.
  `create table office.media_files (
    publication text not null, name text not null, base_url text not null,
    media_id bigint not null references office.media on delete cascade, primary key (publication, name)
  )`,
  'create index media_files_media on office.media_files (media_id)',
  `create table office.media_tasks (
    id bigint generated always as identity primary key, publication text not null,
    media_id bigint not null references office.media on delete cascade, kind text not null, texts jsonb,
    by_id text, by_name text, network text not null, state text not null, due_at timestamptz not null,
    attempts integer not null default 0, held_until timestamptz, held_by text, error text,
    changed_at timestamptz not null
  )`,
  `create unique index media_tasks_end on office.media_tasks (media_id) where state = 'waiting' and kind = 'end'`,
  `create index media_tasks_due on office.media_tasks (due_at) where state = 'waiting'`,
  `create index media_tasks_media on office.media_tasks (media_id) where state = 'waiting'`,
  `create index media_tasks_ended on office.media_tasks (changed_at) where state <> 'waiting'`,
  `create index plans_pictures on office.plans (due_at) where state = 'pictures'`,
  `create index drafts_pictures on office.drafts using gin (jsonb_path_query_array(draft, '$.**.baseUrl'))`,
]

/** It only adds tables and indexes. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

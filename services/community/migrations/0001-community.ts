import { sql, type Kysely } from 'kysely'

const TEXT = `publication text not null, id bigint generated always as identity primary key, article text not null, sub text,
  text text not null, state text not null, held_for text not null default '', ground text, at timestamptz not null,
  edited_at timestamptz, search tsvector generated always as (to_tsvector('german', text)) stored`

const STATEMENTS = [
  `create table community.threads (
    publication text not null, article text not null, path text not null, title text not null,
    comments integer not null default 0, reviews integer not null default 0, stars integer not null default 0,
    primary key (publication, article)
  )`,
  `create table community.members (
    publication text not null, sub text not null, name text, name_key text, email text not null default '',
    author_path text, has_reply_mails boolean not null default true, texts integer not null default 0,
    banned_at timestamptz, banned_until timestamptz, ban_reason text not null default '', created_at timestamptz not null,
    primary key (publication, sub)
  )`,
  'create unique index members_name on community.members (publication, name_key) where name_key is not null',
  'create index members_author on community.members (publication, author_path) where author_path is not null',
  `create table community.comments (
    ${TEXT}, parent bigint references community.comments on delete cascade,
    reply_to bigint references community.comments on delete set null,
    up integer not null default 0, down integer not null default 0, score double precision not null default 0,
    replies integer not null default 0, is_picked boolean not null default false
  )`,
  'create index comments_threads on community.comments (publication, article, at desc, id desc) where parent is null',
  'create index comments_replies on community.comments (parent, id) where parent is not null',
  'create index comments_reply_to on community.comments (reply_to) where reply_to is not null',
  'create index comments_sub on community.comments (publication, sub, at) where sub is not null',
  `create index comments_pending on community.comments (publication, at) where state = 'pending'`,
  'create index comments_search on community.comments using gin (search)',
  `create table community.votes (
    publication text not null, comment bigint not null references community.comments on delete cascade, sub text not null,
    value smallint not null check (value in (-1, 1)), primary key (comment, sub)
  )`,
  'create index votes_sub on community.votes (publication, sub)',
  `create table community.reviews (${TEXT}, stars smallint not null check (stars between 1 and 5), unique (publication, article, sub))`,
  'create index reviews_article on community.reviews (publication, article, at desc, id desc)',
  `create index reviews_pending on community.reviews (publication, at) where state = 'pending'`,
  'create index reviews_sub on community.reviews (publication, sub) where sub is not null',
  'create index reviews_search on community.reviews using gin (search)',
  `create table community.reports (
    publication text not null, id text primary key, kind text not null, target bigint not null, ground text not null,
    explanation text not null, name text not null, email text not null, requester text not null, at timestamptz not null,
    closed_at timestamptz
  )`,
  'create index reports_target on community.reports (kind, target)',
  'create index reports_at on community.reports (publication, at)',
  'create index reports_email on community.reports (publication, email)',
  `create table community.decisions (
    publication text not null, id text primary key, kind text not null, target bigint not null, action text not null,
    ground text, facts text not null, source text not null, decided_by text not null, at timestamptz not null,
    complaint_at timestamptz, complaint_text text, outcome text, answer text, answered_by text, answered_at timestamptz
  )`,
  'create index decisions_target on community.decisions (kind, target)',
  'create index decisions_at on community.decisions (publication, at)',
  `create index decisions_complaints on community.decisions (publication, complaint_at) where complaint_at is not null`,
  'create table community.bans (publication text not null, at timestamptz not null)',
  'create index bans_at on community.bans (publication, at)',
  `create table community.seen (
    publication text not null, sub text not null, article text not null, at timestamptz not null,
    primary key (publication, sub, article)
  )`,
  'create index seen_at on community.seen (at)',
  'create table community.windows (key text primary key, count integer not null, until timestamptz not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

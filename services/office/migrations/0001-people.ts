import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // `email` is null of a person who was removed: articles and audit keep the name.
  `create table office.staff (
    id text primary key, name text not null, email text unique, password_hash text,
    state text not null check (state in ('invited', 'active', 'locked', 'removed')), is_demo boolean not null default false,
    created_at timestamptz not null, seen_at timestamptz
  )`,
  `create table office.grants (
    staff text not null references office.staff on delete cascade, publication text not null, role text not null,
    may_publish boolean not null, sections jsonb not null, primary key (staff, publication, role)
  )`,
  `create table office.passkeys (
    id text primary key, staff text not null references office.staff on delete cascade, public_key text not null,
    counter bigint not null, transports jsonb not null, name text not null, created_at timestamptz not null
  )`,
  'create index passkeys_staff on office.passkeys (staff)',
  // `pending`: a secret that no code has proved yet. `last_step`: the step of the last code, which counts once.
  `create table office.secrets (
    staff text primary key references office.staff on delete cascade, sealed text, pending text,
    last_step bigint not null default 0
  )`,
  `create table office.recovery_codes (
    staff text not null references office.staff on delete cascade, digest text not null, primary key (staff, digest)
  )`,
  `create table office.invitations (
    staff text primary key references office.staff on delete cascade, digest text not null unique, invited_by text not null,
    expires_at timestamptz not null
  )`,
  // `half`: the password was right, the second factor is missing.
  `create table office.sessions (
    id text primary key, digest text not null unique, staff text not null references office.staff on delete cascade,
    kind text not null check (kind in ('half', 'full')), device text not null, created_at timestamptz not null,
    seen_at timestamptz not null, proved_at timestamptz not null
  )`,
  'create index sessions_staff on office.sessions (staff)',
  `create table office.devices (
    digest text not null, staff text not null references office.staff on delete cascade, seen_at timestamptz not null,
    primary key (digest, staff)
  )`,
  'create table office.challenges (digest text primary key, purpose text not null, expires_at timestamptz not null)',
  'create table office.windows (key text primary key, count integer not null, until timestamptz not null)',
  `create table office.tries (
    key text primary key, count integer not null, paused_until timestamptz not null, forgotten_at timestamptz not null
  )`,
  `create table office.audit (
    id bigint generated always as identity primary key, at timestamptz not null, staff text, by_name text not null,
    network text not null, act text not null, publication text, target text not null, before jsonb not null,
    after jsonb not null
  )`,
  'create index audit_staff on office.audit (staff, id desc)',
  'create index audit_publication on office.audit (publication, id desc)',
  `create function office.keep_audit() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' or old.at > now() - interval '2 years' then
      raise exception 'The audit is append-only' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end $$`,
  'create trigger keep_audit before update or delete on office.audit for each row execute function office.keep_audit()',
  `create table office.events (
    id bigint generated always as identity primary key, at timestamptz not null default now(), kind text not null,
    target text not null, publication text
  )`,
]

/** It only adds tables. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const OF_ACCOUNT = 'foreign key (mandator, account_id) references sso.accounts (mandator, id) on delete cascade'

const STATEMENTS = [
  `create table sso.accounts (
    mandator text not null, id text not null, is_shadow boolean not null, email text not null, email_key text not null,
    password_hash text, salutation text not null, first_name text not null, last_name text not null,
    email_verified_at timestamptz, provider text not null, is_blocked boolean not null, created_at timestamptz not null,
    changed_at timestamptz not null, password_changed_at timestamptz, erase_at timestamptz,
    primary key (mandator, id), unique (mandator, email_key, is_shadow)
  )`,
  'create index accounts_erase on sso.accounts (erase_at) where erase_at is not null',
  'create index accounts_shadow on sso.accounts (created_at) where is_shadow',
  `create table sso.identities (
    mandator text not null, provider text not null, subject text not null, account_id text not null, email text not null,
    linked_at timestamptz not null, primary key (mandator, provider, subject), ${OF_ACCOUNT}
  )`,
  'create index identities_account on sso.identities (mandator, account_id)',
  `create table sso.consents (
    mandator text not null, account_id text not null, name text not null, version text not null, is_given boolean not null,
    at timestamptz not null, address text not null, ${OF_ACCOUNT}
  )`,
  'create index consents_account on sso.consents (mandator, account_id, at)',
  `create table sso.sessions (
    id text primary key, mandator text not null, account_id text not null, kind text not null, generation int not null,
    auth_time timestamptz not null, created_at timestamptz not null, used_at timestamptz not null,
    expires_at timestamptz not null, ended_at timestamptz, end_reason text, user_agent text not null, ${OF_ACCOUNT}
  )`,
  'create index sessions_account on sso.sessions (mandator, account_id)',
  'create index sessions_expiry on sso.sessions (expires_at)',
  `create table sso.refresh_tokens (
    hash text primary key, session_id text not null references sso.sessions (id) on delete cascade, generation int not null,
    created_at timestamptz not null, rotated_at timestamptz, salt text
  )`,
  'create index refresh_tokens_session on sso.refresh_tokens (session_id, generation)',
  `create table sso.mail_codes (
    hash text primary key, mandator text not null, account_id text not null, purpose text not null,
    created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz, data jsonb not null, ${OF_ACCOUNT}
  )`,
  'create index mail_codes_account on sso.mail_codes (mandator, account_id, purpose)',
  'create index mail_codes_expiry on sso.mail_codes (expires_at)',
  `create table sso.devices (
    hash text primary key, mandator text not null, account_id text not null, created_at timestamptz not null,
    used_at timestamptz not null, ${OF_ACCOUNT}
  )`,
  'create index devices_account on sso.devices (mandator, account_id, used_at)',
  'create table sso.limits (key text primary key, count int not null, until timestamptz not null)',
  'create index limits_until on sso.limits (until)',
  `create table sso.keys (
    kid text primary key, created_at timestamptz not null, active_from timestamptz not null, public_key jsonb not null,
    private_key text not null
  )`,
  'create table sso.secrets (name text primary key, value text not null)',
  `create table sso.social_states (
    hash text primary key, mandator text not null, provider text not null, kind text not null,
    expires_at timestamptz not null, data text not null
  )`,
  `create table sso.oidc_items (
    kind text not null, hash text not null, mandator text not null, payload text not null, account_id text, grant_id text,
    uid_hash text, consumed_at timestamptz, expires_at timestamptz not null, primary key (kind, hash)
  )`,
  'create index oidc_items_account on sso.oidc_items (mandator, account_id)',
  'create index oidc_items_grant on sso.oidc_items (grant_id)',
  'create index oidc_items_uid on sso.oidc_items (uid_hash) where uid_hash is not null',
  'create index oidc_items_expiry on sso.oidc_items (expires_at)',
  'create table sso.erasures (id text primary key, mandator text not null, erased_at timestamptz not null, kept jsonb not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

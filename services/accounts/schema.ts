/**
 * Tables of single sign-on, in the PostgreSQL schema `sso`. The publication (mandator) is part of every reader's key:
 * the same address in two publications is two accounts. Tokens, codes, states and cookies are stored as hashes; data of
 * the OpenID provider is sealed with the value that only its owner has.
 */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type AccountRow = {
  mandator: string
  id: string
  /**
   * Shadow: registered with the address of an existing account. It looks real to the person who registered and gives
   * access to nothing.
   */
  is_shadow: boolean
  email: string
  email_key: string
  /** PHC string; null for accounts with social sign-in only. */
  password_hash: string | null
  salutation: string
  first_name: string
  last_name: string
  email_verified_at: Date | null
  provider: string
  is_blocked: boolean
  created_at: Date
  changed_at: Date
  password_changed_at: Date | null
  erase_at: Date | null
}

export type SessionRow = {
  id: string
  mandator: string
  account_id: string
  kind: 'sso' | 'content'
  generation: number
  auth_time: Date
  created_at: Date
  used_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  user_agent: string
}

/**
 * A change of address: pending (one per account), then done, and possibly undone. Done ones stay as long as the
 * account, because declarations and mails of an earlier address are found by them.
 */
export type EmailChangeRow = {
  id: string
  mandator: string
  account_id: string
  state: 'pending' | 'done' | 'undone'
  from_email: string
  from_key: string
  from_verified_at: Date | null
  to_email: string
  to_key: string
  /** The requesting session, which continues when the others end. */
  session_id: string | null
  /** Null: the address has an account, so no code can confirm it. */
  code_hash: string | null
  undo_hash: string | null
  requested_at: Date
  expires_at: Date
  changed_at: Date | null
  undo_until: Date | null
}

export type CodePurpose = 'confirm' | 'reset' | 'link' | 'undo-erasure'

type AccountsTables = {
  /** An erasure that is due is a job: who works on it until when, and how often it was tried. */
  'sso.accounts': AccountRow & { erasure_held_until: Date | null; erasure_attempts: Generated<number> }
  'sso.identities': {
    mandator: string
    provider: string
    subject: string
    account_id: string
    email: string
    linked_at: Date
  }
  /** Every answer ever given, as proof. */
  'sso.consents': {
    mandator: string
    account_id: string
    name: string
    version: string
    is_given: boolean
    at: Date
    address: string
  }
  'sso.sessions': SessionRow
  'sso.refresh_tokens': {
    hash: string
    session_id: string
    generation: number
    created_at: Date
    rotated_at: Date | null
    salt: string | null
  }
  'sso.mail_codes': {
    hash: string
    mandator: string
    account_id: string
    purpose: CodePurpose
    created_at: Date
    expires_at: Date
    used_at: Date | null
    data: Json<Record<string, string>>
  }
  'sso.email_changes': EmailChangeRow
  /** The outbox of changed addresses; a row is deleted when its subscriber has taken it. */
  'sso.address_notices': {
    sequence: Generated<number>
    mandator: string
    account_id: string
    subscriber: string
    change: Json<unknown>
    attempts: number
    due_at: Date
  }
  'sso.devices': { hash: string; mandator: string; account_id: string; created_at: Date; used_at: Date }
  'sso.limits': { key: string; count: number; until: Date }
  'sso.keys': {
    kid: string
    created_at: Date
    active_from: Date
    public_key: Json<Record<string, string>>
    private_key: string
  }
  'sso.secrets': { name: string; value: string }
  'sso.social_states': {
    hash: string
    mandator: string
    provider: string
    kind: string
    expires_at: Date
    data: string
  }
  'sso.oidc_items': {
    kind: string
    hash: string
    mandator: string
    payload: string
    account_id: string | null
    grant_id: string | null
    uid_hash: string | null
    consumed_at: Date | null
    expires_at: Date
  }
  /** Record of an erasure and of kept data, without the person. */
  'sso.erasures': { id: string; mandator: string; erased_at: Date; kept: Json<unknown> }
}

export type AccountsDb = Kysely<AccountsTables>
export type Trx = Transaction<AccountsTables>

/** Tables of the paywall service, in the PostgreSQL schema `paywall`. Days are text, `2026-11-21`, in Berlin time. */
import type { ColumnType, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type PaywallTables = {
  'paywall.rules': { mandator: string; version: number; rules: Json<unknown>; changed_at: Date }
  /** The rules of a publication's folder at the last take-over. */
  'paywall.folders': { mandator: string; version: number; rules: Json<unknown>; applied_at: Date }
  /** `reader` is a digest, so a row can only be found from the reader's side. */
  'paywall.reads': {
    mandator: string
    reader: string
    day: string
    article_id: string
    is_metered: boolean
    is_anonymous: boolean
  }
  /** Nonces of extended access; both values are digests. */
  'paywall.assertions': { mandator: string; nonce: string; session: string; expires_at: Date }
  'paywall.decisions': {
    mandator: string
    id: string
    at: Date
    article_id: string
    sub: string | null
    anon_id: string | null
    record: Json<unknown>
  }
  /** `ranges` as CIDR texts; `code` is a digest. */
  'paywall.institutions': {
    mandator: string
    id: string
    name: string
    ranges: Json<unknown>
    code: string | null
    changed_at: Date
  }
  /** Counts only; the name stays when the institution is deleted. Months are text, `2026-11`. */
  'paywall.institution_reads': {
    mandator: string
    institution_id: string
    name: string
    month: string
    article_id: string
    reads: number
  }
  /** Attempts at codes, per address and in total; `key` is a hash. */
  'paywall.limits': { key: string; count: number; until: Date }
  /** From versions before 0003. */
  'paywall.code_attempts': { mandator: string; address: string; at: Date }
}

export type PaywallDb = Kysely<PaywallTables>

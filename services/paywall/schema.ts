/** The tables of the paywall decision service, in the PostgreSQL schema `paywall`. Days as text, `2026-11-21`, as in Berlin. */
import type { ColumnType, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type PaywallTables = {
  'paywall.rules': { mandator: string; version: number; rules: Json<unknown>; changed_at: Date }
  /** What a publication's folder said when it was taken over last. */
  'paywall.folders': { mandator: string; version: number; rules: Json<unknown>; applied_at: Date }
  /** `reader` is a digest: who it was can be found only from the reader's side. */
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
  /** Counts alone; the name stays when the institution goes. Months as text, `2026-11`. */
  'paywall.institution_reads': {
    mandator: string
    institution_id: string
    name: string
    month: string
    article_id: string
    reads: number
  }
  /** How often an address tried codes, and all together; `key` names nobody. */
  'paywall.limits': { key: string; count: number; until: Date }
  /** Of versions before 0003. */
  'paywall.code_attempts': { mandator: string; address: string; at: Date }
}

export type PaywallDb = Kysely<PaywallTables>

/** The tables of the subscription platform, in the PostgreSQL schema `subscription`. */
import type { ColumnType, Generated, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type SubscriptionTables = {
  /** An offer left out of a new catalogue stays, inactive: contracts go on referring to it. */
  'subscription.offers': { mandator: string; id: string; position: number; is_active: boolean; data: Json<unknown>; changed_at: Date }
  'subscription.catalogues': { mandator: string; reader_service: Json<unknown> | null; changed_at: Date }
  'subscription.declarations': {
    sequence: Generated<number>
    mandator: string
    /** A `ContractRight`. */
    kind: string
    receipt_number: string
    token: string
    idempotency_key: string
    /** Of the declaration, so that one key with another content is another declaration. */
    digest: string
    declaration: Json<unknown>
    received_at: Date
  }
  /** How often somebody filed since `started_at`; unreadable names, forgotten after a day. */
  'subscription.counters': { bucket: string; started_at: Date; count: number }
}

export type SubscriptionDb = Kysely<SubscriptionTables>

/** The tables of the shop, in the PostgreSQL schema `shop`. */
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type ShopTables = {
  /** `source`: digest of the folder's state from which the catalogue was taken. */
  'shop.catalogues': {
    mandator: string
    source: string | null
    revision: Generated<number>
    data: Json<unknown>
    changed_at: Date
  }
  'shop.stock': {
    mandator: string
    sku: string
    given: number | null
    taken: ColumnType<number, number | undefined, number>
  }
  'shop.baskets': { mandator: string; reference: string; cart: Json<unknown>; created_at: Date }
  'shop.orders': {
    mandator: string
    number: string
    state: string
    /** Null: the account was erased, or the order was released before it was known. */
    sub: string | null
    basket: Json<unknown>
    items: Json<unknown>
    delivery: Json<unknown> | null
    recipient: ColumnType<unknown, string | null | undefined, string | null>
    email: ColumnType<string | null, string | null | undefined, string | null>
    payment: ColumnType<string, string | undefined, string>
    /** `returned`: keys of lines taken back. `held`: keys of lines that can no longer be used. */
    returned: ColumnType<unknown, string | undefined, string>
    held: ColumnType<unknown, string | undefined, string>
    sent_on: ColumnType<string | null, string | null | undefined, string | null>
    forgets_when_sent: ColumnType<boolean, boolean | undefined, boolean>
    ordered_at: Date
    changed_at: Date
  }
  'shop.tickets': {
    mandator: string
    code: string
    number: string
    line: string
    title: string
    event: Json<unknown> | null
    state: ColumnType<string, string | undefined, string>
    used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
  }
  'shop.vouchers': {
    mandator: string
    code: string
    number: string
    line: string
    cents: number
    balance: number
    is_void: ColumnType<boolean, boolean | undefined, boolean>
    valid_until: string
    created_at: Date
  }
  'shop.voucher_entries': {
    sequence: Generated<number>
    mandator: string
    code: string
    number: string
    kind: string
    cents: number
    at: Date
  }
  'shop.counters': { bucket: string; started_at: Date; count: number }
}

export type ShopDb = Kysely<ShopTables>
export type OrderRow = Selectable<ShopTables['shop.orders']>
export type TicketRow = Selectable<ShopTables['shop.tickets']>
export type VoucherRow = Selectable<ShopTables['shop.vouchers']>

import { sql } from 'kysely'

/** The owner of rows: by address, by account, or by either. */
export type Person = { addressKey: string | null; reader: string | null }

/** A null key matches no row. */
export function isOf({ addressKey, reader }: Person) {
  return sql<boolean>`(address_key = ${addressKey} or reader = ${reader})`
}

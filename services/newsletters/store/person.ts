import { sql } from 'kysely'

/** Whose rows: by the address, by the account, or by either. */
export type Person = { addressKey: string | null; reader: string | null }

/** A key that is null is nobody's. */
export function isOf({ addressKey, reader }: Person) {
  return sql<boolean>`(address_key = ${addressKey} or reader = ${reader})`
}

/** Stored objects of the OpenID provider: sealed, found by hash. */
import type { AccountsDb } from '../schema.ts'

export type OidcItemName = { kind: string; hash: string }
export type OidcItem = {
  payload: string
  account_id: string | null
  grant_id: string | null
  uid_hash: string | null
  expires_at: Date
}

export async function saveItem(
  db: AccountsDb,
  { kind, hash }: OidcItemName,
  publication: string,
  item: OidcItem,
): Promise<void> {
  await db
    .insertInto('sso.oidc_items')
    .values({ kind, hash, mandator: publication, consumed_at: null, ...item })
    .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(item))
    .execute()
}

export async function getItem(db: AccountsDb, { kind, hash }: OidcItemName) {
  return db
    .selectFrom('sso.oidc_items')
    .select(['payload', 'consumed_at'])
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export async function getSessionPayload(db: AccountsDb, uidHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('sso.oidc_items')
    .select('payload')
    .where('kind', '=', 'Session')
    .where('uid_hash', '=', uidHash)
    .executeTakeFirst()
  return row?.payload ?? null
}

/** Marks the first use; a second one within the grace period does not prolong it. */
export async function consumeItem(db: AccountsDb, { kind, hash }: OidcItemName, now: Date): Promise<void> {
  await db
    .updateTable('sso.oidc_items')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .execute()
}

export async function removeItem(db: AccountsDb, { kind, hash }: OidcItemName): Promise<void> {
  await db.deleteFrom('sso.oidc_items').where('kind', '=', kind).where('hash', '=', hash).execute()
}

export async function removeGrant(db: AccountsDb, kind: string, grantId: string): Promise<void> {
  await db.deleteFrom('sso.oidc_items').where('kind', '=', kind).where('grant_id', '=', grantId).execute()
}

/**
 * Accounts by key and by address. In all of store/: writes that belong together share one transaction, passed as the
 * first parameter. On the embedded engine a transaction holds the only connection, so inside one every query must use
 * it.
 */
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import type { AccountRow, AccountsDb, Trx } from '../schema.ts'

export type NewAccount = Omit<AccountRow, 'changed_at' | 'password_changed_at' | 'erase_at' | 'is_blocked'>

const selectAccounts = (publication: string, db: AccountsDb) =>
  db.selectFrom('sso.accounts').selectAll().where('mandator', '=', publication)

/** The account of an address and its shadow, in one round trip whether they exist or not. */
export async function findByEmail(
  db: AccountsDb,
  publication: string,
  emailKey: string,
): Promise<{ account: AccountRow | null; shadow: AccountRow | null }> {
  const rows = await selectAccounts(publication, db).where('email_key', '=', emailKey).execute()
  return { account: rows.find((row) => !row.is_shadow) ?? null, shadow: rows.find((row) => row.is_shadow) ?? null }
}

export async function getAccount(db: AccountsDb, publication: string, id: string): Promise<AccountRow | null> {
  return (await selectAccounts(publication, db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends. */
export async function lockAccount(trx: Trx, publication: string, id: string): Promise<AccountRow | null> {
  return (await selectAccounts(publication, trx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

/** False if the address was taken in the meantime. */
export async function addAccount(db: AccountsDb, account: NewAccount): Promise<boolean> {
  const added = await db
    .insertInto('sso.accounts')
    .values({
      ...account,
      changed_at: account.created_at,
      password_changed_at: null,
      erase_at: null,
      is_blocked: false,
    })
    .onConflict((conflict) => conflict.columns(['mandator', 'email_key', 'is_shadow']).doNothing())
    .returning('id')
    .execute()
  return added.length === 1
}

export async function updateAccount(
  db: AccountsDb,
  publication: string,
  id: string,
  change: Partial<Omit<AccountRow, 'mandator' | 'id' | 'email' | 'email_key' | 'is_shadow'>>,
): Promise<AccountRow | null> {
  return (
    (await db
      .updateTable('sso.accounts')
      .set(change)
      .where('mandator', '=', publication)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

/** Throws a unique violation if another account has the address by now. */
export async function setAddress(
  trx: Trx,
  { mandator: publication, id }: { mandator: string; id: string },
  change: Partial<Omit<AccountRow, 'mandator' | 'id'>> & Pick<AccountRow, 'email' | 'email_key'>,
): Promise<void> {
  await trx.updateTable('sso.accounts').set(change).where('mandator', '=', publication).where('id', '=', id).execute()
}

export async function removeAccount(db: AccountsDb, publication: string, id: string): Promise<void> {
  await db.deleteFrom('sso.oidc_items').where('mandator', '=', publication).where('account_id', '=', id).execute()
  await db.deleteFrom('sso.accounts').where('mandator', '=', publication).where('id', '=', id).execute()
}

export async function removeShadow(db: AccountsDb, publication: string, emailKey: string): Promise<void> {
  await db
    .deleteFrom('sso.accounts')
    .where('mandator', '=', publication)
    .where('email_key', '=', emailKey)
    .where('is_shadow', '=', true)
    .execute()
}

export const ERASURES: QueueTable = {
  name: 'account-erasures',
  table: 'sso.accounts',
  key: ['mandator', 'id'],
  waits: 'q.erase_at is not null',
  columns: { dueAt: 'erase_at', heldUntil: 'erasure_held_until', attempts: 'erasure_attempts' },
  order: 'erasure_attempts',
}

/** A queue of due erasures. The work deletes the row, so no `done` is needed. */
export function toErasureQueue(db: AccountsDb): JobQueue<AccountRow> {
  return createTableQueue<AccountRow, AccountRow>(db, ERASURES, { toJob: (account) => account })
}

export async function addErasure(
  db: AccountsDb,
  id: string,
  publication: string,
  at: Date,
  kept: unknown,
): Promise<void> {
  await db
    .insertInto('sso.erasures')
    .values({ id, mandator: publication, erased_at: at, kept: JSON.stringify(kept) })
    .execute()
}

export function ofAccount(account: { mandator: string; id: string }) {
  return {
    mandator: account.mandator,
    account_id: account.id,
  }
}

/** Devices that logged in before. */
import { sql } from 'kysely'
import type { AccountsDb } from '../schema.ts'
import { ofAccount } from './accounts.ts'

export async function isKnownDevice(
  db: AccountsDb,
  publication: string,
  accountId: string,
  hash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sso.devices')
    .select('hash')
    .where('hash', '=', hash)
    .where('mandator', '=', publication)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveDevice(
  db: AccountsDb,
  account: { mandator: string; id: string },
  hash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('sso.devices')
    .values({ hash, ...ofAccount(account), created_at: now, used_at: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at: now }))
    .execute()
  await sql`delete from sso.devices where hash in (
        select hash from sso.devices where mandator = ${account.mandator} and account_id = ${account.id} order by used_at desc offset 20
      )`.execute(db)
}

export async function removeDevices(db: AccountsDb, account: { mandator: string; id: string }): Promise<void> {
  await db
    .deleteFrom('sso.devices')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .execute()
}

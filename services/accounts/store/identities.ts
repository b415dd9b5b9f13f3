/** Identities of social providers that are linked to accounts. */
import type { AccountRow, AccountsDb } from '../schema.ts'
import { ofAccount } from './accounts.ts'

export async function findByIdentity(
  db: AccountsDb,
  publication: string,
  provider: string,
  subject: string,
): Promise<AccountRow | null> {
  return (
    (await db
      .selectFrom('sso.identities as i')
      .innerJoin('sso.accounts as a', (join) =>
        join.onRef('a.mandator', '=', 'i.mandator').onRef('a.id', '=', 'i.account_id'),
      )
      .selectAll('a')
      .where('i.mandator', '=', publication)
      .where('i.provider', '=', provider)
      .where('i.subject', '=', subject)
      .executeTakeFirst()) ?? null
  )
}

export async function addIdentity(
  db: AccountsDb,
  account: { mandator: string; id: string },
  identity: { provider: string; subject: string; email: string },
  now: Date,
): Promise<boolean> {
  const added = await db
    .insertInto('sso.identities')
    .values({ ...ofAccount(account), ...identity, linked_at: now })
    .onConflict((conflict) => conflict.columns(['mandator', 'provider', 'subject']).doNothing())
    .returning('subject')
    .execute()
  return added.length === 1
}

export async function listIdentities(
  db: AccountsDb,
  account: {
    mandator: string
    id: string
  },
): Promise<{ provider: string; email: string; linkedAt: Date }[]> {
  const rows = await db
    .selectFrom('sso.identities')
    .selectAll()
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .orderBy('linked_at')
    .execute()
  return rows.map(({ provider, email, linked_at }) => ({ provider, email, linkedAt: linked_at }))
}

export async function removeIdentitiesSince(
  db: AccountsDb,
  account: { mandator: string; id: string },
  since: Date,
): Promise<void> {
  await db
    .deleteFrom('sso.identities')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('linked_at', '>', since)
    .execute()
}

/** Whether the account can log in by a provider. */
export async function hasIdentity(db: AccountsDb, account: { mandator: string; id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('sso.identities')
    .select('subject')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Consents of readers; every answer is kept. */
import type { AccountsDb } from '../schema.ts'
import { ofAccount } from './accounts.ts'

export async function addConsents(
  db: AccountsDb,
  account: { mandator: string; id: string },
  answers: readonly { name: string; version: string; isGiven: boolean }[],
  at: Date,
  address: string,
): Promise<void> {
  if (answers.length === 0) return
  await db
    .insertInto('sso.consents')
    .values(
      answers.map(({ name, version, isGiven }) => ({
        ...ofAccount(account),
        name,
        version,
        is_given: isGiven,
        at,
        address,
      })),
    )
    .execute()
}

/** All answers, oldest first. */
export async function listConsents(
  db: AccountsDb,
  account: { mandator: string; id: string },
): Promise<{ name: string; version: string; isGiven: boolean; at: Date; address: string }[]> {
  const rows = await db
    .selectFrom('sso.consents')
    .selectAll()
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .orderBy('at')
    .execute()
  return rows.map(({ name, version, is_given, at, address }) => ({ name, version, isGiven: is_given, at, address }))
}

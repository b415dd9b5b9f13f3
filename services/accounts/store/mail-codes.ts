/** Codes of mails. One conditional statement uses a code up, so it counts once. */
import { sql } from 'kysely'
import type { CodePurpose, AccountsDb } from '../schema.ts'
import { ofAccount } from './accounts.ts'

/** Stores a code and deletes older ones of the same purpose. */
export async function addCode(
  db: AccountsDb,
  code: {
    hash: string
    account: { mandator: string; id: string }
    purpose: CodePurpose
    createdAt: Date
    expiresAt: Date
    data?: Record<string, string>
  },
): Promise<void> {
  const { hash, account, purpose, createdAt, expiresAt } = code
  await db
    .deleteFrom('sso.mail_codes')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('purpose', '=', purpose)
    .execute()
  await db
    .insertInto('sso.mail_codes')
    .values({
      hash,
      ...ofAccount(account),
      purpose,
      created_at: createdAt,
      expires_at: expiresAt,
      used_at: null,
      data: JSON.stringify(code.data ?? {}),
    })
    .execute()
}

export async function getCode(
  db: AccountsDb,
  publication: string,
  purpose: CodePurpose,
  hash: string,
): Promise<{ accountId: string; expiresAt: Date; usedAt: Date | null } | null> {
  const row = await db
    .selectFrom('sso.mail_codes')
    .select(['account_id', 'expires_at', 'used_at'])
    .where('hash', '=', hash)
    .where('mandator', '=', publication)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row === undefined ? null : { accountId: row.account_id, expiresAt: row.expires_at, usedAt: row.used_at }
}

/** Uses the code up; null if it is used, expired or unknown. */
export async function takeCode(
  db: AccountsDb,
  publication: string,
  purpose: CodePurpose,
  hash: string,
  now: Date,
): Promise<{ accountId: string; data: Record<string, string> } | null> {
  const row = await db
    .updateTable('sso.mail_codes')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('mandator', '=', publication)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'data'])
    .executeTakeFirst()
  return row === undefined ? null : { accountId: row.account_id, data: row.data }
}

export async function removeCodes(
  db: AccountsDb,
  account: { mandator: string; id: string },
  purposes: readonly CodePurpose[],
): Promise<void> {
  await db
    .deleteFrom('sso.mail_codes')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('purpose', 'in', [...purposes])
    .execute()
}

/** Whether a code with these data was created since then, used or not. */
export async function findCodeSince(
  db: AccountsDb,
  account: { mandator: string; id: string },
  purpose: CodePurpose,
  data: Readonly<Record<string, string>>,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sso.mail_codes')
    .select('hash')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .where(sql<boolean>`data @> ${JSON.stringify(data)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

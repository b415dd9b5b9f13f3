/** Single-use states of social sign-in. */
import type { AccountsDb } from '../schema.ts'

export async function addState(
  db: AccountsDb,
  state: {
    hash: string
    mandator: string
    provider: string
    kind: string
    expiresAt: Date
    data: string
  },
): Promise<void> {
  const { expiresAt, ...rest } = state
  await db
    .insertInto('sso.social_states')
    .values({ ...rest, expires_at: expiresAt })
    .execute()
}

export async function takeState(
  db: AccountsDb,
  publication: string,
  provider: string,
  kind: string,
  hash: string,
  now: Date,
): Promise<string | null> {
  const row = await db
    .deleteFrom('sso.social_states')
    .where('hash', '=', hash)
    .where('mandator', '=', publication)
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning('data')
    .executeTakeFirst()
  return row?.data ?? null
}

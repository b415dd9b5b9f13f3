/** Secrets that are created once, and the deletion of expired rows. */
import type { AccountsDb } from '../schema.ts'

/** Returns the stored value, or stores the given one first. */
export async function ensureSecret(db: AccountsDb, name: string, value: string): Promise<string> {
  await db
    .insertInto('sso.secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await db.selectFrom('sso.secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}

/** Deletes expired rows. */
export async function sweep(db: AccountsDb, now: Date, shadowsBefore: Date): Promise<void> {
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000)
  await db.deleteFrom('sso.limits').where('until', '<=', now).execute()
  await db.deleteFrom('sso.social_states').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso.oidc_items').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso.mail_codes').where('expires_at', '<=', monthAgo).execute()
  await db.deleteFrom('sso.sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso.sessions').where('ended_at', '<=', monthAgo).execute()
  await db
    .deleteFrom('sso.devices')
    .where('used_at', '<=', new Date(now.getTime() - 400 * 86_400_000))
    .execute()
  // Requests that were not confirmed in time.
  await db
    .deleteFrom('sso.email_changes')
    .where('state', '=', 'pending')
    .where('expires_at', '<=', new Date(now.getTime() - 86_400_000))
    .execute()
  await db.deleteFrom('sso.accounts').where('is_shadow', '=', true).where('created_at', '<=', shadowsBefore).execute()
}

/** What other services have still to be told of changed addresses. */
import { sql } from 'kysely'
import type { SsoDb, Trx } from '../schema.ts'

export type AddressNotice = {
  sequence: number
  mandator: string
  subscriber: string
  change: unknown
  attempts: number
}

export async function addNotices(
  trx: Trx,
  account: { mandator: string; id: string },
  subscribers: readonly string[],
  change: unknown,
  now: Date,
): Promise<void> {
  if (subscribers.length === 0) return
  await trx
    .insertInto('sso.address_notices')
    .values(
      subscribers.map((subscriber) => ({
        mandator: account.mandator,
        account_id: account.id,
        subscriber,
        change: JSON.stringify(change),
        attempts: 0,
        due_at: now,
      })),
    )
    .execute()
}

/** Held until `leasedUntil`. A notice waits for the earlier ones of its account and subscriber. */
export async function claimNotice(
  db: SsoDb,
  subscribers: readonly string[],
  now: Date,
  leasedUntil: Date,
): Promise<AddressNotice | null> {
  const { rows } = await sql<Omit<AddressNotice, 'sequence'> & { sequence: number | string }>`
    update sso.address_notices set due_at = ${leasedUntil}, attempts = attempts + 1 where sequence in (
      select sequence from sso.address_notices n where due_at <= ${now} and subscriber = any(${[...subscribers]}::text[])
      and not exists (
        select 1 from sso.address_notices e where e.mandator = n.mandator and e.account_id = n.account_id
        and e.subscriber = n.subscriber and e.sequence < n.sequence
      ) order by sequence limit 1 for update skip locked
    ) returning sequence, mandator, subscriber, change, attempts`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, sequence: Number(row.sequence) }
}

export async function removeNotice(db: SsoDb, sequence: number): Promise<void> {
  await db.deleteFrom('sso.address_notices').where('sequence', '=', sequence).execute()
}

export async function postponeNotice(db: SsoDb, sequence: number, dueAt: Date): Promise<void> {
  await db.updateTable('sso.address_notices').set({ due_at: dueAt }).where('sequence', '=', sequence).execute()
}

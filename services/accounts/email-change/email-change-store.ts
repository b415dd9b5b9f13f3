/**
 * Every query about changes of an account's address. A code is used up by one conditional statement; the account's row is
 * locked first, so that two changes of one account follow each other.
 */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { AccountRow, EmailChangeRow, SsoDb, Trx } from '../schema.ts'

type AccountName = { mandator: string; id: string }
export type AddressNotice = {
  sequence: number
  mandator: string
  accountId: string
  subscriber: string
  change: unknown
  attempts: number
}
export type EmailChangeStore = ReturnType<typeof createEmailChangeStore>

export function createEmailChangeStore(database: Database) {
  const db = database.db as SsoDb
  const changesOf = (account: AccountName, within: SsoDb) =>
    within
      .selectFrom('sso.email_changes')
      .selectAll()
      .where('mandator', '=', account.mandator)
      .where('account_id', '=', account.id)

  return {
    async lockAccount({ mandator, id }: AccountName, trx: Trx): Promise<AccountRow | null> {
      return (
        (await trx
          .selectFrom('sso.accounts')
          .selectAll()
          .where('mandator', '=', mandator)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()) ?? null
      )
    },

    async setAddress(
      { mandator, id }: AccountName,
      change: Partial<Omit<AccountRow, 'mandator' | 'id'>> & Pick<AccountRow, 'email' | 'email_key'>,
      trx: Trx,
    ): Promise<void> {
      await trx.updateTable('sso.accounts').set(change).where('mandator', '=', mandator).where('id', '=', id).execute()
    },

    async getPending(account: AccountName, within: SsoDb = db): Promise<EmailChangeRow | null> {
      return (await changesOf(account, within).where('state', '=', 'pending').executeTakeFirst()) ?? null
    },

    async removePending({ mandator, id }: AccountName, within: SsoDb = db): Promise<void> {
      await within
        .deleteFrom('sso.email_changes')
        .where('mandator', '=', mandator)
        .where('account_id', '=', id)
        .where('state', '=', 'pending')
        .execute()
    },

    async add(row: EmailChangeRow, trx: Trx): Promise<void> {
      await trx.insertInto('sso.email_changes').values(row).execute()
    },

    async findByCode(
      mandator: string,
      kind: 'code_hash' | 'undo_hash',
      hash: string,
      within: SsoDb = db,
    ): Promise<EmailChangeRow | null> {
      return (
        (await within
          .selectFrom('sso.email_changes')
          .selectAll()
          .where('mandator', '=', mandator)
          .where(kind, '=', hash)
          .executeTakeFirst()) ?? null
      )
    },

    /** Null when the code was used, replaced or cancelled since it was looked up, or has expired. */
    async takePending(
      id: string,
      done: { at: Date; from: AccountRow; undoHash: string | null; undoUntil: Date | null },
      trx: Trx,
    ): Promise<EmailChangeRow | null> {
      return (
        (await trx
          .updateTable('sso.email_changes')
          .set({
            state: 'done',
            changed_at: done.at,
            undo_hash: done.undoHash,
            undo_until: done.undoUntil,
            // It may have been confirmed since the wish.
            from_verified_at: done.from.email_verified_at,
          })
          .where('id', '=', id)
          .where('state', '=', 'pending')
          .where('expires_at', '>', done.at)
          .returningAll()
          .executeTakeFirst()) ?? null
      )
    },

    /** This change and every later one of the account, oldest first; none when it cannot be undone (any more). */
    async takeBack(change: EmailChangeRow, now: Date, trx: Trx): Promise<EmailChangeRow[]> {
      const taken = await trx
        .updateTable('sso.email_changes')
        .set({ state: 'undone' })
        .where('id', '=', change.id)
        .where('state', '=', 'done')
        .where('undo_until', '>', now)
        .returningAll()
        .executeTakeFirst()
      if (taken === undefined) return []
      const later = await trx
        .updateTable('sso.email_changes')
        .set({ state: 'undone' })
        .where('mandator', '=', taken.mandator)
        .where('account_id', '=', taken.account_id)
        .where('state', '=', 'done')
        .where('changed_at', '>=', taken.changed_at)
        .returningAll()
        .execute()
      return [taken, ...later.toSorted((a, b) => a.changed_at!.getTime() - b.changed_at!.getTime())]
    },

    /** The change by which an account left this address so lately that it may come back; nobody else gets the address until then. */
    async findReservation(
      mandator: string,
      emailKey: string,
      now: Date,
      within: SsoDb = db,
    ): Promise<EmailChangeRow | null> {
      return (
        (await within
          .selectFrom('sso.email_changes')
          .selectAll()
          .where('mandator', '=', mandator)
          .where('from_key', '=', emailKey)
          .where('state', '=', 'done')
          .where('undo_until', '>', now)
          .orderBy('changed_at', 'desc')
          .executeTakeFirst()) ?? null
      )
    },

    /** Addresses the account had, confirmed ones only, and until when. */
    async listFormer(account: AccountName): Promise<{ email: string; until: Date }[]> {
      const rows = await changesOf(account, db)
        .where('state', '<>', 'pending')
        .where('from_verified_at', 'is not', null)
        .orderBy('changed_at')
        .execute()
      return rows.map(({ from_email, changed_at }) => ({ email: from_email, until: changed_at! }))
    },

    async removeIdentitiesSince({ mandator, id }: AccountName, since: Date, trx: Trx): Promise<void> {
      await trx
        .deleteFrom('sso.identities')
        .where('mandator', '=', mandator)
        .where('account_id', '=', id)
        .where('linked_at', '>', since)
        .execute()
    },

    /** Wishes nobody confirmed in time. */
    async sweep(now: Date): Promise<void> {
      await db
        .deleteFrom('sso.email_changes')
        .where('state', '=', 'pending')
        .where('expires_at', '<=', new Date(now.getTime() - 86_400_000))
        .execute()
    },

    // --- What other services are told

    async addNotices(
      account: AccountName,
      subscribers: readonly string[],
      change: unknown,
      now: Date,
      trx: Trx,
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
    },

    /** Held until `leasedUntil`. A notice waits for the earlier ones of its account and subscriber. */
    async claimNotice(subscribers: readonly string[], now: Date, leasedUntil: Date): Promise<AddressNotice | null> {
      const { rows } = await sql<{
        sequence: number | string
        mandator: string
        account_id: string
        subscriber: string
        change: unknown
        attempts: number
      }>`
        update sso.address_notices set due_at = ${leasedUntil}, attempts = attempts + 1 where sequence in (
          select sequence from sso.address_notices n where due_at <= ${now} and subscriber = any(${[...subscribers]}::text[])
          and not exists (
            select 1 from sso.address_notices e where e.mandator = n.mandator and e.account_id = n.account_id
            and e.subscriber = n.subscriber and e.sequence < n.sequence
          ) order by sequence limit 1 for update skip locked
        ) returning sequence, mandator, account_id, subscriber, change, attempts`.execute(db)
      const [row] = rows
      return row === undefined
        ? null
        : {
            sequence: Number(row.sequence),
            mandator: row.mandator,
            accountId: row.account_id,
            subscriber: row.subscriber,
            change: row.change,
            attempts: row.attempts,
          }
    },

    async removeNotice(sequence: number): Promise<void> {
      await db.deleteFrom('sso.address_notices').where('sequence', '=', sequence).execute()
    },

    async postponeNotice(sequence: number, dueAt: Date): Promise<void> {
      await db.updateTable('sso.address_notices').set({ due_at: dueAt }).where('sequence', '=', sequence).execute()
    },
  }
}

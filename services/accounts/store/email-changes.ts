/**
 * Changes of an account's address. One conditional statement uses a code up; the account's row is locked first, so that
 * two changes of one account run one after the other.
 */
import type { AccountRow, EmailChangeRow, AccountsDb, Trx } from '../schema.ts'

type AccountName = { mandator: string; id: string }

export async function addChange(trx: Trx, row: EmailChangeRow): Promise<void> {
  await trx.insertInto('sso.email_changes').values(row).execute()
}

export async function getPending(db: AccountsDb, account: AccountName): Promise<EmailChangeRow | null> {
  return (await changesOf(db, account).where('state', '=', 'pending').executeTakeFirst()) ?? null
}

export async function removePending(db: AccountsDb, { mandator: publication, id }: AccountName): Promise<void> {
  await db
    .deleteFrom('sso.email_changes')
    .where('mandator', '=', publication)
    .where('account_id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

export async function findByCode(
  db: AccountsDb,
  publication: string,
  kind: 'code_hash' | 'undo_hash',
  hash: string,
): Promise<EmailChangeRow | null> {
  return (
    (await db
      .selectFrom('sso.email_changes')
      .selectAll()
      .where('mandator', '=', publication)
      .where(kind, '=', hash)
      .executeTakeFirst()) ?? null
  )
}

/** Null if the code was used, replaced or cancelled since the look-up, or has expired. */
export async function takePending(
  trx: Trx,
  id: string,
  done: { at: Date; from: AccountRow; undoHash: string | null; undoUntil: Date | null },
): Promise<EmailChangeRow | null> {
  return (
    (await trx
      .updateTable('sso.email_changes')
      .set({
        state: 'done',
        changed_at: done.at,
        undo_hash: done.undoHash,
        undo_until: done.undoUntil,
        // Read now: the old address may have been confirmed since the request.
        from_verified_at: done.from.email_verified_at,
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('expires_at', '>', done.at)
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

/** This change and every later one of the account, oldest first; empty if it can no longer be undone. */
export async function takeBack(trx: Trx, change: EmailChangeRow, now: Date): Promise<EmailChangeRow[]> {
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
}

/**
 * The change by which an account left this address less than seven days ago; the address is reserved for that account.
 */
export async function findReservation(
  db: AccountsDb,
  publication: string,
  emailKey: string,
  now: Date,
): Promise<EmailChangeRow | null> {
  return (
    (await db
      .selectFrom('sso.email_changes')
      .selectAll()
      .where('mandator', '=', publication)
      .where('from_key', '=', emailKey)
      .where('state', '=', 'done')
      .where('undo_until', '>', now)
      .orderBy('changed_at', 'desc')
      .executeTakeFirst()) ?? null
  )
}

/** Confirmed addresses the account had, each with its last day. */
export async function listFormer(db: AccountsDb, account: AccountName): Promise<{ email: string; until: Date }[]> {
  const rows = await changesOf(db, account)
    .where('state', '<>', 'pending')
    .where('from_verified_at', 'is not', null)
    .orderBy('changed_at')
    .execute()
  return rows.map(({ from_email, changed_at }) => ({ email: from_email, until: changed_at! }))
}

function changesOf(db: AccountsDb, { mandator: publication, id }: AccountName) {
  return db.selectFrom('sso.email_changes').selectAll().where('mandator', '=', publication).where('account_id', '=', id)
}

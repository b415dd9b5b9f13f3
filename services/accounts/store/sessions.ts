/** Sessions and their refresh tokens. */
import type { SessionRow, AccountsDb, Trx } from '../schema.ts'

export async function addSession(db: AccountsDb, session: SessionRow, refreshHash: string | null): Promise<void> {
  await db.insertInto('sso.sessions').values(session).execute()
  if (refreshHash === null) return
  await db
    .insertInto('sso.refresh_tokens')
    .values({
      hash: refreshHash,
      session_id: session.id,
      generation: session.generation,
      created_at: session.created_at,
      rotated_at: null,
      salt: null,
    })
    .execute()
}

export async function getSession(db: AccountsDb, id: string): Promise<SessionRow | null> {
  return (await db.selectFrom('sso.sessions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function getSessionOfToken(db: AccountsDb, hash: string): Promise<SessionRow | null> {
  return (
    (await db
      .selectFrom('sso.refresh_tokens as t')
      .innerJoin('sso.sessions as s', 's.id', 't.session_id')
      .selectAll('s')
      .where('t.hash', '=', hash)
      .executeTakeFirst()) ?? null
  )
}

export async function listSessions(
  db: AccountsDb,
  account: { mandator: string; id: string },
  now: Date,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sso.sessions')
    .selectAll()
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .limit(100)
    .execute()
}

/** The token with its session, locked until the transaction ends: parallel refreshes run one after the other. */
export async function lockRefreshToken(
  trx: Trx,
  hash: string,
): Promise<{ session: SessionRow; generation: number; rotatedAt: Date | null; salt: string | null } | null> {
  const token = await trx
    .selectFrom('sso.refresh_tokens')
    .select('session_id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (token === undefined) return null
  const session = await trx
    .selectFrom('sso.sessions')
    .selectAll()
    .where('id', '=', token.session_id)
    .forUpdate()
    .executeTakeFirst()
  // Read again under the lock: another request may have rotated the token in between.
  const current = await trx.selectFrom('sso.refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (session === undefined || current === undefined) return null
  return { session, generation: current.generation, rotatedAt: current.rotated_at, salt: current.salt }
}

export async function rotate(
  trx: Trx,
  hash: string,
  salt: string,
  successorHash: string,
  session: SessionRow,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  const generation = session.generation + 1
  await trx.updateTable('sso.refresh_tokens').set({ rotated_at: now, salt }).where('hash', '=', hash).execute()
  await trx
    .insertInto('sso.refresh_tokens')
    .values({
      hash: successorHash,
      session_id: session.id,
      generation,
      created_at: now,
      rotated_at: null,
      salt: null,
    })
    .execute()
  await trx
    .updateTable('sso.sessions')
    .set({ generation, used_at: now, expires_at: expiresAt })
    .where('id', '=', session.id)
    .execute()
  // Older than a token's life: they can no longer reveal theft, and rows must not pile up.
  await trx
    .deleteFrom('sso.refresh_tokens')
    .where('session_id', '=', session.id)
    .where('created_at', '<', new Date(now.getTime() - 31 * 86_400_000))
    .where('generation', '<', generation - 1)
    .execute()
}

export async function endSession(db: AccountsDb, id: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('sso.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a session of this account; another account's is left alone. */
export async function endSessionOf(
  db: AccountsDb,
  account: { mandator: string; id: string },
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sso.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends sessions of the portal and of the OpenID provider. */
export async function endSessions(
  db: AccountsDb,
  account: { mandator: string; id: string },
  reason: string,
  now: Date,
  keptId = '',
): Promise<void> {
  await db
    .updateTable('sso.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .where('id', '<>', keptId)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .deleteFrom('sso.oidc_items')
    .where('mandator', '=', account.mandator)
    .where('account_id', '=', account.id)
    .execute()
}

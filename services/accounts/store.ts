/**
 * Every query of single sign-on but the OpenID provider's. Whatever may be used once is used by one conditional
 * statement; whatever belongs together is written in the caller's transaction (`within`). On the embedded engine a
 * transaction holds the only connection: inside one, everything must go through it.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { AccountRow, CodePurpose, SessionRow, SsoDb, SsoTables } from './schema.ts'

export type Trx = Transaction<SsoTables>
export type SsoStore = ReturnType<typeof createSsoStore>
export type NewAccount = Omit<AccountRow, 'changed_at' | 'password_changed_at' | 'erase_at' | 'is_blocked'>

export function createSsoStore(database: Database) {
  const db = database.db as SsoDb

  const ofAccount = (account: { mandator: string; id: string }) => ({
    mandator: account.mandator,
    account_id: account.id,
  })

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    // --- Accounts

    /** The account of an address and the shadow beside it, in one round trip whether there are any or not. */
    async findByEmail(
      mandator: string,
      emailKey: string,
      within: SsoDb = db,
    ): Promise<{ account: AccountRow | null; shadow: AccountRow | null }> {
      const rows = await within
        .selectFrom('sso.accounts')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('email_key', '=', emailKey)
        .execute()
      return { account: rows.find((row) => !row.is_shadow) ?? null, shadow: rows.find((row) => row.is_shadow) ?? null }
    },

    async getAccount(mandator: string, id: string, within: SsoDb = db): Promise<AccountRow | null> {
      return (
        (await within
          .selectFrom('sso.accounts')
          .selectAll()
          .where('mandator', '=', mandator)
          .where('id', '=', id)
          .executeTakeFirst()) ?? null
      )
    },

    /** False when the address was taken in the meantime. */
    async addAccount(account: NewAccount, within: SsoDb = db): Promise<boolean> {
      const added = await within
        .insertInto('sso.accounts')
        .values({
          ...account,
          changed_at: account.created_at,
          password_changed_at: null,
          erase_at: null,
          is_blocked: false,
        })
        .onConflict((conflict) => conflict.columns(['mandator', 'email_key', 'is_shadow']).doNothing())
        .returning('id')
        .execute()
      return added.length === 1
    },

    async updateAccount(
      mandator: string,
      id: string,
      change: Partial<Omit<AccountRow, 'mandator' | 'id' | 'email' | 'email_key' | 'is_shadow'>>,
      within: SsoDb = db,
    ): Promise<AccountRow | null> {
      return (
        (await within
          .updateTable('sso.accounts')
          .set(change)
          .where('mandator', '=', mandator)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()) ?? null
      )
    },

    async removeAccount(mandator: string, id: string, within: SsoDb = db): Promise<void> {
      await within.deleteFrom('sso.oidc_items').where('mandator', '=', mandator).where('account_id', '=', id).execute()
      await within.deleteFrom('sso.accounts').where('mandator', '=', mandator).where('id', '=', id).execute()
    },

    async removeShadow(mandator: string, emailKey: string, within: SsoDb = db): Promise<void> {
      await within
        .deleteFrom('sso.accounts')
        .where('mandator', '=', mandator)
        .where('email_key', '=', emailKey)
        .where('is_shadow', '=', true)
        .execute()
    },

    /** The account to erase now, if any. */
    async getNextErasure(now: Date): Promise<AccountRow | null> {
      return (
        (await db
          .selectFrom('sso.accounts')
          .selectAll()
          .where('erase_at', '<=', now)
          .orderBy('erase_at')
          .limit(1)
          .executeTakeFirst()) ?? null
      )
    },

    async addErasure(id: string, mandator: string, at: Date, kept: unknown, within: SsoDb = db): Promise<void> {
      await within
        .insertInto('sso.erasures')
        .values({ id, mandator, erased_at: at, kept: JSON.stringify(kept) })
        .execute()
    },

    // --- Consents and identities

    async addConsents(
      account: { mandator: string; id: string },
      answers: readonly { name: string; version: string; isGiven: boolean }[],
      at: Date,
      address: string,
      within: SsoDb = db,
    ): Promise<void> {
      if (answers.length === 0) return
      await within
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
    },

    /** All answers, oldest first. */
    async listConsents(
      account: { mandator: string; id: string },
      within: SsoDb = db,
    ): Promise<{ name: string; version: string; isGiven: boolean; at: Date; address: string }[]> {
      const rows = await within
        .selectFrom('sso.consents')
        .selectAll()
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .orderBy('at')
        .execute()
      return rows.map(({ name, version, is_given, at, address }) => ({ name, version, isGiven: is_given, at, address }))
    },

    async findByIdentity(mandator: string, provider: string, subject: string): Promise<AccountRow | null> {
      return (
        (await db
          .selectFrom('sso.identities as i')
          .innerJoin('sso.accounts as a', (join) =>
            join.onRef('a.mandator', '=', 'i.mandator').onRef('a.id', '=', 'i.account_id'),
          )
          .selectAll('a')
          .where('i.mandator', '=', mandator)
          .where('i.provider', '=', provider)
          .where('i.subject', '=', subject)
          .executeTakeFirst()) ?? null
      )
    },

    async addIdentity(
      account: { mandator: string; id: string },
      identity: { provider: string; subject: string; email: string },
      now: Date,
      within: SsoDb = db,
    ): Promise<boolean> {
      const added = await within
        .insertInto('sso.identities')
        .values({ ...ofAccount(account), ...identity, linked_at: now })
        .onConflict((conflict) => conflict.columns(['mandator', 'provider', 'subject']).doNothing())
        .returning('subject')
        .execute()
      return added.length === 1
    },

    async listIdentities(account: {
      mandator: string
      id: string
    }): Promise<{ provider: string; email: string; linkedAt: Date }[]> {
      const rows = await db
        .selectFrom('sso.identities')
        .selectAll()
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .orderBy('linked_at')
        .execute()
      return rows.map(({ provider, email, linked_at }) => ({ provider, email, linkedAt: linked_at }))
    },

    // --- Sessions and refresh tokens

    async addSession(session: SessionRow, refreshHash: string | null, within: SsoDb = db): Promise<void> {
      await within.insertInto('sso.sessions').values(session).execute()
      if (refreshHash === null) return
      await within
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
    },

    async getSession(id: string): Promise<SessionRow | null> {
      return (await db.selectFrom('sso.sessions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
    },

    /** The token with its session, locked until the transaction ends: parallel refreshes go one after the other. */
    async lockRefreshToken(
      hash: string,
      trx: Trx,
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
      // Read again under the lock: somebody may have rotated it in between.
      const current = await trx.selectFrom('sso.refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
      if (session === undefined || current === undefined) return null
      return { session, generation: current.generation, rotatedAt: current.rotated_at, salt: current.salt }
    },

    async rotate(
      hash: string,
      salt: string,
      successorHash: string,
      session: SessionRow,
      now: Date,
      expiresAt: Date,
      trx: Trx,
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
      // Older than the token lives: nobody can show them any more as theft, and rows must not pile up.
      await trx
        .deleteFrom('sso.refresh_tokens')
        .where('session_id', '=', session.id)
        .where('created_at', '<', new Date(now.getTime() - 31 * 86_400_000))
        .where('generation', '<', generation - 1)
        .execute()
    },

    async endSession(id: string, reason: string, now: Date, within: SsoDb = db): Promise<void> {
      await within
        .updateTable('sso.sessions')
        .set({ ended_at: now, end_reason: reason })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
    },

    async getSessionOfToken(hash: string): Promise<SessionRow | null> {
      return (
        (await db
          .selectFrom('sso.refresh_tokens as t')
          .innerJoin('sso.sessions as s', 's.id', 't.session_id')
          .selectAll('s')
          .where('t.hash', '=', hash)
          .executeTakeFirst()) ?? null
      )
    },

    /** Of both faces: the portal's sessions and what the OpenID provider handed out. */
    async endSessions(
      account: { mandator: string; id: string },
      reason: string,
      now: Date,
      within: SsoDb = db,
    ): Promise<void> {
      await within
        .updateTable('sso.sessions')
        .set({ ended_at: now, end_reason: reason })
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .where('ended_at', 'is', null)
        .execute()
      await within
        .deleteFrom('sso.oidc_items')
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .execute()
    },

    /** All but one, and what the OpenID provider handed out. */
    async endOtherSessions(
      account: { mandator: string; id: string },
      keptId: string | null,
      reason: string,
      now: Date,
      within: SsoDb,
    ): Promise<void> {
      await within
        .updateTable('sso.sessions')
        .set({ ended_at: now, end_reason: reason })
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .where('id', '<>', keptId ?? '')
        .where('ended_at', 'is', null)
        .execute()
      await within
        .deleteFrom('sso.oidc_items')
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .execute()
    },

    async listSessions(account: { mandator: string; id: string }, now: Date): Promise<SessionRow[]> {
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
    },

    // --- Codes of mails

    /** A newer code makes the older ones of its purpose worthless. */
    async addCode(
      code: {
        hash: string
        account: { mandator: string; id: string }
        purpose: CodePurpose
        createdAt: Date
        expiresAt: Date
        data?: Record<string, string>
      },
      within: SsoDb = db,
    ): Promise<void> {
      const { hash, account, purpose, createdAt, expiresAt } = code
      await within
        .deleteFrom('sso.mail_codes')
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .where('purpose', '=', purpose)
        .execute()
      await within
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
    },

    async getCode(
      mandator: string,
      purpose: CodePurpose,
      hash: string,
    ): Promise<{ accountId: string; expiresAt: Date; usedAt: Date | null } | null> {
      const row = await db
        .selectFrom('sso.mail_codes')
        .select(['account_id', 'expires_at', 'used_at'])
        .where('hash', '=', hash)
        .where('mandator', '=', mandator)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return row === undefined ? null : { accountId: row.account_id, expiresAt: row.expires_at, usedAt: row.used_at }
    },

    /** Uses it up; null when it cannot be used (any more). */
    async takeCode(
      mandator: string,
      purpose: CodePurpose,
      hash: string,
      now: Date,
      within: SsoDb = db,
    ): Promise<{ accountId: string; data: Record<string, string> } | null> {
      const row = await within
        .updateTable('sso.mail_codes')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('mandator', '=', mandator)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['account_id', 'data'])
        .executeTakeFirst()
      return row === undefined ? null : { accountId: row.account_id, data: row.data }
    },

    async removeCodes(
      account: { mandator: string; id: string },
      purposes: readonly CodePurpose[],
      within: SsoDb = db,
    ): Promise<void> {
      await within
        .deleteFrom('sso.mail_codes')
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .where('purpose', 'in', [...purposes])
        .execute()
    },

    // --- Devices that logged in before

    async isKnownDevice(mandator: string, accountId: string, hash: string): Promise<boolean> {
      const row = await db
        .selectFrom('sso.devices')
        .select('hash')
        .where('hash', '=', hash)
        .where('mandator', '=', mandator)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row !== undefined
    },

    async saveDevice(
      account: { mandator: string; id: string },
      hash: string,
      now: Date,
      within: SsoDb = db,
    ): Promise<void> {
      await within
        .insertInto('sso.devices')
        .values({ hash, ...ofAccount(account), created_at: now, used_at: now })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at: now }))
        .execute()
      await sql`delete from sso.devices where hash in (
        select hash from sso.devices where mandator = ${account.mandator} and account_id = ${account.id} order by used_at desc offset 20
      )`.execute(within)
    },

    async removeDevices(account: { mandator: string; id: string }, within: SsoDb = db): Promise<void> {
      await within
        .deleteFrom('sso.devices')
        .where('mandator', '=', account.mandator)
        .where('account_id', '=', account.id)
        .execute()
    },

    // --- Limits

    /** Counts one more in a window that begins with its first event; one statement, so that a flood cannot slip past. */
    async count(key: string, now: Date, until: Date): Promise<{ count: number; until: Date }> {
      const { rows } = await sql<{ count: number; until: Date }>`
        insert into sso.limits as l (key, count, until) values (${key}, 1, ${until})
        on conflict (key) do update set
          count = case when l.until <= ${now} then 1 else least(l.count + 1, 1000000) end,
          until = case when l.until <= ${now} then excluded.until else l.until end
        returning count, until`.execute(db)
      return rows[0]!
    },

    async giveBack(key: string): Promise<void> {
      await sql`update sso.limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
    },

    async resetLimit(key: string): Promise<void> {
      await db.deleteFrom('sso.limits').where('key', '=', key).execute()
    },

    // --- States of social sign-in

    async addState(state: {
      hash: string
      mandator: string
      provider: string
      kind: string
      expiresAt: Date
      data: string
    }): Promise<void> {
      const { expiresAt, ...rest } = state
      await db
        .insertInto('sso.social_states')
        .values({ ...rest, expires_at: expiresAt })
        .execute()
    },

    async takeState(mandator: string, provider: string, kind: string, hash: string, now: Date): Promise<string | null> {
      const row = await db
        .deleteFrom('sso.social_states')
        .where('hash', '=', hash)
        .where('mandator', '=', mandator)
        .where('provider', '=', provider)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .returning('data')
        .executeTakeFirst()
      return row?.data ?? null
    },

    /** The stored value, or the given one, stored now. */
    async ensureSecret(name: string, value: string): Promise<string> {
      await db
        .insertInto('sso.secrets')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await db.selectFrom('sso.secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow())
        .value
    },

    /** What nobody can use any more. */
    async sweep(now: Date, shadowsBefore: Date): Promise<void> {
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
      await db
        .deleteFrom('sso.accounts')
        .where('is_shadow', '=', true)
        .where('created_at', '<=', shadowsBefore)
        .execute()
    },
  }
}

/**
 * Where the OpenID provider keeps its tokens, codes, grants and sessions: by hash, sealed with the value that only their
 * owner holds (a browser session, which is also found by another name, with the service's secret), so that the database
 * alone opens nothing. A used refresh token still counts as unused for ten seconds, for
 * parallel tabs of one client; after that it is theft and the provider revokes the whole grant.
 */
import { REFRESH_GRACE } from '@lokalteil/domain/accounts/login'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../../platform/database.ts'
import type { SsoDb } from '../schema.ts'
import { hashToken, openWith, sealWith } from '../tokens/secrecy.ts'

export function createOidcAdapter(options: {
  database: Database
  mandator: Mandator
  kind: string
  secret: string
  now: () => Date
}): Adapter {
  const { mandator, kind, secret, now } = options
  const db = options.database.db as SsoDb
  const toHash = (id: string) => hashToken(`${mandator} ${id}`)

  const toSeal = (id: string) => (kind === 'Session' ? secret : id)

  return {
    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const row = {
        // The provider would spare refresh tokens that outlive the browser's session at a logout; ours end with it.
        payload: sealWith(
          toSeal(id),
          kind,
          JSON.stringify(payload, (name, value: unknown) => (name === 'persistsLogout' ? undefined : value)),
        ),
        account_id: payload.accountId ?? null,
        grant_id: payload.grantId ?? (kind === 'Grant' ? id : null),
        uid_hash: payload.uid === undefined || kind !== 'Session' ? null : toHash(payload.uid),
        expires_at: new Date(now().getTime() + expiresIn * 1000),
      }
      await db
        .insertInto('sso.oidc_items')
        .values({ kind, hash: toHash(id), mandator, consumed_at: null, ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(row))
        .execute()
    },

    async find(id: string): Promise<AdapterPayload | undefined> {
      const row = await db
        .selectFrom('sso.oidc_items')
        .select(['payload', 'consumed_at'])
        .where('kind', '=', kind)
        .where('hash', '=', toHash(id))
        .executeTakeFirst()
      const text = row === undefined ? null : openWith(toSeal(id), kind, row.payload)
      if (row === undefined || text === null) return undefined
      const payload = JSON.parse(text) as AdapterPayload
      const isInGrace =
        kind === 'RefreshToken' &&
        row.consumed_at !== null &&
        now().getTime() - row.consumed_at.getTime() <= REFRESH_GRACE * 1000
      return row.consumed_at === null || isInGrace
        ? payload
        : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    },

    // For devices without a keyboard, which are not in use.
    findByUserCode: async () => undefined,

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const row = await db
        .selectFrom('sso.oidc_items')
        .select('payload')
        .where('kind', '=', 'Session')
        .where('uid_hash', '=', toHash(uid))
        .executeTakeFirst()
      const text = row === undefined ? null : openWith(secret, 'Session', row.payload)
      return text === null ? undefined : (JSON.parse(text) as AdapterPayload)
    },

    /** The first use counts, a second one within the grace does not prolong it. */
    async consume(id: string): Promise<void> {
      await db
        .updateTable('sso.oidc_items')
        .set({ consumed_at: now() })
        .where('kind', '=', kind)
        .where('hash', '=', toHash(id))
        .where('consumed_at', 'is', null)
        .execute()
    },

    async destroy(id: string): Promise<void> {
      await db.deleteFrom('sso.oidc_items').where('kind', '=', kind).where('hash', '=', toHash(id)).execute()
    },

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.deleteFrom('sso.oidc_items').where('kind', '=', kind).where('grant_id', '=', grantId).execute()
    },
  }
}

/**
 * Where the OpenID provider keeps its tokens, codes, grants and sessions: by hash, sealed with the value that only their
 * owner holds, so that the database alone opens nothing. A used refresh token still counts as unused for ten seconds, for
 * parallel tabs of one client; after that it is theft and the provider revokes the whole grant.
 */
import { REFRESH_GRACE } from '@lokalteil/domain/login'
import type { Mandator } from '@lokalteil/domain/publications'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database.ts'
import type { SsoDb } from './schema.ts'
import { hashToken, openWith, sealWith } from './secrecy.ts'

export function createOidcAdapter(options: { database: Database; mandator: Mandator; kind: string; now: () => Date }): Adapter {
  const { mandator, kind, now } = options
  const db = options.database.db as SsoDb
  const toHash = (id: string) => hashToken(`${mandator} ${id}`)

  return {
    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const row = {
        payload: sealWith(id, kind, JSON.stringify(payload)),
        account_id: payload.accountId ?? null,
        grant_id: payload.grantId ?? (kind === 'Grant' ? id : null),
        expires_at: new Date(now().getTime() + expiresIn * 1000),
      }
      await db
        .insertInto('sso.oidc_items')
        .values({ kind, hash: toHash(id), mandator, consumed_at: null, ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(row))
        .execute()
    },

    async find(id: string): Promise<AdapterPayload | undefined> {
      const row = await db.selectFrom('sso.oidc_items').select(['payload', 'consumed_at']).where('kind', '=', kind).where('hash', '=', toHash(id)).executeTakeFirst()
      const text = row === undefined ? null : openWith(id, kind, row.payload)
      if (row === undefined || text === null) return undefined
      const payload = JSON.parse(text) as AdapterPayload
      const isInGrace = kind === 'RefreshToken' && row.consumed_at !== null && now().getTime() - row.consumed_at.getTime() <= REFRESH_GRACE * 1000
      return row.consumed_at === null || isInGrace ? payload : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    },

    // The provider looks these up for devices and for sessions bound to a browser; neither is in use.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,

    /** The first use counts, a second one within the grace does not prolong it. */
    async consume(id: string): Promise<void> {
      await db.updateTable('sso.oidc_items').set({ consumed_at: now() }).where('kind', '=', kind).where('hash', '=', toHash(id)).where('consumed_at', 'is', null).execute()
    },

    async destroy(id: string): Promise<void> {
      await db.deleteFrom('sso.oidc_items').where('kind', '=', kind).where('hash', '=', toHash(id)).execute()
    },

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.deleteFrom('sso.oidc_items').where('kind', '=', kind).where('grant_id', '=', grantId).execute()
    },
  }
}

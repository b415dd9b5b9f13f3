/**
 * Storage of the OpenID provider's tokens, codes, grants and sessions: found by hash and sealed with the value that
 * only their owner has (a browser session, which is also found by another id, with the service's secret). A copy of the
 * database thus opens nothing. A used refresh token counts as unused for ten seconds, for parallel tabs of one client;
 * after that it is theft and the provider revokes the whole grant.
 */
import { REFRESH_GRACE } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { AccountsDb } from '../schema.ts'
import * as itemStore from '../store/oidc-items.ts'
import { hashToken, openWith, sealWith } from '../tokens/secrecy.ts'

export function createOidcAdapter(options: {
  db: AccountsDb
  publication: PublicationCode
  kind: string
  secret: string
  now: () => Date
}): Adapter {
  const { db, publication, kind, secret, now } = options
  const toHash = (id: string) => hashToken(`${publication} ${id}`)
  const toName = (id: string) => ({ kind, hash: toHash(id) })
  const toSeal = (id: string) => (kind === 'Session' ? secret : id)

  return {
    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      await itemStore.saveItem(db, toName(id), publication, {
        // Without this flag the provider would keep refresh tokens alive over a logout; ours end with the session.
        payload: sealWith(
          toSeal(id),
          kind,
          JSON.stringify(payload, (name, value: unknown) => (name === 'persistsLogout' ? undefined : value)),
        ),
        account_id: payload.accountId ?? null,
        grant_id: payload.grantId ?? (kind === 'Grant' ? id : null),
        uid_hash: payload.uid === undefined || kind !== 'Session' ? null : toHash(payload.uid),
        expires_at: new Date(now().getTime() + expiresIn * 1000),
      })
    },

    async find(id: string): Promise<AdapterPayload | undefined> {
      const row = await itemStore.getItem(db, toName(id))
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

    // The device flow is not in use.
    findByUserCode: async () => undefined,

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const sealed = await itemStore.getSessionPayload(db, toHash(uid))
      const text = sealed === null ? null : openWith(secret, 'Session', sealed)
      return text === null ? undefined : (JSON.parse(text) as AdapterPayload)
    },

    consume: (id: string) => itemStore.consumeItem(db, toName(id), now()),
    destroy: (id: string) => itemStore.removeItem(db, toName(id)),
    revokeByGrantId: (grantId: string) => itemStore.removeGrant(db, kind, grantId),
  }
}

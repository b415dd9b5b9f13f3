/**
 * Signing keys of tokens: RS256, in the database, shared by all processes, rotated automatically. A new key is
 * published an hour before it signs, so that every cache of keys has it; an old one stays published until the last
 * token it signed has expired. The private half is sealed with the service's secret.
 */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import { calculateJwkThumbprint } from 'jose'
import { sql } from 'kysely'
import type { AccountsDb } from '../schema.ts'
import { openWith, sealWith } from './secrecy.ts'

type PublicJwk = { kid: string; kty: 'RSA'; n: string; e: string; alg: 'RS256'; use: 'sig' }
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; jwk: PublicJwk; activeFrom: Date }
export type Keys = Awaited<ReturnType<typeof createKeys>>

/** 128 bits of security; keys of 2,048 bits from before go on until they are rotated. */
const RSA_BITS = 3072
const DAY = 86_400_000
const ROTATE_MS = 90 * DAY
const ANNOUNCE_MS = 3_600_000
const RELOAD_MS = 60_000
const MISS_RELOAD_MS = 5_000
/** The content/auth bearer lives longest; one day more for wrong clocks. */
const KEPT_MS = TOKEN_SECONDS.content * 1000 + DAY
const LOCK = 7_423_002

/** Long, because loading, adding and rotating keys replace the same list. */
export async function createKeys({ db, secret, now }: { db: AccountsDb; secret: string; now: () => Date }) {
  let held: readonly SigningKey[] = []
  let loadedAt = 0
  let loading: Promise<void> | null = null

  async function load(): Promise<void> {
    const rows = await db.selectFrom('sso.keys').selectAll().orderBy('active_from').execute()
    const time = now().getTime()
    held = rows
      .filter((_row, index) => {
        const successor = rows[index + 1]
        return successor === undefined || successor.active_from.getTime() + KEPT_MS > time
      })
      .map((row) => {
        const known = held.find(({ kid }) => kid === row.kid)
        if (known !== undefined) return known
        const pem = openWith(secret, 'signing-key', row.private_key)
        if (pem === null)
          throw new Error(
            'The signing keys in the database were sealed with another secret: set the SSO_SECRET they were made with',
          )
        const privateKey = createPrivateKey(pem)
        const jwk = row.public_key as unknown as PublicJwk
        return { kid: row.kid, privateKey, publicKey: createPublicKey(privateKey), jwk, activeFrom: row.active_from }
      })
    loadedAt = time
  }

  async function ensureLoaded(maxAge = RELOAD_MS): Promise<void> {
    if (held.length > 0 && Math.abs(now().getTime() - loadedAt) < maxAge) return
    loading ??= load().finally(() => (loading = null))
    await loading
  }

  /** Creates the first key, or the next one if the newest is old enough. */
  async function ensureKeys(): Promise<void> {
    await ensureLoaded(0)
    const isDue = () => {
      const newest = held.at(-1)
      return newest === undefined || now().getTime() - newest.activeFrom.getTime() > ROTATE_MS
    }
    if (isDue()) await addKey(isDue)
    await removeOld()
  }

  /** No token of a key is good any more once a later one has signed for longer than they live. */
  async function removeOld(): Promise<void> {
    const before = new Date(now().getTime() - KEPT_MS)
    await db
      .deleteFrom('sso.keys as k')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('sso.keys as n')
            .select('n.kid')
            .whereRef('n.active_from', '>', 'k.active_from')
            .where('n.active_from', '<', before),
        ),
      )
      .execute()
  }

  async function addKey(isDue: () => boolean): Promise<void> {
    // Outside the transaction: it takes long, and the embedded engine has one connection.
    const pair = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
    const { kty, n, e } = pair.publicKey.export({ format: 'jwk' })
    const kid = await calculateJwkThumbprint({ kty: kty!, n: n!, e: e! })
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
      const newest = await trx
        .selectFrom('sso.keys')
        .select('active_from')
        .orderBy('active_from', 'desc')
        .limit(1)
        .executeTakeFirst()
      const last = held.at(-1)?.activeFrom.getTime() ?? null
      // Another process was faster.
      if (newest !== undefined && newest.active_from.getTime() !== last && isDue()) return
      const time = now().getTime()
      await trx
        .insertInto('sso.keys')
        .values({
          kid,
          created_at: new Date(time),
          active_from: new Date(newest === undefined ? time : time + ANNOUNCE_MS),
          public_key: JSON.stringify({ kid, kty, n, e, alg: 'RS256', use: 'sig' }),
          private_key: sealWith(secret, 'signing-key', pem),
        })
        .execute()
    })
    await ensureLoaded(0)
  }

  function toCurrent(): SigningKey {
    const time = now().getTime()
    const current = held.findLast(({ activeFrom }) => activeFrom.getTime() <= time) ?? held[0]
    if (current === undefined) throw new Error('There is no signing key')
    return current
  }

  await ensureKeys()

  return {
    ensureKeys,
    /** Publishes the next key now; it signs an hour later. */
    rotate: () => addKey(() => false),
    async getCurrent(): Promise<SigningKey> {
      await ensureLoaded()
      return toCurrent()
    },
    /** The current key first, because signing takes the first that fits. */
    async list(): Promise<SigningKey[]> {
      await ensureLoaded()
      const current = toCurrent()
      return [current, ...held.filter((key) => key !== current)]
    },
    async getByKid(kid: string | null): Promise<KeyObject | null> {
      if (kid === null) return null
      await ensureLoaded()
      const found = held.find((key) => key.kid === kid)
      if (found !== undefined) return found.publicKey
      // Another process may have created it. Reloads are limited, so that unknown ids cannot keep the database busy.
      await ensureLoaded(MISS_RELOAD_MS)
      return held.find((key) => key.kid === kid)?.publicKey ?? null
    },
    async toPem(): Promise<{ pem: string; kid: string }> {
      const { publicKey, kid } = await this.getCurrent()
      return { pem: publicKey.export({ type: 'spki', format: 'pem' }) as string, kid }
    },
  }
}

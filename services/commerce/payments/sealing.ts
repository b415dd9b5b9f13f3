/**
 * Account numbers at rest: AES-256-GCM under a key derived from a secret of the configuration, bound to whose they are, so
 * that a copy of the database opens nothing and a row moved to another customer neither. Digests of what was ordered are
 * made with the secret too: an IBAN has too few digits for a bare hash. Nothing here logs or returns what it was given.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decodeBase64url } from '../../platform/signed-text.ts'

const SHORTEST_SECRET = 32

export type Sealing = ReturnType<typeof createSealing>

/** The first secret seals; what the others sealed still opens. */
export function createSealing(secrets: readonly string[]) {
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SHORTEST_SECRET))
    throw new Error(`The secret of payments needs ${SHORTEST_SECRET} characters`)
  const keys = secrets.map((secret) => toKey(secret, 'payment-account'))
  const digestKey = toKey(secrets[0]!, 'order-digest')

  return {
    /** `owner` must be the same when it is opened. */
    seal(text: string, owner: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    /** Null: sealed with another secret, for somebody else, or touched since. */
    open(sealed: string, owner: string): string | null {
      const bytes = decodeBase64url(sealed)
      if (bytes === null || bytes.length < 28) return null
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner))
          decipher.setAuthTag(bytes.subarray(12, 28))
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        } catch {
          continue
        }
      }
      return null
    },

    /** The same text, the same digest; nobody without the secret can try texts out. */
    digest: (text: string): string => createHmac('sha256', digestKey).update(text).digest('base64url'),
  }
}

function toKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `lokalteil ${purpose}`, 32))
}

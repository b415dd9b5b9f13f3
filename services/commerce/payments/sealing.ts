/**
 * Encryption at rest for account numbers: AES-256-GCM with a key derived from a configured secret, bound to the owner
 * (additional authenticated data). A copy of the database cannot be decrypted, nor a row that was moved to another customer.
 * Digests of orders are keyed hashes, because an IBAN has too few digits for a plain hash. Nothing here logs its input.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decodeBase64url } from '../../platform/signed-text.ts'

const SHORTEST_SECRET = 32

export type Sealing = ReturnType<typeof createSealing>

/** The first secret encrypts; all secrets decrypt, so that a secret can be replaced. */
export function createSealing(secrets: readonly string[]) {
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SHORTEST_SECRET))
    throw new Error(`The secret of payments needs ${SHORTEST_SECRET} characters`)
  const keys = secrets.map((secret) => toKey(secret, 'payment-account'))
  const digestKey = toKey(secrets[0]!, 'order-digest')

  return {
    /** Encrypts; `open` needs the same `owner`. */
    seal(text: string, owner: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    /** Decrypts; null: another secret, another owner, or changed since. */
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

    /** Keyed hash (HMAC): without the secret, texts cannot be tried out. */
    digest: (text: string): string => createHmac('sha256', digestKey).update(text).digest('base64url'),
  }
}

function toKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `lokalteil ${purpose}`, 32))
}

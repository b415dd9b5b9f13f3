/**
 * Protects stored secrets. `hashToken`: for values with at least 128 random bits, which need no salt and no slow hash.
 * `sealWith`/`openWith`: AES-256-GCM under a key derived from a secret, so that a copy of the database opens nothing.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decodeBase64url } from '../../platform/signed-text.ts'

/** 256 bits in 43 letters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * The next token, derived from the one before and a salt: repeating the request gives the same successor, and the
 * database alone cannot compute it.
 */
export function toSuccessor(token: string, salt: string): string {
  return createHmac('sha256', token).update(`refresh ${salt}`).digest('base64url')
}

export function sealWith(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', toKey(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null if the secret is wrong or the text was changed. */
export function openWith(secret: string, purpose: string, sealed: string): string | null {
  const bytes = decodeBase64url(sealed)
  if (bytes === null || bytes.length < 28) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', toKey(secret, purpose), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function toKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `lokalteil ${purpose}`, 32))
}

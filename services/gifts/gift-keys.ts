/**
 * The keys of gifts: ES256, each derived from a secret (HKDF). Nothing is stored, every process derives the same
 * keys, and a copy of the database cannot sign. The first secret signs, the others only verify. To change the secret,
 * put the new one first and keep the old one for as long as its tokens live. These keys sign nothing else, and no login
 * key signs gift tokens.
 */
import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

export type LinkKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject }

const SHORTEST_SECRET = 32

export function createGiftKeys(secrets: readonly string[]): readonly [LinkKey, ...LinkKey[]] {
  const [first, ...others] = secrets.map(toKey)
  if (first === undefined) throw new Error('Gift tokens need a secret')
  return [first, ...others]
}

function toKey(secret: string): LinkKey {
  if (secret.length < SHORTEST_SECRET) throw new Error(`The secret of gifts needs ${SHORTEST_SECRET} characters`)
  const curve = createECDH('prime256v1')
  // One of 2^32 values is no valid scalar of the curve; then the next attempt derives another one.
  for (let attempt = 0; ; attempt++) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, '', `lokalteil link-token ${attempt}`, 32))
    try {
      curve.setPrivateKey(scalar)
    } catch {
      continue
    }
    const point = curve.getPublicKey()
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: scalar.toString('base64url'),
    }
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
    return {
      kid: createHash('sha256').update(point).digest('base64url').slice(0, 12),
      privateKey,
      publicKey: createPublicKey(privateKey),
    }
  }
}

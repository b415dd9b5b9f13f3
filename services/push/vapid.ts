/** The key pair that push services know this portal by (VAPID, RFC 8292), made of one kept secret. */
import { createECDH, createHash } from 'node:crypto'

export type Vapid = {
  publicKey: string
  privateKey: string
  /** `mailto:` or https: whom a push service may write to. */
  contact: string
}

/** The secret itself where it is a private key of the curve (32 bytes in base64url), else one made of it. */
export function toVapid(secret: string, contact: string): Vapid {
  const given = Buffer.from(secret, 'base64url')
  const isKey = given.length === 32 && given.toString('base64url') === secret
  let privateKey = isKey ? given : createHash('sha256').update(secret).digest()
  const curve = createECDH('prime256v1')
  for (;;) {
    try {
      curve.setPrivateKey(privateKey)
      return {
        privateKey: privateKey.toString('base64url'),
        publicKey: curve.getPublicKey('base64url'),
        contact,
      }
    } catch {
      // One of four thousand million numbers lies outside of the curve.
      privateKey = createHash('sha256').update(privateKey).digest()
    }
  }
}

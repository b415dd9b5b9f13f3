/** The key pair that identifies this portal to push services (VAPID, RFC 8292), derived from one secret. */
import { createECDH, createHash } from 'node:crypto'

export type Vapid = {
  publicKey: string
  privateKey: string
  /** `mailto:` or https: contact for the push service. */
  contact: string
}

/** Uses the secret itself if it is a private key of the curve (32 bytes in base64url), else derives one. */
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
      // One of four billion hashes is not a valid key: hash again.
      privateKey = createHash('sha256').update(privateKey).digest()
    }
  }
}

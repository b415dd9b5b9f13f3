/**
 * Claims that a provider sends outside of the ID token (`FA_CLAIMS`): readable by the page like the ID token, signed by
 * the portal, valid only with that one ID token. It authorises no more than the token does, and no write.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import type { ReaderClaims } from '@lokalteil/domain/accounts/claims'
import { isSameText } from '@lokalteil/services/platform/signed-text'

export type ClaimsSeal = {
  seal: (idToken: string, claims: ReaderClaims) => string
  /** Null for the cookie of another token, and for a forged or broken value. */
  open: (idToken: string, value: string) => ReaderClaims | null
}

const LONGEST = 4000

const Claims = z.object({
  sub: z.string(),
  salutation: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean().nullable(),
  subscriptionRoles: z.array(z.string()),
})

export function createClaimsSeal(secret: string): ClaimsSeal {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'lokalteil claims', 32))
  const sign = (idToken: string, payload: string) =>
    createHmac('sha256', key).update(`${payload}.${idToken}`).digest('base64url')
  return {
    seal(idToken, claims) {
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${payload}.${sign(idToken, payload)}`
    },
    open(idToken, value) {
      const [, payload, signature] = (value.length <= LONGEST && /^([\w-]+)\.([\w-]{43})$/.exec(value)) || []
      if (payload === undefined || signature === undefined) return null
      if (!isSameText(sign(idToken, payload), signature)) return null
      return Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data ?? null
    },
  }
}

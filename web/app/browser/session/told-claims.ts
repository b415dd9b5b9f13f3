/**
 * Claims of a publisher's provider beside the ID token, from a cookie of their own. For display only: the server checks
 * the portal's own record with every request.
 */
import type { Claims, ReaderClaims } from '@lokalteil/domain/accounts/claims'
import { readCookie } from '../consent/cookies.ts'

export const CLAIMS_COOKIE = 'FA_CLAIMS'

/** The token's claims, extended by those beside it if they belong to the same reader. */
export function withToldClaims(claims: Claims): Claims {
  const told = parse(readCookie(CLAIMS_COOKIE))
  return told !== null && told.sub === claims.sub ? { ...claims, ...told } : claims
}

function parse(cookie: string | null): Partial<ReaderClaims> | null {
  try {
    const payload = cookie?.split('.', 1)[0] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value !== 'object' || value === null) return null
    const { sub, salutation, firstName, lastName, email, emailVerified, subscriptionRoles } =
      value as Partial<ReaderClaims>
    return { sub, salutation, firstName, lastName, email, emailVerified, subscriptionRoles } as Partial<ReaderClaims>
  } catch {
    return null
  }
}

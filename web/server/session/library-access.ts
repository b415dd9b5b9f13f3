/**
 * The owner of an access token, for the library: our own tokens by signature, key and audience; a publisher's own
 * provider is asked, for the publication of the path. Never throws for a bad token.
 */
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { parseRoles } from '@lokalteil/domain/access/roles'
import type { AccountsService } from '@lokalteil/services/accounts/app'
import type { Bearer } from '@lokalteil/services/library/app'
import type { SignOn } from './session.ts'

export type AccessCheckOptions = {
  /** Null with a publisher's own provider. */
  accounts: Pick<AccountsService, 'verifyToken'> | null
  introspect: SignOn['introspect']
}

export function createAccessCheck({
  accounts,
  introspect,
}: AccessCheckOptions): (accessToken: string, mandator: string) => Promise<Bearer | null> {
  return async (accessToken, asked) => {
    if (accounts === null) {
      const mandator = toMandator(asked)
      const found = mandator === null ? null : await introspect(mandator, accessToken)
      return found?.kind === 'active' ? { sub: found.sub, mandator: asked, roles: found.roles } : null
    }
    const mandator = readClaimedMandator(accessToken)
    const check = mandator === null ? null : await accounts.verifyToken('access', mandator, accessToken)
    return check?.ok === true
      ? {
          sub: check.claims.sub,
          mandator: String(check.claims.mandator),
          roles: parseRoles(check.claims.subscriptionRoles),
        }
      : null
  }
}

/** Not verified: it only selects the keys and names to check against. */
function readClaimedMandator(token: string): Mandator | null {
  try {
    const { mandator } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      mandator?: unknown
    }
    return typeof mandator === 'string' ? toMandator(mandator) : null
  } catch {
    return null
  }
}

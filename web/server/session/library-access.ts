/**
 * The owner of an access token, for the library: our own tokens by signature, key and audience; a publisher's own
 * provider is asked, for the publication of the path. Never throws for a bad token.
 */
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
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
}: AccessCheckOptions): (accessToken: string, publication: string) => Promise<Bearer | null> {
  return async (accessToken, asked) => {
    if (accounts === null) {
      const publication = toPublicationCode(asked)
      const found = publication === null ? null : await introspect(publication, accessToken)
      return found?.kind === 'active' ? { sub: found.sub, publication: asked, roles: found.roles } : null
    }
    const publication = readClaimedPublication(accessToken)
    const check = publication === null ? null : await accounts.verifyToken('access', publication, accessToken)
    return check?.ok === true
      ? {
          sub: check.claims.sub,
          publication: String(check.claims.mandator),
          roles: parseRoles(check.claims.subscriptionRoles),
        }
      : null
  }
}

/** Not verified: it only selects the keys and names to check against. */
function readClaimedPublication(token: string): PublicationCode | null {
  try {
    const { mandator: publication } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      mandator?: unknown
    }
    return typeof publication === 'string' ? toPublicationCode(publication) : null
  } catch {
    return null
  }
}

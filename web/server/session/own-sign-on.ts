/**
 * Our own single sign-on, for sessions: tokens are checked in this process, everything else is asked from the service.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { ACCOUNTS } from '@lokalteil/contracts/accounts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { AccountsService } from '@lokalteil/services/accounts/app'
import type { SignOn } from './session.ts'

export type AccountsClient = Client<typeof ACCOUNTS>

export function createOwnSignOn(
  service: Pick<AccountsService, 'verifyToken'>,
  clientOf: (publication: PublicationCode) => AccountsClient,
): SignOn {
  return {
    verifyId: async (publication, token, { mayBeExpired = false } = {}) => {
      const check = await service.verifyToken('id', publication, token)
      if (check.ok || check.code !== 'EXPIRED' || !mayBeExpired) return check
      // Signature, issuer, audience and publication were valid: the expiry is checked last.
      return { ok: true, claims: readClaims(token) }
    },
    markOf,
    markOfAccess: markOf,
    async refresh(publication, { session, refreshToken, refreshTokenId, idToken }) {
      const id = session ?? refreshTokenId
      // The service checks that the token belongs to this session.
      if (id === null) return { kind: 'ended' }
      const refreshed = await clientOf(publication).refresh({ body: { refreshToken, refreshTokenId: id, idToken } })
      if (refreshed.ok) return { kind: 'tokens', tokens: refreshed.data.tokens }
      if (refreshed.status === 409) return { kind: 'superseded' }
      return { kind: isNo(refreshed.status) ? 'ended' : 'unavailable' }
    },
    async isAlive(publication, idToken) {
      const found = await clientOf(publication).validate({ body: { idToken } })
      return found.ok ? 'alive' : isNo(found.status) ? 'ended' : 'unavailable'
    },
    async introspect(publication, accessToken) {
      const found = await clientOf(publication).introspect({ body: { accessToken } })
      if (!found.ok) return { kind: found.status === 400 ? 'inactive' : 'unavailable' }
      return found.data.active ? { kind: 'active', sub: found.data.sub, roles: found.data.roles } : { kind: 'inactive' }
    },
  }
}

/** The id of the token's session. */
function markOf(token: string): string {
  const { sid } = readClaims(token)
  return typeof sid === 'string' ? sid : ''
}

/** A refusal by the service, as opposed to a failure; 400 is a value that cannot be a token. */
function isNo(status: number): boolean {
  return status === 401 || status === 400
}

/** Of a token that need not be valid: no claims for a text that is none. */
export function readClaims(token: string): { sub: string } & Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? (claims as { sub: string }) : { sub: '' }
  } catch {
    return { sub: '' }
  }
}

/** The house's own provider for people of the office: the code flow of readers, with roles from a claim. */
import * as oidc from 'openid-client'
import { readClaim, toNames, toVerified, type Claims } from '@lokalteil/domain/accounts/claims'
import { parseRoles } from '@lokalteil/domain/access/roles'
import { toGrants } from '@lokalteil/domain/office/provider-roles'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import type { StaffProvider } from '@lokalteil/services/office/people/staff-provider'
import type { OfficeProviderConfig } from '../config/office.ts'
import type { Provider } from './foreign-context.ts'
import { beginCode, redeemCode, toFailure } from './provider-code.ts'
import { createProviderOpening } from './provider-discovery.ts'

type StaffSignOnOptions = {
  config: OfficeProviderConfig
  fetch: Fetch
  now: () => Date
  onError: (error: unknown, at: string) => void
}

const LONGEST_NAME = 120

export function createStaffSignOn({ config, fetch, now, onError }: StaffSignOnOptions): StaffProvider {
  const { issuer, clientId, clientSecret, scope, rolesClaim, roles, isOnlyWay } = config
  const open = createProviderOpening({ issuer, clientId, clientSecret, fetch, clock: now, onError })
  const report = (error: unknown) => onError(error, 'accounts-callback')
  return {
    isOnlyWay,
    async begin({ redirectUri, isProof, asksAgain }) {
      const provider = await open()
      if (provider === null) return null
      return beginCode(provider, {
        redirect_uri: redirectUri,
        scope,
        ...(isProof || asksAgain ? { prompt: 'login' } : {}),
        ...(isProof ? { max_age: '0' } : {}),
      })
    },
    async finish({ redirectUri, secrets, answer }) {
      const provider = await open()
      if (provider === null) return { kind: 'unavailable' }
      try {
        const granted = await redeemCode(provider, redirectUri, answer, secrets)
        const check = await provider.verify(granted.id_token)
        if (!check.ok) {
          report(new Error(`The provider's ID token is not good: ${check.code}`))
          return { kind: check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'refused' }
        }
        const { sub, auth_time: authTime } = check.claims
        const claims = await readAllClaims(provider, check.claims, granted.access_token, rolesClaim)
        return {
          kind: 'person',
          person: {
            issuer,
            subject: sub,
            email: typeof claims.email === 'string' ? claims.email : '',
            isEmailVerified: toVerified(claims) === true,
            name: toName(claims),
            authTime: typeof authTime === 'number' ? authTime : null,
            grants: toGrants(parseRoles(readClaim(claims, rolesClaim)), roles),
          },
        }
      } catch (error) {
        return { kind: toFailure(error, report).kind }
      }
    },
  }
}

/** Claims of the ID token, and of the userinfo endpoint if the token does not have them all. */
async function readAllClaims(
  { configuration }: Provider,
  claims: Claims & { sub: string },
  accessToken: string,
  rolesClaim: string,
): Promise<Claims> {
  const isTold = typeof claims.email === 'string' && toVerified(claims) !== null
  if (isTold && readClaim(claims, rolesClaim) !== undefined) return claims
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...claims, ...(await oidc.fetchUserInfo(configuration, accessToken, claims.sub)) }
}

function toName(claims: Claims): string {
  const { firstName, lastName } = toNames(claims)
  return `${firstName} ${lastName}`
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

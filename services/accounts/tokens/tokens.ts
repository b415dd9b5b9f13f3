/**
 * Tokens of the portal's sessions. ID token: for display, readable by scripts, authorises no write. Access token: for
 * the library, stored where scripts cannot read it. Content token: for the content/auth API only, without roles. All
 * name the session (`sid`) and the publication (`mandator`). None outlives its session by more than its own 15 minutes;
 * the session of a content token is checked at every use.
 */
import { randomUUID } from 'node:crypto'
import type { AccountUser } from '@lokalteil/contracts/accounts'
import { TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { SignJWT } from 'jose'
import type { Keys } from './keys.ts'
import type { AccountRow, SessionRow } from '../schema.ts'
import { createTokenVerifier, type TokenKind, type TokenVerifier } from './verify-token.ts'

/** Audience of access tokens. */
export const LIBRARY_AUDIENCE = 'urn:lokalteil:user-api'
/** Audience of content tokens. */
const CONTENT_API = 'urn:lokalteil:content-auth'

export type Tokens = ReturnType<typeof createTokens>
export type TokenOptions = {
  keys: Keys
  issuerOf: (publication: PublicationCode) => string
  clientIdOf: (publication: PublicationCode) => string
  now: () => Date
}

export function toAccountUser(account: AccountRow, roles: readonly string[]): AccountUser {
  return {
    sub: account.id,
    salutation: account.salutation,
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    emailVerified: account.email_verified_at !== null,
    roles: [...roles],
  }
}

export function createTokens({ keys, issuerOf, clientIdOf, now }: TokenOptions) {
  const verifiers = new Map<string, TokenVerifier>()

  async function sign(typ: string, seconds: number, claims: Record<string, unknown>): Promise<string> {
    const { kid, privateKey } = await keys.getCurrent()
    const iat = Math.floor(now().getTime() / 1000)
    return new SignJWT({ ...claims, iat, exp: iat + seconds, jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256', kid, typ })
      .sign(privateKey)
  }

  function toFrame(session: SessionRow) {
    const publication = session.mandator as PublicationCode
    return {
      iss: issuerOf(publication),
      mandator: publication,
      sub: session.account_id,
      sid: session.id,
      auth_time: Math.floor(session.auth_time.getTime() / 1000),
    }
  }

  return {
    createIdToken(user: AccountUser, session: SessionRow): Promise<string> {
      const { salutation, firstName, lastName, email, emailVerified, roles } = user
      return sign('JWT', TOKEN_SECONDS.id, {
        ...toFrame(session),
        aud: clientIdOf(session.mandator as PublicationCode),
        salutation,
        firstName,
        lastName,
        email,
        emailVerified,
        subscriptionRoles: roles,
      })
    },
    createAccessToken(user: AccountUser, session: SessionRow): Promise<string> {
      return sign('at+jwt', TOKEN_SECONDS.access, {
        ...toFrame(session),
        aud: LIBRARY_AUDIENCE,
        client_id: clientIdOf(session.mandator as PublicationCode),
        scope: 'user-api',
        subscriptionRoles: user.roles,
      })
    },
    createContentToken(session: SessionRow): Promise<string> {
      return sign('content+jwt', TOKEN_SECONDS.content, { ...toFrame(session), aud: CONTENT_API })
    },
    verify(
      kind: TokenKind,
      publication: PublicationCode,
      token: string | null | undefined,
      options?: { mayBeExpired?: boolean },
    ): ReturnType<TokenVerifier> {
      const name = `${kind} ${publication}`
      let verifier = verifiers.get(name)
      if (verifier === undefined) {
        const audience = kind === 'id' ? clientIdOf(publication) : kind === 'access' ? LIBRARY_AUDIENCE : CONTENT_API
        verifier = createTokenVerifier({
          getKey: (kid) => keys.getByKid(kid),
          kind,
          issuer: issuerOf(publication),
          audience,
          publication,
          now,
        })
        verifiers.set(name, verifier)
      }
      return verifier(token, options)
    },
  }
}

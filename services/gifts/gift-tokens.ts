/** Signs and checks gift tokens (JWT). The only claim that is used is the id of the link. */
import { LONGEST_GIFT_TOKEN } from '@lokalteil/domain/access/gift'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { jwtVerify, SignJWT } from 'jose'
import { problem, type Refusal } from '../platform/serve.ts'
import { isSignedCanonically } from '../platform/signed-text.ts'
import type { GiftsContext } from './context.ts'
import type { LinkRow } from './schema.ts'
import { getLink, type Link } from './store.ts'

const ISSUER = 'urn:lokalteil:link-token'
/** The `typ` header: it keeps tokens of other kinds from being accepted as gift tokens. */
const KIND = 'link+jwt'
const COMPACT = /^[\w-]{2,}\.[\w-]{2,}\.[\w-]{2,}$/

export function signLink({ keys }: GiftsContext, link: LinkRow): Promise<string> {
  const { kid, privateKey } = keys[0]
  return new SignJWT({
    mandator: link.mandator,
    articleId: link.article_id,
    tokenType: link.token_type,
    scope: link.scope,
  })
    .setProtectedHeader({ alg: 'ES256', typ: KIND, kid })
    .setIssuer(ISSUER)
    .setAudience(`${ISSUER}:${link.mandator}`)
    .setJti(link.id)
    .setIssuedAt(Math.floor(link.created_at.getTime() / 1000))
    .setExpirationTime(Math.floor(link.expires_at.getTime() / 1000))
    .sign(privateKey)
}

export async function findLinkOf(
  context: GiftsContext,
  publication: PublicationCode,
  token: string,
): Promise<Link | Refusal> {
  if (token.length > LONGEST_GIFT_TOKEN || !COMPACT.test(token) || !isSignedCanonically(token))
    return invalid('This is no token')
  let claims: Record<string, unknown>
  try {
    claims = await readClaims(context, publication, token)
  } catch (error) {
    // The library checks the signature first, so only tokens we signed are ever reported as expired.
    return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED'
      ? problem(401, 'ERR_JWT_EXPIRED', 'The token has expired')
      : invalid('The token is not one of ours')
  }
  const link = typeof claims.jti === 'string' ? await getLink(context.db, publication, claims.jti) : null
  if (
    link === null ||
    claims.articleId !== link.article_id ||
    claims.mandator !== publication ||
    claims.scope !== link.scope
  )
    return invalid('There is no such link')
  return link.revoked_at === null ? link : invalid('The link was revoked')
}

async function readClaims(
  { keys, now }: GiftsContext,
  publication: PublicationCode,
  token: string,
): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(
    token,
    ({ kid, crit, b64 }) => {
      const key = crit === undefined && b64 === undefined ? keys.find((one) => one.kid === kid) : undefined
      if (key === undefined) throw new Error('There is no such key')
      return key.publicKey
    },
    {
      algorithms: ['ES256'],
      typ: KIND,
      issuer: ISSUER,
      audience: `${ISSUER}:${publication}`,
      currentDate: now(),
      requiredClaims: ['exp', 'iat', 'jti'],
    },
  )
  return payload
}

function invalid(reason: string): Refusal {
  return problem(401, 'ERR_JWT_INVALID', reason)
}

/**
 * Whether a token is valid: RS256 only, the key by its known id, kind, issuer, audience, times, publication. Nothing in
 * the token chooses how it is checked: `jwk`, `jku`, `x5u` and the like are ignored. Never throws; invalid input gives
 * a value. Also used for tokens of a publisher's own provider.
 */
import type { KeyObject } from 'node:crypto'
import { checkClaims, type Claims } from '@lokalteil/domain/accounts/login'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { isSignedCanonically } from '../../platform/signed-text.ts'

/** `id`: for display (no kind, or JWT). `access`: authorises (RFC 9068). `content`: the content/auth bearer. */
export type TokenKind = 'id' | 'access' | 'content'

const KINDS: Readonly<Record<TokenKind, readonly (string | undefined)[]>> = {
  id: [undefined, 'jwt'],
  access: ['at+jwt', 'application/at+jwt'],
  content: ['content+jwt'],
}
const LONGEST = 8192
const COMPACT = /^[\w-]{2,}\.[\w-]{2,}\.[\w-]{2,}$/

export type TokenCheck = { ok: true; claims: Claims & { sub: string } } | { ok: false; code: string }
export type TokenVerifier = (
  token: string | null | undefined,
  options?: { mayBeExpired?: boolean },
) => Promise<TokenCheck>

export type VerifierOptions = {
  /** Returns null for an unknown id; `kid` is null if the token names none. */
  getKey: (kid: string | null) => Promise<KeyObject | CryptoKey | null>
  kind: TokenKind
  issuer: string
  audience: string
  /** Expected `mandator` claim; absent for providers that do not know publications. */
  publication?: string
  now: () => Date
}

export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { getKey, kind, issuer, audience, publication, now } = options
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return async (token, { mayBeExpired = false } = {}) => {
    if (typeof token !== 'string' || token.length > LONGEST || !COMPACT.test(token)) return refuse('MALFORMED')
    if (!isSignedCanonically(token)) return refuse('MALFORMED')
    try {
      const { alg, typ, kid, crit, b64 } = decodeProtectedHeader(token) as Record<string, unknown>
      if (alg !== 'RS256') return refuse('WRONG_ALGORITHM')
      if (crit !== undefined || b64 !== undefined) return refuse('MALFORMED')
      if (typ !== undefined && typeof typ !== 'string') return refuse('WRONG_KIND')
      if (!KINDS[kind].includes(typ?.toLowerCase())) return refuse('WRONG_KIND')
      if (kid !== undefined && (typeof kid !== 'string' || kid.length > 200)) return refuse('UNKNOWN_KEY')
      const key = await getKey(kid ?? null)
      if (key === null) return refuse('UNKNOWN_KEY')
      const { payload } = await compactVerify(token, key, { algorithms: ['RS256'] })
      const claims: unknown = JSON.parse(decoder.decode(payload))
      if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return refuse('MALFORMED')
      const trouble = checkClaims(claims as Claims, { issuer, audience, publication }, now(), mayBeExpired)
      return trouble === null ? { ok: true, claims: claims as Claims & { sub: string } } : refuse(trouble)
    } catch (error) {
      return refuse((error as { code?: string }).code ?? 'MALFORMED')
    }
  }
}

function refuse(code: string): TokenCheck {
  return { ok: false, code }
}

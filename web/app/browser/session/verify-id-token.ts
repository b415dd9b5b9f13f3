/**
 * Whether the ID token in the cookie is valid (S4.2-01): RS256 with the key from this site's own address, issuer,
 * audience, times. Nothing in the token chooses how it is checked. The key is cached ten minutes and fetched once more
 * before a signature counts as wrong, because keys rotate. `unreachable` says nothing about the token. Never throws.
 */
import { checkClaims, type Claims, type ClaimProblem } from '@lokalteil/domain/accounts/login'

type IdTokenCheck =
  | { kind: 'valid'; claims: Claims }
  /** Valid, but expired. */
  | { kind: 'expired'; claims: Claims }
  /** Valid, but issued in the future by this device's clock. */
  | { kind: 'early'; claims: Claims }
  | {
      kind: 'invalid'
      code:
        | Exclude<ClaimProblem, 'EXPIRED' | 'NOT_YET'>
        | 'MALFORMED'
        | 'WRONG_ALGORITHM'
        | 'WRONG_KIND'
        | 'BAD_SIGNATURE'
    }
  | { kind: 'unreachable' }

export type IdTokenVerifier = (token: string) => Promise<IdTokenCheck>

export type VerifierOptions = {
  /** `isFresh`: past the HTTP cache. */
  fetchPem: (isFresh: boolean) => Promise<string>
  getClient: () => Promise<{ issuer: string; clientId: string }>
  now: () => Date
}

const KEY_MS = 10 * 60_000
const LONGEST = 8192
const COMPACT = /^([\w-]{2,})\.([\w-]{2,})\.([\w-]{2,})$/
const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

export function createIdTokenVerifier({ fetchPem, getClient, now }: VerifierOptions): IdTokenVerifier {
  let known: { keys: CryptoKey[]; at: number } | null = null

  async function getKeys(isFresh: boolean): Promise<CryptoKey[]> {
    if (!isFresh && known !== null && now().getTime() - known.at < KEY_MS) return known.keys
    const keys = await importKeys(await fetchPem(isFresh))
    known = { keys, at: now().getTime() }
    return keys
  }

  return async (token) => {
    const [, head, body, signature] = (token.length <= LONGEST && COMPACT.exec(token)) || []
    if (head === undefined || body === undefined || signature === undefined)
      return { kind: 'invalid', code: 'MALFORMED' }
    const header = parsePart(head)
    const claims = parsePart(body)
    const signed = toBytes(signature)
    if (header === null || claims === null || signed === null || 'crit' in header || 'b64' in header)
      return { kind: 'invalid', code: 'MALFORMED' }
    if (header.alg !== 'RS256') return { kind: 'invalid', code: 'WRONG_ALGORITHM' }
    if (header.typ !== undefined && (typeof header.typ !== 'string' || header.typ.toLowerCase() !== 'jwt'))
      return { kind: 'invalid', code: 'WRONG_KIND' }
    let client: { issuer: string; clientId: string }
    const data = new TextEncoder().encode(`${head}.${body}`)
    try {
      client = await getClient()
      if (!(await isSigned(await getKeys(false), signed, data)) && !(await isSigned(await getKeys(true), signed, data)))
        return { kind: 'invalid', code: 'BAD_SIGNATURE' }
    } catch {
      return { kind: 'unreachable' }
    }
    const expected = { issuer: client.issuer, audience: client.clientId }
    const trouble = checkClaims(claims, expected, now())
    if (trouble === null) return { kind: 'valid', claims }
    if (trouble === 'EXPIRED') return { kind: 'expired', claims }
    return trouble === 'NOT_YET' ? { kind: 'early', claims } : { kind: 'invalid', code: trouble }
  }
}

async function isSigned(
  keys: readonly CryptoKey[],
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys) if (await crypto.subtle.verify(RS256, key, signature, data)) return true
  return false
}

/** One or several SPKI blocks; invalid ones are skipped. */
async function importKeys(pem: string): Promise<CryptoKey[]> {
  const blocks = [...pem.matchAll(/-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/g)]
  const keys = await Promise.all(
    blocks.map(([, text]) =>
      crypto.subtle.importKey('spki', fromBase64(text!.replace(/\s/g, '')), RS256, false, ['verify']),
    ),
  )
  if (keys.length === 0) throw new Error('No public key')
  return keys
}

function parsePart(part: string): Record<string, unknown> | null {
  const bytes = toBytes(part)
  try {
    const value: unknown = bytes === null ? null : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Null also for non-canonical base64url: spare bits in the last letter. */
function toBytes(base64url: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = base64url.replaceAll('-', '+').replaceAll('_', '/')
    return btoa(atob(text)).replaceAll('=', '') === text ? fromBase64(text) : null
  } catch {
    return null
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

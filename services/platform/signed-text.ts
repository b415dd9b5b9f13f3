/**
 * Signed texts in links, cookies and messages have exactly one spelling: base64url without padding and without spare bits.
 * Decoders are tolerant (the last of 43 letters carries four bits, so four letters mean the same bytes). So compare texts, not
 * bytes, and refuse a spelling that a library decodes but no encoder writes.
 */
import { timingSafeEqual } from 'node:crypto'

/** Constant time for texts of equal length; the length is no secret. */
export function isSameText(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The bytes; null if an encoder would spell them differently. */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Whether a compact JWS spells its signature as encoders do. The parts before it are signed as texts. */
export function isSignedCanonically(token: string): boolean {
  return decodeBase64url(token.slice(token.lastIndexOf('.') + 1)) !== null
}

/**
 * What stands in links, cookies and messages to prove itself is written in one way only: base64url without padding and
 * without spare bits. Decoders are forgiving (the last letter of 43 says four bits, so four letters are the same bytes);
 * compare texts, not bytes, and refuse what a library would decode although nobody encodes it so.
 */
import { timingSafeEqual } from 'node:crypto'

/** Takes the same time wherever the texts differ; their length is no secret. */
export function isSameText(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The bytes, or null if an encoder would write them in another way. */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Whether the signature of a compact JWS is written as encoders write it. The parts before are signed as texts. */
export function isSignedCanonically(token: string): boolean {
  return decodeBase64url(token.slice(token.lastIndexOf('.') + 1)) !== null
}

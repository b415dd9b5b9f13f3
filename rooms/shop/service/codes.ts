/** Codes that people read from paper, and tokens in links. */
import { createHmac, randomInt } from 'node:crypto'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

/** Without letters and digits that look alike. */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

export function toLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

export function toTicketCode(): string {
  return [toLetters(4), toLetters(4), toLetters(4)].join('-')
}

/** The token that opens the papers of a purchase without a login (HMAC). */
export function toPapersToken(secret: string, publication: PublicationCode, number: string): string {
  return createHmac('sha256', secret).update(`shop papers ${publication} ${number}`).digest('base64url').slice(0, 32)
}

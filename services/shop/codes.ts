/** Codes that people read off paper, and tokens that stand in links. */
import { createHmac, randomInt } from 'node:crypto'
import type { Mandator } from '@lokalteil/domain/publication/publications'

/** Nothing that is taken for something else. */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

export function toLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

export function toTicketCode(): string {
  return [toLetters(4), toLetters(4), toLetters(4)].join('-')
}

/** Opens the papers of a purchase without a login. */
export function toPapersToken(secret: string, mandator: Mandator, number: string): string {
  return createHmac('sha256', secret).update(`shop papers ${mandator} ${number}`).digest('base64url').slice(0, 32)
}

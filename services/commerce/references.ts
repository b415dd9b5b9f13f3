/** Reference numbers that people read out on the telephone, and hashes of secrets. */
import { createHash, randomInt } from 'node:crypto'
import { toDayKey } from '@lokalteil/domain/german'

/** Without letters and digits that look or sound alike. */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

export function toLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** 'A-2026-7Q4F-MX2D' */
export function toReference(kind: 'A' | 'B' | 'K' | 'W', at: Date): string {
  return `${kind}-${toDayKey(at).slice(0, 4)}-${toLetters(4)}-${toLetters(4)}`
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

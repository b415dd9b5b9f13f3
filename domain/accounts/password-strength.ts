/** A hint while the reader types a password. Whether the password is accepted is decided by `checkPassword`. */
import { PASSWORD_LENGTH } from './registration.ts'

export const PASSWORD_STRENGTHS = ['short', 'weak', 'fair', 'good', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/**
 * Estimates guessing effort: length, reduced for repeats, alphabetical runs and parts of the reader's own mail address.
 */
export function toPasswordStrength(password: string, email = ''): PasswordStrength {
  const letters = Array.from(password.normalize('NFC'))
  if (letters.length < PASSWORD_LENGTH.least) return 'short'
  const own = (email.split('@', 1)[0] ?? '').toLowerCase()
  const plain =
    own.length >= 4
      ? Array.from(password.toLowerCase().replaceAll(own, ''))
      : letters.map((letter) => letter.toLowerCase())
  const fresh = plain.filter((letter, index) => {
    const step = (letter.codePointAt(0) ?? 0) - (plain[index - 1]?.codePointAt(0) ?? Number.NaN)
    return !(step >= -1 && step <= 1)
  })
  const worth = Math.min(fresh.length, new Set(fresh).size * 2)
  if (worth < 8) return 'weak'
  if (worth < 12) return 'fair'
  return worth < 17 ? 'good' : 'strong'
}

import { describe, expect, it } from 'vitest'
import { toPasswordStrength, type PasswordStrength } from './password-strength.ts'

describe('strength of a password', () => {
  it.each<[string, string, PasswordStrength]>([
    ['', '', 'short'],
    ['neunZeich', '', 'short'],
    ['aaaaaaaaaaaaaaaaaaaa', '', 'weak'],
    ['abcdefghijklmnop', '', 'weak'],
    ['1234567890', '', 'weak'],
    ['eva.sommer1', 'eva.sommer@example.org', 'weak'],
    ['Tannenbaum', '', 'fair'],
    ['Ein-langer-Satz', '', 'good'],
    ['drei Möwen frieren am Kai', '', 'strong'],
    // Composed and decomposed letters count the same.
    ['u\u0308'.repeat(5) + 'x8qw', '', 'short'],
  ])('the strength of %j for %j is %s', (password, email, expected) => {
    expect(toPasswordStrength(password, email)).toBe(expected)
  })
})

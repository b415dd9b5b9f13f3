/** Tokens, their digests, recovery codes and one-time codes (RFC 6238: SHA-1, six digits, 30 seconds). */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** 256 bits in 43 letters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256. `token` needs at least 80 random bits: then a salt or a slow hash adds nothing. */
export function toDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function createId(): string {
  return randomBytes(12).toString('base64url')
}

/** Without i, l, o, 0 and 1, which people confuse. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes of 79 bits, "abcd-efgh-jkmn-pqrs". */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
      '-',
    ),
  )
}

export function toRecoveryDigest(code: string): string {
  return toDigest(`recovery ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
}

const PERIOD = 30

export function createSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function toSecretUri(secret: string, email: string): string {
  return toTotp(secret, email).toString()
}

/** The time step of a correct code, at most one step before or after now; null: a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = toTotp(secret, '').validate({ token, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta
}

function toTotp(secret: string, email: string): TOTP {
  return new TOTP({
    issuer: 'Redaktion',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    secret: Secret.fromBase32(secret),
  })
}

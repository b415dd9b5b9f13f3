/**
 * The anonymous id (S9-07, S4.2-03): digits from the cryptographic generator, kept 30 days from the last visit; the
 * ssoId during a login. It is no credential and reveals nothing.
 */
import { clearCookie, readCookie, writeCookie } from '../consent/cookies.ts'

const COOKIE = 'anon_cookie'

/** At most 20 digits, no leading zero; kept as text, because a number would lose digits. */
export function createAnonId(random: () => bigint = drawNumber): string {
  const id = random()
  return String(id === 0n ? 1n : id)
}

export function isAnonId(value: string | null): value is string {
  return value !== null && /^[1-9]\d{0,19}$/.test(value)
}

/** For visitors without a login: the id of the last visit, or a new one; the id of a former login is not kept. */
export function keepAnonId(): string {
  const known = readCookie(COOKIE)
  const id = isAnonId(known) ? known : createAnonId()
  writeCookie(COOKIE, id)
  return id
}

export function renewAnonId(): string {
  const id = createAnonId()
  clearCookie(COOKIE)
  writeCookie(COOKIE, id)
  return id
}

export function setAnonIdOfReader(ssoId: string): void {
  writeCookie(COOKIE, ssoId)
}

function drawNumber(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!
}

/**
 * The anonymous id (S9-07, S4.2-03): digits from the cryptographic generator, kept 30 days from the last visit, and the
 * ssoId while somebody is logged in. No credential: whoever reads it learns nothing and may do nothing.
 */
import { clearCookie, readCookie, writeCookie } from '../consent/cookies.ts'

const COOKIE = 'anon_cookie'

/** At most 20 digits, no leading zero; never a number, which could not hold it. */
export function createAnonId(random: () => bigint = drawNumber): string {
  const id = random()
  return String(id === 0n ? 1n : id)
}

export function isAnonId(value: string | null): value is string {
  return value !== null && /^[1-9]\d{0,19}$/.test(value)
}

/** For somebody who is not logged in: the id of the last visit, or a new one; a former login's id is not kept. */
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

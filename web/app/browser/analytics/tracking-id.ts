/**
 * Cookies that need consent to kdm and are deleted when it is withdrawn (S4.8-03, S9-03): the tracking id, a random
 * value, and the visits of sections, which their own counter writes.
 */
import { CONSENT_SECONDS, TRACKING_ID_COOKIE } from '@lokalteil/domain/consent/consent'
import { SECTION_VISITS } from '@lokalteil/domain/reading/visits'
import { clearCookie, readCookie } from '../consent/cookies.ts'

/** Sent to other sites as well, so it must be a secure cookie. Being seen does not prolong the life of an id. */
export function keepTrackingCookies(isAllowed: boolean): void {
  const hasId = readCookie(TRACKING_ID_COOKIE) !== null
  if (isAllowed && !hasId) writeTrackingId(crypto.randomUUID(), CONSENT_SECONDS)
  if (isAllowed) return
  if (hasId) writeTrackingId('', 0)
  if (readCookie(SECTION_VISITS.cookie) !== null) clearCookie(SECTION_VISITS.cookie)
}

function writeTrackingId(value: string, seconds: number): void {
  document.cookie = `${TRACKING_ID_COOKIE}=${value}; path=/; max-age=${seconds}; samesite=none; secure`
}

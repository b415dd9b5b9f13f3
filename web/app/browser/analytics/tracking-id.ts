/**
 * What is written only with consent to kdm and taken back without it (S4.8-03, S9-03): the tracking id, which is random and
 * says nothing about anybody, and the visits of sections, whose counter writes them itself.
 */
import { CONSENT_SECONDS, TRACKING_ID_COOKIE } from '@lokalteil/domain/consent/consent'
import { SECTION_VISITS } from '@lokalteil/domain/reading/visits'
import { clearCookie, readCookie } from '../consent/cookies.ts'

/** Sent to other sites too, which browsers allow to secure cookies alone. An id that is there does not live longer by being seen. */
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

/**
 * The `cache_key` cookie (S9-02): a hint for CDN edges about the class of the page. Written here; the server never
 * trusts it.
 */
import { toCacheKeyCookie, type ReaderClass } from '@lokalteil/domain/rendering/cache-key'
import { parseRecentVisits, RECENT_VISITS } from '@lokalteil/domain/reading/visits'
import { getConsent } from '../consent/consent.ts'
import { readCookie, writeCookie } from '../consent/cookies.ts'

export function writeCacheKey(reader: ReaderClass): void {
  const isPersonalised = parseRecentVisits(readCookie(RECENT_VISITS.cookie)) > 0
  writeCookie('cache_key', toCacheKeyCookie({ reader, hasConsent: getConsent()?.consent === true, isPersonalised }))
}

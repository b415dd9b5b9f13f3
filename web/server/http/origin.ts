/**
 * Protection against cross-site request forgery (CSRF) by what browsers say themselves about where a request comes from:
 * Fetch Metadata (`Sec-Fetch-Site`), and `Origin` where it is missing. It needs no tokens in forms, so pages stay storable.
 */

/** Not one of our own pages, nor an address typed by hand: another site, a sister site, or a page that hides its origin. */
export function isCrossOrigin(headers: Headers, canonicalOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  if (origin === null || origin === canonicalOrigin) return false
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host')
}

/** For a write, where silence is no proof: without JSON, which no plain form can send, nothing says that it is ours. */
export function isCrossOriginWrite(headers: Headers, canonicalOrigin: string): boolean {
  const isSilent = headers.get('origin') === null && headers.get('sec-fetch-site') === null
  return isCrossOrigin(headers, canonicalOrigin) || (isSilent && !isJson(headers))
}

/** What our sister sites may do as well; another site may not. */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && !['same-origin', 'same-site', 'none'].includes(site)
}

export function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '')
}

/**
 * Protection against cross-site request forgery (CSRF) by the headers of browsers: Fetch Metadata (`Sec-Fetch-Site`),
 * or `Origin` if it is missing. It needs no tokens in forms, so pages can be cached.
 */

/**
 * True for another site, a sister site, or a page that hides its origin; false for our own pages and addresses typed by
 * hand.
 */
export function isCrossOrigin(headers: Headers, canonicalOrigin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  if (origin === null || origin === canonicalOrigin) return false
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host')
}

/** For writes, where missing headers prove nothing: then only JSON is accepted, because a plain form cannot send it. */
export function isCrossOriginWrite(headers: Headers, canonicalOrigin: string): boolean {
  const isSilent = headers.get('origin') === null && headers.get('sec-fetch-site') === null
  return isCrossOrigin(headers, canonicalOrigin) || (isSilent && !isJson(headers))
}

/** Sister sites are allowed, other sites are not. */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && !['same-origin', 'same-site', 'none'].includes(site)
}

export function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '')
}

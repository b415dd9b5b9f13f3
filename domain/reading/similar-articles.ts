/**
 * 'Similar articles' of the error page: searches for terms of the failed address, with fewer terms until something is
 * found (section 5).
 */

export const SIMILAR_ARTICLES = { limit: 3, offset: 0, maxTerms: 4, minUrlLength: 8 } as const

const STOPWORDS = new Set(['der', 'die', 'das', 'dass', 'ein', 'eine', 'und', 'im', 'in', 'auf', 'für', 'wegen'])

/**
 * At most four terms of the last path segment; empty if the address (path with query) is shorter than eight characters.
 */
export function toSimilarTerms(errorUrl: string): string[] {
  const address = toAddress(errorUrl)
  if (address.length < SIMILAR_ARTICLES.minUrlLength) return []
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const segment = path.split('/').findLast((part) => part !== '') ?? ''
  return decode(segment)
    .normalize('NFC')
    .replace(/\.html$/i, '')
    .split(/[-_\s]+/)
    .filter((term) => term !== '' && !STOPWORDS.has(term.toLowerCase()) && !/^\d+$/.test(term))
    .slice(0, SIMILAR_ARTICLES.maxTerms)
}

/** Calls `search` with the terms joined by ';' and drops the last term while nothing is found; at most four calls. */
export async function findSimilar<Found>(
  errorUrl: string,
  isOnline: boolean,
  search: (searchTerms: string) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  if (!isOnline) return []
  for (let terms = toSimilarTerms(errorUrl); terms.length > 0; terms = terms.slice(0, -1)) {
    const found = await search(terms.join(';'))
    if (found.length > 0) return found
  }
  return []
}

/** Of a full address only the path counts, otherwise every address would be long enough. */
function toAddress(errorUrl: string): string {
  if (errorUrl.startsWith('/') || !URL.canParse(errorUrl)) return errorUrl
  const { pathname, search } = new URL(errorUrl)
  return pathname + search
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

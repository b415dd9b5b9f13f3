/**
 * Addresses of a publisher's former site in normal form, the form in which they are stored and looked up: path without
 * host, trailing slash and `index.php`, decoded, in NFC; of the query only the parameters that name a page in
 * WordPress.
 */

const MAX_LENGTH = 1000
/** `/?p=123`: an article, page or picture by its number, after any path. */
const NUMBERED = ['p', 'page_id', 'attachment_id']
const ANY_ORIGIN = 'https://site.invalid'

/** From an absolute address, or a path with its query; null for the home page and for invalid addresses. */
export function toFormerAddress(address: string): string | null {
  if (address.length > MAX_LENGTH || !URL.canParse(address, ANY_ORIGIN)) return null
  const { protocol, pathname, searchParams } = new URL(address, ANY_ORIGIN)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const numbered = toNumbered(searchParams)
  if (numbered !== null) return numbered
  const path = toPath(pathname)
  return path === null || path === '/' ? null : path
}

/** The query that names a page by its number; null for any other query. */
function toNumbered(query: URLSearchParams): string | null {
  for (const name of NUMBERED) {
    const number = query.get(name)
    if (number !== null && /^[1-9]\d{0,11}$/.test(number)) return `/?p=${number}`
  }
  return null
}

/**
 * Parameters by which other systems name their pages, not the click ids of campaigns (`gclid`, `mc_cid`). A query at the
 * home page is looked up only if it has one of them.
 */
const NAMING =
  /^(?:p|q|cat|tag|author|m|article|artikel|option|view|page|seite|rubrik|ressort|show|story|content|id\w{0,20}|(?!mc_)\w{0,20}(?<!cl|clk|bra)id|tx_\w+(?:\[\w+\])*)$/i

/** Whether a query may have named a page of a former site. */
export const namesPage = (query: URLSearchParams): boolean => [...query.keys()].some((name) => NAMING.test(name))

/** A path with its query, for rules that name both; null: no query, or a number identifies the page (`toNumbered`). */
export function toQueried(address: string): { path: string; query: URLSearchParams } | null {
  if (address.length > MAX_LENGTH || !URL.canParse(address, ANY_ORIGIN)) return null
  const { pathname, searchParams } = new URL(address, ANY_ORIGIN)
  const path = toPath(pathname)
  return path === null || searchParams.size === 0 || toNumbered(searchParams) !== null
    ? null
    : { path, query: searchParams }
}

/** The query passed on to the new address: without the number or parameters that named the old page. */
export function withoutNumber(query: URLSearchParams, named: readonly string[] = []): URLSearchParams {
  const kept = new URLSearchParams(query)
  for (const name of named) kept.delete(name)
  for (const name of NUMBERED) if (/^\d+$/.test(kept.get(name) ?? '')) kept.delete(name)
  return kept
}

/** The last segment, which holds the article's slug; '' if it is a number or empty. */
export function slugOfFormer(address: string): string {
  const last = address.slice(address.lastIndexOf('/') + 1).replace(/\.(?:html?|php|aspx?)$/i, '')
  return last.startsWith('?') || /^\d*$/.test(last) ? '' : last
}

function toPath(pathname: string): string | null {
  let decoded = pathname
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const segments = decoded
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '')
  if (segments[0] === 'index.php') segments.shift()
  return /\p{Cc}/u.test(decoded) ? null : `/${segments.join('/')}`
}

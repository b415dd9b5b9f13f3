/**
 * How a reader came to a page, from the host of the referring page and the medium in its address. A reader of a mail or a push
 * message mostly brings no referrer, so its links carry `utm_medium`.
 */

/** A host matches with all hosts below it. */
const SEARCH: Readonly<Record<string, string>> = {
  // The app of the search engine on Android.
  'com.google.android.googlequicksearchbox': 'google',
  'bing.com': 'bing',
  'duckduckgo.com': 'duckduckgo',
  'ecosia.org': 'ecosia',
  'news.google.com': 'google-news',
  'qwant.com': 'qwant',
  'search.brave.com': 'brave',
  'search.yahoo.com': 'yahoo',
  'startpage.com': 'startpage',
  't-online.de': 't-online',
}
const SOCIAL: Readonly<Record<string, string>> = {
  'bsky.app': 'bluesky',
  'facebook.com': 'facebook',
  'instagram.com': 'instagram',
  'l.threads.com': 'threads',
  'linkedin.com': 'linkedin',
  'lnkd.in': 'linkedin',
  'pinterest.com': 'pinterest',
  'reddit.com': 'reddit',
  't.co': 'x',
  't.me': 'telegram',
  'threads.net': 'threads',
  'tiktok.com': 'tiktok',
  'twitter.com': 'x',
  'web.whatsapp.com': 'whatsapp',
  'x.com': 'x',
  'xing.com': 'xing',
  'youtube.com': 'youtube',
}
/** Google has a domain in every country. */
const GOOGLE = /^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/
const MEDIA: Readonly<Record<string, string>> = { email: 'newsletter', newsletter: 'newsletter', push: 'push' }

/**
 * `own`, `direct`, `newsletter`, `push`, `search:google`, `social:facebook` or `site:example.org`. `from`: the host of the
 * referring page, '' without one; `own`: the hosts of the publication.
 */
export function toSource(from: string, medium: string, own: readonly string[]): string {
  const named = medium.toLowerCase()
  if (Object.hasOwn(MEDIA, named)) return MEDIA[named]!
  const host = from.toLowerCase()
  if (host === '') return 'direct'
  if (own.includes(host)) return 'own'
  if (GOOGLE.test(host)) return 'search:google'
  const search = findHost(SEARCH, host)
  if (search !== null) return `search:${search}`
  const social = findHost(SOCIAL, host)
  return social === null ? `site:${host.replace(/^www\./, '')}` : `social:${social}`
}

/** An address of this site that says by which medium it was sent. */
export function withMedium(address: string, medium: 'newsletter' | 'push'): string {
  const [path, hash] = address.includes('#')
    ? [address.slice(0, address.indexOf('#')), address.slice(address.indexOf('#'))]
    : [address, '']
  return `${path}${path.includes('?') ? '&' : '?'}utm_medium=${medium}${hash}`
}

function findHost(names: Readonly<Record<string, string>>, host: string): string | null {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1))
    if (Object.hasOwn(names, rest)) return names[rest]!
  return null
}

/**
 * A worker for networks that run JavaScript at their edge and have the Cache API (`caches.default`, as Cloudflare Workers): it keeps
 * pages by class, and hands on everything else. It is tried with the same cases as Varnish and nginx and with an imitation of the
 * Cache API (web/server/cdn-worker.test.ts), not in such a network: try it on a host of its own first.
 *
 *   portal: EDGE=http EDGE_PURGE_URL=… EDGE_PURGE_TOKEN=…    each change is a POST of {"keys": […]} with the token as bearer
 *
 * The network must purge by the header `Cache-Tag`. Where its API wants another form of call than that, put a small service
 * between. Without purge leave EDGE_PURGE_URL away: then a page is kept for a second.
 */
const HEADER = 'Lokalteil-Class'
/** Never kept, and never answered from what is kept. */
const OWN = new Set(['signed-in', 'unclear'])
const PASSED = /^\/(?:api|__services|connect|redaktion|_media|__looks)(?:\/|$)|^\/sw\.js$/
/** The same for all visitors; the network keeps them by their own headers. */
const SAME = /^\/(?:assets|_ipx|_karte)\//
const ADVERTISING = /^(?:utm_[a-z_]+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_cid|mc_eid)$/

const FLAG = '(?:true|false)'
const COMMA = '(?:,|%2C)'
const VENDOR = `(?:"|%22)[A-Za-z]+(?:"|%22)(?::|%3A)${FLAG}`
const CONSENTS = {
  name: /(?:^|[ ;])consents=/,
  form: new RegExp(
    `(?:^|[ ;])consents=((?:\\[|%5B)4${COMMA}${FLAG}${COMMA}${FLAG}${COMMA}(?:\\{|%7B)(?:${VENDOR}(?:${COMMA}${VENDOR})*)?(?:\\}|%7D)(?:\\]|%5D))(?:;|$)`,
  ),
}
/** A vendor whose script loads was granted: frames change nothing in a page. */
const SCRIPTS = new RegExp(
  `^(?:\\[|%5B)4${COMMA}true.*(?:"|%22)(?:analytics|pushNotifications|kdm|socialPosting|audienceMeasurement)(?:"|%22)(?::|%3A)true`,
)
const VISITS = { name: /(?:^|[ ;])recent_visits=/, form: /(?:^|[ ;])recent_visits=(\d{1,15})(?:;|$)/ }

/** The class of a visitor. The same as toEdgeClass in domain/rendering/edge-class.ts. */
export function toClass(cookies, userAgent) {
  if (/FA_ID_TOKEN|FA_ACCESS_TOKEN/.test(cookies)) return 'signed-in'
  const consents = readPlain(cookies, CONSENTS)
  const visits = readPlain(cookies, VISITS)
  if (consents === undefined || visits === undefined) return 'unclear'
  const agent = userAgent.slice(0, 500)
  const isMobile = /Mobi|iPhone|iPod/i.test(agent) && !/iPad|Tablet/i.test(agent)
  const app = !agent.includes('NewsPortalApp/') ? 'web' : agent.includes('Flutter') ? 'flutter' : 'native'
  const more = `${SCRIPTS.test(consents ?? '') ? '-consent' : ''}${Number(visits) > 0 ? '-returning' : ''}`
  return `${isMobile ? 'mobile' : 'desktop'}-${app}${more}`
}

/** Null: there is no such cookie. Undefined: it is there twice, or not as our pages write it. */
function readPlain(cookies, { name, form }) {
  const count = cookies.split(name).length - 1
  if (count === 0) return null
  return count === 1 ? form.exec(cookies)?.[1] : undefined
}

export default {
  async fetch(request, _environment, context) {
    const url = new URL(request.url)
    const visitor = toClass(request.headers.get('cookie') ?? '', request.headers.get('user-agent') ?? '')
    const asked = new Request(request)
    asked.headers.set(HEADER, visitor)
    const isKept =
      request.method === 'GET' && !OWN.has(visitor) && !PASSED.test(url.pathname) && !SAME.test(url.pathname)
    if (!isKept) return toBrowser(await fetch(asked))

    // The name under which a copy is kept: the address without parameters of advertising, and the class.
    const names = Array.from(url.searchParams.keys())
    for (const name of names) if (ADVERTISING.test(name)) url.searchParams.delete(name)
    url.searchParams.set('lokalteil-class', visitor)
    const name = new Request(url, { method: 'GET' })
    const cache = caches.default
    const found = await cache.match(name)
    if (found !== undefined) return toBrowser(found, 'HIT')

    const answer = await fetch(asked)
    if (isShared(answer)) context.waitUntil(cache.put(name, toKept(answer.clone())))
    return toBrowser(answer, 'MISS')
  },
}

/** Whether others of the class may have it. The portal says so by s-maxage, or by public for feeds and redirects. */
function isShared(answer) {
  const control = answer.headers.get('cache-control') ?? ''
  return (
    (answer.status === 200 || answer.status === 301) &&
    /s-maxage|public/.test(control) &&
    !/private|no-store/.test(control) &&
    !answer.headers.has('set-cookie')
  )
}

/** The name has all that Vary says, but the encoding, which the network sees to. */
function toKept(answer) {
  const kept = new Response(answer.body, answer)
  kept.headers.set('vary', 'Accept-Encoding')
  return kept
}

/**
 * Caches behind this one have no class to keep copies apart by. The seconds stay: by them the service worker knows a page that it may
 * keep for reading without a connection.
 */
function toBrowser(answer, state) {
  const sent = new Response(answer.body, answer)
  for (const name of ['surrogate-key', 'cache-tag']) sent.headers.delete(name)
  if (sent.headers.has(HEADER)) {
    sent.headers.set('vary', 'Accept-Encoding')
    const control = sent.headers.get('cache-control') ?? ''
    sent.headers.set('cache-control', control.replace(/^max-age=0(?=, s-maxage)/, 'private, no-cache'))
  }
  if (state !== undefined) sent.headers.set('x-edge', state)
  return sent
}

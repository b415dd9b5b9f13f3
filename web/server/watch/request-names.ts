/**
 * Names a request for figures, traces and the access log. `route` is one of a bounded set, whatever clients ask for: a
 * page of the route table, the template of a call (`/api/articles/:id/body`), or a group (`service:content`,
 * `file:picture`, `office`). `path` may be shown to operators: without the query, and without codes and tokens. Of a
 * call it is the template, because ids of readers and orders stand in such paths.
 */
import { ROUTES } from '@lokalteil/domain/routing/route-table'
import { matchRoute } from '@lokalteil/domain/routing/routes'

export type RequestName = { kind: 'page' | 'call' | 'file' | 'office'; route: string; path: string }
/** `target`: of the request line. */
export type NameRequest = (target: string) => RequestName

const FILES: readonly (readonly [start: string, route: string])[] = [
  ['/_ipx/', 'file:picture'],
  ['/_media/', 'file:media'],
  ['/_karte/', 'file:card'],
  ['/assets/', 'file:asset'],
  ['/sw.js', 'file:worker'],
  ['/favicon.ico', 'file:icon'],
  ['/builds/offline', 'file:offline'],
]
const OFFICE = /^\/redaktion(?:\/|$)/
const SERVICE = /^\/__services\/([^/]+)/
/** The OpenID provider answers beside the other services, before them. */
const PROVIDER = 'sso'
/** Streams and their polling answer before the other calls, too. */
const LIVE = /^\/api\/live\//
const MOST_SHOWN = 300
/** A value that was drawn: a UUID, a hash, or letters of both cases with digits. The slug of an article is none. */
const DRAWN = /^(?:[0-9a-f-]{32,}|(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w.~-]{20,})$/
const MAIL_ADDRESS = /@|%40/i
/** Parameters of pages whose value opens something. */
const SECRETS = ['code', 'token'] as const

/** `templates`: paths of all calls as Hono writes them. `isCall`: whether a path is no page's. */
export function createRequestNames(templates: readonly string[], isCall: (path: string) => boolean): NameRequest {
  const calls = createTemplates(templates)
  const services = new Set([PROVIDER, ...templates.flatMap((template) => SERVICE.exec(template)?.[1] ?? [])])

  function nameCall(path: string): RequestName {
    const template = LIVE.test(path) ? '/api/live/:id' : calls.find(path)
    const shown = template ?? toHead(path)
    const service = SERVICE.exec(path)?.[1]
    if (service === undefined) return { kind: 'call', route: template ?? 'call:unknown', path: shown }
    return { kind: 'call', route: `service:${services.has(service) ? service : 'unknown'}`, path: shown }
  }

  return (target) => {
    const [path = ''] = target.split(/[?#]/, 1)
    if (!path.startsWith('/')) return { kind: 'page', route: 'unmatched', path: '…' }
    if (OFFICE.test(path))
      return { kind: 'office', route: path.startsWith('/redaktion/api/') ? 'office:api' : 'office', path: toHead(path) }
    const file = FILES.find(([start]) => path.startsWith(start))
    if (file !== undefined) return { kind: 'file', route: file[1], path: toFilePath(path) }
    return isCall(path) ? nameCall(path) : namePage(path)
  }
}

function namePage(path: string): RequestName {
  const match = matchRoute(path)
  if (match.kind !== 'route')
    return { kind: 'page', route: match.kind === 'redirect' ? 'redirect' : 'unmatched', path: toHead(path) }
  const { route } = match
  const isSecret = SECRETS.some((name) => name in route)
  return { kind: 'page', route: route.name, path: isSecret ? ROUTES[route.name].path : hideValues(path) }
}

/** The first two segments. */
function toHead(path: string): string {
  const segments = path.split('/')
  return hideValues(segments.slice(0, 3).join('/')) + (segments.length > 3 ? '/…' : '')
}

function hideValues(path: string): string {
  return path
    .slice(0, MOST_SHOWN)
    .split('/')
    .map((segment) => (DRAWN.test(segment) ? '[code]' : MAIL_ADDRESS.test(segment) ? '[address]' : segment))
    .join('/')
}

/** The name of a picture that a reader sent cannot be guessed, and is not shown either. */
function toFilePath(path: string): string {
  return path.slice(0, MOST_SHOWN).replace(/\/readers\/.*$/s, '/readers/…')
}

// --- Templates

type Branch = { words: Map<string, Branch>; any: Branch | null; end: string | null; rest: string | null }

const MOST_SEGMENTS = 30

/** A fixed word counts more than a parameter, and that more than the rest of a path, as in the list of routes. */
function createTemplates(templates: readonly string[]): { find: (path: string) => string | null } {
  const root = toBranch()
  for (const template of templates) add(root, template)
  return {
    find(path) {
      const segments = path.split('/').slice(1)
      return segments.length > MOST_SEGMENTS ? null : findIn(root, segments, 0)
    },
  }
}

function toBranch(): Branch {
  return { words: new Map(), any: null, end: null, rest: null }
}

function add(root: Branch, template: string): void {
  // A pattern may contain a slash.
  const isRest = /\*$|\{\.\+\}$/.test(template)
  const plain = template.replace(/\{[^/]*\}/g, '')
  const segments = plain.split('/').slice(1)
  // `/*` would be the name of everything.
  if (isRest && segments.length < 2) return
  let branch = root
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    if (isLast && isRest) {
      branch.rest ??= plain
      return
    }
    if (segment.endsWith('?')) branch.end ??= plain
    if (segment.startsWith(':')) branch = branch.any ??= toBranch()
    else {
      let next = branch.words.get(segment)
      if (next === undefined) branch.words.set(segment, (next = toBranch()))
      branch = next
    }
  }
  branch.end ??= plain
}

function findIn(branch: Branch, segments: readonly string[], at: number): string | null {
  const segment = segments[at]
  if (segment === undefined) return branch.end ?? branch.rest
  const word = branch.words.get(segment)
  return (
    (word === undefined ? null : findIn(word, segments, at + 1)) ??
    (branch.any === null || segment === '' ? null : findIn(branch.any, segments, at + 1)) ??
    branch.rest
  )
}

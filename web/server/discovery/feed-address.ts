/**
 * Parses and writes the addresses of feeds (docs/feeds.md). RSS below `/rss`, Atom below `/atom`, JSON below `/feed`
 * with `.json` at the end; then follows the path of a section, or one of four words and a name.
 */

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

export type FeedSubject =
  | { kind: 'home' }
  | { kind: 'section'; path: string }
  | { kind: 'tag'; slug: string }
  | { kind: 'topic'; id: string }
  | { kind: 'region'; id: string }
  | { kind: 'author'; id: string }

export type FeedAddress = { format: FeedFormat; subject: FeedSubject }

const SEGMENT = /^[\p{L}\p{N}_~-][\p{L}\p{N}._~-]{0,99}$/u
const MAX_PATH = 400

export function parseFeedAddress(path: string): FeedAddress | null {
  const [, name = '', rest = ''] = /^\/(rss|atom|feed)(?:\/(.+))?$/.exec(path.replace(/^\/feed\.json$/, '/feed')) ?? []
  if (name === '' || path === '/feed' || path.length > MAX_PATH) return null
  const format: FeedFormat = name === 'feed' ? 'json' : (name as 'rss' | 'atom')
  if (rest === '') return { format, subject: { kind: 'home' } }
  if (format === 'json' && !rest.endsWith('.json')) return null
  const segments = (format === 'json' ? rest.slice(0, -'.json'.length) : rest).split('/').map(decode)
  if (!segments.every((segment) => segment !== null && SEGMENT.test(segment))) return null
  const subject = toSubject(segments as string[])
  return subject === null ? null : { format, subject }
}

function toSubject(segments: readonly string[]): FeedSubject | null {
  const [first = '', second = ''] = segments
  if (segments.length === 2) {
    if (first === 'tag') return { kind: 'tag', slug: second }
    if (first === 'themen') return { kind: 'topic', id: second }
    if (first === 'region') return { kind: 'region', id: second }
    if (first === 'autor') return /^\d{1,40}$/.test(second) ? { kind: 'author', id: second } : null
  }
  return { kind: 'section', path: segments.join('/') }
}

export function toFeedAddress(format: FeedFormat, subject: FeedSubject): string {
  const tail = toTail(subject)
  if (format === 'json') return tail === '' ? '/feed.json' : `/feed${tail}.json`
  return `/${format}${tail}`
}

function toTail(subject: FeedSubject): string {
  switch (subject.kind) {
    case 'home':
      return ''
    case 'section':
      return `/${subject.path.split('/').map(encodeURIComponent).join('/')}`
    case 'tag':
      return `/tag/${encodeURIComponent(subject.slug)}`
    case 'topic':
      return `/themen/${encodeURIComponent(subject.id)}`
    case 'region':
      return `/region/${encodeURIComponent(subject.id)}`
    case 'author':
      return `/autor/${subject.id}`
  }
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return null
  }
}

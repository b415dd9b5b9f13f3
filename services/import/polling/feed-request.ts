/** One conditional request to a feed (ETag, Last-Modified), limited in size and time. */
import { requestGuarded } from '../../platform/guarded-request.ts'
import { MAX_DOCUMENT } from '../formats/recognise.ts'
import { charsetOf } from '../formats/text-encoding.ts'
import { toDigest } from './poll-state.ts'
import type { PollState } from './poll-state.ts'

export type FeedAnswer =
  | {
      kind: 'body'
      bytes: Buffer
      /** The address after redirects. */
      address: string
      changedAt: Date | null
      /** `charset` of the header; '' if it has none. */
      charset: string
      changed: Pick<PollState, 'etag' | 'lastModified' | 'body'>
    }
  | { kind: 'same'; answer: string; changed: Partial<PollState> }
  | { kind: 'gone'; answer: string }
  | { kind: 'failed'; answer: string; reason: string; retryAfterMs: number }

const TIMEOUT = 20_000
/** Characters of a header that is stored; longer ones are dropped. */
const LONGEST_HEADER = 500

export async function askFeed(
  address: string,
  known: Pick<PollState, 'etag' | 'lastModified' | 'body'>,
  now: Date,
  { internalHosts, signal }: { internalHosts: ReadonlySet<string>; signal: AbortSignal },
): Promise<FeedAnswer> {
  const { etag, lastModified } = known
  const answer = await requestGuarded(address, {
    accept:
      'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, */*;q=0.5',
    headers: {
      ...(etag === '' ? {} : { 'if-none-match': etag }),
      ...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
    },
    maxBytes: MAX_DOCUMENT,
    timeout: TIMEOUT,
    reach: 'anywhere',
    internalHosts,
    signal,
  })
  if (answer.kind === 'failed') return { kind: 'failed', answer: 'none', reason: answer.reason, retryAfterMs: 0 }
  const { status, headers, bytes } = answer
  const word = String(status)
  if (status === 304) return { kind: 'same', answer: word, changed: {} }
  if (status === 410) return { kind: 'gone', answer: word }
  if (status !== 200)
    return {
      kind: 'failed',
      answer: word,
      reason: `the address answered ${status}`,
      retryAfterMs: toPause(headers['retry-after'], now),
    }
  const changed = { etag: toKept(headers.etag), lastModified: toKept(headers['last-modified']), body: toDigest(bytes) }
  if (changed.body === known.body) return { kind: 'same', answer: word, changed }
  const changedAt = new Date(headers['last-modified'] ?? Number.NaN)
  return {
    kind: 'body',
    bytes,
    address: answer.address,
    changedAt: changedAt < now ? changedAt : null,
    charset: charsetOf(headers['content-type']),
    changed,
  }
}

const toKept = (header: string | undefined): string =>
  header !== undefined && header.length <= LONGEST_HEADER ? header : ''

/** Milliseconds of `Retry-After`, which is in seconds or a date. */
function toPause(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? 0 : Math.max(0, until - now.getTime())
}

/**
 * Live reports: `/api/live/{id}` is a stream of server-sent events, `/api/live/{id}/entries` the same by polling. When
 * the content changes, a report is read once for all its followers, and the message is written once for all. For a paid
 * report only the fact of a change is sent; each reader loads its text under the article's access rules. The number of
 * streams is limited for the process and for one network; refused readers poll.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { LIVE_ENDPOINTS } from '@lokalteil/contracts/portal/live'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toLiveChange, toRevision, type LiveChange } from '@lokalteil/domain/reading/live-changes'
import type { Change } from '@lokalteil/services/content/app'
import type { ContentApi } from '../../app/page/content-api.ts'
import { toNetwork } from '../http/client-address.ts'
import type { Log } from '../http/log.ts'

export type LiveReportsOptions = {
  contentOf: (publication: PublicationCode) => Pick<ContentApi, 'getArticle'>
  /** Null: the content service does not report changes, so it is polled while a report has followers. */
  onChange: ((listener: (change: Change) => void) => unknown) | null
  addressOf: (request: IncomingMessage) => string
  /** Most streams of this process. */
  most: number
  mostOfNetwork?: number
  askEveryMs?: number
  log: Log
}

export type LiveReports = {
  /** False: not the address of a live report. */
  serve: (request: IncomingMessage, response: ServerResponse, publication: PublicationCode, target: string) => boolean
  /** Ends every stream; readers reconnect to another process. */
  close: () => void
}

type State =
  | { kind: 'open'; items: readonly ContentItem[]; revision: string }
  | { kind: 'paid'; revision: string }
  /** Unknown, withdrawn, or not a live report. */
  | { kind: 'none' }
  | { kind: 'unknown' }

type Report = {
  publication: PublicationCode
  id: string
  state: State
  followers: Set<ServerResponse>
  reading: Promise<State> | null
  /** By the process's monotonic clock. */
  readAt: number
  /** It changed while it was being read. */
  isStale: boolean
}

const PATH = /^\/api\/live\/(\d{1,20})(\/entries)?(?:\?(?:revision=([0-9a-z]{1,20}))?)?$/
/** Enough for a school or a company behind one address. */
const MOST_OF_NETWORK = 200
/** Load balancers close a connection that is silent for a minute. */
const BEAT_MS = 25_000
const ASK_EVERY_MS = 5000
/** Cache time of the polling answer. */
const FRESH_SECONDS = 2
const MOST_KNOWN = 500
/** A reader with more unread bytes is disconnected and reconnects. */
const MOST_WAITING = 2_000_000
const BEAT = Buffer.from(':\n\n')

/** The function is long because followers, the last reading and the sent state belong together. */
export function createLiveReports(options: LiveReportsOptions): LiveReports {
  const reports = new Map<string, Report>()
  const networks = new Map<string, number>()
  let streams = 0
  let isClosed = false
  options.onChange?.((change) => {
    for (const report of reports.values())
      if (change.kind === 'all' || change.kind === 'removed' || change.ids.includes(report.id)) {
        report.readAt = -Infinity
        if (report.followers.size > 0) void renew(report)
      }
  })
  const beat = setInterval(() => {
    for (const { followers } of reports.values()) send(followers, BEAT)
  }, BEAT_MS).unref()
  const asking =
    options.onChange === null
      ? setInterval(() => {
          for (const report of reports.values()) if (report.followers.size > 0) void renew(report)
        }, options.askEveryMs ?? ASK_EVERY_MS).unref()
      : undefined

  function open(publication: PublicationCode, id: string): Report {
    const key = `${publication} ${id}`
    const found = reports.get(key)
    if (found !== undefined) return found
    // The number of reports is bounded: those without followers are dropped first.
    if (reports.size >= MOST_KNOWN)
      for (const [other, { followers, reading }] of reports)
        if (followers.size === 0 && reading === null) reports.delete(other)
    const report: Report = {
      publication,
      id,
      state: { kind: 'unknown' },
      followers: new Set(),
      reading: null,
      readAt: -Infinity,
      isStale: false,
    }
    reports.set(key, report)
    return report
  }

  /** One read at a time (single flight); a change meanwhile causes another read. */
  function read(report: Report): Promise<State> {
    report.reading ??= (async () => {
      do {
        report.isStale = false
        report.readAt = performance.now()
        const answer = await options.contentOf(report.publication).getArticle({ id: report.id })
        if (answer.ok) report.state = toState(answer.data)
        else if (answer.status === 404 || answer.status === 410) report.state = { kind: 'none' }
      } while (report.isStale)
      return report.state
    })().finally(() => (report.reading = null))
    return report.reading
  }

  async function renew(report: Report): Promise<void> {
    if (report.reading !== null) {
      report.isStale = true
      return
    }
    const before = report.state
    try {
      const after = await read(report)
      if (report.followers.size > 0) tell(report, before, after)
    } catch (error) {
      options.log('error', 'live-report', { error })
    }
  }

  function tell({ followers }: Report, before: State, after: State): void {
    if (after.kind === 'none') {
      for (const follower of followers) follower.end('event: gone\ndata: {}\n\n')
      return
    }
    const isNew = after.kind !== 'unknown' && !('revision' in before && before.revision === after.revision)
    const change = isNew ? toChange(before, after) : null
    if (change === null) return
    send(followers, toEvent(change))
  }

  async function follow(
    request: IncomingMessage,
    response: ServerResponse,
    report: Report,
    known: string | undefined,
  ): Promise<void> {
    const network = toNetwork(options.addressOf(request))
    const ofNetwork = networks.get(network) ?? 0
    if (isClosed || streams >= options.most || ofNetwork >= (options.mostOfNetwork ?? MOST_OF_NETWORK))
      return refuse(response, 503, { 'retry-after': '30' })
    streams++
    networks.set(network, ofNetwork + 1)
    response.once('close', () => {
      streams--
      report.followers.delete(response)
      const left = (networks.get(network) ?? 1) - 1
      if (left === 0) networks.delete(network)
      else networks.set(network, left)
    })
    const state = await current(report)
    if (response.destroyed) return
    // 204 tells a browser not to reconnect.
    if (state.kind === 'none') return refuse(response, 204, {})
    if (state.kind === 'unknown') return refuse(response, 503, { 'retry-after': '10' })
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Tells proxies not to buffer the stream.
      'x-accel-buffering': 'no',
    })
    response.write(
      state.revision === known
        ? ':\n\n'
        : toEvent(toChange({ kind: 'unknown' }, state) ?? { revision: '', items: null }),
    )
    report.followers.add(response)
  }

  async function answerNow(
    request: IncomingMessage,
    response: ServerResponse,
    report: Report,
    known: string | undefined,
  ): Promise<void> {
    const state = await current(report)
    if (state.kind === 'none') return refuse(response, 404, {})
    if (state.kind === 'unknown') return refuse(response, 503, { 'retry-after': '10' })
    const headers = { 'cache-control': `public, max-age=${FRESH_SECONDS}`, etag: `"${state.revision}"` }
    if (state.revision === known || request.headers['if-none-match'] === headers.etag)
      return refuse(response, known === undefined ? 304 : 204, headers)
    const change: AnswerOf<typeof LIVE_ENDPOINTS.getLiveEntries> = toChange({ kind: 'unknown' }, state) ?? undefined
    const body = JSON.stringify(change)
    response.writeHead(200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  /** With followers the last read is current; without, it is reused for a moment. */
  async function current(report: Report): Promise<State> {
    const isFresh = report.followers.size > 0 || performance.now() - report.readAt < FRESH_SECONDS * 500
    return isFresh && report.state.kind !== 'unknown' && report.reading === null ? report.state : read(report)
  }

  return {
    serve(request, response, publication, target) {
      const match = PATH.exec(target)
      if (match === null) return false
      const [, id, entries, known] = match
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        refuse(response, 405, { allow: 'GET, HEAD' })
        return true
      }
      const report = open(publication, id!)
      const work = entries === undefined && request.method === 'GET' ? follow : answerNow
      work(request, response, report, known).catch((error: unknown) => {
        options.log('error', 'live-report', { error })
        if (response.headersSent) response.destroy()
        else refuse(response, 503, { 'retry-after': '10' })
      })
      return true
    },
    close() {
      isClosed = true
      clearInterval(beat)
      clearInterval(asking)
      for (const { followers } of reports.values()) for (const follower of followers) follower.end()
    },
  }
}

function toState(article: Article): State {
  if (!article.isLive) return { kind: 'none' }
  if (article.contentRestriction !== 'free')
    return { kind: 'paid', revision: toRevision([article.updateDate, article.wordCount, article.title]) }
  return { kind: 'open', items: article.contentItems, revision: toRevision(article.contentItems) }
}

function toChange(before: State, after: State): LiveChange<ContentItem> | null {
  if (after.kind === 'paid') return { revision: after.revision, items: null }
  return after.kind === 'open' ? toLiveChange(before.kind === 'open' ? before.items : [], after.items) : null
}

function send(followers: ReadonlySet<ServerResponse>, bytes: Buffer): void {
  for (const follower of followers) {
    if (follower.writableLength > MOST_WAITING) follower.destroy()
    else follower.write(bytes)
  }
}

function toEvent(change: LiveChange<ContentItem>): Buffer {
  return Buffer.from(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
}

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end()
}

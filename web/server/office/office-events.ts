/**
 * `GET /redaktion/api/events`: server-sent events for a tab of the office. A person is told of publications that the roles cover.
 * A stream ends with its session: at once when it is ended, with the next heartbeat when it has expired. Browsers reconnect.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OfficeChange } from '@lokalteil/contracts/office'
import type { Grant } from '@lokalteil/domain/office/acts'
import type { OfficeEvent } from '@lokalteil/services/office/events'
import type { Log } from '../http/log.ts'
import { OFFICE_HEADERS } from './office-shell.ts'

type Person = { sessionId: string; grants: readonly Grant[] }

export type OfficeEventsOptions = {
  /** Null: no session, or one that may not work yet. */
  findPerson: (request: IncomingMessage) => Promise<Person | null>
  onEvent: (listener: (event: OfficeEvent) => void) => () => void
  log: Log
  most?: number
  mostOfSession?: number
  beatMs?: number
}

/** Load balancers close a connection that is silent for a minute. */
const BEAT_MS = 25_000
const MOST = 500
const MOST_OF_SESSION = 6
/** A tab with more unread bytes is disconnected and reconnects. */
const MOST_WAITING = 1_000_000

type Stream = { request: IncomingMessage; response: ServerResponse; person: Person }

export function createOfficeEvents(options: OfficeEventsOptions) {
  const { findPerson, onEvent, log, most = MOST, mostOfSession = MOST_OF_SESSION, beatMs = BEAT_MS } = options
  const streams = new Set<Stream>()
  let stopListening: (() => void) | null = null
  let isClosed = false
  const beat = setInterval(() => {
    for (const own of Map.groupBy(streams, ({ person }) => person.sessionId).values()) void check(own)
  }, beatMs).unref()

  /** A heartbeat for the streams of a session, if it is still there; it is looked up once for all of them. */
  async function check(own: readonly Stream[]): Promise<void> {
    const [{ request, person: known }] = own as [Stream]
    const person = await findPerson(request).catch((error: unknown) => {
      log('error', 'office-events', { error })
      return known
    })
    for (const stream of own) {
      if (person?.sessionId !== known.sessionId) stream.response.end()
      else {
        stream.person = person
        write(stream, ':\n\n')
      }
    }
  }

  function tell({ kind, id, publication }: OfficeEvent): void {
    if (kind === 'session') {
      for (const { person, response } of streams) if (person.sessionId === id) response.end()
      return
    }
    const text = `event: change\ndata: ${JSON.stringify({ kind, id, publication } satisfies OfficeChange)}\n\n`
    for (const stream of streams) if (isOf(stream.person, publication)) write(stream, text)
  }

  async function follow(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const person = await findPerson(request)
    if (person === null) return refuse(response, 401, 'NOT_SIGNED_IN')
    const own = [...streams].filter((one) => one.person.sessionId === person.sessionId).length
    if (isClosed || streams.size >= most || own >= mostOfSession) return refuse(response, 503, 'TOO_MANY_STREAMS')
    if (response.destroyed) return
    const stream = { request, response, person }
    streams.add(stream)
    stopListening ??= onEvent(tell)
    response.once('close', () => {
      streams.delete(stream)
      if (streams.size > 0) return
      stopListening?.()
      stopListening = null
    })
    response.writeHead(200, {
      ...OFFICE_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      // Tells proxies not to buffer the stream.
      'x-accel-buffering': 'no',
    })
    response.write(':\n\n')
  }

  return {
    serve(request: IncomingMessage, response: ServerResponse): void {
      follow(request, response).catch((error: unknown) => {
        log('error', 'office-events', { error })
        if (response.headersSent) response.destroy()
        else refuse(response, 503, 'UNAVAILABLE')
      })
    },
    close(): void {
      isClosed = true
      clearInterval(beat)
      stopListening?.()
      for (const { response } of streams) response.end()
    },
  }
}

function isOf({ grants }: Person, publication: string | null): boolean {
  return publication === null || grants.some((grant) => grant.publication === '*' || grant.publication === publication)
}

function write({ response }: Stream, text: string): void {
  if (response.writableLength > MOST_WAITING) response.destroy()
  else if (!response.writableEnded) response.write(text)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, {
    ...OFFICE_HEADERS,
    'content-type': 'application/problem+json',
    ...(status === 503 ? { 'retry-after': '10' } : {}),
  })
  response.end(JSON.stringify({ status, code, title: 'No stream' }))
}

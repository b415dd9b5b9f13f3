/**
 * Sends messages to push services: encrypts each for its device (RFC 8291, aes128gcm), signs for the service (RFC
 * 8292), and keeps connections open. Promises: only push services are called, at the public address of their name;
 * redirects are not followed and answers not read; a service that asks for a pause, or fails repeatedly, is paused.
 * Runs in a thread (`send-worker`), because encrypting for fifty thousand devices takes half a minute of processor
 * time.
 */
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { GatewayMessage } from '../../contract/push.ts'
import type { PushPayload } from '../../domain/push.ts'
import webPush from 'web-push'
import { publicLookup } from '@lokalteil/services/platform/guarded-request'
import { findEndpointRefusal, isOwnOrigin, type PushHosts } from '../push-hosts.ts'
import { isShellAddress, parseShellAddress, type Gateway } from '../shell-address.ts'
import type { Vapid } from '../vapid.ts'

export type SendJob = {
  publication: string
  /** The endpoint of a browser, or the address of an app (`shell-address`), which has no keys. */
  endpoint: string
  p256dh: string
  auth: string
  payload: string
  /** Seconds. */
  ttl: number
  urgency: 'high' | 'normal' | 'low'
  /** At the push service a later message with the same topic replaces an earlier one. */
  topic: string
}

export type SendResult =
  | { kind: 'sent' }
  /** The device no longer exists. */
  | { kind: 'gone' }
  | { kind: 'retry'; afterMs: number; reason: string }
  /** Another attempt is useless. */
  | { kind: 'failed'; reason: string }

export type SendOptions = {
  vapid: Vapid
  hosts: PushHosts
  gateway: Gateway | null
  /** Milliseconds for one message. */
  timeout?: number
}

const AT_ONCE = 48
const TIMEOUT = 15_000
/** Milliseconds. Networks drop idle connections without notice, some within minutes, so older ones are not reused. */
const IDLE_MS = 30_000
/** Error codes of a reused connection that was closed. */
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])
const SIGNED_MS = 6 * 3_600_000
const LONGEST_PAUSE_MS = 3_600_000
const SHORTEST_PAUSE_MS = 1000
/** Consecutive timeouts after which the service counts as down. */
const MOST_SILENT = 10
const SILENT_PAUSE_MS = 60_000

type PushServiceAnswer = { status: number; retryAfter: string | undefined }
type HostState = { pausedUntil: number; silent: number; signed: { header: string; until: number } | null }

/** Long, because connections, pauses and signatures are one state. */
export function createSending({ vapid, hosts, gateway, timeout = TIMEOUT }: SendOptions) {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: AT_ONCE, timeout: IDLE_MS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: AT_ONCE, timeout: IDLE_MS }),
  }
  const gatewayAddress = gateway === null ? null : new URL(gateway.url).href
  const states = new Map<string, HostState>()

  function stateOf(origin: string): HostState {
    const known = states.get(origin)
    if (known !== undefined) return known
    // A push service may have many host names. Clearing loses only signatures and pauses.
    if (states.size > 1000) states.clear()
    const state: HostState = { pausedUntil: 0, silent: 0, signed: null }
    states.set(origin, state)
    return state
  }

  function sign(origin: string, state: HostState): string {
    const now = Date.now()
    if (state.signed === null || now >= state.signed.until) {
      const expires = Math.floor((now + 2 * SIGNED_MS) / 1000)
      const { Authorization } = webPush.getVapidHeaders(
        origin,
        vapid.contact,
        vapid.publicKey,
        vapid.privateKey,
        'aes128gcm',
        expires,
      )
      state.signed = { header: Authorization, until: now + SIGNED_MS }
    }
    return state.signed.header
  }

  /** Sends JSON to the publisher's own gateway, which handles the vendor's token. */
  async function handOver(job: SendJob): Promise<SendResult> {
    if (gateway === null) return { kind: 'failed', reason: 'NO_GATEWAY' }
    const url = new URL(gateway.url)
    const { icon: _icon, v: _v, ...payload } = JSON.parse(job.payload) as PushPayload
    const message: GatewayMessage = {
      ...parseShellAddress(job.endpoint),
      publication: job.publication,
      ...payload,
      ttl: job.ttl,
      urgency: job.urgency,
    }
    const body = Buffer.from(JSON.stringify(message))
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...(gateway.key === null ? {} : { authorization: `Bearer ${gateway.key}` }),
    }
    return deliver(url, stateOf(`gateway ${url.origin}`), headers, body)
  }

  async function sendOne(job: SendJob): Promise<SendResult> {
    if (isShellAddress(job.endpoint)) return handOver(job)
    const refused = findEndpointRefusal(job.endpoint, hosts)
    if (refused !== null) return { kind: 'failed', reason: 'NO_PUSH_SERVICE' }
    const url = new URL(job.endpoint)
    const state = stateOf(url.origin)
    if (toPause(state) > 0) return toPaused(state)
    let body: Buffer
    try {
      body = webPush.encrypt(job.p256dh, job.auth, job.payload, 'aes128gcm').cipherText
    } catch {
      // The keys of the subscription are invalid.
      return { kind: 'gone' }
    }
    const headers = {
      authorization: sign(url.origin, state),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(job.ttl),
      urgency: job.urgency,
      topic: job.topic,
    }
    return deliver(url, state, headers, body)
  }

  async function deliver(
    url: URL,
    state: HostState,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<SendResult> {
    if (toPause(state) > 0) return toPaused(state)
    try {
      const { status, retryAfter } = await post(url, headers, body)
      state.silent = 0
      return toResult(status, retryAfter, state)
    } catch (error) {
      state.silent += 1
      if (state.silent >= MOST_SILENT) {
        state.pausedUntil = Date.now() + SILENT_PAUSE_MS
        state.silent = 0
      }
      return { kind: 'retry', afterMs: 0, reason: toReason(error) }
    }
  }

  /**
   * Sends again at once if a reused connection turned out to be closed, until one answers or is new: that says nothing
   * about the service, and breaking news cannot wait. A message that arrives twice replaces itself (`topic`).
   */
  async function post(url: URL, headers: Record<string, string>, body: Buffer): Promise<PushServiceAnswer> {
    const signal = AbortSignal.timeout(timeout)
    for (;;) {
      const answer = await postOnce(url, headers, body, signal)
      if (answer !== 'connection lost') return answer
    }
  }

  function postOnce(
    url: URL,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<PushServiceAnswer | 'connection lost'> {
    const isHttps = url.protocol === 'https:'
    const ask = isHttps ? requestHttps : requestHttp
    return new Promise((resolve, reject) => {
      const request = ask(
        url,
        {
          method: 'POST',
          headers,
          agent: isHttps ? agents['https:'] : agents['http:'],
          signal,
          ...(isOwnOrigin(url.href, hosts) || url.href === gatewayAddress ? {} : { lookup: publicLookup }),
        },
        (response) => {
          // Must be read to its end, or the connection is lost; a long body is aborted.
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > 10_000) response.destroy()
          })
          response.on('error', () => {})
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
        },
      )
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && LOST.has(error.code ?? '')) resolve('connection lost')
        else reject(error)
      })
      request.end(body)
    })
  }

  return {
    /** Returns the results in the order of the jobs. */
    async send(jobs: readonly SendJob[]): Promise<SendResult[]> {
      const results: SendResult[] = []
      let next = 0
      const work = async () => {
        for (let at = next++; at < jobs.length; at = next++) results[at] = await sendOne(jobs[at]!)
      }
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, jobs.length) }, work))
      return results
    },
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

const toPause = ({ pausedUntil }: HostState): number => pausedUntil - Date.now()
const toPaused = (state: HostState): SendResult => ({ kind: 'retry', afterMs: toPause(state), reason: 'PAUSED' })

function toResult(status: number, retryAfter: string | undefined, state: HostState): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const afterMs = parseRetryAfter(retryAfter, Date.now())
    // The pause applies to the whole service.
    if (afterMs > 0) state.pausedUntil = Math.max(state.pausedUntil, Date.now() + afterMs)
    return { kind: 'retry', afterMs, reason: `HTTP_${status}` }
  }
  return { kind: 'failed', reason: `HTTP_${status}` }
}

/** Milliseconds of `Retry-After`, in seconds or a date; 0: absent. */
function parseRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0
  const given = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(given) ? Math.min(Math.max(given, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS) : 0
}

/** A code only; a message may contain the address. */
function toReason(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE'
}

/**
 * The second level of the page cache, in Valkey or Redis, if several processes serve one portal: a page rendered by one
 * is used by the others. Optional: a slow or missing server counts as empty, is not asked for some seconds, and is
 * logged once each time. Keys contain the build, so that two builds side by side do not share pages.
 */
import { createClient } from '@redis/client'
import type { Log } from '../http/log.ts'

/** A stored page, ready to send. */
export type StoredPage = {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  identity: Buffer
  brotli: Buffer
  /** Compressed when the first client without brotli asks. */
  gzip: Buffer | null
  storedAt: number
  /** Contains text of a paid article: stored only in this process's memory, and sent with `no-store`. */
  hasPaidText?: boolean
}

export type SharedPages = {
  get: (key: string) => Promise<StoredPage | null>
  set: (key: string, page: StoredPage) => void
  /** Whether the server is connected and answered the last time. */
  isAnswering: () => boolean
  close: () => Promise<void>
}

export type SharedPagesOptions = { url: string; buildId: string; staleSeconds: number; log: Log; now: () => number }

/** A render takes some milliseconds; waiting longer for the shared copy would not pay. */
const ANSWER_MS = 50
const REST_MS = 5000

type Envelope = Pick<StoredPage, 'status' | 'headers' | 'etag' | 'storedAt'>

export async function openSharedPages(options: SharedPagesOptions): Promise<SharedPages> {
  const { log, now } = options
  let restUntil = 0
  const rest = (error: unknown) => {
    if (now() < restUntil) return
    restUntil = now() + REST_MS
    log('warn', 'shared-cache-silent', { error: error instanceof Error ? error.message : String(error) })
  }
  const client = createClient({
    url: options.url,
    socket: { connectTimeout: 1000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, REST_MS) },
    disableOfflineQueue: true,
    commandOptions: { timeout: ANSWER_MS * 20 },
  })
  client.on('error', rest)
  // The portal starts without the server; the client keeps trying.
  client.connect().catch(rest)
  const nameOf = (key: string) => `page:${options.buildId}:${key}`

  return {
    async get(key) {
      if (!client.isReady || now() < restUntil) return null
      try {
        const stored = await within(client.get(nameOf(key)), ANSWER_MS)
        return stored === null ? null : decode(stored)
      } catch (error) {
        rest(error)
        return null
      }
    },
    set(key, page) {
      if (!client.isReady || now() < restUntil) return
      client.set(nameOf(key), encode(page), { expiration: { type: 'EX', value: options.staleSeconds } }).catch(rest)
    },
    isAnswering: () => client.isReady && now() >= restUntil,
    async close() {
      client.destroy()
    },
  }
}

function encode(page: StoredPage): string {
  const { status, headers, etag, storedAt } = page
  const envelope: Envelope = { status, headers, etag, storedAt }
  return `${JSON.stringify(envelope)}\n${page.brotli.toString('base64')}\n${page.identity.toString('utf8')}`
}

function decode(text: string): StoredPage | null {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  if (first === -1 || second === -1) return null
  const envelope = JSON.parse(text.slice(0, first)) as Envelope
  return {
    ...envelope,
    brotli: Buffer.from(text.slice(first + 1, second), 'base64'),
    identity: Buffer.from(text.slice(second + 1)),
    gzip: null,
  }
}

function within<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/**
 * The second level of the page cache, in Valkey or Redis, if several processes serve one portal: a page rendered by one
 * is used by the others. Optional: a slow or missing server counts as empty, is not asked for some seconds, and is
 * logged once each time. Keys contain the build, so that two builds side by side do not share pages.
 */
import { setTimeout } from 'node:timers/promises'
import { createClient, RESP_TYPES } from '@redis/client'
import type { Log } from '../http/log.ts'

/** A stored page, ready to send. */
export type StoredPage = {
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  identity: Buffer
  /** For the first client: compressed quickly, because most pages are asked for once before they change. */
  first: { body: Buffer; encoding: 'zstd' | 'br' } | null
  /** Compressed well when the second client asks. */
  brotli: Buffer | null
  /** The same for clients without brotli, when the first of them asks. */
  gzip: Buffer | null
  storedAt: number
  /** Contains text of a paid article: stored only in this process's memory, and sent with `no-store`. */
  hasPaidText?: boolean
}

export type SharedPages = {
  get: (key: string) => Promise<StoredPage | null>
  /**
   * Single flight over all processes. `isOwn`: this process renders the page, and must call `release` afterwards. Else the page
   * that another one has just stored; null if it stored none in time.
   */
  await: (key: string) => Promise<{ isOwn: boolean; page: StoredPage | null }>
  release: (key: string) => void
  set: (key: string, page: StoredPage) => void
  /** Whether the server is connected and answered the last time. */
  isAnswering: () => boolean
  close: () => Promise<void>
}

export type SharedPagesOptions = { url: string; buildId: string; staleSeconds: number; log: Log; now: () => number }

/** A render takes some milliseconds; waiting longer for the shared copy would not pay. */
const ANSWER_MS = 50
const REST_MS = 5000
/** Longest wait for a page that another process renders; a claim ends by itself somewhat later. */
const AWAIT_MS = 800
const CLAIM_MS = 1000
const POLL_MS = 20

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
  const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  const nameOf = (key: string) => `page:2:${options.buildId}:${key}`
  const claimOf = (key: string) => `render:${options.buildId}:${key}`

  /** Null as well if the server does not answer. */
  async function ask<T>(question: () => Promise<T>): Promise<T | null> {
    if (!client.isReady || now() < restUntil) return null
    try {
      return await within(question(), ANSWER_MS)
    } catch (error) {
      rest(error)
      return null
    }
  }

  return {
    async get(key) {
      const stored = await ask(() => bytes.get(nameOf(key)))
      return stored === null ? null : decode(stored)
    },
    async await(key) {
      const claim = { condition: 'NX', expiration: { type: 'PX', value: CLAIM_MS } } as const
      const isOwn = await ask(async () => (await client.set(claimOf(key), '1', claim)) === 'OK')
      if (isOwn !== false) return { isOwn: true, page: null }
      for (const end = performance.now() + AWAIT_MS; performance.now() < end;) {
        await setTimeout(POLL_MS)
        const [stored = null, rendering = null] = (await ask(() => bytes.mGet([nameOf(key), claimOf(key)]))) ?? []
        if (stored !== null) return { isOwn: false, page: decode(stored) }
        if (rendering === null) break
      }
      return { isOwn: false, page: null }
    },
    release(key) {
      if (client.isReady && now() >= restUntil) client.del(claimOf(key)).catch(rest)
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

function encode(page: StoredPage): Buffer {
  const { status, headers, etag, storedAt } = page
  const envelope: Envelope = { status, headers, etag, storedAt }
  return Buffer.concat([Buffer.from(`${JSON.stringify(envelope)}\n`), page.identity])
}

function decode(stored: Buffer): StoredPage | null {
  const end = stored.indexOf('\n')
  if (end === -1) return null
  const envelope = JSON.parse(stored.toString('utf8', 0, end)) as Envelope
  return { ...envelope, identity: stored.subarray(end + 1), first: null, brotli: null, gzip: null }
}

function within<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error(`No answer in ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

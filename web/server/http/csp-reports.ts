/**
 * `POST /api/csp-report`: violation reports of browsers about a page's Content-Security-Policy. The endpoint is open to
 * everybody, so bodies are small, an address has a rate limit, and the log gets one line an hour of each directive and refused
 * host, with how many more there were of them. Never a path or a query.
 */
import { Hono, type Context } from 'hono'
import { createLimiter, refuseUntil } from '@lokalteil/services/platform/limits/limiter'
import { createMemoryWindows } from '@lokalteil/services/platform/limits/memory-windows'
import { readText } from '@lokalteil/services/platform/request-body'
import { toNetwork } from './client-address.ts'
import type { Log } from './log.ts'
import type { PortalEnv } from './portal-env.ts'

export const CSP_REPORT_PATH = '/api/csp-report'

const MINUTE_MS = 60_000
const REPORT_BYTES = 8192
/** A page that violates its policy sends several reports at once, and a household has several readers. */
const REPORTS = { most: 20, windowMs: MINUTE_MS }
/** After this time the same host is logged again. */
const REPEAT_MS = 60 * MINUTE_MS
/** Different ones in a minute: a page refuses a handful; more are made up. */
const LINES_PER_MINUTE = 60
/** Remembered; beyond it the longest known ones are forgotten. */
const PAIRS = 2000
const ADDRESSES = 10_000
const TYPES = /^application\/(?:csp-report|reports\+json|json)\b/i
const DIRECTIVE = /"(?:(?:violated|effective)-directive|effectiveDirective)"\s*:\s*"([\w-]{1,40})/
/** An address, or a word like `inline`, `eval` or `data`. */
const BLOCKED = /"(?:blocked-uri|blockedURL)"\s*:\s*"([^"\\]{1,2000})"/
const NO_STORE = { 'cache-control': 'no-store' }

export type CspReportsOptions = { addressOf: (c: Context<PortalEnv>) => string; log: Log; now: () => number }

export function createCspReports(options: CspReportsOptions): { routes: Hono<PortalEnv>; close: () => void } {
  const routes = new Hono<PortalEnv>()
  const limiter = createLimiter(createMemoryWindows(ADDRESSES), () => new Date(options.now()))
  const journal = createJournal(options)

  routes.post(CSP_REPORT_PATH, async (c) => {
    const refuse = (status: 413 | 415 | 429, code: string, title: string, headers: Record<string, string> = {}) =>
      c.json({ status, code, title }, status, { ...NO_STORE, ...headers })
    const until = await limiter.take([{ key: toNetwork(options.addressOf(c)), budget: REPORTS }])
    if (until !== null) {
      journal.leaveOut()
      const { headers } = refuseUntil(until, new Date(options.now()))
      return refuse(429, 'TOO_MANY_REQUESTS', `More than ${REPORTS.most} reports a minute`, headers)
    }
    if (!TYPES.test(c.req.header('content-type') ?? ''))
      return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a report')
    const text = await readText(c.req.raw, REPORT_BYTES)
    if (text === null) return refuse(413, 'TOO_LARGE', `The report is larger than ${REPORT_BYTES} bytes`)
    journal.add(DIRECTIVE.exec(text)?.[1] ?? 'unknown', toBlockedHost(BLOCKED.exec(text)?.[1] ?? ''))
    return c.body(null, 204, NO_STORE)
  })
  return { routes, close: journal.close }
}

/** The host that the origins of a script would have to name; '' if the report names none. */
function toBlockedHost(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return ''
  const { protocol, host } = new URL(blocked)
  if (protocol !== 'https:' && protocol !== 'http:' && protocol !== 'wss:') return protocol.slice(0, 30)
  return /^[a-z0-9.:[\]-]{1,200}$/.test(host) ? `${protocol}//${host}` : ''
}

type Journal = { add: (directive: string, blocked: string) => void; leaveOut: () => void; close: () => void }

function createJournal({ log, now }: Pick<CspReportsOptions, 'log' | 'now'>): Journal {
  /** By directive and host. */
  const known = new Map<string, { at: number; more: number }>()
  let begun = -Infinity
  let lines = 0
  let leftOut = 0
  let timer: NodeJS.Timeout | null = null

  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (leftOut > 0) log('warn', 'csp-violations-left-out', { count: leftOut })
    leftOut = 0
  }
  const turn = () => {
    if (now() - begun < MINUTE_MS) return
    flush()
    begun = now()
    lines = 0
  }
  const leaveOut = () => {
    turn()
    leftOut += 1
    // Logs the count even if no further report comes.
    timer ??= setTimeout(flush, MINUTE_MS).unref()
  }
  return {
    add(directive, blocked) {
      turn()
      const pair = `${directive} ${blocked}`
      const last = known.get(pair)
      if (last !== undefined && now() - last.at < REPEAT_MS) return void (last.more += 1)
      if (lines >= LINES_PER_MINUTE) return leaveOut()
      lines += 1
      known.delete(pair)
      known.set(pair, { at: now(), more: 0 })
      if (known.size > PAIRS) known.delete(known.keys().next().value!)
      log('warn', 'csp-violation', {
        directive,
        ...(blocked === '' ? {} : { blocked }),
        ...(last === undefined || last.more === 0 ? {} : { more: last.more }),
      })
    },
    leaveOut,
    close: flush,
  }
}

/**
 * Tells outages of the database from bugs, on both engines. Not reachable, shutting down, out of connections, out of
 * disk: these are answered 503 and tried again. Every other error is a bug.
 */
export type Outage = { code: 'DATABASE_UNAVAILABLE' | 'DATABASE_FULL'; title: string; retryAfter: number }

/** Thrown by this process, not by the database. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
}

/** With less room than this the embedded engine cannot write its log and reports only that it was aborted. */
export const FULL_BYTES = 8 * 1024 * 1024

const UNAVAILABLE: Outage = { code: 'DATABASE_UNAVAILABLE', title: 'The database does not answer', retryAfter: 5 }
const FULL: Outage = { code: 'DATABASE_FULL', title: 'There is no room to write', retryAfter: 30 }

/**
 * SQLSTATE classes: 08 connection, 53 resources (53100 is the full disk), 57P0x server going down or coming up,
 * 58030 a read or write of its files that failed.
 */
const STATES = /^(?:08\w{3}|53[234]00|57P0\d|58030)$/
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
/** Messages of errors to which `pg` gives no code. */
const WORDS = /^(?:Connection terminated|Client has encountered a connection error|The server does not support SSL)/
const MOST_CAUSES = 5

/** Null: the error is no outage. Looks at its causes, too. */
export function toOutage(error: unknown): Outage | null {
  for (let depth = 0; depth < MOST_CAUSES && error instanceof Error; depth++) {
    const found = toOwnOutage(error)
    if (found !== null) return found
    error = error instanceof AggregateError ? error.errors[0] : error.cause
  }
  return null
}

function toOwnOutage(error: Error): Outage | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return FULL
  if (error instanceof DatabaseUnavailable || STATES.test(code)) return UNAVAILABLE
  // An own file that is missing is no outage; the socket of a database is.
  const isCall = 'syscall' in error && /^(?:connect|read|write|getaddrinfo)$/.test(String(error.syscall))
  if (SYSTEM.has(code) && isCall) return UNAVAILABLE
  return WORDS.test(error.message) ? UNAVAILABLE : null
}

/**
 * Which failed reads are retried once (specification 7.1) and which mean an outage. One rule for server and browser.
 */
const RETRY_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** `status` 0: there was no answer (S7.1-01). */
export function isWorthRetrying(status: number): boolean {
  return status === 0 || RETRY_STATUS.has(status)
}

const BUSY_STATUS: ReadonlySet<number> = new Set([408, 425, 429])

/** An outage means "unknown at the moment", which is different from "not found". */
export function isOutage(status: number): boolean {
  return status === 0 || status >= 500 || BUSY_STATUS.has(status)
}

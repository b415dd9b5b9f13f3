/** Which failed reads are tried once more (specification 7.1); one rule for the typed client and for the browser. */
const RETRY_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** `status` 0 means that nobody answered (S7.1-01). */
export function isWorthRetrying(status: number): boolean {
  return status === 0 || RETRY_STATUS.has(status)
}

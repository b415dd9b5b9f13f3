/** Which failed reads are tried once more (specification 7.1), and which mean an outage; one rule for server and browser. */
const RETRY_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** `status` 0 means that nobody answered (S7.1-01). */
export function isWorthRetrying(status: number): boolean {
  return status === 0 || RETRY_STATUS.has(status)
}

const BUSY_STATUS: ReadonlySet<number> = new Set([408, 425, 429])

/** Nobody can say at the moment, which is another thing than "not there". */
export function isOutage(status: number): boolean {
  return status === 0 || status >= 500 || BUSY_STATUS.has(status)
}

/**
 * Access to the setup page and the page of looks: only from this machine, under a local name (against DNS rebinding),
 * not through a proxy, and with the token that is shown only in the terminal.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** For writes: a page of another origin cannot send ours. */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === `http://${headers.host}` && (site === undefined || site === 'same-origin')
}

export function isToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

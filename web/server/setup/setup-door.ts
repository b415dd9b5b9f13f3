/**
 * Who may see the setup page and the page of looks: this machine alone, under its own name (a foreign name that resolves to it is somebody
 * else's page), not through a proxy, and with the token that only the terminal shows.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Of what is sent: a page of another origin cannot name ours. */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === `http://${headers.host}` && (site === undefined || site === 'same-origin')
}

export function isToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/**
 * Who may see the setup page: this machine alone, under its own name (a foreign name that resolves to it is somebody
 * else's page), not through a proxy, and with the token that only the terminal shows.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const LOCAL_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const LOCAL_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function isFromHere({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return (
    LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  )
}

/** Of what is sent: a page of another origin cannot name ours. */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === `http://${headers.host}` && (site === undefined || site === 'same-origin')
}

export function isToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

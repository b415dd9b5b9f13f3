/**
 * Whether a request comes from this machine: to a local name (DNS rebinding lets a foreign name resolve to it), and not
 * through a proxy. For pages that only a person at this machine may see: the setup, the looks.
 */
import type { IncomingMessage } from 'node:http'

/** Names below localhost always resolve to this machine (RFC 6761). */
const LOCAL_NAME = /^(?:(?:[a-z0-9-]{1,63}\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const LOCAL_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function isFromHere({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return (
    LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  )
}

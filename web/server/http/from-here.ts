/**
 * Whether a request comes from this machine: under a name of its own (a foreign name that resolves to it is somebody else's
 * page), and not through a proxy. For pages that only whoever sits here may see: the setup, the looks.
 */
import type { IncomingMessage } from 'node:http'

/** Names below localhost lead to this machine and nowhere else (RFC 6761). */
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

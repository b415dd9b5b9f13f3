/** Headers in which the portal passes its decisions about a request to its own handlers. */
import type { IncomingMessage } from 'node:http'

/** Sets the header in both of Node's lists, overwriting one from outside. */
export function setRequestHeader(request: IncomingMessage, name: string, value: string): void {
  const { rawHeaders } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]!.toLowerCase() === name) rawHeaders.splice(at, 2)
  rawHeaders.push(name, value)
  request.headers[name] = value
}

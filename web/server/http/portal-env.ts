/** What a request handler of the portal finds beside the request: the connection it came on, absent where a test asks the app itself. */
import type { IncomingMessage } from 'node:http'

export type PortalEnv = { Bindings: { incoming?: IncomingMessage } }

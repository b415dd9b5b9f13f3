/** The environment of request handlers: the connection of the request, absent in tests that call the app directly. */
import type { IncomingMessage } from 'node:http'

export type PortalEnv = { Bindings: { incoming?: IncomingMessage } }

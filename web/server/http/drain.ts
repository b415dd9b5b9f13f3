/**
 * The order in which a process leaves its balancer: still answering, with `Connection: close`, so that no connection is
 * kept that ends under its next request; then no new connections; then the answers under way, but not for ever.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

/** For the answers that are under way when new connections are refused. */
const PATIENCE_MS = 10_000
/** Connections that are kept open and bring nothing for this long are not in use. */
const IDLE_MS = 300
const LOOK_MS = 25

/** `milliseconds`: how long new connections are still taken. Resolves when nobody is connected any more. */
export type Drain = (milliseconds: number, patience?: number) => Promise<void>

export function createDrain(server: Server): Drain {
  let isDraining = false
  let running = 0
  let askedAt = 0
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    running++
    response.once('close', () => running--)
    if (!isDraining) return
    askedAt = performance.now()
    // Whatever head is written later, Node closes the connection after it.
    response.shouldKeepAlive = false
  })

  return async (milliseconds, patience = PATIENCE_MS) => {
    isDraining = true
    await sleep(milliseconds)
    // After a look at the port: who knocked before it closes is let in.
    await new Promise((resolve) => setImmediate(resolve))
    // Not the HTTP server's own `close`: that ends idle connections at once, with what is on its way to us in them.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const stopped = performance.now()
    while (performance.now() - stopped < patience && (await countConnections(server)) > 0) {
      const quietSince = Math.max(askedAt, stopped)
      if (running === 0 && performance.now() - quietSince >= IDLE_MS) break
      await sleep(LOOK_MS)
    }
    server.closeAllConnections()
    await closed
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)))
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

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
/** So many turns without a newcomer: the queue is empty. */
const QUIET_TURNS = 30
/** Under a load that never pauses. */
const LONGEST_LETTING_IN_MS = 2000

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
    await letIn(server)
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

/**
 * Whoever knocked before the port closes is let in. A turn of the event loop accepts one connection; closed earlier, the
 * port would reset all others that wait in the system's queue. So it turns until some turns in a row bring nobody.
 */
async function letIn(server: Server): Promise<void> {
  let quietTurns = 0
  const onConnection = () => (quietTurns = 0)
  server.on('connection', onConnection)
  const until = performance.now() + LONGEST_LETTING_IN_MS
  while (quietTurns < QUIET_TURNS && performance.now() < until) {
    quietTurns++
    await new Promise((resolve) => setImmediate(resolve))
  }
  server.off('connection', onConnection)
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)))
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

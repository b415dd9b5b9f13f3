/**
 * Graceful shutdown behind a load balancer: first answers carry `Connection: close`, so that no kept connection ends
 * under its next request; then new connections are refused; then running answers may finish, within a limit.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

/** Limit for running answers after new connections are refused. */
const PATIENCE_MS = 10_000
/** A kept connection without traffic for this long counts as unused. */
const IDLE_MS = 300
const LOOK_MS = 25
/** After so many turns of the event loop without a new connection the accept queue is empty. */
const QUIET_TURNS = 30
/** Limit under permanent load. */
const LONGEST_LETTING_IN_MS = 2000

/** `milliseconds`: how long new connections are still accepted. Resolves when the last connection has ended. */
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
    // Node closes the connection after the response, whatever head is written later.
    response.shouldKeepAlive = false
  })

  return async (milliseconds, patience = PATIENCE_MS) => {
    isDraining = true
    await sleep(milliseconds)
    await letIn(server)
    // Not `close` of the HTTP server: it ends idle connections at once, with requests already on their way in them.
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
 * Accepts all connections made before the port closes. A turn of the event loop accepts one connection, and closing
 * earlier would reset those in the system's queue. So it waits until several turns in a row bring none.
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

/**
 * Graceful shutdown behind a load balancer: first answers carry `Connection: close`, so that no kept connection ends
 * under its next request; then new connections are refused, and none is reset; then running answers may finish, within
 * a limit.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { findOwnWorker } from './workers.ts'

/** Limit for running answers after new connections are refused. */
const PATIENCE_MS = 10_000
/** A kept connection without traffic for this long counts as unused. */
const IDLE_MS = 300
const LOOK_MS = 25
/** After so many turns of the event loop without a new connection the accept queue is empty. */
const QUIET_TURNS = 30
/** Nor for so long: while requests are held, clients that wait for their answers do not connect again. */
const QUIET_MS = 20
/** After so long the turns alone decide, because other clients go on connecting. */
const LONGEST_SETTLING_MS = 500
/** Limit under permanent load. */
const LONGEST_LETTING_IN_MS = 2000
/** Limit for the first process, which closes the port when all workers are quiet. */
const LONGEST_CLOSING_MS = 5000

/** `milliseconds`: how long new connections are still accepted. Resolves when the last connection has ended. */
export type Drain = (milliseconds: number, patience?: number) => Promise<void>

export function createDrain(server: Server): Drain {
  let isDraining = false
  let running = 0
  let askedAt = 0
  let connections = 0
  server.on('connection', () => connections++)
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
    const closed = new Promise<void>((resolve) => server.once('close', resolve))
    const closing = new Promise<void>((resolve) => {
      // Not `close` of the HTTP server: it ends idle connections at once, with requests already on their way in them.
      server.close = (done) => {
        resolve()
        return NetServer.prototype.close.call(server, done) as Server
      }
    })
    await sleep(milliseconds)
    const release = holdRequests(server)
    await letIn(server)
    // The port of a worker is the first process's.
    const worker = findOwnWorker()
    if (worker !== null) {
      worker.answerCounts(() => connections)
      // Requests are held until then: a client that has its answer would connect to a port that closes under it.
      await Promise.race([Promise.all([closing, worker.untilClosed()]), sleep(LONGEST_CLOSING_MS)])
    }
    if (server.listening) server.close()
    release()
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
 * Lets requests wait until the returned function is called. A turn of the event loop accepts one connection: a process
 * that answers meanwhile accepts fewer than there come, and clients that get answers come again.
 */
function holdRequests(server: Server): () => void {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  const held: [IncomingMessage, ServerResponse][] = []
  server.removeAllListeners('request')
  server.on('request', (request, response) => held.push([request, response]))
  return () => {
    server.removeAllListeners('request')
    for (const handler of handlers) server.on('request', handler)
    for (const [request, response] of held) if (!response.destroyed) server.emit('request', request, response)
  }
}

/**
 * Accepts all connections made before the port closes; closing earlier would reset those in the system's queue. So it
 * waits until several turns in a row bring none.
 */
async function letIn(server: Server): Promise<void> {
  const begun = performance.now()
  let quietTurns = 0
  let quietSince = begun
  const onConnection = () => {
    quietTurns = 0
    quietSince = performance.now()
  }
  server.on('connection', onConnection)
  for (let time = begun; time - begun < LONGEST_LETTING_IN_MS; time = performance.now()) {
    const isSettled = time - quietSince >= QUIET_MS || time - begun >= LONGEST_SETTLING_MS
    if (quietTurns >= QUIET_TURNS && isSettled) break
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

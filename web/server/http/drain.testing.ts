/**
 * `node drain.testing.ts COUNT`: a process, or COUNT workers of one start, that answer slower than clients ask and drain on
 * SIGTERM. Prints the port, then `ready`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDrain } from './drain.ts'
import { findOwnWorker, forkWorker, startWorkers } from './workers.ts'

const BUSY_MS = 2
const count = Number(process.argv[2])
const worker = findOwnWorker()
if (count > 1 && worker === null) {
  let ready = 0
  const workers = startWorkers({
    count,
    startWorker: (number, isFirst) => forkWorker(number, isFirst, { metricsAddress: null }),
    end: (code) => process.exit(code),
    log: (_level, event) => event === 'worker-ready' && ++ready === count && process.stdout.write('ready\n'),
  })
  process.on('SIGTERM', () => workers.stop('SIGTERM'))
} else {
  const server = createServer((_request, response) => {
    const until = performance.now() + BUSY_MS
    while (performance.now() < until);
    setTimeout(() => response.end('ok'), BUSY_MS)
  })
  const drain = createDrain(server)
  process.on('SIGTERM', () => void drain(200).then(() => process.exit(0)))
  server.listen(0, '127.0.0.1', () => {
    if (worker === null || worker.isFirst) process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
    if (worker === null) process.stdout.write('ready\n')
    else worker.tellReady()
  })
}

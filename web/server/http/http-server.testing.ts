/** A separate process that serves a short text with the product's HTTP server; prints `PORT MAXIMUM`. */
import type { AddressInfo } from 'node:net'
import { createHttpServer, toMaxConnections } from './http-server.ts'

const maxConnections = toMaxConnections()
const server = createHttpServer({
  listener: (request, response) => {
    if (request.method === 'GET') response.end('an answer')
    else request.resume().once('end', () => response.end('taken'))
  },
  log: (_level, event, fields) => process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
  maxConnections,
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port} ${maxConnections}\n`)
})

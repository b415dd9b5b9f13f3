/** A push service that accepts everything, in its own process: `GET /count` returns the number received. */
import { createServer } from 'node:http'

let count = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(count))
  request.resume().on('end', () => {
    count++
    response.writeHead(201).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))

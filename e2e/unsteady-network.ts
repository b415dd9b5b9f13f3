/** A door in front of the portal that can lose the connection, be slow, and hand out other files than the portal's. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type UnsteadyNetwork = {
  origin: string
  /** Path → what is answered instead. */
  files: Map<string, { type: string; body: string; status?: number }>
  /** Nobody answers any more; the device still believes in its connection. */
  isDown: boolean
  delayMs: number
  /** Paths that were asked for, in order. */
  asked: string[]
  close: () => Promise<void>
}

export async function openUnsteadyNetwork(portalPort: number): Promise<UnsteadyNetwork> {
  const server = createServer((incoming, response) => void pass(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const network: UnsteadyNetwork = {
    origin: `http://localhost:${port}`,
    files: new Map(),
    isDown: false,
    delayMs: 0,
    asked: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (incoming.url ?? '/').split('?', 1)[0]!
    network.asked.push(path)
    if (network.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, network.delayMs))
    if (network.isDown) return void response.destroy()
    const instead = network.files.get(path)
    if (instead !== undefined) {
      const length = Buffer.byteLength(instead.body)
      response.writeHead(instead.status ?? 200, {
        'content-type': instead.type,
        'content-length': length,
        'cache-control': 'no-cache',
        ...(path === '/sw.js' ? { 'service-worker-allowed': '/' } : {}),
      })
      return void response.end(instead.body)
    }
    const outgoing = request(
      { host: '127.0.0.1', port: portalPort, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }

  return network
}

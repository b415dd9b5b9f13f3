/** A connection to a server (PostgreSQL) that a test can cut, refuse or freeze while it is in use. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type LineProxy = {
  /** The given address, through this proxy. */
  url: string
  /** `frozen`: connections are accepted and no bytes pass. */
  setLine: (state: 'open' | 'cut' | 'frozen') => Promise<void>
  close: () => Promise<void>
}

export async function openLineProxy(address: string): Promise<LineProxy> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
      if (isFrozen) socket.pause()
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    if (isFrozen) for (const socket of [near, far]) socket.pause()
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    async setLine(state) {
      isFrozen = state === 'frozen'
      for (const socket of sockets) {
        if (isFrozen) socket.pause()
        else socket.resume()
      }
      if (state === 'cut') await stop()
      else if (!server.listening) await listen(port)
    },
    close: stop,
  }
}

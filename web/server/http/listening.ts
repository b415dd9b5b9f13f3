/** The server of a process and its port: opened with the first handler, which a later one may replace. */
import type { RequestListener, Server } from 'node:http'
import { createHttpServer, toMaxConnections } from './http-server.ts'
import type { Log } from './log.ts'

export type Listening = {
  server: Server
  /** Base address for a browser on this machine. */
  base: string
  /** Base address for this process. */
  ownBase: string
}

/** Rejects if the port is not available. */
export function createListening({ host, port, log }: { host: string; port: number; log: Log }) {
  let current: RequestListener | null = null
  let listening: Promise<Listening> | null = null

  async function open(): Promise<Listening> {
    const server = createHttpServer({
      listener: (request, response) => current?.(request, response),
      log,
      maxConnections: toMaxConnections(),
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    const address = server.address()
    const toBase = (name: string) =>
      `http://${name.includes(':') ? `[${name}]` : name}:${typeof address === 'object' && address !== null ? address.port : port}`
    const isEverywhere = host === '0.0.0.0' || host === '::'
    return {
      server,
      base: toBase(isEverywhere || host === '127.0.0.1' ? 'localhost' : host),
      ownBase: toBase(isEverywhere ? '127.0.0.1' : host),
    }
  }

  return (listener: RequestListener): Promise<Listening> => {
    current = listener
    listening ??= open()
    return listening
  }
}

/** A proxy in front of the portal that can drop the connection, delay answers, and replace files. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { closeBrowser, openReader, servedPortal, untilAlive, type DeviceName, type Reader } from './reader.ts'

export type UnsteadyNetwork = {
  origin: string
  /** Path → replaced answer. */
  files: Map<string, { type: string; body: string; status?: number }>
  /** The site was built anew: every script and style sheet has another hash in its name. */
  isRebuilt: boolean
  /** The server is unreachable, while the device believes to be online. */
  isDown: boolean
  delayMs: number
  /** Requested paths, in order. */
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
    isRebuilt: false,
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
    const { isRebuilt } = network
    const { 'accept-encoding': _encodings, 'if-none-match': _known, ...plain } = incoming.headers
    const asked = isRebuilt
      ? { path: toOtherBuild(incoming.url ?? '/'), headers: plain }
      : { path: incoming.url, headers: incoming.headers }
    const outgoing = request({ host: '127.0.0.1', port: portalPort, method: incoming.method, ...asked }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      const isText = /^(text\/(html|javascript|css)|application\/(json|javascript))/.test(
        answer.headers['content-type'] ?? '',
      )
      if (!isRebuilt || !isText) return void answer.pipe(response)
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      // As long as before, so the headers stay right.
      answer.on('end', () => response.end(toOtherBuild(Buffer.concat(chunks).toString())))
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }

  return network
}

/**
 * Swaps upper and lower case in the hashes of file names and in the build's id in the worker: those of another build, and
 * back.
 */
function toOtherBuild(text: string): string {
  return text.replaceAll(/(?<=-)[\w-]{8}(?=\.(?:js|css)\b)|(?<=\bshell-)[\da-f]{10}\b/gi, (hash) =>
    hash.replaceAll(/\w/g, (sign) => {
      const lower = sign.toLowerCase()
      return sign === lower ? sign.toUpperCase() : lower
    }),
  )
}

export type UnsteadyReaders = {
  /** Available from the first hook of the file on. */
  readonly network: UnsteadyNetwork
  /** The reader opened last; closed at the end of the test. */
  readonly reader: Reader
  open: (device?: DeviceName, more?: { userAgent?: string; hasServiceWorker?: boolean }) => Promise<Page>
}

/** For a whole file: readers with a service worker behind one network, which is reset for each test. */
export function withUnsteadyNetwork(): UnsteadyReaders {
  let network: UnsteadyNetwork
  let reader: Reader | undefined
  beforeAll(async () => {
    network = await openUnsteadyNetwork(servedPortal().port)
  })
  beforeEach(() => {
    network.isRebuilt = false
    network.isDown = false
    network.delayMs = 0
    network.files.clear()
  })
  afterEach(async () => {
    await reader?.leave()
    reader = undefined
  })
  afterAll(async () => {
    await closeBrowser()
    await network.close()
  })
  return {
    get network() {
      return network
    },
    get reader() {
      return reader!
    },
    async open(device = 'desk', { hasServiceWorker = true, ...more } = {}) {
      reader = await openReader({ device, hasServiceWorker, context: { baseURL: network.origin, ...more } })
      return reader.page
    },
  }
}

/** The app waits for an interaction, or four seconds. */
export async function hasOfflineState(page: Page, name: string): Promise<void> {
  for (let x = 1; !(await page.locator(`html[data-offline-app~="${name}"]`).count()); x = 3 - x) {
    await page.mouse.move(x, 1)
    await page.waitForTimeout(50)
  }
}

/** Waits until the worker is active and has stored the open page. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
  await hasOfflineState(page, 'offline-ready')
}

/**
 * Visits without an inspector, as readers make them. With an inspector attached, V8 records the origin of every error
 * and parses whole scripts again for it, which on a slow phone is a long task that no reader has. So this drives its
 * own browser by the debugging protocol and uses only parts that do not observe scripts: screen, network and processor
 * are set, the page records its own long tasks, and is read once it is idle.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, findChromium } from '@lokalteil/tools/chromium'

export type Phone = {
  width: number
  height: number
  deviceScaleFactor: number
  userAgent: string
  network: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number }
  slowdown: number
}

type Answer = { result?: Record<string, unknown>; error?: { message: string } }
type Protocol = {
  send: (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>
  close: () => void
}

const STARTING_MS = 30_000

/** Runs in the page before its own scripts. */
const WATCH = `window.longTasks = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longTasks += duration
}).observe({ type: 'longtask', buffered: true })`

/** Milliseconds in tasks of more than 50 ms, for each visit; the page is not touched for `restMs`. */
export async function visitUnobserved(
  address: string,
  { visits, restMs, phone }: { visits: number; restMs: number; phone: Phone },
): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-browser-'))
  const browser = spawn(
    findChromium()!,
    [...CHROMIUM_FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  try {
    const protocol = await connect(await readEndpoint(browser))
    const times: number[] = []
    for (let index = 0; index < visits; index++) times.push(await visit(protocol, address, restMs, phone))
    protocol.close()
    return times
  } finally {
    const ended = new Promise((resolve) => browser.once('exit', resolve))
    browser.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function visit({ send }: Protocol, address: string, restMs: number, phone: Phone): Promise<number> {
  const { browserContextId } = await send('Target.createBrowserContext')
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const set = (method: string, params = {}) => send(method, params, sessionId as string)
  const { width, height, deviceScaleFactor, userAgent, network, slowdown } = phone
  await set('Page.enable')
  await set('Network.enable')
  await set('Network.emulateNetworkConditions', network)
  await set('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: true })
  await set('Emulation.setTouchEmulationEnabled', { enabled: true })
  await set('Emulation.setUserAgentOverride', { userAgent })
  await set('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await set('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  await set('Page.navigate', { url: address })
  await new Promise((resolve) => setTimeout(resolve, restMs))
  const { result } = await set('Runtime.evaluate', {
    expression: `document.querySelector('html[data-hydrated]') === null ? null : window.longTasks`,
  })
  await send('Target.disposeBrowserContext', { browserContextId })
  const { value } = result as { value?: unknown }
  if (typeof value !== 'number') throw new Error(`The page was not alive after ${restMs} ms`)
  return value
}

function readEndpoint(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser did not start')), STARTING_MS)
    let said = ''
    browser.stderr!.on('data', (data: Buffer) => {
      said += data
      const endpoint = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (endpoint === undefined) return
      clearTimeout(timer)
      resolve(endpoint)
    })
  })
}

async function connect(endpoint: string): Promise<Protocol> {
  const socket = new WebSocket(endpoint)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('The browser does not answer')), { once: true })
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer & { id?: number }
    if (answer.id === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ result, error }) =>
          error === undefined ? resolve(result ?? {}) : reject(new Error(`${method}: ${error.message}`)),
        )
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      }),
    close: () => socket.close(),
  }
}

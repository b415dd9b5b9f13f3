/**
 * A long time at half of the capacity while something fails twelve times: what readers get of public pages, and whether
 * descriptors, timers or memory grow. `BENCH_MINUTES=60` is the hour with a fault every five minutes.
 */
import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openLineProxy } from '@lokalteil/services/platform/line-proxy.testing'
import { findFreePort } from '@lokalteil/tools/free-port'
import { openTestPostgres } from '@lokalteil/tools/postgres'
import { listArticlePaths } from './articles.ts'
import { toLimited, toShort, type Report } from './figures.ts'
import { startPortal, type ServerProcess } from './processes.ts'
import { closeConnections, send, sendSteadily } from './steady-readers.ts'
import { openSlowClients } from './withstand.ts'

const MINUTES = Number(process.env.BENCH_MINUTES || 6)
const FAULTS = 12
const GAP_MS = (MINUTES * 60_000) / FAULTS
const FAULT_MS = Math.min(10_000, GAP_MS / 3)
const CAPACITY_MS = 5000
const AT_ONCE = 16
/** The portal ends connections of its own that nobody uses. */
const QUIET_MS = 15_000
const MOST_MORE = 10

type Fault = { name: string; begin: () => unknown; end?: () => unknown }
type State = { descriptors: number; timers: number; megabytes: number }

export async function measureSoak(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  const postgres = await openTestPostgres()
  const line = await openLineProxy(postgres.url)
  let portal: ServerProcess | null = null
  try {
    const metrics = `127.0.0.1:${await findFreePort()}`
    portal = await startPortal(folder, {
      DEMO: '1',
      DATABASE_URL: line.url,
      TRUST_PROXY: '127.0.0.1',
      METRICS_ADDRESS: metrics,
    })
    const { port, pid } = portal
    await portal.untilPrinted('"demo-complete"')
    const paths = ['/', '/lokales', '/sport', '/schlagzeilen', ...(await listArticlePaths(port, 60))]
    const perSecond = Math.floor((await measureCapacity(port, paths)) / 2)
    const faults: Fault[] = [
      { name: 'the line to the database is cut', begin: () => line.setLine('cut'), end: () => line.setLine('open') },
      { name: 'the database is silent', begin: () => line.setLine('frozen'), end: () => line.setLine('open') },
      {
        name: 'the process stands still',
        begin: () => process.kill(pid, 'SIGSTOP'),
        end: () => process.kill(pid, 'SIGCONT'),
      },
      { name: 'clients never finish', begin: () => void openSlowClients(port) },
      { name: 'passwords are tried', begin: () => tryPasswords(port) },
      { name: 'clients leave', begin: () => leave(port) },
    ]
    const before = await readState(metrics)
    const failures: string[] = []
    let count = 0
    for (let turn = 0; turn < FAULTS; turn++) {
      const fault = faults[turn % faults.length]!
      const readers = sendSteadily(perSecond, async (serial) => {
        const path = paths[serial % paths.length]!
        const status = await send(port, path).then(
          (answer) => answer.status,
          (error: Error) => error.message,
        )
        return status === 200 ? null : `${fault.name}: ${path}: ${status}`
      })
      await setTimeout((GAP_MS - FAULT_MS) / 2)
      await fault.begin()
      await setTimeout(FAULT_MS)
      await fault.end?.()
      await setTimeout((GAP_MS - FAULT_MS) / 2)
      const answers = await readers.stop()
      count += answers.length
      failures.push(...answers.filter((failure) => failure !== null))
    }
    const after = await readState(metrics)
    if (failures.length > 0) console.error(failures.slice(0, 20).join('\n'))
    const group = `soak, ${MINUTES} min`
    report(
      toLimited(
        group,
        `pages that fail, ${perSecond} a second, ${FAULTS} faults (${faults.map(({ name }) => name).join('; ')})`,
        failures.length,
        0,
        'pages',
        `of ${count}`,
      ),
    )
    for (const name of ['descriptors', 'timers'] as const)
      report(
        toLimited(
          group,
          `${name} more at the end`,
          after[name] - before[name],
          MOST_MORE,
          name,
          `${before[name]} before; resident memory ${toShort(before.megabytes)} MB before, ${toShort(after.megabytes)} MB at the end`,
        ),
      )
  } finally {
    closeConnections()
    await portal?.stop()
    await line.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Requests a second, as many as this client can send. Renders every page once before. */
async function measureCapacity(port: number, paths: readonly string[]): Promise<number> {
  for (const path of paths) await send(port, path)
  const started = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - started < CAPACITY_MS) await send(port, paths[count++ % paths.length]!)
    }),
  )
  return (count * 1000) / (performance.now() - started)
}

async function readState(metrics: string): Promise<State> {
  closeConnections()
  await setTimeout(QUIET_MS)
  const figures = await (await fetch(`http://${metrics}/metrics`)).text()
  const read = (name: string) => {
    const found = figures.split('\n').find((one) => one.startsWith(`${name} `))
    if (found === undefined) throw new Error(`The portal tells no ${name}`)
    return Number(found.slice(name.length))
  }
  return {
    descriptors: read('process_open_fds'),
    timers: read('nodejs_active_resources{type="Timeout"}'),
    megabytes: read('process_resident_memory_bytes') / 1e6,
  }
}

async function tryPasswords(port: number): Promise<void> {
  const tries = sendSteadily(50, async (serial) => {
    const body = { email: `niemand-${serial}@example.org`, password: `falsch ${serial}` }
    await send(port, '/api/mein/oauth2/login', { body, address: `198.18.1.${serial % 250}` })
  })
  await setTimeout(FAULT_MS)
  await tries.stop()
}

/** 500 clients that ask for a page and do not wait for it. */
async function leave(port: number): Promise<void> {
  for (let count = 0; count < 500; count++) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write(`GET /?${count} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
    await setTimeout(FAULT_MS / 500)
    socket.destroy()
  }
}

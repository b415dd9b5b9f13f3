/**
 * A live report with ten thousand followers in one process: time until an update has reached all of them, and its cost.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, toLimited, type Report } from './figures.ts'
import { readCpu, readMemory, startPortal } from './processes.ts'

const FOLLOWERS = 10_000
const AT_ONCE = 200
const UPDATES = 5
const MOST_MS = 2000
/** Of the portal only, without this benchmark's readers; half of the time limit of an update. */
const MOST_CPU_MS = 1000

export async function measureLive(report: Report): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'bench-live-'))
  try {
    const portal = await startPortal(place, { TRUST_PROXY: '127.0.0.1' })
    try {
      const key = (await readFile(join(place, 'keys', 'ingest.key'), 'utf8')).trim()
      const id = await deliver(portal.port, key, 50)
      const empty = readMemory(portal.pid).now
      const crowd = await gather(portal.port, id)
      const each = ((readMemory(portal.pid).now - empty) * 1000) / FOLLOWERS
      const times: number[] = []
      const work: number[] = []
      for (let update = 1; update <= UPDATES; update++) {
        const started = performance.now()
        const before = readCpu(portal.pid)
        const arrived = crowd.next()
        await deliver(portal.port, key, 50 + update)
        await arrived
        times.push(performance.now() - started)
        work.push(readCpu(portal.pid) - before)
      }
      crowd.leave()
      const group = `live report, ${FOLLOWERS} readers`
      report(
        toLimited(
          group,
          'update at all',
          Math.max(...times),
          MOST_MS,
          'ms',
          `slowest of ${UPDATES}, allowed: ${MOST_MS} ms`,
        ),
      )
      report(toLimited(group, 'processor time of an update', median(work), MOST_CPU_MS, 'ms', 'allowed: 1000 ms'))
      report(toLimited(group, 'memory', each, 60, 'kB a reader', 'allowed: 60 kB'))
    } finally {
      await portal.stop()
    }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function deliver(port: number, key: string, count: number): Promise<string> {
  const begin = Date.now() - 3_600_000
  const entries = Array.from({ length: count }, (_, index) => ({
    id: index,
    time: new Date(begin + index * 30_000).toISOString(),
    headline: `Eintrag ${index}`,
    html: '<p>Der Rat berät seit dem Nachmittag über den Haushalt des kommenden Jahres.</p>'.repeat(4),
  }))
  const response = await fetch(`http://127.0.0.1:${port}/api/ingest/documents?publication=ak`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      format: 'liveblog@1',
      id: 'bench',
      title: 'Der Haushalt im Stadtrat',
      section: 'Lokales',
      published: new Date(begin).toISOString(),
      updated: new Date().toISOString(),
      entries,
    }),
  })
  const { results } = (await response.json()) as { results: { id: string }[] }
  return results[0]!.id
}

/** Plain sockets, so that only the portal is measured. Each reader has a network of its own. */
async function gather(port: number, id: string) {
  const sockets: Socket[] = []
  let waiting = 0
  let done: () => void = () => {}
  const open = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let isThere = false
      sockets.push(socket)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        // The first event comes with the answer, later ones alone; heartbeats are not events.
        if (!chunk.includes('event: change')) return
        if (!isThere) {
          isThere = true
          resolve()
        } else if (--waiting === 0) done()
      })
      socket.write(
        `GET /api/live/${id} HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}\r\n\r\n`,
      )
    })
  for (let from = 0; from < FOLLOWERS; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => open(from + index)))
  return {
    next: () =>
      new Promise<void>((resolve) => {
        waiting = FOLLOWERS
        done = resolve
      }),
    leave: () => sockets.forEach((socket) => socket.destroy()),
  }
}

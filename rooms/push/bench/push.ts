/**
 * Breaking news to fifty thousand devices from one process with the embedded database, against a local push service;
 * and the effect on readers of pages, compared with the same process a moment before.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@lokalteil/tools/free-port'
import { median, quantile, toLimited, toShort, type Report } from '@lokalteil/bench/figures'
import { runProgram, startPortal, startServer } from '@lokalteil/bench/processes'

const DEVICES = Number(process.env.BENCH_PUSH_DEVICES || 50_000)
const MOST_SECONDS = 300
const IDLE_MS = 15_000
const EVERY_MS = 25
const MOST_RATIO = 2

export async function measurePush(report: Report): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'bench-push-'))
  const service = await startServer('rooms/push/bench/push-server.ts', await findFreePort())
  const origin = `http://127.0.0.1:${service.port}`
  try {
    await runProgram('rooms/push/bench/push-process.ts', [place, origin, String(DEVICES)])
    const portal = await startPortal(place, { PUSH_HOSTS: origin })
    try {
      const idle = await watchPages(portal.port, (_index, started) => performance.now() - started < IDLE_MS)
      const key = (await readFile(join(place, 'keys', 'push.key'), 'utf8')).trim()
      await send(portal.port, key)
      let count = 0
      const begun = performance.now()
      const counting = (async () => {
        while (count < DEVICES && performance.now() - begun < 2 * MOST_SECONDS * 1000) {
          await pause(200)
          count = Number(await (await fetch(`${origin}/count`)).text())
        }
        return (performance.now() - begun) / 1000
      })()
      let isDone = false
      void counting.finally(() => (isDone = true))
      const busy = await watchPages(portal.port, () => !isDone)
      const seconds = await counting
      const group = `push, ${DEVICES} devices`
      report(
        toLimited(
          group,
          'all of them have it',
          count < DEVICES ? Number.POSITIVE_INFINITY : seconds,
          MOST_SECONDS,
          's',
          `${count} delivered, ${toShort(count / seconds)} a second; from the call that sends it`,
        ),
      )
      for (const kind of ['stored', 'searched'] as const) {
        const ratio = median(busy[kind]) / median(idle[kind])
        report(
          toLimited(
            group,
            `a ${kind} page meanwhile, median to that before`,
            ratio,
            MOST_RATIO,
            '×',
            `${toShort(median(busy[kind]))} ms to ${toShort(median(idle[kind]))} ms; p95 ${toShort(quantile(busy[kind], 0.95))} to ${toShort(quantile(idle[kind], 0.95))} ms`,
          ),
        )
      }
    } finally {
      await portal.stop()
    }
  } finally {
    await service.stop()
    await rm(place, { recursive: true, force: true })
  }
}

type Times = { stored: number[]; searched: number[] }

/** One cached page and one that queries the database, in turn. */
async function watchPages(port: number, goesOn: (index: number, started: number) => boolean): Promise<Times> {
  const times: Times = { stored: [], searched: [] }
  const started = performance.now()
  for (let index = 0; goesOn(index, started); index++) {
    for (const kind of ['stored', 'searched'] as const) {
      const asked = performance.now()
      const path = kind === 'stored' ? '/' : `/suche?q=Hafen+${index}-${Math.floor(started)}`
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()
      times[kind].push(performance.now() - asked)
    }
    await pause(EVERY_MS)
  }
  return times
}

async function send(port: number, key: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/__services/push/ak/internal/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      audience: { kind: 'breaking' },
      title: 'Der Deich bei Tannau hält dem Hochwasser stand',
      body: 'Seit dem Nachmittag fällt der Pegel. Die Feuerwehr zieht die ersten Kräfte ab.',
      path: '/',
    }),
  })
  if (!answer.ok) throw new Error(`The message was refused: ${answer.status} ${await answer.text()}`)
}

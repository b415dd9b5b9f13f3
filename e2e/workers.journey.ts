/** Several processes of one start behind one port, without a browser. */
import { readFileSync, readdirSync } from 'node:fs'
import { request as ask, Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@lokalteil/tools/free-port'
import { openTestDatabaseAlone, type TestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'

const COUNT = 3
const PATIENCE = { timeout: 180_000 }

let database: TestDatabase
let portal: OwnPortal
let metricsPort: number
beforeAll(async () => {
  database = await openTestDatabaseAlone()
  metricsPort = await findFreePort()
  portal = await openOwnPortal({
    env: {
      DATABASE_URL: database.url,
      WEB_CONCURRENCY: String(COUNT),
      METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
      DEMO: '0',
      PUBLICATIONS_DIR: fileURLToPath(new URL('../demo/publications', import.meta.url)),
      DRAIN_SECONDS: '1',
    },
  })
})
afterAll(async () => {
  await portal?.close()
  await database?.drop()
})

type Outcome = { status: number; process: string } | { error: string }

function get(path: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const call = ask({ host: '127.0.0.1', port: portal.port, path, agent }, (response) => {
      response.resume()
      response.once('error', (error: NodeJS.ErrnoException) => resolve({ error: `in the answer: ${error.code}` }))
      response.once('end', () =>
        // The first part of a request id belongs to its process.
        resolve({
          status: response.statusCode ?? 0,
          process: String(response.headers['x-request-id']).replace(/-[^-]*$/, ''),
        }),
      )
    })
    call.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve({ error: call.reusedSocket ? `in a kept connection: ${code}` : `${code}` }),
    )
    call.end()
  })
}

async function countProcesses(): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => get('/api/health/ready', new Agent({ keepAlive: false }))),
  )
  return new Set(answers.flatMap((answer) => ('status' in answer && answer.status === 200 ? answer.process : []))).size
}

/** Children of the process that was started. */
function listWorkers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
        return Number(parent) === portal.child.pid ? [Number(name)] : []
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

it('all of them answer, each with figures of its own', PATIENCE, async () => {
  await expect.poll(countProcesses, { timeout: 60_000 }).toBe(COUNT)
  expect(listWorkers()).toHaveLength(COUNT)
  for (let number = 0; number < COUNT; number++) {
    const answer = await fetch(`http://127.0.0.1:${metricsPort + number}/metrics`)
    expect([answer.status, (await answer.text()).includes('lokalteil_requests_total')]).toEqual([200, true])
  }
})

it('the others answer while one that was killed is replaced', PATIENCE, async () => {
  await expect.poll(countProcesses, { timeout: 60_000 }).toBe(COUNT)
  const [killed] = listWorkers()
  process.kill(killed!, 'SIGKILL')
  await expect.poll(() => listWorkers().includes(killed!)).toBe(false)
  for (let time = 0; time < 30; time++)
    expect(await get('/api/health/live', new Agent({ keepAlive: false }))).toMatchObject({ status: 200 })
  await expect.poll(countProcesses, { timeout: 60_000 }).toBe(COUNT)
})

it(
  'SIGTERM breaks no request of 20 busy clients, resets no fresh connection, and ends all processes',
  PATIENCE,
  async () => {
    await expect.poll(countProcesses, { timeout: 60_000 }).toBe(COUNT)
    const workers = listWorkers()
    const outcomes: Outcome[] = []
    let isOver = false
    const clients = Array.from({ length: 20 }, async (_unused, index) => {
      const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 })
      while (!isOver) {
        const outcome = await get('/', agent)
        outcomes.push(outcome)
        if ('error' in outcome) break
      }
      agent.destroy()
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ended = new Promise<number | null>((resolve) => portal.child.once('exit', resolve))
    portal.child.kill('SIGTERM')
    expect(await ended).toBe(0)
    isOver = true
    await Promise.all(clients)
    expect(new Set(outcomes.map((outcome) => ('status' in outcome ? outcome.status : outcome.error)))).toEqual(
      new Set([200, 'ECONNREFUSED']),
    )
    expect(workers.filter((id) => readdirSync('/proc').includes(String(id)))).toEqual([])
  },
)

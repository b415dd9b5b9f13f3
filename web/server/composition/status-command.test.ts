import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { findFreePort } from '@lokalteil/tools/free-port'
import { createMailService } from '@lokalteil/services/mail/app'
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { createJobsApp } from '@lokalteil/services/platform/jobs/jobs-app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { JOB_QUEUES } from './job-queues.ts'
import { runStatus } from './status-command.ts'

const KEY = 'a-key-for-operators-of-this-portal'
const START = new Date('2026-11-23T12:00:00Z')
const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-status-'))
let postgres: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database

beforeAll(async () => {
  postgres = await createTestDatabase()
  database = await openDatabase({ url: postgres.url })
  const mail = await createMailService({
    database,
    originOf: (publication) => `https://${publication}.example`,
    smtpUrl: null,
    isDemo: false,
    now: () => START,
  })
  await mail.queue({
    template: 'confirm-email',
    mandator: 'ak',
    to: { address: 'eva@example.org', name: '' },
    data: { path: '/p/1', validHours: 24 },
  })
  await mail.close()
})
afterAll(async () => {
  await database.close()
  await postgres.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(args: string[], minutes: number, port?: number) {
  let [out, err] = ['', '']
  const code = await runStatus(
    ['queues', ...args],
    { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: String(port ?? (await findFreePort())) },
    { out: (text) => (out += text), err: (text) => (err += text) },
    () => new Date(START.getTime() + minutes * 60_000),
  )
  return {
    code,
    lines: out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    err,
  }
}

it('shows the queues of the embedded services, and reports late jobs', async () => {
  expect(await run([], 59)).toEqual({
    code: 0,
    lines: [
      ['queue', 'waiting', 'working', 'given up', 'oldest since'],
      ['mails', '1', '0', '0', START.toISOString()],
    ],
    err: '',
  })
  expect((await run([], 61)).code).toBe(1)
})

it('asks the running portal with its key', async () => {
  const app = createJobsApp({ database, tables: JOB_QUEUES, serviceKey: KEY, now: () => START })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').replace('/__services/jobs', '')
    const headers = { authorization: request.headers.authorization ?? '' }
    const { status, body } = await app.fetch(new Request(`http://jobs.local${path}`, { headers }))
    response.writeHead(status, { 'content-type': 'application/json' }).end(await new Response(body).text())
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await run(['--key', KEY], 0, port)).toMatchObject({
    code: 0,
    lines: [expect.anything(), ['mails', '1', '0', '0', START.toISOString()]],
  })
  const refused = await run(['--key', 'another'], 0, port)
  expect([refused.code, refused.err.includes('401')]).toEqual([2, true])
  server.close()
})

it('reports jobs that were given up and need a person', async () => {
  await database.db.updateTable('mail.outbox').set({ status: 'dead' }).execute()
  expect(await run([], 0)).toMatchObject({ code: 1, lines: [expect.anything(), ['mails', '0', '0', '1', '–']] })
  expect((await run(['mails'], 0)).code).toBe(2)
})

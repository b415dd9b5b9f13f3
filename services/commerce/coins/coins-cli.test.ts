import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { runCoins } from './coins-cli.ts'
import { get, KEY, openTestPlatform } from './ledger.testing.ts'

const EVA = 'eva-sommer'
const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-coins-'))
let postgres: Awaited<ReturnType<typeof createTestDatabase>>
let freePort: number

beforeAll(async () => {
  postgres = await createTestDatabase()
  freePort = await findFreePort()
})
afterAll(async () => {
  await postgres.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(args: string[], port = freePort): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const code = await runCoins(
    args,
    { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: String(port), MANDATOR: 'ak' },
    { out: (text) => (out += text), err: (text) => (err += text) },
  )
  return { code, out, err }
}
const receiptIn = (text: string) => /B-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(text)![0]

it('gives, shows, takes back and checks coins in the database when no portal runs', async () => {
  expect(await run(['show', EVA])).toEqual({ code: 0, out: 'never had coins\n', err: '' })
  const given = await run(['grant', EVA, '3', '--reason', 'Kulanz', '--id', 'ticket-4711'])
  expect([given.code, given.err, given.out]).toEqual([
    0,
    '',
    expect.stringMatching(/^B-\d{4}-\w{4}-\w{4} .* \+3 {2}grant .*Kulanz\n$/),
  ])
  expect(await run(['grant', EVA, '3', '--reason', 'Kulanz', '--id', 'ticket-4711'])).toEqual(given)
  await run(['grant', EVA, '2', '--reason', 'Aktion', '--expires', '2026-01-31'])
  expect((await run(['show', EVA])).out).toMatch(/^5 coins\n.*until 2026-01-31\n.*Kulanz\n$/)
  expect(await run(['expire'])).toEqual({ code: 0, out: '2 coins of 1 readers have lapsed\n', err: '' })
  const receipt = receiptIn(given.out)
  expect((await run(['refund', receipt, '--reason', 'Irrtum'])).out).toMatch(/ -3 {2}refund .*Irrtum/)
  expect((await run(['show', EVA])).out).toMatch(/^0 coins\n/)
  expect(await run(['check'])).toEqual({
    code: 0,
    out: '4 bookings\n  wallet   0\n  issued   -2\n  articles 0\n  issues   0\n  expired  2\nThe books balance.\n',
    err: '',
  })
})

it('names a reader by the customer number as well, and refuses impossible ones', async () => {
  const database = await openDatabase({ url: postgres.url })
  const { of } = await openTestPlatform(database, () => new Date())
  const { customerId } = await get(of('ak').openCustomer({ params: { sub: EVA } }))
  await database.close()
  expect((await run(['grant', customerId, '1', '--reason', 'Kulanz'])).code).toBe(0)
  expect((await run(['show', customerId])).out).toMatch(/^1 coins\n/)
  expect(await run(['show', '000000000'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('404 NO_CUSTOMER'),
  })
  expect(await run(['refund', 'B-2026-AAAA-AAAA', '--reason', 'x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('404 NOT_FOUND'),
  })
})

it('shows coins under the customer number when the account is erased', async () => {
  const database = await openDatabase({ url: postgres.url })
  const { of, service } = await openTestPlatform(database, () => new Date())
  const sub = 'leaves-with-coins'
  const { customerId } = await get(of('ak').openCustomer({ params: { sub } }))
  await run(['grant', sub, '4', '--reason', 'Kulanz'])
  await service.personalData.erase({
    publication: 'ak',
    sub,
    email: 'x@y.example',
    isShadow: false,
    isEmailVerified: true,
  })
  await database.close()
  expect(await run(['show', customerId])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d coins\n[^]*\+4 {2}grant .*Kulanz/),
  })
  expect(await run(['grant', customerId, '1', '--reason', 'x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('404 NO_CUSTOMER'),
  })
})

it('tells of books that do not balance', async () => {
  const database = await openDatabase({ url: postgres.url })
  await sql.raw('alter table subscription.entries disable trigger user').execute(database.db)
  await sql.raw('update subscription.entries set amount = amount + 1 where sequence = 2').execute(database.db)
  const { code, err } = await run(['check'])
  await sql.raw('update subscription.entries set amount = amount - 1 where sequence = 2').execute(database.db)
  await sql.raw('alter table subscription.entries enable trigger user').execute(database.db)
  await database.close()
  expect([code, err]).toEqual([1, expect.stringMatching(/all entries sum to 1\n.*booking B-.* sums to 1\n/)])
})

it.each([
  [[], 'Say what to do: show, grant'],
  [['steal', EVA], 'There is no "steal"'],
  [['show', EVA, '--publication', 'xx'], 'There is no publication "xx"'],
  [['show'], 'READER is missing'],
  [['grant', EVA, '0', '--reason', 'x'], '"0" is no COUNT'],
  [['grant', EVA, '-5', '--reason', 'x'], 'Usage'],
  [['grant', EVA, '1001', '--reason', 'x'], '"1001" is no COUNT'],
  [['grant', EVA, '1'], '--reason'],
  [['grant', EVA, '1', '--reason', 'x', '--expires', 'soon'], '--expires'],
  [['refund', '4711', '--reason', 'x'], '"4711" is no RECEIPT'],
  [['check', '--unknown'], 'Usage'],
])('names the fault of %j', async (args, message) => {
  const { code, err } = await run(args)
  expect([code, err.includes('Usage:'), err]).toEqual([2, true, expect.stringContaining(message)])
})

it('asks a running portal, with its key', async () => {
  const database = await openDatabase({ url: postgres.url })
  const { service } = await openTestPlatform(database, () => new Date())
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = (request.url ?? '').replace('/__services/plenigo', '')
    const answer = await service.app.fetch(
      new Request(`http://subscription.local${path}`, {
        method: request.method!,
        headers: request.headers as Record<string, string>,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  }
  const server: Server = createServer((request, response) => void pass(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await run(['check', '--key', 'wrong', '--publication', 'fb'], port)).toMatchObject({
    code: 2,
    err: expect.stringContaining('401 UNAUTHORISED'),
  })
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  writeFileSync(join(dataDir, 'keys', 'subscription.key'), `${KEY}\n`)
  expect((await run(['grant', EVA, '2', '--reason', 'Kulanz', '--publication', 'fb'], port)).code).toBe(0)
  expect((await run(['show', EVA, '--publication', 'fb'], port)).out).toMatch(/^2 coins\n/)
  await new Promise((resolve) => server.close(resolve))
  await database.close()
})

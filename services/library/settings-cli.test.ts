import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../platform/database.ts'
import { createSettingsCommand } from './settings-cli.ts'
import { KEY, openTestLibrary } from './library.testing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-settings-'))
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

async function run(
  args: string[],
  port = freePort,
  more: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const runSettings = createSettingsCommand(({ OFFICE_ORIGIN }) => OFFICE_ORIGIN !== undefined)
  const code = await runSettings(
    args,
    { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: String(port), MANDATOR: 'ak', ...more },
    { out: (text) => (out += text), err: (text) => (err += text) },
  )
  return { code, out, err }
}

it('changes settings in the database when no portal runs', async () => {
  expect(await run(['set', 'onboardingpopup_enabled=true', 'data_reco_timeout_ms=250'])).toEqual({
    code: 0,
    out: 'onboardingpopup_enabled=true\ndata_reco_timeout_ms=250\n',
    err: '',
  })
  expect((await run(['show'])).out).toContain('onboardingpopup_enabled=true   (changed)\n')
  expect((await run(['show', '--publication', 'fb'])).out).toContain('onboardingpopup_enabled=false\n')
  expect(await run(['set', '--reset', 'onboardingpopup_enabled'])).toEqual({
    code: 0,
    out: 'onboardingpopup_enabled=false\n',
    err: '',
  })
  const refused = await run(['set', 'data_reco_timeout_ms=soon', 'swipe_tooltip_enabled=true'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('data_reco_timeout_ms: NOT_A_NUMBER')])
  expect((await run(['show'])).out).toContain('swipe_tooltip_enabled=false\n')
})

it('R3.13-12 R7.7-06 says why a value has no effect, and what to set; a value that cannot be used is refused', async () => {
  const args = ['set', 'sourcepoint_enabled=true', 'sourcepoint_account_id=12', 'sourcepoint_property_id=34']
  const saved = 'sourcepoint_enabled=true\nsourcepoint_account_id=12\nsourcepoint_property_id=34\n'
  expect(await run(args)).toEqual({
    code: 0,
    out: saved,
    err: expect.stringMatching(/^No effect: sourcepoint_account_id, sourcepoint_property_id\. .*OFFICE_ORIGIN\.\n$/),
  })
  expect(await run(args, freePort, { OFFICE_ORIGIN: 'https://office.example' })).toEqual({
    code: 0,
    out: saved,
    err: '',
  })
  // Another change repeats the warning.
  expect((await run(['set', 'plus_logo_enabled=true'])).err).toContain('No effect: sourcepoint_account_id')
  for (const [wrong, fault] of [
    ['sourcepoint_account_id=acme', 'NOT_AN_ID'],
    ['ivw_cname=https://data.example', 'NOT_A_HOST'],
  ] as const)
    expect(await run(['set', wrong])).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`${wrong.split('=')[0]}: ${fault}`),
    })
})

it.each([[['show', '--publication', 'xx']], [[]], [['set', 'novalue']], [['set']], [['show', '--unknown']]])(
  'names the fault of %j',
  async (args) => {
    const { code, err } = await run(args)
    expect([code, err]).toEqual([2, expect.stringContaining('Usage:')])
  },
)

it('R3.13-26 changes them in a running portal, which shows them at once', async () => {
  const database: Database = await openDatabase({ url: postgres.url })
  const library = await openTestLibrary(database)
  // A server in place of the portal, which answers this address.
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { method = 'GET', headers } = request
        const path = (request.url ?? '').replace('/__services/user', '')
        const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) }
        void Promise.resolve(
          library.fetch(
            new Request(`http://library.local${path}`, { method, headers: headers as Record<string, string>, ...body }),
          ),
        ).then(async (answer) => {
          response
            .writeHead(answer.status, Object.fromEntries(answer.headers))
            .end(Buffer.from(await answer.arrayBuffer()))
        })
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect((await run(['set', 'plus_logo_enabled=1', '--key', 'wrong', '--publication', 'ht'], port)).code).toBe(2)
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  writeFileSync(join(dataDir, 'keys', 'user.key'), `${KEY}\n`)
  expect(await run(['set', 'plus_logo_enabled=1', '--publication', 'ht'], port)).toEqual({
    code: 0,
    out: 'plus_logo_enabled=true\n',
    err: '',
  })
  const shown = await library.settingsOf('ht').getSettings({})
  expect(shown.ok && shown.data.plus_logo_enabled).toBe(true)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await database.close()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runStaff } from './cli.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-staff-'))
let postgres: Awaited<ReturnType<typeof createTestDatabase>>
let port: number

beforeAll(async () => {
  postgres = await createTestDatabase()
  port = await findFreePort()
})
afterAll(async () => {
  await postgres.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const code = await runStaff(
    args,
    { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: String(port) },
    { out: (text) => (out += text), err: (text) => (err += text) },
  )
  return { code, out, err }
}

it('invites the first person on the database when no portal runs, and prints the link', async () => {
  expect((await run('list')).out).toContain('Nobody works here yet')
  const invited = await run(
    'invite',
    'chefin@zeitung.example',
    '--name',
    'Helene',
    '--role',
    'publisher',
    '--role',
    'chief',
  )
  expect(invited).toMatchObject({ code: 0, err: '' })
  expect(invited.out).toMatch(/\n\/redaktion\/einladung#[\w-]{43}\n$/)
  expect((await run('list')).out).toBe('chefin@zeitung.example  Helene: chief, publisher  invited\n')
})

it('locks and unlocks people, and resets a second factor', async () => {
  await run('invite', 'mara@zeitung.example', '--role', 'editor', '--publishes', '--at', 'ak')
  expect(await run('lock', 'mara@zeitung.example')).toMatchObject({ code: 0 })
  expect((await run('list')).out).toContain('mara@zeitung.example  mara: editor at ak  locked\n')
  expect(await run('unlock', 'mara@zeitung.example')).toMatchObject({ code: 0 })
  expect(await run('reset-factor', 'mara@zeitung.example')).toMatchObject({ code: 0 })
  const unknown = await run('lock', 'niemand@zeitung.example')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('404 NOT_FOUND')])
})

it.each([
  [['invite', 'mara@zeitung.example'], '--role ROLE is missing'],
  [['invite', 'mara', '--role', 'editor'], '"mara" is no MAIL'],
  [['invite', 'mara@zeitung.example', '--role', 'king'], '"king" is no ROLE'],
  [['invite', 'mara@zeitung.example', '--role', 'chief', '--publishes'], '--publishes is of editors'],
])('names the fault of %j', async (args, why) => {
  const { code, err } = await run(...args)
  expect([code, err]).toEqual([2, expect.stringContaining(why)])
})

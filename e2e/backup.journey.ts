/**
 * The whole demo in a backup that is written while readers read, restored on an empty machine: embedded, then PostgreSQL. The
 * output has the times (D31: at most five minutes).
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import { openTestDatabaseAlone, type TestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './command.ts'
import { DEMO_PASSWORD, toDemoEmail } from './account-reader.ts'
import { startPortal, stopPortal } from './portal-process.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'

const LONGEST_MS = 300_000
const PAGES = [
  '/',
  '/neueste-artikel',
  '/themen',
  '/podcasts',
  '/suche?q=Fluss',
  '/lokales/auenburg',
  '/e-paper',
  '/sitemap.xml',
]
const home = mkdtempSync(join(tmpdir(), 'lokalteil-backup-'))
const file = join(home, 'backup.tar.gz')

let source: OwnPortal
let database: TestDatabase | undefined
let cookie: string
beforeAll(async () => {
  source = await openOwnPortal()
  cookie = await logIn(source.origin)
})
afterAll(async () => {
  await source?.close()
  await database?.drop()
  rmSync(home, { recursive: true, force: true })
})

async function logIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/mein/oauth2/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: toDemoEmail('plus'), password: DEMO_PASSWORD }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const backup = (env: Record<string, string>, ...args: string[]): Promise<string> => runCommand(['backup', ...args], env)

/** Status and links of each page, and whether the reader is still logged in. */
async function look(origin: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const path of PAGES) {
    const answer = await fetch(origin + path, { redirect: 'manual' })
    const text = await answer.text()
    const links = [...text.matchAll(/href="(\/[^"#?]*-\d+)"/g)].map(([, href]) => href)
    seen[path] = `${answer.status} ${links.length} ${links.join(' ')}`
  }
  const account = await fetch(`${origin}/api/validate`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  seen.account = String(account.status)
  return seen
}

it('D31 is written while readers read, and whole', { timeout: LONGEST_MS }, async () => {
  let isWritten = false
  const writing = backup({ DATA_DIR: source.dataDir, PORT: String(source.port) }, 'write', file).finally(
    () => (isWritten = true),
  )
  let [asked, longest] = [0, 0]
  while (!isWritten) {
    const began = performance.now()
    const answer = await fetch(`${source.origin}/suche?q=${asked}`)
    expect(answer.status).toBe(200)
    asked++
    longest = Math.max(longest, performance.now() - began)
  }
  console.log(`${(await writing).trim()}; ${asked} searches meanwhile, the slowest took ${Math.round(longest)} ms`)
  expect(asked).toBeGreaterThan(10)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await backup({}, 'verify', file)).toContain('whole: ')
})

describe.each(['the embedded database', 'PostgreSQL'])('restored into %s', (engine) => {
  it('D31 it is the same portal within five minutes', { timeout: LONGEST_MS }, async () => {
    const dataDir = join(home, engine)
    database = engine === 'PostgreSQL' ? await openTestDatabaseAlone() : undefined
    const env: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.url }
    const began = performance.now()
    console.log((await backup({ ...env, DATA_DIR: dataDir }, 'restore', file)).trim())
    const port = await findFreePort()
    const child = await startPortal({ port, dataDir, env })
    expect(performance.now() - began).toBeLessThan(LONGEST_MS)
    try {
      const seen = await look(`http://localhost:${port}`)
      expect(seen).toEqual(await look(source.origin))
      expect(seen.account).toBe('200')
      expect(seen['/']).toMatch(/^200 \d\d/)
    } finally {
      await stopPortal(child)
    }
  })
})

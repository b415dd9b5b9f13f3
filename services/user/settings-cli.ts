/**
 * `npm run settings -- PUBLICATION [key=value …] [--reset key]`: shows and changes the site settings of a publication. A
 * running portal takes them at once, without a restart; without one they go into the database directly.
 * Ends with 0 when all was changed, 1 when nothing was because a value cannot be, 2 when the command was wrong.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient, type Client, type Fetch } from '@lokalteil/contracts/client'
import { SETTINGS } from '@lokalteil/contracts/user'
import { MANDATORS, toMandator } from '@lokalteil/domain/publications'
import { DEFAULT_SETTINGS, type SettingKey } from '@lokalteil/domain/settings'
import { openDatabase } from '../database.ts'
import { createUserService } from './app.ts'

const USAGE = `Usage: npm run settings -- PUBLICATION [key=value …]

Shows the site settings of a publication (${MANDATORS.join(', ')}), or changes them.

  --reset KEY   back to the default; may be repeated
  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: USER_SERVICE_KEY or DATA_DIR/keys/user.key)
  --help`

type Terminal = { out: (text: string) => void; err: (text: string) => void }
type Environment = Readonly<Record<string, string | undefined>>

export async function runSettings(args: readonly string[], environment: Environment, terminal: Terminal): Promise<0 | 1 | 2> {
  const wrong = (message: string): 2 => {
    terminal.err(`${message}\n\n${USAGE}\n`)
    return 2
  }
  let parsed
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: { reset: { type: 'string', multiple: true }, url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean' } } })
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  if (values.help === true) {
    terminal.out(`${USAGE}\n`)
    return 0
  }
  const [code = '', ...pairs] = positionals
  const mandator = toMandator(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const changes: Record<string, string | null> = Object.fromEntries((values.reset ?? []).map((key) => [key, null]))
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) return wrong(`"${pair}" is not key=value.`)
    changes[pair.slice(0, at)] = pair.slice(at + 1)
  }

  const dataDir = environment.DATA_DIR || '.data'
  const key = values.key ?? (environment.USER_SERVICE_KEY || readKey(dataDir))
  const base = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const near = toClient((request) => fetch(request), `${base}/__services/user/mandators/${mandator}`, key)
  const before = await near.getSettings({})
  if (before.ok) return apply(near, before.data, changes, terminal)
  if (values.url !== undefined || before.status !== 0) return wrong(`What answers at ${base} is no portal that keeps settings: ${before.status} ${before.problem.code}.`)

  let database
  try {
    database = await openDatabase(environment.DATABASE_URL ? { url: environment.DATABASE_URL } : { dataDir })
  } catch (error) {
    return wrong(`Nothing answers at ${base}, and the database cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    // A key that never leaves this process: the service asks for one, nobody else is listening.
    const serviceKey = randomBytes(24).toString('base64url')
    const { app } = await createUserService({ database, serviceKey, verify: async () => null, purchases: { listPurchased: async () => new Map() } })
    const own = toClient((request) => app.fetch(request), `http://user.local/mandators/${mandator}`, serviceKey)
    const found = await own.getSettings({})
    return found.ok ? await apply(own, found.data, changes, terminal) : wrong(`The settings cannot be read: ${found.problem.code}.`)
  } finally {
    await database.close()
  }
}

async function apply(client: Client<typeof SETTINGS>, before: Record<string, unknown>, changes: Record<string, string | null>, terminal: Terminal): Promise<0 | 1> {
  if (Object.keys(changes).length === 0) {
    for (const [key, value] of Object.entries(before)) terminal.out(`${key}=${String(value)}${value === DEFAULT_SETTINGS[key as SettingKey] ? '' : '   (changed)'}\n`)
    return 0
  }
  const changed = await client.changeSettings({ body: { changes } })
  if (!changed.ok) {
    const reasons = Object.entries(changed.problem.fields ?? {}).map(([path, fault]) => `  ${path.replace(/^body\.changes\./, '')}: ${fault}`)
    terminal.err(`${['Nothing was changed: ' + changed.problem.title, ...reasons].join('\n')}\n`)
    return 1
  }
  for (const key of Object.keys(changes)) terminal.out(`${key}=${String(changed.data[key])}\n`)
  return 0
}

function toClient(fetch: Fetch, base: string, key: string): Client<typeof SETTINGS> {
  return createClient(SETTINGS, { fetch, base, headers: { authorization: `Bearer ${key}` }, timeout: 10_000 })
}

function readKey(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'keys', 'user.key'), 'utf8').trim()
  } catch {
    return ''
  }
}

if (import.meta.main) {
  process.exitCode = await runSettings(process.argv.slice(2), process.env, { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) })
}

/**
 * Connects a publisher's command to a service: to a running portal with the service's key, else to the database
 * directly. Never both: the embedded database belongs to one process, so while a portal runs, the portal is asked.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import { NO_PUBLICATION_YET } from '@lokalteil/contracts/kernel/problem'
import { openDatabase, type Database } from './database.ts'
import { readKeptKey } from './kept-key.ts'
import { learnPublications } from './known-publications.ts'

export type Environment = Readonly<Record<string, string | undefined>>
export type Terminal = { out: (text: string) => void; err: (text: string) => void }
export type Failed = {
  ok: false
  status: number
  problem: { code: string; title?: string; fields?: Record<string, string> }
}

export type Reach<Service> = {
  environment: Environment
  /** `--url` and `--key` of the command. */
  url: string | undefined
  key: string | undefined
  /** Part of the key file's and variable's name: `subscription` → `SUBSCRIPTION_SERVICE_KEY`. */
  keyName: string
  /** Path of the service in a portal (`/__services/plenigo`), and the path after it in both cases (`/ak`). */
  mount: string
  path: string
  connect: (fetch: Fetch, base: string, key: string) => Service
  /** A harmless call that shows whether the service answers. */
  probe: (service: Service) => Promise<{ ok: true } | Failed>
  /** Opens the service on the database. `serviceKey` never leaves this process; `key` is the key meant for a portal. */
  openOwn: (
    database: Database,
    serviceKey: string,
    key: string,
  ) => Promise<{ app: { fetch: (request: Request) => Response | Promise<Response> } }>
  /** The data the command works on, for messages. */
  keeps: string
  /** The work sends mail, which only a running portal does, so opening the database is not enough. */
  isPortalNeeded?: boolean
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options & typeof COMMON }>
>

/** Options of every command. */
const COMMON = { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean' } } as const

/**
 * Parses the options. Returns a number, the exit code, if help was asked for or an option is wrong. `wrong` prints a
 * mistake and the usage.
 */
export function parseCommand<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
  terminal: Terminal,
): 0 | 2 | (Parsed<Options> & { wrong: (message: string) => 2 }) {
  const wrong = (message: string): 2 => {
    terminal.err(`${message}\n\n${usage}\n`)
    return 2
  }
  try {
    const parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, ...COMMON },
    }) as Parsed<Options>
    if ((parsed.values as { help?: boolean }).help !== true) return { ...parsed, wrong }
    terminal.out(`${usage}\n`)
    return 0
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Prints why the portal refused, with each field that was wrong. `base`: address of the portal. `prefix` begins the
 * line.
 */
export function refuse(
  { terminal, base = '' }: { terminal: Terminal; base?: string },
  { status, problem }: Failed,
  prefix = '',
): 1 {
  const why = problem.title === undefined ? '' : ` – ${problem.title}`
  const fields = Object.entries(problem.fields ?? {}).map(([field, fault]) => `\n  ${field}: ${fault}`)
  terminal.err(
    status === 0 && base !== ''
      ? `Nothing answers at ${base}. Start the portal first.\n`
      : `${prefix}Nothing was changed: ${status} ${problem.code}${why}${fields.join('')}\n`,
  )
  return 1
}

/** Runs a command as a program. A closed output (`| head`) does not stop the work. */
export async function runProgram(
  run: (args: readonly string[], environment: Environment, terminal: Terminal) => Promise<number>,
): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.exitCode = await run(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
}

/** Connects and runs `work`. Returns a text, the reason, if the service cannot be reached. */
export async function withService<Service, Code extends number>(
  reach: Reach<Service>,
  work: (service: Service) => Promise<Code>,
): Promise<Code | string> {
  const { environment, url, keyName } = reach
  const dataDir = environment.DATA_DIR || '.data'
  const key = reach.key ?? (environment[`${keyName.toUpperCase()}_SERVICE_KEY`] || readKeptKey(dataDir, keyName))
  const base = (url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const near = reach.connect((request) => fetch(request), `${base}${reach.mount}${reach.path}`, key)
  const reached = await reach.probe(near)
  if (reached.ok) return work(near)
  if (isUnknownPublication(reached)) return toUnknownPublication(lastOf(reach.path))
  if (reached.problem.code === NO_PUBLICATION_YET)
    return `The portal at ${base} waits for its first publication. Make it on the page whose address the portal printed, or end the portal, type this once more and start it again.`
  if (url !== undefined || reached.status !== 0)
    return `What answers at ${base} is no portal that keeps ${reach.keeps}: ${reached.status} ${reached.problem.code}.`
  if (reach.isPortalNeeded === true)
    return `Nothing answers at ${base}. Start the portal first: it writes to the reader.`

  let database
  try {
    database = await openDatabase(environment.DATABASE_URL ? { url: environment.DATABASE_URL } : { dataDir })
  } catch (error) {
    return `Nothing answers at ${base}, and the database cannot be opened: ${error instanceof Error ? error.message : String(error)}`
  }
  try {
    await learnPublications(database)
    // A random key: the service wants one, and no other process can reach this instance.
    const serviceKey = randomBytes(24).toString('base64url')
    const { app } = await reach.openOwn(database, serviceKey, key)
    const own = reach.connect(async (request) => app.fetch(request), `http://own.local${reach.path}`, serviceKey)
    const probed = await reach.probe(own)
    return !probed.ok && isUnknownPublication(probed) ? toUnknownPublication(lastOf(reach.path)) : await work(own)
  } finally {
    await database.close()
  }
}

/** Our service's own 404 for an unknown code, as opposed to other 404s. */
export const isUnknownPublication = ({ status, problem }: Failed): boolean =>
  status === 404 && problem.title === 'No such publication'
export const toUnknownPublication = (code: string): string => `There is no publication "${code}".`
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

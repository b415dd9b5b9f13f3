/**
 * Connects a command to a service: to a running portal with the service's key, else to the database directly, if the service
 * works without a portal. Never both: the embedded database belongs to one process, so while a portal runs, the portal is asked.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createClient, type Client, type Fetch, type Result } from '@lokalteil/contracts/kernel/client'
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import { NO_PUBLICATION_YET } from '@lokalteil/contracts/kernel/problem'
import { openDatabase, type Database } from '../database.ts'
import { readKeptKey } from '../kept-key.ts'
import { learnPublications } from '../known-publications.ts'
import { Fault, unknownPublication, type Call } from './call.ts'

export type Failed = {
  ok: false
  status: number
  problem: { code: string; title?: string; fields?: Record<string, string> }
}
/** Lines to print, an exit code, or the answer that says no. */
export type Done = string | readonly string[] | number | Failed

export const isFailed = (done: Done): done is Failed => typeof done === 'object' && 'ok' in done

/** `publication` is '' where the verb is of none. */
export type Place = { base: string; key: string; publication: string }
export type Work<Calls extends Contract> = (service: Client<Calls>, place: Place) => Promise<Done>

export type Reach<Calls extends Contract> = {
  calls: Calls
  /** Where a portal has the service, `/__services/plenigo`. */
  mount: string
  /** Before the code of the publication, default `/`; null: the service is not mounted by publication. */
  prefix?: string | null
  /** Name of the file in which a portal keeps the service's key. */
  key: string
  /** The variable that may have the key; that of `ingest` may stand in INGEST_KEY as well. */
  variable?: string
  /** Milliseconds of one call. */
  timeout?: number
  /** Opens the service on the database, without a portal. `key` is the key meant for a portal. */
  own?: {
    /** A harmless call that shows whether the service answers. */
    probe: (service: Client<Calls>) => Promise<{ ok: true } | Failed>
    open: (
      database: Database,
      serviceKey: string,
      key: string,
      call: Call,
    ) => Promise<{ app: { fetch: (request: Request) => Response | Promise<Response> } }>
  }
}

export const listKeyVariables = ({ key, variable }: Pick<Reach<Contract>, 'key' | 'variable'>): string[] => [
  ...(variable === undefined ? [] : [variable]),
  ...(key === 'ingest' ? ['INGEST_KEY'] : []),
]

export async function ask<Calls extends Contract>(reach: Reach<Calls>, call: Call, work: Work<Calls>): Promise<Done> {
  const { environment, dataDir, base } = call
  const variables = listKeyVariables(reach)
  const kept = variables.map((name) => environment[name]).find((value) => value) ?? readKeptKey(dataDir, reach.key)
  const key = call.key ?? kept
  const publication = (await call.findPublication?.()) ?? ''
  const path = publication === '' || reach.prefix === null ? '' : `${reach.prefix ?? '/'}${publication}`
  const connect = (at: string, serviceKey: string, send: Fetch) =>
    createClient(reach.calls, {
      fetch: send,
      base: at,
      headers: { authorization: `Bearer ${serviceKey}` },
      timeout: reach.timeout ?? 30_000,
    })
  const place = { base: `${base}${reach.mount}${path}`, key, publication }
  const near = connect(place.base, key, (request) => fetch(request))
  if (reach.own === undefined || call.needsPortal) return tell(await work(near, place))

  const { probe, open } = reach.own
  const reached = await probe(near)
  if (reached.ok) return tell(await work(near, place))
  tell(reached)
  if (reached.status !== 0)
    throw new Fault(
      `What answers at ${base} is no portal that keeps ${call.noun}: ${reached.status} ${reached.problem.code}.`,
      'reach',
    )
  if (call.url !== undefined) return reached
  const database = await openDatabase(environment.DATABASE_URL ? { url: environment.DATABASE_URL } : { dataDir }).catch(
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new Fault(`Nothing answers at ${base}, and the database cannot be opened: ${why}`, 'reach')
    },
  )
  try {
    await learnPublications(database)
    // A random key: the service wants one, and no other process can reach this instance.
    const serviceKey = randomBytes(24).toString('base64url')
    const { app } = await open(database, serviceKey, key, call)
    const own = connect(`http://own.local${path}`, serviceKey, async (request) => app.fetch(request))
    const probed = await probe(own)
    return tell(probed.ok ? await work(own, place) : probed)
  } finally {
    await database.close()
  }

  /** Turns faults of the connection into errors of the command; passes other answers on. */
  function tell(done: Done): Done {
    if (!isFailed(done)) return done
    if (isUnknownPublication(done)) throw unknownPublication(publication)
    if (done.status === 401)
      throw new Fault(
        `The portal at ${base} does not accept the key: 401 ${done.problem.code}. Say the right one: ${['--key', ...variables].join(', ')} or DATA_DIR/keys/${reach.key}.key.`,
        'reach',
      )
    if (done.problem.code === NO_PUBLICATION_YET)
      throw new Fault(
        `The portal at ${base} waits for its first publication. Make it on the page whose address the portal printed, or end the portal, type this once more and start it again.`,
        'reach',
      )
    return done
  }
}

/** Our service's own 404 for an unknown code, as opposed to other 404s. */
export const isUnknownPublication = ({ status, problem }: Failed): boolean =>
  status === 404 && problem.title === 'No such publication'

/** Prints why the portal refused, with each field that was wrong. `prefix` begins the line. */
export function refuse({ terminal, base }: Pick<Call, 'terminal' | 'base'>, failed: Failed, prefix = ''): 1 | 2 {
  const { status, problem } = failed
  if (status === 0) {
    terminal.err(`Nothing answers at ${base}. Start the portal first (npm start), or say where it runs: --url BASE.\n`)
    return 2
  }
  const why = problem.title === undefined ? '' : ` – ${problem.title}`
  const fields = Object.entries(problem.fields ?? {}).map(
    ([field, fault]) => `\n  ${field.replace(/^body\./, '')}: ${fault}`,
  )
  terminal.err(`${prefix}Nothing was changed: ${status} ${problem.code}${why}${fields.join('')}\n`)
  return 1
}

/** The printed lines of an answer. */
export async function say<T>(
  asked: Promise<Result<T>>,
  toLines: (data: T) => string | readonly string[],
): Promise<Done> {
  const answer = await asked
  return answer.ok ? toLines(answer.data) : answer
}

/** Runs `change` for every id, also after one that was refused; stops if the portal does not answer. */
export async function each(
  call: Call,
  ids: readonly string[],
  change: (id: string) => Promise<Result<unknown>>,
): Promise<Done> {
  let code = 0
  for (const id of ids) {
    const answer = await change(id)
    if (answer.ok) call.terminal.out(`${id}  done\n`)
    else if (answer.status === 0 || isUnknownPublication(answer)) return answer
    else code = refuse(call, answer, `${id}  `)
  }
  return code
}

/** Writes the picture under review to a file. */
export async function savePicture(call: Call, asked: Promise<Result<{ data: string }>>, file: string): Promise<Done> {
  const answer = await asked
  if (!answer.ok) return answer
  await writeFile(call.toPath(file), Buffer.from(answer.data.data, 'base64'))
  return `${file}  written`
}

/** The JSON of a file that the command names. */
export function readJsonFile({ toPath }: Call, file: string, about?: Fault['about']): unknown {
  try {
    return JSON.parse(readFileSync(toPath(file), 'utf8'))
  } catch (error) {
    throw new Fault(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, about)
  }
}

/**
 * `npm run status`: the state of the job queues, from the running portal or else from the database. Exit code 0: fine;
 * 1: a job was given up or has waited for more than an hour; 2: wrong usage.
 */
import { JOBS } from '@lokalteil/contracts/jobs'
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { createJobsApp } from '@lokalteil/services/platform/jobs/jobs-app'
import {
  parseCommand,
  runProgram,
  withService,
  type Environment,
  type Terminal,
} from '@lokalteil/services/platform/operator-command'
import { JOB_QUEUES } from './job-queues.ts'

const USAGE = `Usage: npm run status

Shows how many jobs of each queue wait, are worked on, and were given up, and since when the oldest has been waiting.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: USER_SERVICE_KEY or DATA_DIR/keys/user.key)
  --help`

const LATE_MS = 3_600_000

export async function runStatus(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
  now: () => Date = () => new Date(),
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, {}, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  if (positionals.length > 0) return wrong(`"${positionals[0]}" is not known.`)
  const done = await withService(
    {
      environment,
      url: values.url,
      key: values.key,
      keeps: 'jobs',
      keyName: 'user',
      mount: '/__services/jobs',
      path: '',
      connect: (fetch, base, key): Client<typeof JOBS> =>
        createClient(JOBS, { fetch, base, headers: { authorization: `Bearer ${key}` }, timeout: 10_000 }),
      probe: (jobs) => jobs.listQueues({}),
      openOwn: async (database, serviceKey) => ({
        app: createJobsApp({ database, tables: JOB_QUEUES, serviceKey, now }),
      }),
    },
    (jobs) => show(jobs, terminal, now()),
  )
  return typeof done === 'string' ? wrong(done) : done
}

async function show(jobs: Client<typeof JOBS>, terminal: Terminal, now: Date): Promise<0 | 1> {
  const found = await jobs.listQueues({})
  if (!found.ok) throw new Error(`The queues cannot be read: ${found.problem.code}`)
  const { queues } = found.data
  const rows = [
    ['queue', 'waiting', 'working', 'given up', 'oldest since'],
    ...queues.map(({ name, waiting, working, givenUp, oldest }) => [name, waiting, working, givenUp, oldest ?? '–']),
  ]
  for (const row of rows)
    terminal.out(
      `${row
        .map((cell) => String(cell).padEnd(22))
        .join('')
        .trimEnd()}\n`,
    )
  const isLate = queues.some(({ oldest }) => oldest !== null && now.getTime() - Date.parse(oldest) > LATE_MS)
  return isLate || queues.some(({ givenUp }) => givenUp > 0) ? 1 : 0
}

if (import.meta.main) await runProgram(runStatus)

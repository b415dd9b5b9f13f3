/**
 * Every source of every publication is a job: read when it is due, by one of several processes, with its state in the
 * database. Sources follow the publications' folders: a new or changed one is read at once, a removed one is forgotten.
 * A failing source is read less and less often (back-off) but never given up, unless its host says that it is gone
 * (410) or it ends the process again and again.
 */
import type { PublicationDirectory } from '@lokalteil/contracts/publication/directory'
import { toInterval } from '@lokalteil/contracts/publication/sources'
import type { Source } from '@lokalteil/contracts/publication/sources'
import type { Database } from '../../platform/database.ts'
import { backOff, createJobRunner } from '../../platform/jobs/job-runner.ts'
import type { JobContext, JobRunner, JobOutcome } from '../../platform/jobs/job-runner.ts'
import { describeStoredQueue, openStoredQueue } from '../../platform/jobs/job-table.ts'
import type { ListedJob, StoredJob } from '../../platform/jobs/job-table.ts'
import { createSchedule } from '../../platform/schedule.ts'
import { settlePoll, toDigest, toFirstState } from './poll-state.ts'
import type { PollOutcome, PollState } from './poll-state.ts'

const NAME = 'feeds'
export const FEEDS = describeStoredQueue(NAME)

type KnownSource = { publication: string; source: Source }

export type SourceJobsOptions = {
  database: Database
  directory: PublicationDirectory
  poll: (known: KnownSource, state: PollState, isMine: () => boolean) => Promise<PollOutcome>
  now: () => Date
  random: () => number
  onError: (error: unknown, name: string) => void
}

export type SourceJobs = {
  /** The sources of the folders with their state; `job` null: not read yet. */
  list: () => Promise<{ known: KnownSource; job: ListedJob<PollState> | null }[]>
  /** False: no such source. */
  pollNow: (publication: string, id: string) => Promise<boolean>
  /** Call it when the folders have changed. */
  sync: () => Promise<void>
  /** For tests: runs all due jobs now. */
  runDue: () => Promise<number>
  start: () => void
  close: () => Promise<void>
}

const LEASE_MS = 120_000
const EXTEND_MS = 30_000
/** Sources that this process reads in parallel, so that a slow one delays no other. */
const RUNNERS = 3
/** Milliseconds over which first readings after a start are spread. */
const SPREAD_MS = 2000
const SYNC_MS = 60_000
/** Applies to crashes only: every other failure is a result of the reading. */
const RETRY = { attempts: 8, ...backOff(60_000, 3_600_000), isFinal: (error: unknown) => error instanceof SourceGone }

class SourceGone extends Error {
  readonly code = 'GONE'
}

const toKey = ({ publication, source }: KnownSource): string => `${publication}/${source.id}`

export async function openSourceJobs(options: SourceJobsOptions): Promise<SourceJobs> {
  const { database, directory, now, random, onError } = options
  const queue = await openStoredQueue<PollState>(database, NAME)

  const listKnown = (): KnownSource[] =>
    directory
      .list()
      .flatMap(({ folder }) =>
        (folder.sources?.sources ?? []).map((source) => ({ publication: folder.identity.code, source })),
      )

  async function sync(): Promise<void> {
    const wanted = new Map(listKnown().map((known) => [toKey(known), known]))
    const there = new Map((await queue.list()).map((job) => [job.key, job]))
    for (const [key, { publication, source }] of wanted) {
      const job = there.get(key)
      if (job === undefined) {
        const dueAt = new Date(now().getTime() + Math.round(SPREAD_MS * random()))
        await queue.add({ key, data: toFirstState(publication, source) }, dueAt)
      } else if (job.data.digest !== '' && job.data.digest !== toDigest(source)) await queue.hurry(key, now())
    }
    for (const key of there.keys()) if (!wanted.has(key)) await queue.remove(key)
    for (const runner of runners) runner.wake(0)
  }

  async function work({ key, data }: StoredJob<PollState>, job: JobContext): Promise<JobOutcome<StoredJob<PollState>>> {
    const known = listKnown().find((candidate) => toKey(candidate) === key)
    // The source was removed; `sync` adds it again if this process only has an old list.
    if (known === undefined) return
    let isLost = false
    const extend = async () => {
      isLost ||= !(await job.extend())
    }
    const timer = setInterval(() => void extend().catch(() => (isLost = true)), EXTEND_MS).unref()
    let outcome: PollOutcome
    try {
      outcome = await options.poll(known, data, () => !isLost && !job.isClosing())
    } catch (error) {
      onError(error, NAME)
      outcome = { kind: 'failed', answer: 'none', reason: 'the import failed; the log says why', retryAfterMs: 0 }
    } finally {
      clearInterval(timer)
    }
    if (outcome.kind === 'stopped') return { release: true }
    const kind = known.source.feed === undefined ? ('folder' as const) : ('feed' as const)
    const source = { digest: toDigest(known.source), intervalMs: toInterval(known.source), kind }
    const { state, pauseMs } = settlePoll(data, outcome, source, now(), random)
    if (outcome.kind !== 'gone') return { againAt: new Date(now().getTime() + pauseMs), job: { key, data: state } }
    await job.extend({ values: { data: JSON.stringify(state) } })
    throw new SourceGone('The source is over')
  }

  const runners: JobRunner[] = Array.from({ length: RUNNERS }, () =>
    createJobRunner({ queue, work, retry: RETRY, leaseMs: LEASE_MS, now, onError }),
  )
  let following: Promise<void> = Promise.resolve()
  const follow = () => {
    following = following.then(sync).catch((error: unknown) => onError(error, NAME))
  }
  // Retried: the database was away at the first attempt.
  const again = createSchedule(
    SYNC_MS,
    async () => follow(),
    (error) => onError(error, NAME),
  )
  let unsubscribe = () => {}

  return {
    async list() {
      const jobs = new Map((await queue.list()).map((job) => [job.key, job]))
      return listKnown().map((known) => ({ known, job: jobs.get(toKey(known)) ?? null }))
    },
    async pollNow(publication, id) {
      const known = listKnown().find((one) => one.publication === publication && one.source.id === id)
      if (known === undefined) return false
      await queue.add({ key: toKey(known), data: toFirstState(publication, known.source) }, now())
      const isThere = await queue.hurry(toKey(known), now())
      for (const runner of runners) runner.wake(0)
      return isThere
    },
    sync,
    async runDue() {
      let done = 0
      for (const runner of runners) done += await runner.runDue()
      return done
    },
    start() {
      unsubscribe = directory.subscribe(follow)
      again.start()
      for (const runner of runners) runner.start()
    },
    async close() {
      unsubscribe()
      await again.close()
      await following
      await Promise.all(runners.map((runner) => runner.close()))
    },
  }
}

/** Sources of the watch in an open portal: caches, pool, queues, circuit breakers, and the state of each part. */
import { statfs } from 'node:fs/promises'
import { within } from '@lokalteil/services/platform/deadline'
import type { QueueState } from '@lokalteil/services/platform/jobs/job-queue'
import { listQueueStates } from '@lokalteil/services/platform/jobs/queue-states'
import { FULL_BYTES } from '@lokalteil/services/platform/database/outage'
import { OUTBOX } from '@lokalteil/services/mail/store'
import type { Part, PartState } from '../watch/health.ts'
import type { WatchSources } from '../watch/watch.ts'
import { JOB_QUEUES, LATE_JOB_MS } from './job-queues.ts'
import type { PortalParts } from './portal-parts.ts'

type ReadQueues = () => Promise<readonly QueueState[] | null>

/** Mails are to leave at once; every other job may wait a while. */
const LATE_MAIL_MS = 15 * 60_000
/** Counting the jobs reads whole tables. */
const QUEUES_MS = 30_000
/** Older measurements are ignored. */
const OLDEST_MS = 120_000
const QUEUES_WAIT_MS = 1500

export function toWatchSources(parts: PortalParts): WatchSources {
  const { context, platform, caches } = parts
  const readQueues = createQueueReader(parts)
  return {
    caches: () => ({ pages: caches.pages.size, files: caches.discovery.size }),
    database: platform?.database.load ?? null,
    queues: readQueues,
    upstreams: context.upstreams.list,
    parts: listParts(parts, readQueues),
  }
}

/**
 * Memoised, with single flight. If the database does not tell in time, the last answer counts a while longer; null: there
 * is none.
 */
function createQueueReader({ context, platform, services }: PortalParts): ReadQueues {
  if (platform === null) return async () => []
  const tables = [...JOB_QUEUES, ...services.rooms.flatMap(({ queues }) => queues)]
  let known: { at: number; states: readonly QueueState[] } | null = null
  let reading: Promise<readonly QueueState[]> | null = null

  const findKnown = (most: number) => (known !== null && performance.now() - known.at < most ? known.states : null)
  const read = () =>
    (reading ??= listQueueStates(platform.database.db, tables, context.now())
      .then((states) => {
        known = { at: performance.now(), states }
        return states
      })
      .finally(() => (reading = null)))

  return async () => {
    const fresh = findKnown(QUEUES_MS)
    if (fresh !== null) return fresh
    const states = await within<readonly QueueState[] | null>(QUEUES_WAIT_MS, read, () => null, QUEUES_WAIT_MS).catch(
      () => null,
    )
    return states ?? findKnown(OLDEST_MS)
  }
}

/** Long, because it is a list of parts. */
function listParts({ context, platform, services, media, caches }: PortalParts, readQueues: ReadQueues): Part[] {
  const { config, upstreams, now } = context
  const isDatabaseThere = async () => platform === null || (await platform.database.isAnswering())

  /** An embedded service is asked; of one elsewhere the circuit breaker knows. */
  function toService(
    name: string,
    own: unknown,
    upstream: string,
    ask: () => Promise<{ ok: true } | { ok: false; status: number }>,
  ): Part {
    if (own === null) return { name, look: () => toUpstreamState(upstream) }
    return {
      name,
      async look() {
        if (!(await isDatabaseThere())) return 'down'
        const answer = await ask()
        return answer.ok || answer.status < 500 ? 'up' : 'down'
      },
    }
  }

  function toUpstreamState(name: string): PartState {
    const found = upstreams.list().find((one) => one.name === name)
    return found === undefined ? 'off' : found.down > 0 ? 'down' : 'up'
  }

  async function toQueueState(lateMs: number, isAsked: (queue: string) => boolean): Promise<PartState> {
    if (platform === null) return 'off'
    const states = await readQueues()
    if (states === null) return 'down'
    const isLate = states.some(
      ({ name, oldest }) => isAsked(name) && oldest !== null && now().getTime() - oldest.getTime() > lateMs,
    )
    return isLate ? 'late' : 'up'
  }

  const { content, accounts, commerce } = services
  const { isAnswering: isPictureStoreThere } = media.pictures
  return [
    {
      name: 'database',
      look: async () => (platform === null ? 'off' : (await isDatabaseThere()) ? 'up' : 'down'),
    },
    ...(platform?.database.reads.list() ?? []).map(({ name }) => ({
      name: `replica:${name}`,
      look: (): PartState => platform!.database.reads.list().find((one) => one.name === name)?.state ?? 'off',
    })),
    { name: 'disk', look: () => lookAtDisk(config.dataDir) },
    toService('content', content.own, 'content', () =>
      content.clients.public(config.defaultPublication).getBreakingNews({}),
    ),
    toService('accounts', accounts.own, 'single-sign-on', () =>
      accounts.clients.internal(config.defaultPublication).getPublicKey({}),
    ),
    toService('commerce', commerce.own, 'subscription', () =>
      commerce.clients.catalogue(config.defaultPublication).listOffers({}),
    ),
    { name: 'mail', look: () => toQueueState(LATE_MAIL_MS, (queue) => queue === OUTBOX.name) },
    { name: 'jobs', look: () => toQueueState(LATE_JOB_MS, () => true) },
    {
      name: 'pictures',
      look: async () => (isPictureStoreThere === null ? 'off' : (await isPictureStoreThere()) ? 'up' : 'down'),
    },
    {
      name: 'shared-cache',
      look: () => (caches.isSharedAnswering === null ? 'off' : caches.isSharedAnswering() ? 'up' : 'down'),
    },
    ...upstreams.list().map(({ name }) => ({ name: `upstream:${name}`, look: () => toUpstreamState(name) })),
  ]
}

async function lookAtDisk(folder: string): Promise<PartState> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < FULL_BYTES ? 'down' : 'up'
}

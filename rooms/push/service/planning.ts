/**
 * Chooses the devices for a message, a thousand at a time. A portion and its position are one transaction, so another
 * process continues there after a crash. Quiet hours and the daily cap are decided here. An advisory lock plans one
 * message of a publication at a time; two in parallel could both be counted as the last of the cap.
 */
import { sql } from 'kysely'
import { toDayKey } from '@lokalteil/domain/german'
import { toDueTime, type PushKind } from '../domain/push.ts'
import {
  createJobRunner,
  type JobContext,
  type JobRunner,
  type JobOutcome,
} from '@lokalteil/services/platform/jobs/job-runner'
import type { PushContext } from './context.ts'
import { addDeliveries, countPlanned, listRecipients, type NewDelivery, type Recipient } from './store/deliveries.ts'
import { parseFollow } from './store/devices.ts'
import { getReached, setReached, toMessageQueue, type MessageRow } from './store/messages.ts'
import type { PushDb } from './schema.ts'

const LEASE_MS = 60_000
const PORTION = 1000
const RETRY_MS = 10_000

export function createPlanning(push: PushContext): JobRunner {
  return createJobRunner({
    queue: toMessageQueue(push.db),
    leaseMs: LEASE_MS,
    retry: { delayMs: () => RETRY_MS, longestMs: RETRY_MS },
    work: (message, job) => planMessage(push, message, job),
    now: push.now,
    onError: (error) => push.onError(error, 'push-planning'),
  })
}

async function planMessage(push: PushContext, message: MessageRow, job: JobContext): Promise<JobOutcome<MessageRow>> {
  const isFollow = message.kind === 'follow'
  if ((isFollow && message.matches.length === 0) || message.expires_at <= push.now()) return
  if (message.state === 'held') {
    if (await isWithdrawn(push, message)) return void (await job.complete({ values: { state: 'stopped' } }))
    // From here on it cannot be stopped.
    if (!(await job.extend({ values: { state: 'planning' } }))) return
  }
  while (await planPortion(push, message, job)) if (job.isClosing()) return { release: true }
}

/** The publication of the article may have been undone while its message waited. */
async function isWithdrawn({ contentOf }: PushContext, { publication, article }: MessageRow): Promise<boolean> {
  if (article === null) return false
  const found = await contentOf(publication).getTeaser({ params: { id: article } })
  if (found.ok) return false
  if (found.status === 404 || found.status === 410) return true
  throw new Error(`The content of ${publication} cannot be read: ${found.status} ${found.problem.code}`)
}

/** False if all devices are done, or another process has the job. */
function planPortion(push: PushContext, message: MessageRow, job: JobContext): Promise<boolean> {
  return push.db.transaction().execute(async (trx) => {
    if (!(await job.extend({ within: trx }))) return false
    await sql`select pg_advisory_xact_lock(hashtext(${`push ${message.publication}`}))`.execute(trx)
    const { last, recipients } = await listRecipients(trx, message, await getReached(trx, message.id), PORTION)
    if (last === null) return false
    await planFor(push, trx, message, recipients)
    await setReached(trx, message.id, last)
    return true
  })
}

type Planned = Pick<MessageRow, 'id' | 'publication' | 'subject' | 'kind' | 'expires_at'>

/** Returns the number of new deliveries. */
export async function planFor(
  push: PushContext,
  trx: PushDb,
  message: Planned,
  recipients: readonly Recipient[],
): Promise<number> {
  return addDeliveries(trx, message, await listDue(trx, message, recipients, push.now()))
}

/** When each of them gets the message: after quiet hours, before it expires, within the daily limit. */
export async function listDue(
  db: PushDb,
  message: Pick<MessageRow, 'kind' | 'expires_at'>,
  recipients: readonly Recipient[],
  now: Date,
): Promise<NewDelivery[]> {
  const wanted = recipients.flatMap((recipient): (NewDelivery & { most: number })[] => {
    const { device, follow, mostADay } = recipient
    const { kind, ref } =
      message.kind === 'follow' ? parseFollow(follow) : { kind: message.kind satisfies PushKind, ref: '' }
    const due = toDueTime(kind, recipient, now, message.expires_at)
    return due === null ? [] : [{ device, kind, ref, due, day: toDayKey(due), most: mostADay }]
  })
  if (wanted.length === 0 || message.kind !== 'follow') return wanted
  const planned = await countPlanned(
    db,
    wanted.map(({ device }) => device),
    [...new Set(wanted.map(({ day }) => day))],
  )
  return wanted.filter(({ device, day, most }) => (planned.get(`${device} ${day}`) ?? 0) < most)
}

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
  type Outcome,
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

async function planMessage(push: PushContext, message: MessageRow, job: JobContext): Promise<Outcome<MessageRow>> {
  const isFollow = message.kind === 'follow'
  if ((isFollow && message.matches.length === 0) || message.expires_at <= push.now()) return
  while (await planPortion(push, message, job)) if (job.isClosing()) return { release: true }
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

/** Returns the number of new deliveries. */
export async function planFor(
  push: PushContext,
  trx: PushDb,
  message: Pick<MessageRow, 'id' | 'publication' | 'subject' | 'kind' | 'expires_at'>,
  recipients: readonly Recipient[],
): Promise<number> {
  const now = push.now()
  const wanted = recipients.flatMap((recipient): (NewDelivery & { most: number })[] => {
    const { device, follow, mostADay } = recipient
    const { kind, ref } =
      message.kind === 'follow' ? parseFollow(follow) : { kind: message.kind satisfies PushKind, ref: '' }
    const due = toDueTime(kind, recipient, now, message.expires_at)
    return due === null ? [] : [{ device, kind, ref, due, day: toDayKey(due), most: mostADay }]
  })
  if (wanted.length === 0) return 0
  const isCapped = message.kind === 'follow'
  const planned = isCapped
    ? await countPlanned(
        trx,
        wanted.map(({ device }) => device),
        [...new Set(wanted.map(({ day }) => day))],
      )
    : new Map<string, number>()
  return addDeliveries(
    trx,
    message,
    wanted.filter(({ device, day, most }) => (planned.get(`${device} ${day}`) ?? 0) < most),
  )
}

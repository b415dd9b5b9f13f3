/**
 * Sends due deliveries: claims a hundred under one lease, sends them in the thread, and saves all outcomes at once. A
 * device that is gone is removed; a failure is retried with back-off until the message expires; an article withdrawn
 * while its message waited is not sent. Two batches run in parallel, so that the thread does not wait for the database.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { URGENCY, type PushPayload } from '../domain/push.ts'
import { backOff } from '@lokalteil/services/platform/jobs/job-runner'
import type { PushContext } from './context.ts'
import type { SendJob, SendResult } from './sending/send-batch.ts'
import { toPushServiceName } from './shell-address.ts'
import { claimDue, dropWaiting, saveOutcomes, type ClaimedDelivery, type DeliveryOutcome } from './store/deliveries.ts'
import { removeDevices } from './store/devices.ts'

const BATCH = 400
const LANES = 2
/** Longer than a batch in which every message times out. */
const LEASE_MS = 5 * 60_000
const { delayMs } = backOff(30_000, 30 * 60_000)
/** Milliseconds; after so long a wait the article is checked again. */
const CHECKED_MS = 5 * 60_000

export type Delivering = { runDue: () => Promise<number>; close: () => Promise<void> }

export function createDelivering(push: PushContext): Delivering {
  let isClosing = false
  let running: Promise<number> | null = null

  async function lane(): Promise<number> {
    let sent = 0
    while (!isClosing) {
      const count = await deliverBatch(push)
      if (count === null) break
      sent += count
    }
    return sent
  }

  async function runAll(): Promise<number> {
    const lanes = await Promise.all(Array.from({ length: LANES }, lane))
    return lanes.reduce((sum, sent) => sum + sent, 0)
  }

  return {
    /** Returns how many were claimed. */
    runDue: () => (running ??= runAll().finally(() => (running = null))),
    async close() {
      isClosing = true
      await running?.catch(() => {})
    },
  }
}

/** Null: nothing is due. */
async function deliverBatch(push: PushContext): Promise<number | null> {
  const begun = push.now()
  const lease = randomUUID()
  const until = new Date(begun.getTime() + LEASE_MS)
  const claimed = await claimDue(push.db, { lease, now: begun, until, limit: BATCH })
  if (claimed.length === 0) return null
  const withdrawn = await listWithdrawn(push, claimed)
  const going = claimed.filter(({ message }) => !withdrawn.has(message))
  const results = going.length === 0 ? [] : await push.sender.send(going.map((one) => toJob(one, begun)))
  const now = push.now()
  const outcomes = going.map((one, at) => toOutcome(one, results[at]!, now))
  const gone = going.filter((one, at) => isGone(push, one, results[at]!))
  await push.db.transaction().execute(async (trx) => {
    await saveOutcomes(trx, lease, outcomes, now)
    for (const message of withdrawn) await dropWaiting(trx, message, now)
    for (const [publication, devices] of Map.groupBy(gone, (one) => one.publication))
      await removeDevices(
        trx,
        publication,
        devices.map(({ device }) => device),
      )
  })
  tellTrouble(push, going, results)
  return results.filter(({ kind }) => kind === 'sent').length
}

/** Push services accept only the key pair of the subscription; after a change of ours it never works again. */
function isGone({ vapid }: PushContext, one: ClaimedDelivery, result: SendResult): boolean {
  return result.kind === 'gone' || (result.kind === 'failed' && one.public_key !== vapid.publicKey)
}

function toJob(one: ClaimedDelivery, now: Date): SendJob {
  const { kind, ref, device, title, body, path, tag } = one
  const payload: PushPayload = {
    v: 1,
    device,
    kind,
    ref,
    label: one.matches.find(({ follow }) => follow === `${kind} ${ref}`)?.label ?? '',
    title,
    body,
    path,
    tag,
    icon: `/assets/brand/${one.publication}/icon-192.png`,
    at: one.created_at.toISOString(),
  }
  return {
    publication: one.publication,
    endpoint: one.endpoint,
    p256dh: one.p256dh,
    auth: one.auth,
    payload: JSON.stringify(payload),
    ttl: Math.max(0, Math.floor((one.expires_at.getTime() - now.getTime()) / 1000)),
    urgency: URGENCY[kind],
    // At most 32 characters of base64url (RFC 8030, 5.4).
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  }
}

function toOutcome(one: ClaimedDelivery, result: SendResult, now: Date): DeliveryOutcome {
  const { publication, subject, device } = one
  const key = { publication, subject, device, due: now }
  if (result.kind === 'sent') return { ...key, state: 'sent', error: null }
  if (result.kind !== 'retry')
    return { ...key, state: 'failed', error: result.kind === 'gone' ? 'GONE' : result.reason }
  const due = new Date(now.getTime() + Math.max(result.afterMs, delayMs(one.attempts)))
  return due < one.expires_at
    ? { ...key, due, state: 'waiting', error: result.reason }
    : { ...key, state: 'failed', error: result.reason }
}

async function listWithdrawn(push: PushContext, claimed: readonly ClaimedDelivery[]): Promise<Set<string>> {
  const now = push.now().getTime()
  const old = new Map<string, { publication: PublicationCode; article: string }>()
  for (const { message, publication, article, created_at } of claimed)
    if (article !== null && now - created_at.getTime() > CHECKED_MS) old.set(message, { publication, article })
  const gone = new Set<string>()
  for (const [message, { publication, article }] of old) {
    const found = await push.contentOf(publication).getTeaser({ params: { id: article } })
    if (!found.ok && (found.status === 404 || found.status === 410)) gone.add(message)
  }
  return gone
}

function tellTrouble(push: PushContext, sent: readonly ClaimedDelivery[], results: readonly SendResult[]): void {
  const counts = new Map<string, number>()
  for (const [at, result] of results.entries()) {
    if (result.kind !== 'retry' && result.kind !== 'failed') continue
    const key = `${toPushServiceName(sent[at]!.endpoint)}\n${result.reason}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const [key, count] of counts) {
    const [host = '', reason = ''] = key.split('\n')
    push.onTrouble(host, reason, count)
  }
}

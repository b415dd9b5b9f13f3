/**
 * Orders of the office: the number of devices that a message would reach, the order itself, which waits a minute, its stop, and
 * its outcome. An order is a message like any other; until its time it is a job that no process takes.
 */
import type { PushOrder, PushTarget } from '@lokalteil/contracts/office/push-orders'
import { PUSH_HOLD_SECONDS } from '@lokalteil/domain/office/breaking'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem } from '@lokalteil/services/platform/serve'
import { sql } from 'kysely'
import { LIFE_MS } from '../domain/push.ts'
import type { PushCall, PushContext } from './context.ts'
import { toMessageToMany } from './messages.ts'
import { listDue } from './planning.ts'
import { listHeard, listRecipients } from './store/deliveries.ts'
import { parseFollow } from './store/devices.ts'
import {
  addMessage,
  findOrder,
  isHeld,
  listOrders,
  stopHeld,
  toOrderKey,
  type CountedMessage,
  type NewMessage,
} from './store/messages.ts'

const PORTION = 5000
const MOST_ORDERS = 50
const HOLD_MS = PUSH_HOLD_SECONDS * 1000

type Asked = { target: PushTarget; title: string; body: string; path: string }

function toMessage(push: PushContext, publication: PublicationCode, { target, ...asked }: Asked, key: string) {
  const { kind, ref } = target
  const audience = kind === 'breaking' ? { kind } : { kind, ref }
  const expires = new Date(push.now().getTime() + LIFE_MS[kind])
  return toMessageToMany(push, publication, { ...asked, audience }, { key, expires })
}

/** Runs the same queries as sending, portion by portion. */
async function count(push: PushContext, message: NewMessage) {
  const now = push.now()
  const reach = { now: 0, later: 0, heard: 0 }
  for (let reached = ''; ;) {
    const { last, recipients } = await listRecipients(push.db, message, reached, PORTION)
    if (last === null) return reach
    reached = last
    const due = await listDue(push.db, message, recipients, now)
    const heard = await listHeard(push.db, message, due)
    for (const one of due) reach[heard.has(one.device) ? 'heard' : one.due > now ? 'later' : 'now']++
  }
}

export async function countAudience(push: PushContext, { context: publication, query }: PushCall<'countAudience'>) {
  const { path, ...target } = query
  return count(push, await toMessage(push, publication, { target, title: '', body: '', path }, ''))
}

export async function holdPush(push: PushContext, { context: publication, body }: PushCall<'holdPush'>) {
  const { key, by } = body
  const message = await toMessage(push, publication, body, toOrderKey(key))
  const { now, later } = await count(push, message)
  const held = {
    due_at: new Date(message.created_at.getTime() + HOLD_MS),
    ordered_by: by,
    expected: now + later,
  }
  const found = await push.db.transaction().execute(async (trx) => {
    // Advisory lock: of two people at once, the second gets the order of the first.
    await sql`select pg_advisory_xact_lock(hashtext(${`push ${publication}`}))`.execute(trx)
    const known = await findOrder(trx, publication, { key })
    if (known !== null) return { row: known, outcome: 'known' as const }
    if (await isHeld(trx, publication, message.subject)) return null
    await addMessage(trx, message, held)
    return { row: (await findOrder(trx, publication, { key }))!, outcome: 'created' as const }
  })
  if (found === null) return problem(409, 'WAITS', 'A message about this article waits already')
  if (found.outcome === 'created') push.wake(HOLD_MS)
  return { order: toOrder(push, found.row), outcome: found.outcome }
}

export async function stopPush(push: PushContext, { context: publication, params }: PushCall<'stopPush'>) {
  await stopHeld(push.db, publication, params.id, push.now())
  const row = await findOrder(push.db, publication, params)
  if (row === null) return problem(404, 'UNKNOWN', 'There is no such order')
  if (row.state !== 'stopped') return problem(409, 'TOO_LATE', 'The message goes out already')
  return toOrder(push, row)
}

export async function listPushes(push: PushContext, { context: publication }: PushCall<'listPushes'>) {
  const rows = await listOrders(push.db, publication, MOST_ORDERS)
  return { orders: rows.map((row) => toOrder(push, row)) }
}

function toOrder({ now }: PushContext, row: CountedMessage): PushOrder {
  const { id, title, body, path, state, expected, sent, waiting, failed } = row
  const [match] = row.matches
  return {
    id,
    target: row.kind === 'follow' && match !== undefined ? parseFollow(match.follow) : { kind: 'breaking', ref: '' },
    label: match?.label ?? '',
    title,
    body,
    path,
    by: row.ordered_by,
    at: row.created_at.toISOString(),
    state,
    leftMs: state === 'held' ? Math.max(0, row.due_at.getTime() - now().getTime()) : 0,
    expected,
    sent,
    waiting,
    failed,
  }
}

/**
 * Deliveries: which message goes to which device. Claimed by the hundred, because a message may go to fifty thousand
 * devices within minutes, while the job runner works one by one. A claim is a lease: after a crash another process
 * takes over.
 */
import { sql } from 'kysely'
import { toFollowKey, type PushChoices, type PushKind } from '../../domain/push.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import type { Match, PushDb, PushTables } from '../schema.ts'
import { toQuiet } from './devices.ts'
import type { MessageRow } from './messages.ts'

export const PUSH_DELIVERIES: QueueTable = {
  name: 'push-deliveries',
  table: 'push.deliveries',
  key: ['publication', 'subject', 'device'],
  waits: "q.state = 'waiting'",
  columns: { dueAt: 'due_at', heldUntil: 'leased_until', heldBy: 'lease', attempts: 'attempts', error: 'error' },
  order: 'due_at',
}

export type Recipient = {
  device: string
  /** The follow that matched; '' for breaking news and replies. */
  follow: string
  quiet: { from: number; to: number } | null
  isBreakingInQuiet: boolean
  mostADay: number
}

/** The next devices of the publication, and which of them want the message. */
export async function listRecipients(
  db: PushDb,
  { publication, kind, matches, owner }: Pick<MessageRow, 'publication' | 'kind' | 'matches' | 'owner'>,
  reached: string,
  limit: number,
): Promise<{ last: string | null; recipients: Recipient[] }> {
  const follows = matches.map(({ follow }) => follow)
  const ofOwner = owner === null ? sql`true` : sql`owner = ${owner}`
  const { rows } = await sql<
    { device: string; wants: boolean; follow: string | null } & Pick<
      PushTables['push.owners'],
      'quiet_from' | 'quiet_to' | 'breaking_in_quiet' | 'most_a_day'
    >
  >`
    select d.id as device, o.quiet_from, o.quiet_to, o.breaking_in_quiet, o.most_a_day, f.follow,
      coalesce(case ${kind} when 'breaking' then o.breaking when 'reply' then o.replies else f.follow is not null end, false) as wants
    from (select id, owner from push.devices where publication = ${publication} and ${ofOwner} and id > ${reached} order by id limit ${limit}) d
    left join push.owners o on o.publication = ${publication} and o.owner = d.owner
    left join lateral (
      select follow from push.follows where ${kind} = 'follow' and publication = ${publication} and owner = d.owner and follow = any(${follows}::text[])
      order by array_position(${follows}::text[], follow) limit 1
    ) f on true order by d.id`.execute(db)
  return {
    last: rows.at(-1)?.device ?? null,
    recipients: rows
      .filter(({ wants }) => wants)
      .map((row) => ({
        device: row.device,
        follow: row.follow ?? '',
        quiet: toQuiet(row),
        isBreakingInQuiet: row.breaking_in_quiet,
        mostADay: row.most_a_day,
      })),
  }
}

/** Messages that count against the daily cap, by device and day. */
export async function countPlanned(
  db: PushDb,
  devices: readonly string[],
  days: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ device: string; day: string; count: number }>`
    select device, day, count(*)::int as count from push.deliveries
    where device = any(${[...devices]}::text[]) and day = any(${[...days]}::text[]) and kind not in ('breaking', 'reply') and state <> 'failed'
    group by device, day`.execute(db)
  return new Map(rows.map(({ device, day, count }) => [`${device} ${day}`, count]))
}

/** A message that waits for the morning may go out at once as breaking news. `given`: the new one. */
const isSooner = (given: 'excluded' | 'given') =>
  sql.raw(
    `d.state = 'waiting' and d.leased_until is null and ${given}.kind = 'breaking' and d.kind <> 'breaking' and ${given}.due_at < d.due_at`,
  )

export type NewDelivery = { device: string; kind: PushKind; ref: string; due: Date; day: string }

/** Returns the number of new ones. */
export async function addDeliveries(
  db: PushDb,
  message: Pick<MessageRow, 'id' | 'publication' | 'subject' | 'expires_at'>,
  deliveries: readonly NewDelivery[],
): Promise<number> {
  if (deliveries.length === 0) return 0
  const { rows } = await sql`
    insert into push.deliveries as d (publication, subject, device, message, kind, ref, due_at, expires_at, day, state, attempts)
    select ${message.publication}, ${message.subject}, device, ${message.id}, kind, ref, due_at, ${message.expires_at}, day, 'waiting', 0
    from unnest(${deliveries.map(({ device }) => device)}::text[], ${deliveries.map(({ kind }) => kind)}::text[], ${deliveries.map(({ ref }) => ref)}::text[],
      ${deliveries.map(({ due }) => due)}::timestamptz[], ${deliveries.map(({ day }) => day)}::text[]) as given(device, kind, ref, due_at, day)
    on conflict (publication, subject, device) do update set message = excluded.message, kind = excluded.kind, ref = excluded.ref,
      due_at = excluded.due_at, expires_at = excluded.expires_at, day = excluded.day
      where ${isSooner('excluded')}
    returning 1`.execute(db)
  return rows.length
}

/** Devices that have the subject already: `addDeliveries` would change nothing for them. */
export async function listHeard(
  db: PushDb,
  { publication, subject }: Pick<MessageRow, 'publication' | 'subject'>,
  deliveries: readonly NewDelivery[],
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set()
  const { rows } = await sql<{ device: string }>`
    select d.device from push.deliveries d
    join unnest(${deliveries.map(({ device }) => device)}::text[], ${deliveries.map(({ kind }) => kind)}::text[], ${deliveries.map(({ due }) => due)}::timestamptz[])
      as given(device, kind, due_at) on given.device = d.device
    where d.publication = ${publication} and d.subject = ${subject} and not (${isSooner('given')})`.execute(db)
  return new Set(rows.map(({ device }) => device))
}

export type ClaimedDelivery = {
  publication: PublicationCode
  subject: string
  device: string
  kind: PushKind
  ref: string
  attempts: number
  expires_at: Date
  message: string
  title: string
  body: string
  path: string
  tag: string
  matches: Match[]
  article: string | null
  created_at: Date
  endpoint: string
  p256dh: string
  auth: string
  public_key: string
}

export async function claimDue(
  db: PushDb,
  claim: { lease: string; now: Date; until: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    update push.deliveries d set lease = ${claim.lease}, leased_until = ${claim.until}, attempts = d.attempts + 1
    from push.messages m, push.devices v
    where (d.publication, d.subject, d.device) in (
        select publication, subject, device from push.deliveries
        where state = 'waiting' and due_at <= ${claim.now} and expires_at > ${claim.now} and (leased_until is null or leased_until <= ${claim.now})
        order by due_at limit ${claim.limit} for update skip locked
      ) and m.id = d.message and v.id = d.device
    returning d.publication, d.subject, d.device, d.kind, d.ref, d.attempts, d.expires_at, d.message, m.title, m.body, m.path, m.tag, m.matches, m.article,
      m.created_at, v.endpoint, v.p256dh, v.auth, v.public_key`.execute(db)
  return rows
}

export type DeliveryOutcome = Pick<ClaimedDelivery, 'publication' | 'subject' | 'device'> & {
  state: 'sent' | 'failed' | 'waiting'
  due: Date
  error: string | null
}

/** Deliveries that another process has by now are left alone. */
export async function saveOutcomes(
  db: PushDb,
  lease: string,
  outcomes: readonly DeliveryOutcome[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update push.deliveries d set state = g.state, due_at = case when g.state = 'waiting' then g.due_at else d.due_at end, error = g.error,
      lease = null, leased_until = null, done_at = case when g.state = 'waiting' then null else ${now}::timestamptz end
    from unnest(${outcomes.map(({ publication }) => publication)}::text[], ${outcomes.map(({ subject }) => subject)}::text[], ${outcomes.map(({ device }) => device)}::text[],
      ${outcomes.map(({ state }) => state)}::text[], ${outcomes.map(({ due }) => due)}::timestamptz[], ${outcomes.map(({ error }) => error)}::text[])
      as g(publication, subject, device, state, due_at, error)
    where d.publication = g.publication and d.subject = g.subject and d.device = g.device and d.lease = ${lease}`.execute(
    db,
  )
}

export async function dropWaiting(db: PushDb, message: string, now: Date): Promise<void> {
  await sql`update push.deliveries set state = 'failed', error = 'WITHDRAWN', done_at = ${now} where message = ${message} and state = 'waiting'`.execute(
    db,
  )
}

/** Drops queued messages for these devices that are no longer chosen. */
export async function dropUnwanted(
  db: PushDb,
  devices: readonly string[],
  { breaking, replies, follows }: Pick<PushChoices, 'breaking' | 'replies' | 'follows'>,
): Promise<void> {
  if (devices.length === 0) return
  await sql`delete from push.deliveries where device = any(${[...devices]}::text[]) and state = 'waiting' and not (
    (kind = 'breaking' and ${breaking}::boolean) or (kind = 'reply' and ${replies}::boolean) or (kind || ' ' || ref) = any(${follows.map(toFollowKey)}::text[]))`.execute(
    db,
  )
}

export async function countWaiting(db: PushDb, publication: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push.deliveries where publication = ${publication} and state = 'waiting'`.execute(
    db,
  )
  return rows[0]!.count
}

export type LatestRow = Pick<ClaimedDelivery, 'title' | 'path' | 'kind' | 'ref' | 'matches'> & {
  at: Date
  state: 'waiting' | 'sent'
}

/** The newest first; a message to several devices once. */
export async function listLatestOf(db: PushDb, devices: readonly string[], limit: number): Promise<LatestRow[]> {
  const { rows } = await sql<LatestRow>`
    select * from (
      select distinct on (m.id) m.title, m.path, d.kind, d.ref, m.matches, coalesce(d.done_at, d.due_at) as at, d.state
      from push.deliveries d join push.messages m on m.id = d.message
      where d.device = any(${[...devices]}::text[]) and d.state <> 'failed' order by m.id, d.state desc
    ) latest order by at desc limit ${limit}`.execute(db)
  return rows
}

const KEPT_DAYS = 30

/** Expires messages that are too late, and deletes old deliveries, and with them the record that they were sent. */
export async function tidyUp(db: PushDb, now: Date): Promise<void> {
  await sql`update push.deliveries set state = 'failed', error = 'TOO_LATE', done_at = ${now}
    where state = 'waiting' and expires_at <= ${now} and (leased_until is null or leased_until <= ${now})`.execute(db)
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await sql`delete from push.deliveries where state <> 'waiting' and done_at < ${before}`.execute(db)
  await sql`delete from push.messages m where created_at < ${before} and state in ('planned', 'stopped') and not exists (select 1 from push.deliveries d where d.message = m.id)`.execute(
    db,
  )
  await sql`delete from push.counters where started_at < ${new Date(now.getTime() - 2 * 86_400_000)}`.execute(db)
}

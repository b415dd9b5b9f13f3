/**
 * Wrong tries of one account from one network: five in 15 minutes are free, then each one is followed by a pause that doubles
 * up to an hour. A device that signed in before counts for itself, so nobody else can lock its owner out. A try is counted
 * before it is made (no race between parallel guesses) and forgotten when it was right. Keys are digests: no address is stored.
 */
import { sql } from 'kysely'
import { refuseUntil } from '../../platform/limits/limiter.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { OfficeDb } from '../schema.ts'
import type { PeopleContext, Visit } from './people-context.ts'
import { toDigest } from './secrets.ts'

const FREE = 5
const MOST_MINUTES = 60
const MINUTE = 60_000
const QUARTER = 15 * MINUTE

/** All tries for one account from unknown devices, from any network; and all of one network, for any account. */
const OF_ACCOUNT = { most: 60, windowMs: QUARTER }
const OF_NETWORK = { most: 100, windowMs: QUARTER }
/** Anonymous calls of one network, which a whole newsroom may share. */
const ANONYMOUS = { most: 600, windowMs: QUARTER }

export type Attempt = {
  kind: 'password' | 'code' | 'proof'
  /** Address or id of the account. */
  of: string
  visit: Pick<Visit, 'network'>
  /** Digest of a device that the account signed in from before. */
  device: string | null
}

const keyOf = (...parts: string[]) => toDigest(parts.join(' ')).slice(0, 32)

function toKey({ kind, of, visit, device }: Attempt): string {
  return `${kind}:${keyOf(of, device === null ? `network ${visit.network}` : `device ${device}`)}`
}

function toWindows({ kind, of, visit, device }: Attempt) {
  return device === null
    ? [
        { key: `network:${keyOf(visit.network)}`, budget: OF_NETWORK },
        { key: `${kind}-all:${keyOf(of)}`, budget: OF_ACCOUNT },
      ]
    : []
}

/** Null: the try may be made. */
export async function beginTry(people: PeopleContext, attempt: Attempt): Promise<Refusal | null> {
  const now = people.now()
  const until = (await takeTry(people.db, toKey(attempt), now)) ?? (await people.limiter.take(toWindows(attempt)))
  return until === null ? null : tooMany(until, now)
}

export async function forgetTries(people: PeopleContext, attempt: Attempt): Promise<void> {
  await people.db.deleteFrom('office.tries').where('key', '=', toKey(attempt)).execute()
  await people.limiter.giveBack(toWindows(attempt))
}

export async function limitAnonymous(people: PeopleContext, network: string): Promise<Refusal | null> {
  const until = await people.limiter.take([{ key: `anonymous:${keyOf(network)}`, budget: ANONYMOUS }])
  return until === null ? null : tooMany(until, people.now())
}

function tooMany(until: Date, now: Date): Refusal {
  const { headers = {} } = refuseUntil(until, now)
  return problem(429, 'TOO_MANY_TRIES', 'Too many tries', headers)
}

/** A date: no try is allowed before. */
async function takeTry(db: OfficeDb, key: string, now: Date): Promise<Date | null> {
  const free = new Date(now.getTime() + QUARTER)
  const { rows } = await sql<{ count: number }>`
    insert into office.tries as t (key, count, paused_until, forgotten_at) values (${key}, 1, ${now}, ${free})
    on conflict (key) do update set
      count = case when t.forgotten_at <= ${now} then 1 else t.count + 1 end,
      paused_until = case when t.forgotten_at <= ${now} or t.count + 1 < ${FREE} then ${now}::timestamptz
        else ${now}::timestamptz + least(${MOST_MINUTES}::int, power(2, least(t.count + 1 - ${FREE}::int, 10))) * interval '1 minute' end,
      forgotten_at = case when t.forgotten_at <= ${now} or t.count + 1 < ${FREE} then ${free}::timestamptz
        else ${now}::timestamptz + interval '24 hours' end
    where t.forgotten_at <= ${now} or t.paused_until <= ${now}
    returning count`.execute(db)
  if (rows.length > 0) return null
  const held = await db.selectFrom('office.tries').select('paused_until').where('key', '=', key).executeTakeFirst()
  return held?.paused_until ?? now
}

/** For tests: what the database never allows in service, and readers with coins. */
import { createClient, type Client } from '@lokalteil/contracts/client'
import { SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/subscription'
import type { Mandator } from '@lokalteil/domain/publications'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { createSubscriptionService, type SubscriptionService } from './app.ts'

export const KEY = 'a-key-for-tests'

/** The owner of the tables can switch their guards off; nothing else could empty them. */
export async function emptyLedger(database: Database): Promise<void> {
  await database.db.transaction().execute(async (within) => {
    for (const table of ['bookings', 'entries']) await sql.raw(`alter table subscription.${table} disable trigger user`).execute(within)
    for (const table of ['article_purchases', 'entries', 'bookings', 'wallets']) await sql.raw(`delete from subscription.${table}`).execute(within)
    for (const table of ['bookings', 'entries']) await sql.raw(`alter table subscription.${table} enable trigger user`).execute(within)
  })
}

export type Platform = Client<typeof SUBSCRIPTION_INTERNAL>

export async function openTestPlatform(database: Database, now: () => Date): Promise<{ service: SubscriptionService; of: (mandator: Mandator) => Platform; errors: unknown[] }> {
  const errors: unknown[] = []
  const service = await createSubscriptionService({ database, serviceKey: KEY, queueMail: async () => {}, now, checkAnswers: true, onError: (error) => errors.push(error) })
  const of = (mandator: Mandator) =>
    createClient(SUBSCRIPTION_INTERNAL, { base: `http://subscription.local/${mandator}`, headers: { authorization: `Bearer ${KEY}` }, timeout: 60_000, fetch: (request: Request) => service.app.fetch(request) })
  return { service, of, errors }
}

export async function get<T>(answer: Promise<{ ok: true; data: T } | { ok: false; status: number; problem: { code: string } }>): Promise<T> {
  const result = await answer
  if (!result.ok) throw new Error(`${result.status} ${result.problem.code}`)
  return result.data
}

/** `ok`, or status and code. */
export async function outcomeOf(answer: Promise<{ ok: true } | { ok: false; status: number; problem: { code: string } }>): Promise<string> {
  const result = await answer
  return result.ok ? 'ok' : `${result.status} ${result.problem.code}`
}

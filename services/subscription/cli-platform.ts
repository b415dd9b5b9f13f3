/**
 * How a command reaches the subscription platform: a running portal with its service key, else the database itself. Never
 * beside a portal that runs: the embedded database belongs to one process, and that one is asked.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Client, type Fetch } from '@lokalteil/contracts/client'
import { SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/subscription'
import type { Mandator } from '@lokalteil/domain/publications'
import { openDatabase } from '../database.ts'
import { createSubscriptionService } from './app.ts'

export type Environment = Readonly<Record<string, string | undefined>>
export type Platform = Client<typeof SUBSCRIPTION_INTERNAL>
export type Failed = { ok: false; status: number; problem: { code: string; title?: string; fields?: Record<string, string> } }

/** `probe` is a call that changes nothing; `keeps`: what the command is about, for the message. A text: why it cannot be reached. */
export async function withPlatform(
  { mandator, environment, url, key, keeps }: { mandator: Mandator; environment: Environment; url: string | undefined; key: string | undefined; keeps: string },
  probe: (platform: Platform) => Promise<{ ok: true } | Failed>,
  work: (platform: Platform) => Promise<0 | 1>,
): Promise<0 | 1 | string> {
  const dataDir = environment.DATA_DIR || '.data'
  const base = (url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const near = toPlatform((request) => fetch(request), `${base}/__services/plenigo/${mandator}`, key ?? (environment.SUBSCRIPTION_SERVICE_KEY || readKey(dataDir)))
  const reached = await probe(near)
  if (reached.ok) return work(near)
  if (url !== undefined || reached.status !== 0) return `What answers at ${base} is no portal that keeps ${keeps}: ${reached.status} ${reached.problem.code}.`

  let database
  try {
    database = await openDatabase(environment.DATABASE_URL ? { url: environment.DATABASE_URL } : { dataDir })
  } catch (error) {
    return `Nothing answers at ${base}, and the database cannot be opened: ${error instanceof Error ? error.message : String(error)}`
  }
  try {
    // A key that never leaves this process: the service asks for one, nobody else is listening.
    const serviceKey = randomBytes(24).toString('base64url')
    const { app } = await createSubscriptionService({ database, serviceKey, queueMail: async () => {} })
    return await work(toPlatform((request) => app.fetch(request), `http://subscription.local/${mandator}`, serviceKey))
  } finally {
    await database.close()
  }
}

function toPlatform(fetch: Fetch, base: string, key: string): Platform {
  return createClient(SUBSCRIPTION_INTERNAL, { fetch, base, headers: { authorization: `Bearer ${key}` }, timeout: 30_000 })
}

function readKey(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'keys', 'subscription.key'), 'utf8').trim()
  } catch {
    return ''
  }
}

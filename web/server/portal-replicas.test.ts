/** A whole portal whose reads go to a replica of PostgreSQL (`DATABASE_READ_URL`). */
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openOwnPostgres, openTestReplica, pauseReplica, type TestPostgres } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'a-content-key-for-replicas'
const PATIENTLY = { timeout: 60_000 }

let primary: TestPostgres
let replica: TestPostgres
let portal: TestPortal
beforeAll(async () => {
  primary = await openOwnPostgres()
  replica = await openTestReplica(primary.url)
  portal = await openTestPortal({
    seed: SEED,
    env: {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      CONTENT_SERVICE_KEY: KEY,
      METRICS_ADDRESS: '127.0.0.1:0',
    },
  })
})
afterAll(async () => {
  await portal?.close()
  await replica?.stop()
  await primary?.stop()
})

const stateOf = async () => {
  const health = (await (await fetch(`${portal.runtime.watchBase}/health`)).json()) as {
    parts: Record<string, { state: string }>
  }
  return health.parts[`replica:${new URL(replica.url).host}`]?.state
}

it('shows a change at once while the replica lags, and goes on without it', async () => {
  await expect.poll(() => portal.html('/101'), PATIENTLY).toContain('Meldung 101 aus dem Rathaus')
  await expect.poll(stateOf, PATIENTLY).toBe('up')
  await pauseReplica(replica.url)
  const internal = createTestClient(CONTENT_INTERNAL, {
    base: 'http://content.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
    fetch: (request) => portal.runtime.content!.app.fetch(request),
  })
  await get(internal.correctTitle({ params: { id: '101' }, body: { title: 'Vom Schreiber gelesen' } }))
  expect(await portal.html('/101')).toContain('Vom Schreiber gelesen')
  await expect.poll(stateOf, PATIENTLY).toBe('late')
  await replica.stop()
  expect(await portal.html('/102')).toContain('Meldung 102 aus dem Rathaus')
  await get(internal.correctTitle({ params: { id: '102' }, body: { title: 'Auch ohne Kopie' } }))
  expect(await portal.html('/102')).toContain('Auch ohne Kopie')
  await expect.poll(stateOf, PATIENTLY).toBe('down')
  expect(portal.logged().join('')).toContain('"replica-left-out"')
})

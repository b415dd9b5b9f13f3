import { join } from 'node:path'
import { THINGS } from '@lokalteil/contracts/kernel/example'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openEmptyDatabase } from './database/database.testing.ts'
import { part, serveService, subscribeTo, type ServiceBase } from './service.ts'

const { getThing, addThing } = THINGS
const failures: unknown[] = []
let database: Database
let ask: (path: string, init?: RequestInit) => Promise<Response>
beforeAll(async () => {
  database = await openEmptyDatabase(createTestDatabase)
  const options = {
    database,
    serviceKey: 'key',
    now: () => new Date('2026-11-28T12:00:00Z'),
    onError: (error: unknown) => failures.push(error),
  }
  const { app } = await serveService<ServiceBase>(options, {
    schema: 'gifts',
    folder: join(import.meta.dirname, '..', 'gifts'),
    info: { title: 'Test', description: '', version: 'v1', base: '/{publication}' },
    toContext: (base) => base,
    parts: [
      part(
        { getThing },
        { getThing: ({ now }, { context }) => ({ id: context, page: now().getTime() }) },
        { cacheControl: 'public, max-age=5' },
      ),
      part(
        { addThing },
        {
          addThing() {
            throw new Error('broken')
          },
        },
      ),
    ],
  })
  ask = async (path, init) => app.fetch(new Request(`http://test.internal${path}`, init))
})
afterAll(() => database.close())

it('migrates its tables before it answers', async () => {
  expect(await database.db.selectFrom('gifts.openings').selectAll().execute()).toEqual([])
})

it('answers for a publication with the given clock and cache header', async () => {
  const answer = await ask('/ak/things/1')
  expect([answer.headers.get('cache-control'), await answer.json()]).toEqual([
    'public, max-age=5',
    { id: 'ak', page: Date.parse('2026-11-28T12:00:00Z') },
  ])
})

it.each([
  ['/xx/things/1', 'No such publication'],
  ['/ak/else', 'No such address'],
  ['/', 'No such address'],
])('%s answers 404 as a problem: %s', async (path, title) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
    404,
    'application/problem+json',
    expect.objectContaining({ code: 'NOT_FOUND', title }),
  ])
})

it('refuses a call without the key, and reports a handler that throws', async () => {
  const call = (headers: Record<string, string>) =>
    ask('/ak/things', {
      method: 'POST',
      body: '{"name":"one"}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  expect((await call({})).status).toBe(401)
  expect(failures).toEqual([])
  expect((await call({ authorization: 'Bearer key' })).status).toBe(500)
  expect(failures).toHaveLength(1)
})

it('documents all its contracts', async () => {
  const { paths } = (await (await ask('/openapi.json')).json()) as { paths: object }
  expect(Object.keys(paths).toSorted()).toEqual(['/things', '/things/{id}'])
})

it('a listener is called until it unsubscribes', () => {
  const listeners = new Set<() => void>()
  const heard: string[] = []
  const stop = subscribeTo(listeners)(() => heard.push('one'))
  listeners.forEach((tell) => tell())
  stop()
  listeners.forEach((tell) => tell())
  expect(heard).toEqual(['one'])
})

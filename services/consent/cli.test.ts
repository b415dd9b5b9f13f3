import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../platform/database.ts'
import { openEmptyDatabase } from '../platform/database/database.testing.ts'
import { createConsentService, type ConsentService } from './app.ts'
import { runConsent } from './cli.ts'

const KEY = 'a-service-key-for-tests'
const LIST_URL = 'https://lists.paper.example/vendor-list.json'
let database: Database
let service: ConsentService
let published: Response
let now = new Date('2026-11-30T11:00:00Z')

const toList = (version: number, lastUpdated = '2026-11-26T16:00:00Z') => ({
  gvlSpecificationVersion: 3,
  vendorListVersion: version,
  lastUpdated,
  vendors: { 4: { id: 4, name: 'Vier', purposes: [1], urls: [{ langId: 'de', privacy: 'https://four.example' }] } },
})

beforeAll(async () => {
  database = await openEmptyDatabase(createTestDatabase)
  const registration = { cmpId: 77, vendors: { 4: 'kdm' } } as const
  service = await createConsentService({ database, serviceKey: KEY, registration })
})
// Files of services share a process.
afterEach(() => vi.unstubAllGlobals())
afterAll(async () => {
  await service.close()
  await database.close()
})

async function run(...args: string[]) {
  vi.stubGlobal('fetch', async (input: Request | string, options?: RequestInit) => {
    const request = new Request(input, options)
    if (request.url === LIST_URL) return published
    const { pathname } = new URL(request.url)
    return service.app.fetch(new Request(`http://consent.local${pathname.replace('/__services/consent', '')}`, request))
  })
  const said = { out: '', err: '' }
  const code = await runConsent(
    [...args, '--publication', 'ak', '--key', KEY],
    { TCF_LIST_URL: LIST_URL },
    { out: (text) => void (said.out += text), err: (text) => void (said.err += text), isInteractive: false },
    () => now,
  )
  return { code, ...said }
}

it('no list is shipped; the command brings it from the configured address, with its day', async () => {
  expect((await run('framework')).out).toContain('there is no list yet')
  published = Response.json(toList(170))
  expect((await run('vendors')).out).toContain('List 170, 1 vendors.')
  expect((await run('framework')).out.trim().split('\n')).toEqual([
    'manager 77, list 170 of 2026-11-26',
    '  4  Vier  with kdm',
  ])
  now = new Date('2026-12-06T11:00:00Z')
  expect((await run('framework')).out).toContain('The list is 10 days old')
})

it.each<[string, () => Response, string]>([
  ['an older list', () => Response.json(toList(169)), 'newer'],
  ['another format', () => Response.json({ ...toList(171), gvlSpecificationVersion: 2 }), 'is no list of vendors'],
  ['a vendor without a name', () => Response.json({ ...toList(171), vendors: { 4: { id: 4 } } }), 'vendors.4.name'],
  ['no JSON', () => new Response('<!doctype html>'), 'cannot be read'],
  ['an error', () => new Response('', { status: 503 }), 'answered 503'],
])('refuses %s and keeps the list', async (_what, toAnswer, said) => {
  published = toAnswer()
  const { code, out, err } = await run('vendors')
  expect([code === 0, `${out}${err}`]).toEqual([false, expect.stringContaining(said)])
  expect((await run('framework')).out).toContain('list 170 of 2026-11-26')
})

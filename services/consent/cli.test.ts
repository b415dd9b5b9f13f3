import { createTestDatabase } from '@lokalteil/tools/postgres'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONSENT } from '@lokalteil/contracts/consent'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
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
let texts: Response
let now = new Date('2026-11-30T11:00:00Z')

const TEXTS_URL = 'https://lists.paper.example/purposes-de.json'
const GERMAN = {
  gvlSpecificationVersion: 3,
  purposes: { 1: { id: 1, name: 'Speichern', description: 'Auf dem Gerät.' } },
}

const toList = (version: number, lastUpdated = '2026-11-26T16:00:00Z') => ({
  gvlSpecificationVersion: 3,
  vendorListVersion: version,
  lastUpdated,
  purposes: { 1: { id: 1, name: 'Store', description: 'On the device.' } },
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

const framework = async () =>
  get(
    createTestClient(CONSENT, {
      fetch: (request) => service.app.fetch(request),
      base: 'http://consent.local/ak',
      headers: { authorization: `Bearer ${KEY}` },
    }).getFramework({}),
  )

async function run(...args: string[]) {
  vi.stubGlobal('fetch', async (input: Request | string, options?: RequestInit) => {
    const request = new Request(input, options)
    if (request.url === LIST_URL) return published
    if (request.url === TEXTS_URL) return texts
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
  texts = Response.json(GERMAN)
  expect((await run('vendors')).out.trim()).toBe('List 170, 1 vendors.')
  expect((await framework()).purposes[1]?.name).toBe('Speichern')
  expect((await run('framework')).out.trim().split('\n')).toEqual([
    'manager 77, list 170 of 2026-11-26',
    '  4  Vier  with kdm',
  ])
  now = new Date('2026-12-06T11:00:00Z')
  expect((await run('framework')).out).toContain('The list is 10 days old')
})

it.each<[string, () => Response]>([
  ['are not there', () => new Response('', { status: 404 })],
  ['have another format', () => Response.json({ ...GERMAN, purposes: { 1: 'Speichern' } })],
])('shows the list’s own texts, and says so, where those in German %s', async (_what, toTexts) => {
  published = Response.json(toList(170))
  texts = toTexts()
  expect((await run('vendors')).out).toMatch(/List 170, 1 vendors\.\n.*in English.*--texts FILE/)
  expect((await framework()).purposes[1]?.name).toBe('Store')
})

it('takes list and German texts from files, and refuses texts that are none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-consent-'))
  const file = join(folder, 'vendor-list.json')
  const german = join(folder, 'purposes-de.json')
  writeFileSync(file, JSON.stringify(toList(170)))
  writeFileSync(german, JSON.stringify(GERMAN))
  expect((await run('vendors', '--file', file, '--texts', german)).out.trim()).toBe('List 170, 1 vendors.')
  expect((await framework()).purposes[1]?.name).toBe('Speichern')
  const { code, out, err } = await run('vendors', '--file', file, '--texts', file.replace('vendor', 'other'))
  expect([code === 0, `${out}${err}`]).toEqual([false, expect.stringContaining('other-list.json')])
  writeFileSync(german, '{}')
  expect((await run('vendors', '--file', file, '--texts', german)).err).toContain('has no texts of purposes')
  rmSync(folder, { recursive: true })
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

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import { IMPORTS } from '@lokalteil/contracts/imports'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import type { PublicationDirectory } from '@lokalteil/contracts/publication/directory'
import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContentService, type ContentService } from '../content/app.ts'
import { SEED } from '../content/content.testing.ts'
import { openDatabase, type Database } from '../platform/database.ts'
import { listRejects } from './delivery/rejects.ts'
import { createImportService, type ImportService } from './import-service.ts'

const KEY = 'i'.repeat(40)
const START = new Date('2026-11-23T12:00:00Z')
const MINUTE = 60_000

let server: Server
let host: string
/** The feed's answer, and the headers of the last request. */
let answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void
let asked: IncomingHttpHeaders[]
let drop: () => Promise<void>
let databases: Database[]
let content: ContentService
let clock = START
let dataDir: string
/** The directory in IMPORT_DIRS. */
let allowedDir: string
const services: ImportService[] = []
let errors: unknown[]

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers)
    answer(response, request.headers)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const postgres = await createTestDatabase()
  drop = postgres.drop
  databases = [await openDatabase({ url: postgres.url }), await openDatabase({ url: postgres.url })]
  content = await createContentService({ database: databases[0]!, serviceKey: KEY, now: () => clock })
  clock = START
  await content.saveContent(SEED)
})
beforeEach(() => {
  clock = START
  asked = []
  errors = []
  dataDir = mkdtempSync(join(tmpdir(), 'sources-'))
  allowedDir = mkdtempSync(join(tmpdir(), 'allowed-'))
  answer = (response) => response.end(rss(item(1)))
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  await databases[0]!.db.deleteFrom('jobs.jobs').execute()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await content.close()
  for (const database of databases) await database.close()
  await drop()
})

const item = (number: number, more = '', text = 'Die Feuerwehr löschte den Brand.') =>
  `<item><guid>urn:wp:${number}</guid><title>Meldung ${number}</title><link>https://www.example.org/${number}</link><pubDate>Mon, 23 Nov 2026 10:00:00 +0100</pubDate>${more}<description>${text}</description></item>`
const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feuerwehr</title><link>https://www.example.org</link>${items.join('')}</channel></rss>`

/** A directory of publications that a test can change, as `apply` does. */
function openDirectory(sources: object[]) {
  const listeners = new Set<(codes: readonly string[]) => void>()
  const toFolder = (list: object[]) =>
    PublicationFolder.parse({
      identity: {
        code: 'ak',
        name: 'Auenkurier',
        region: 'Auenburg',
        publisher: { company: 'Verlag', street: 'Am Markt 1', postcode: '01234', town: 'Auenburg', email: 'a@b.de' },
      },
      taxonomy: { sections: [{ path: 'lokales', name: 'Lokales' }] },
      sources: { sources: list },
    })
  let folder = toFolder(sources)
  const inForce = () => ({ folder, position: 0, version: 1 })
  const directory: PublicationDirectory = {
    list: () => [inForce()],
    find: (code) => (code === 'ak' ? inForce() : null),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    directory,
    set: (list: object[]) => {
      folder = toFolder(list)
      for (const listener of listeners) listener(['ak'])
    },
  }
}

async function open(sources: object[], which = 0): Promise<ImportService & { set: (list: object[]) => void }> {
  const { directory, set } = openDirectory(sources)
  const fetch = (request: Request) => content.app.fetch(request)
  const base = 'http://content.local/ak'
  const service = await createImportService({
    database: databases[which]!,
    directory,
    serviceKey: KEY,
    clientsOf: () => ({
      content: createTestClient(CONTENT, { fetch, base }),
      internal: createTestClient(CONTENT_INTERNAL, { fetch, base, headers: { authorization: `Bearer ${KEY}` } }),
    }),
    dataDir,
    keepPicture: async () => {},
    internalHosts: new Set([host]),
    importDirs: [allowedDir],
    fetchPicture: async () => ({ kind: 'failed', reason: 'no pictures here' }),
    now: () => clock,
    random: () => 0,
    onError: (error) => errors.push(error),
  })
  services.push(service)
  await service.jobs.sync()
  return { ...service, set }
}

const feed = (more: object = {}) => ({ id: 'feuerwehr', feed: `http://${host}/feed`, every: '5m', ...more })
const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
const askOffice = (service: ImportService) =>
  createTestClient(IMPORTS, {
    fetch: async (request) => service.app.fetch(request),
    base: 'http://import.local',
    headers: { authorization: `Bearer ${KEY}` },
  })
async function stateOf(service: ImportService) {
  const found = await askOffice(service).listSources({})
  return found.ok ? found.data.sources[0]! : null
}
type Teaser = { documentId: string; title: string; sectionPath: string }
async function listNewest(): Promise<Teaser[]> {
  const found = await content.app.fetch(new Request('http://content.local/ak/v5/newest-articles'))
  return ((await found.json()) as { teasers: Teaser[] }).teasers
}

describe('a feed of a publication', () => {
  it('is polled politely by itself, and corrects changed articles', async () => {
    answer = (response, headers) =>
      headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"1"', 'last-modified': 'Mon, 23 Nov 2026 11:00:00 GMT' }).end(rss(item(1)))
    const service = await open([feed()])
    expect(await stateOf(service)).toMatchObject({ state: 'new', lastRun: null, nextRun: START.toISOString() })
    expect(await service.jobs.runDue()).toBe(1)
    expect((await listNewest()).some(({ title }) => title === 'Meldung 1')).toBe(true)
    expect(await stateOf(service)).toMatchObject({
      state: 'fine',
      lastAnswer: '200',
      last: { created: 1 },
      nextRun: new Date(START.getTime() + 5 * MINUTE).toISOString(),
    })

    later(5 * MINUTE - 1)
    expect(await service.jobs.runDue()).toBe(0)
    later(1)
    await service.jobs.runDue()
    expect(asked.map((headers) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
      [undefined, undefined],
      ['"1"', 'Mon, 23 Nov 2026 11:00:00 GMT'],
    ])
    expect(await stateOf(service)).toMatchObject({ lastAnswer: '304', last: { created: 1 }, total: { created: 1 } })

    later(5 * MINUTE)
    answer = (response) => response.end(rss(item(1, '', 'Der Brand ist gelöscht, niemand wurde verletzt.'), item(2)))
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({
      last: { created: 1, updated: 1 },
      total: { created: 2, updated: 1 },
    })
    // Without ETag the same body still causes no import.
    later(5 * MINUTE)
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ lastAnswer: '200', total: { created: 2, updated: 1, unchanged: 0 } })
    expect(errors).toEqual([])
  })

  it('imports its articles with the settings of sources.yaml', async () => {
    const service = await open([
      feed({
        paid: true,
        section: 'lokales',
        author: 'Anna Muster',
        source: 'Feuerwehr Tannau',
        rights: '© Feuerwehr & Co',
      }),
    ])
    answer = (response) => response.end(rss(item(3, '<category>Einsatz</category>')))
    await service.jobs.runDue()
    const found = (await listNewest()).find(({ title }) => title === 'Meldung 3')
    expect(found).toMatchObject({
      sectionPath: 'lokales',
      contentRestriction: 'paid',
      authors: [{ prename: 'Anna', surname: 'Muster' }],
    })
  })

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['an error', (response) => response.writeHead(500).end(), 'the address answered 500'],
    ['a page', (response) => response.end('<!doctype html><html></html>'), 'a web page'],
    [
      'a bomb of entities',
      (response) => response.end('<!DOCTYPE r [<!ENTITY a "b">]><rss><channel><item>&a;</item></channel></rss>'),
      'DTD not allowed',
    ],
    ['too much', (response) => response.end(Buffer.alloc(6_000_000, 32)), 'larger than 5 MB'],
    [
      'the way into the cloud',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'not a public address',
    ],
  ])('that answers with %s fails, is polled less often, and recovers', async (_case, bad, reason) => {
    answer = bad
    const service = await open([feed()])
    const pauses: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await service.jobs.runDue()
      const { nextRun } = (await stateOf(service))!
      pauses.push((Date.parse(nextRun!) - clock.getTime()) / MINUTE)
      clock = new Date(nextRun!)
    }
    expect(pauses).toEqual([10, 20, 40])
    expect(await stateOf(service)).toMatchObject({
      state: 'failing',
      failures: 3,
      lastFailure: { reason: expect.stringContaining(reason) },
    })
    expect([await listRejects(join(dataDir, 'import')), existsSync(join(dataDir, 'import'))]).toEqual([[], false])
    answer = (response) => response.end(rss(item(1)))
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ state: 'fine', failures: 0 })
  })

  it.each([
    () => 'http://127.0.0.1:9/feed',
    () => `http://localhost:${host.split(':')[1]!}/feed`,
    () => 'http://[::1]:9/feed',
  ])('is not requested inside the own network unless its host is on the allow-list (%#)', async (toAddress) => {
    const service = await open([feed({ feed: toAddress() })])
    await service.jobs.runDue()
    expect([await stateOf(service), asked]).toEqual([
      expect.objectContaining({
        state: 'failing',
        // The operator reads which variable allows it.
        lastFailure: expect.objectContaining({ reason: expect.stringMatching(/not a public address.*IMPORT_HOSTS/) }),
      }),
      [],
    ])
  })

  it('is polled again when it asks to, and no more when it is gone, until the folder changes', async () => {
    answer = (response) => response.writeHead(429, { 'retry-after': '7200' }).end()
    const service = await open([feed()])
    await service.jobs.runDue()
    expect(Date.parse((await stateOf(service))!.nextRun!) - clock.getTime()).toBe(120 * MINUTE)
    later(120 * MINUTE)
    answer = (response) => response.writeHead(410).end()
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ state: 'over', nextRun: null, lastAnswer: '410' })
    later(1e9)
    expect([await service.jobs.runDue(), asked.length]).toEqual([0, 2])

    answer = (response) => response.end(rss(item(1)))
    service.set([feed({ feed: `http://${host}/new` })])
    await service.jobs.sync()
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ state: 'fine', place: `http://${host}/new` })
    expect(errors).toEqual([])
  })

  it('reports the encoding used, if it is not the declared one', async () => {
    const text = rss(item(1, '', 'Größe zählt')).replace('?>', ' encoding="iso-8859-1"?>')
    answer = (response) => response.end(text)
    const service = await open([feed()])
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ state: 'fine', note: 'read as UTF-8, although it says iso-8859-1' })
    answer = (response) => response.end(rss(item(2)))
    later(5 * MINUTE)
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ state: 'fine', note: '' })
  })

  it('is read at once after a change or on request, and its job is removed with it', async () => {
    const service = await open([feed({ every: '24h' })])
    await service.jobs.runDue()
    later(MINUTE)
    service.set([feed({ every: '1h' })])
    await service.jobs.sync()
    expect(await service.jobs.runDue()).toBe(1)
    const office = askOffice(service)
    expect(await office.pollSource({ params: { publication: 'ak', id: 'feuerwehr' } })).toMatchObject({ ok: true })
    expect([await service.jobs.runDue(), asked.length]).toEqual([1, 3])
    expect(await office.pollSource({ params: { publication: 'ak', id: 'other' } })).toMatchObject({ status: 404 })
    service.set([])
    await service.jobs.sync()
    later(1e9)
    expect([await service.jobs.runDue(), await stateOf(service)]).toEqual([0, undefined])
  })

  it('its old answer is read again when sources.yaml changes its settings or address', async () => {
    answer = (response, headers) =>
      headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"1"' }).end(rss(item(1)))
    const service = await open([feed()])
    for (const source of [feed(), feed({ section: 'sport' }), feed({ section: 'sport', feed: `http://${host}/new` })]) {
      service.set([source])
      await service.jobs.sync()
      later(5 * MINUTE)
      await service.jobs.runDue()
    }
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined, undefined])
    later(5 * MINUTE)
    await service.jobs.runDue()
    expect(asked.at(-1)!['if-none-match']).toBe('"1"')
  })

  it('is read by one of several processes', async () => {
    const sources = [1, 2, 3, 4, 5, 6].map((number) => feed({ id: `f${number}`, feed: `http://${host}/${number}` }))
    const [first, second] = [await open(sources), await open(sources, 1)]
    const done = await Promise.all([
      first.jobs.runDue(),
      second.jobs.runDue(),
      first.jobs.runDue(),
      second.jobs.runDue(),
    ])
    expect([done.reduce((sum, count) => sum + count), asked.length]).toEqual([6, 6])
  })

  it('is read again by another process when one dies in the middle, and nothing is imported twice', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    answer = (response) => void held.then(() => response.end(rss(item(7))))
    const [dying, living] = [await open([feed()]), await open([feed()], 1)]
    const run = dying.jobs.runDue()
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    answer = (response) => response.end(rss(item(7)))
    later(2 * MINUTE - 1)
    expect(await living.jobs.runDue()).toBe(0)
    later(1)
    expect(await living.jobs.runDue()).toBe(1)
    release()
    await run
    expect(await stateOf(living)).toMatchObject({ state: 'fine', total: { created: 1 } })
    expect((await listNewest()).filter(({ title }) => title === 'Meldung 7')).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

it('brings documents to the desk instead of readers, if the source says so', async () => {
  answer = (response) => response.end(rss(item(41)))
  const service = await open([feed({ arrive: 'desk' })])
  await service.jobs.runDue()
  expect((await listNewest()).filter(({ title }) => title === 'Meldung 41')).toEqual([])
  const records = createTestClient(RECORDS, {
    fetch: async (request) => content.app.fetch(request),
    base: 'http://content.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(await records.listProposals({ query: {} })).toMatchObject({
    ok: true,
    data: { proposals: [{ kind: 'new', draft: { title: 'Meldung 41' } }] },
  })
})

it('proposes later versions to the desk instead of showing them, if the source says so', async () => {
  const dated = (text: string, day: number) => item(42, '', text).replace('23 Nov', `${day} Nov`)
  answer = (response) => response.end(rss(dated('Die Feuerwehr löschte den Brand.', 23)))
  const service = await open([feed({ update: 'propose' })])
  await service.jobs.runDue()
  const shown = (await listNewest()).find(({ title }) => title === 'Meldung 42')
  expect(shown).toBeDefined()
  answer = (response) =>
    response.end(rss(dated('Die Feuerwehr sucht die Ursache.', 24).replace('Meldung 42', 'Meldung 42 neu')))
  later(5 * MINUTE)
  await service.jobs.runDue()
  expect((await listNewest()).filter(({ title }) => title.startsWith('Meldung 42'))).toEqual([shown])
  const records = createTestClient(RECORDS, {
    fetch: async (request) => content.app.fetch(request),
    base: 'http://content.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
  })
  const found = await records.listProposals({ query: { article: shown!.documentId } })
  expect(found).toMatchObject({
    ok: true,
    data: { proposals: [{ kind: 'update', draft: { title: 'Meldung 42 neu' } }] },
  })
})

it('stops at once in the middle of a feed, and another process imports all of it', async () => {
  const [ending, next] = [await open([feed()]), await open([feed()], 1)]
  answer = () => {}
  const run = ending.jobs.runDue()
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const began = performance.now()
  await ending.close()
  await run
  expect(performance.now() - began).toBeLessThan(10_000)
  answer = (response) => response.end(rss(item(31), item(32)))
  expect(await next.jobs.runDue()).toBe(1)
  expect(await stateOf(next)).toMatchObject({ state: 'fine', failures: 0, total: { created: 2 } })
})

describe('a folder of a publication', () => {
  const folder = (more: object = {}) => ({ id: 'agentur', folder: join(allowedDir, 'in'), every: '10s', ...more })

  it('is emptied as documents arrive, and reports refused ones', async () => {
    mkdirSync(join(allowedDir, 'in'))
    const service = await open([folder({ source: 'Agentur' })])
    await service.jobs.runDue()
    expect(await stateOf(service)).toMatchObject({ state: 'fine', kind: 'folder', lastAnswer: '0 files' })
    writeFileSync(join(allowedDir, 'in', 'feed.xml'), rss(item(21)))
    writeFileSync(join(allowedDir, 'in', 'broken.xml'), '<rss><channel>')
    later(10_000)
    await service.jobs.runDue()
    // Seen once; the next look is soon and not ten seconds later.
    expect((await listNewest()).some(({ title }) => title === 'Meldung 21')).toBe(false)
    later(2000)
    await service.jobs.runDue()
    expect((await listNewest()).some(({ title }) => title === 'Meldung 21')).toBe(true)
    expect(await stateOf(service)).toMatchObject({
      lastAnswer: '2 files',
      last: { created: 1, refused: 1 },
      rejected: 1,
    })
    expect(readdirSync(join(allowedDir, 'in')).toSorted()).toEqual(['done', 'rejected'])
    expect(readFileSync(join(allowedDir, 'in/rejected/broken.xml.txt'), 'utf8')).toContain('refused')
    expect(existsSync(join(dataDir, 'import'))).toBe(false)
  })

  it('reports the encoding of its latest files', async () => {
    mkdirSync(join(allowedDir, 'in'))
    const service = await open([folder()])
    const text = rss(item(23, '', 'Größe zählt')).replace('?>', ' encoding="iso-8859-1"?>')
    const look = async (write = () => {}) => {
      write()
      for (const _turn of [1, 2]) {
        await service.jobs.runDue()
        later(10_000)
      }
      return (await stateOf(service))?.note
    }
    const note = 'a.xml: read as UTF-8, although it says iso-8859-1'
    expect(await look(() => writeFileSync(join(allowedDir, 'in', 'a.xml'), text))).toBe(note)
    expect(await look()).toBe(note)
    expect(await look(() => writeFileSync(join(allowedDir, 'in', 'b.xml'), rss(item(24))))).toBe('')
  })

  it.each([
    ['outside', () => dataDir],
    ['a way out', () => join(allowedDir, '../..')],
    ['a link that leads out', () => join(allowedDir, 'link')],
    ['nothing', () => join(allowedDir, 'nothing')],
    ['a name that begins alike', () => `${allowedDir}-more`],
  ])('is not read if it is %s', async (_case, toPath) => {
    symlinkSync(dataDir, join(allowedDir, 'link'))
    mkdirSync(`${allowedDir}-more`)
    writeFileSync(join(dataDir, 'feed.xml'), rss(item(22)))
    const service = await open([folder({ folder: toPath() })])
    for (const _turn of [1, 2]) {
      await service.jobs.runDue()
      later(60_000)
    }
    expect(await stateOf(service)).toMatchObject({
      state: 'failing',
      lastFailure: { reason: expect.stringContaining('IMPORT_DIRS') },
    })
    expect(readdirSync(dataDir)).toEqual(['feed.xml'])
  })
})

describe('the office', () => {
  it('needs its key', async () => {
    const service = await open([])
    expect((await service.app.request('/sources')).status).toBe(401)
    expect((await service.app.request('/kept')).status).toBe(401)
  })

  it('lists kept documents and retries them with the settings of sources.yaml', async () => {
    const service = await open([feed({ rights: '© Feuerwehr' })])
    const titleless = item(9).replace('Meldung 9', '')
    answer = (response) => response.end(rss(titleless, item(8)))
    await service.jobs.runDue()
    const office = askOffice(service)
    const kept = await office.listKept({ query: { publication: 'ak' } })
    expect(kept.ok && kept.data).toMatchObject({
      kept: { refused: 0, putAside: 1 },
      documents: [{ outcome: 'put-aside', reason: 'it has no headline', sourceId: 'urn:wp:9', source: 'feuerwehr' }],
    })
    expect(await office.listKept({ query: { publication: 'fb' } })).toMatchObject({ data: { documents: [] } })
    const { id } = (kept.ok ? kept.data.documents : [])[0]!
    const retry = () => office.retryKept({ body: { ids: [id, '0'.repeat(16)] } })
    expect(await retry()).toMatchObject({
      data: { results: [{ id, outcome: 'put-aside', reason: 'it has no headline' }, { outcome: 'unknown' }] },
    })
    const [reject] = await listRejects(join(dataDir, 'import'))
    writeFileSync(
      reject!.file,
      readFileSync(reject!.file, 'utf8').replace('<title></title>', '<title>Nachgereicht</title>'),
    )
    expect(await retry()).toMatchObject({ data: { results: [{ id, outcome: 'in' }, { outcome: 'unknown' }] } })
    const found = (await listNewest()).find(({ title }) => title === 'Nachgereicht')
    const article = await content.app.fetch(new Request(`http://content.local/ak/v5/articles/${found?.documentId}`))
    expect(await article.text()).toContain('© Feuerwehr')
    expect(await office.listKept({})).toMatchObject({ data: { documents: [] } })
  })
})

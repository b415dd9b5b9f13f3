/** From `sources.yaml` to a page, through a whole portal and only over HTTP. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const PUBLICATIONS_KEY = 'the-key-of-the-publications'
const INGEST_KEY = 'the-key-of-the-agency'
const FOLDER = '/__services/publications/publications/ak'

let feed: Server
let portal: TestPortal
let body: string
beforeAll(async () => {
  feed = createServer((_request, response) => void response.end(body))
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  portal = await openTestPortal({
    seed: SEED,
    env: {
      PUBLICATIONS_SERVICE_KEY: PUBLICATIONS_KEY,
      INGEST_KEY,
      IMPORT_HOSTS: `127.0.0.1:${(feed.address() as AddressInfo).port}`,
    },
  })
})
afterAll(async () => {
  await portal.close()
  feed.close()
})

const rss = (text: string) =>
  `<rss version="2.0"><channel><title>Feuerwehr Tannau</title><item><guid>urn:wp:77</guid><title>Brand in der Altstadt</title><link>https://www.feuerwehr.example/77</link><pubDate>Sat, 21 Nov 2026 10:00:00 +0100</pubDate><description>${text}</description></item></channel></rss>`

async function ask<T>(path: string, key: string, method = 'GET', content?: object): Promise<T> {
  const answer = await portal.get(path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  })
  expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, ''])
  return (await answer.json()) as T
}

async function apply(sources: object[]): Promise<void> {
  const { folder } = await ask<{ folder: object }>(FOLDER, PUBLICATIONS_KEY)
  await ask(FOLDER, PUBLICATIONS_KEY, 'PUT', { folder: { ...folder, sources: { sources } }, prefer: 'folder' })
}

type Sources = { sources: { state: string; total: { created: number; updated: number } }[] }
const listSources = () => ask<Sources>('/__services/import/sources', INGEST_KEY)

/** The portal's clock stands still, so the job runs on request. */
async function waitFor(isDone: (found: Sources) => boolean): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
    if (isDone(await listSources())) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(await listSources()).toBe('done')
}

it('reads a feed once a folder names it, corrects changed articles, and stops when its line is removed', async () => {
  expect(await listSources()).toMatchObject({ sources: [] })
  body = rss('Die Feuerwehr löschte den Brand.')
  const { port } = feed.address() as AddressInfo
  await apply([{ id: 'feuerwehr', feed: `http://127.0.0.1:${port}/feed`, every: '1m', section: 'lokales' }])
  await waitFor(({ sources: [source] }) => source?.state === 'fine')
  const listed = await (await portal.get('/rss')).text()
  const [, address = ''] = /<link>[^<]*?(\/brand-in-der-altstadt-\d+)<\/link>/.exec(listed) ?? []
  expect(await portal.html(address)).toContain('Die Feuerwehr löschte den Brand.')

  body = rss('Der Brand ist gelöscht, niemand wurde verletzt.')
  await ask('/__services/import/sources/ak/feuerwehr/poll', INGEST_KEY, 'POST')
  await waitFor(({ sources: [source] }) => source?.total.updated === 1)
  expect(await portal.html(address)).toContain('niemand wurde verletzt')

  await apply([])
  await waitFor(({ sources }) => sources.length === 0)
  expect((await portal.get(address)).status).toBe(200)
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Teaser } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWebSub } from './websub.ts'

const ORIGINS: Record<PublicationCode, string> = {
  ak: 'https://ak.example',
  fb: 'https://fb.example',
  ht: 'https://ht.example',
  la: 'https://la.example',
}
/** All are carried by `ak`, the second one also by `fb`. */
const TEASERS: Record<string, Partial<Teaser>> = {
  1: {
    sectionPath: 'sport/fussball',
    regionIds: ['auenburg'],
    authors: [{ id: '12' }] as Teaser['authors'],
    isSoldContent: false,
  },
  2: { sectionPath: 'sport', regionIds: [], authors: [], isSoldContent: false },
  3: { sectionPath: 'shopping', regionIds: [], authors: [], isSoldContent: true },
}

let server: Server
let hub: string
let heard: { mode: string | null; feeds: string[] }[]
let refusals: number
let logged: string[]

beforeEach(async () => {
  ;[heard, refusals, logged] = [[], 0, []]
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      heard.push({ mode: form.get('hub.mode'), feeds: form.getAll('hub.url') })
      response.writeHead(refusals-- > 0 ? 503 : 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function open() {
  return createWebSub({
    hub,
    fetch: (request) => fetch(request),
    originOf: (publication) => ORIGINS[publication]!,
    contentOf: (publication) => ({
      listTeasers: (async ({ query }: { query: { ids: string } }) => {
        const ids = query.ids.split(',').filter((id) => publication === 'ak' || (publication === 'fb' && id === '2'))
        return { ok: true, status: 200, data: { teasers: ids.flatMap((id) => TEASERS[id] ?? []) } }
      }) as never,
    }),
    log: (_level, event) => void logged.push(event),
    waits: { together: 30, again: 30 },
  })
}

it('notifies the hub once about the feeds of all changes in a moment', async () => {
  const websub = open()
  websub.changed(['1'])
  websub.changed(['2', '1', '3', '404'])
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]!.mode).toBe('publish')
  const ofAk = ['', '/sport', '/sport/fussball', '/region/auenburg', '/autor/12'].flatMap((tail) => [
    `https://ak.example/rss${tail}`,
    `https://ak.example/atom${tail}`,
    tail === '' ? 'https://ak.example/feed.json' : `https://ak.example/feed${tail}.json`,
  ])
  const ofFb = ['/rss', '/atom', '/feed.json', '/rss/sport', '/atom/sport', '/feed/sport.json'].map(
    (path) => `https://fb.example${path}`,
  )
  expect(heard[0]!.feeds.toSorted()).toEqual([...ofAk, ...ofFb].toSorted())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heard).toHaveLength(1)
  websub.changed(['2'])
  await expect.poll(() => heard.length).toBe(2)
  await websub.close()
})

it('retries a refusing hub once, then waits for the next change', async () => {
  refusals = 5
  const websub = open()
  websub.changed(['2'])
  await expect.poll(() => heard.length).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([heard.length, logged]).toEqual([2, ['websub-refused', 'websub-refused']])
  refusals = 0
  websub.changed(['2'])
  await expect.poll(() => heard.length).toBe(3)
  await websub.close()
})

it('sends nothing for texts that are in no feed', async () => {
  const websub = open()
  websub.changed(['3', '404'])
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(heard).toEqual([])
  await websub.close()
})

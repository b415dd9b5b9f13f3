import { request, type IncomingMessage } from 'node:http'
import { NOW, SEED } from '@lokalteil/services/content/content.testing'
import { applyLiveChange, toRevision, type LiveChange } from '@lokalteil/domain/reading/live-changes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'agency-key-of-at-least-sixteen'
const SECRET = 'Die Zeugin widerspricht dem Minister'
type Item = { type: string; id?: string; headline?: string; isPinned?: boolean }
type Event = { event: string; data: LiveChange<Item> }

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    now: NOW,
    env: { INGEST_KEY: KEY, TRUST_PROXY: '127.0.0.1', LIVE_CONNECTIONS: '230' },
  })
})
afterAll(() => portal.close())

let state = 0
const report = (id: string, headlines: readonly string[], more: object = {}) => ({
  format: 'liveblog@1',
  id,
  title: `Bericht ${id}`,
  teaser: 'Was gerade geschieht.',
  section: 'Sport',
  published: new Date(NOW.getTime() - 3_600_000).toISOString(),
  updated: new Date(NOW.getTime() + ++state * 1000).toISOString(),
  entries: headlines.map((headline, index) => ({
    id: index + 1,
    time: new Date(NOW.getTime() - 3_000_000 + index * 60_000).toISOString(),
    headline,
    html: `<p>${headline} im Einzelnen.</p>`,
  })),
  ...more,
})

async function deliver(document: object, publication = 'ak'): Promise<string> {
  const response = await portal.get(`/api/ingest/documents?publication=${publication}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  const answer = (await response.json()) as { results: { id: string | null; outcome: string; reason: string }[] }
  expect(answer.results[0]?.outcome).toMatch(/^(?:created|updated|removed)$/)
  return answer.results[0]!.id!
}

type Stream = {
  status: number
  headers: IncomingMessage['headers']
  next: () => Promise<Event>
  text: () => string
  isOver: () => boolean
  close: () => void
}

function follow(id: string, { query = '', publication = 'ak', from = '192.0.2.1' } = {}): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: portal.port,
        path: `/api/live/${id}${query}`,
        headers: { host: `${publication}.localhost:${portal.port}`, 'x-forwarded-for': from },
        agent: false,
      },
      (response) => {
        let [text, taken, isOver] = ['', 0, false]
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('close', () => (isOver = true))
        const list = () =>
          text
            .split('\n\n')
            .slice(0, -1)
            .flatMap((block) => {
              const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
              return event === undefined ? [] : [{ event, data: JSON.parse(data!) as Event['data'] }]
            })
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          async next() {
            await expect.poll(() => list().length, { timeout: 5000 }).toBeGreaterThan(taken)
            return list()[taken++]!
          },
          text: () => text,
          isOver: () => isOver,
          close: () => call.destroy(),
        })
      },
    )
    call.on('error', reject)
    call.end()
  })
}

describe('a live report', () => {
  it('is sent whole to a new reader, then only changes, and ends when it is withdrawn', async () => {
    const id = await deliver(report('tor', ['Anpfiff']))
    const stream = await follow(id)
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ])
    const first = await stream.next()
    expect(first.data.items).toMatchObject([{ type: 'liveEntry', id: 'eintrag-1', headline: 'Anpfiff' }])

    await deliver(report('tor', ['Anpfiff', 'Tor für Hafenrode']))
    const second = await stream.next()
    expect(second.data.items).toMatchObject([{ id: 'eintrag-2', headline: 'Tor für Hafenrode' }, 'eintrag-1'])
    const items = applyLiveChange(first.data.items as Item[], second.data.items!)
    expect(toRevision(items!)).toBe(second.data.revision)

    await deliver(report('tor', [], { status: 'canceled', entries: [] }))
    expect((await stream.next()).event).toBe('gone')
    await expect.poll(stream.isOver).toBe(true)
    expect((await follow(id)).status).toBe(204)
  })

  it('is equal to its page, so that nothing is sent to a reader of the current page', async () => {
    const id = await deliver(report('wahl', ['Erste Zahlen', 'Zweite Zahlen']))
    const answer = await portal.get(`/__proxy_content_api/v5/articles/${id}`)
    const { contentItems } = (await answer.json()) as { contentItems: unknown[] }
    const stream = await follow(id, { query: `?revision=${toRevision(contentItems)}` })
    await expect.poll(stream.text).toBe(':\n\n')
    await deliver(report('wahl', ['Erste Zahlen', 'Zweite Zahlen', 'Ergebnis']))
    expect((await stream.next()).data.items).toMatchObject([{ headline: 'Ergebnis' }, 'eintrag-2', 'eintrag-1'])
    stream.close()
  })

  it('is available by polling as well: whole, unchanged, gone', async () => {
    const id = await deliver(report('asked', ['Beginn']))
    const whole = await portal.get(`/api/live/${id}/entries`)
    const { revision, items } = (await whole.json()) as LiveChange<Item>
    expect([whole.status, whole.headers.get('cache-control'), items]).toMatchObject([
      200,
      'public, max-age=2',
      [{ headline: 'Beginn' }],
    ])
    const same = await portal.get(`/api/live/${id}/entries?revision=${revision}`)
    const tagged = await portal.get(`/api/live/${id}/entries`, {
      headers: { 'if-none-match': whole.headers.get('etag')! },
    })
    const missing = await portal.get('/api/live/99999999/entries')
    const wrong = await portal.get(`/api/live/${id}/entries`, { method: 'POST' })
    expect([same.status, tagged.status, missing.status, wrong.status]).toEqual([204, 304, 404, 405])
  })

  it('of a paid article reports only that it changed, without a word of it', async () => {
    const id = await deliver(report('prozess', ['Beginn', 'Aussage'], { paid: true }))
    const stream = await follow(id)
    expect((await stream.next()).data.items).toBeNull()
    await deliver(report('prozess', ['Beginn', 'Aussage', SECRET], { paid: true }))
    const { data } = await stream.next()
    expect(data.items).toBeNull()
    const asked = await portal.get(`/api/live/${id}/entries`)
    expect(await asked.json()).toEqual({ revision: data.revision, items: null })
    expect(stream.text()).not.toContain(SECRET)
    stream.close()
  })

  it('that becomes paid sends no more text', async () => {
    const id = await deliver(report('spaeter', ['Beginn']))
    const stream = await follow(id)
    await stream.next()
    await deliver(report('spaeter', ['Beginn', SECRET], { paid: true }))
    expect((await stream.next()).data.items).toBeNull()
    expect(stream.text()).not.toContain(SECRET)
    stream.close()
  })

  it('has no stream if nothing is live, and none in another publication', async () => {
    const own = await deliver(report('nur-ak', ['Beginn']))
    const other = await follow(own, { publication: 'la' })
    expect([other.status, (await follow('1')).status]).toEqual([204, 204])
  })

  it('limits its followers, for one network and for all; refused readers poll', async () => {
    const id = await deliver(report('voll', ['Beginn']))
    const streams = await Promise.all(Array.from({ length: 201 }, () => follow(id, { from: '198.51.100.7' })))
    expect(streams.filter(({ status }) => status === 503)).toHaveLength(1)
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, index) => follow(id, { from: `203.0.113.${index}` })),
    )
    expect(others.filter(({ status }) => status === 200)).toHaveLength(30)
    expect((await portal.get(`/api/live/${id}/entries`)).status).toBe(200)
    for (const stream of [...streams, ...others]) stream.close()
    await expect.poll(async () => (await follow(id, { from: '198.51.100.7' })).status).toBe(200)
  })

  it('shows its entries in the page itself, pinned ones on top', async () => {
    const headlines = ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf']
    const document = report('seite', headlines)
    document.entries.forEach((entry, index) => Object.assign(entry, { important: index > 2, pinned: index === 0 }))
    const id = await deliver(document)
    const html = await portal.html(`/${id}`)
    const path =
      /href="([^"]*bericht-seite-\d+)"/.exec(html)?.[1] ?? (await portal.get(`/${id}`)).headers.get('location')!
    const page = await portal.html(new URL(path, 'http://x').pathname)
    expect([...page.matchAll(/id="(eintrag-\d)"/g)].map(([, found]) => found)).toEqual(
      ['1', '5', '4', '3', '2'].map((number) => `eintrag-${number}`),
    )
    expect(page).toContain('<a href="#eintrag-5">Fünf</a>')
    expect(page).toMatch(/"@type":"LiveBlogPosting"/)
  })
})

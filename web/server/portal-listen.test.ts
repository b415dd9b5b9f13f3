/**
 * Recordings of articles, and captions, through a whole portal: delivered by a publisher's programs, served to entitled
 * readers only.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL, type ContentItem } from '@lokalteil/contracts/content'
import { EPISODES, episodeFile } from '@lokalteil/demo/media/episodes'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { incoming, SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const CONTENT_KEY = 'a-content-key-for-sound'
const INGEST_KEY = 'the-key-of-the-programs'
/** Any sound will do; its content does not matter. */
const SOUND = readFileSync(episodeFile(EPISODES[0]!))
const CAPTIONS = Buffer.from('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nNur für Abonnenten.\n')

let portal: TestPortal
let base: string
beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    env: { DEMO: '1', CONTENT_SERVICE_KEY: CONTENT_KEY, INGEST_KEY },
  })
  base = `http://127.0.0.1:${portal.port}`
}, 240_000)
afterAll(() => portal.close())

const pathOf = (bytes: Buffer, extension: string) => {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return `import/${name.slice(0, 2)}/${name}.${extension}`
}
const put = (path: string, bytes: Buffer, key = INGEST_KEY) =>
  fetch(`${base}/__services/pictures/originals/${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array(bytes),
  })
const ingest = (
  sourceId: string,
  contentRestriction: 'free' | 'paid',
  more: Partial<Parameters<typeof incoming>[1]> = {},
  version = 1,
) =>
  createTestClient(CONTENT_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `${base}/__services/content/ak`,
    headers: { authorization: `Bearer ${CONTENT_KEY}` },
  })
    .ingest({
      body: {
        documents: [
          incoming(sourceId, {
            version,
            contentRestriction,
            contentItems: [
              { type: 'paragraph', html: 'Vorspann.' },
              { type: 'paragraph', html: 'Was nur zahlende Leser lesen.' },
            ],
            ...more,
          }),
        ],
      },
    })
    .then((found) => (found.ok ? found.data.results[0]! : null))

async function bodyOf(reader: TestReader, id: string): Promise<ContentItem[]> {
  return ((await (await reader.ask(`/api/articles/${id}/body`)).json()) as { contentItems: ContentItem[] }).contentItems
}
const soundOf = (items: readonly ContentItem[]) =>
  items.flatMap((item) => (item.type === 'audio' && item.reading !== undefined ? [item] : []))[0]

describe('R1-57 the recording of an article', () => {
  const path = pathOf(SOUND, 'mp3')
  const address = `/_media/${path}`
  const audio = { src: address, mimeType: 'audio/mpeg', durationSeconds: 67, kind: 'synthetic' as const }

  it('is stored under the digest of its bytes, requires the key, and other files are refused', async () => {
    expect((await put(path, Buffer.from('ID3'), 'wrong')).status).toBe(401)
    expect((await put(pathOf(SOUND, 'ogg'), SOUND)).status).toBe(422)
    expect((await put(path, SOUND.subarray(1))).status).toBe(422)
    const page = Buffer.from('<script>alert(1)</script>')
    for (const extension of ['mp3', 'vtt', 'jpg']) expect((await put(pathOf(page, extension), page)).status).toBe(422)
    expect((await put(path, SOUND)).status).toBe(204)
    const heard = await portal.get(address, { headers: { range: 'bytes=100-199' } })
    expect([heard.status, heard.headers.get('content-type'), heard.headers.get('content-range')]).toEqual([
      206,
      'audio/mpeg',
      `bytes 100-199/${SOUND.length}`,
    ])
    expect(Buffer.from(await heard.arrayBuffer()).equals(SOUND.subarray(100, 200))).toBe(true)
    for (const [range, status] of [
      ['bytes=-10', 206],
      [`bytes=${SOUND.length}-`, 416],
      ['bytes=5-1', 416],
      ['x', 200],
    ] as const)
      expect([range, (await portal.get(address, { headers: { range } })).status]).toEqual([range, status])
    for (const other of [
      '/_media/',
      '/_media/import/../keys/ingest.key',
      address.replace('.mp3', '.jpg'),
      `${address}/x`,
    ])
      expect([other, (await portal.get(other)).status]).toEqual([other, 404])
  })

  it('of a free article is public: in its data, for machines, without scripts', async () => {
    const { id } = (await ingest('urn:frei', 'free', { audio: { ...audio, src: '/_media/import/ab/frei.mp3' } }))!
    const html = await portal.html(`/${id}`)
    expect(html).toContain('"AudioObject"')
    expect(html).toMatch(/<audio controls="" preload="none" src="\/_media\/import\/ab\/frei\.mp3"/)
  })

  it('of a paid article is served to entitled readers, at a signed address that expires', async () => {
    const { id } = (await ingest('urn:bezahlt', 'paid', { audio }))!
    const plus = new TestReader(portal)
    await plus.login(toDemoEmail('plus'))
    const found = soundOf(await bodyOf(plus, id!))!
    expect([found.reading, found.duration, found.src.split('?')[0]]).toEqual(['synthetic', 67, address])
    const heard = await portal.get(found.src)
    expect([heard.status, heard.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    expect((await portal.get(found.src, { headers: { range: 'bytes=0-1' } })).status).toBe(206)
    const { now } = portal.clock
    portal.clock.now = new Date(now.getTime() + 19 * 3_600_000)
    expect((await portal.get(found.src)).status).toBe(403)
    portal.clock.now = now
  })

  it.each(['anonymous', 'free', 'pur', 'wallet'] as const)('of a paid article is not served to: %s', async (name) => {
    const { id } = (await ingest('urn:bezahlt', 'paid', { audio }, 1))!
    const reader = new TestReader(portal)
    if (name !== 'anonymous') await reader.login(toDemoEmail(name))
    expect(soundOf(await bodyOf(reader, id!))).toBe(undefined)
    const page = await (await reader.ask(`/${id}`)).text()
    expect([page.includes(path), page.includes('AudioObject')]).toEqual([false, false])
    for (const how of [{}, { publication: 'fb' }, { method: 'HEAD' }, { headers: { range: 'bytes=0-9' } }])
      expect([how, (await portal.get(address, how)).status]).toEqual([how, 403])
    expect((await reader.ask(address)).status).toBe(403)
    expect((await portal.get(`${address}?e=9999999999&s=${'0'.repeat(64)}`)).status).toBe(403)
  })

  it('arrives by the ingest door together with the text', async () => {
    const answer = await portal.get('/api/ingest/documents?publication=ak', {
      method: 'POST',
      headers: { authorization: `Bearer ${INGEST_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ressort: 'Lokales',
        title: 'Zum Hören',
        text: 'Ein Satz. '.repeat(40),
        date: '2026-11-21T09:00:00Z',
        audio: { src: address, durationSeconds: 67, kind: 'read' },
      }),
    })
    const { results } = (await answer.json()) as { results: { id: string; outcome: string }[] }
    expect([answer.status, results[0]!.outcome]).toEqual([200, 'created'])
    expect(soundOf(await bodyOf(new TestReader(portal), results[0]!.id))).toMatchObject({
      reading: 'read',
      duration: 67,
    })
  })

  it('of a paid article is in no list, feed or public answer', async () => {
    const { id } = (await ingest('urn:bezahlt', 'paid', { audio }, 1))!
    for (const public_ of [`/__proxy_content_api/v5/articles/${id}`, '/rss', '/feed.json', '/sitemap.xml', '/'])
      expect([public_, (await portal.html(public_)).includes(path.slice(10, 42))]).toEqual([public_, false])
  })
})

describe('R1-60 captions of a film', () => {
  const path = pathOf(CAPTIONS, 'vtt')
  const address = `/_media/${path}`
  const film: ContentItem = {
    type: 'video',
    src: '/assets/demo/media/hochwasser-aue.mp4',
    mimeType: 'video/mp4',
    poster: null,
    caption: 'Film',
    credit: '',
    duration: 10,
    captions: [
      { src: address, language: 'de', label: '' },
      { src: 'https://other.example/x.vtt', language: 'en', label: 'Englisch' },
    ],
  }

  it('are a track of the film, from this site only', async () => {
    expect((await put(path, CAPTIONS)).status).toBe(204)
    const { id } = (await ingest('urn:film', 'free', {
      contentItems: [{ type: 'paragraph', html: 'Ein Film.' }, film],
    }))!
    const html = await portal.html(`/${id}`)
    expect(html).toContain(`<track kind="captions" src="${address}" srcLang="de" label="Deutsch" default=""/>`)
    expect(html).not.toContain('other.example')
    const track = await portal.get(address)
    expect([
      track.headers.get('content-type'),
      track.headers.get('x-content-type-options'),
      await track.text(),
    ]).toEqual(['text/vtt; charset=utf-8', 'nosniff', CAPTIONS.toString()])
  })

  it('of a paid film are signed like it', async () => {
    const { id } = (await ingest(
      'urn:film',
      'paid',
      { contentItems: [{ type: 'paragraph', html: 'Ein Film.' }, film] },
      2,
    ))!
    expect((await portal.get(address)).status).toBe(403)
    const plus = new TestReader(portal)
    await plus.login(toDemoEmail('plus'))
    const [found] = (await bodyOf(plus, id!)).flatMap((item) => (item.type === 'video' ? [item] : []))
    expect((await portal.get(found!.captions![0]!.src)).status).toBe(200)
  })
})

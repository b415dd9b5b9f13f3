/**
 * S7.7-03 over the whole portal: pictures of a paid gallery, requested by an entitled reader, a stranger and a picture
 * service.
 */
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL, type ContentItem } from '@lokalteil/contracts/content'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { incoming, PAID_ID, picture, SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'a-content-key-for-pictures'
const UNSIGNED = '/_ipx/w_320/demo/g.jpg'

let portal: TestPortal
let plus: TestReader

async function openWithPictures(env: Record<string, string> = {}): Promise<TestPortal> {
  const opened = await openTestPortal({ seed: SEED, env: { DEMO: '1', CONTENT_SERVICE_KEY: KEY, ...env } })
  mkdirSync(join(opened.dataDir, 'pictures', 'demo'), { recursive: true })
  for (const name of ['g', 'l1', 'bild-130', 'neu'])
    await sharp({ create: { width: 800, height: 450, channels: 3, background: '#456' } })
      .jpeg()
      .toFile(join(opened.dataDir, 'pictures', 'demo', `${name}.jpg`))
  return opened
}

const WAYS: Parameters<TestPortal['get']>[1][] = [
  {},
  { publication: 'fb' },
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-99' } },
  { headers: { 'user-agent': 'Googlebot/2.1' } },
]

const ingest = (at: TestPortal, version: number, contentRestriction: 'free' | 'paid') =>
  createTestClient(CONTENT_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `http://127.0.0.1:${at.port}/__services/content/ak`,
    headers: { authorization: `Bearer ${KEY}` },
  }).ingest({
    body: {
      documents: [
        incoming('urn:bild', {
          version,
          contentRestriction,
          contentItems: [
            { type: 'paragraph', html: 'Vorspann.' },
            { type: 'image', picture: picture('neu') },
          ],
        }),
      ],
    },
  })

async function galleryOf(
  reader: TestReader,
  id = PAID_ID,
): Promise<Extract<ContentItem, { type: 'gallery' }>['pictures']> {
  const { contentItems } = (await (await reader.ask(`/api/articles/${id}/body`)).json()) as {
    contentItems: ContentItem[]
  }
  return contentItems.flatMap((item) => (item.type === 'gallery' ? item.pictures : []))
}

beforeAll(async () => {
  portal = await openWithPictures()
  plus = new TestReader(portal)
  await plus.login(toDemoEmail('plus'))
}, 240_000)
afterAll(() => portal.close())

describe('R7.7-03 S7.7-03 a picture of a paid gallery', () => {
  it('is refused at its plain address, also for an entitled reader, in every size, publication and method', async () => {
    for (const path of [
      UNSIGNED,
      '/_ipx/w_1536,f_avif/demo/g.jpg',
      '/_ipx/gift/demo/g.jpg',
      `${UNSIGNED}?e=9999999999&s=${'0'.repeat(64)}`,
    ]) {
      for (const how of WAYS) {
        const response = await portal.get(path, how)
        expect([
          path,
          how,
          response.status,
          response.headers.get('cache-control'),
          response.headers.get('etag'),
        ]).toEqual([path, how, 403, 'no-store', null])
      }
    }
    const response = await plus.ask(UNSIGNED)
    expect([response.status, await response.text()]).toEqual([
      403,
      'Diese Datei gehört zu einem Plus-Artikel. Bitte öffnen Sie den Artikel, um sie zu sehen.',
    ])
  })

  it('comes signed with the text, and only the reader’s browser may cache it', async () => {
    const [one] = await galleryOf(plus)
    const response = await portal.get(one!.sources!.fallback)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, max-age=3600',
    ])
    const again = await portal.get(one!.sources!.fallback, {
      headers: { 'if-none-match': response.headers.get('etag')! },
    })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, max-age=3600'])
    // Every address of it in the entitled reader's page is signed.
    const page = await plus.ask(`/${PAID_ID}`)
    const html = (await page.text()).replaceAll('&amp;', '&').replaceAll('\\u0026', '&')
    const addresses = [...html.matchAll(/\/_ipx\/[^" ]*?\/demo\/g\.jpg[^", \\]*/g)].map(([address]) => address)
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of new Set(addresses))
      expect([address, (await portal.get(address)).status]).toEqual([address, 200])
    expect(page.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is refused in another width with the old signature, and after its expiry', async () => {
    const [one] = await galleryOf(plus)
    const { fallback } = one!.sources!
    expect((await portal.get(fallback.replace('w_640', 'w_320'))).status).toBe(403)
    const { now } = portal.clock
    portal.clock.now = new Date(now.getTime() + 19 * 3_600_000)
    const late = await portal.get(fallback)
    expect([late.status, late.headers.get('cache-control'), await late.text()]).toEqual([
      403,
      'no-store',
      'Der Link zu dieser Datei ist abgelaufen. Bitte laden Sie den Artikel neu.',
    ])
    portal.clock.now = now
  })

  it('public pictures stay unsigned: the lead picture of the same article, the gallery of a free one', async () => {
    for (const path of ['/_ipx/w_320/demo/bild-130.jpg', '/_ipx/gift/demo/bild-130.jpg', '/_ipx/w_320/demo/l1.jpg']) {
      const response = await portal.get(path)
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    expect((await galleryOf(plus, '139')).map(({ sources }) => sources)).toEqual([undefined])
  })

  it('is protected from the moment its article turns paid, and public when it turns free', async () => {
    const statuses: number[] = []
    for (const [version, restriction] of [
      [1, 'free'],
      [2, 'paid'],
      [3, 'free'],
      [4, 'paid'],
    ] as const) {
      await ingest(portal, version, restriction)
      statuses.push((await portal.get('/_ipx/w_320/demo/neu.jpg')).status)
    }
    expect(statuses).toEqual([200, 403, 200, 403])
  })

  it('the secret is in no answer', async () => {
    const { readFileSync } = await import('node:fs')
    const secret = readFileSync(join(portal.dataDir, 'keys', 'pictures.key'), 'utf8').trim()
    expect(secret.length).toBeGreaterThanOrEqual(40)
    const sent = [
      await (await plus.ask(`/${PAID_ID}`)).text(),
      await (await plus.ask(`/api/articles/${PAID_ID}/body`)).text(),
      await portal.html('/'),
      portal.logged().join('\n'),
    ]
    expect(sent.filter((text) => text.includes(secret))).toEqual([])
  })
})

describe('S7.7-03 without a paywall', () => {
  it('no picture needs a signature', async () => {
    const free = await openWithPictures({ PAYWALL_ENABLED: '0' })
    expect([(await free.get(UNSIGNED)).status, (await free.html(`/${PAID_ID}`)).includes('/demo/g.jpg?e=')]).toEqual([
      200,
      false,
    ])
    await free.close()
  })
})

describe('R7.7-03 S7.7-03 with a picture service', () => {
  const SECRET = 'shared-with-the-service'
  let cdn: Server
  let served: TestPortal
  beforeAll(async () => {
    // Behaves like such services: the picture for a valid signature, else 403.
    cdn = createServer((request, response) => {
      const [signed, signature] = request.url!.split('&s=')
      response
        .writeHead(
          signature ===
            createHash('md5')
              .update(SECRET + signed)
              .digest('hex')
            ? 200
            : 403,
        )
        .end()
    })
    await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
    served = await openWithPictures({
      IMAGE_CDN_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/lokalteil`,
      IMAGE_CDN_SECRET: SECRET,
      IMAGE_CDN_SCHEME: 'md5',
    })
  }, 240_000)
  afterAll(async () => {
    cdn.close()
    await served.close()
  })
  const listAddresses = (text: string) => [
    ...new Set(
      [...text.matchAll(/http:\/\/127\.0\.0\.1:\d+\/lokalteil\/[^" ,\\]+/g)].map(([address]) =>
        address.replaceAll('&amp;', '&'),
      ),
    ),
  ]

  it.each([
    ['a page', '/'],
    ['a data call of the browser', '/__proxy_content_api/v5/pages/home'],
  ])('gets signed addresses in %s; a changed width is refused, and the secret does not appear', async (_what, path) => {
    const response = await served.get(path)
    const text = (await response.text()).replaceAll('\\u0026', '&')
    const addresses = listAddresses(text).slice(0, 12)
    expect(addresses.length).toBe(12)
    for (const address of addresses) {
      const statuses = [(await fetch(address)).status, (await fetch(address.replace(/w=\d+/, 'w=2000'))).status]
      expect([address, ...statuses]).toEqual([address, 200, 403])
    }
    expect(text.includes(SECRET)).toBe(false)
    if (path === '/')
      expect(response.headers.get('content-security-policy')).toContain(
        `img-src 'self' data: ${new URL(addresses[0]!).origin};`,
      )
  })

  it('addresses those of a paid gallery for entitled readers only, and never for machines', async () => {
    const reader = new TestReader(served)
    await reader.login(toDemoEmail('plus'))
    const [one] = await galleryOf(reader)
    expect([(await fetch(one!.sources!.share)).status, one!.sources!.share.includes('&expires=')]).toEqual([200, true])
    for (const path of [`/${PAID_ID}`, `/__proxy_content_api/v5/articles/${PAID_ID}`, '/sitemap.xml', '/rss'])
      expect([path, (await served.html(path)).includes('/demo/g.jpg')]).toEqual([path, false])
    // Cards and structured data keep our own address, because its size is known.
    const html = await served.html(`/${PAID_ID}`)
    expect(html).toContain(`<meta property="og:image" content="http://localhost:3000/_karte/${PAID_ID}.jpg">`)
    expect(html).toMatch(/"http:\/\/localhost:3000\/_ipx\/[^"]*\/demo\/bild-130\.jpg"/)
  })
})

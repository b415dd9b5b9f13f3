import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { createPictureFiles } from '@lokalteil/services/pictures/picture-files'
import { createImageRoute, type ImageRoute } from './images.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-images-'))
const giftBand = fileURLToPath(new URL('../../app/brand/gift-band.svg', import.meta.url))
const logged: string[] = []
let images: ImageRoute
let server: Server
let base = ''

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
const store = (name: string) => join(dataDir, 'pictures', name)

beforeAll(async () => {
  mkdirSync(join(dataDir, 'pictures', 'demo'), { recursive: true })
  await noise(700, 500).jpeg({ quality: 60 }).withMetadata({ orientation: 6 }).toFile(store('demo/hoch.jpg'))
  await noise(1600, 900)
    .blur(3)
    .jpeg({ quality: 60 })
    .withExif({ IFD0: { Copyright: 'GEHEIMER-ORT' } })
    .toFile(store('demo/quer.jpg'))
  // Red on the left, blue on the right.
  await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#f00' } })
    .composite([{ input: { create: { width: 800, height: 400, channels: 3, background: '#00f' } }, left: 800, top: 0 }])
    .jpeg()
    .toFile(store('demo/haelften.jpg'))
  await sharp({ create: { width: 10_000, height: 6000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toFile(store('bombe.png'))
  writeFileSync(store('kaputt.jpg'), randomBytes(5000))
  writeFileSync(store('halb.jpg'), (await noise(400, 300).jpeg().toBuffer()).subarray(0, 9000))
  writeFileSync(
    store('bild.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd" width="10" height="10"/></svg>',
  )
  writeFileSync(join(dataDir, 'geheim.jpg'), await noise(64, 64).jpeg().toBuffer())
  await noise(700, 400).webp().toFile(join(dataDir, 'mitgeliefert.webp'))
  const files = createPictureFiles({
    folder: join(dataDir, 'pictures'),
    originals: null,
    findShipped: (path) => (path === 'demo/mitgeliefert.jpg' ? join(dataDir, 'mitgeliefert.webp') : null),
  })
  images = createImageRoute({
    dataDir,
    giftBand,
    locate: files.locate,
    log: (_level, event) => logged.push(event),
  })
  server = createServer((request, response) => void images.serve(request, response, request.url!.split('?')[0]!))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await images.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(base + path, { headers, method })
const measure = async (response: Response) => {
  const { format, width, height, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return { format, width, height, hasExif: exif !== undefined }
}
const countMade = () => {
  try {
    return readdirSync(join(dataDir, 'pictures-made'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  } catch {
    return 0
  }
}

describe('/_ipx', () => {
  it.each([
    ['fp_0x50', 'red'],
    ['fp_100x50', 'blue'],
  ])('crops around the focal point: %s is %s', async (focus, colour) => {
    const response = await get(`/_ipx/w_96,h_96,${focus}/demo/haelften.jpg`)
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]! > 200 ? 'red' : 'blue').toBe(colour)
  })

  it('crops a rotated picture in its displayed orientation', async () => {
    expect(await measure(await get('/_ipx/w_96,h_54,fp_50x25/demo/hoch.jpg'))).toMatchObject({ width: 96, height: 54 })
  })

  it.each([
    ['w_320', 'image/jpeg', 'jpeg', 320, 180],
    ['w_640,f_webp', 'image/webp', 'webp', 640, 360],
    ['w_640,f_avif,q_75', 'image/avif', 'heif', 640, 360],
    ['w_320,h_320,f_webp', 'image/webp', 'webp', 320, 320],
    ['w_320,h_180,f_avif,q_70', 'image/avif', 'heif', 320, 180],
    ['f_webp,w_96,h_96', 'image/webp', 'webp', 96, 96],
    ['w_3072', 'image/jpeg', 'jpeg', 1600, 900],
    ['w_96,h_96,fp_0x100', 'image/jpeg', 'jpeg', 96, 96],
  ])('R7.7-04 R9-68 converts %s to %s', async (modifiers, type, format, width, height) => {
    const response = await get(`/_ipx/${modifiers}/demo/quer.jpg`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ])
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    // The camera's metadata about place and time are removed.
    expect(await measure(response)).toEqual({ format, width, height, hasExif: false })
  })

  it('rotates a picture as the camera was held', async () => {
    expect(await measure(await get('/_ipx/w_320/demo/hoch.jpg'))).toMatchObject({ width: 320, height: 448 })
  })

  it('R9-69 produces every address that pages use', async () => {
    for (const width of [320, 640])
      for (const ratio of ['16:9', '1:1'] as const)
        for (const density of [1, 2]) {
          const response = await get(
            imageAddress('/demo/quer.jpg', { width: width * density, ratio, format: 'webp', quality: 75 }),
            {},
            'HEAD',
          )
          expect([width, ratio, density, response.status]).toEqual([width, ratio, density, 200])
        }
  })

  it('answers 304 if unchanged, answers HEAD without a body, and caches its result', async () => {
    const first = await get('/_ipx/w_480/demo/quer.jpg')
    const bytes = Buffer.from(await first.arrayBuffer())
    const etag = first.headers.get('etag')!
    const second = await get('/_ipx/w_480/demo/quer.jpg', { 'if-none-match': etag })
    expect([second.status, (await second.arrayBuffer()).byteLength]).toEqual([304, 0])
    const head = await get('/_ipx/w_480/demo/quer.jpg', {}, 'HEAD')
    expect([head.status, Number(head.headers.get('content-length')), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      bytes.length,
      0,
    ])
  })

  it.each([
    'w_321',
    'w_0',
    'w_-320',
    'w_1e3',
    'w_320,h_200',
    'w_320,q_71',
    'w_320,q_100',
    'w_320,f_gif',
    'w_320,f_svg',
    'w_320,f_png',
    'w_320,w_640',
    'w_320,fit_fill',
    'w_320,blur_5',
    'h_180',
    'f_webp',
    '',
    '_',
    'w_320,',
    'W_320',
    'w_99999',
    'w_320%00',
    's_320x180',
    '__proto__',
  ])('refuses the modifiers %j', async (modifiers) => {
    const before = countMade()
    expect((await get(`/_ipx/${modifiers}/demo/quer.jpg`)).status).toBe(404)
    expect(countMade()).toBe(before)
  })

  it.each([
    '../geheim.jpg',
    '..%2fgeheim.jpg',
    '%2e%2e/geheim.jpg',
    '....//geheim.jpg',
    './demo/quer.jpg',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'demo//quer.jpg',
    'demo/../../geheim.jpg',
    'demo\\quer.jpg',
    'demo/quer.jpg%00.png',
    '.verborgen.jpg',
    'demo/.git/config',
    'https://evil.example/x.jpg',
    'http:/127.0.0.1/x.jpg',
    'file:///etc/passwd',
    'demo/',
    '',
    `${'a'.repeat(400)}.jpg`,
    'kein-bild.jpg',
  ])('answers 404 for %j', async (path) => {
    const response = await fetchRaw(`/_ipx/w_320/${path}`)
    expect(response).toBe(404)
  })

  it('answers 404 for a file in the store that is not a picture', async () => {
    for (const name of ['kaputt.jpg', 'halb.jpg']) {
      const response = await get(`/_ipx/w_320/${name}`)
      expect([name, response.status, response.headers.get('cache-control')]).toEqual([name, 422, 'no-store'])
    }
    expect(logged).toContain('picture-failed')
  })

  it('refuses a decompression bomb of sixty megapixels in a few kilobytes, quickly', async () => {
    const started = performance.now()
    expect((await get('/_ipx/w_320/bombe.png')).status).toBe(422)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('an SVG cannot read another file', async () => {
    const response = await get('/_ipx/w_64/bild.svg')
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.includes('root:')).toBe(false)
  })

  it('produces sizes of a shipped picture in any source format', async () => {
    expect(await measure(await get('/_ipx/w_320/demo/mitgeliefert.jpg'))).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 183,
    })
    expect((await get('/_ipx/w_320/demo/nie.jpg')).status).toBe(404)
  })

  it('produces a picture once for parallel requests, and stores it on disk', async () => {
    const before = countMade()
    const answers = await Promise.all(Array.from({ length: 40 }, () => get('/_ipx/w_768,f_webp/demo/hoch.jpg')))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.headers.get('etag')}`)).size).toBe(1)
    expect(countMade()).toBe(before + 1)
    // After a restart it is read from disk, even if the source is gone.
    const later = createImageRoute({
      dataDir,
      giftBand,
      locate: createPictureFiles({ folder: join(dataDir, 'pictures'), originals: null }).locate,
      log: () => {},
    })
    const kept = createServer((request, response) => void later.serve(request, response, request.url!))
    await new Promise<void>((resolve) => kept.listen(0, '127.0.0.1', resolve))
    rmSync(store('demo/hoch.jpg'))
    const response = await fetch(
      `http://127.0.0.1:${(kept.address() as AddressInfo).port}/_ipx/w_768,f_webp/demo/hoch.jpg`,
    )
    expect([response.status, response.headers.get('etag')]).toEqual([200, answers[0]!.headers.get('etag')])
    kept.closeAllConnections()
    kept.close()
    await later.close()
  })

  it('answers 503 when its queue is full and recovers afterwards', async () => {
    const source = await noise(800, 500).jpeg({ quality: 40 }).toBuffer()
    for (let index = 0; index < 60; index++) writeFileSync(store(`flut-${index}.jpg`), source)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_unused, index) => get(`/_ipx/w_640,f_webp/flut-${index}.jpg`)),
    )
    const statuses = Map.groupBy(answers, (answer) => answer.status)
    expect(new Set(statuses.keys())).toEqual(new Set([200, 503]))
    // At any moment two are running and thirty-two waiting.
    expect(statuses.get(200)!.length).toBeGreaterThanOrEqual(34)
    const refused = statuses.get(503)![0]!
    expect([refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual(['2', 'no-store'])
    expect((await get('/_ipx/w_640,f_webp/flut-59.jpg')).status).toBe(200)
  })

  it('draws one card at a time and queues few, so that pictures are not delayed', async () => {
    let atWork = 0
    let most = 0
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const draw = async () => {
      most = Math.max(most, ++atWork)
      begun.resolve()
      await released.promise
      atWork--
      return noise(20, 20).jpeg().toBuffer()
    }
    const cards = createServer((request, response) => {
      void images.serveDrawn(request, response, { key: `card ${request.url}`, draw, cacheControl: 'no-cache' })
    })
    await new Promise<void>((resolve) => cards.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(cards.address() as AddressInfo).port}`
    let countRefused = 0
    const refused = Promise.withResolvers<void>()
    const ask = async (number: number) => {
      const { status } = await fetch(`${at}/${number}`)
      if (status === 503 && ++countRefused === 21) refused.resolve()
      return status
    }
    const asked = Promise.all(Array.from({ length: 30 }, (_unused, number) => ask(number)))
    await begun.promise
    // A picture is answered while a card is drawn that takes as long as it likes.
    expect((await get('/_ipx/w_320,f_webp/demo/quer.jpg')).status).toBe(200)
    await refused.promise
    released.resolve()
    expect([most, (await asked).filter((status) => status === 200).length, countRefused]).toEqual([1, 9, 21])
    cards.closeAllConnections()
    cards.close()
  })

  it('leaves no incomplete file behind', () => {
    const names = readdirSync(join(dataDir, 'pictures-made'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
    expect(names.filter((name) => !/^[0-9a-f]{64}\.(jpeg|webp|avif)$/.test(name))).toEqual([])
  })
})

/** `fetch` would normalise the path. */
async function fetchRaw(path: string): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(base, { path: encodeURI(path).replaceAll('%25', '%'), agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    call.on('error', reject)
    call.end()
  })
}

describe('the card of a gift', () => {
  const ask = (path: string, card = 'gift') => fetch(`${base}/_ipx/${card}/${path}`)
  it.each([
    ['gift,fp_0x50', 255, 0],
    ['gift,fp_100x50', 0, 255],
  ])('%s shows the part around the focal point', async (card, red, blue) => {
    const body = Buffer.from(await (await ask('demo/haelften.jpg', card)).arrayBuffer())
    const { channels } = await sharp(
      await sharp(body).extract({ left: 100, top: 100, width: 400, height: 300 }).png().toBuffer(),
    ).stats()
    expect([Math.abs(channels[0]!.mean - red) < 3, Math.abs(channels[2]!.mean - blue) < 3]).toEqual([true, true])
  })
  it.each(['gift,w_320', 'gift,fp_1x2', 'gifts', 'gift,fp_0x0,fp_0x0'])(
    '%s is not the address of a gift card',
    async (card) => {
      expect((await ask('demo/haelften.jpg', card)).status).toBe(404)
    },
  )
  it('is the picture with a band across it, drawn without system fonts, without the file’s metadata', async () => {
    const response = await ask('demo/quer.jpg')
    const body = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type'), body.includes('GEHEIMER-ORT')]).toEqual([
      200,
      'image/jpeg',
      false,
    ])
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 720 })
    // Statistics apply to the input, so the part is cut out before.
    const brightest = async (left: number, width: number) =>
      (
        await sharp(
          await sharp(body).extract({ left, top: 600, width, height: 120 }).greyscale().png().toBuffer(),
        ).stats()
      ).channels[0]!.max
    // White letters up to the last word, and none after it.
    expect([
      (await brightest(140, 100)) > 240,
      (await brightest(960, 80)) > 240,
      (await brightest(1120, 160)) < 120,
    ]).toEqual([true, true, true])
    expect((await ask('demo/quer.jpg')).headers.get('etag')).toBe(response.headers.get('etag'))
  })
  it.each([
    ['demo/gibt-es-nicht.jpg', 404],
    ['..%2F..%2Fgeheim.jpg', 404],
    ['', 404],
    ['kaputt.jpg', 422],
    ['bombe.png', 422],
  ])('of %j is %i', async (path, status) => {
    expect((await ask(path)).status).toBe(status)
  })
})

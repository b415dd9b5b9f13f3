/** Imported pictures on several processes: two portals with their own data directories on one PostgreSQL. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { incoming, SEED } from '@lokalteil/services/content/content.testing'
import { openDatabase } from '@lokalteil/services/platform/database'
import { runStatement } from '@lokalteil/services/platform/database/statements.testing'
import { runImport } from '@lokalteil/services/import/cli'
import { findPictureFile } from '@lokalteil/demo/pictures/catalogue'
import { toImportPath } from '@lokalteil/services/pictures/originals'
import { openTestS3, type TestS3 } from '@lokalteil/services/platform/s3-store.testing'
import { createTestDatabase, type TestDatabase } from '@lokalteil/tools/postgres'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const SECRET = 'a-secret-that-every-process-shares-01'
const CDN_SECRET = 'shared-with-the-picture-service'
const delivery = mkdtempSync(join(tmpdir(), 'lokalteil-delivery-'))

/** Imports an article with a picture from an agency; returns the picture's path. */
async function deliver(name: string, colour: string): Promise<string> {
  const folder = join(delivery, name)
  mkdirSync(folder, { recursive: true })
  await sharp({ create: { width: 1200, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toFile(join(folder, 'bild.jpg'))
  writeFileSync(
    join(folder, 'text.json'),
    JSON.stringify({
      uri: `urn:bild:${name}`,
      version: '1',
      type: 'text',
      pubstatus: 'usable',
      versioncreated: '2026-11-21T09:00:00Z',
      language: 'de',
      headline: `Text ${name}`,
      body_html: '<p>Ein Satz.</p>',
      associations: {
        main: {
          type: 'picture',
          renditions: { original: { href: 'bild.jpg', mimetype: 'image/jpeg', width: 1200, height: 800 } },
        },
      },
    }),
  )
  return folder
}

const said: string[] = []
const terminal = {
  out: (text: string) => said.push(text),
  err: (text: string) => said.push(text),
  isInteractive: false,
}
const runInto = async (portal: TestPortal, folder: string, ...more: string[]): Promise<number> =>
  runImport(
    ['read', '--publication', 'ak', '--url', `http://localhost:${portal.port}`, ...more, folder],
    { DATA_DIR: portal.dataDir },
    terminal,
  )

/** Files that the first import left in its process's folder. */
const listStored = (portal: TestPortal): string[] =>
  globSync('import/**/*.jpg', { cwd: join(portal.dataDir, 'pictures') }).map((path) => path.replaceAll('\\', '/'))

describe.each(['the database', 'an S3-compatible store'])('a picture in %s', (where) => {
  let store: TestS3 | null = null
  let postgres: TestDatabase
  let first: TestPortal
  let second: TestPortal
  beforeAll(async () => {
    postgres = await createTestDatabase()
    store = where === 'the database' ? null : await openTestS3()
    const env = {
      DATABASE_URL: postgres.url,
      SSO_SECRET: SECRET,
      IMAGE_SECRET: SECRET,
      IMAGE_CDN_URL: 'https://bilder.example',
      IMAGE_CDN_SECRET: CDN_SECRET,
      ...(store === null ? {} : { PICTURES_URL: store.url() }),
    }
    first = await openTestPortal({ seed: SEED, env })
    second = await openTestPortal({ seed: SEED, env, findShippedPicture: findPictureFile })
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
    await store?.close()
    await postgres?.drop()
  })

  /** Whether the portal has a copy of this stored path in its own folder. */
  const isAt = (portal: TestPortal, path: string) => existsSync(join(portal.dataDir, 'pictures', path))
  const put = (portal: TestPortal, path: string, body: Buffer, key: string) =>
    fetch(`http://localhost:${portal.port}/__services/pictures/originals/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}` },
      body: new Uint8Array(body),
    })
  /** Makes the store fail, or the table of the database missing. */
  async function setAway(isAway: boolean): Promise<void> {
    if (store !== null) return store.fail(isAway ? 500 : null)
    const database = await openDatabase({ url: postgres.url })
    const [from, to] = isAway ? ['originals', 'away'] : ['away', 'originals']
    await runStatement(database, `alter table pictures.${from} rename to ${to}`)
    await database.close()
  }
  const ingestKey = (portal: TestPortal) => readFileSync(join(portal.dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const jpeg = (colour: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
      .jpeg()
      .toBuffer()

  it('that the import command stores by one process is served by the other', async () => {
    const folder = await deliver(`${store === null ? 'db' : 's3'}-rot`, '#c81e1e')
    expect(await runInto(first, folder), said.join('')).toBe(0)
    const [path = ''] = listStored(first)
    expect(path).toMatch(/^import\/[0-9a-f]{2}\/[0-9a-f]{32}\.jpg$/)
    expect(isAt(first, path)).toBe(true)
    const answers = await Promise.all(
      [640, 1024, 1280].map((width) => second.get(`/_ipx/w_${width},f_avif,q_70/${path}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await sharp(Buffer.from(await answers[0]!.arrayBuffer())).metadata()).width).toBe(640)
    expect(isAt(second, path)).toBe(true)
    if (store !== null) expect([...store.objects.keys()]).toContain(path)
  })

  it('that an older portal had only in its folder is served by the other after its next start', async () => {
    const bytes = await jpeg('#1e7a1e')
    const path = toImportPath(bytes)
    const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-before-'))
    mkdirSync(dirname(join(dataDir, 'pictures', path)), { recursive: true })
    writeFileSync(join(dataDir, 'pictures', path), bytes)
    expect((await second.get(`/_ipx/w_640/${path}`)).status).toBe(404)
    const env = { DATABASE_URL: postgres.url, SSO_SECRET: SECRET, DATA_DIR: dataDir }
    const updated = await openTestPortal({
      seed: SEED,
      env: { ...env, ...(store === null ? {} : { PICTURES_URL: store.url() }) },
    })
    try {
      await expect.poll(async () => (await second.get(`/_ipx/w_640/${path}`)).status, { timeout: 20_000 }).toBe(200)
      await expect.poll(() => updated.logged().join('')).toContain('pictures-stored')
    } finally {
      await updated.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('S7.7-03 of a paid text requires a signature also on the process that did not import it', async () => {
    const bytes = await jpeg('#1e1e7a')
    const path = toImportPath(bytes)
    expect((await put(first, path, bytes, ingestKey(first))).status).toBe(204)
    const internal = createTestClient(CONTENT_INTERNAL, {
      fetch: (request) => fetch(request),
      base: `http://localhost:${first.port}/__services/content/ak`,
      headers: { authorization: `Bearer ${ingestKey(first)}` },
    })
    const picture = {
      baseUrl: `/${path}`,
      cropVal: '16:9',
      altText: '',
      width: 900,
      height: 600,
      credit: '',
      caption: '',
      colour: null,
    }
    const answer = await internal.ingest({
      body: {
        documents: [
          incoming('urn:bezahlt', {
            contentRestriction: 'paid',
            contentItems: [
              { type: 'paragraph', html: 'Vorspann.' },
              { type: 'image', picture },
            ],
          }),
        ],
      },
    })
    expect(answer).toMatchObject({ ok: true, data: { results: [{ outcome: 'created' }] } })
    // Changes of other processes are read once a second, by the portal's clock.
    second.clock.now = new Date(second.clock.now.getTime() + 5000)
    await expect.poll(async () => (await second.get(`/_ipx/w_640/${path}`)).status, { timeout: 10_000 }).toBe(403)
    expect((await first.get(`/_ipx/w_640/${path}`)).status).toBe(403)
    expect((await second.get(`/__services/pictures/originals/${path}`)).status).toBe(401)
  })

  it('is served whole to the picture service in front, and accepted only from the import command', async () => {
    const bytes = await jpeg('#7a1e7a')
    const path = toImportPath(bytes)
    const address = `/__services/pictures/originals/${path}`
    const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
    expect((await put(first, path, bytes, CDN_SECRET)).status).toBe(401)
    expect((await put(first, path, bytes, 'geraten')).status).toBe(401)
    expect((await put(first, path, await jpeg('#000'), ingestKey(first))).status).toBe(422)
    const text = Buffer.from('<script>')
    expect((await put(first, toImportPath(text), text, ingestKey(first))).status).toBe(422)
    expect((await put(first, 'demo/x.jpg', bytes, ingestKey(first))).status).toBe(422)
    expect((await put(first, path, Buffer.alloc(30_000_001), ingestKey(first))).status).toBe(413)
    expect((await second.get(address, withKey(CDN_SECRET))).status).toBe(404)
    expect((await put(first, path, bytes, ingestKey(first))).status).toBe(204)
    const answer = await second.get(address, withKey(CDN_SECRET))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ])
    const got = Buffer.from(await answer.arrayBuffer())
    expect(createHash('sha256').update(got).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    const head = await second.get(address, { ...withKey(ingestKey(second)), method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    for (const wrong of ['', 'x', CDN_SECRET.slice(1)])
      expect((await second.get(address, withKey(wrong))).status).toBe(401)
    expect((await second.get('/__services/pictures/originals/..%2fkeys%2fsso.key', withKey(CDN_SECRET))).status).toBe(
      404,
    )
    expect((await first.get(address, { ...withKey(CDN_SECRET), method: 'DELETE' })).status).toBe(405)
  })

  it('of the demo is served from its shipped file, with the right type', async () => {
    const withKey = { headers: { authorization: `Bearer ${CDN_SECRET}` } }
    const address = '/__services/pictures/originals/demo/test-toaster.jpg'
    const answer = await second.get(address, withKey)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    expect((await second.get('/_ipx/w_320/demo/test-toaster.jpg')).headers.get('content-type')).toBe('image/jpeg')
    expect((await first.get(address, withKey)).status).toBe(404)
  })

  it('with its store down answers 503 with a short Retry-After, never 404; cached ones are served', async () => {
    const [known, unknown] = [await jpeg('#123456'), await jpeg('#654321')]
    for (const bytes of [known, unknown])
      expect((await put(first, toImportPath(bytes), bytes, ingestKey(first))).status).toBe(204)
    expect((await second.get(`/_ipx/w_640/${toImportPath(known)}`)).status).toBe(200)
    await setAway(true)
    try {
      const silent = await second.get(`/_ipx/w_640/${toImportPath(unknown)}`)
      expect([silent.status, silent.headers.get('retry-after'), silent.headers.get('cache-control')]).toEqual([
        503,
        '2',
        'no-store',
      ])
      expect((await second.get(`/_ipx/w_1024/${toImportPath(known)}`)).status).toBe(200)
      expect((await put(first, toImportPath(known), known, ingestKey(first))).status).toBe(503)
      expect(second.logged().join('')).toContain('picture-store')
      expect(second.logged().join('')).not.toContain('geheim')
    } finally {
      await setAway(false)
    }
    expect((await second.get(`/_ipx/w_640/${toImportPath(unknown)}`)).status).toBe(200)
  })
})

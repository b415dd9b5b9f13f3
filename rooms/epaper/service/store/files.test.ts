/** Files of issues in the database and in an S3-compatible store. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toImageStorePath } from '@lokalteil/domain/display/breakpoints'
import { ENGINE, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { toPaper } from '@lokalteil/services/platform/paper.testing'
import { createS3Store, parseS3Url, type S3Options } from '@lokalteil/services/platform/s3-store'
import { openTestS3, type TestS3 } from '@lokalteil/services/platform/s3-store.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEpaperFiles } from '../../contract/epaper.ts'
import { createEpaperService } from '../app.ts'
import type { Contents } from '../context.ts'
import type { EpaperDb } from '../schema.ts'
import { getFile, putFile, putNewFiles, readFile, removeDrawing, removeLeftFiles } from './files.ts'

const NOW = new Date('2026-11-23T08:00:00Z')
const LATER = new Date('2026-11-25T08:00:00Z')
const KEY = 'the key of the e-paper in this test'
const NO_ARTICLES = {
  public: () => ({ listNewestArticles: async () => ({ ok: true, data: { teasers: [], pages: 1 } }) }),
  internal: () => ({ getFullArticle: async () => ({ ok: false, status: 503 }) }),
} as unknown as Contents

describe.each(['database', 'store'] as const)('files of an issue in the %s', (place) => {
  let test: TestDatabase
  let s3: TestS3
  let db: EpaperDb
  let places: Parameters<typeof putFile>[0]
  const folder = mkdtempSync(join(tmpdir(), 'epaper-'))
  const errors: string[] = []
  const open = () =>
    createEpaperService({
      database: test.database,
      folder,
      serviceKey: KEY,
      settingsOf: () => ({ editions: [{ id: 'stadt', name: 'Stadt' }], coins: null }),
      contents: NO_ARTICLES,
      store: places.store,
      now: () => NOW,
      onError: (_error, at) => errors.push(at),
    })
  let service: Awaited<ReturnType<typeof open>>

  beforeAll(async () => {
    test = await openTestDatabase(ENGINE, createTestDatabase)
    s3 = await openTestS3()
    db = test.database.db as EpaperDb
    const store = createS3Store(parseS3Url(s3.url()) as S3Options, {
      mostBytes: 2_000_000,
      toContentType: () => 'application/octet-stream',
    })
    places = { db, store: place === 'store' ? store : null, onError: (_error, at) => errors.push(at) }
    service = await open()
  })
  afterAll(async () => {
    await service.close()
    await test.drop()
    await s3.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const put = (drawing: string, content: Uint8Array) =>
    putFile(places, { drawing, name: 'pdf', mediaType: 'application/pdf', bytes: content.length, now: NOW }, [content])
  async function read(drawing: string, name: 'pdf' | '1/zoom' = 'pdf'): Promise<Buffer | null> {
    const file = await getFile(db, drawing, name)
    if (file === null) return null
    const pieces: Uint8Array[] = []
    for await (const piece of readFile(places, drawing, name, file)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const countPieces = async () =>
    Number(
      (
        await db
          .selectFrom('epaper.pieces')
          .select((e) => e.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  it.each([1, 256 * 1024, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])('give back %i bytes', async (size) => {
    const bytes = randomBytes(size)
    await put(`sized-${size}`, bytes)
    expect((await read(`sized-${size}`))!.equals(bytes)).toBe(true)
  })

  it('are replaced, and a shorter one has nothing of the longer', async () => {
    await put('again', randomBytes(2_500_000))
    const bytes = randomBytes(1000)
    await put('again', bytes)
    expect((await read('again'))!.equals(bytes)).toBe(true)
  })

  it('are stored together with their rows, or not at all', async () => {
    const files = [{ name: '1/zoom' as const, mediaType: 'image/webp', content: randomBytes(500_000) }]
    const failed = putNewFiles(places, 'page', files, NOW, () => Promise.reject(new Error('the lease is lost')))
    await expect(failed).rejects.toThrow('the lease is lost')
    // The page is drawn again.
    await putNewFiles(places, 'page', files, NOW, async () => {})
    expect((await read('page', '1/zoom'))!.equals(files[0]!.content)).toBe(true)
  })

  it('lie in one place, at no address of a picture', async () => {
    expect([s3.objects.size > 0, (await countPieces()) > 0]).toEqual([place === 'store', place === 'database'])
    for (const path of s3.objects.keys()) expect(toImageStorePath(path), path).toBeNull()
    expect([...s3.objects.values()].every(({ body }) => body.length <= 1024 * 1024)).toBe(true)
  })

  it('stay where they were stored when the place of new ones changes', async () => {
    const bytes = randomBytes(300_000)
    await putFile(
      { ...places, store: null },
      { drawing: 'before', name: 'pdf', mediaType: 'application/pdf', bytes: bytes.length, now: NOW },
      [bytes],
    )
    expect((await read('before'))!.equals(bytes)).toBe(true)
  })

  it('are removed if no issue names them, at the second try if the store was out', async () => {
    s3.fail(503)
    await removeDrawing(places, 'page')
    s3.fail(null)
    expect(errors.splice(0)).toEqual(place === 'store' ? ['epaper-files'] : [])
    await removeLeftFiles(places, LATER)
    expect([s3.objects.size, await countPieces()]).toEqual([0, 0])
    expect(await db.selectFrom('epaper.files').select('name').execute()).toEqual([])
  })

  it('an issue is drawn into them, read and withdrawn', async () => {
    const issue = { edition: 'stadt', day: '2026-11-23' }
    await service.deliver('ak', issue, {
      pdf: await toPaper([{ title: 'Die Brücke', text: 'Gebaut. '.repeat(40) }]),
      zones: null,
    })
    expect(await service.deliveries.runDue()).toBe(1)
    expect([s3.objects.size > 0, (await countPieces()) > 0]).toEqual([place === 'store', place === 'database'])
    const { version } = await db.selectFrom('epaper.issues').select('version').executeTakeFirstOrThrow()
    const headers = { authorization: `Bearer ${KEY}` }
    const files = createEpaperFiles({
      fetch: (request) => service.app.fetch(request),
      base: 'http://e.test/ak',
      headers,
    })
    const image = await files.getPageImage({ ...issue, version }, 1, 'zoom')
    expect(image.ok && (await image.response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    const pdf = await files.getPdf({ ...issue, version })
    expect(pdf.ok && (await pdf.response.text()).startsWith('%PDF-')).toBe(true)
    const withdrawn = await service.app.fetch(
      new Request(`http://e.test/ak/internal/issues/stadt/${issue.day}`, { method: 'DELETE', headers }),
    )
    expect([withdrawn.status, s3.objects.size, await countPieces()]).toEqual([200, 0, 0])
    expect(errors).toEqual([])
  })
})

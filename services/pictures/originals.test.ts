/** The promises of every store for pictures, and faults of remote stores. */
import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../platform/database/database.testing.ts'
import { openDatabaseOriginals } from './database-originals.ts'
import { toImportPath, type Originals } from './originals.ts'
import { parseS3Url, type S3Options } from '../platform/s3-store.ts'
import { openTestS3, type TestS3 } from '../platform/s3-store.testing.ts'
import { createS3Originals } from './s3-originals.ts'

async function read(originals: Originals, path: string): Promise<Buffer | null> {
  const pieces = await originals.open(path)
  if (pieces === null) return null
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const toOptions = (url: string) => parseS3Url(url) as S3Options

describe.each(['embedded', 'postgres', 's3'] as const)('originals on %s', (kind) => {
  let originals: Originals
  let close: () => Promise<unknown>
  beforeAll(async () => {
    if (kind === 's3') {
      const store = await openTestS3()
      originals = createS3Originals(toOptions(store.url()))
      close = store.close
    } else {
      const opened = await openTestDatabase(kind, createTestDatabase)
      originals = await openDatabaseOriginals(opened.database)
      close = async () => opened.drop()
    }
  })
  afterAll(() => close())

  it.each([1, 1000, 256 * 1024, 256 * 1024 + 1, 1_300_000])('gives back %i bytes as they came', async (size) => {
    const bytes = randomBytes(size)
    const path = toImportPath(bytes)
    await originals.put(path, bytes)
    expect((await read(originals, path))!.equals(bytes)).toBe(true)
    expect(await originals.listSizes([path, 'import/no.jpg'])).toEqual(new Map([[path, size]]))
  })

  it('reports a missing picture', async () => {
    expect(await originals.open('import/00/none.jpg')).toBeNull()
    expect(await originals.listSizes([])).toEqual(new Map())
    expect(await originals.listSizes(['import/00/none.jpg'])).toEqual(new Map())
  })

  it('accepts the same picture again, also in parallel, and replaces one of another size', async () => {
    const [bytes, other] = [randomBytes(600_000), randomBytes(300_000)]
    await Promise.all([1, 2, 3].map(() => originals.put('own/a.jpg', bytes)))
    expect((await read(originals, 'own/a.jpg'))!.equals(bytes)).toBe(true)
    await originals.put('own/a.jpg', other)
    expect((await read(originals, 'own/a.jpg'))!.equals(other)).toBe(true)
  })

  it('delivers pieces one at a time, so that a picture is never held completely', async () => {
    await originals.put('own/large.jpg', randomBytes(3_000_000))
    const sizes: number[] = []
    for await (const piece of (await originals.open('own/large.jpg'))!) sizes.push(piece.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3_000_000)
  })
})

describe('an S3-compatible store', () => {
  let store: TestS3
  beforeAll(async () => {
    store = await openTestS3()
  })
  afterAll(() => store.close())

  it('gets the type of a picture, below a prefix if the address has one', async () => {
    const originals = createS3Originals(toOptions(store.url({ bucket: 'bilder/zeitung' })))
    await originals.put('import/ab/x.jpg', Buffer.from('x'))
    expect(store.objects.get('zeitung/import/ab/x.jpg')).toEqual({ body: Buffer.from('x'), type: 'image/jpeg' })
  })

  it.each([
    ['a wrong secret', { secret: 'geraten' }],
    ['a wrong key', { key: 'FREMD' }],
    ['a wrong region', { region: 'us-east-1' }],
  ])('answers %s with an error, not as a missing picture', async (_name, change) => {
    const originals = createS3Originals(toOptions(store.url(change)))
    await expect(originals.open('import/ab/x.jpg')).rejects.toThrow(/answered 403 to GET/)
    await expect(originals.listSizes(['import/ab/x.jpg'])).rejects.toThrow(/answered 403 to HEAD/)
    await expect(originals.put('import/ab/y.jpg', Buffer.from('y'))).rejects.toThrow(/answered 403 to PUT/)
  })

  it('rejects writes without its bucket', async () => {
    const originals = createS3Originals(toOptions(store.url({ bucket: 'vergessen' })))
    await expect(originals.put('import/ab/y.jpg', Buffer.from('y'))).rejects.toThrow(/no such bucket/)
  })

  it('is retried a few times before an error', async () => {
    const originals = createS3Originals(toOptions(store.url()))
    store.fail(503)
    const before = store.requests.length
    try {
      await expect(originals.open('import/ab/x.jpg')).rejects.toThrow(/answered 503/)
      expect(store.requests.length - before).toBe(3)
    } finally {
      store.fail(null)
    }
  })

  it('is named by an address with key, secret, host and bucket', () => {
    expect(parseS3Url('s3://K%2F1:S%2B%2F2@minio.example:9000/bilder/?region=eu-central-1')).toEqual({
      base: 'https://minio.example:9000/bilder',
      region: 'eu-central-1',
      accessKeyId: 'K/1',
      secretAccessKey: 'S+/2',
    })
    expect(parseS3Url('s3://k:s@127.0.0.1:9000/b/alt?insecure=1')).toMatchObject({
      base: 'http://127.0.0.1:9000/b/alt',
      region: 'us-east-1',
    })
  })

  it.each([
    ['bilder', 'must be an address'],
    ['https://k:s@host/bucket', 'must begin with s3://'],
    ['s3://host/bucket', 'must hold the key and the secret'],
    ['s3://k@host/bucket', 'must hold the key and the secret'],
    ['s3://k:s%zz@host/bucket', 'must hold the key and the secret'],
    ['s3://k:s@host/', 'must name a bucket'],
    ['s3://k:s@host', 'must name a bucket'],
    ['s3://k:s@host/bucket?regoin=x', 'knows only region and insecure, not regoin'],
  ])('%s is refused: %s', (text, reason) => {
    expect(parseS3Url(text)).toContain(reason)
    expect(parseS3Url(text)).not.toContain('s%zz')
  })
})

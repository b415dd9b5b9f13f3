import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createS3Originals } from '../pictures/s3-originals.ts'
import { ENGINES, openTestDatabase } from './database/database.testing.ts'
import {
  addPicture,
  disownPictures,
  getPicture,
  IN_STORE_COLUMN,
  setPictures,
  settlePictures,
  showPictures,
  toPictureTable,
  type ShownPictures,
  type WantedState,
} from './reader-pictures.ts'
import { parseS3Url } from './s3-store.ts'
import { openTestS3, type TestS3 } from './s3-store.testing.ts'

const TABLE = 'public.sent_pictures'
const AT = new Date('2026-11-21T12:00:00Z')
const BYTES = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3])
const PICTURE = { publication: 'ak', owner: null, reader: 'eva', width: 4, height: 3, colour: '#000000' }

describe.each(ENGINES)('pictures of readers in an S3-compatible store, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let s3: TestS3
  let shown: Map<string, Uint8Array>
  let store: ShownPictures
  const db = () => opened.database.db

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    s3 = await openTestS3()
    for (const statement of [...toPictureTable(TABLE), `alter table ${TABLE} ${IN_STORE_COLUMN}`])
      await sql.raw(statement).execute(db())
  })
  afterAll(async () => {
    await s3.close()
    await opened.drop()
  })
  beforeEach(async () => {
    s3.fail(null)
    s3.objects.clear()
    shown = new Map()
    const options = parseS3Url(s3.url())
    if (typeof options === 'string') throw new Error(options)
    store = {
      toPath: (id) => `readers/${id}.jpg`,
      put: async (path, bytes) => void shown.set(path, bytes),
      remove: async (path) => void shown.delete(path),
      kept: createS3Originals(options),
    }
    await sql`delete from ${sql.table(TABLE)}`.execute(db())
  })

  const add = (to: Pick<ShownPictures, 'kept'> = store) =>
    addPicture(db(), TABLE, { ...PICTURE, data: BYTES, created: AT }, to)
  const settle = (wanted: WantedState, at = AT, by = store) =>
    settlePictures(
      db(),
      TABLE,
      { joined: sql``, wanted: sql`case when p.owner = 'ad-1' then ${wanted} else 'gone' end`, at },
      by,
    )
  const own = (ids: readonly string[], owner = 'ad-1') =>
    setPictures(
      db(),
      TABLE,
      { publication: 'ak', owner, reader: 'eva' },
      ids.map((id) => ({ id, alt: '' })),
    )
  const readBack = async (id: string) => (await getPicture(db(), TABLE, 'ak', id))!.read(store)
  const countBytes = async () =>
    (
      await sql<{
        bytes: number
      }>`select coalesce(sum(length(data)), 0)::int as bytes from ${sql.table(TABLE)}`.execute(db())
    ).rows[0]!.bytes

  it('lie there and not in the database, where no address of a picture leads, until they go', async () => {
    const id = await add()
    expect([await countBytes(), [...s3.objects.keys()]]).toEqual([0, [`.readers/${id.slice(0, 2)}/${id}.jpg`]])
    expect(Buffer.from((await readBack(id))!)).toEqual(BYTES)
    await own([id])
    await showPictures(db(), TABLE, { publication: 'ak', owner: 'ad-1' }, store)
    expect([...shown]).toEqual([[`readers/${id}.jpg`, BYTES]])
    await settle('kept')
    expect([shown.size, s3.objects.size]).toEqual([0, 1])
    await settle('gone')
    expect([s3.objects.size, await getPicture(db(), TABLE, 'ak', id)]).toEqual([0, null])
  })

  it.each<[string, (id: string) => Promise<unknown>, Date]>([
    ['was replaced by another', async (id) => (await own([id]), own([])), AT],
    ['belongs to an erased account', () => disownPictures(db(), TABLE, 'ak', { reader: 'eva' }), AT],
    ['came to no order within a day', async () => {}, new Date(AT.getTime() + 2 * 86_400_000)],
  ])('a file goes when its picture %s', async (_why, leave, at) => {
    const id = await add()
    await leave(id)
    await settle('kept', at)
    expect([s3.objects.size, await getPicture(db(), TABLE, 'ak', id)]).toEqual([0, null])
  })

  it('those of before stay in the database, and are read, shown and erased as they were', async () => {
    const id = await add({})
    expect([await countBytes(), s3.objects.size]).toEqual([BYTES.length, 0])
    expect(Buffer.from((await readBack(id))!)).toEqual(BYTES)
    await own([id])
    await settle('shown')
    expect(shown.size).toBe(1)
    await settle('gone')
    expect([shown.size, await countBytes()]).toEqual([0, 0])
  })

  it('while the store does not answer nothing is lost: the row stays, and the next run removes the file', async () => {
    const id = await add()
    await own([id])
    s3.fail(503)
    await expect(readBack(id)).rejects.toThrow(/503/)
    await expect(settle('gone')).rejects.toThrow(/503/)
    s3.fail(null)
    expect(await getPicture(db(), TABLE, 'ak', id)).not.toBeNull()
    await settle('gone')
    expect(s3.objects.size).toBe(0)
  })

  it('a store that is no longer configured is said, and its rows wait', async () => {
    const id = await add()
    await own([id])
    const without = { ...store, kept: null }
    await expect((await getPicture(db(), TABLE, 'ak', id))!.read(without)).rejects.toThrow(/PICTURES_URL/)
    await settle('gone', AT, without)
    expect(await getPicture(db(), TABLE, 'ak', id)).not.toBeNull()
  })
})

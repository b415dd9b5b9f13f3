/**
 * Pictures that readers send with an order. Their rows lie in a table of the service; their bytes lie in a part of the
 * S3-compatible store that no address reaches, or without such a store in the row. In the public part of the picture store they
 * are only while everybody may see them. The service says which those are (`wanted`), and `settlePictures` brings the store in
 * line; after a crash the next run does it. A picture has no owner (`owner` null) until its order is saved.
 */
import { randomBytes } from 'node:crypto'
import type { Picture } from '@lokalteil/contracts/content'
import type { ReaderPicture as ToldPicture, SentPicture } from '@lokalteil/contracts/content/reader-pictures'
import { sql, type Generated, type RawBuilder } from 'kysely'
import type { AnyKysely } from './database.ts'
import type { ObjectStore } from './s3-store.ts'

export type ReaderPicture = {
  id: string
  publication: string
  owner: string | null
  /** Null: sent by a guest. */
  reader: string | null
  position: number
  alt: string
  width: number
  height: number
  colour: string
}
/** `data`: empty if the bytes lie in the store. */
export type ReaderPictureRow = ReaderPicture & {
  data: Uint8Array
  is_shown: boolean
  is_in_store: Generated<boolean>
  created: Date
}
type Bytes = { data: Uint8Array }
type Stored = Bytes & { is_shown: boolean; is_in_store: boolean }

/** The picture store, for pictures that everybody may see. */
export type ShownPictures = {
  toPath: (id: string) => string
  put: (path: string, bytes: Uint8Array) => Promise<void>
  remove: (path: string) => Promise<void>
  /** For the bytes of all pictures, shown or not; null: they lie in the database. */
  kept?: Pick<ObjectStore, 'put' | 'open' | 'remove'> | null
}

/** For processes that show no pictures of readers. */
export const NO_PICTURES_SHOWN: ShownPictures = {
  toPath: (id) => id,
  put: () => Promise.reject(new Error('Nothing of readers is shown here')),
  remove: () => Promise.reject(new Error('Nothing of readers is taken back here')),
}

/** `shown`: to everybody; `kept`: to its owner and moderators; `gone`: erase it. */
export type WantedState = 'shown' | 'kept' | 'gone'

export const toPictureTable = (table: string): string[] => [
  `create table ${table} (
    id text primary key, publication text not null, owner text, reader text, position int not null, alt text not null,
    width int not null, height int not null, colour text not null, data bytea not null, is_shown boolean not null,
    created timestamptz not null
  )`,
  `create index ${table.split('.')[1]}_owner on ${table} (publication, owner)`,
  `create index ${table.split('.')[1]}_reader on ${table} (publication, reader)`,
  // Stored uncompressed: JPEGs do not compress further.
  `alter table ${table} alter column data set storage external`,
]

export const IN_STORE_COLUMN = 'add column is_in_store boolean not null default false'

/** No address of a picture can name it: no segment of a path begins with a dot there (`toImageStorePath`). */
const toKeptPath = (id: string): string => `.readers/${id.slice(0, 2)}/${id}.jpg`

/** The bytes of a JPEG as a portal sends it; null: the data are no JPEG. */
export function readSentJpeg({ data }: SentPicture): Buffer | null {
  const bytes = Buffer.from(data, 'base64')
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? bytes : null
}

export function toSent({ data, width, height, colour }: ReaderPicture & Bytes): SentPicture {
  return { data: Buffer.from(data).toString('base64'), width, height, colour }
}

export function toTold({ id, alt, width, height, colour }: ReaderPicture): ToldPicture {
  return { id, alt, width, height, colour }
}

/** The picture as pages draw it while it is shown. */
export function toShownPicture(
  { toPath }: ShownPictures,
  { id, width, height, colour }: ToldPicture,
  altText: string,
): Picture {
  return { baseUrl: `/${toPath(id)}`, cropVal: '', altText, width, height, credit: '', caption: '', colour }
}

const FACTS = ['id', 'publication', 'owner', 'reader', 'position', 'alt', 'width', 'height', 'colour'] as const

export async function addPicture(
  db: AnyKysely,
  table: string,
  { data, ...picture }: Omit<ReaderPicture, 'id' | 'position' | 'alt'> & Bytes & { created: Date },
  { kept = null }: Pick<ShownPictures, 'kept'>,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const bytes = Buffer.from(data)
  await db
    .insertInto(table)
    .values({
      ...picture,
      data: kept === null ? bytes : Buffer.alloc(0),
      id,
      alt: '',
      position: 0,
      is_shown: false,
      is_in_store: kept !== null,
    })
    .execute()
  // After the row, so that no file is without one, and can be removed.
  await kept?.put(toKeptPath(id), bytes)
  return id
}

/** The bytes of a row, wherever they lie; null: the store has lost them. */
async function readBytes(
  { id, data, is_in_store }: { id: string; data: Uint8Array; is_in_store: boolean },
  { kept = null }: Pick<ShownPictures, 'kept'>,
): Promise<Uint8Array | null> {
  if (!is_in_store) return data
  if (kept === null) throw new Error('Pictures of readers lie in a store that PICTURES_URL no longer names')
  const pieces = await kept.open(toKeptPath(id))
  if (pieces === null) return null
  const read: Uint8Array[] = []
  for await (const piece of pieces) read.push(piece)
  return Buffer.concat(read)
}

export async function getPicture(
  db: AnyKysely,
  table: string,
  publication: string,
  id: string,
): Promise<(ReaderPicture & { created: Date; read: (store: ShownPictures) => Promise<Uint8Array | null> }) | null> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { data, is_in_store, is_shown: _shown, ...picture } = row as ReaderPicture & Stored & { created: Date }
  return { ...picture, read: (store) => readBytes({ id, data, is_in_store }, store) }
}

/** Pictures by owner, in their order. */
export async function listPictures(
  db: AnyKysely,
  table: string,
  publication: string,
  owners: readonly string[],
): Promise<Map<string, ReaderPicture[]>> {
  if (owners.length === 0) return new Map()
  const rows = (await db
    .selectFrom(table)
    .select(FACTS)
    .where('publication', '=', publication)
    .where('owner', 'in', [...owners])
    .orderBy('position')
    .orderBy('id')
    .execute()) as ReaderPicture[]
  return Map.groupBy(rows, ({ owner }) => owner ?? '')
}

/** All pictures of a reader for the export, those without owner included. */
export async function listPicturesOf(
  db: AnyKysely,
  table: string,
  publication: string,
  reader: string,
): Promise<ReaderPicture[]> {
  const rows = await db
    .selectFrom(table)
    .select(FACTS)
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .orderBy('created')
    .execute()
  return rows as ReaderPicture[]
}

export async function countPicturesOf(
  db: AnyKysely,
  table: string,
  publication: string,
  reader: string,
): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('total'))
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .where('is_shown', '=', false)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Gives `owner` these pictures in this order, and deletes its others; `settlePictures` deletes those with a file. Accepts pictures of
 * this owner, and orphans sent by the same reader (for a guest: by id alone).
 */
export async function setPictures(
  trx: AnyKysely,
  table: string,
  { publication, owner, reader }: { publication: string; owner: string; reader: string | null },
  pictures: readonly { id: string; alt: string }[],
): Promise<void> {
  const ids = pictures.map(({ id }) => id)
  await trx
    .deleteFrom(table)
    .where('publication', '=', publication)
    .where('owner', '=', owner)
    .where('is_shown', '=', false)
    .where('is_in_store', '=', false)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  await trx
    .updateTable(table)
    .set(DISOWNED)
    .where('publication', '=', publication)
    .where('owner', '=', owner)
    .where('is_shown', '=', false)
    .where('is_in_store', '=', true)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  for (const [position, { id, alt }] of pictures.entries())
    await trx
      .updateTable(table)
      .set({ owner, position, alt })
      .where('publication', '=', publication)
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('owner', '=', owner),
          eb.and([eb('owner', 'is', null), eb.or([eb('reader', 'is', null), eb('reader', '=', reader ?? '')])]),
        ]),
      )
      .execute()
}

const DISOWNED = { owner: 'erased', alt: '' } as const

/** Marks pictures as orphaned; the next `settlePictures` run deletes the file, then the row. */
export async function disownPictures(
  db: AnyKysely,
  table: string,
  publication: string,
  of: { reader: string } | { owner: string },
): Promise<void> {
  const [column, value] = 'reader' in of ? (['reader', of.reader] as const) : (['owner', of.owner] as const)
  await db.updateTable(table).set(DISOWNED).where('publication', '=', publication).where(column, '=', value).execute()
}

/** Copies pictures of one owner into the store, before anything that shows them is published. */
export async function showPictures(
  db: AnyKysely,
  table: string,
  of: { publication: string } & ({ owner: string } | { id: string }),
  store: ShownPictures,
): Promise<void> {
  const [column, value] = 'owner' in of ? (['owner', of.owner] as const) : (['id', of.id] as const)
  const rows = (await db
    .updateTable(table)
    .set({ is_shown: true })
    .where('publication', '=', of.publication)
    .where(column, '=', value)
    .returning(['id', 'data', 'is_in_store'])
    .execute()) as (Pick<ReaderPicture, 'id'> & Stored)[]
  for (const row of rows) {
    const bytes = await readBytes(row, store)
    if (bytes !== null) await store.put(store.toPath(row.id), bytes)
  }
}

/** Milliseconds an unowned picture is kept until its order must be saved. */
const LOOSE_MS = 86_400_000

/**
 * Brings the store in line with `wanted`, an expression over a picture `p` and `joined`. A picture without owner is
 * kept for a day.
 */
export async function settlePictures(
  db: AnyKysely,
  table: string,
  { joined, wanted, at }: { joined: RawBuilder<unknown>; wanted: RawBuilder<WantedState>; at: Date },
  store: ShownPictures,
): Promise<number> {
  const { rows } = await sql<{
    publication: string
    id: string
    is_shown: boolean
    is_in_store: boolean
    wanted: WantedState
  }>`
    select * from (
      select p.publication, p.id, p.is_shown, p.is_in_store, case
        when p.owner is not null then ${wanted}
        when p.created > ${new Date(at.getTime() - LOOSE_MS)} then 'kept'
        else 'gone' end as wanted
      from ${sql.table(table)} p ${joined}
    ) as w where w.wanted = 'gone' or (w.wanted = 'shown') <> w.is_shown`.execute(db)
  for (const row of rows) {
    if (row.wanted === 'shown') {
      await showPictures(db, table, row, store)
      continue
    }
    // The store first: without its row a file could never be found again.
    if (row.is_shown) await store.remove(store.toPath(row.id))
    if (row.wanted === 'gone') {
      // The row waits until the store is configured again.
      if (row.is_in_store && !store.kept) continue
      if (row.is_in_store) await store.kept!.remove(toKeptPath(row.id))
      await db.deleteFrom(table).where('id', '=', row.id).execute()
    } else await db.updateTable(table).set({ is_shown: false }).where('id', '=', row.id).execute()
  }
  return rows.length
}

/**
 * Files of drawings: in pieces of 256 kB in the database, or in parts of a megabyte in the S3-compatible store. They are read
 * one piece at a time: every process can read them, and no folder has to be shared. They have tables and a folder of
 * their own, which the public route of pictures cannot reach.
 */
import { sql } from 'kysely'
import type { EpaperContext } from '../context.ts'
import type { EpaperDb, FileName, FileRow } from '../schema.ts'

/** `store` null: files lie in the database. Each file stays where it was stored. */
type FilePlaces = Pick<EpaperContext, 'db' | 'store' | 'onError'>

const PIECE = 256 * 1024
const PART = 1024 * 1024
/** No address of a picture can name it: no segment of a path begins with a dot there (`toImageStorePath`). */
const FOLDER = '.epaper'
const REMOVED_AT_ONCE = 8

export type StoredFile = Pick<FileRow, 'bytes' | 'media_type' | 'is_in_store'>

/** Stores a file and replaces one of the same name. Readers see it only when it is complete. */
export async function putFile(
  { db, store }: FilePlaces,
  file: { drawing: string; name: FileName; mediaType: string; bytes: number; now: Date },
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const { drawing, name, mediaType, bytes, now } = file
  const replaced = await findFile(db, drawing, name)
  // Before the bytes, so that `removeLeftFiles` knows of them if the process ends in between.
  const values = { media_type: mediaType, bytes, is_whole: false, is_in_store: store !== null, stored_at: now }
  await db
    .insertInto('epaper.files')
    .values({ drawing, name, ...values })
    .onConflict((conflict) => conflict.columns(['drawing', 'name']).doUpdateSet(values))
    .execute()
  await db.deleteFrom('epaper.pieces').where('drawing', '=', drawing).where('name', '=', name).execute()
  let number = 0
  if (store !== null) {
    for await (const part of toPieces(content, PART)) await store.put(toKey(drawing, name, number++), part)
    for (; number < countParts(replaced?.bytes ?? 0); number++) await store.remove(toKey(drawing, name, number))
  } else
    for await (const data of toPieces(content, PIECE))
      await db
        .insertInto('epaper.pieces')
        .values({ drawing, name, number: number++, data: Buffer.from(data) })
        .execute()
  await db
    .updateTable('epaper.files')
    .set({ is_whole: true })
    .where('drawing', '=', drawing)
    .where('name', '=', name)
    .execute()
}

/** Stores new files that fit into memory; `note` writes the rows that refer to them. */
export async function putNewFiles(
  places: FilePlaces,
  drawing: string,
  files: readonly { name: FileName; mediaType: string; content: Uint8Array }[],
  now: Date,
  note: (trx: EpaperDb) => Promise<void>,
): Promise<void> {
  if (places.store !== null)
    for (const { name, mediaType, content } of files)
      await putFile(places, { drawing, name, mediaType, bytes: content.length, now }, [content])
  await places.db.transaction().execute(async (trx) => {
    if (places.store === null) await insertFiles(trx, drawing, files, now)
    await note(trx)
  })
}

/** None of the names may exist yet. */
async function insertFiles(
  trx: EpaperDb,
  drawing: string,
  files: readonly { name: FileName; mediaType: string; content: Uint8Array }[],
  now: Date,
): Promise<void> {
  const rows = files.map(({ name, mediaType, content }) => ({
    drawing,
    name,
    media_type: mediaType,
    bytes: content.length,
    is_whole: true,
    is_in_store: false,
    stored_at: now,
  }))
  await trx.insertInto('epaper.files').values(rows).execute()
  for (const { name, content } of files)
    for (let number = 0; number * PIECE < content.length; number++) {
      const data = Buffer.from(content.subarray(number * PIECE, (number + 1) * PIECE))
      await trx.insertInto('epaper.pieces').values({ drawing, name, number, data }).execute()
    }
}

async function* toPieces(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): AsyncIterable<Uint8Array> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const part = chunk.subarray(start, start + most - size)
      kept.push(part)
      size += part.length
      start += part.length
      if (size === most) {
        yield Buffer.concat(kept)
        kept = []
        size = 0
      }
    }
  }
  if (size > 0) yield Buffer.concat(kept)
}

/** Null: there is no such file, or it is incomplete. */
export async function getFile(db: EpaperDb, drawing: string, name: FileName): Promise<StoredFile | null> {
  const file = await findFile(db, drawing, name)
  return file?.is_whole === true ? file : null
}

function findFile(db: EpaperDb, drawing: string, name: FileName) {
  return db
    .selectFrom('epaper.files')
    .select(['bytes', 'media_type', 'is_in_store', 'is_whole'])
    .where('drawing', '=', drawing)
    .where('name', '=', name)
    .executeTakeFirst()
}

export function readFile(
  places: FilePlaces,
  drawing: string,
  name: FileName,
  { bytes, is_in_store }: StoredFile,
): AsyncGenerator<Uint8Array> {
  return is_in_store ? readParts(places, drawing, name, bytes) : readPieces(places, drawing, name, bytes)
}

async function* readPieces(
  { db }: FilePlaces,
  drawing: string,
  name: FileName,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for (let number = 0; read < bytes; number++) {
    const piece = await db
      .selectFrom('epaper.pieces')
      .select('data')
      .where('drawing', '=', drawing)
      .where('name', '=', name)
      .where('number', '=', number)
      .executeTakeFirst()
    if (piece === undefined) throw new Error(`A piece of ${name} is missing`)
    read += piece.data.length
    yield piece.data
  }
}

/** Each part is read whole, because the store does not wait for a reader on a slow line. */
async function* readParts(
  { store }: FilePlaces,
  drawing: string,
  name: FileName,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  if (store === null) throw new Error(`${name} lies in the S3 store, and PICTURES_URL is not set`)
  for (let number = 0; number < countParts(bytes); number++) {
    const pieces = await store.open(toKey(drawing, name, number))
    if (pieces === null) throw new Error(`A part of ${name} is missing in the S3 store`)
    const part: Uint8Array[] = []
    for await (const piece of pieces) part.push(piece)
    yield Buffer.concat(part)
  }
}

/**
 * Deletes drawings that no issue and no delivery names. Drawings stored after `before` are kept, because their delivery
 * may still be coming in.
 */
export async function removeLeftFiles(places: FilePlaces, before: Date): Promise<void> {
  const { rows } = await sql<{ drawing: string }>`
    select drawing from epaper.files group by drawing having max(stored_at) < ${before}
      and drawing not in (select drawing from epaper.issues union all select drawing from epaper.deliveries)`.execute(
    places.db,
  )
  for (const { drawing } of rows) await removeDrawing(places, drawing)
}

/** If the store does not answer, its files and their rows stay for `removeLeftFiles`. */
export async function removeDrawing({ db, store, onError }: FilePlaces, drawing: string): Promise<void> {
  for (const table of ['epaper.articles', 'epaper.pages', 'epaper.pieces'] as const)
    await db.deleteFrom(table).where('drawing', '=', drawing).execute()
  const files = await db
    .selectFrom('epaper.files')
    .select(['name', 'bytes'])
    .where('drawing', '=', drawing)
    .where('is_in_store', '=', true)
    .execute()
  const keys = files.flatMap(({ name, bytes }) =>
    Array.from({ length: countParts(bytes) }, (_one, number) => toKey(drawing, name, number)),
  )
  try {
    if (keys.length > 0 && store === null) throw new Error('Files lie in the S3 store, and PICTURES_URL is not set')
    for (let start = 0; start < keys.length; start += REMOVED_AT_ONCE)
      await Promise.all(keys.slice(start, start + REMOVED_AT_ONCE).map((key) => store!.remove(key)))
  } catch (error) {
    return onError(error, 'epaper-files')
  }
  await db.deleteFrom('epaper.files').where('drawing', '=', drawing).execute()
}

const countParts = (bytes: number): number => Math.ceil(bytes / PART)
const toKey = (drawing: string, name: string, number: number): string => `${FOLDER}/${drawing}/${name}/${number}`

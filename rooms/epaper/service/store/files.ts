/**
 * Files of drawings, stored in pieces of 256 kB in the database and read one piece at a time: every process can read
 * them, and no folder has to be shared. They have tables of their own, so that the public route of pictures cannot
 * reach them.
 */
import { sql } from 'kysely'
import type { EpaperDb, FileName, FileRow } from '../schema.ts'

const PIECE = 256 * 1024

export type StoredFile = Pick<FileRow, 'bytes' | 'media_type'>

/** Stores a file and replaces one of the same name. Readers see it only when it is complete. */
export async function putFile(
  db: EpaperDb,
  file: { drawing: string; name: FileName; mediaType: string; bytes: number; now: Date },
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const { drawing, name, mediaType, bytes, now } = file
  const values = { media_type: mediaType, bytes, is_whole: false, stored_at: now }
  await db
    .insertInto('epaper.files')
    .values({ drawing, name, ...values })
    .onConflict((conflict) => conflict.columns(['drawing', 'name']).doUpdateSet(values))
    .execute()
  await db.deleteFrom('epaper.pieces').where('drawing', '=', drawing).where('name', '=', name).execute()
  let number = 0
  for await (const data of toPieces(content))
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

/**
 * Stores several new files that fit into memory, in the transaction of `db`: all or none. None of the names may exist
 * yet.
 */
export async function putNewFiles(
  db: EpaperDb,
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
    stored_at: now,
  }))
  await db.insertInto('epaper.files').values(rows).execute()
  for (const { name, content } of files)
    for (let number = 0; number * PIECE < content.length; number++) {
      const data = Buffer.from(content.subarray(number * PIECE, (number + 1) * PIECE))
      await db.insertInto('epaper.pieces').values({ drawing, name, number, data }).execute()
    }
}

async function* toPieces(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const part = chunk.subarray(start, start + PIECE - size)
      kept.push(part)
      size += part.length
      start += part.length
      if (size === PIECE) {
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
  const row = await db
    .selectFrom('epaper.files')
    .select(['bytes', 'media_type'])
    .where('drawing', '=', drawing)
    .where('name', '=', name)
    .where('is_whole', '=', true)
    .executeTakeFirst()
  return row ?? null
}

export async function* readFile(
  db: EpaperDb,
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

/**
 * Deletes drawings that no issue and no delivery names. Drawings stored after `before` are kept, because their delivery
 * may still be coming in.
 */
export async function removeLeftFiles(db: EpaperDb, before: Date): Promise<void> {
  const { rows } = await sql<{ drawing: string }>`
    select drawing from epaper.files group by drawing having max(stored_at) < ${before}
      and drawing not in (select drawing from epaper.issues union all select drawing from epaper.deliveries)`.execute(
    db,
  )
  for (const { drawing } of rows) await removeDrawing(db, drawing)
}

export async function removeDrawing(db: EpaperDb, drawing: string): Promise<void> {
  for (const table of ['epaper.articles', 'epaper.pages', 'epaper.pieces', 'epaper.files'] as const)
    await db.deleteFrom(table).where('drawing', '=', drawing).execute()
}

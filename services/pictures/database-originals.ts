/** Pictures in the database: pieces of 256 kB, read one at a time. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import type { Originals } from './originals.ts'

const PIECE = 256 * 1024

type Tables = {
  'pictures.originals': { path: string; bytes: number }
  'pictures.pieces': { path: string; number: number; data: Uint8Array }
}

export async function openDatabaseOriginals(database: Database): Promise<Originals> {
  await migrate(database, 'pictures', await migrationsIn(import.meta.dirname))
  const db = database.db as Kysely<Tables>

  async function* readPieces(path: string, bytes: number): AsyncIterable<Uint8Array> {
    let read = 0
    for (let number = 0; read < bytes; number++) {
      const piece = await db
        .selectFrom('pictures.pieces')
        .select('data')
        .where('path', '=', path)
        .where('number', '=', number)
        .executeTakeFirst()
      if (piece === undefined) throw new Error(`A piece of the picture ${path} is missing`)
      read += piece.data.length
      yield piece.data
    }
  }

  return {
    async listSizes(paths) {
      if (paths.length === 0) return new Map()
      const rows = await db
        .selectFrom('pictures.originals')
        .select(['path', 'bytes'])
        .where(sql<boolean>`path = any (${[...paths]}::text[])`)
        .execute()
      return new Map(rows.map(({ path, bytes }) => [path, bytes]))
    },
    async put(path, bytes) {
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql`insert into pictures.originals (path, bytes) values (${path}, ${bytes.length})
          on conflict (path) do update set bytes = excluded.bytes, stored_at = now() where originals.bytes <> excluded.bytes
          returning path`.execute(trx)
        if (rows.length === 0) return
        await trx.deleteFrom('pictures.pieces').where('path', '=', path).execute()
        for (let number = 0; number * PIECE < bytes.length; number++) {
          const data = Buffer.from(bytes.subarray(number * PIECE, (number + 1) * PIECE))
          await trx.insertInto('pictures.pieces').values({ path, number, data }).execute()
        }
      })
    },
    async open(path) {
      const row = await db.selectFrom('pictures.originals').select('bytes').where('path', '=', path).executeTakeFirst()
      return row === undefined ? null : readPieces(path, row.bytes)
    },
    async remove(path) {
      await db.deleteFrom('pictures.originals').where('path', '=', path).execute()
    },
  }
}

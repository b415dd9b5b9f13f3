/** Writes a backup: all rows of one moment, then files. Needs memory for one batch of rows. */
import { join } from 'node:path'
import type { Database } from '../platform/database.ts'
import { readProductVersion } from '../platform/database/product-version.ts'
import { writeArchive } from './archive.ts'
import { readCatalogue } from './catalogue.ts'
import { FORMAT, type Header } from './header.ts'
import { listFiles, toTableMember, type Root } from './members.ts'
import { readRows, useExactText } from './rows.ts'

export type Folders = { data: string; publications: string | null }
export type Count = { tables: number; rows: number; files: number }

export async function writeBackup(options: {
  database: Database
  /** The engine of the portal; `database` may be a snapshot of it. */
  engine: Header['engine']
  folders: Folders
  file: string
  secrets: readonly string[]
  now: Date
}): Promise<Count> {
  const { database, engine, folders, file, secrets, now } = options
  const count: Count = { tables: 0, rows: 0, files: 0 }
  await database.withoutTimeout((connection) =>
    connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        await useExactText(db)
        const catalogue = await readCatalogue(db)
        const header: Header = {
          format: FORMAT,
          version: readProductVersion(),
          writtenAt: now.toISOString(),
          engine,
          secrets: [...secrets],
          hasPublications: folders.publications !== null,
          catalogue,
        }
        await writeArchive(file, header, async ({ addText, addFile }) => {
          for (const table of catalogue.tables) {
            let batches = 0
            for await (const { text, rows } of readRows(db, table)) {
              await addText(toTableMember(table.schema, table.name, ++batches), text)
              count.rows += rows
            }
            count.tables++
          }
          // After the rows: a key or a picture that a row needs was there before the row.
          for (const [root, folder] of listRoots(folders))
            for await (const path of listFiles(root, folder))
              if (await addFile(`${root}/${path}`, join(folder, path))) count.files++
        })
      }),
  )
  return count
}

function listRoots({ data, publications }: Folders): [Root, string][] {
  return [['data', data], ...(publications === null ? [] : [['publications', publications] as [Root, string]])]
}

/** Reads a backup and checks all of it: every member against its hash, every row against its table. */
import { readArchive, UnusableBackup, type ReadMember } from './archive.ts'
import type { Table } from './catalogue.ts'
import { parseHeader, type Header } from './header.ts'
import { toPlace, type Root } from './members.ts'
import { parseRows } from './rows.ts'
import type { Count } from './write-backup.ts'

type Target = {
  takeHeader: (header: Header) => Promise<void>
  takeRows: (table: Table, rows: (string | null)[][]) => Promise<void>
  takeFile: (root: Root, path: string, member: ReadMember) => Promise<void>
}

/** Throws `UnusableBackup`, also after everything was handed over: only when it resolves is the backup whole. */
export async function readBackup(
  file: string,
  target: Partial<Target> = {},
): Promise<{ header: Header; count: Count }> {
  let header: Header | null = null
  const tables = new Map<string, Table>()
  const count: Count = { tables: 0, rows: 0, files: 0 }
  await readArchive(
    file,
    async (text) => {
      header = parseHeader(text)
      for (const table of header.catalogue.tables) tables.set(`${table.schema}.${table.name}`, table)
      count.tables = tables.size
      await target.takeHeader?.(header)
    },
    async (member) => {
      const place = toPlace(member.name)
      if ('table' in place) {
        const table = tables.get(place.table)
        if (table === undefined) throw new UnusableBackup(`${member.name} is of a table that is not listed`)
        const rows = parse(table, member.name, await member.readText())
        count.rows += rows.length
        await target.takeRows?.(table, rows)
      } else {
        count.files++
        await target.takeFile?.(place.root, place.path, member)
      }
    },
  )
  return { header: header!, count }
}

function parse(table: Table, name: string, text: string): (string | null)[][] {
  try {
    return parseRows(table, text)
  } catch (error) {
    throw new UnusableBackup(`${name} has what is no row of its table`, { cause: error })
  }
}

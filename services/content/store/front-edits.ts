/** Edits of fronts by the office: a row for each front. */
import { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import type { ContentDb, Trx } from '../schema.ts'

/** `edits`: also those that have ended. */
export type StoredFront = { revision: number; edits: FrontEdit[]; by: string; at: Date }

/** By path of the front. */
export async function listStoredEdits(db: ContentDb, publication: string): Promise<Map<string, StoredFront>> {
  const rows = await db.selectFrom('content.front_edits').selectAll().where('publication', '=', publication).execute()
  return new Map(rows.map((row) => [row.path, toStored(row)]))
}

export async function getStoredEdits(db: ContentDb, publication: string, path: string): Promise<StoredFront | null> {
  const row = await db
    .selectFrom('content.front_edits')
    .selectAll()
    .where('publication', '=', publication)
    .where('path', '=', path)
    .executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

export async function saveEdits(
  trx: Trx,
  key: { publication: string; path: string },
  { edits, by, ...more }: StoredFront,
): Promise<void> {
  const values = { ...more, by_name: by, edits: JSON.stringify(edits) }
  await trx
    .insertInto('content.front_edits')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'path']).doUpdateSet(values))
    .execute()
}

/** When edits end, each with its front. */
export async function listEnds(db: ContentDb): Promise<{ publication: string; path: string; at: number }[]> {
  const rows = await db.selectFrom('content.front_edits').selectAll().execute()
  return rows.flatMap((row) =>
    toStored(row).edits.flatMap(({ until }) =>
      until === null ? [] : [{ publication: row.publication, path: row.path, at: Date.parse(until) }],
    ),
  )
}

/** Edits of a later version that this one cannot read count as none. */
function toStored(row: { revision: number; edits: unknown; by_name: string; at: Date }): StoredFront {
  const edits = (row.edits as unknown[]).flatMap((edit) => {
    const read = FrontEdit.safeParse(edit)
    return read.success ? [read.data] : []
  })
  return { revision: row.revision, edits, by: row.by_name, at: row.at }
}

/** Drafts of fronts: one row for each front, shared by all who edit it. */
import type { FrontEdit } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Selectable } from 'kysely'
import type { Trx } from '../articles/store/article-store.ts'
import type { OfficeDb, OfficeTables } from '../schema.ts'

export type FrontKey = { publication: PublicationCode; path: string }
/** `edits` null: there is no draft, and the revision is that of the last one. */
export type FrontDraft = Selectable<OfficeTables['office.front_drafts']>

export async function listDrafts(db: OfficeDb, publication: PublicationCode): Promise<Map<string, FrontDraft>> {
  const rows = await db.selectFrom('office.front_drafts').selectAll().where('publication', '=', publication).execute()
  return new Map(rows.map((row) => [row.path, row]))
}

export async function getDraft(db: OfficeDb, { publication, path }: FrontKey): Promise<FrontDraft | null> {
  const row = await db
    .selectFrom('office.front_drafts')
    .selectAll()
    .where('publication', '=', publication)
    .where('path', '=', path)
    .executeTakeFirst()
  return row ?? null
}

/** The row, locked; it is made if the front never had a draft. */
export async function lockDraft(trx: Trx, key: FrontKey, by: { id: string; name: string }, at: Date) {
  await trx
    .insertInto('office.front_drafts')
    .values({ ...key, revision: 0, edits: null, base: null, by_id: by.id, by_name: by.name, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('office.front_drafts')
    .selectAll()
    .where('publication', '=', key.publication)
    .where('path', '=', key.path)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** `edits` null: no draft is left. `base`: the published edits it is made from. */
export async function setDraft(
  trx: Trx,
  { publication, path }: FrontKey,
  {
    edits,
    base,
    ...more
  }: {
    edits: readonly FrontEdit[] | null
    base: readonly FrontEdit[] | null
    revision?: number
    by_id?: string
    by_name?: string
    at?: Date
  },
): Promise<void> {
  await trx
    .updateTable('office.front_drafts')
    .set({
      ...more,
      edits: edits === null ? null : JSON.stringify(edits),
      base: base === null ? null : JSON.stringify(base),
    })
    .where('publication', '=', publication)
    .where('path', '=', path)
    .execute()
}

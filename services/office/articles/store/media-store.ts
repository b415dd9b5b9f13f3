/** The library: pictures of a publication with rights, newest first, and the files they have and had. */
import type { Picture } from '@lokalteil/contracts/content'
import type { MediaRow, Medium, Person } from '@lokalteil/contracts/office'
import { RIGHTS_SOON_HOURS, toRightsState } from '@lokalteil/domain/office/media-rights'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toSearchText } from '@lokalteil/domain/reading/search-words'
import { sql, type Selectable } from 'kysely'
import type { Trx } from './article-store.ts'
import { toWordQuery } from './list-store.ts'
import type { OfficeDb, OfficeTables } from '../../schema.ts'
import { nameOf } from '../picture-rights.ts'

export type MediumKey = { publication: PublicationCode; id: number }
type Rights = Omit<Selectable<OfficeTables['office.media_rights']>, 'publication' | 'media_id'>
export type MediumRow = Omit<Selectable<OfficeTables['office.media']>, 'search_text' | 'words'> & Rights

const COLUMNS = [
  'm.id',
  'm.publication',
  'm.base_url',
  'm.width',
  'm.height',
  'm.colour',
  'm.focus',
  'm.cut',
  'm.alt_text',
  'm.caption',
  'm.credit',
  'm.written',
  'm.file_name',
  'm.version',
  'm.created_at',
  'm.created_by',
  'm.created_by_name',
  'r.holder',
  'r.terms',
  'r.until',
  'r.may_be_cut',
  'r.stays_in_archive',
] as const
const PAGE = 40
const MOST_ENDING = 100
const HOUR = 3_600_000

const from = (db: OfficeDb, publication: PublicationCode) =>
  db
    .selectFrom('office.media as m')
    .innerJoin('office.media_rights as r', 'r.media_id', 'm.id')
    .select(COLUMNS)
    .where('m.publication', '=', publication)

export function toPicture(row: MediumRow): Picture {
  return {
    baseUrl: row.base_url,
    cropVal: '16:9',
    altText: row.alt_text,
    width: row.width,
    height: row.height,
    credit: row.credit,
    caption: row.caption,
    colour: row.colour,
    ...(row.focus === null ? {} : { focus: row.focus }),
  }
}

/** Null: the picture shows all of its file. */
export function toCut({ cut, base_url }: MediumRow): Medium['cut'] {
  return cut === null || cut.baseUrl !== base_url ? null : { part: cut.part, whole: cut.whole }
}

export function toMediaRow(row: MediumRow, now: Date): MediaRow {
  return {
    id: row.id,
    version: row.version,
    picture: toPicture(row),
    fileName: row.file_name,
    uploadedAt: row.created_at.toISOString(),
    uploadedBy: { id: row.created_by, name: row.created_by_name },
    rights: {
      holder: row.holder,
      terms: row.terms,
      until: row.until?.toISOString() ?? null,
      mayBeCut: row.may_be_cut,
      staysInArchive: row.stays_in_archive,
    },
    state: toRightsState(row.until?.getTime() ?? null, now.getTime()),
  }
}

export async function listPage(
  db: OfficeDb,
  publication: PublicationCode,
  { q, lacksCredit, after }: { q: string; lacksCredit: boolean; after: number | null },
): Promise<{ rows: MediumRow[]; next: number | null }> {
  const words = toWordQuery(q)
  let query = from(db, publication)
  if (words !== null) query = query.where(sql<boolean>`m.words @@ ${words}`)
  if (lacksCredit) query = query.where('m.credit', '=', '')
  if (after !== null) query = query.where('m.id', '<', after)
  const rows = await query
    .orderBy('m.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  return { rows: shown, next: rows.length > PAGE ? shown.at(-1)!.id : null }
}

/** Rights that end within the next hours of warning, or ended within the last ones; the earliest first. */
export function listEnding(db: OfficeDb, publication: PublicationCode, q: string, now: Date): Promise<MediumRow[]> {
  const words = toWordQuery(q)
  const around = (sign: 1 | -1) => new Date(now.getTime() + sign * RIGHTS_SOON_HOURS * HOUR)
  let query = from(db, publication).where('r.until', '>', around(-1)).where('r.until', '<=', around(1))
  if (words !== null) query = query.where(sql<boolean>`m.words @@ ${words}`)
  return query.orderBy('r.until').orderBy('m.id').limit(MOST_ENDING).execute()
}

/** Pictures whose rights have ended for all articles, in the order of ids. */
export function listEnded(db: OfficeDb, publication: PublicationCode, after: number, now: Date, limit: number) {
  return from(db, publication)
    .where('r.until', '<=', now)
    .where('r.stays_in_archive', '=', false)
    .where('m.id', '>', after)
    .orderBy('m.id')
    .limit(limit)
    .execute()
}

export async function getMedium(db: OfficeDb, { publication, id }: MediumKey): Promise<MediumRow | null> {
  return (await from(db, publication).where('m.id', '=', id).executeTakeFirst()) ?? null
}

export async function lockMedium(trx: Trx, { publication, id }: MediumKey): Promise<MediumRow | null> {
  return (await from(trx, publication).where('m.id', '=', id).forUpdate('m').executeTakeFirst()) ?? null
}

export async function listFiles(db: OfficeDb, id: number): Promise<{ name: string; baseUrl: string }[]> {
  const rows = await db
    .selectFrom('office.media_files')
    .select(['name', 'base_url'])
    .where('media_id', '=', id)
    .execute()
  return rows.map(({ name, base_url: baseUrl }) => ({ name, baseUrl }))
}

/** The picture that has or had the file; null: none. */
export async function findByFile(db: OfficeDb, publication: PublicationCode, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('office.media_files')
    .select('media_id')
    .where('publication', '=', publication)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.media_id ?? null
}

type NewMedium = {
  publication: PublicationCode
  picture: Picture
  written: Medium['written']
  fileName: string
  by: Person
  at: Date
}

/** Null: somebody has added the same file meanwhile. */
export async function insertMedium(trx: Trx, given: NewMedium): Promise<number | null> {
  const { publication, picture, written, fileName, by, at } = given
  const rights = { holder: written.copyright, terms: written.instructions }
  const texts = { alt_text: picture.altText, caption: picture.caption, credit: picture.credit, file_name: fileName }
  const { id } = await trx
    .insertInto('office.media')
    .values({
      publication,
      ...toFileColumns(picture),
      ...texts,
      cut: null,
      written: JSON.stringify(written),
      created_at: at,
      created_by: by.id,
      created_by_name: by.name,
      search_text: toSearched({ ...texts, ...rights }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!(await addFile(trx, { publication, id }, picture))) {
    await trx.deleteFrom('office.media').where('id', '=', id).execute()
    return null
  }
  await trx
    .insertInto('office.media_rights')
    .values({ media_id: id, publication, ...rights, until: null, may_be_cut: true, stays_in_archive: false })
    .execute()
  return id
}

const toFileColumns = ({ baseUrl, width, height, colour, focus }: Picture) => ({
  base_url: baseUrl,
  width,
  height,
  colour,
  focus: focus === undefined ? null : JSON.stringify(focus),
})

const toSearched = (row: Pick<MediumRow, 'alt_text' | 'caption' | 'credit' | 'holder' | 'file_name'>): string =>
  toSearchText([row.caption, row.alt_text, row.credit, row.holder, row.file_name].join(' '))

/** False: another picture has the file. */
async function addFile(trx: Trx, { publication, id }: MediumKey, picture: Picture): Promise<boolean> {
  const added = await trx
    .insertInto('office.media_files')
    .values({ publication, name: nameOf(picture), base_url: picture.baseUrl, media_id: id })
    .onConflict((conflict) => conflict.columns(['publication', 'name']).doNothing())
    .returning('media_id')
    .executeTakeFirst()
  return added !== undefined || (await findByFile(trx, publication, nameOf(picture))) === id
}

type Texts = Pick<MediumRow, 'alt_text' | 'caption' | 'credit' | 'focus'>

/** Writes texts and rights of a locked picture. */
export async function changeMedium(trx: Trx, before: MediumRow, change: Partial<Texts & Rights>): Promise<void> {
  const row = { ...before, ...change }
  const { holder, terms, until, may_be_cut, stays_in_archive } = row
  await trx
    .updateTable('office.media')
    .set({
      alt_text: row.alt_text,
      caption: row.caption,
      credit: row.credit,
      focus: row.focus === null ? null : JSON.stringify(row.focus),
      version: before.version + 1,
      search_text: toSearched(row),
    })
    .where('id', '=', before.id)
    .execute()
  await trx
    .updateTable('office.media_rights')
    .set({ holder, terms, until, may_be_cut, stays_in_archive })
    .where('media_id', '=', before.id)
    .execute()
}

/** Gives a locked picture another file. `cut`: of which it is a part. False: the file is another picture of the library. */
export async function changeFile(
  trx: Trx,
  before: MediumRow,
  picture: Picture,
  { fileName = before.file_name, cut = null }: { fileName?: string; cut?: Medium['cut'] } = {},
): Promise<boolean> {
  const key = { publication: before.publication, id: before.id }
  if (!(await addFile(trx, key, picture))) return false
  await trx
    .updateTable('office.media')
    .set({
      ...toFileColumns(picture),
      cut: cut === null ? null : JSON.stringify({ ...cut, baseUrl: picture.baseUrl }),
      file_name: fileName,
      version: before.version + 1,
      search_text: toSearched({ ...before, file_name: fileName }),
    })
    .where('id', '=', before.id)
    .execute()
  return true
}

/** Articles whose working copy has one of the files. */
export async function listDraftsWith(
  db: OfficeDb,
  publication: PublicationCode,
  baseUrls: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ article_id: string }>`
    select article_id from office.drafts where publication = ${publication}
      and jsonb_path_query_array(draft, '$.**.baseUrl') ?| ${[...baseUrls]}::text[] order by article_id`.execute(db)
  return rows.map((row) => row.article_id)
}

/** Texts that were written in an article, for pictures that have none in the library yet. */
export async function fillTexts(trx: Trx, publication: PublicationCode, pictures: readonly Picture[]): Promise<void> {
  const byName = new Map(pictures.map((picture) => [nameOf(picture), picture]))
  if (byName.size === 0) return
  const lacking = await from(trx, publication)
    .innerJoin('office.media_files as f', 'f.media_id', 'm.id')
    .select('f.name')
    .where('f.publication', '=', publication)
    .where('f.name', 'in', [...byName.keys()])
    .where((where) => where.or([where('m.credit', '=', ''), where('m.caption', '=', ''), where('m.alt_text', '=', '')]))
    .orderBy('m.id')
    .forUpdate('m')
    .execute()
  for (const { name, ...row } of lacking) {
    const { credit, caption, altText } = byName.get(name)!
    const filled = {
      credit: row.credit === '' ? credit.trim().slice(0, 300) : row.credit,
      caption: row.caption === '' ? caption.trim().slice(0, 2000) : row.caption,
      alt_text: row.alt_text === '' ? altText.trim().slice(0, 2000) : row.alt_text,
    }
    if (filled.credit !== row.credit || filled.caption !== row.caption || filled.alt_text !== row.alt_text)
      await changeMedium(trx, row, filled)
  }
}

/** Checks the pictures of an article against their rights. */
import type { ArticleDraft, Picture } from '@lokalteil/contracts/content'
import { toMediaName } from '@lokalteil/domain/reading/media'
import type { OfficeDb } from '../schema.ts'
import { changePictures, listPictures, listPosters } from './pictures.ts'

type Right = { until: Date | null; mayBeCut: boolean }
type RightsOf = (picture: Picture) => Right

/** Of a picture that the library does not have. */
const FREE: Right = { until: null, mayBeCut: true }

export const nameOf = ({ baseUrl }: Pick<Picture, 'baseUrl'>): string => toMediaName(baseUrl) ?? ''

/** Rights in this article: pictures that stay in the archive have no end in an article that was online with them before. */
export async function readRights(
  db: OfficeDb,
  key: { publication: string; id: string },
  draft: ArticleDraft,
): Promise<RightsOf> {
  const names = [...new Set([...listPictures(draft), ...listPosters(draft)].map(nameOf))].filter((name) => name !== '')
  if (names.length === 0) return () => FREE
  const rows = await db
    .selectFrom('office.media_files as f')
    .innerJoin('office.media_rights as r', 'r.media_id', 'f.media_id')
    .select(['f.name', 'r.until', 'r.may_be_cut', 'r.stays_in_archive'])
    .where('f.publication', '=', key.publication)
    .where('f.name', 'in', names)
    .execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  const asksArchive = rows.some(({ until, stays_in_archive }) => until !== null && stays_in_archive)
  const archive = asksArchive ? await readArchive(db, key) : null
  return (picture) => {
    const name = nameOf(picture)
    const row = byName.get(name)
    if (row === undefined) return FREE
    const { until, may_be_cut: mayBeCut } = row
    const isKept =
      row.stays_in_archive && until !== null && archive !== null && archive.since < until && archive.names.has(name)
    return { until: isKept ? null : until, mayBeCut }
  }
}

/** The published state of the article and its time; null: not published yet. */
async function readArchive(
  db: OfficeDb,
  { publication, id }: { publication: string; id: string },
): Promise<{ since: Date; names: ReadonlySet<string> } | null> {
  const row = await db
    .selectFrom('office.articles as a')
    .innerJoin('office.revisions as v', (join) =>
      join
        .onRef('v.publication', '=', 'a.publication')
        .onRef('v.article_id', '=', 'a.id')
        .onRef('v.number', '=', 'a.published_revision'),
    )
    .select(['a.online_since', 'a.published_at', 'v.draft'])
    .where('a.publication', '=', publication)
    .where('a.id', '=', id)
    .executeTakeFirst()
  const since = row?.online_since ?? row?.published_at ?? null
  if (row === undefined || since === null) return null
  return { since, names: new Set([...listPictures(row.draft), ...listPosters(row.draft)].map(nameOf)) }
}

/** The draft without pictures whose rights have ended; the same object if none has. */
export async function dropEnded(
  db: OfficeDb,
  key: { publication: string; id: string },
  draft: ArticleDraft,
  now: Date,
): Promise<ArticleDraft> {
  const rightsOf = await readRights(db, key, draft)
  return changePictures(draft, (picture) => {
    const { until } = rightsOf(picture)
    return until !== null && until <= now ? null : picture
  })
}

/**
 * Links to the preview of one revision, for somebody without an account who has to approve it. A link ends after seven days, when
 * it is revoked, and with its article. The token is stored as a digest and told once. It stands behind the # of the address, which
 * no server, log or Referer receives; the screen there sends it in a body and gets a cookie for the path of the page alone.
 */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { PreviewLink } from '@lokalteil/contracts/office'
import { PREVIEW_LINK_DAYS } from '@lokalteil/domain/office/states'
import { publicationOf, toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { created, isRefusal, problem, withHeaders, type Created, type Refusal } from '../../platform/serve.ts'
import { readCookie, writeCookie } from '../people/cookies.ts'
import type { PeopleContext, PeopleHandlers } from '../people/people-context.ts'
import { createId, createToken, toDigest } from '../people/secrets.ts'
import { limitAnonymous } from '../people/tries.ts'
import { NETWORK_HEADER, ORIGIN_HEADER } from '../people/visits.ts'
import type { OfficeContext } from '../context.ts'
import type { OfficeDb } from '../schema.ts'
import {
  inTransaction,
  logAct,
  noContent,
  notFound,
  notNow,
  openArticle,
  openFor,
  tell,
  toKey,
  toPersonOf,
  Undo,
} from './answers.ts'
import { onArticle, type OfficeCall, type OfficeHandler } from './calls.ts'
import { lockArticle, type Key } from './store/article-store.ts'
import { getRevision, keepRevision } from './store/draft-store.ts'

const DAY = 24 * 60 * 60_000
/** Links of an article that are open at the same time. */
const MOST_LINKS = 20

const SCREEN = '/redaktion/einsicht'
const toPage = (id: string) => `/redaktion/vorschau/${id}`

export const listPreviewLinks: OfficeHandler<'listPreviewLinks'> = async (office, { params, context }) => {
  const opened = await openArticle(office, toKey(context, params))
  return isRefusal(opened) ? opened : { links: await listLinks(office.db, toKey(context, params), office.now()) }
}

export async function createPreviewLink(
  office: OfficeContext,
  { params, body: { revision }, context }: OfficeCall<'createPreviewLink'>,
): Promise<Created<PreviewLink & { path: string }> | Refusal> {
  const opened = await openFor(office, context, 'createPreviewLink', params)
  if (isRefusal(opened)) return opened
  const { key } = opened
  const found = await getRevision(office.db, key, revision)
  if (found === null) return notFound()
  const at = office.now()
  const drawn = await office
    .recordsOf(key.publication)
    .previewRecord({ body: { id: key.id, draft: found.draft, at: at.toISOString() } })
  if (!drawn.ok && drawn.status !== 422) return noContent()
  if (!drawn.ok) return problem(422, 'NOT_COMPLETE', 'The revision has no headline or no section')
  const token = createToken()
  const by = toPersonOf(context)
  const link = { id: createId(), revision, at, ends_at: new Date(at.getTime() + PREVIEW_LINK_DAYS * DAY) }
  return inTransaction(office, async (trx) => {
    // Links of an article are made one after the other.
    const row = await lockArticle(trx, key)
    if (row === null) throw new Undo(notFound())
    if (row.desk === 'dropped') throw new Undo(notNow('The article is in the bin'))
    if ((await listLinks(trx, key, at)).length >= MOST_LINKS)
      throw new Undo(problem(409, 'TOO_MANY_LINKS', `The article has ${MOST_LINKS} open links`))
    await keepRevision(trx, key, revision, 'kept')
    if ((await getRevision(trx, key, revision)) === null) throw new Undo(notFound())
    await trx
      .insertInto('office.preview_links')
      .values({
        ...link,
        digest: toDigest(token),
        publication: key.publication,
        article_id: key.id,
        by_id: by.id,
        by_name: by.name,
      })
      .execute()
    await tell(trx, key, 'article')
    await logAct(office, context, trx, key, 'createPreviewLink', {
      after: { link: link.id, revision, until: link.ends_at.toISOString() },
    })
    return created({ ...toLink({ ...link, by_id: by.id, by_name: by.name }), path: `${SCREEN}#${token}` })
  })
}

export const revokePreviewLink = onArticle('revokePreviewLink', async (office, { params, context }, { key }) => {
  return inTransaction(office, async (trx) => {
    const gone = await trx
      .deleteFrom('office.preview_links')
      .where('id', '=', params.link)
      .where('publication', '=', key.publication)
      .where('article_id', '=', key.id)
      .returning('revision')
      .executeTakeFirst()
    if (gone === undefined) throw new Undo(notFound())
    await tell(trx, key, 'article')
    await logAct(office, context, trx, key, 'revokePreviewLink', {
      before: { link: params.link, revision: gone.revision },
    })
    return undefined
  })
})

/** Without a session. The calls of one network are limited before. */
export const openPreviewLink: PeopleHandlers['openPreviewLink'] = async (
  people,
  { body: { token }, context: visit },
) => {
  const found = await findLink(people, token)
  if (found === null) return problem(404, 'NOT_FOUND', 'The link has ended or was revoked')
  const page = toPage(found.id)
  return withHeaders(
    {
      page,
      publication: publicationOf(found.publication).name,
      title: found.draft.title,
      savedAt: found.savedAt.toISOString(),
      endsAt: found.endsAt.toISOString(),
    },
    [writeCookie(people, visit, 'preview', token, page)],
  )
}

type SharedPreview = {
  id: string
  publication: PublicationCode
  articleId: string
  draft: ArticleDraft
  savedAt: Date
  endsAt: Date
}

/** The page that the cookie of this request opens; null: none, or it has ended. */
export async function findPreviewPage(
  people: PeopleContext,
  { headers }: Request,
  id: string,
): Promise<SharedPreview | Refusal | null> {
  const limited = await limitAnonymous(people, headers.get(NETWORK_HEADER) ?? '')
  if (limited !== null) return limited
  const place = { ...people, origin: headers.get(ORIGIN_HEADER) ?? '' }
  const token = readCookie(headers.get('cookie'), 'preview', place)
  const found = token === null ? null : await findLink(people, token)
  return found?.id === id ? found : null
}

async function findLink({ db, now }: PeopleContext, token: string): Promise<SharedPreview | null> {
  const row = await db
    .selectFrom('office.preview_links as link')
    .innerJoin('office.revisions as revision', (join) =>
      join
        .onRef('revision.publication', '=', 'link.publication')
        .onRef('revision.article_id', '=', 'link.article_id')
        .onRef('revision.number', '=', 'link.revision'),
    )
    .innerJoin('office.articles as article', (join) =>
      join.onRef('article.publication', '=', 'link.publication').onRef('article.id', '=', 'link.article_id'),
    )
    .select(['link.id', 'link.publication', 'link.article_id', 'link.ends_at', 'revision.draft', 'revision.at'])
    .where('link.digest', '=', toDigest(token))
    .where('link.ends_at', '>', now())
    .where('article.desk', '<>', 'dropped')
    .executeTakeFirst()
  const publication = row === undefined ? null : toPublicationCode(row.publication)
  if (row === undefined || publication === null) return null
  const { id, article_id: articleId, draft, at: savedAt, ends_at: endsAt } = row
  return { id, publication, articleId, draft, savedAt, endsAt }
}

async function listLinks(db: OfficeDb, { publication, id }: Key, now: Date): Promise<PreviewLink[]> {
  const rows = await db
    .selectFrom('office.preview_links')
    .select(['id', 'revision', 'by_id', 'by_name', 'at', 'ends_at'])
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('ends_at', '>', now)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toLink)
}

type LinkRow = { id: string; revision: number; by_id: string; by_name: string; at: Date; ends_at: Date }

function toLink({ id, revision, by_id, by_name, at, ends_at }: LinkRow): PreviewLink {
  return { id, revision, by: { id: by_id, name: by_name }, at: at.toISOString(), endsAt: ends_at.toISOString() }
}

export async function sweepPreviewLinks(db: OfficeDb, before: Date): Promise<void> {
  await db.deleteFrom('office.preview_links').where('ends_at', '<', before).execute()
}

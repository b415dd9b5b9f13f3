/** Lists, the desk, one article, its revisions, suggestions. */
import type { ArticleRow } from '@lokalteil/contracts/office'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { notFound, openArticle, readArticle, tell, toKey, toPersonOf, toRows } from './answers.ts'
import type { OfficeCall, OfficeHandler } from './calls.ts'
import { compareBodies, compareFields } from './merge.ts'
import type { ArticleRecord } from '../schema.ts'
import { getArticleRow, listArticleRows, LISTS, toBinList, type Key } from './store/article-store.ts'
import { listNotesFor, markPresent } from './store/desk-store.ts'
import * as draftStore from './store/draft-store.ts'
import { countLists, listPage } from './store/list-store.ts'
import { findByName, getVocabulary } from './vocabulary.ts'

/** A number of an article. */
const ID = /^\d{1,40}$/
const PAGE = 50
const DESK_ROWS = 30
const MOST_COUNTED = 1000
const DAY = 24 * 60 * 60_000

export const listArticles: OfficeHandler<'listArticles'> = async (office, { query, context }) => {
  const { publication } = context
  const q = query.q?.trim() ?? ''
  if (ID.test(q) && query.after === undefined) {
    const byId = await getArticleRow(office.db, { publication, id: q })
    if (byId !== null) return { articles: await toRows(office, [byId]), next: null }
  }
  const { ids, next } = await listPage(office.db, publication, {
    lists: toLists(query, context),
    q,
    after: query.after ?? null,
    limit: PAGE,
  })
  return { articles: await toRows(office, await listArticleRows(office.db, publication, ids)), next }
}

function toLists(
  { stand, ressort, wer, quelle }: OfficeCall<'listArticles'>['query'],
  { person }: DeskCaller,
): string[] {
  const isBin = stand === 'dropped'
  const lists = [
    ...(stand === undefined || isBin ? [] : [LISTS.state(stand)]),
    ...(ressort === undefined || ressort === '' ? [] : [LISTS.section(ressort)]),
    ...(wer === undefined || wer === '' ? [] : [LISTS.person(wer === 'ich' ? person.id : wer)]),
    ...(quelle === undefined || quelle === '' ? [] : [LISTS.source(quelle === 'eigen' ? '' : quelle)]),
  ]
  const wanted = lists.length === 0 ? [LISTS.all] : lists
  return isBin ? wanted.map(toBinList) : wanted
}

export const getDesk: OfficeHandler<'getDesk'> = async (office, { context }) => {
  const { publication, person } = context
  const { db } = office
  const now = office.now()
  const list = async (key: string, limit: number) =>
    listArticleRows(db, publication, (await listPage(db, publication, { lists: [key], q: '', after: null, limit })).ids)
  const [mine, review, updates, due, notes, counts, arrivals] = await Promise.all([
    list(LISTS.person(person.id), 200),
    list(LISTS.state('review'), DESK_ROWS),
    list(LISTS.update, DESK_ROWS),
    listDue(office, publication, now),
    listNotesFor(db, publication, person.id, DESK_ROWS),
    countLists(db, publication, [LISTS.state('review'), LISTS.state('ready')], MOST_COUNTED),
    countArrivals(office, publication),
  ])
  const noted = await listArticleRows(
    db,
    publication,
    notes.map(({ articleId }) => articleId),
  )
  const isOpen = ({ shown }: ArticleRecord) => shown === 'never' || shown === 'changed' || shown === 'scheduled'
  const shownNotes = await toRows(office, noted)
  return {
    own: await toRows(office, mine.filter(isOpen).slice(0, DESK_ROWS)),
    review: await toRows(office, review),
    due: await toRows(office, due),
    updates: await toRows(office, updates),
    notes: notes.flatMap(({ articleId, note }) => {
      const article = shownNotes.find(({ id }): boolean => id === articleId)
      return article === undefined ? [] : [{ article, note }]
    }),
    counts: {
      review: counts.get(LISTS.state('review')) ?? 0,
      ready: counts.get(LISTS.state('ready')) ?? 0,
      arrivals,
    },
  }
}

/** Articles with a plan for today, the next one first. The day is Berlin's. */
async function listDue({ db }: OfficeContext, publication: PublicationCode, now: Date): Promise<ArticleRecord[]> {
  const plans = await db
    .selectFrom('office.plans')
    .select(['article_id', 'at'])
    .where('publication', '=', publication)
    .where('state', '=', 'waiting')
    .where('at', '>', new Date(now.getTime() - DAY))
    .where('at', '<', new Date(now.getTime() + DAY))
    .orderBy('at')
    .limit(200)
    .execute()
  const today = toDayKey(now)
  return listArticleRows(
    db,
    publication,
    plans.filter(({ at }) => toDayKey(at) === today).map((plan) => plan.article_id),
  )
}

async function countArrivals({ db }: OfficeContext, publication: PublicationCode): Promise<number> {
  const { count } = await db
    .selectFrom('office.arrivals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publication', '=', publication)
    .where('waiting', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export const getArticle: OfficeHandler<'getArticle'> = async (office, { params, context }) => {
  const key = toKey(context, params)
  const opened = await openArticle(office, key)
  if (isRefusal(opened)) return opened
  await touchPresence(office, context, key)
  return readArticle(office, key)
}

/** Marks that the person has the article open. */
async function touchPresence(office: OfficeContext, caller: DeskCaller, key: Key): Promise<void> {
  if (await markPresent(office.db, key, toPersonOf(caller), office.now())) await tell(office.db, key, 'presence')
}

export const listRevisions: OfficeHandler<'listRevisions'> = async (office, { params, context }) => {
  const opened = await openArticle(office, toKey(context, params))
  return isRefusal(opened) ? opened : { revisions: await draftStore.listRevisions(office.db, toKey(context, params)) }
}

export const getRevision: OfficeHandler<'getRevision'> = async ({ db }, { params, context }) => {
  return (await draftStore.getRevision(db, toKey(context, params), params.number)) ?? notFound()
}

export const compareRevisions: OfficeHandler<'compareRevisions'> = async ({ db }, { params, query, context }) => {
  const key = toKey(context, params)
  const [from, to] = await Promise.all([
    draftStore.getRevision(db, key, query.from),
    draftStore.getRevision(db, key, query.to),
  ])
  if (from === null || to === null) return notFound()
  return {
    fields: compareFields(from.draft, to.draft),
    blocks: compareBodies(from.draft.body, to.draft.body),
  }
}

const MOST_SUGGESTED = 20
/** Of sections and people without a search: they are the options of a filter. */
const MOST_LISTED = 500

export const listSuggestions: OfficeHandler<'listSuggestions'> = async (office, { query, context }) => {
  const { publication } = context
  const { kind } = query
  const q = query.q.trim()
  const most = q === '' ? MOST_LISTED : MOST_SUGGESTED
  if (kind === 'article') return { suggestions: await suggestArticles(office, publication, q) }
  if (kind === 'person') {
    const people = findByName(await office.listColleagues(publication), q, most)
    return { suggestions: people.map(({ id, name }) => ({ id, name, detail: '' })) }
  }
  const known = await getVocabulary(office, publication)
  if (known === null) return { suggestions: [] }
  const { sections, tags, regions, authors } = known.vocabulary
  if (kind === 'section')
    return {
      suggestions: findByName(sections, q, most).map(({ path, name }) => ({ id: path, name, detail: path })),
    }
  const found = findByName({ tag: tags, region: regions, author: authors }[kind], q, MOST_SUGGESTED)
  return { suggestions: found.map(({ id, name }) => ({ id, name, detail: '' })) }
}

async function suggestArticles(office: OfficeContext, publication: PublicationCode, q: string) {
  const { ids } = await listPage(office.db, publication, { lists: [LISTS.all], q, after: null, limit: MOST_SUGGESTED })
  const wanted = new Set(ID.test(q) ? [q, ...ids] : ids)
  const rows: ArticleRow[] = await toRows(office, await listArticleRows(office.db, publication, [...wanted]))
  return rows.map(({ id, title, sectionPath, changedAt }) => ({
    id,
    name: title,
    detail: `${sectionPath} ${changedAt.slice(0, 10)}`.trim(),
  }))
}

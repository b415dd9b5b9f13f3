/** Public reads: notices, persons, and approved entries of books. */
import type { Person } from '../contract/obituaries.ts'
import { toBerlinInstant } from '../domain/anniversary.ts'
import { ENTRIES_A_PAGE, OBITUARIES_A_PAGE, toSearchWords } from '../domain/obituaries.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '@lokalteil/services/platform/serve'
import { DAY, missing, type ObituariesContext, type PublicCall, type PublicHandlers } from './context.ts'
import { countShown, listShown } from './store/entries.ts'
import * as store from './store/obituaries.ts'
import type { ObituaryRow, PersonRow, StoredObituary } from './store/obituaries.ts'
import { toObituary, toPages, toPersonHead } from './views.ts'

const MOST_CANDLES = 200
const PERSONS_A_PAGE = 1000

export const listNotices: PublicHandlers['listNotices'] = async ({ db, now }, { context: publication, query }) => {
  const { page, from, until } = query
  const { rows, total } = await store.listNotices(
    db,
    publication,
    {
      nameWords: toSearchWords(query.name ?? ''),
      placeWords: toSearchWords(query.place ?? ''),
      from: from === undefined ? null : toBerlinInstant(from, 0),
      until: until === undefined ? null : toBerlinInstant(toNextDay(until), 0),
    },
    now(),
    { limit: OBITUARIES_A_PAGE, offset: (page - 1) * OBITUARIES_A_PAGE },
  )
  return {
    notices: rows.flatMap(({ who, ...row }) => (hasBody(row) ? [toObituary(row, who)] : [])),
    total,
    page,
    pages: toPages(total, OBITUARIES_A_PAGE),
  }
}

const toNextDay = (day: string): string => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)

export function getFacets({ db, now }: ObituariesContext, { context: publication }: PublicCall<'getFacets'>) {
  return store.listFacets(db, publication, now())
}

export const getNotice: PublicHandlers['getNotice'] = async ({ db, now }, { context: publication, params }) => {
  const row = await store.getNotice(db, publication, params.notice)
  if (row === null || row.published > now()) return missing('No such notice')
  const person = await store.getPerson(db, publication, row.person)
  if (person === null || !hasBody(row) || (row.until !== null && row.until <= now())) return gone()
  return toObituary(row, person)
}

export async function getPerson(context: ObituariesContext, { context: publication, params }: PublicCall<'getPerson'>) {
  const found = await findSeen(context, publication, params.person)
  if (isRefusal(found)) return found
  const { person, notices } = found
  return {
    person: await toPerson(context, person),
    notices: notices.filter(hasBody).map((row) => toObituary(row, person)),
  }
}

export const getBook: PublicHandlers['getBook'] = async (context, { context: publication, params, query }) => {
  const { db } = context
  const found = await findSeen(context, publication, params.person)
  if (isRefusal(found)) return found
  const { person: row } = found
  const { page } = query
  const [person, entries, candles] = await Promise.all([
    toPerson(context, row),
    listShown(db, publication, row.id, {
      kind: 'condolence',
      limit: ENTRIES_A_PAGE,
      offset: (page - 1) * ENTRIES_A_PAGE,
    }),
    listShown(db, publication, row.id, { kind: 'candle', limit: MOST_CANDLES }),
  ])
  const pages = toPages(person.condolences, ENTRIES_A_PAGE)
  if (page > pages) return missing('The book has no such page')
  return {
    person,
    entries: entries.map(({ id, name, text, created_at }) => ({ id, name, text, at: created_at.toISOString() })),
    candles: candles.map(({ id, name, created_at }) => ({ id, name, at: created_at.toISOString() })),
    total: person.condolences,
    page,
    pages,
  }
}

export const listPersons: PublicHandlers['listPersons'] = async ({ db, now }, { context: publication, query }) => {
  // One more row reveals whether there is another page.
  const rows = await store.listPersons(db, publication, now(), {
    limit: PERSONS_A_PAGE + 1,
    offset: (query.page - 1) * PERSONS_A_PAGE,
  })
  return {
    persons: rows.slice(0, PERSONS_A_PAGE).map(({ id, modified }) => ({ id, modified: modified.toISOString() })),
    pages: query.page + Number(rows.length > PERSONS_A_PAGE),
  }
}

/** A person with the visible notices. */
export async function findSeen(
  { db, now }: Pick<ObituariesContext, 'db' | 'now'>,
  publication: PublicationCode,
  id: string,
): Promise<{ person: PersonRow; notices: ObituaryRow[] } | Refusal> {
  const person = await store.getPerson(db, publication, id)
  if (person === null) return missing('No such person')
  const notices = await store.listObituariesOf(db, publication, id, now())
  return notices.length === 0 ? gone() : { person, notices }
}

async function toPerson({ db }: ObituariesContext, row: PersonRow): Promise<Person> {
  const { condolences, candles } = await countShown(db, row.publication, row.id)
  return { ...toPersonHead(row), condolences, candles, isBookOpen: !row.is_closed }
}

const hasBody = (row: ObituaryRow): row is ObituaryRow & { body: StoredObituary } => row.body !== null

const gone = (): Refusal => problem(410, 'GONE', 'The notice is no longer shown')

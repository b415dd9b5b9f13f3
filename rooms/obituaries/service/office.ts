/** Decisions of the publisher: entries, and requests of families. Reports and complaints: `cases.ts`. */
import { toSearchWords } from '../domain/obituaries.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal } from '@lokalteil/services/platform/serve'
import { CASE_HANDLERS, ENTRY } from './cases.ts'
import { missing, tell, type InternalCall, type ObituariesContext, type InternalHandlers } from './context.ts'
import type { ObituariesDb, Trx } from './schema.ts'
import * as entryStore from './store/entries.ts'
import { getPerson, setClosed } from './store/obituaries.ts'
import * as office from './store/office.ts'
import type { RequestRow } from './store/office.ts'
import { toModeratedEntry, toPages, toPersonHead } from './views.ts'

const A_PAGE = 50
const toSlice = (page: number) => ({ limit: A_PAGE, offset: (page - 1) * A_PAGE })

export const listEntries: InternalHandlers['listEntries'] = async ({ db }, { context: publication, query }) => {
  const { state, page } = query
  const { rows, total } = await entryStore.listModerated(db, publication, {
    state,
    words: toSearchWords(query.term ?? ''),
    ...toSlice(page),
  })
  return { entries: rows.map(toModeratedEntry), total, page, pages: toPages(total, A_PAGE) }
}

export async function decideEntry(context: ObituariesContext, { params, body, ...call }: InternalCall<'decideEntry'>) {
  const { context: publication } = call
  const target = { kind: ENTRY, id: params.entry } as const
  const answered = await CASE_HANDLERS.decideCase(context, {
    ...call,
    params: undefined,
    body: { target, decision: body },
  })
  if (isRefusal(answered)) return answered
  const decided = await entryStore.getModerated(context.db, publication, params.entry)
  return decided === null ? missing('No such entry') : toModeratedEntry(decided)
}

export const listRequests: InternalHandlers['listRequests'] = async ({ db }, { context: publication, query }) => {
  const { rows, total } = await office.listRequests(db, publication, toSlice(query.page))
  const requests = []
  for (const row of rows) requests.push(...(await toRequest(db, publication, row)))
  return { requests, total, page: query.page, pages: toPages(total, A_PAGE) }
}

async function toRequest(db: ObituariesDb | Trx, publication: PublicationCode, row: RequestRow) {
  const person = await getPerson(db, publication, row.person)
  if (person === null) return []
  const { id, wish, name, contact, relation, created_at, outcome } = row
  return [{ id, person: toPersonHead(person), wish, name, contact, relation, at: created_at.toISOString(), outcome }]
}

export const decideRequest: InternalHandlers['decideRequest'] = async (
  context,
  { context: publication, params, body },
) => {
  const [decided] = await context.db.transaction().execute(async (trx) => {
    const request = await office.decideRequest(trx, publication, params.request, body.outcome, context.now())
    if (request === null) return []
    if (body.outcome === 'done') await setClosed(trx, publication, request.person, request.wish === 'close')
    return toRequest(trx, publication, request)
  })
  if (decided === undefined) return missing('No such request')
  tell(context)
  return decided
}

export const setBook: InternalHandlers['setBook'] = async (context, { context: publication, params, body }) => {
  if (!(await setClosed(context.db, publication, params.person, !body.isOpen))) return missing('No such person')
  tell(context)
  return { isOpen: body.isOpen }
}

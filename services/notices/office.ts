/** What the publisher's office decides: entries, reports, and what families ask for. */
import { decideState } from '@lokalteil/domain/community/moderation'
import { toSearchWords } from '@lokalteil/domain/notices/notices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../platform/serve.ts'
import { missing, refuseFields, tell, type InternalCall, type NoticesContext } from './context.ts'
import { tellReporter, tellWriter } from './notifications.ts'
import type { NoticesDb, Trx } from './schema.ts'
import * as entryStore from './store/entries.ts'
import type { EntryRow } from './store/entries.ts'
import { getPerson, setClosed } from './store/notices.ts'
import * as office from './store/office.ts'
import type { ReportRow, RequestRow } from './store/office.ts'
import { toModeratedEntry, toPages, toPersonHead } from './views.ts'

const A_PAGE = 50
const toSlice = (page: number) => ({ limit: A_PAGE, offset: (page - 1) * A_PAGE })

export async function listEntries(
  { db }: NoticesContext,
  { context: publication, query }: InternalCall<'listEntries'>,
) {
  const { state, page } = query
  const { rows, total } = await entryStore.listModerated(db, publication, {
    state,
    words: toSearchWords(query.term ?? ''),
    ...toSlice(page),
  })
  return { entries: rows.map(toModeratedEntry), total, page, pages: toPages(total, A_PAGE) }
}

type Taken = Pick<EntryRow, 'ground' | 'facts' | 'decided_by'>

export async function decideEntry(
  context: NoticesContext,
  { context: publication, params, body }: InternalCall<'decideEntry'>,
) {
  const { action, ground, facts, by } = body
  if (action === 'remove') {
    const wrong = refuseFields({
      ground: ground === null ? 'empty' : null,
      facts: facts.trim() === '' ? 'empty' : null,
    })
    if (wrong !== null) return wrong
  }
  const isTaken = action === 'remove'
  const decided = await context.db.transaction().execute(async (trx) => {
    const entry = await entryStore.getEntry(trx, publication, params.entry)
    if (entry === null) return missing('No such entry')
    const state = decideState(entry.state, action)
    if (state === null)
      return problem(409, 'NO_SUCH_STEP', `${action} means nothing for an entry that is ${entry.state}`)
    const taken: Taken = { ground: isTaken ? ground : null, facts: isTaken ? facts : '', decided_by: by }
    await settle(context, trx, publication, entry, state, taken)
    return entryStore.getModerated(trx, publication, params.entry)
  })
  if (decided === null) return missing('No such entry')
  if ('status' in decided) return decided
  tell(context)
  return toModeratedEntry(decided)
}

async function settle(
  context: NoticesContext,
  trx: Trx,
  publication: Mandator,
  entry: EntryRow,
  state: EntryRow['state'],
  taken: Taken,
): Promise<void> {
  await entryStore.setState(trx, publication, entry.id, { state, ...taken, decided_at: context.now() })
  // With the state it had: the mail says whether others saw it.
  if (state === 'removed') await tellWriter(context, trx, { ...entry, ...taken })
}

export async function listReports(
  context: NoticesContext,
  { context: publication, query }: InternalCall<'listReports'>,
) {
  const { rows, total } = await office.listReports(context.db, publication, toSlice(query.page))
  const reports = []
  for (const row of rows) reports.push(await toReport(context.db, publication, row))
  return { reports, total, page: query.page, pages: toPages(total, A_PAGE) }
}

async function toReport(db: NoticesDb | Trx, publication: Mandator, row: ReportRow) {
  const entry = await entryStore.getModerated(db, publication, row.entry)
  const { id, ground, explanation, name, email, created_at, outcome } = row
  return {
    id,
    entry: entry === null ? null : toModeratedEntry(entry),
    ground,
    explanation,
    name,
    email,
    at: created_at.toISOString(),
    outcome,
  }
}

export async function decideReport(
  context: NoticesContext,
  { context: publication, params, body }: InternalCall<'decideReport'>,
) {
  const decided = await context.db.transaction().execute(async (trx) => {
    const report = await office.decideReport(trx, publication, params.report, body.outcome, context.now())
    if (report === null) return null
    const entry = await entryStore.getEntry(trx, publication, report.entry)
    if (entry !== null) await tellReporter(context, trx, report, entry.person)
    if (body.outcome === 'removed' && entry !== null && entry.state !== 'removed')
      await settle(context, trx, publication, entry, 'removed', {
        ground: body.ground,
        facts: body.facts,
        decided_by: 'report',
      })
    return toReport(trx, publication, report)
  })
  if (decided === null) return missing('No such report')
  if (body.outcome === 'removed') tell(context)
  return decided
}

export async function listRequests(
  { db }: NoticesContext,
  { context: publication, query }: InternalCall<'listRequests'>,
) {
  const { rows, total } = await office.listRequests(db, publication, toSlice(query.page))
  const requests = []
  for (const row of rows) requests.push(...(await toRequest(db, publication, row)))
  return { requests, total, page: query.page, pages: toPages(total, A_PAGE) }
}

async function toRequest(db: NoticesDb | Trx, publication: Mandator, row: RequestRow) {
  const person = await getPerson(db, publication, row.person)
  if (person === null) return []
  const { id, wish, name, contact, relation, created_at, outcome } = row
  return [{ id, person: toPersonHead(person), wish, name, contact, relation, at: created_at.toISOString(), outcome }]
}

export async function decideRequest(
  context: NoticesContext,
  { context: publication, params, body }: InternalCall<'decideRequest'>,
) {
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

export async function setBook(
  context: NoticesContext,
  { context: publication, params, body }: InternalCall<'setBook'>,
): Promise<{ isOpen: boolean } | Refusal> {
  if (!(await setClosed(context.db, publication, params.person, !body.isOpen))) return missing('No such person')
  tell(context)
  return { isOpen: body.isOpen }
}

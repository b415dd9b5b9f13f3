/**
 * Keeps the index of articles in line with the content service: filled once in the order of ids, then by the change log.
 * A call does one bounded batch and notes how far it came. The content service is never called within a transaction,
 * because the embedded database has one connection.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { OfficeContext } from '../context.ts'
import { tell, toRowOf } from './answers.ts'
import { loadProposals, noteArrivals, putUpdatesOnline } from './arrivals.ts'
import { endWaits, lockArticles, writeArticles } from './store/article-store.ts'

/** Articles of a batch. */
const BATCH = 200
/** Beyond so many articles of a batch, open tabs get no event for each. */
const MOST_EVENTS = 20
/** Pages of the change log that are turned to find its end. */
const MOST_PAGES = 100
/** Milliseconds after which arrivals are looked at without a sign of them in the change log. */
const ARRIVALS_MS = 60_000

type Mark = { filled_to: string; is_filled: boolean; sequence: number }
type Summary = Parameters<typeof toRowOf>[1]

const looks = new WeakMap<OfficeContext, Map<PublicationCode, number>>()

/** Returns whether there is more to do at once. The log is followed while the index is being filled, too. */
export async function follow(office: OfficeContext, publication: PublicationCode, batch = BATCH): Promise<boolean> {
  const mark = await getMark(office, publication)
  const filled = mark.is_filled ? mark : await fill(office, publication, mark, batch)
  if (filled === null) return true
  const hasMore = await followLog(office, publication, filled, batch)
  return hasMore || !filled.is_filled
}

async function followLog(
  office: OfficeContext,
  publication: PublicationCode,
  mark: Mark,
  batch: number,
): Promise<boolean> {
  const answer = await office.internalOf(publication).listChanges({ query: { after: mark.sequence } })
  if (!answer.ok) throw new Error(`The change log of the content service did not answer: ${answer.status}`)
  const { changes, last } = answer.data
  // Everything may have changed, the log does not reach back, or it began anew.
  if (last < mark.sequence || changes.some(({ kind }) => kind === 'all')) {
    await moveMark(office, publication, mark, { filled_to: '', is_filled: false, sequence: last }, [])
    return true
  }
  await endWaiting(office, publication, batch)
  await lookAtArrivals(
    office,
    publication,
    changes.some(({ kind }) => kind === 'proposal'),
  )
  if (changes.length === 0) return false
  const ids = new Set<string>()
  let sequence = mark.sequence
  for (const change of changes) {
    if (/^\d{1,40}$/.test(change.id) && change.kind !== 'taxonomy') {
      if (ids.size >= batch && !ids.has(change.id)) break
      ids.add(change.id)
    }
    sequence = change.sequence
  }
  const { records } = await loadRecords(office, publication, { ids: [...ids].join(',') }, ids.size)
  await moveMark(office, publication, mark, { ...mark, sequence }, records)
  return sequence < last
}

/** The mark after a batch; null: another process was faster. */
async function fill(
  office: OfficeContext,
  publication: PublicationCode,
  mark: Mark,
  batch: number,
): Promise<Mark | null> {
  const { records, isLast } = await loadRecords(office, publication, { after: mark.filled_to, limit: batch }, batch)
  const after = { ...mark, filled_to: records.at(-1)?.id ?? mark.filled_to, is_filled: isLast }
  return (await moveMark(office, publication, mark, after, records)) ? after : null
}

async function loadRecords(
  office: OfficeContext,
  publication: PublicationCode,
  query: { ids?: string; after?: string; limit?: number },
  wanted: number,
): Promise<{ records: Summary[]; isLast: boolean }> {
  if (wanted === 0) return { records: [], isLast: true }
  const answer = await office.recordsOf(publication).listRecords({ query })
  if (!answer.ok) throw new Error(`The articles of the content service did not answer: ${answer.status}`)
  return answer.data
}

/** The end of the change log is noted before the first filling, so that no change is missed. */
async function getMark(office: OfficeContext, publication: PublicationCode): Promise<Mark> {
  const read = () =>
    office.db
      .selectFrom('office.index_marks')
      .select(['filled_to', 'is_filled', 'sequence'])
      .where('publication', '=', publication)
      .executeTakeFirst()
  const known = await read()
  if (known !== undefined) return known
  let sequence = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await office.internalOf(publication).listChanges({ query: { after: sequence } })
    if (!answer.ok) throw new Error(`The change log of the content service did not answer: ${answer.status}`)
    if (answer.data.changes.length === 0) break
    sequence = answer.data.last
  }
  await office.db
    .insertInto('office.index_marks')
    .values({ publication, filled_to: '', is_filled: false, sequence })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())!
}

/** Writes a batch. False: another process did it meanwhile. */
async function moveMark(
  office: OfficeContext,
  publication: PublicationCode,
  before: Mark,
  after: Mark,
  records: readonly Summary[],
): Promise<boolean> {
  return office.db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('office.index_marks')
      .set(after)
      .where('publication', '=', publication)
      .where('filled_to', '=', before.filled_to)
      .where('is_filled', '=', before.is_filled)
      .where('sequence', '=', before.sequence)
      .returning('publication')
      .executeTakeFirst()
    if (moved === undefined) return false
    const known = await lockArticles(
      trx,
      publication,
      records.map(({ id }) => id),
    )
    const rows = records.map((record) => toRowOf({ publication, id: record.id }, record, known.get(record.id) ?? null))
    await writeArticles(trx, rows, known)
    if (before.is_filled)
      for (const { id } of records.slice(0, MOST_EVENTS)) await tell(trx, { publication, id }, 'article')
    return true
  })
}

async function endWaiting(office: OfficeContext, publication: PublicationCode, batch: number): Promise<void> {
  await office.db.transaction().execute(async (trx) => {
    const ended = await endWaits(trx, publication, office.now(), batch)
    for (const id of ended.slice(0, MOST_EVENTS)) await tell(trx, { publication, id }, 'article')
  })
}

async function lookAtArrivals(office: OfficeContext, publication: PublicationCode, isSigned: boolean): Promise<void> {
  const times = looks.get(office) ?? new Map<PublicationCode, number>()
  looks.set(office, times)
  const time = office.now().getTime()
  if (!isSigned && Math.abs(time - (times.get(publication) ?? 0)) < ARRIVALS_MS) return
  const proposals = await loadProposals(office, publication)
  if (proposals === null) throw new Error('The content service did not answer with its proposals')
  times.set(publication, time)
  await noteArrivals(office, publication, proposals)
  await putUpdatesOnline(office, publication, proposals)
}

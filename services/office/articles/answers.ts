/** Answers of the calls on articles, and the steps that each of them begins with. */
import type { ArticleDraft, RecordSummary } from '@lokalteil/contracts/content'
import type { ArticleRow, OfficeArticle, Person, Present } from '@lokalteil/contracts/office'
import { mayTouch, type ActName } from '@lokalteil/domain/office/acts'
import type { CheckResult } from '@lokalteil/domain/office/draft-checks'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { AuditInput, DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'
import { check, listLinkedIds } from './checks.ts'
import { writeMerged } from './conflicts.ts'
import { isSame } from './draft-text.ts'
import { mergeDrafts } from './merge.ts'
import { readRights } from './picture-rights.ts'
import type { ArticleRecord, OfficeDb } from '../schema.ts'
import {
  getArticleRow,
  insertArticle,
  listUnseen,
  lockArticle,
  toNewRow,
  type Key,
  type Trx,
} from './store/article-store.ts'
import { listOpenNotes, listPresent } from './store/desk-store.ts'
import {
  appendRevision,
  getBase,
  getWorkingCopy,
  setWorkingCopy,
  toPerson,
  type WorkingCopy,
} from './store/draft-store.ts'
import { getVocabulary } from './vocabulary.ts'

export const notFound = (): Refusal => problem(404, 'NOT_FOUND', 'The publication has no such article')
export const notNow = (title: string): Refusal => problem(409, 'NOT_NOW', title)
export const laterRevision = (): Refusal => problem(409, 'LATER_REVISION', 'The draft has a later revision')
export const noContent = (): Refusal => problem(503, 'UNAVAILABLE', 'The content service does not answer')

/** A call that is refused after it began to write: nothing of it stays. */
export class Undo extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.title)
    this.refusal = refusal
  }
}

/** `work` opens a transaction; `Undo` rolls it back and becomes the answer. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Undo) return error.refusal
    throw error
  }
}

export function inTransaction<T>({ db }: OfficeContext, work: (trx: Trx) => Promise<T>): Promise<T | Refusal> {
  return orRefusal(() => db.transaction().execute(work))
}

export const toKey = ({ publication }: DeskCaller, { id }: { id: string }): Key => ({ publication, id })

/** For the tabs in which people see the article. Call it in the transaction of the change. */
export function tell(trx: OfficeDb, { publication, id }: Key, kind: 'article' | 'notes' | 'presence'): Promise<void> {
  return emit(trx, { publication, kind, id })
}

/** An entry of the audit about an article. */
export function logAct(
  office: OfficeContext,
  caller: DeskCaller,
  trx: Trx,
  { publication, id }: Key,
  act: ActName,
  what: Pick<AuditInput, 'before' | 'after'>,
): Promise<void> {
  return office.log(caller, { act, publication, target: `Artikel ${id}`, ...what }, trx)
}

export function refuseSection(caller: DeskCaller, act: ActName, sectionPath: string): Refusal | null {
  if (mayTouch(act, caller.grants, caller.publication, sectionPath)) return null
  return problem(403, 'NOT_ALLOWED', 'The section is not among those of the person')
}

export function toPersonOf({ person: { id, name } }: DeskCaller): Person {
  return { id, name }
}

function toRow(row: ArticleRecord, present: readonly Present[]): ArticleRow {
  return {
    id: row.id,
    title: row.title,
    sectionPath: row.section_path,
    desk: row.desk,
    shown: row.shown,
    path: row.path,
    source: row.source,
    contentRestriction: row.restriction,
    changedAt: row.changed_at.toISOString(),
    changedBy: toPerson(row.changed_by, row.changed_by_name),
    scheduledFor: (row.scheduled_for ?? row.waits_until)?.toISOString() ?? null,
    notes: row.open_notes,
    hasUpdate: row.has_update,
    isRecalled: row.is_recalled,
    present: [...present],
  }
}

export async function toRows(office: OfficeContext, rows: readonly ArticleRecord[]): Promise<ArticleRow[]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = [...new Set(rows.map(({ id }) => id))]
  const present = await listPresent(office.db, first.publication, ids, office.now())
  return rows.map((row) => toRow(row, present.get(row.id) ?? []))
}

export async function checkOf(
  office: OfficeContext,
  key: Key,
  draft: ArticleDraft,
  now = office.now(),
): Promise<CheckResult> {
  const [known, unseen, rightsOf] = await Promise.all([
    getVocabulary(office, key.publication),
    listUnseen(office.db, key.publication, listLinkedIds(draft)),
    readRights(office.db, key, draft),
  ])
  // Without an answer of the content service the section counts as known: publishing asks the service itself.
  const sections = known?.sections ?? new Set([draft.sectionPath].filter((path) => path !== ''))
  return check(draft, { sections, deadLinks: unseen.length, rightsOf, now })
}

async function toOfficeArticle(office: OfficeContext, row: ArticleRecord, copy: WorkingCopy): Promise<OfficeArticle> {
  const { db } = office
  const now = office.now()
  const key = { publication: row.publication, id: row.id }
  const [present, openNotes, checks] = await Promise.all([
    listPresent(db, row.publication, [row.id], now),
    listOpenNotes(db, key),
    checkOf(office, key, copy.draft),
  ])
  return {
    ...toRow(row, present.get(row.id) ?? []),
    revision: copy.revision,
    publishedRevision: row.published_revision,
    publishedAt: row.published_at?.toISOString() ?? null,
    draft: copy.draft,
    conflicts: copy.conflicts,
    openNotes,
    checks,
    ...(row.plan_failure === null ? {} : { planFailure: row.plan_failure }),
    undoMs: Math.max(0, (row.undo_until?.getTime() ?? 0) - now.getTime()),
  }
}

/** The article as it is now. */
export async function readArticle(office: OfficeContext, key: Key): Promise<OfficeArticle | Refusal> {
  const [row, copy] = await Promise.all([getArticleRow(office.db, key), getWorkingCopy(office.db, key)])
  return row === null || copy === null ? notFound() : toOfficeArticle(office, row, copy)
}

/**
 * The row of an article that the office has a working copy of. One that came by an import gets it here, from the
 * content service; one that an import changed since is brought up to date.
 */
export async function openArticle(office: OfficeContext, key: Key): Promise<ArticleRecord | Refusal> {
  const row = await getArticleRow(office.db, key)
  if (row !== null && row.revision > 0 && !row.is_stale) return row
  const answer = await office.recordsOf(key.publication).getRecord({ params: { id: key.id } })
  if (!answer.ok) {
    if (row !== null && row.revision > 0) return row
    if (answer.status === 404 || answer.status === 410) return notFound()
    return noContent()
  }
  const given = answer.data
  return office.db.transaction().execute(async (trx) => {
    const locked = (await lockArticle(trx, key)) ?? (await insertArticle(trx, toRowOf(key, given, null)))
    if (locked.revision > 0 && !locked.is_stale) return locked
    if (locked.revision > 0) return takeNewState(trx, locked, given, office.now())
    // Continues the numbers of revisions that the content service has from an earlier office.
    const start = { ...locked, last_number: Math.max(0, (given.revision ?? 1) - 1) }
    const { number, row: numbered } = await appendRevision(trx, start, {
      by: null,
      at: locked.changed_at,
      kind: 'imported',
      base: 0,
      draft: given.draft,
    })
    return setWorkingCopy(
      trx,
      numbered,
      { revision: number, draft: given.draft, conflicts: [] },
      { by: null, at: locked.changed_at, published_revision: number },
    )
  })
}

/** The article, if the person may do this to it. */
export async function openFor(
  office: OfficeContext,
  caller: DeskCaller,
  act: ActName,
  params: { id: string },
): Promise<{ key: Key; row: ArticleRecord } | Refusal> {
  const key = toKey(caller, params)
  const row = await openArticle(office, key)
  if (isRefusal(row)) return row
  return refuseSection(caller, act, row.section_path) ?? { key, row }
}

/** Merges an article that an import changed into the working copy. */
async function takeNewState(
  trx: Trx,
  row: ArticleRecord,
  given: RecordSummary & { draft: ArticleDraft },
  now: Date,
): Promise<ArticleRecord> {
  const key = { publication: row.publication, id: row.id }
  const copy = await getWorkingCopy(trx, key)
  const base = row.published_revision === null ? null : await getBase(trx, key, row.published_revision)
  const isOurs = given.revision !== null || copy === null || base === null || isSame(base, given.draft)
  const fresh = { ...row, is_stale: false }
  if (isOurs) {
    await trx
      .updateTable('office.articles')
      .set({ is_stale: false })
      .where('publication', '=', row.publication)
      .where('id', '=', row.id)
      .execute()
    return fresh
  }
  const imported = await appendRevision(trx, fresh, {
    by: null,
    at: now,
    kind: 'imported',
    base: row.published_revision!,
    draft: given.draft,
  })
  const change = { by: null, at: now, published_revision: imported.number, is_stale: false }
  await tell(trx, key, 'article')
  if (isSame(base, copy.draft))
    return setWorkingCopy(trx, imported.row, { revision: imported.number, draft: given.draft, conflicts: [] }, change)
  const merged = mergeDrafts(base, copy.draft, given.draft)
  return (await writeMerged(trx, imported.row, copy, merged, { ...change, theirs: null })).row
}

/** Columns of an article that the content service knows; `before`: the row that is there. */
export function toRowOf(key: Key, given: RecordSummary, before: ArticleRecord | null): ArticleRecord {
  const changed = new Date(given.updateDate ?? given.publishDate)
  const readers = given.state
  const facts = {
    readers,
    path: given.path === '' ? (before?.path ?? '') : given.path,
    reader_updated: given.updateDate === null ? null : new Date(given.updateDate),
    waits_until: readers === 'waiting' ? new Date(given.publishDate) : null,
    online_since: readers === 'shown' ? (before?.online_since ?? new Date(given.publishDate)) : null,
  } satisfies Partial<ArticleRecord>
  if (before !== null && before.revision > 0)
    return {
      ...before,
      ...facts,
      // An import wrote it last.
      is_stale: before.is_stale || given.revision === null,
    }
  const isKnown = before !== null && before.title !== '' && readers === 'withdrawn'
  return {
    ...(before ?? toNewRow(key, changed)),
    ...facts,
    ...(isKnown
      ? {}
      : {
          title: given.title,
          section_path: given.sectionPath,
          source: given.source,
          restriction: given.contentRestriction,
          tag_ids: given.tagIds,
        }),
    desk: before?.desk === 'dropped' ? 'dropped' : 'ready',
    changed_at: changed,
    published_at: new Date(given.publishDate),
    scheduled_for: null,
  }
}

/**
 * Changes the pictures of an article: in the published revision, in the working copy, and in a planned one. The changed
 * revision is first written with a plan, as every publication is; if a process dies, the next one finishes.
 */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { ActName } from '@lokalteil/domain/office/acts'
import { isRefusal } from '../../platform/serve.ts'
import { openArticle, tell } from '../articles/answers.ts'
import { moveConflicts } from '../articles/conflicts.ts'
import { isSame } from '../articles/draft-text.ts'
import { carryOutNow, getPlannedRevision, setPlannedRevision, wishPictures } from '../articles/plans.ts'
import { changeArticle, lockArticle, type Key, type Trx } from '../articles/store/article-store.ts'
import { addNote } from '../articles/store/desk-store.ts'
import { appendRevision, getRevision, getWorkingCopy, setWorkingCopy } from '../articles/store/draft-store.ts'
import type { Actor, OfficeContext } from '../context.ts'
import type { ArticleRecord, OfficeDb } from '../schema.ts'

export type PictureChange = {
  /** The same object if nothing changes; called within the transaction of the article. */
  change: (db: OfficeDb, key: Key, draft: ArticleDraft) => Promise<ArticleDraft>
  /** Null: the office itself. */
  by: Actor | null
  act: ActName | 'endRights'
  /** For the people of the article; null: none. */
  note: string | null
}

/** Signs notes of the office. */
const OFFICE_ITSELF = { id: 'bildrechte', name: 'Bildrechte' }

/** The published text of the article; null: not published. */
type Shown = { draft: ArticleDraft; updated: Date | null } | null

/** A failure is the code of the reason why readers still have the pictures from before. */
export async function changeInArticle(
  office: OfficeContext,
  key: Key,
  work: PictureChange,
): Promise<'same' | 'changed' | { failure: string }> {
  const opened = await openArticle(office, key)
  if (isRefusal(opened)) {
    if (opened.status === 404) return 'same'
    throw new Error(`The article ${key.id} cannot be opened: ${opened.code}`)
  }
  const shown = await readShown(office, key)
  const prepared = await office.db.transaction().execute((trx) => prepare(office, trx, key, shown, work))
  if (prepared === null) return 'same'
  const failure = prepared.plan === null ? null : await carryOutNow(office, prepared.plan)
  return failure === null ? 'changed' : { failure }
}

/** From the content service, because commands change articles there, too. */
async function readShown(office: OfficeContext, { publication, id }: Key): Promise<Shown> {
  const answer = await office.recordsOf(publication).getRecord({ params: { id } })
  if (!answer.ok) {
    if (answer.status === 404 || answer.status === 410) return null
    throw Object.assign(new Error('The content service does not answer'), { code: answer.problem.code })
  }
  const { state, draft, updateDate } = answer.data
  return state === 'withdrawn' ? null : { draft, updated: updateDate === null ? null : new Date(updateDate) }
}

/** Null: nothing changes. `plan`: tells the content service; null: readers do not have the article. */
async function prepare(
  office: OfficeContext,
  trx: Trx,
  key: Key,
  shown: Shown,
  { change, by, act, note }: PictureChange,
): Promise<{ plan: number | null } | null> {
  const row = await lockArticle(trx, key)
  const copy = row === null ? null : await getWorkingCopy(trx, key)
  if (row === null || copy === null) return null
  const at = office.now()
  const person = by === null ? null : { id: by.person.id, name: by.person.name }
  let current = row
  let isNew = false
  const append = async (draft: ArticleDraft, base: number): Promise<number> => {
    const appended = await appendRevision(trx, current, { by: person, at, kind: 'kept', base, draft })
    current = appended.row
    isNew = true
    return appended.number
  }

  const next = shown === null ? null : await change(trx, key, shown.draft)
  const published =
    next === null || next === shown?.draft
      ? null
      : ((await findPrepared(trx, row, next, person?.id ?? null)) ?? (await append(next, row.published_revision ?? 0)))

  const planned = await getPlannedRevision(trx, key)
  if (planned !== null && planned !== copy.revision) {
    const ofPlan = await getRevision(trx, key, planned)
    const changed = ofPlan === null ? null : await change(trx, key, ofPlan.draft)
    if (changed !== null && changed !== ofPlan?.draft)
      await setPlannedRevision(trx, key, await append(changed, planned))
  }

  const copyNext = await change(trx, key, copy.draft)
  if (copyNext !== copy.draft) {
    const isShown = published !== null && copy.revision === row.published_revision && isSame(copyNext, next)
    const revision = isShown ? published : await append(copyNext, copy.revision)
    const conflicts = moveConflicts(copy.conflicts, copy.draft, copyNext)
    const whoChanged = { changed_by: row.changed_by, changed_by_name: row.changed_by_name }
    current = await setWorkingCopy(
      trx,
      current,
      { revision, draft: copyNext, conflicts },
      { by: null, at, ...whoChanged },
    )
    if (planned === copy.revision) await setPlannedRevision(trx, key, revision)
    isNew = true
  } else if (isNew) current = await changeArticle(trx, row, { last_number: current.last_number })

  if (isNew) {
    if (note !== null) current = (await addNote(trx, current, { by: OFFICE_ITSELF, at, text: note, block: null })).row
    const before = { revision: copy.revision, published: row.published_revision }
    const after = { revision: current.revision, ...(published === null ? {} : { published }) }
    await office.log(by, { act, publication: key.publication, target: `Artikel ${key.id}`, before, after }, trx)
    await tell(trx, key, 'article')
    if (note !== null) await tell(trx, key, 'notes')
  }
  if (published !== null)
    return { plan: await wishPictures(trx, current, { revision: published, updated: shown?.updated ?? null }, at) }
  return isNew ? { plan: null } : null
}

/** A revision that an attempt before has written for readers, who did not get it. */
async function findPrepared(
  trx: Trx,
  row: ArticleRecord,
  draft: ArticleDraft,
  by: string | null,
): Promise<number | null> {
  const rows = await trx
    .selectFrom('office.revisions')
    .select(['number', 'draft'])
    .where('publication', '=', row.publication)
    .where('article_id', '=', row.id)
    .where('base', '=', row.published_revision ?? 0)
    .where('number', '>', row.published_revision ?? 0)
    .where('kind', '=', 'kept')
    .where('by_id', 'is not distinct from', by)
    .orderBy('number', 'desc')
    .limit(5)
    .execute()
  return rows.find((found) => isSame(found.draft, draft))?.number ?? null
}

/** Writing: begin, save and merge, decide, restore, pen, notes, the state on the desk. */
import { createDraft } from '@lokalteil/contracts/content/records'
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { BlockConflict, OfficeArticle } from '@lokalteil/contracts/office'
import { mayTouch } from '@lokalteil/domain/office/acts'
import { listNextStates, needsNote } from '@lokalteil/domain/office/states'
import { toExact } from '../../platform/exact.ts'
import { created, isRefusal, problem, type Created, type Refusal } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import {
  checkOf,
  inTransaction,
  logAct,
  noContent,
  notFound,
  notNow,
  openFor,
  readArticle,
  refuseSection,
  tell,
  toKey,
  toPersonOf,
  Undo,
} from './answers.ts'
import { decide, moveConflicts, writeMerged } from './conflicts.ts'
import { isSame, toSaveDigest } from './draft-text.ts'
import { mergeDrafts } from './merge.ts'
import { onArticle, type OfficeCall, type OfficeHandler, type OfficeReply } from './calls.ts'
import type { ArticleRecord } from '../schema.ts'
import {
  changeArticle,
  getArticleRow,
  insertArticle,
  lockArticle,
  toNewRow,
  type Key,
  type Trx,
} from './store/article-store.ts'
import * as deskStore from './store/desk-store.ts'
import * as draftStore from './store/draft-store.ts'
import type { WorkingCopy } from './store/draft-store.ts'

export async function createArticle(
  office: OfficeContext,
  { body, context }: OfficeCall<'createArticle'>,
): Promise<Created<OfficeArticle> | Refusal> {
  const refused = refuseSection(context, 'createArticle', body.sectionPath)
  if (refused !== null) return refused
  const taken = await office.recordsOf(context.publication).takeArticleId({})
  if (!taken.ok) return noContent()
  const key = { publication: context.publication, id: taken.data.id }
  await beginArticle(office, context, key, createDraft(body.kind, body.sectionPath), 'kept')
  const answer = await readArticle(office, key)
  return isRefusal(answer) ? answer : created(answer)
}

/** A new article with its first revision. `more`: further writes of the transaction. */
export async function beginArticle(
  office: OfficeContext,
  caller: DeskCaller,
  key: Key,
  draft: ArticleDraft,
  kind: 'kept' | 'agency',
  more: (trx: Trx) => Promise<void> = async () => {},
): Promise<void> {
  const by = toPersonOf(caller)
  const at = office.now()
  await office.db.transaction().execute(async (trx) => {
    const fresh = { ...toNewRow(key, at), created_by: by.id, created_by_name: by.name }
    const row = await insertArticle(trx, fresh)
    const { number, row: numbered } = await draftStore.appendRevision(trx, row, { by, at, kind, base: 0, draft })
    await draftStore.setWorkingCopy(trx, numbered, { revision: number, draft, conflicts: [] }, { by, at })
    await more(trx)
    await deskStore.markPresent(trx, key, by, at)
    await tell(trx, key, 'article')
    await logAct(office, caller, trx, key, kind === 'agency' ? 'takeArrival' : 'createArticle', {
      after: { revision: number },
    })
  })
}

/** The locked article with its working copy. */
export async function lockCopy(trx: Trx, key: Key): Promise<{ row: ArticleRecord; copy: WorkingCopy }> {
  const row = await lockArticle(trx, key)
  const copy = row === null ? null : await draftStore.getWorkingCopy(trx, key)
  if (row === null || copy === null) throw new Undo(notFound())
  return { row, copy }
}

export const saveDraft = onArticle('saveDraft', async (office, { body, context }, { key }) => {
  const at = office.now()
  const saved = await inTransaction(office, (trx) => takeSave(office, trx, context, key, body, at))
  if (isRefusal(saved)) return saved
  const { revision, draft, conflicts } = saved
  return {
    revision,
    savedAt: at.toISOString(),
    draft: toExact(draft) === toExact(body.draft) ? null : draft,
    conflicts,
    checks: await checkOf(office, key, draft),
  }
})

type Save = OfficeCall<'saveDraft'>['body']

/** The blocks that stand under the pen: live entries have none, because several people report at once. */
const withoutEntries = ({ body }: ArticleDraft) => body.filter(({ type }) => type !== 'liveEntry')

/** Takes a save, whatever was saved meanwhile. A repeated one changes nothing. */
async function takeSave(
  office: OfficeContext,
  trx: Trx,
  caller: DeskCaller,
  key: Key,
  { base, draft, isKept }: Save,
  at: Date,
): Promise<WorkingCopy> {
  const by = toPersonOf(caller)
  const { row, copy } = await lockCopy(trx, key)
  const sent = toSaveDigest(by.id, base, draft)
  if (await draftStore.isSaved(trx, key, base, sent)) return copy
  if (base >= copy.revision && toExact(draft) === toExact(copy.draft)) {
    if (isKept) await draftStore.keepRevision(trx, key, copy.revision, 'kept')
    return copy
  }
  const baseDraft = base >= copy.revision ? copy.draft : ((await draftStore.getBase(trx, key, base)) ?? copy.draft)
  const needsPen = !isSame(withoutEntries(baseDraft), withoutEntries(draft))
  const gotPen = needsPen && (await deskStore.givePen(trx, key, by, at, false))
  if (!needsPen) await deskStore.markPresent(trx, key, by, at)
  const {
    row: written,
    saved,
    isNoted,
  } = base >= copy.revision
    ? await saveNext(trx, row, copy, { by, at, base, draft, sent, isKept })
    : await saveMerged(trx, row, copy, baseDraft, { by, at, base, draft, sent, isKept })
  if (gotPen) await tell(trx, key, 'presence')
  await tell(trx, key, 'article')
  if (isNoted)
    await logAct(office, caller, trx, key, 'saveDraft', {
      before: { revision: copy.revision, state: row.desk },
      after: { revision: saved.revision, state: written.desk, conflicts: saved.conflicts.length },
    })
  return saved
}

type Sent = {
  by: { id: string; name: string }
  at: Date
  base: number
  draft: ArticleDraft
  sent: string
  isKept: boolean
}
/** `isNoted`: worth an entry of the audit; of automatic saves only the first of five minutes is. */
type Taken = { row: ArticleRecord; saved: WorkingCopy; isNoted: boolean }

/** Changes of an article that is online go through the desk again. */
export const toDesk = (row: ArticleRecord) =>
  row.desk === 'ready' && row.readers === 'shown' ? { desk: 'draft' as const } : {}

async function saveNext(
  trx: Trx,
  row: ArticleRecord,
  copy: WorkingCopy,
  { by, at, base, draft, sent, isKept }: Sent,
): Promise<Taken> {
  const kind = isKept ? 'kept' : 'auto'
  const appended = await draftStore.appendRevision(trx, row, { by, at, kind, base, draft, sent })
  const saved = {
    revision: appended.number,
    draft,
    conflicts: moveConflicts(copy.conflicts, copy.draft, draft),
  }
  const written = await draftStore.setWorkingCopy(trx, appended.row, saved, { by, at, ...toDesk(row) })
  return { row: written, saved, isNoted: isKept || appended.isNewWindow }
}

/** The sent draft becomes a revision of its own if the merge left a part of it out. */
async function saveMerged(
  trx: Trx,
  row: ArticleRecord,
  copy: WorkingCopy,
  baseDraft: ArticleDraft,
  { by, at, base, draft, sent, isKept }: Sent,
): Promise<Taken> {
  const merged = mergeDrafts(baseDraft, copy.draft, draft)
  const isUnchanged = merged.conflicts.length === 0 && isSame(merged.draft, copy.draft)
  if (isUnchanged) return { row, saved: copy, isNoted: false }
  const ofSent =
    merged.conflicts.length === 0
      ? row
      : (await draftStore.appendRevision(trx, row, { by, at, kind: isKept ? 'kept' : 'auto', base, draft, sent })).row
  const written = await writeMerged(trx, ofSent, copy, merged, { by, at, theirs: by, sent, ...toDesk(row) })
  return { ...written, isNoted: true }
}

/** A change of the working copy by a decision of a person, as one revision. */
async function changeCopy(
  office: OfficeContext,
  caller: DeskCaller,
  params: { id: string },
  act: 'chooseBlock' | 'restoreRevision',
  change: (
    trx: Trx,
    key: Key,
    copy: WorkingCopy,
  ) => Promise<{ draft: ArticleDraft; conflicts: readonly BlockConflict[] }>,
): OfficeReply<'getArticle'> {
  const opened = await openFor(office, caller, act, params)
  if (isRefusal(opened)) return opened
  const { key } = opened
  const by = toPersonOf(caller)
  const at = office.now()
  const done = await inTransaction(office, async (trx) => {
    const { row, copy } = await lockCopy(trx, key)
    const { draft, conflicts } = await change(trx, key, copy)
    const appended = await draftStore.appendRevision(trx, row, {
      by,
      at,
      kind: act === 'restoreRevision' ? 'restored' : 'kept',
      base: copy.revision,
      draft,
    })
    await draftStore.setWorkingCopy(
      trx,
      appended.row,
      { revision: appended.number, draft, conflicts: moveConflicts(conflicts, copy.draft, draft) },
      { by, at, ...toDesk(row) },
    )
    await tell(trx, key, 'article')
    await logAct(office, caller, trx, key, act, {
      before: { revision: copy.revision },
      after: { revision: appended.number },
    })
  })
  return isRefusal(done) ? done : readArticle(office, key)
}

export const chooseBlock: OfficeHandler<'chooseBlock'> = (office, { params, body, context }) => {
  return changeCopy(office, context, params, 'chooseBlock', async (_trx, _key, copy) => {
    const conflict = copy.conflicts.find(({ id }) => id === params.conflict)
    if (conflict === undefined) throw new Undo(problem(404, 'NOT_FOUND', 'No such conflict waits'))
    return {
      draft: decide(copy.draft, conflict, body.choose),
      conflicts: copy.conflicts.filter(({ id }) => id !== params.conflict),
    }
  })
}

export const restoreRevision: OfficeHandler<'restoreRevision'> = (office, { params, context }) => {
  return changeCopy(office, context, params, 'restoreRevision', async (trx, key, copy) => {
    const found = await draftStore.getRevision(trx, key, params.number)
    if (found === null) throw new Undo(notFound())
    return { draft: found.draft, conflicts: copy.conflicts }
  })
}

export const takePen = onArticle('takePen', async (office, { context }, { key }) => {
  await office.db.transaction().execute(async (trx) => {
    await lockArticle(trx, key)
    const before = await deskStore.listPresent(trx, key.publication, [key.id], office.now())
    if (!(await deskStore.givePen(trx, key, toPersonOf(context), office.now(), true))) return
    const holder = before.get(key.id)?.find(({ hasPen }) => hasPen)?.person.id ?? null
    await tell(trx, key, 'presence')
    await logAct(office, context, trx, key, 'takePen', {
      before: { pen: holder },
      after: { pen: context.person.id },
    })
  })
  return readArticle(office, key)
})

export const addNote = onArticle('addNote', async (office, { body, context }, { key }) => {
  return inTransaction(office, async (trx) => {
    const { row } = await lockCopy(trx, key)
    const added = await deskStore.addNote(trx, row, { by: toPersonOf(context), at: office.now(), ...body })
    await tell(trx, key, 'notes')
    await logAct(office, context, trx, key, 'addNote', { after: { note: added.note.id } })
    return added.note
  })
})

export const answerNote: OfficeHandler<'answerNote'> = async (office, { params, body, context }) => {
  const key = toKey(context, params)
  const known = await getArticleRow(office.db, key)
  if (known === null) return notFound()
  const refused = refuseSection(context, 'answerNote', known.section_path)
  if (refused !== null) return refused
  return inTransaction(office, async (trx) => {
    const row = await lockArticle(trx, key)
    const note =
      row === null
        ? null
        : await deskStore.answerNote(trx, row, params.note, { by: toPersonOf(context), at: office.now(), ...body })
    if (note === null) throw new Undo(problem(404, 'NOT_FOUND', 'The article has no such note'))
    await tell(trx, key, 'notes')
    await logAct(office, context, trx, key, 'answerNote', {
      after: { note: note.id, isDone: note.isDone },
    })
    return note
  })
}

export const changeState = onArticle('changeState', async (office, { body, context }, { key }) => {
  const by = toPersonOf(context)
  const at = office.now()
  const done = await inTransaction(office, async (trx) => {
    const { row } = await lockCopy(trx, key)
    // A repeated call finds the state as it wants it.
    if (row.desk === body.state) return
    const mayPublish = mayTouch('publish', context.grants, context.publication, row.section_path)
    if (!listNextStates(row.desk, row.shown, mayPublish).includes(body.state))
      throw new Undo(notNow(`The state "${body.state}" does not follow "${row.desk}" here`))
    if (needsNote(row.desk, body.state) && body.note === '')
      throw new Undo(problem(422, 'NOTE_MISSING', 'An article that is sent back needs a note'))
    const noted =
      body.note === '' ? row : (await deskStore.addNote(trx, row, { by, at, text: body.note, block: null })).row
    await changeArticle(trx, noted, {
      desk: body.state,
      changed_at: at,
      changed_by: by.id,
      changed_by_name: by.name,
    })
    await tell(trx, key, 'article')
    if (body.note !== '') await tell(trx, key, 'notes')
    await logAct(office, context, trx, key, 'changeState', {
      before: { state: row.desk },
      after: { state: body.state },
    })
  })
  return isRefusal(done) ? done : readArticle(office, key)
})

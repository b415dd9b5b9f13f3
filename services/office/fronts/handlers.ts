/** The calls on fronts: read, edited in a draft, published. */
import type { FrontEdit, FrontView, StoredEdits } from '@lokalteil/contracts/content'
import type { Result } from '@lokalteil/contracts/kernel/client'
import type { OFFICE_FRONTS, OfficeFront } from '@lokalteil/contracts/office'
import { mayTouchFront, type ActName } from '@lokalteil/domain/office/acts'
import { isRefusal, problem, type BoundHandlers, type Refusal } from '../../platform/serve.ts'
import { inTransaction, laterRevision, noContent, toPersonOf, toRows, Undo } from '../articles/answers.ts'
import { listArticleRows, type Trx } from '../articles/store/article-store.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'
import { getDraft, listDrafts, lockDraft, setDraft, type FrontDraft, type FrontKey } from './front-drafts.ts'
import { countChanges, isSameEdits, listDifferences, mergeEdits } from './merge-edits.ts'

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_FRONTS, DeskCaller>

/** As the contract allows of a front. */
const MOST_EDITS = 200
const TRIES = 3

const notFound = (): Refusal => problem(404, 'NOT_FOUND', 'The publication has no such front')

/** A front as it is published, and its draft over that. `edits`: those in force. `row`: null if it never had a draft. */
type Opened = { published: StoredEdits; row: FrontDraft | null; edits: readonly FrontEdit[]; isDraft: boolean }

const listFronts: Handlers['listFronts'] = async (office, { context }) => {
  const { publication, grants } = context
  const answer = await office.recordsOf(publication).listFronts({})
  if (!answer.ok) return noContent()
  const drafts = await listDrafts(office.db, publication)
  return {
    fronts: answer.data.fronts
      .filter(({ path }) => mayTouchFront('listFronts', grants, publication, path))
      .map(({ path, name, isListed, edits }) => {
        const ends = edits.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]))
        return {
          path,
          name,
          isListed,
          edits: edits.length,
          nextEnd: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
          draft: toDraft(office, drafts.get(path) ?? null, edits),
        }
      }),
  }
}

const getFront: Handlers['getFront'] = async (office, { query, context }) => {
  const key = toKey(context, 'getFront', query.path)
  return isRefusal(key) ? key : readFront(office, key)
}

const saveFrontDraft: Handlers['saveFrontDraft'] = async (office, { body, context }) => {
  const key = toKey(context, 'saveFrontDraft', body.path)
  if (isRefusal(key)) return key
  const published = toPublished(await office.recordsOf(key.publication).getFrontEdits({ query: { path: key.path } }))
  if (isRefusal(published)) return published
  const by = toPersonOf(context)
  const at = office.now()
  const done = await inTransaction(office, async (trx) => {
    const row = await lockDraft(trx, key, by, at)
    const before = toEdits(office, row, published.edits)
    const edits = mergeEdits(inForce(office, body.was), before, inForce(office, body.edits))
    if (edits.length > MOST_EDITS) throw new Undo(problem(422, 'TOO_MANY', 'The front has too many edits'))
    if (isSameEdits(edits, before)) return
    const isDraft = !isSameEdits(edits, published.edits)
    const revision = row.revision + 1
    await setDraft(trx, key, {
      revision,
      edits: isDraft ? edits : null,
      base: isDraft ? published.edits : null,
      by_id: by.id,
      by_name: by.name,
      at,
    })
    await tellAndLog(office, context, trx, key, 'saveFrontDraft', toNotes(before, edits, revision))
  })
  return isRefusal(done) ? done : readFront(office, key)
}

const publishFront: Handlers['publishFront'] = async (office, { body, context }) => {
  const key = toKey(context, 'publishFront', body.path)
  if (isRefusal(key)) return key
  let isLogged = false
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const opened = await openFront(office, key)
    if (isRefusal(opened)) return opened
    const { published, row, edits } = opened
    if ((row?.revision ?? 0) !== body.revision) return laterRevision()
    if (row === null || row.edits === null) return readFront(office, key)
    // Written before readers see it, so that no act is without its entry.
    if (!isLogged)
      await office.log(context, toEntry(key, 'publishFront', toNotes(published.edits, edits, row.revision)))
    isLogged = true
    const saved = toPublished(
      await office.recordsOf(key.publication).saveFrontEdits({
        body: { path: key.path, revision: published.revision, edits: [...edits], by: context.person.name },
      }),
    )
    if (isRefusal(saved)) {
      if (saved.status === 409) continue
      return saved
    }
    await office.db.transaction().execute((trx) => endDraft(office, trx, context, key, body.revision, saved.edits))
    return readFront(office, key)
  }
  return noContent()
}

/** A save that came while the draft was being published stays, over the front that is published now. */
async function endDraft(
  office: OfficeContext,
  trx: Trx,
  caller: DeskCaller,
  key: FrontKey,
  revision: number,
  published: readonly FrontEdit[],
): Promise<void> {
  const row = await lockDraft(trx, key, toPersonOf(caller), office.now())
  await setDraft(
    trx,
    key,
    row.revision === revision ? { edits: null, base: null } : { edits: row.edits, base: published },
  )
  await tell(trx, key)
}

const dropFrontDraft: Handlers['dropFrontDraft'] = async (office, { body, context }) => {
  const key = toKey(context, 'dropFrontDraft', body.path)
  if (isRefusal(key)) return key
  const opened = await openFront(office, key)
  if (isRefusal(opened)) return opened
  const { published } = opened
  const done = await inTransaction(office, async (trx) => {
    const row = await lockDraft(trx, key, toPersonOf(context), office.now())
    if (row.revision !== body.revision) throw new Undo(laterRevision())
    if (row.edits === null) return
    await setDraft(trx, key, { edits: null, base: null })
    const edits = toEdits(office, row, published.edits)
    await tellAndLog(office, context, trx, key, 'dropFrontDraft', toNotes(edits, published.edits, row.revision))
  })
  return isRefusal(done) ? done : readFront(office, key)
}

export const FRONT_HANDLERS: Handlers = {
  listFronts,
  getFront,
  saveFrontDraft,
  publishFront,
  dropFrontDraft,
}

function toKey({ grants, publication }: DeskCaller, act: ActName, path: string): FrontKey | Refusal {
  return mayTouchFront(act, grants, publication, path)
    ? { publication, path }
    : problem(403, 'NOT_ALLOWED', 'The front is not among the sections of the person')
}

const inForce = ({ now }: OfficeContext, edits: readonly FrontEdit[]): FrontEdit[] =>
  edits.filter(({ until }) => until === null || now().getTime() < Date.parse(until))

/** A draft that a process published before it died is the published state, and so no draft. */
function toEdits(office: OfficeContext, row: FrontDraft | null, published: readonly FrontEdit[]): readonly FrontEdit[] {
  if (row === null || row.edits === null) return published
  return mergeEdits(inForce(office, row.base ?? []), published, inForce(office, row.edits))
}

async function openFront(office: OfficeContext, key: FrontKey): Promise<Opened | Refusal> {
  const published = toPublished(await office.recordsOf(key.publication).getFrontEdits({ query: { path: key.path } }))
  if (isRefusal(published)) return published
  const row = await getDraft(office.db, key)
  const edits = toEdits(office, row, published.edits)
  return { published, row, edits, isDraft: !isSameEdits(edits, published.edits) }
}

async function readFront(office: OfficeContext, key: FrontKey): Promise<OfficeFront | Refusal> {
  const opened = await openFront(office, key)
  if (isRefusal(opened)) return opened
  const { published, row, edits } = opened
  const answer = await office.recordsOf(key.publication).previewFront({ body: { path: key.path, edits: [...edits] } })
  if (!answer.ok) return answer.status === 404 ? notFound() : noContent()
  const { view } = answer.data
  const rows = await listArticleRows(office.db, key.publication, listNamed(view, [...edits, ...published.edits]))
  return {
    ...view,
    revision: row?.revision ?? 0,
    draft: toDraft(office, row, published.edits),
    edits: [...edits],
    published: { edits: published.edits, by: published.by, at: published.at },
    articles: await toRows(office, rows),
  }
}

function listNamed({ folder }: FrontView, edits: readonly FrontEdit[]): string[] {
  return [
    ...new Set([
      ...edits.flatMap((edit) => ('article' in edit ? [edit.article] : [])),
      ...[...folder.pinned, ...folder.excluded].map(({ article }) => article),
    ]),
  ]
}

function toDraft(office: OfficeContext, row: FrontDraft | null, published: readonly FrontEdit[]): OfficeFront['draft'] {
  const changes = countChanges(published, toEdits(office, row, published))
  return row === null || changes === 0
    ? null
    : { by: { id: row.by_id, name: row.by_name }, at: row.at.toISOString(), changes }
}

function toPublished(answer: Result<StoredEdits>): StoredEdits | Refusal {
  if (answer.ok) return answer.data
  return answer.status === 404 ? notFound() : answer.status === 409 ? laterRevision() : noContent()
}

type Notes = { before: unknown; after: unknown }

/** For the audit: the edits that differ, and the whole order if nothing else does. */
function toNotes(from: readonly FrontEdit[], to: readonly FrontEdit[], revision: number): Notes {
  const { before, after } = listDifferences(from, to)
  const isOrder = before.length === 0 && after.length === 0
  const orderOf = (edits: readonly FrontEdit[]) => (isOrder ? { order: edits.map(({ id }) => id) } : {})
  return {
    before: { edits: before, ...orderOf(from) },
    after: { edits: after, ...orderOf(to), revision },
  }
}

function toEntry({ publication, path }: FrontKey, act: ActName, notes: Notes) {
  return { act, publication, target: path === '' ? 'Startseite' : `Seite ${path}`, ...notes }
}

const tell = (trx: Trx, { publication, path }: FrontKey) => emit(trx, { kind: 'front', id: path, publication })

async function tellAndLog(
  office: OfficeContext,
  caller: DeskCaller,
  trx: Trx,
  key: FrontKey,
  act: ActName,
  notes: Notes,
): Promise<void> {
  await tell(trx, key)
  await office.log(caller, toEntry(key, act, notes), trx)
}

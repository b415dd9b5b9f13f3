/** Publish, schedule, undo, correct, withdraw, bring back, lead to. */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import { isChief, mayTouch, mayWithdraw } from '@lokalteil/domain/office/acts'
import type { Obstacle } from '@lokalteil/domain/office/draft-checks'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import {
  checkOf,
  inTransaction,
  laterRevision,
  logAct,
  noContent,
  notFound,
  notNow,
  readArticle,
  tell,
  toPersonOf,
  Undo,
} from './answers.ts'
import { dropEnded } from './picture-rights.ts'
import { listPictures } from './pictures.ts'
import { cancel, carryOutNow, plansOf, wish, type Wish } from './plans.ts'
import { onArticle, type OfficeReply } from './calls.ts'
import type { ArticleRecord } from '../schema.ts'
import { changeArticle, type Key, type Trx } from './store/article-store.ts'
import * as draftStore from './store/draft-store.ts'
import { fillTexts } from './store/media-store.ts'
import type { WorkingCopy } from './store/draft-store.ts'
import { lockCopy } from './writing.ts'

const MINUTE = 60_000
const MOST_CORRECTIONS = 20

function refuseObstacles(obstacles: readonly Obstacle[]): Refusal {
  return {
    ...problem(422, 'OBSTACLES', `The draft is not ready: ${obstacles.join(', ')}`),
    fields: Object.fromEntries(obstacles.map((name) => [name, 'obstacle'])),
  }
}

/** Obstacles at the time at which readers would see it. */
async function listObstacles(
  office: OfficeContext,
  { publication, grants }: DeskCaller,
  key: Key,
  draft: ArticleDraft,
  at: Date,
  overridesEmbargo: boolean,
): Promise<Obstacle[]> {
  const { obstacles } = await checkOf(office, key, draft, at)
  return obstacles.filter((name) => !(name === 'embargo' && overridesEmbargo && isChief(grants, publication)))
}

/**
 * The number under which the content service gets the draft: the revision itself, or a new one if the draft was changed
 * on the way or readers have had a later number.
 */
async function settleRevision(
  trx: Trx,
  row: ArticleRecord,
  copy: WorkingCopy,
  draft: ArticleDraft,
  { by, at }: { by: { id: string; name: string }; at: Date },
): Promise<{ row: ArticleRecord; number: number }> {
  if (draft === copy.draft && copy.revision > (row.published_revision ?? 0)) return { row, number: copy.revision }
  if (draft === copy.draft && copy.revision === row.published_revision && row.readers === 'withdrawn')
    return { row, number: copy.revision }
  const appended = await draftStore.appendRevision(trx, row, {
    by,
    at,
    kind: 'kept',
    base: copy.revision,
    draft,
  })
  const written = await draftStore.setWorkingCopy(
    trx,
    appended.row,
    { revision: appended.number, draft, conflicts: copy.conflicts },
    { by, at },
  )
  return { row: written, number: appended.number }
}

type Putting = {
  act: 'publish' | 'schedule' | 'correct'
  revision: number
  at: Date
  overridesEmbargo?: boolean
  updated: (row: ArticleRecord) => Date | null
  change?: (draft: ArticleDraft) => ArticleDraft
  note?: Readonly<Record<string, unknown>>
}

/** Wants a revision online at a time; the id of the plan. */
async function putOnline(
  office: OfficeContext,
  caller: DeskCaller,
  { key, row: opened }: { key: Key; row: ArticleRecord },
  { act, revision, at, overridesEmbargo = false, updated, change = (draft) => draft, note }: Putting,
): Promise<number | Refusal> {
  const now = office.now()
  const by = toPersonOf(caller)
  const before = await draftStore.getWorkingCopy(office.db, key)
  if (before === null) return notFound()
  if (before.revision !== revision) return laterRevision()
  // Taken down by a chief: an editor may not put it back by publishing.
  const isTakenDown = opened.readers === 'withdrawn' && opened.published_revision !== null
  if (isTakenDown && !mayTouch('bringBack', caller.grants, caller.publication, opened.section_path))
    return notNow('The article was withdrawn')
  const obstacles = await listObstacles(office, caller, key, before.draft, at, overridesEmbargo)
  if (obstacles.length > 0) return refuseObstacles(obstacles)
  return inTransaction(office, async (trx) => {
    const { row, copy } = await lockCopy(trx, key)
    if (copy.revision !== revision) throw new Undo(laterRevision())
    const embargo = copy.draft.embargo
    const freed = embargo !== null && Date.parse(embargo) > at.getTime() ? { ...copy.draft, embargo: null } : copy.draft
    const settled = await settleRevision(trx, row, copy, change(freed), { by, at: now })
    const plan = await wish(
      trx,
      settled.row,
      { kind: 'publish', revision: settled.number, updated: updated(row), at, by },
      now,
    )
    await changeArticle(trx, settled.row, { scheduled_for: at, plan_failure: null })
    await fillTexts(trx, key.publication, listPictures(copy.draft))
    await tell(trx, key, 'article')
    await logAct(office, caller, trx, key, act, {
      before: { state: row.shown, published: row.published_revision },
      after: { revision: settled.number, at: at.toISOString(), ...note },
    })
    return plan
  })
}

/** Carries a plan out at once and answers with the article. */
async function answerNow(office: OfficeContext, key: Key, plan: number | Refusal): OfficeReply<'publish'> {
  if (isRefusal(plan)) return plan
  const failure = await carryOutNow(office, plan)
  if (failure === 'LATER_REVISION') return laterRevision()
  if (failure !== null) return problem(422, 'OBSTACLES', `The content service refused it: ${failure}`)
  return readArticle(office, key)
}

export const publish = onArticle('publish', async (office, { body, context }, opened) => {
  const at = office.now()
  const plan = await putOnline(office, context, opened, {
    act: 'publish',
    revision: body.revision,
    at,
    overridesEmbargo: body.overridesEmbargo,
    // The repair of a typo repeats the time before.
    updated: (row) => (body.isUpdate ? at : row.reader_updated),
    note: { isUpdate: body.isUpdate, overridesEmbargo: body.overridesEmbargo },
  })
  return answerNow(office, opened.key, plan)
})

export const correct = onArticle('correct', async (office, { body, context }, opened) => {
  if (opened.row.readers !== 'shown') return notNow('Readers do not have the article')
  const at = office.now()
  const plan = await putOnline(office, context, opened, {
    act: 'correct',
    revision: body.revision,
    at,
    updated: () => at,
    change: (draft) => ({
      ...draft,
      corrections: [{ date: at.toISOString(), text: body.reason }, ...draft.corrections].slice(0, MOST_CORRECTIONS),
    }),
    note: { reason: body.reason },
  })
  return answerNow(office, opened.key, plan)
})

export const schedule = onArticle('schedule', async (office, { body, context }, opened) => {
  const { key } = opened
  if (body.at === null) {
    const ended = await endPlan(office, context, key)
    return isRefusal(ended) ? ended : readArticle(office, key)
  }
  const at = new Date(body.at)
  if (Number.isNaN(at.getTime())) return problem(400, 'BAD_REQUEST', 'The time is none')
  const now = office.now()
  const plan = await putOnline(office, context, opened, {
    act: 'schedule',
    revision: body.revision,
    at: at < now ? now : at,
    updated: (row) => row.reader_updated,
  })
  if (isRefusal(plan)) return plan
  plansOf(office).wake(Math.min(Math.max(at.getTime() - now.getTime(), 0), MINUTE))
  return readArticle(office, key)
})

async function endPlan(office: OfficeContext, caller: DeskCaller, key: Key): Promise<void | Refusal> {
  return inTransaction(office, async (trx) => {
    const { row } = await lockCopy(trx, key)
    if (row.scheduled_for === null) return
    await cancel(trx, row)
    await changeArticle(trx, row, { scheduled_for: null })
    await tell(trx, key, 'article')
    await logAct(office, caller, trx, key, 'schedule', {
      before: { at: row.scheduled_for.toISOString() },
      after: { at: null },
    })
  })
}

/** A wish about an article that readers have or had. */
async function want(
  office: OfficeContext,
  caller: DeskCaller,
  key: Key,
  act: 'undoPublish' | 'withdraw' | 'bringBack',
  toWish: (trx: Trx, row: ArticleRecord) => Promise<Omit<Wish, 'at' | 'by'>>,
  note: Readonly<Record<string, unknown>> = {},
): OfficeReply<'withdraw'> {
  const now = office.now()
  const plan = await inTransaction(office, async (trx) => {
    const { row } = await lockCopy(trx, key)
    const given = await toWish(trx, row)
    const id = await wish(trx, row, { ...given, at: now, by: toPersonOf(caller) }, now)
    await logAct(office, caller, trx, key, act, {
      before: { state: row.shown, published: row.published_revision },
      after: { ...note, revision: given.revision },
    })
    return id
  })
  return answerNow(office, key, plan)
}

export const undoPublish = onArticle('undoPublish', async (office, { context }, { key }) => {
  return want(office, context, key, 'undoPublish', async (trx, row) => {
    const now = office.now()
    const isOut = row.readers === 'shown' || row.readers === 'waiting'
    if (!isOut || row.undo_until === null || row.undo_until <= now)
      throw new Undo(notNow('The last publication cannot be undone any more'))
    if (row.before_revision === null) return { kind: 'withdraw', revision: 0, isUndo: true }
    const before = await draftStore.getRevision(trx, key, row.before_revision)
    if (before === null) throw new Undo(notNow('The revision before is gone'))
    // A new number, because readers never go back to a lower one. The working copy stays.
    const { number, row: numbered } = await draftStore.appendRevision(trx, row, {
      by: toPersonOf(context),
      at: now,
      kind: 'restored',
      base: row.before_revision,
      // Rights may have ended since.
      draft: await dropEnded(trx, key, before.draft, now),
    })
    await changeArticle(trx, row, { last_number: numbered.last_number })
    return { kind: 'publish', revision: number, updated: row.reader_updated, isUndo: true }
  })
})

export const withdraw = onArticle('withdraw', async (office, { body, context }, { key }) => {
  return want(
    office,
    context,
    key,
    'withdraw',
    async (_trx, row) => {
      if (row.readers !== 'shown' && row.readers !== 'waiting')
        throw new Undo(notNow('Readers do not have the article'))
      const since = row.online_since ?? row.published_at
      const minutesOnline = since === null ? 0 : (office.now().getTime() - since.getTime()) / MINUTE
      const isOwn = row.created_by === context.person.id
      if (!mayWithdraw(context.grants, context.publication, { isOwn, minutesOnline }))
        throw new Undo(problem(403, 'NOT_ALLOWED', 'Only a chief withdraws this article'))
      return { kind: 'withdraw', revision: 0 }
    },
    { reason: body.reason },
  )
})

export const bringBack = onArticle('bringBack', async (office, { context }, { key }) => {
  return want(office, context, key, 'bringBack', async (trx, row) => {
    if (row.readers !== 'withdrawn' || row.published_revision === null)
      throw new Undo(notNow('The article was not withdrawn'))
    const before = await draftStore.getRevision(trx, key, row.published_revision)
    const draft = before === null ? null : await dropEnded(trx, key, before.draft, office.now())
    if (before === null || draft === null || draft === before.draft)
      return { kind: 'return', revision: row.published_revision, updated: row.reader_updated }
    // Rights have ended since: it comes back without the picture, as a new revision.
    const { number, row: numbered } = await draftStore.appendRevision(trx, row, {
      by: toPersonOf(context),
      at: office.now(),
      kind: 'restored',
      base: row.published_revision,
      draft,
    })
    await changeArticle(trx, row, { last_number: numbered.last_number })
    return { kind: 'publish', revision: number, updated: row.reader_updated }
  })
})

export const leadTo = onArticle('leadTo', async (office, { body, context }, { key }) => {
  const answer = await office.internalOf(context.publication).leadTo({ body: { from: body.from, to: key.id } })
  if (!answer.ok) {
    if (answer.status === 404)
      return problem(404, 'NOT_FOUND', 'Readers do not have the article, or the address is none')
    return noContent()
  }
  await office.log(context, {
    act: 'leadTo',
    publication: key.publication,
    target: `Artikel ${key.id}`,
    after: { from: answer.data.from },
  })
  return answer.data
})

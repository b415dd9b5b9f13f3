/**
 * Plans: a change of an article for readers and its time, a job each. A wish is written first; the runner then calls the
 * content service. If a process dies, the next one finishes: the content service takes a revision once, however often it is
 * sent.
 */
import type { CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Result } from '@lokalteil/contracts/kernel/client'
import { UNDO_MINUTES } from '@lokalteil/domain/office/states'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { backOff, createJobRunner, type JobContext } from '../../platform/jobs/job-runner.ts'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import type { OfficeContext } from '../context.ts'
import { oncePerOffice } from '../runner-of-office.ts'
import { tell } from './answers.ts'
import type { ArticleRecord, OfficeDb } from '../schema.ts'
import { changeArticle, getArticleRow, lockArticle, type Key, type Trx } from './store/article-store.ts'
import { getRevision, keepRevision } from './store/draft-store.ts'

export const PLANS: QueueTable = {
  name: 'office-plans',
  table: 'office.plans',
  key: ['id'],
  // Two conditions, because each has its index.
  waits: "q.state = 'waiting' or q.state = 'pictures'",
  isGivenUp: "q.state = 'failed'",
  columns: {
    dueAt: 'due_at',
    heldUntil: 'held_until',
    heldBy: 'held_by',
    attempts: 'attempts',
    error: 'error',
    changedAt: 'changed_at',
  },
  pause: 'dueAt',
  order: 'due_at',
}

type Plan = {
  id: number
  key: Key
  /** `pictures`: readers get the revision that they have with other pictures. */
  kind: 'publish' | 'withdraw' | 'return' | 'pictures'
  revision: number
  updated: Date | null
  isUndo: boolean
  by: { id: string; name: string }
}

type PlanRow = {
  id: number
  publication: PublicationCode
  article_id: string
  kind: Plan['kind']
  revision: number
  updated: Date | null
  is_undo: boolean
  by_id: string
  by_name: string
}

const LEASE_MS = 60_000
const IDLE_MS = 3_000
const MINUTE = 60_000

export const plansOf = oncePerOffice((office) =>
  createJobRunner<Plan>({
    queue: createTableQueue<PlanRow, Plan>(office.db, PLANS, {
      toJob: (row) => ({
        id: row.id,
        key: { publication: row.publication, id: row.article_id },
        kind: row.kind,
        revision: row.revision,
        updated: row.updated,
        isUndo: row.is_undo,
        by: { id: row.by_id, name: row.by_name },
      }),
      done: () => ({ state: 'done' }),
      givenUp: () => ({ state: 'failed' }),
    }),
    work: (plan, context) => carryOut(office, plan, context),
    retry: backOff(1000, MINUTE),
    leaseMs: LEASE_MS,
    now: office.now,
    onError: office.onError,
    idleMs: IDLE_MS,
  }),
)

export type Wish = {
  kind: Exclude<Plan['kind'], 'pictures'>
  revision: number
  updated?: Date | null
  isUndo?: boolean
  at: Date
  by: { id: string; name: string }
}

/** Writes a plan; it replaces the one before. Returns its id. */
export async function wish(trx: Trx, row: ArticleRecord, given: Wish, now: Date): Promise<number> {
  await cancel(trx, row)
  return insertPlan(trx, row, given, 'waiting', now)
}

/** Plans a revision that differs from the published one in its pictures; other plans of the article stay. */
export async function wishPictures(
  trx: Trx,
  row: ArticleRecord,
  given: { revision: number; updated: Date | null },
  now: Date,
): Promise<number> {
  await trx
    .deleteFrom('office.plans')
    .where('publication', '=', row.publication)
    .where('article_id', '=', row.id)
    .where('state', '=', 'pictures')
    .execute()
  return insertPlan(trx, row, { ...given, kind: 'pictures', at: now, by: { id: '', name: '' } }, 'pictures', now)
}

async function insertPlan(
  trx: Trx,
  row: ArticleRecord,
  given: Omit<Wish, 'kind'> & Pick<Plan, 'kind'>,
  state: 'waiting' | 'pictures',
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('office.plans')
    .values({
      publication: row.publication,
      article_id: row.id,
      kind: given.kind,
      revision: given.revision,
      updated: given.updated ?? null,
      is_undo: given.isUndo ?? false,
      at: given.at,
      by_id: given.by.id,
      by_name: given.by.name,
      state,
      due_at: given.at,
      held_until: null,
      held_by: null,
      error: null,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The revision that is planned to be published; null: none. */
export async function getPlannedRevision(trx: Trx, { publication, id }: Key): Promise<number | null> {
  const row = await trx
    .selectFrom('office.plans')
    .select('revision')
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('state', '=', 'waiting')
    .where('kind', '=', 'publish')
    .executeTakeFirst()
  return row?.revision ?? null
}

/** The plan of somebody shows another revision at its time. */
export async function setPlannedRevision(trx: Trx, { publication, id }: Key, revision: number): Promise<void> {
  await trx
    .updateTable('office.plans')
    .set({ revision })
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('state', '=', 'waiting')
    .where('kind', '=', 'publish')
    .execute()
}

/** Articles that somebody plans to publish. */
export async function listPlanned(db: OfficeDb, publication: PublicationCode): Promise<string[]> {
  const rows = await db
    .selectFrom('office.plans')
    .select('article_id')
    .where('publication', '=', publication)
    .where('state', '=', 'waiting')
    .where('kind', '=', 'publish')
    .execute()
  return rows.map((row) => row.article_id)
}

export async function cancel(trx: Trx, { publication, id }: { publication: string; id: string }): Promise<void> {
  await trx
    .deleteFrom('office.plans')
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Null: done, or the next process or attempt does it. A text: the code of the reason why it cannot be done. */
export async function carryOutNow(office: OfficeContext, plan: number): Promise<string | null> {
  await plansOf(office).runOne({ id: plan })
  const row = await office.db
    .selectFrom('office.plans')
    .select(['state', 'error'])
    .where('id', '=', plan)
    .executeTakeFirst()
  return row?.state === 'failed' ? (row.error ?? 'FAILED') : null
}

type Saved = AnswerOf<(typeof RECORDS)['saveRecord']>
type Moved = AnswerOf<(typeof CONTENT_INTERNAL)['withdrawArticle']>

/** Sends the change to the content service, then stores the published state. */
async function carryOut(office: OfficeContext, plan: Plan, context: JobContext): Promise<void> {
  if (plan.kind === 'pictures') return showPictures(office, plan, context)
  const { kind, key } = plan
  const internal = office.internalOf(key.publication)
  if (kind === 'withdraw') {
    const answer = await internal.withdrawArticle({ params: { id: key.id }, body: { isForGood: false } })
    if (!answer.ok && answer.status !== 404) throw toError(answer)
    return finish(office, plan, context, (row) => ({
      readers: 'withdrawn',
      path: answer.ok ? answer.data.path : row.path,
      waits_until: null,
      online_since: null,
      // A first publication that was undone leaves nothing that may come back.
      ...(plan.isUndo ? { published_revision: null } : {}),
    }))
  }
  if (kind === 'return') {
    const answer = await internal.restoreArticle({ params: { id: key.id } })
    if (answer.ok) return finish(office, plan, context, (row, now) => toReturned(row, answer.data, now))
    // An earlier process sent it to the content service and died.
    if (answer.problem.code === 'SHOWN')
      return finish(office, plan, context, (row, now) => toReturned(row, { path: row.path }, now))
    if (answer.status !== 404 && answer.status !== 409) throw toError(answer)
  }
  const found = await getRevision(office.db, key, plan.revision)
  if (found === null) return fail(office, plan, context, 'REVISION_GONE')
  const answer: Result<Saved> = await office.recordsOf(key.publication).saveRecord({
    params: { id: key.id },
    body: { revision: plan.revision, draft: found.draft, updated: plan.updated?.toISOString() ?? null },
  })
  if (!answer.ok) {
    if ([404, 409, 422].includes(answer.status)) return fail(office, plan, context, answer.problem.code)
    throw toError(answer)
  }
  await finish(office, plan, context, (row, now) =>
    kind === 'return' ? toReturned(row, answer.data, now) : toPublished(row, plan, answer.data, now),
  )
}

/** The working copy and other plans stay. It cannot be undone, because the removed picture must not come back. */
async function showPictures(office: OfficeContext, plan: Plan, context: JobContext): Promise<void> {
  const { key, revision, updated } = plan
  const [known, found] = await Promise.all([getArticleRow(office.db, key), getRevision(office.db, key, revision)])
  if (found === null || (known?.readers !== 'shown' && known?.readers !== 'waiting')) return
  const answer: Result<Saved> = await office.recordsOf(key.publication).saveRecord({
    params: { id: key.id },
    body: { revision, draft: found.draft, updated: updated?.toISOString() ?? null },
  })
  if (!answer.ok) {
    // A version published meanwhile has the new pictures, too, because its draft was changed first.
    if (answer.problem.code === 'LATER_REVISION') return
    if (answer.status !== 404 && answer.status !== 422) throw toError(answer)
    await context.complete({ values: { state: 'failed', error: answer.problem.code } })
    return
  }
  const now = office.now()
  await office.db.transaction().execute(async (trx) => {
    const row = await lockArticle(trx, key)
    if (!(await context.complete({ within: trx })) || row === null) return
    await changeArticle(trx, row, {
      published_revision: Math.max(revision, row.published_revision ?? 0),
      path: answer.data.path,
      before_revision: null,
      undo_until: null,
      changed_at: now,
    })
    await keepRevision(trx, key, revision, 'published')
    await tell(trx, key, 'article')
  })
}

function toReturned(row: ArticleRecord, { path }: Moved, now: Date): Partial<ArticleRecord> {
  return { readers: 'shown', path: path === '' ? row.path : path, online_since: now }
}

function toPublished(row: ArticleRecord, plan: Plan, saved: Saved, now: Date): Partial<ArticleRecord> {
  const wasShown = row.readers === 'shown' || row.readers === 'waiting'
  const from = new Date(saved.publishDate)
  const isWaiting = from > now
  return {
    readers: isWaiting ? 'waiting' : 'shown',
    waits_until: isWaiting ? from : null,
    path: saved.path,
    published_revision: plan.revision,
    published_at: now,
    online_since: isWaiting ? null : wasShown ? (row.online_since ?? now) : now,
    reader_updated: plan.updated,
    before_revision: wasShown && !plan.isUndo ? row.published_revision : null,
    undo_until: plan.isUndo ? null : new Date(now.getTime() + UNDO_MINUTES * MINUTE),
    ...(row.revision === plan.revision ? { desk: 'ready' as const } : {}),
  }
}

/** One transaction with the end of the job: if another process has the job by now, nothing is written. */
async function finish(
  office: OfficeContext,
  plan: Plan,
  context: JobContext,
  change: (row: ArticleRecord, now: Date) => Partial<ArticleRecord>,
): Promise<void> {
  const { key, kind } = plan
  const now = office.now()
  await office.db.transaction().execute(async (trx) => {
    const row = await lockArticle(trx, key)
    if (!(await context.complete({ within: trx })) || row === null) return
    await changeArticle(trx, row, {
      scheduled_for: null,
      plan_failure: null,
      ...(kind === 'publish' ? {} : { undo_until: null, before_revision: null }),
      changed_at: now,
      changed_by: plan.by.id,
      changed_by_name: plan.by.name,
      ...change(row, now),
    })
    if (kind === 'publish') await keepRevision(trx, key, plan.revision, 'published')
    await tell(trx, key, 'article')
  })
}

/** Another attempt would be useless: the article says why. */
async function fail(office: OfficeContext, { key }: Plan, context: JobContext, reason: string): Promise<void> {
  await office.db.transaction().execute(async (trx) => {
    const row = await lockArticle(trx, key)
    if (!(await context.complete({ within: trx, values: { state: 'failed', error: reason } })) || row === null) return
    await changeArticle(trx, row, { scheduled_for: null, plan_failure: reason })
    await tell(trx, key, 'article')
  })
}

function toError({ status, problem }: { status: number; problem: { code: string } }): Error {
  return Object.assign(new Error(`The content service answered ${status} ${problem.code}`), { code: problem.code })
}

/** Schedules and issues: both are queues of the job runner. */
import type { NewsletterIssue } from '@lokalteil/contracts/mail'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { listUpcoming, readIssueTime, toIssueId } from '@lokalteil/domain/reading/newsletter-issues'
import { sql } from 'kysely'
import type { JobContext } from '../../platform/jobs/job-runner.ts'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import type { NewsletterDb, NewsletterTables } from '../schema.ts'
import { setPlan, type IssueKey } from './drafts.ts'

/** The part that all recipients share. */
export type IssueContent = Omit<NewsletterIssue, 'unsubscribePath'>
export type DueSchedule = {
  publication: PublicationCode
  slug: string
  rhythm: string
  nextAt: Date
  lastIssueAt: Date | null
}
export type PlannedIssue =
  | { state: 'sending'; content: IssueContent; articleIds: readonly string[]; subject: string }
  | { state: 'empty' | 'late' | 'stopped' }
export type NewIssue = PlannedIssue & {
  id: string
  publication: PublicationCode
  slug: string
  dueAt: Date
  /** Of an extra issue. */
  draftId: string | null
  isComposed: boolean
}
export type OpenIssue = { id: string; publication: PublicationCode; slug: string; content: IssueContent }

export const SCHEDULES: QueueTable = {
  name: 'newsletter-schedules',
  table: 'newsletter.schedules',
  key: ['mandator', 'slug'],
  waits: 'q.next_at is not null',
  columns: { dueAt: 'next_at', heldUntil: 'leased_until', heldBy: 'lease' },
  order: 'next_at',
}

export const ISSUES: QueueTable = {
  name: 'newsletter-issues',
  table: 'newsletter.issues',
  key: ['id'],
  waits: "q.state = 'sending'",
  columns: { heldUntil: 'leased_until', heldBy: 'lease' },
  order: 'created_at',
}

type ScheduleRow = {
  mandator: PublicationCode
  slug: string
  rhythm: string
  next_at: Date
  last_issue_at: Date | null
}

export function toScheduleQueue(db: NewsletterDb) {
  return createTableQueue<ScheduleRow, DueSchedule>(db, SCHEDULES, {
    toJob: ({ mandator: publication, slug, rhythm, next_at, last_issue_at }) => ({
      publication,
      slug,
      rhythm,
      nextAt: next_at,
      lastIssueAt: last_issue_at,
    }),
    done: () => ({}),
  })
}

type OpenRow = Omit<OpenIssue, 'publication'> & { mandator: PublicationCode }

export function toIssueQueue(db: NewsletterDb) {
  return createTableQueue<OpenRow, OpenIssue>(db, ISSUES, {
    toJob: ({ id, mandator: publication, slug, content }) => ({ id, publication, slug, content }),
    done: (now) => ({ state: 'sent', content: null, finished_at: now }),
  })
}

/**
 * Replaces the schedules of a publication. An unchanged rhythm keeps its next time; a changed one takes the job away
 * from a process that is composing its issue.
 */
export async function saveSchedules(
  db: NewsletterDb,
  publication: PublicationCode,
  schedules: readonly { slug: string; rhythm: string; nextAt: Date | null }[],
): Promise<void> {
  const slugs = schedules.map(({ slug }) => slug)
  await sql`delete from newsletter.schedules where mandator = ${publication} and slug <> all(${slugs}::text[])`.execute(
    db,
  )
  for (const { slug, rhythm, nextAt } of schedules) {
    await sql`insert into newsletter.schedules as s (mandator, slug, rhythm, next_at) values (${publication}, ${slug}, ${rhythm}, ${nextAt})
      on conflict (mandator, slug) do update set rhythm = excluded.rhythm, next_at = excluded.next_at, lease = null, leased_until = null where s.rhythm <> excluded.rhythm`.execute(
      db,
    )
  }
}

export type Schedule = { slug: string; rhythm: string; nextAt: Date | null; lastIssueAt: Date | null }

export function listSchedules(db: NewsletterDb, publication: PublicationCode): Promise<Schedule[]> {
  return db
    .selectFrom('newsletter.schedules')
    .select(['slug', 'rhythm', 'next_at as nextAt', 'last_issue_at as lastIssueAt'])
    .where('mandator', '=', publication)
    .execute()
}

export async function getSchedule(
  db: NewsletterDb,
  publication: PublicationCode,
  slug: string,
): Promise<Schedule | null> {
  return (await listSchedules(db, publication)).find((schedule) => schedule.slug === slug) ?? null
}

/**
 * Locks the schedule until the transaction ends, so that the issue is planned before or after it, not meanwhile. False:
 * the schedule has no issue of that time, or not any more.
 */
export async function lockSlot(
  trx: NewsletterDb,
  { publication, slug }: { publication: PublicationCode; slug: string },
  dueAt: Date,
  now: Date,
): Promise<boolean> {
  const schedule = await trx
    .selectFrom('newsletter.schedules')
    .select(['rhythm', 'next_at'])
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
  const nextAt = schedule?.next_at ?? null
  if (schedule === undefined || nextAt === null) return false
  const isThere = listUpcoming(schedule.rhythm, nextAt, now).some((time) => time.getTime() === dueAt.getTime())
  // Takes the job away from a process that is composing this issue.
  if (isThere && nextAt.getTime() === dueAt.getTime())
    await trx
      .updateTable('newsletter.schedules')
      .set({ lease: null, leased_until: null })
      .where('mandator', '=', publication)
      .where('slug', '=', slug)
      .execute()
  return isThere
}

/**
 * Adds the issue and sets the time of the next one, in one transaction; does nothing if another process has the lease
 * by now. `toldUntil`: newer articles are for the next issue.
 */
export async function addIssue(
  trx: NewsletterDb,
  issue: NewIssue,
  complete: JobContext['complete'],
  { nextAt, toldUntil, now }: { nextAt: Date | null; toldUntil: Date; now: Date },
): Promise<void> {
  const values = { next_at: nextAt, ...(issue.state === 'sending' ? { last_issue_at: toldUntil } : {}) }
  if (!(await complete({ within: trx, values }))) return
  await setPlan(trx, { ...issue, id: toIssueId(issue.dueAt) }, 'done')
  await insertIssue(trx, issue, now)
}

/** Does nothing if another process has the lease by now, or the issue was stopped meanwhile. */
export async function addSpecial(
  trx: NewsletterDb,
  issue: NewIssue,
  complete: JobContext['complete'],
  now: Date,
): Promise<void> {
  if (!(await complete({ within: trx }))) return
  // A regular issue may have the same time, which names it.
  for (let dueAt = issue.dueAt; ; dueAt = new Date(dueAt.getTime() + 1))
    if (await insertIssue(trx, { ...issue, dueAt }, now)) return
}

/** False: there is an issue of that time. */
async function insertIssue(trx: NewsletterDb, issue: NewIssue, now: Date): Promise<boolean> {
  const sent = issue.state === 'sending' ? issue : null
  const added = await trx
    .insertInto('newsletter.issues')
    .values({
      id: issue.id,
      mandator: issue.publication,
      slug: issue.slug,
      due_at: issue.dueAt,
      state: issue.state,
      content: sent === null ? null : JSON.stringify(sent.content),
      article_ids: JSON.stringify(sent?.articleIds ?? []),
      recipients: 0,
      reached: '',
      lease: null,
      leased_until: null,
      created_at: now,
      finished_at: sent === null ? now : null,
      draft_id: issue.draftId,
      is_composed: issue.isComposed,
      subject: sent?.subject ?? '',
      failed: null,
    })
    .onConflict((conflict) => conflict.columns(['mandator', 'slug', 'due_at']).doNothing())
    .returning('id')
    .execute()
  return added.length === 1
}

/** The position of the issue; locks its row until the transaction ends. */
export async function getReached(trx: NewsletterDb, id: string): Promise<string> {
  const { reached } = await trx
    .selectFrom('newsletter.issues')
    .select('reached')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return reached
}

export async function advanceIssue(
  trx: NewsletterDb,
  id: string,
  { reached, recipients }: { reached: string; recipients: number },
): Promise<void> {
  await trx
    .updateTable('newsletter.issues')
    .set((eb) => ({ reached, recipients: eb('recipients', '+', recipients) }))
    .where('id', '=', id)
    .execute()
}

export async function listIssues(db: NewsletterDb, publication: PublicationCode, slug: string, limit: number) {
  return db
    .selectFrom('newsletter.issues')
    .select(['id', 'due_at as dueAt', 'state', 'article_ids as articleIds', 'recipients'])
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .orderBy('due_at', 'desc')
    .limit(limit)
    .execute()
}

/** Ids of the articles in issues since then. */
export async function listTold(
  db: NewsletterDb,
  publication: PublicationCode,
  slug: string,
  since: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('newsletter.issues')
    .select('article_ids')
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .where('created_at', '>=', since)
    .execute()
  return new Set(rows.flatMap(({ article_ids }) => article_ids))
}

export type PassedRow = {
  id: string
  slug: string
  dueAt: Date
  state: NewsletterTables['newsletter.issues']['state']
  articleIds: string[]
  recipients: number
  draftId: string | null
  isComposed: boolean | null
  subject: string | null
  failed: number | null
}

const PASSED = sql.raw(
  `id, slug, due_at as "dueAt", state, article_ids as "articleIds", recipients, draft_id as "draftId",
    is_composed as "isComposed", subject, failed`,
)

/** The last issues of each newsletter, newest first. */
export async function listPassed(db: NewsletterDb, publication: PublicationCode, limit: number): Promise<PassedRow[]> {
  const { rows } = await sql<PassedRow>`
    select ${PASSED} from (
      select *, row_number() over (partition by slug order by due_at desc) as place
      from newsletter.issues where mandator = ${publication}
    ) as ranked where place <= ${limit} order by due_at desc`.execute(db)
  return rows
}

export async function getPassed(db: NewsletterDb, { publication, slug, id }: IssueKey): Promise<PassedRow | null> {
  const { rows } = await sql<PassedRow>`
    select ${PASSED} from newsletter.issues where mandator = ${publication} and slug = ${slug}
      and (draft_id = ${id} or (draft_id is null and due_at = ${readIssueTime(id)}::timestamptz))`.execute(db)
  return rows[0] ?? null
}

/** Sent issues whose failed mails are not counted yet. */
export async function listUncounted(db: NewsletterDb, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletter.issues')
    .select('id')
    .where('state', '=', 'sent')
    .where('failed', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function setFailed(db: NewsletterDb, id: string, failed: number): Promise<void> {
  await db.updateTable('newsletter.issues').set({ failed }).where('id', '=', id).execute()
}

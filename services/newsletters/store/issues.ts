/** Schedules and issues: both are queues of the job runner. */
import type { NewsletterIssue } from '@lokalteil/contracts/mail'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { JobContext } from '../../platform/jobs/job-runner.ts'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import type { NewsletterDb } from '../schema.ts'

/** The part that all recipients share. */
export type IssueContent = Omit<NewsletterIssue, 'unsubscribePath'>
export type DueSchedule = { mandator: Mandator; slug: string; rhythm: string; nextAt: Date; lastIssueAt: Date | null }
export type NewIssue = {
  id: string
  due: DueSchedule
  /** Time at which the next issue is due. */
  nextAt: Date | null
} & (
  | { state: 'sending'; content: IssueContent; articleIds: readonly string[] }
  | { state: 'empty' | 'late'; content: null; articleIds: readonly [] }
)
export type OpenIssue = { id: string; mandator: Mandator; slug: string; content: IssueContent }

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

type ScheduleRow = { mandator: Mandator; slug: string; rhythm: string; next_at: Date; last_issue_at: Date | null }

export function toScheduleQueue(db: NewsletterDb) {
  return createTableQueue<ScheduleRow, DueSchedule>(db, SCHEDULES, {
    toJob: ({ mandator, slug, rhythm, next_at, last_issue_at }) => ({
      mandator,
      slug,
      rhythm,
      nextAt: next_at,
      lastIssueAt: last_issue_at,
    }),
    done: () => ({}),
  })
}

export function toIssueQueue(db: NewsletterDb) {
  return createTableQueue<OpenIssue, OpenIssue>(db, ISSUES, {
    toJob: ({ id, mandator, slug, content }) => ({ id, mandator, slug, content }),
    done: (now) => ({ state: 'sent', content: null, finished_at: now }),
  })
}

/**
 * Replaces the schedules of a publication. An unchanged rhythm keeps its next time; a changed one takes the job away
 * from a process that is composing its issue.
 */
export async function saveSchedules(
  db: NewsletterDb,
  mandator: Mandator,
  schedules: readonly { slug: string; rhythm: string; nextAt: Date | null }[],
): Promise<void> {
  const slugs = schedules.map(({ slug }) => slug)
  await sql`delete from newsletter.schedules where mandator = ${mandator} and slug <> all(${slugs}::text[])`.execute(db)
  for (const { slug, rhythm, nextAt } of schedules) {
    await sql`insert into newsletter.schedules as s (mandator, slug, rhythm, next_at) values (${mandator}, ${slug}, ${rhythm}, ${nextAt})
      on conflict (mandator, slug) do update set rhythm = excluded.rhythm, next_at = excluded.next_at, lease = null, leased_until = null where s.rhythm <> excluded.rhythm`.execute(
      db,
    )
  }
}

export async function getNextAt(db: NewsletterDb, mandator: Mandator, slug: string): Promise<Date | null> {
  const schedule = await db
    .selectFrom('newsletter.schedules')
    .select('next_at')
    .where('mandator', '=', mandator)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return schedule?.next_at ?? null
}

/**
 * Adds the issue and sets the time of the next one, in one transaction; does nothing if another process has the lease
 * by now.
 */
export async function addIssue(
  trx: NewsletterDb,
  issue: NewIssue,
  complete: JobContext['complete'],
  now: Date,
): Promise<void> {
  const { id, due, state, content, articleIds, nextAt } = issue
  const values = { next_at: nextAt, ...(state === 'sending' ? { last_issue_at: now } : {}) }
  if (!(await complete({ within: trx, values }))) return
  await trx
    .insertInto('newsletter.issues')
    .values({
      id,
      mandator: due.mandator,
      slug: due.slug,
      due_at: due.nextAt,
      state,
      content: content === null ? null : JSON.stringify(content),
      article_ids: JSON.stringify(articleIds),
      recipients: 0,
      reached: '',
      lease: null,
      leased_until: null,
      created_at: now,
      finished_at: state === 'sending' ? null : now,
    })
    .onConflict((conflict) => conflict.columns(['mandator', 'slug', 'due_at']).doNothing())
    .execute()
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

export async function listIssues(db: NewsletterDb, mandator: Mandator, slug: string, limit: number) {
  return db
    .selectFrom('newsletter.issues')
    .select(['id', 'due_at as dueAt', 'state', 'article_ids as articleIds', 'recipients'])
    .where('mandator', '=', mandator)
    .where('slug', '=', slug)
    .orderBy('due_at', 'desc')
    .limit(limit)
    .execute()
}

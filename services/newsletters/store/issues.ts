/** Schedules and issues. Whoever works on one holds a lease; another process takes over when it has run out. */
import type { NewsletterIssue } from '@lokalteil/contracts/mail'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { NewsletterDb } from '../schema.ts'

export type Lease = { lease: string; now: Date; leasedUntil: Date }
/** Without what differs between recipients. */
export type IssueContent = Omit<NewsletterIssue, 'unsubscribePath'>
export type DueSchedule = { mandator: Mandator; slug: string; rhythm: string; nextAt: Date; lastIssueAt: Date | null }
export type NewIssue = {
  id: string
  due: DueSchedule
  /** When the next one is due. */
  nextAt: Date | null
} & (
  | { state: 'sending'; content: IssueContent; articleIds: readonly string[] }
  | { state: 'empty' | 'late'; content: null; articleIds: readonly [] }
)
export type OpenIssue = { id: string; mandator: Mandator; slug: string; content: IssueContent }

/** The schedules of a publication become these; a rhythm that stays keeps its next time. */
export async function saveSchedules(
  db: NewsletterDb,
  mandator: Mandator,
  schedules: readonly { slug: string; rhythm: string; nextAt: Date | null }[],
): Promise<void> {
  const slugs = schedules.map(({ slug }) => slug)
  await sql`delete from newsletter.schedules where mandator = ${mandator} and slug <> all(${slugs}::text[])`.execute(db)
  for (const { slug, rhythm, nextAt } of schedules) {
    await sql`insert into newsletter.schedules as s (mandator, slug, rhythm, next_at) values (${mandator}, ${slug}, ${rhythm}, ${nextAt})
      on conflict (mandator, slug) do update set rhythm = excluded.rhythm, next_at = excluded.next_at where s.rhythm <> excluded.rhythm`.execute(
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

export async function claimDue(db: NewsletterDb, { lease, now, leasedUntil }: Lease): Promise<DueSchedule | null> {
  const { rows } = await sql<DueSchedule>`
    update newsletter.schedules set lease = ${lease}, leased_until = ${leasedUntil} where (mandator, slug) in (
      select mandator, slug from newsletter.schedules where next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_at limit 1 for update skip locked
    ) returning mandator, slug, rhythm, next_at as "nextAt", last_issue_at as "lastIssueAt"`.execute(db)
  return rows[0] ?? null
}

/** The issue and the time of the next one belong together; nothing happens when the lease is somebody else's by now. */
export async function addIssue(trx: NewsletterDb, issue: NewIssue, lease: string, now: Date): Promise<void> {
  const { id, due, state, content, articleIds, nextAt } = issue
  const advanced = await trx
    .updateTable('newsletter.schedules')
    .set({ next_at: nextAt, lease: null, leased_until: null, ...(state === 'sending' ? { last_issue_at: now } : {}) })
    .where('mandator', '=', due.mandator)
    .where('slug', '=', due.slug)
    .where('lease', '=', lease)
    .where('next_at', '=', due.nextAt)
    .executeTakeFirst()
  if (Number(advanced.numUpdatedRows) === 0) return
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

export async function releaseSchedule(
  db: NewsletterDb,
  { mandator, slug }: DueSchedule,
  lease: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('newsletter.schedules')
    .set({ lease: null, leased_until: until })
    .where('mandator', '=', mandator)
    .where('slug', '=', slug)
    .where('lease', '=', lease)
    .execute()
}

export async function claimIssue(db: NewsletterDb, { lease, now, leasedUntil }: Lease): Promise<OpenIssue | null> {
  const { rows } = await sql<OpenIssue>`
    update newsletter.issues set lease = ${lease}, leased_until = ${leasedUntil} where id in (
      select id from newsletter.issues where state = 'sending' and (leased_until is null or leased_until <= ${now}) order by created_at limit 1 for update skip locked
    ) returning id, mandator, slug, content`.execute(db)
  return rows[0] ?? null
}

/** How far the issue got, held until the transaction ends; null when somebody else took over. */
export async function lockReached(trx: NewsletterDb, id: string, lease: string): Promise<string | null> {
  const own = await trx
    .selectFrom('newsletter.issues')
    .select(['reached', 'lease'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return own === undefined || own.lease !== lease ? null : own.reached
}

export async function advanceIssue(
  trx: NewsletterDb,
  id: string,
  { reached, recipients, leasedUntil }: { reached: string; recipients: number; leasedUntil: Date },
): Promise<void> {
  await trx
    .updateTable('newsletter.issues')
    .set((eb) => ({ reached, recipients: eb('recipients', '+', recipients), leased_until: leasedUntil }))
    .where('id', '=', id)
    .execute()
}

export async function finishIssue(trx: NewsletterDb, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('newsletter.issues')
    .set({ state: 'sent', content: null, lease: null, leased_until: null, finished_at: now })
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

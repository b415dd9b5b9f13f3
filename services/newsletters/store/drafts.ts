/** Issues that people prepare. An extra issue that is released is a job of the job runner. */
import type { IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type Selectable } from 'kysely'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import type { NewsletterDb, NewsletterTables } from '../schema.ts'

export type IssueKey = { publication: PublicationCode; slug: string; id: string }
export type DraftRow = Selectable<NewsletterTables['newsletter.drafts']>
export type DueSpecial = { key: IssueKey; dueAt: Date; released: IssueDraft }

export const SPECIALS: QueueTable = {
  name: 'newsletter-specials',
  table: 'newsletter.drafts',
  key: ['mandator', 'slug', 'id'],
  waits: "q.is_special and q.plan = 'released'",
  columns: { dueAt: 'due_at', heldUntil: 'leased_until', heldBy: 'lease' },
  order: 'due_at',
}

export function toSpecialQueue(db: NewsletterDb) {
  return createTableQueue<DraftRow, DueSpecial>(db, SPECIALS, {
    toJob: ({ mandator: publication, slug, id, due_at, released }) => ({
      key: { publication: publication as PublicationCode, slug, id },
      dueAt: due_at!,
      released: released!,
    }),
    done: () => ({ plan: 'done' }),
  })
}

const FREE = { lease: null, leased_until: null } as const

function draftOf(db: NewsletterDb, { publication, slug, id }: IssueKey) {
  return db
    .selectFrom('newsletter.drafts')
    .selectAll()
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .where('id', '=', id)
}

export async function getDraft(db: NewsletterDb, key: IssueKey): Promise<DraftRow | null> {
  return (await draftOf(db, key).executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends. */
export async function lockDraft(trx: NewsletterDb, key: IssueKey): Promise<DraftRow | null> {
  return (await draftOf(trx, key).forUpdate().executeTakeFirst()) ?? null
}

/** Those whose issue was not planned yet. */
export function listOpenDrafts(db: NewsletterDb, publication: PublicationCode, limit: number): Promise<DraftRow[]> {
  return db
    .selectFrom('newsletter.drafts')
    .selectAll()
    .where('mandator', '=', publication)
    .where('plan', '<>', 'done')
    .orderBy('changed_at', 'desc')
    .limit(limit)
    .execute()
}

export async function countOpenSpecials(db: NewsletterDb, publication: PublicationCode, slug: string): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter.drafts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .where('is_special', '=', true)
    .where('plan', '<>', 'done')
    .executeTakeFirstOrThrow()
  return count
}

type NewDraft = {
  key: IssueKey
  isSpecial: boolean
  dueAt: Date | null
  plan: 'open' | 'stopped'
  draft: IssueDraft | null
  by: string
  at: Date
}

/** False: somebody else was first. With a draft its revision is 1. */
export async function addDraft(
  db: NewsletterDb,
  { key, isSpecial, dueAt, plan, draft, by, at }: NewDraft,
): Promise<boolean> {
  const added = await db
    .insertInto('newsletter.drafts')
    .values({
      mandator: key.publication,
      slug: key.slug,
      id: key.id,
      is_special: isSpecial,
      due_at: dueAt,
      plan,
      revision: draft === null ? 0 : 1,
      draft: draft === null ? null : JSON.stringify(draft),
      changed_at: at,
      changed_by: by,
      released: null,
      released_revision: null,
      released_at: null,
      released_by: null,
      ...FREE,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length === 1
}

function changeOf(trx: NewsletterDb, { publication, slug, id }: IssueKey) {
  return trx
    .updateTable('newsletter.drafts')
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .where('id', '=', id)
}

export async function setDraft(
  trx: NewsletterDb,
  key: IssueKey,
  { revision, draft, by, at }: { revision: number; draft: IssueDraft; by: string; at: Date },
): Promise<void> {
  await changeOf(trx, key)
    .set({ revision, draft: JSON.stringify(draft), changed_at: at, changed_by: by })
    .execute()
}

/** Takes an extra issue away from a process that composes it at this moment. */
export async function setReleased(
  trx: NewsletterDb,
  key: IssueKey,
  { revision, draft, dueAt, by, at }: { revision: number; draft: IssueDraft; dueAt: Date; by: string; at: Date },
): Promise<void> {
  await changeOf(trx, key)
    .set({
      plan: 'released',
      due_at: dueAt,
      released: JSON.stringify(draft),
      released_revision: revision,
      released_at: at,
      released_by: by,
      ...FREE,
    })
    .execute()
}

/** As above. */
export async function setPlan(trx: NewsletterDb, key: IssueKey, plan: 'open' | 'stopped' | 'done'): Promise<void> {
  await changeOf(trx, key)
    .set({ plan, ...FREE })
    .execute()
}

export async function removeDraft(trx: NewsletterDb, { publication, slug, id }: IssueKey): Promise<void> {
  await trx
    .deleteFrom('newsletter.drafts')
    .where('mandator', '=', publication)
    .where('slug', '=', slug)
    .where('id', '=', id)
    .execute()
}

/** Personal data of a reader: export and erasure (GDPR 15, 17, 20). */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toHelpfulness } from '@lokalteil/domain/community/discussion'
import { forgetDecisions, forgetReporter, listReportsFrom } from '../platform/moderation/case-store.ts'
import type { CommunityCall, CommunityContext } from './context.ts'
import type { Trx } from './schema.ts'
import { toOwnTexts } from './members.ts'
import * as comments from './store/comments.ts'
import { findMember, lockMember } from './store/members.ts'
import * as moderation from './store/moderation.ts'
import * as reviews from './store/reviews.ts'

const MOST_EXPORTED = 100_000

export async function readReader(
  { db }: CommunityContext,
  { context: publication, body: { sub } }: Pick<CommunityCall<'readReader'>, 'context' | 'body'>,
): Promise<Record<string, unknown>> {
  const member = await findMember(db, publication, sub)
  const { rows } = await moderation.listTexts(db, publication, {
    list: 'all',
    search: '',
    sub,
    article: null,
    target: null,
    isNewestFirst: false,
    limit: MOST_EXPORTED,
    offset: 0,
  })
  const votes = await db
    .selectFrom('community.votes')
    .select(['comment', 'value'])
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .execute()
  const seen = await db
    .selectFrom('community.seen')
    .select(['article', 'at'])
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .execute()
  const reports =
    member === null || member.email === ''
      ? []
      : await listReportsFrom(db, moderation.CASE_TABLES, publication, member.email)
  const texts = await toOwnTexts(db, rows)
  return {
    displayName: member?.name ?? null,
    email: member?.email ?? null,
    hasReplyMails: member?.has_reply_mails ?? null,
    bannedAt: member?.banned_at ?? null,
    banReason: member?.ban_reason ?? null,
    comments: texts.filter(({ target }) => target.kind === 'comment'),
    reviews: texts.filter(({ target }) => target.kind === 'review'),
    votes: votes.map(({ comment, value }) => ({ comment: String(comment), vote: value })),
    discussionsSeen: seen,
    reports,
  }
}

/** Deletes words, names, votes and marks; an answered comment keeps its place without a name. Idempotent. */
export async function eraseReader(
  context: CommunityContext,
  { context: publication, body: { sub } }: Pick<CommunityCall<'eraseReader'>, 'context' | 'body'>,
): Promise<undefined> {
  const touched = await context.db.transaction().execute(async (trx) => {
    await lockMember(trx, publication, sub)
    const member = await findMember(trx, publication, sub)
    const articles = new Set<string>()
    await eraseTexts(trx, publication, sub, articles)
    await eraseVotes(trx, publication, sub)
    await trx.deleteFrom('community.seen').where('publication', '=', publication).where('sub', '=', sub).execute()
    if (member !== null && member.email !== '')
      await forgetReporter(trx, moderation.CASE_TABLES, publication, member.email)
    await trx.deleteFrom('community.members').where('publication', '=', publication).where('sub', '=', sub).execute()
    return articles
  })
  for (const article of touched) context.onChange(publication, article)
}

async function eraseTexts(trx: Trx, publication: PublicationCode, sub: string, articles: Set<string>): Promise<void> {
  const ids = await trx
    .selectFrom('community.comments')
    .select(['id'])
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    // Replies before the comments they answer, so that a thread of only own texts is deleted completely.
    .orderBy('id', 'desc')
    .execute()
  for (const { id } of ids) {
    const row = await comments.lockComment(trx, publication, id)
    if (row === null) continue
    articles.add(row.article)
    await forgetDecisions(trx, moderation.CASE_TABLES, { kind: 'comment', id: String(id) })
    if (await comments.hasReplies(trx, id))
      await comments.changeComment(trx, row, { state: 'withdrawn', text: '', held_for: '', ground: null, sub: null })
    else await comments.removeComment(trx, row)
  }
  const own = await trx
    .selectFrom('community.reviews')
    .select('id')
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .execute()
  for (const { id } of own) {
    const row = await reviews.lockReview(trx, publication, id)
    if (row === null) continue
    articles.add(row.article)
    await forgetDecisions(trx, moderation.CASE_TABLES, { kind: 'review', id: String(id) })
    await reviews.removeReview(trx, row)
  }
}

async function eraseVotes(trx: Trx, publication: PublicationCode, sub: string): Promise<void> {
  const votes = await trx
    .deleteFrom('community.votes')
    .where('publication', '=', publication)
    .where('sub', '=', sub)
    .returning(['comment', 'value'])
    .execute()
  for (const { comment, value } of votes.toSorted((a, b) => a.comment - b.comment)) {
    const row = await comments.lockComment(trx, publication, comment)
    if (row === null) continue
    const up = row.up - Number(value === 1)
    const down = row.down - Number(value === -1)
    await trx
      .updateTable('community.comments')
      .set({ up, down, score: toHelpfulness(up, down) })
      .where('id', '=', comment)
      .execute()
  }
}

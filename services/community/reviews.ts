/** Readers' reviews of tested products: stars with or without words, one per reader and report. */
import type { Review } from '@lokalteil/contracts/community'
import { REVIEW_MAX, REVIEWS_ON_A_PAGE } from '@lokalteil/domain/community/discussion'
import { isRefusal, problem } from '../platform/serve.ts'
import { admit, attempt, checkText, limit, notFound, toHeldFor, toModes, type CommunityHandlers } from './context.ts'
import { toDiscussion, toShownText } from './reading.ts'
import { lockMember } from './store/members.ts'
import * as reviews from './store/reviews.ts'
import { ensureThread } from './store/threads.ts'

export const listReviews: CommunityHandlers['listReviews'] = async (
  context,
  { context: publication, body: { article, viewer, page } },
) => {
  const { db } = context
  const discussion = await toDiscussion(context, publication, article)
  if (discussion.reviews === null) return notFound('reviews')
  const rows = await reviews.listVisible(db, publication, article.id, {
    limit: REVIEWS_ON_A_PAGE,
    offset: (page - 1) * REVIEWS_ON_A_PAGE,
  })
  const own = viewer === null ? null : await reviews.findOwn(db, publication, article.id, viewer)
  return {
    discussion,
    page,
    pages: Math.max(1, Math.ceil(discussion.reviews.rating.count / REVIEWS_ON_A_PAGE)),
    distribution: await reviews.countStars(db, publication, article.id),
    reviews: rows.map((row) => toReview(row, viewer)),
    own: own === null ? null : toReview(own, viewer),
  }
}

export const saveReview: CommunityHandlers['saveReview'] = async (context, { context: publication, body }) => {
  const { article, reader, stars, requester } = body
  const rules = context.rulesOf(publication)
  const mode = toModes(context, publication, article).reviews
  if (rules === null || mode === null) return notFound('reviews')
  if (mode === 'closed') return problem(409, 'CLOSED', 'Reviews are closed')
  const member = await admit(context, publication, reader)
  if (isRefusal(member)) return member
  // Stars without words are allowed.
  const hasWords = body.text.trim() !== ''
  const checked = hasWords ? checkText(rules, body.text, { min: 2, max: REVIEW_MAX }) : { text: '', words: [] }
  if (isRefusal(checked)) return checked
  const refused = await limit(context, [
    attempt('text', `${publication}:${reader.sub}`),
    attempt('textNetwork', requester),
  ])
  if (refused !== null) return refused
  const at = context.now()
  const heldFor = toHeldFor(rules, mode, member, checked.words)
  const state = heldFor === '' ? 'visible' : 'pending'
  const saved = await context.db.transaction().execute(async (trx) => {
    await lockMember(trx, publication, reader.sub)
    await ensureThread(trx, publication, article)
    const known = await reviews.findOwn(trx, publication, article.id, reader.sub)
    const change = { text: checked.text, stars, state, held_for: heldFor } as const
    if (known === null) {
      await reviews.addReview(trx, { ...change, publication, article: article.id, sub: reader.sub, at })
      return null
    }
    const row = (await reviews.lockReview(trx, publication, known.id))!
    if (row.state === 'removed') return problem(409, 'REMOVED', 'Moderation removed this review')
    await reviews.changeReview(trx, row, { ...change, edited_at: at })
    return null
  })
  if (saved !== null) return saved
  context.onChange(publication, article.id)
  const row = await reviews.findOwn(context.db, publication, article.id, reader.sub)
  return row === null ? notFound('review') : { review: toReview(row, reader.sub) }
}

export const withdrawReview: CommunityHandlers['withdrawReview'] = async (
  context,
  { context: publication, body: { article, reader } },
) => {
  const isGone = await context.db.transaction().execute(async (trx) => {
    const known = await reviews.findOwn(trx, publication, article, reader.sub)
    const row = known === null ? null : await reviews.lockReview(trx, publication, known.id)
    if (row === null || row.state === 'removed') return false
    await reviews.removeReview(trx, row)
    return true
  })
  if (isGone) context.onChange(publication, article)
  return undefined
}

function toReview(row: reviews.ShownReview, viewer: string | null): Review {
  const isOwn = viewer !== null && row.sub === viewer
  const isReadable = row.state === 'visible' || (isOwn && row.state === 'pending')
  return {
    id: String(row.id),
    name: row.name ?? '',
    stars: row.stars,
    state: row.state,
    text: isReadable ? toShownText(row.text) : '',
    at: row.at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    ground: row.state === 'removed' ? row.ground : null,
    isOwn,
  }
}

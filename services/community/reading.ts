/** Discussions for readers: the public part, and a reader's own. */
import type { ArticleFacts, Comment, Discussion, Thread } from '@lokalteil/contracts/community'
import {
  FIRST_REPLIES,
  REPLIES_ON_A_PAGE,
  splitMentions,
  THREADS_ON_A_PAGE,
  toEditableUntil,
  toVoice,
} from '@lokalteil/domain/community/discussion'
import { hideContacts } from '@lokalteil/domain/community/user-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, type Refusal } from '../platform/serve.ts'
import { notFound, toModes, type CommunityContext, type CommunityHandlers } from './context.ts'
import * as comments from './store/comments.ts'
import type { ShownComment } from './store/comments.ts'
import * as members from './store/members.ts'
import { findThread } from './store/threads.ts'

/** Replaces telephone numbers and addresses; no page ever shows one. */
const HIDDEN = '[Kontaktdaten entfernt]'
export const toShownText = (text: string): string => hideContacts(text, HIDDEN)

export const getDiscussion: CommunityHandlers['getDiscussion'] = (
  context,
  { context: publication, body: { article } },
) => {
  return toDiscussion(context, publication, article)
}

export async function toDiscussion(
  context: CommunityContext,
  publication: PublicationCode,
  article: ArticleFacts,
): Promise<Discussion> {
  const modes = toModes(context, publication, article)
  if (modes.comments === null && modes.reviews === null) return { comments: null, reviews: null }
  const thread = await findThread(context.db, publication, article.id)
  const count = thread?.reviews ?? 0
  return {
    comments: modes.comments === null ? null : { mode: modes.comments, count: thread?.comments ?? 0 },
    reviews:
      modes.reviews === null
        ? null
        : { mode: modes.reviews, rating: { count, average: count === 0 ? 0 : (thread?.stars ?? 0) / count } },
  }
}

export const listComments: CommunityHandlers['listComments'] = async (context, { context: publication, body }) => {
  const { db } = context
  const { article, viewer, sort, page, focus } = body
  const discussion = await toDiscussion(context, publication, article)
  if (discussion.comments === null) return notFound('discussion')
  const viewing = { publication, article: article.id, viewer }
  const { rows, total } = await comments.listThreads(db, viewing, {
    sort,
    limit: THREADS_ON_A_PAGE,
    offset: (page - 1) * THREADS_ON_A_PAGE,
  })
  const focused = focus === undefined ? null : await findFocused(context, viewing, Number(focus))
  const heads = focused === null ? rows : [focused.head, ...rows.filter(({ id }) => id !== focused.head.id)]
  const replies = await comments.listFirstReplies(
    db,
    viewer,
    heads.map(({ id }) => id),
    FIRST_REPLIES,
  )
  const seenAt = viewer === null ? null : await members.findSeen(db, publication, viewer, article.id)
  const toView = createView({
    context,
    article,
    viewer,
    seenAt,
    rows: [...heads, ...replies.rows, ...(focused?.replies ?? [])],
  })
  return {
    discussion,
    sort,
    page,
    pages: Math.max(1, Math.ceil(total / THREADS_ON_A_PAGE)),
    threads: heads.map((head): Thread => {
      const under =
        focused !== null && focused.head.id === head.id && focused.replies.length > 0
          ? focused.replies
          : replies.rows.filter(({ parent }) => parent === head.id)
      return { ...toView(head), replies: under.map(toView), replyCount: replies.counts.get(head.id) ?? 0 }
    }),
    newCount: seenAt === null ? 0 : await comments.countNew(db, viewing, seenAt),
  }
}

/** The thread of a linked comment, with its replies up to that one. */
async function findFocused({ db }: CommunityContext, { publication, article, viewer }: comments.Viewing, id: number) {
  const meant = await comments.findShown(db, viewer, publication, id)
  if (meant === null || meant.article !== article) return null
  if (meant.parent === null) return { head: meant, replies: [] }
  const [head] = await comments.listByIds(db, viewer, [meant.parent])
  if (head === undefined) return null
  return {
    head,
    replies: await comments.listReplies(db, viewer, head.id, { upTo: meant.id, limit: REPLIES_ON_A_PAGE }),
  }
}

export const listReplies: CommunityHandlers['listReplies'] = async (
  context,
  { context: publication, params, body: { article, viewer, after } },
) => {
  const head = await comments.findShown(context.db, viewer, publication, Number(params.comment))
  if (head === null || head.article !== article.id || toModes(context, publication, article).comments === null)
    return notFound('comment')
  const rows = await comments.listReplies(context.db, viewer, head.id, {
    after: after === undefined ? undefined : Number(after),
    limit: REPLIES_ON_A_PAGE + 1,
  })
  const seenAt = viewer === null ? null : await members.findSeen(context.db, publication, viewer, article.id)
  const shown = rows.slice(0, REPLIES_ON_A_PAGE)
  const toView = createView({ context, article, viewer, seenAt, rows: [head, ...shown] })
  return { replies: shown.map(toView), hasMore: rows.length > shown.length }
}

export const markSeen: CommunityHandlers['markSeen'] = async (
  { db, now },
  { context: publication, body: { article, reader } },
) => {
  await members.markSeen(db, publication, reader.sub, article, now())
  return undefined
}

/** One comment as its author sees it. */
export async function viewOwn(
  context: CommunityContext,
  publication: PublicationCode,
  article: ArticleFacts,
  sub: string,
  id: number,
): Promise<{ comment: Comment } | Refusal> {
  const row = await comments.findShown(context.db, sub, publication, id)
  if (row === null || isRefusal(row)) return notFound('comment')
  return { comment: createView({ context, article, viewer: sub, seenAt: null, rows: [row] })(row) }
}

type View = {
  context: CommunityContext
  article: ArticleFacts
  viewer: string | null
  seenAt: Date | null
  /** Comments whose authors may be mentioned. */
  rows: readonly ShownComment[]
}

function createView({ context, article, viewer, seenAt, rows }: View): (row: ShownComment) => Comment {
  const now = context.now()
  const names = [
    ...article.authors.map(({ name }) => name),
    ...rows.flatMap(({ name, reply_name }) => [name ?? '', reply_name ?? '']),
  ]
  return (row) => {
    const isOwn = viewer !== null && row.sub === viewer
    const isReadable = row.state === 'visible' || (isOwn && row.state === 'pending')
    const text = isReadable ? toShownText(row.text) : ''
    const editableUntil = toEditableUntil(row.at)
    const mentions = splitMentions(text, names).flatMap((part) => (part.isMention ? [part.text] : []))
    return {
      id: String(row.id),
      parent: row.parent === null ? null : String(row.parent),
      replyTo:
        row.reply_to === null || row.reply_to === row.parent
          ? null
          : { id: String(row.reply_to), name: row.reply_name ?? '' },
      name: row.state === 'withdrawn' ? '' : (row.name ?? ''),
      voice: row.state === 'withdrawn' ? null : toVoice(row.author_path, article.authors),
      state: row.state,
      text,
      mentions: [...new Set(mentions)],
      at: row.at.toISOString(),
      editedAt: isReadable ? (row.edited_at?.toISOString() ?? null) : null,
      up: row.up,
      down: row.down,
      isPicked: row.is_picked && row.state === 'visible',
      ground: row.state === 'removed' ? row.ground : null,
      isOwn,
      ownVote: row.own_vote === 1 ? 1 : row.own_vote === -1 ? -1 : 0,
      editableUntil: isOwn && isReadable && editableUntil > now ? editableUntil.toISOString() : null,
      isNew: seenAt !== null && !isOwn && row.at > seenAt && row.state === 'visible',
    }
  }
}

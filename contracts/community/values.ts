/** Values of discussions and reviews, in the view of a reader. */
import {
  DISCUSSION_MODES,
  REPLIES_ON_A_PAGE,
  REVIEWS_ON_A_PAGE,
  SORTS,
  THREADS_ON_A_PAGE,
} from '@lokalteil/domain/community/discussion'
import { z } from 'zod'
import { Ground, Instant, Report, Statement, TextState } from './moderation.ts'

export const CommentId = z.string().regex(/^\d{1,18}$/)
export const Mode = z.enum(DISCUSSION_MODES)
export const Sort = z.enum(SORTS)
export const TARGETS = ['comment', 'review'] as const
/** The subject of a report or decision. */
export const Target = z.object({ kind: z.enum(TARGETS), id: CommentId })
export type Target = z.infer<typeof Target>

/** The facts that a discussion needs about its article; the service has its own rules. */
export const ArticleFacts = z.object({
  id: z.string().min(1).max(40),
  path: z.string().max(500),
  title: z.string().max(600),
  section: z.string().max(200),
  publishDate: Instant,
  /** The editors' setting for this article only. */
  comments: Mode.optional(),
  isTestReport: z.boolean(),
  authors: z.array(z.object({ path: z.string().max(300), name: z.string().max(300) })).max(20),
})
export type ArticleFacts = z.infer<typeof ArticleFacts>

/**
 * The caller vouches that the address is confirmed. Without a confirmed address the service accepts and shows nothing
 * of this reader.
 */
export const Reader = z.object({
  sub: z.string().min(1).max(200),
  email: z.string().max(254),
  isEmailVerified: z.boolean(),
})
export type Reader = z.infer<typeof Reader>

const Rating = z.object({ count: z.number().int(), average: z.number() })

/** The same for all readers. Contains no unmoderated text. */
export const Discussion = z.object({
  /** Null: comments are off. */
  comments: z.object({ mode: Mode, count: z.number().int() }).nullable(),
  /** Null: nothing to review, or reviews are off. */
  reviews: z.object({ mode: Mode, rating: Rating }).nullable(),
})
export type Discussion = z.infer<typeof Discussion>

const CommentParts = {
  id: CommentId,
  parent: CommentId.nullable(),
  replyTo: z.object({ id: CommentId, name: z.string() }).nullable(),
  /** '': the account was erased. */
  name: z.string(),
  voice: z.enum(['author', 'editorial']).nullable(),
  state: TextState,
  /** '' unless it is visible or the reader's own. Contacts are hidden. */
  text: z.string(),
  mentions: z.array(z.string()),
  at: Instant,
  editedAt: Instant.nullable(),
  up: z.number().int(),
  down: z.number().int(),
  isPicked: z.boolean(),
  /** Ground of a removal by moderation. */
  ground: Ground.nullable(),
  // For the asking reader:
  isOwn: z.boolean(),
  ownVote: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  editableUntil: Instant.nullable(),
  isNew: z.boolean(),
}
export const Comment = z.object(CommentParts)
export type Comment = z.infer<typeof Comment>
export const Thread = z.object({
  ...CommentParts,
  replies: z.array(Comment).max(REPLIES_ON_A_PAGE),
  replyCount: z.number().int(),
})
export type Thread = z.infer<typeof Thread>

export const CommentPage = z.object({
  discussion: Discussion,
  sort: Sort,
  page: z.number().int(),
  pages: z.number().int(),
  threads: z.array(Thread).max(THREADS_ON_A_PAGE + 1),
  /** New since the reader's last visit. */
  newCount: z.number().int(),
})
export type CommentPage = z.infer<typeof CommentPage>

export const Review = z.object({
  id: CommentId,
  name: z.string(),
  stars: z.number().int().min(1).max(5),
  state: TextState,
  text: z.string(),
  at: Instant,
  editedAt: Instant.nullable(),
  ground: Ground.nullable(),
  isOwn: z.boolean(),
})
export type Review = z.infer<typeof Review>
export const ReviewPage = z.object({
  discussion: Discussion,
  page: z.number().int(),
  pages: z.number().int(),
  /** Counts for one to five stars. */
  distribution: z.array(z.number().int()).length(5),
  reviews: z.array(Review).max(REVIEWS_ON_A_PAGE),
  own: Review.nullable(),
})
export type ReviewPage = z.infer<typeof ReviewPage>

/** A reader as a member of the community. */
export const Member = z.object({
  /** Null: no name chosen yet. */
  name: z.string().nullable(),
  hasReplyMails: z.boolean(),
  /** Null: may write. */
  banned: z.object({ until: Instant.nullable(), reason: z.string() }).nullable(),
  authorPath: z.string().nullable(),
})
export type Member = z.infer<typeof Member>

/** A reader's own text with the decision of moderation. */
export const OwnText = z.object({
  target: Target,
  article: z.object({ path: z.string(), title: z.string() }),
  stars: z.number().int().nullable(),
  text: z.string(),
  state: TextState,
  at: Instant,
  up: z.number().int(),
  down: z.number().int(),
  replies: z.number().int(),
  statements: z.array(Statement),
})
export type OwnText = z.infer<typeof OwnText>

/** A text in the view of a moderator; `by` is its author. */
export const ModeratedText = z.object({
  target: Target,
  article: z.object({ id: z.string(), path: z.string(), title: z.string() }),
  by: z.object({ sub: z.string().nullable(), name: z.string(), isBanned: z.boolean(), texts: z.number().int() }),
  state: TextState,
  text: z.string(),
  stars: z.number().int().nullable(),
  at: Instant,
  isPicked: z.boolean(),
  /** Why it is held: a new author, a listed word, or reports. */
  heldFor: z.string(),
  reports: z.array(Report),
  statements: z.array(Statement),
})
export type ModeratedText = z.infer<typeof ModeratedText>

/** Comments and reviews, for this site's pages. The author is always the session's reader. */
import { DISPLAY_NAME_MAX, COMMENT_MAX, REVIEW_MAX } from '@lokalteil/domain/community/discussion'
import { z } from 'zod'
import { Raw, Statement } from '../community/moderation.ts'
import { Comment, CommentId, CommentPage, Member, OwnText, Review, ReviewPage, Sort } from '../community/values.ts'
import { contract } from '../kernel/endpoint.ts'

const Article = z.object({ id: z.string().regex(/^\d{1,20}$/) })
const CommentParam = z.object({ id: CommentId })
const Page = z.coerce.number().int().min(1).max(10_000).default(1)
const READ = { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' } as const
const WRITTEN = {
  401: 'NOT_LOGGED_IN',
  403: 'NO_DISPLAY_NAME',
  404: 'NOT_FOUND',
  409: 'CLOSED',
  422: 'REFUSED_TEXT',
  429: 'TOO_MANY_ATTEMPTS',
  503: 'UNAVAILABLE',
} as const

/** `List-Unsubscribe` of mails about replies: POST, without a session. */
export const REPLY_MAILS_OFF = '/api/community/reply-mails/off'

/** `anonymous`: not logged in; `unconfirmed`: the address is not confirmed yet. */
export const MemberView = z.object({
  state: z.enum(['anonymous', 'unconfirmed', 'member']),
  member: Member.nullable(),
})
export type MemberView = z.infer<typeof MemberView>

export const COMMUNITY_CALLS = contract({
  listComments: {
    method: 'GET',
    path: '/api/community/articles/{id}/comments',
    summary: 'Threads of an article with the reader’s own texts and votes; never stored',
    params: Article,
    query: z.object({ sort: Sort.default('newest'), page: Page, focus: CommentId.optional() }),
    answer: CommentPage,
    problems: READ,
  },
  listReplies: {
    method: 'GET',
    path: '/api/community/articles/{id}/comments/{comment}/replies',
    summary: 'Replies of a thread after one of them',
    params: Article.extend({ comment: CommentId }),
    query: z.object({ after: CommentId.optional() }),
    answer: z.object({ replies: z.array(Comment), hasMore: z.boolean() }),
    problems: READ,
  },
  addComment: {
    method: 'POST',
    path: '/api/community/articles/{id}/comments',
    summary: 'Write a comment or a reply',
    params: Article,
    body: z.object({ text: Raw(COMMENT_MAX), replyTo: CommentId.nullable() }),
    answer: z.object({ comment: Comment }),
    problems: WRITTEN,
  },
  editComment: {
    method: 'POST',
    path: '/api/community/articles/{id}/comments/{comment}',
    summary: 'Change one’s own within five minutes',
    params: Article.extend({ comment: CommentId }),
    body: z.object({ text: Raw(COMMENT_MAX) }),
    answer: z.object({ comment: Comment }),
    problems: WRITTEN,
  },
  withdrawComment: {
    method: 'POST',
    path: '/api/community/comments/{id}/withdrawal',
    summary: 'Take one’s own back',
    params: CommentParam,
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  voteComment: {
    method: 'POST',
    path: '/api/community/comments/{id}/vote',
    summary: 'One voice a reader: 1, -1, or 0 to take it back (R1-62)',
    params: CommentParam,
    body: z.object({ value: Comment.shape.ownVote }),
    answer: Comment.pick({ up: true, down: true, ownVote: true }),
    problems: WRITTEN,
  },
  markDiscussionSeen: {
    method: 'POST',
    path: '/api/community/articles/{id}/seen',
    summary: 'What is there now is new no longer',
    params: Article,
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  listReviews: {
    method: 'GET',
    path: '/api/community/articles/{id}/reviews',
    summary: 'Reviews of a test report with the reader’s own',
    params: Article,
    query: z.object({ page: Page }),
    answer: ReviewPage,
    problems: READ,
  },
  saveReview: {
    method: 'POST',
    path: '/api/community/articles/{id}/reviews',
    summary: 'One a reader: a second one takes the place of the first (R1-63)',
    params: Article,
    body: z.object({ stars: z.number().int().min(1).max(5), text: Raw(REVIEW_MAX) }),
    answer: z.object({ review: Review }),
    problems: WRITTEN,
  },
  withdrawReview: {
    method: 'POST',
    path: '/api/community/articles/{id}/reviews/withdrawal',
    summary: 'Take one’s own back',
    params: Article,
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  getMember: {
    method: 'GET',
    path: '/api/community/member',
    summary: 'Whether the reader may write, and under which name',
    answer: MemberView,
    problems: { 503: 'UNAVAILABLE' },
  },
  saveMember: {
    method: 'POST',
    path: '/api/community/member',
    summary: 'Choose a display name, or whether replies are told by mail',
    body: z.object({ name: Raw(DISPLAY_NAME_MAX).optional(), hasReplyMails: z.boolean().optional() }),
    answer: Member,
    problems: { ...WRITTEN, 409: 'NAME_TAKEN' },
  },
  listOwnTexts: {
    method: 'GET',
    path: '/api/community/member/texts',
    summary: 'The reader’s own comments and reviews with decisions on them',
    query: z.object({ page: Page }),
    answer: z.object({ texts: z.array(OwnText), page: z.number().int(), pages: z.number().int() }),
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  complain: {
    method: 'POST',
    path: '/api/community/complaints',
    summary: 'Against a decision on one’s own text (Art. 20 DSA)',
    body: z.object({ statement: z.string().max(40), text: Raw(1500) }),
    answer: Statement,
    problems: { ...WRITTEN, 409: 'NOT_OPEN' },
  },
  endReplyMails: {
    method: 'POST',
    path: '/api/community/reply-mails',
    summary: 'No more mails of replies, by the link of one, without a login',
    body: z.object({ token: z.string().min(1).max(400) }),
    answer: z.object({ state: z.enum(['off', 'invalid']) }),
    problems: { 503: 'UNAVAILABLE' },
  },
})

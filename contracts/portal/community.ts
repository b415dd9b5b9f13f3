/** Comments and reviews, for this site's pages. The author is always the session's reader. */
import { z } from 'zod'
import { COMMUNITY } from '../community.ts'
import { CommentId, Member, Sort } from '../community/values.ts'
import { contract } from '../kernel/endpoint.ts'
import { relayed } from '../kernel/relayed.ts'

const ArticleId = z.string().regex(/^\d{1,20}$/)
const Article = z.object({ id: ArticleId })
const OfReply = Article.extend({ comment: CommentId })
const Page = z.coerce.number().int().min(1).max(10_000).default(1)

/** `List-Unsubscribe` of mails about replies: POST, without a session. */
export const REPLY_MAILS_OFF = '/api/community/reply-mails/off'

/** `anonymous`: not logged in; `unconfirmed`: the address is not confirmed yet. */
export const MemberView = z.object({
  state: z.enum(['anonymous', 'unconfirmed', 'member']),
  member: Member.nullable(),
})
export type MemberView = z.infer<typeof MemberView>

export const COMMUNITY_CALLS = contract({
  listComments: relayed(COMMUNITY, 'listComments', 'GET /api/community/articles/{id}/comments', {
    as: 'reader-or-guest',
    params: Article,
    query: z.object({ sort: Sort.default('newest'), page: Page, focus: CommentId.optional() }),
    given: ['article', 'viewer'],
    summary: 'Threads of an article with the reader’s own texts and votes; never stored',
  }),
  listReplies: relayed(COMMUNITY, 'listReplies', 'GET /api/community/articles/{id}/comments/{comment}/replies', {
    as: 'reader-or-guest',
    params: OfReply,
    query: z.object({ after: CommentId.optional() }),
    given: ['article', 'viewer'],
  }),
  addComment: relayed(COMMUNITY, 'addComment', 'POST /api/community/articles/{id}/comments', {
    as: 'reader',
    params: Article,
    sent: ['text', 'replyTo'],
    given: ['article', 'reader', 'requester'],
  }),
  editComment: relayed(COMMUNITY, 'editComment', 'POST /api/community/articles/{id}/comments/{comment}', {
    as: 'reader',
    params: OfReply,
    sent: ['text'],
    given: ['article', 'reader', 'requester'],
  }),
  withdrawComment: relayed(COMMUNITY, 'withdrawComment', 'POST /api/community/comments/{comment}/withdrawal', {
    as: 'reader',
    sent: ['comment'],
    given: ['reader'],
  }),
  voteComment: relayed(COMMUNITY, 'vote', 'POST /api/community/comments/{comment}/vote', {
    as: 'reader',
    sent: ['comment', 'value'],
    given: ['reader', 'requester'],
    summary: 'One voice a reader: 1, -1, or 0 to take it back; never of one’s own (R1-62)',
  }),
  markDiscussionSeen: relayed(COMMUNITY, 'markSeen', 'POST /api/community/articles/{article}/seen', {
    as: 'reader',
    params: z.object({ article: ArticleId }),
    given: ['reader'],
  }),
  listReviews: relayed(COMMUNITY, 'listReviews', 'GET /api/community/articles/{id}/reviews', {
    as: 'reader-or-guest',
    params: Article,
    query: z.object({ page: Page }),
    given: ['article', 'viewer'],
    summary: 'Reviews of a test report with the reader’s own',
  }),
  saveReview: relayed(COMMUNITY, 'saveReview', 'POST /api/community/articles/{id}/reviews', {
    as: 'reader',
    params: Article,
    sent: ['stars', 'text'],
    given: ['article', 'reader', 'requester'],
    summary: 'One a reader: a second one takes the place of the first (R1-63)',
  }),
  withdrawReview: relayed(COMMUNITY, 'withdrawReview', 'POST /api/community/articles/{article}/reviews/withdrawal', {
    as: 'reader',
    params: z.object({ article: ArticleId }),
    given: ['reader'],
  }),
  getMember: {
    method: 'GET',
    path: '/api/community/member',
    summary: 'Whether the reader may write, and under which name',
    answer: MemberView,
    problems: { 503: 'UNAVAILABLE' },
  },
  saveMember: relayed(COMMUNITY, 'saveMember', 'POST /api/community/member', {
    as: 'reader',
    sent: ['name', 'hasReplyMails'],
    given: ['reader', 'reserved'],
  }),
  listOwnTexts: relayed(COMMUNITY, 'listOwn', 'GET /api/community/member/texts', {
    as: 'reader',
    query: z.object({ page: Page }),
    given: ['reader'],
  }),
  complain: relayed(COMMUNITY, 'complain', 'POST /api/community/complaints', {
    as: 'reader',
    sent: ['statement', 'text'],
    given: ['reader'],
  }),
  endReplyMails: relayed(COMMUNITY, 'endReplyMails', 'POST /api/community/reply-mails', {
    as: 'anyone',
    sent: ['token'],
  }),
})

/**
 * Comments and reviews of readers, and their moderation. All calls come from the portal or the office with the service
 * key, and the caller vouches for the reader's identity; the service decides the reader's rights. Base address:
 * `/__services/community/{publication}`.
 */
import { DISPLAY_NAME_MAX, COMMENT_MAX, REVIEW_MAX } from '@lokalteil/domain/community/discussion'
import { z } from 'zod'
import {
  ANSWER_COMPLAINT,
  CASES,
  DecisionInput,
  GET_TRANSPARENCY,
  Instant,
  Raw,
  Statement,
} from './community/moderation.ts'
import {
  ArticleFacts,
  Comment,
  CommentId,
  CommentPage,
  Discussion,
  Member,
  ModeratedText,
  OwnText,
  Reader,
  Review,
  ReviewPage,
  Sort,
  Target,
} from './community/values.ts'
import { contract } from './kernel/endpoint.ts'

export * from './community/moderation.ts'
export * from './community/values.ts'

const KEY = { security: 'service-key', method: 'POST' } as const
const Sub = z.string().min(1).max(200)
const Viewer = Sub.nullable()
const Page = z.number().int().min(1).max(10_000)
/** A hash of the request's origin, for rate limits. */
const Requester = z.string().min(1).max(100)
const Token = z.string().min(1).max(400)

/** Codes of a refusal, in addition to those of the text rules. */
const WRITING = { 403: 'BANNED', 409: 'CLOSED', 422: 'REFUSED_TEXT', 429: 'TOO_MANY_ATTEMPTS' } as const

export const COMMUNITY = contract({
  getDiscussion: {
    ...KEY,
    path: '/discussions',
    summary: 'How an article can be discussed and reviewed, and how often it was; the same for all readers',
    body: z.object({ article: ArticleFacts }),
    answer: Discussion,
  },
  listComments: {
    ...KEY,
    path: '/comments/list',
    summary: 'A page of threads with their first replies; with `focus` the thread of that comment comes first',
    body: z.object({
      article: ArticleFacts,
      viewer: Viewer,
      sort: Sort.default('newest'),
      page: Page.default(1),
      focus: CommentId.optional(),
    }),
    answer: CommentPage,
    problems: { 404: 'NOT_FOUND' },
  },
  listReplies: {
    ...KEY,
    path: '/comments/{comment}/replies/list',
    summary: 'Replies of a thread after one of them, oldest first',
    params: z.object({ comment: CommentId }),
    body: z.object({ article: ArticleFacts, viewer: Viewer, after: CommentId.optional() }),
    answer: z.object({ replies: z.array(Comment), hasMore: z.boolean() }),
    problems: { 404: 'NOT_FOUND' },
  },
  markSeen: {
    ...KEY,
    path: '/seen',
    summary: 'The reader has seen the discussion as it is now',
    body: z.object({ article: z.string().max(40), reader: Reader }),
    answer: null,
  },
  addComment: {
    ...KEY,
    path: '/comments',
    summary: 'A comment or a reply; a newcomer’s, one with a listed word and those of a moderated discussion wait',
    body: z.object({
      article: ArticleFacts,
      reader: Reader,
      text: Raw(COMMENT_MAX),
      replyTo: CommentId.nullable(),
      requester: Requester,
    }),
    answer: z.object({ comment: Comment }),
    problems: { ...WRITING, 404: 'NOT_FOUND' },
  },
  editComment: {
    ...KEY,
    path: '/comments/{comment}/text',
    summary: 'Changes a text within five minutes, by its author; the new text is checked like a first one',
    params: z.object({ comment: CommentId }),
    body: z.object({ article: ArticleFacts, reader: Reader, text: Raw(COMMENT_MAX), requester: Requester }),
    answer: z.object({ comment: Comment }),
    problems: { ...WRITING, 404: 'NOT_FOUND' },
  },
  withdrawComment: {
    ...KEY,
    path: '/comments/{comment}/withdrawal',
    summary: 'Deletes a text, by its author, at any time; if it has replies its place stays',
    params: z.object({ comment: CommentId }),
    body: z.object({ reader: Reader }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  vote: {
    ...KEY,
    path: '/comments/{comment}/vote',
    summary: 'One voice a reader: 1, -1, or 0 to take it back; never of one’s own',
    params: z.object({ comment: CommentId }),
    body: z.object({ reader: Reader, value: Comment.shape.ownVote, requester: Requester }),
    answer: Comment.pick({ up: true, down: true, ownVote: true }),
    problems: { 403: 'BANNED', 404: 'NOT_FOUND', 409: 'OWN_TEXT', 429: 'TOO_MANY_ATTEMPTS' },
  },
  listReviews: {
    ...KEY,
    path: '/reviews/list',
    summary: 'Reviews of a test report, newest first, and how its stars are spread',
    body: z.object({ article: ArticleFacts, viewer: Viewer, page: Page.default(1) }),
    answer: ReviewPage,
    problems: { 404: 'NOT_FOUND' },
  },
  saveReview: {
    ...KEY,
    path: '/reviews',
    summary: 'One a reader and report: a second one takes the place of the first',
    body: z.object({
      article: ArticleFacts,
      reader: Reader,
      stars: z.number().int().min(1).max(5),
      text: Raw(REVIEW_MAX),
      requester: Requester,
    }),
    answer: z.object({ review: Review }),
    problems: { ...WRITING, 404: 'NOT_FOUND' },
  },
  withdrawReview: {
    ...KEY,
    path: '/reviews/withdrawal',
    summary: 'The reader’s own; none is no error',
    body: z.object({ article: z.string().max(40), reader: Reader }),
    answer: null,
  },
  getMember: {
    ...KEY,
    path: '/members/read',
    summary: 'A reader as a member',
    body: z.object({ reader: Reader }),
    answer: Member,
  },
  saveMember: {
    ...KEY,
    path: '/members',
    summary: 'Choose a display name, or whether replies are told by mail',
    body: z.object({
      reader: Reader,
      name: Raw(DISPLAY_NAME_MAX).optional(),
      hasReplyMails: z.boolean().optional(),
      /** Reserved names: those of the publication's authors. */
      reserved: z.array(z.string().max(300)).max(2000).default([]),
    }),
    answer: Member,
    problems: { 403: 'ADDRESS_NOT_CONFIRMED', 409: 'NAME_TAKEN', 422: 'REFUSED_TEXT', 429: 'TOO_MANY_ATTEMPTS' },
  },
  listOwn: {
    ...KEY,
    path: '/members/texts',
    summary: 'The reader’s own comments and reviews, newest first, with statements of reasons',
    body: z.object({ reader: Reader, page: Page.default(1) }),
    answer: z.object({ texts: z.array(OwnText), page: z.number().int(), pages: z.number().int() }),
  },
  getReplyMails: {
    ...KEY,
    path: '/reply-mails/read',
    summary: 'Whether a mail’s link is one of ours, and whether replies are told',
    body: z.object({ token: Token }),
    answer: z.object({ state: z.enum(['on', 'off', 'invalid']) }),
  },
  endReplyMails: {
    ...KEY,
    path: '/reply-mails/end',
    summary: 'No more mails of replies, by a mail’s link, without a login',
    body: z.object({ token: Token }),
    answer: z.object({ state: z.enum(['off', 'invalid']) }),
  },
  changeAddress: {
    ...KEY,
    path: '/members/address',
    summary: 'The account has another confirmed address',
    body: z.object({ sub: Sub, email: z.string().max(254) }),
    answer: null,
  },
  ...CASES,
  complain: {
    ...KEY,
    path: '/complaints',
    summary: 'The author of a text against a decision on it (Art. 20 DSA), once, within six months',
    body: z.object({ reader: Reader, statement: z.string().max(40), text: Raw(1500) }),
    answer: Statement,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_OPEN', 422: 'REFUSED_TEXT' },
  },
  readReader: {
    ...KEY,
    path: '/readers/export',
    summary: 'Everything kept of a reader (Art. 15 and 20 GDPR)',
    body: z.object({ sub: Sub }),
    answer: z.record(z.string(), z.unknown()),
  },
  eraseReader: {
    ...KEY,
    path: '/readers/erasure',
    summary: 'Erases a reader’s texts, votes and name; the place of a text with replies stays without a name',
    body: z.object({ sub: Sub }),
    answer: null,
  },
})

/** Calls of the office. */
export const COMMUNITY_MODERATION = contract({
  listTexts: {
    ...KEY,
    path: '/moderation/texts',
    summary: 'Texts that wait, that were reported, or that contain words; the longest waiting first',
    body: z.object({
      list: z.enum(['pending', 'reported', 'complaints', 'all']).default('pending'),
      search: z.string().max(200).default(''),
      sub: Sub.optional(),
      article: z.string().max(40).optional(),
      page: Page.default(1),
    }),
    answer: z.object({ texts: z.array(ModeratedText), total: z.number().int() }),
  },
  decide: {
    ...KEY,
    path: '/moderation/decisions',
    summary: 'Decides on a text; its author and the reporters get a mail with the reasons',
    body: z.object({ target: Target, decision: DecisionInput }),
    answer: ModeratedText,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE', 422: 'REASONS_MISSING' },
  },
  pick: {
    ...KEY,
    path: '/moderation/picks',
    summary: 'An editors’ pick, or none any more',
    body: z.object({ comment: CommentId, isPicked: z.boolean() }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  answerComplaint: ANSWER_COMPLAINT,
  ban: {
    ...KEY,
    path: '/moderation/bans',
    summary: 'A reader writes and votes no more, until a time or until it is lifted; the reason is told',
    body: z.object({ sub: Sub, until: Instant.nullable(), reason: z.string().min(1).max(500) }),
    answer: Member,
    problems: { 404: 'NOT_FOUND' },
  },
  unban: {
    ...KEY,
    path: '/moderation/bans/end',
    summary: 'Lifts a ban; none is no error',
    body: z.object({ sub: Sub }),
    answer: Member,
    problems: { 404: 'NOT_FOUND' },
  },
  linkAuthor: {
    ...KEY,
    path: '/moderation/authors',
    summary: 'Ties an account to the page of an author, so that its comments are marked; null ends it',
    body: z.object({
      sub: Sub,
      authorPath: z.string().min(1).max(300).nullable(),
      name: z.string().min(1).max(100),
    }),
    answer: Member,
    problems: { 409: 'NAME_TAKEN' },
  },
  getTransparency: GET_TRANSPARENCY,
})

export const COMMUNITY_INFO = {
  title: 'Community',
  description: 'Comments and reviews of readers, and their moderation.',
  version: '1',
  base: '/community/{publication}',
} as const

/**
 * The community service: comments on articles, reviews of tested products, and their moderation (Digital Services Act,
 * Art. 16, 17, 20, 24). Promises: one vote per reader and comment with any number of processes; only its author sees a
 * pending text; a removal has its reasons; the texts of a deleted account are deleted. Refuses: readers without a
 * confirmed address and a name, texts that break the rules of `domain/community`, names that resemble the paper's own.
 */
import { COMMUNITY, COMMUNITY_INFO, COMMUNITY_MODERATION } from '@lokalteil/contracts/community'
import { COMPLAINT_DAYS } from '@lokalteil/domain/community/moderation'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { sweepWindows, type WindowTable } from '../platform/limits/table-windows.ts'
import { forgetOldReports } from '../platform/moderation/case-store.ts'
import { createSchedule } from '../platform/schedule.ts'
import type { BoundHandlers } from '../platform/serve.ts'
import { part, serveService, subscribeTo, type ServiceOptions } from '../platform/service.ts'
import type { CommunityContext } from './context.ts'
import * as members from './members.ts'
import * as moderation from './moderation.ts'
import { eraseReader, readReader } from './personal-data.ts'
import { getDiscussion, listComments, listReplies, markSeen } from './reading.ts'
import { listReviews, saveReview, withdrawReview } from './reviews.ts'
import { seedDiscussion, type SeededDiscussion } from './seed.ts'
import { dropSeenBefore } from './store/members.ts'
import { CASE_HANDLERS } from './cases.ts'
import { CASE_TABLES } from './store/moderation.ts'
import { addComment, editComment, vote, withdrawComment } from './writing.ts'

export type CommunityServiceOptions = ServiceOptions &
  Pick<CommunityContext, 'secret' | 'rulesOf' | 'queueMail'> &
  Partial<Pick<CommunityContext, 'notifyReply'>>

export type CommunityService = {
  app: Hono
  /** A discussion of the demo, written through the same functions; an existing one stays as it is. */
  seed: (publication: PublicationCode, discussion: SeededDiscussion) => Promise<void>
  /** Subscribes to changes of an article's public comments. */
  onChange: (listener: (publication: PublicationCode, article: string) => void) => () => void
  start: () => void
  close: () => Promise<void>
}

const HANDLERS: BoundHandlers<CommunityContext, typeof COMMUNITY, PublicationCode> = {
  getDiscussion,
  listComments,
  listReplies,
  markSeen,
  addComment,
  editComment,
  withdrawComment,
  vote,
  listReviews,
  saveReview,
  withdrawReview,
  getMember: members.getMember,
  saveMember: members.saveMember,
  listOwn: members.listOwn,
  getReplyMails: members.getReplyMails,
  endReplyMails: members.endReplyMails,
  changeAddress: members.changeAddress,
  report: CASE_HANDLERS.report,
  getReported: CASE_HANDLERS.getReported,
  getStatement: CASE_HANDLERS.getStatement,
  complainByLink: CASE_HANDLERS.complainByLink,
  complain: members.complain,
  readReader,
  eraseReader,
}
const MODERATION: BoundHandlers<CommunityContext, typeof COMMUNITY_MODERATION, PublicationCode> = {
  listTexts: moderation.listTexts,
  decide: moderation.decide,
  pick: moderation.pick,
  answerComplaint: CASE_HANDLERS.answerComplaint,
  ban: moderation.ban,
  unban: moderation.unban,
  linkAuthor: moderation.linkAuthor,
  getTransparency: moderation.getTransparency,
}

const DAY = 86_400_000
const SEEN_DAYS = 60
const WINDOWS: WindowTable = { table: 'community.windows', notes: 'ends' }
const BODY_LIMIT = 64_000
const toBodyLimits = (contract: object) => Object.fromEntries(Object.keys(contract).map((name) => [name, BODY_LIMIT]))

export async function createCommunityService(options: CommunityServiceOptions): Promise<CommunityService> {
  const { secret, rulesOf, queueMail, notifyReply = null } = options
  if (secret.length < 32) throw new Error('The secret of the community needs at least 32 characters')
  const listeners = new Set<(publication: PublicationCode, article: string) => void>()
  const { app, context } = await serveService<CommunityContext>(options, {
    schema: 'community',
    folder: import.meta.dirname,
    info: COMMUNITY_INFO,
    toContext: (base) => ({
      ...base,
      secret,
      rulesOf,
      queueMail,
      notifyReply,
      limiter: base.limitIn(WINDOWS),
      onChange: (publication, article) => {
        for (const listener of listeners) listener(publication, article)
      },
    }),
    parts: [
      part(COMMUNITY, HANDLERS, { bodyLimits: toBodyLimits(COMMUNITY) }),
      part(COMMUNITY_MODERATION, MODERATION, { bodyLimits: toBodyLimits(COMMUNITY_MODERATION) }),
    ],
  })
  const { now } = context
  const tidy = async () => {
    await dropSeenBefore(context.db, new Date(now().getTime() - SEEN_DAYS * DAY))
    await forgetOldReports(context.db, CASE_TABLES, new Date(now().getTime() - COMPLAINT_DAYS * DAY))
    await sweepWindows(context.db, WINDOWS, now())
  }
  const schedule = createSchedule(DAY, tidy, (error) => options.onError?.(error, 'community-tidy'))
  return {
    app,
    seed: (publication, discussion) => seedDiscussion(context, publication, discussion),
    onChange: subscribeTo(listeners),
    start: () => schedule.start(false),
    close: () => schedule.close(),
  }
}

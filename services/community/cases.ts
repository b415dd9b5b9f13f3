/** Comments and reviews as subjects of reports, decisions and complaints (`platform/moderation`). */
import { TARGETS, type Target } from '@lokalteil/contracts/community'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CaseTarget } from '../platform/moderation/case-tables.ts'
import { casesOf, createCaseHandlers, type CaseKind } from '../platform/moderation/case-handlers.ts'
import type { Cases, Change, Subject } from '../platform/moderation/cases.ts'
import type { CommunityContext } from './context.ts'
import { toShownText } from './reading.ts'
import type { Trx } from './schema.ts'
import * as comments from './store/comments.ts'
import { findMember } from './store/members.ts'
import { CASE_TABLES } from './store/moderation.ts'
import * as reviews from './store/reviews.ts'
import { findThread } from './store/threads.ts'

export type TextSubject = Subject & {
  row: comments.CommentRow | reviews.ReviewRow
  comment: comments.CommentRow | null
}

/** Null: not a text of this service. */
export function toTarget({ kind, id }: CaseTarget): Target | null {
  const known = TARGETS.find((one) => one === kind)
  return known === undefined || !/^\d{1,15}$/.test(id) ? null : { kind: known, id }
}

async function lock(
  _context: CommunityContext,
  trx: Trx,
  publication: PublicationCode,
  asked: CaseTarget,
): Promise<TextSubject | null> {
  const target = toTarget(asked)
  if (target === null) return null
  const id = Number(target.id)
  const comment = target.kind === 'comment' ? await comments.lockComment(trx, publication, id) : null
  const review = target.kind === 'review' ? await reviews.lockReview(trx, publication, id) : null
  const row = comment ?? review
  if (row === null) return null
  const thread = await findThread(trx, publication, row.article)
  const author = row.sub === null ? null : await findMember(trx, publication, row.sub)
  return {
    row,
    comment,
    what: 'text',
    title: thread?.title ?? '',
    path: thread?.path ?? '',
    by: author?.name ?? '',
    text: toShownText(row.text),
    state: row.state,
    wasShown: row.state === 'visible' || row.held_for === 'reports',
    publisher: author === null ? null : { address: author.email, name: author.name ?? '' },
    async change({ state, isHeld, ground }: Change) {
      const change = { state, held_for: isHeld ? 'reports' : '', ground }
      if (comment !== null) await comments.changeComment(trx, comment, change)
      if (review !== null) await reviews.changeReview(trx, review, change)
    },
  }
}

const KIND: CaseKind<CommunityContext, TextSubject> = {
  tables: CASE_TABLES,
  lock,
  holdAfter: ({ rulesOf }, publication) => rulesOf(publication)?.holdAfterReports ?? 0,
  // The account lists the reader's own texts with their decisions.
  toComplaintPath: () => '/deine-kommentare',
  onChange: (context, publication, { row }) => context.onChange(publication, row.article),
}

export const toCases = (context: CommunityContext): Cases<TextSubject> => casesOf(context, KIND)
export const CASE_HANDLERS = createCaseHandlers(KIND)

/** Writing, changing, withdrawing and voting on comments. */
import { COMMENT_MAX, toEditableUntil, toParent } from '@lokalteil/domain/community/discussion'
import { isRefusal, problem } from '../platform/serve.ts'
import {
  admit,
  admitVoter,
  attempt,
  checkText,
  limit,
  notFound,
  slowly,
  toHeldFor,
  toModes,
  type CommunityContext,
  type CommunityHandlers,
} from './context.ts'
import { tellOfReply, type Told } from './notices.ts'
import { viewOwn } from './reading.ts'
import * as comments from './store/comments.ts'
import { lockMember } from './store/members.ts'
import { ensureThread } from './store/threads.ts'

const DAY = 86_400_000
const BOUNDS = { min: 2, max: COMMENT_MAX }

export const addComment: CommunityHandlers['addComment'] = async (context, { context: publication, body }) => {
  const { article, reader, replyTo, requester } = body
  const { db, now } = context
  const rules = context.rulesOf(publication)
  const mode = toModes(context, publication, article).comments
  if (rules === null || mode === null) return notFound('discussion')
  if (mode === 'closed') return problem(409, 'CLOSED', 'The discussion is closed')
  const member = await admit(context, publication, reader)
  if (isRefusal(member)) return member
  const checked = checkText(rules, body.text, BOUNDS)
  if (isRefusal(checked)) return checked
  const who = `${publication}:${reader.sub}`
  const refused = await limit(context, [
    ...slowly(publication, reader.sub, member.author_path === null ? rules.slowSeconds : 0),
    attempt('text', who),
    attempt('textNetwork', requester),
  ])
  if (refused !== null) return refused

  const at = now()
  const written = await db.transaction().execute(async (trx) => {
    // Locks the member, so that parallel requests do not store a text twice.
    await lockMember(trx, publication, reader.sub)
    await ensureThread(trx, publication, article)
    const answered = replyTo === null ? null : await comments.lockComment(trx, publication, Number(replyTo))
    if (replyTo !== null && (answered === null || answered.article !== article.id || answered.state !== 'visible'))
      return notFound('comment to answer')
    const twin = { publication, article: article.id, sub: reader.sub, text: checked.text }
    if (await comments.hasTwin(trx, twin, new Date(at.getTime() - DAY)))
      return problem(409, 'DUPLICATE', 'The same text is there already')
    const parent =
      answered === null
        ? null
        : Number(
            toParent({ id: String(answered.id), parent: answered.parent === null ? null : String(answered.parent) }),
          )
    const heldFor = toHeldFor(rules, mode, member, checked.words)
    const row = await comments.addComment(trx, {
      ...twin,
      state: heldFor === '' ? 'visible' : 'pending',
      held_for: heldFor,
      at,
      parent,
      reply_to: answered?.id ?? null,
    })
    const told = row.state === 'visible' ? await tellOfReply(context, trx, row, article) : []
    return { row, told }
  })
  if (isRefusal(written)) return written
  finish(context, written.told)
  if (written.row.state === 'visible') context.onChange(publication, article.id)
  return viewOwn(context, publication, article, reader.sub, written.row.id)
}

export const editComment: CommunityHandlers['editComment'] = async (
  context,
  { context: publication, params, body },
) => {
  const { article, reader, requester } = body
  const rules = context.rulesOf(publication)
  const mode = toModes(context, publication, article).comments
  if (rules === null || mode === null) return notFound('discussion')
  const member = await admit(context, publication, reader)
  if (isRefusal(member)) return member
  const checked = checkText(rules, body.text, BOUNDS)
  if (isRefusal(checked)) return checked
  const refused = await limit(context, [
    attempt('text', `${publication}:${reader.sub}`),
    attempt('textNetwork', requester),
  ])
  if (refused !== null) return refused
  const at = context.now()
  const changed = await context.db.transaction().execute(async (trx) => {
    const row = await comments.lockComment(trx, publication, Number(params.comment))
    if (row === null || row.sub !== reader.sub || row.article !== article.id) return notFound('comment')
    if (row.state !== 'visible' && row.state !== 'pending') return notFound('comment')
    if (toEditableUntil(row.at) <= at) return problem(409, 'TOO_LATE', 'Five minutes have passed')
    // A pending text stays pending; a visible one may become pending after a change.
    const heldFor = row.state === 'pending' ? row.held_for : toHeldFor(rules, mode, member, checked.words)
    await comments.changeComment(trx, row, {
      state: heldFor === '' ? 'visible' : 'pending',
      text: checked.text,
      edited_at: at,
      held_for: heldFor,
    })
    return row
  })
  if (isRefusal(changed)) return changed
  context.onChange(publication, article.id)
  return viewOwn(context, publication, article, reader.sub, changed.id)
}

export const withdrawComment: CommunityHandlers['withdrawComment'] = async (
  context,
  { context: publication, params, body: { reader } },
) => {
  const row = await context.db.transaction().execute(async (trx) => {
    const found = await comments.lockComment(trx, publication, Number(params.comment))
    if (found === null || found.sub !== reader.sub) return null
    if (found.state !== 'visible' && found.state !== 'pending') return null
    await comments.changeComment(trx, found, { state: 'withdrawn', text: '', held_for: '' })
    return found
  })
  if (row === null) return notFound('comment')
  context.onChange(publication, row.article)
}

export const vote: CommunityHandlers['vote'] = async (
  context,
  { context: publication, params, body: { reader, value, requester } },
) => {
  const member = await admitVoter(context, publication, reader)
  if (isRefusal(member)) return member
  const refused = await limit(context, [
    attempt('vote', `${publication}:${reader.sub}`),
    attempt('voteNetwork', requester),
  ])
  if (refused !== null) return refused
  return context.db.transaction().execute(async (trx) => {
    const row = await comments.lockComment(trx, publication, Number(params.comment))
    if (row === null || row.state !== 'visible') return notFound('comment')
    if (row.sub === reader.sub) return problem(409, 'OWN_TEXT', 'Nobody votes for themselves')
    return { ...(await comments.saveVote(trx, row, reader.sub, value)), ownVote: value }
  })
}

export function finish({ notifyReply }: CommunityContext, told: readonly Told[]): void {
  for (const notice of told) notifyReply?.(notice)
}

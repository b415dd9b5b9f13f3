/**
 * Moderation: reports by anybody, decisions with their reasons, complaints, bans, and who speaks for the paper. A decision,
 * the mails it owes and what readers see change in one transaction.
 */
import { randomUUID } from 'node:crypto'
import type { Member, ModeratedText, Statement, Target, Transparency } from '@lokalteil/contracts/community'
import { toNameKey } from '@lokalteil/domain/community/display-name'
import { decideState, isHeldByReports, type ModerationSource } from '@lokalteil/domain/community/moderation'
import { checkUserText, NO_WORDS } from '@lokalteil/domain/community/user-text'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import {
  attempt,
  isBanned,
  limit,
  notFound,
  refuseText,
  type CommunityCall,
  type CommunityContext,
  type ModerationCall,
} from './context.ts'
import { nameTaken, toMember, toStatement } from './members.ts'
import { tellAuthor, tellBan, tellComplaint, tellOfReply, tellOutcome, tellReporter, type Told } from './notices.ts'
import { toShownText } from './reading.ts'
import type { Trx } from './schema.ts'
import * as comments from './store/comments.ts'
import * as members from './store/members.ts'
import * as moderation from './store/moderation.ts'
import * as reviews from './store/reviews.ts'
import { findThread } from './store/threads.ts'
import { finish } from './writing.ts'

const FOUND_ON_A_PAGE = 50

// --- Reports

export async function getReported(
  { db }: CommunityContext,
  { context: mandator, body: { target } }: CommunityCall<'getReported'>,
): Promise<{ article: { path: string; title: string }; name: string; text: string } | Refusal> {
  const row = await findText(db, mandator, target)
  if (row === null || row.state !== 'visible') return notFound('text')
  return { article: { path: row.path, title: row.title }, name: row.name ?? '', text: toShownText(row.text) }
}

export async function report(
  context: CommunityContext,
  { context: mandator, body: { target, report: sent, requester } }: CommunityCall<'report'>,
): Promise<{ number: string } | Refusal> {
  const { db, now, rulesOf } = context
  const common = { links: 5, contacts: 'allow', words: NO_WORDS } as const
  const explanation = checkUserText(sent.explanation, { ...common, lines: 'many', min: 5, max: 1500 })
  const name = checkUserText(sent.name, { ...common, lines: 'one', min: 2, max: 100 })
  if (explanation.kind === 'refused') return refuseText(explanation.code)
  // Art. 16 (2) c: nobody need say who they are; an address for the receipt is asked for, a name is not.
  if (name.kind === 'refused' && sent.name.trim() !== '') return refuseText(name.code)
  const email = sent.email.toLowerCase()
  const refused = await limit(context, [attempt('report', requester), attempt('reportAddress', `${mandator}:${email}`)])
  if (refused !== null) return refused
  const number = toNumber('M')
  const outcome = await db.transaction().execute(async (trx) => {
    const text = await lockText(trx, mandator, target)
    if (text === null || text.row.state !== 'visible') return notFound('text')
    const at = now()
    const row = {
      publication: mandator,
      id: number,
      kind: target.kind,
      target: text.row.id,
      ground: sent.ground,
      explanation: explanation.text,
      name: name.kind === 'refused' ? '' : name.text,
      email,
      requester,
      at,
      closed_at: null,
    }
    await moderation.addReport(trx, row)
    const thread = await findThread(trx, mandator, text.row.article)
    await tellReporter(context, trx, row, thread?.title ?? '')
    const reporters = await moderation.countReporters(trx, target.kind, text.row.id)
    const isHeld = reporters !== null && isHeldByReports(reporters, rulesOf(mandator)?.holdAfterReports ?? 0)
    if (isHeld) await text.change({ state: 'pending', held_for: 'reports' })
    return isHeld ? text.row.article : null
  })
  if (isRefusal(outcome)) return outcome
  if (outcome !== null) context.onChange(mandator, outcome)
  return { number }
}

type Change = { state: comments.CommentRow['state']; held_for?: string; ground?: comments.CommentRow['ground'] }
type LockedText = {
  row: comments.CommentRow | reviews.ReviewRow
  comment: comments.CommentRow | null
  change: (change: Change) => Promise<void>
}

async function lockText(trx: Trx, mandator: Mandator, { kind, id }: Target): Promise<LockedText | null> {
  if (kind === 'comment') {
    const row = await comments.lockComment(trx, mandator, Number(id))
    return row === null ? null : { row, comment: row, change: (change) => comments.changeComment(trx, row, change) }
  }
  const row = await reviews.lockReview(trx, mandator, Number(id))
  return row === null ? null : { row, comment: null, change: (change) => reviews.changeReview(trx, row, change) }
}

// --- What moderators see

export async function listTexts(
  { db, now }: CommunityContext,
  { context: mandator, body }: ModerationCall<'listTexts'>,
): Promise<{ texts: ModeratedText[]; total: number }> {
  const { rows, total } = await moderation.listTexts(db, mandator, {
    list: body.list,
    search: body.search.trim(),
    sub: body.sub ?? null,
    article: body.article ?? null,
    target: null,
    isNewestFirst: body.list === 'all',
    limit: FOUND_ON_A_PAGE,
    offset: (body.page - 1) * FOUND_ON_A_PAGE,
  })
  return { texts: await toModerated(db, rows, now()), total }
}

async function findText(db: CommunityContext['db'], mandator: Mandator, target: Target) {
  const { rows } = await moderation.listTexts(db, mandator, {
    list: 'all',
    search: '',
    sub: null,
    article: null,
    target,
    isNewestFirst: true,
    limit: 1,
    offset: 0,
  })
  return rows[0] ?? null
}

async function toModerated(
  db: CommunityContext['db'],
  rows: readonly moderation.TextRow[],
  now: Date,
): Promise<ModeratedText[]> {
  const targets = rows.map(({ kind, id }) => ({ kind, id: String(id) }))
  const reports = await moderation.listReports(db, targets)
  const decisions = await moderation.listDecisions(db, targets)
  return rows.map((row, index): ModeratedText => {
    const target = targets[index]!
    const key = moderation.toKey(target)
    return {
      target,
      article: { id: row.article, path: row.path, title: row.title },
      by: { sub: row.sub, name: row.name ?? '', isBanned: isBanned(row, now), texts: row.author_texts ?? 0 },
      state: row.state,
      text: row.text,
      stars: row.stars,
      at: row.at.toISOString(),
      isPicked: row.is_picked,
      heldFor: row.held_for,
      reports: (reports.get(key) ?? []).map(({ id, at, ground, explanation, name, email, closed_at }) => ({
        id,
        at: at.toISOString(),
        ground,
        explanation,
        name,
        email,
        isOpen: closed_at === null,
      })),
      statements: (decisions.get(key) ?? []).map(toStatement),
    }
  })
}

// --- Decisions

export async function decide(
  context: CommunityContext,
  { context: mandator, body: { target, decision } }: ModerationCall<'decide'>,
): Promise<ModeratedText | Refusal> {
  const { db, now } = context
  const { action, ground, facts, by } = decision
  if (action === 'remove' && (ground === null || facts.trim() === ''))
    return problem(422, 'REASONS_MISSING', 'What is taken away needs a ground and the facts it rests on')
  const outcome = await db.transaction().execute(async (trx) => {
    const text = await lockText(trx, mandator, target)
    if (text === null) return notFound('text')
    const closed = await moderation.closeReports(trx, target.kind, text.row.id, now())
    const told = await apply(context, trx, text, {
      target,
      action,
      ground,
      facts,
      by,
      source: closed.length > 0 ? 'report' : 'own',
    })
    if (isRefusal(told)) return told
    for (const one of closed) await tellOutcome(context, trx, one, told.row, told.title)
    return { article: text.row.article, told: told.told }
  })
  if (isRefusal(outcome)) return outcome
  finish(context, outcome.told)
  context.onChange(mandator, outcome.article)
  const row = await findText(db, mandator, target)
  return row === null ? notFound('text') : (await toModerated(db, [row], now()))[0]!
}

type Applied = ModerationCall<'decide'>['body']['decision'] & { target: Target; source: ModerationSource }

/** Changes the text, keeps the decision, tells its author. */
async function apply(
  context: CommunityContext,
  trx: Trx,
  text: LockedText,
  { target, action, ground, facts, by, source }: Applied,
): Promise<{ row: moderation.DecisionRow; title: string; told: Told[] } | Refusal> {
  const { row } = text
  const mandator = row.publication as Mandator
  const state = decideState(row.state, action)
  if (state === null) return problem(409, 'NOT_POSSIBLE', `A text that is ${row.state} cannot be decided so`)
  await text.change({ state, held_for: '', ground: state === 'removed' ? ground : null })
  const decision = await moderation.addDecision(trx, {
    publication: mandator,
    id: toNumber('E'),
    kind: target.kind,
    target: row.id,
    action,
    ground: action === 'remove' ? ground : null,
    facts: facts.trim(),
    source,
    decided_by: by,
    at: context.now(),
  })
  const thread = await findThread(trx, mandator, row.article)
  const title = thread?.title ?? ''
  const author = row.sub === null ? null : await members.findMember(trx, mandator, row.sub)
  if ((action === 'remove' || action === 'restore') && source !== 'complaint')
    await tellAuthor(context, trx, author, decision, { title, text: row.text })
  // Who was answered hears of it when it can be read, once.
  const isFirst = action === 'approve' && row.held_for !== 'reports'
  const told =
    isFirst && text.comment !== null && thread !== null
      ? await tellOfReply(context, trx, text.comment, { path: thread.path, title, authors: [] })
      : []
  return { row: decision, title, told }
}

export async function answerComplaint(
  context: CommunityContext,
  { context: mandator, body: { statement, outcome, answer, by } }: ModerationCall<'answerComplaint'>,
): Promise<Statement | Refusal> {
  const { db, now } = context
  const done = await db.transaction().execute(async (trx) => {
    const row = await moderation.lockDecision(trx, mandator, statement)
    if (row === null || row.complaint_at === null) return notFound('complaint')
    if (row.outcome !== null) return problem(409, 'NOT_OPEN', 'The complaint was answered already')
    const target = { kind: row.kind, id: String(row.target) }
    const text = await lockText(trx, mandator, target)
    if (text === null) return notFound('text')
    if (outcome === 'reversed' && text.row.state === 'removed') {
      const restored = await apply(context, trx, text, {
        target,
        action: 'restore',
        ground: null,
        facts: answer,
        by,
        source: 'complaint',
      })
      if (isRefusal(restored)) return restored
    }
    const answered = await moderation.saveComplaint(trx, row.id, {
      outcome,
      answer,
      answered_by: by,
      answered_at: now(),
    })
    const thread = await findThread(trx, mandator, text.row.article)
    const author = text.row.sub === null ? null : await members.findMember(trx, mandator, text.row.sub)
    await tellComplaint(context, trx, author, answered, thread?.title ?? '')
    return { answered, article: text.row.article }
  })
  if (isRefusal(done)) return done
  context.onChange(mandator, done.article)
  return toStatement(done.answered)
}

export async function pick(
  context: CommunityContext,
  { context: mandator, body: { comment, isPicked } }: ModerationCall<'pick'>,
): Promise<undefined | Refusal> {
  const article = await comments.setPicked(context.db, mandator, Number(comment), isPicked)
  if (article === null) return notFound('visible comment')
  context.onChange(mandator, article)
}

// --- Members

export async function ban(
  context: CommunityContext,
  { context: mandator, body: { sub, until, reason } }: ModerationCall<'ban'>,
): Promise<Member | Refusal> {
  const { db, now } = context
  const untilDate = until === null ? null : new Date(until)
  const banned = await db.transaction().execute(async (trx) => {
    const row = await members.updateMember(trx, mandator, sub, {
      banned_at: now(),
      banned_until: untilDate,
      ban_reason: reason,
    })
    if (row === null || row === 'taken') return null
    await members.addBan(trx, mandator, now())
    await tellBan(context, trx, row, { until: untilDate, reason })
    return row
  })
  return banned === null ? notFound('member') : toMember(banned, now())
}

export async function unban(
  { db, now }: CommunityContext,
  { context: mandator, body: { sub } }: ModerationCall<'unban'>,
): Promise<Member | Refusal> {
  const row = await members.updateMember(db, mandator, sub, { banned_at: null, banned_until: null, ban_reason: '' })
  return row === null || row === 'taken' ? notFound('member') : toMember(row, now())
}

export async function linkAuthor(
  { db, now }: CommunityContext,
  { context: mandator, body: { sub, authorPath, name } }: ModerationCall<'linkAuthor'>,
): Promise<Member | Refusal> {
  await members.touchMember(db, mandator, { sub, email: '', isEmailVerified: false }, now())
  const row = await members.updateMember(db, mandator, sub, {
    author_path: authorPath,
    name,
    name_key: toNameKey(name),
  })
  return row === 'taken' || row === null ? nameTaken() : toMember(row, now())
}

export async function getTransparency(
  { db }: CommunityContext,
  { context: mandator, body: { from, to } }: ModerationCall<'getTransparency'>,
): Promise<Transparency> {
  return { from, to, ...(await moderation.countPeriod(db, mandator, new Date(from), new Date(to))) }
}

/** Short enough to be read out on the telephone, long enough not to be guessed. */
function toNumber(prefix: string): string {
  return `${prefix}-${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`
}

/**
 * Moderation of comments and reviews: reports, decisions and complaints (`platform/moderation`), bans, and accounts of
 * the paper's authors. The author of an answered comment is notified when a reply is approved.
 */
import type { ModeratedText, Target } from '@lokalteil/contracts/community'
import { toNameKey } from '@lokalteil/domain/community/display-name'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { listDecisions, listReports, toKey } from '../platform/moderation/case-store.ts'
import * as cases from '../platform/moderation/cases.ts'
import { isRefusal } from '../platform/serve.ts'
import { toCases } from './cases.ts'
import { isBanned, notFound, type CommunityContext, type ModerationHandlers } from './context.ts'
import { nameTaken, toMember } from './members.ts'
import { tellBan, tellOfReply } from './notices.ts'
import * as comments from './store/comments.ts'
import * as members from './store/members.ts'
import * as moderation from './store/moderation.ts'
import { finish } from './writing.ts'

const FOUND_ON_A_PAGE = 50

// --- Lists for moderators

export const listTexts: ModerationHandlers['listTexts'] = async ({ db, now }, { context: publication, body }) => {
  const { rows, total } = await moderation.listTexts(db, publication, {
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

async function findText(db: CommunityContext['db'], publication: PublicationCode, target: Target) {
  const { rows } = await moderation.listTexts(db, publication, {
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
  const reports = await listReports(db, moderation.CASE_TABLES, targets)
  const decisions = await listDecisions(db, moderation.CASE_TABLES, targets)
  return rows.map((row, index): ModeratedText => {
    const target = targets[index]!
    const key = toKey(target)
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
      reports: (reports.get(key) ?? []).map(cases.toReport),
      statements: (decisions.get(key) ?? []).map(cases.toStatement),
    }
  })
}

// --- Decisions

export const decide: ModerationHandlers['decide'] = async (context, { context: publication, body }) => {
  const { db, now } = context
  const decided = await cases.decide(toCases(context), publication, body, (trx, text) => {
    // Notify the answered author once, when the reply becomes visible.
    const isFirst = body.decision.action === 'approve' && text.row.held_for !== 'reports'
    return isFirst && text.comment !== null
      ? tellOfReply(context, trx, text.comment, { path: text.path, title: text.title, authors: [] })
      : Promise.resolve([])
  })
  if (isRefusal(decided)) return decided
  finish(context, decided.told)
  context.onChange(publication, decided.subject.row.article)
  const row = await findText(db, publication, body.target)
  return row === null ? notFound('text') : (await toModerated(db, [row], now()))[0]!
}

export const pick: ModerationHandlers['pick'] = async (
  context,
  { context: publication, body: { comment, isPicked } },
) => {
  const article = await comments.setPicked(context.db, publication, Number(comment), isPicked)
  if (article === null) return notFound('visible comment')
  context.onChange(publication, article)
}

// --- Members

export const ban: ModerationHandlers['ban'] = async (
  context,
  { context: publication, body: { sub, until, reason } },
) => {
  const { db, now } = context
  const untilDate = until === null ? null : new Date(until)
  const banned = await db.transaction().execute(async (trx) => {
    const row = await members.updateMember(trx, publication, sub, {
      banned_at: now(),
      banned_until: untilDate,
      ban_reason: reason,
    })
    if (row === null || row === 'taken') return null
    await members.addBan(trx, publication, now())
    await tellBan(context, trx, row, { until: untilDate, reason })
    return row
  })
  return banned === null ? notFound('member') : toMember(banned, now())
}

export const unban: ModerationHandlers['unban'] = async ({ db, now }, { context: publication, body: { sub } }) => {
  const row = await members.updateMember(db, publication, sub, { banned_at: null, banned_until: null, ban_reason: '' })
  return row === null || row === 'taken' ? notFound('member') : toMember(row, now())
}

export const linkAuthor: ModerationHandlers['linkAuthor'] = async (
  { db, now },
  { context: publication, body: { sub, authorPath, name } },
) => {
  await members.touchMember(db, publication, { sub, email: '', isEmailVerified: false }, now())
  const row = await members.updateMember(db, publication, sub, {
    author_path: authorPath,
    name,
    name_key: toNameKey(name),
  })
  return row === 'taken' || row === null ? nameTaken() : toMember(row, now())
}

export const getTransparency: ModerationHandlers['getTransparency'] = async (
  context,
  { context: publication, body },
) => {
  const bans = await moderation.countBans(context.db, publication, new Date(body.from), new Date(body.to))
  return cases.getTransparency(toCases(context), publication, body, bans)
}

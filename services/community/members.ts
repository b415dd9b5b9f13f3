/** Members: names, own texts, and mails about replies. */
import type { Member, OwnText, Reader } from '@lokalteil/contracts/community'
import { checkDisplayName } from '@lokalteil/domain/community/display-name'
import { NO_WORDS } from '@lokalteil/domain/community/user-text'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { listDecisions, toKey } from '../platform/moderation/case-store.ts'
import { complain as complainAbout, toStatement } from '../platform/moderation/cases.ts'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import { toCases, toTarget } from './cases.ts'
import type { Trx } from './schema.ts'
import {
  attempt,
  isBanned,
  limit,
  parseReplyToken,
  refuseText,
  type CommunityContext,
  type CommunityHandlers,
} from './context.ts'
import * as members from './store/members.ts'
import * as moderation from './store/moderation.ts'
import type { TextRow } from './store/moderation.ts'

const OWN_ON_A_PAGE = 20

export function toMember(row: members.MemberRow | null, now: Date): Member {
  return {
    name: row?.name ?? null,
    hasReplyMails: row?.has_reply_mails ?? true,
    banned:
      row !== null && isBanned(row, now)
        ? { until: row.banned_until?.toISOString() ?? null, reason: row.ban_reason }
        : null,
    authorPath: row?.author_path ?? null,
  }
}

export const getMember: CommunityHandlers['getMember'] = async (
  context,
  { context: publication, body: { reader } },
) => {
  return toMember(await members.findMember(context.db, publication, reader.sub), context.now())
}

export const saveMember: CommunityHandlers['saveMember'] = async (context, { context: publication, body }) => {
  const { reader, name, hasReplyMails, reserved } = body
  if (!reader.isEmailVerified) return problem(403, 'ADDRESS_NOT_CONFIRMED', 'The address is not confirmed')
  const change = name === undefined ? {} : await toNameChange(context, publication, reader, name, reserved)
  if (isRefusal(change)) return change
  await members.touchMember(context.db, publication, reader, context.now())
  const saved = await members.updateMember(context.db, publication, reader.sub, {
    ...change,
    ...(hasReplyMails === undefined ? { sub: reader.sub } : { has_reply_mails: hasReplyMails }),
  })
  if (saved === 'taken') return nameTaken()
  return toMember(saved, context.now())
}

export const nameTaken = (): Refusal => problem(409, 'NAME_TAKEN', 'Another member has this name, or one like it')

async function toNameChange(
  context: CommunityContext,
  publication: PublicationCode,
  reader: Reader,
  raw: string,
  reserved: readonly string[],
): Promise<{ name?: string; name_key?: string } | Refusal> {
  const member = await members.findMember(context.db, publication, reader.sub)
  // Authors of the paper keep their own name.
  if ((member?.author_path ?? null) !== null) return {}
  if (member !== null && isBanned(member, context.now())) return problem(403, 'BANNED', 'The member is banned')
  const words = context.rulesOf(publication)?.words ?? NO_WORDS
  const verdict = checkDisplayName(raw, { people: reserved, papers: [publicationOf(publication).name] }, words)
  if (verdict.kind === 'refused') return refuseText(verdict.code)
  const refused = await limit(context, [attempt('name', `${publication}:${reader.sub}`)])
  return refused ?? { name: verdict.name, name_key: verdict.key }
}

export const listOwn: CommunityHandlers['listOwn'] = async (
  { db },
  { context: publication, body: { reader, page } },
) => {
  const { rows, total } = await moderation.listTexts(db, publication, {
    list: 'all',
    search: '',
    sub: reader.sub,
    article: null,
    target: null,
    isNewestFirst: true,
    limit: OWN_ON_A_PAGE,
    offset: (page - 1) * OWN_ON_A_PAGE,
  })
  return { texts: await toOwnTexts(db, rows), page, pages: Math.max(1, Math.ceil(total / OWN_ON_A_PAGE)) }
}

export async function toOwnTexts(db: CommunityContext['db'], rows: readonly TextRow[]): Promise<OwnText[]> {
  const targets = rows.map(({ kind, id }) => ({ kind, id: String(id) }))
  const decisions = await listDecisions(db, moderation.CASE_TABLES, targets)
  return rows.map((row, index): OwnText => {
    const target = targets[index]!
    return {
      target,
      article: { path: row.path, title: row.title },
      stars: row.stars,
      text: row.text,
      state: row.state,
      at: row.at.toISOString(),
      up: row.up,
      down: row.down,
      replies: row.replies,
      statements: (decisions.get(toKey(target)) ?? [])
        .filter(({ action }) => action === 'remove' || action === 'restore')
        .map(toStatement),
    }
  })
}

export const complain: CommunityHandlers['complain'] = (
  context,
  { context: publication, body: { reader, statement, text } },
) => {
  return complainAbout(toCases(context), publication, { statement, text }, async (trx, { kind, target }) => {
    const { rows } = await moderation.listTexts(trx as Trx, publication, {
      list: 'all',
      search: '',
      sub: reader.sub,
      article: null,
      target: toTarget({ kind, id: String(target) }),
      isNewestFirst: true,
      limit: 1,
      offset: 0,
    })
    return rows.length > 0
  })
}

// --- Mails of replies

export const getReplyMails: CommunityHandlers['getReplyMails'] = async (
  context,
  { context: publication, body: { token } },
) => {
  const sub = parseReplyToken(context, publication, token)
  if (sub === null) return { state: 'invalid' }
  const member = await members.findMember(context.db, publication, sub)
  return { state: member?.has_reply_mails === true ? 'on' : 'off' }
}

export const endReplyMails: CommunityHandlers['endReplyMails'] = async (
  context,
  { context: publication, body: { token } },
) => {
  const sub = parseReplyToken(context, publication, token)
  if (sub === null) return { state: 'invalid' }
  await members.updateMember(context.db, publication, sub, { has_reply_mails: false })
  return { state: 'off' }
}

export const changeAddress: CommunityHandlers['changeAddress'] = async (
  { db },
  { context: publication, body: { sub, email } },
) => {
  await members.updateMember(db, publication, sub, { email })
  return undefined
}

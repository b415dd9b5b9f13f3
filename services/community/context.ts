/** The shared state of the community service's functions, the conditions for writing, and rate limits. */
import { createHmac } from 'node:crypto'
import type { ArticleFacts, COMMUNITY, COMMUNITY_MODERATION, Reader } from '@lokalteil/contracts/community'
import type { AnswerOf, Contract } from '@lokalteil/contracts/kernel/endpoint'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { Community } from '@lokalteil/contracts/publication/community'
import { decideMode, type DiscussionMode } from '@lokalteil/domain/community/discussion'
import { checkUserText, type UserTextRules } from '@lokalteil/domain/community/user-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { refuseUntil, type Attempt, type Limiter } from '../platform/limits/limiter.ts'
import { isRefusal, problem, type Call, type Refusal } from '../platform/serve.ts'
import { isSameText } from '../platform/signed-text.ts'
import type { CommunityDb } from './schema.ts'
import { touchMember, type MemberRow } from './store/members.ts'

/** A notification for a member beside the mail. */
export type ReplyNotice = {
  publication: PublicationCode
  sub: string
  /** Id of the reply. */
  commentId: string
  /** "Antwort von Eva": its beginning. */
  heading: string
  by: string
  title: string
  path: string
  excerpt: string
}

export type CommunityContext = {
  db: CommunityDb
  /** Signs the links in mails: at least 32 characters, the same in every process. */
  secret: string
  /** `community.yaml`; null: no comments in this publication. */
  rulesOf: (publication: PublicationCode) => Community | null
  /** Puts a mail into the outbox of the same database, in the transaction that causes it. */
  queueMail: (message: MailMessageInput, within: CommunityDb) => Promise<unknown>
  /** Called after a reply was saved; null: mails only. */
  notifyReply: ((notice: ReplyNotice) => void) | null
  limiter: Limiter
  now: () => Date
  /** Called when an article's public comments have changed. */
  onChange: (publication: PublicationCode, article: string) => void
}

export type CommunityCall<Name extends keyof typeof COMMUNITY> = Call<(typeof COMMUNITY)[Name], PublicationCode>
type Handlers<C extends Contract> = {
  [Name in keyof C]: (
    context: CommunityContext,
    call: Call<C[Name], PublicationCode>,
  ) => Promise<AnswerOf<C[Name]> | Refusal>
}
export type CommunityHandlers = Handlers<typeof COMMUNITY>
export type ModerationHandlers = Handlers<typeof COMMUNITY_MODERATION>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Keys contain hashes unless they are ids of our own. */
const BUDGETS = {
  text: { most: 30, windowMs: HOUR },
  textNetwork: { most: 60, windowMs: HOUR },
  vote: { most: 300, windowMs: HOUR },
  voteNetwork: { most: 600, windowMs: HOUR },
  name: { most: 5, windowMs: 24 * HOUR },
} as const

export const attempt = (budget: keyof typeof BUDGETS, who: string): Attempt => ({
  key: `${budget}:${who}`,
  budget: BUDGETS[budget],
})
/** Slow mode: one text per period. */
export const slowly = (publication: PublicationCode, sub: string, seconds: number): Attempt[] =>
  seconds === 0 ? [] : [{ key: `slow:${publication}:${sub}`, budget: { most: 1, windowMs: seconds * 1000 } }]

/** Null: not limited. */
export async function limit({ limiter, now }: CommunityContext, attempts: readonly Attempt[]): Promise<Refusal | null> {
  const until = await limiter.take(attempts)
  return until === null ? null : refuseUntil(until, now())
}

export const notFound = (what: string): Refusal => problem(404, 'NOT_FOUND', `No such ${what}`)

/** Null: the article has no discussion. */
export function toModes(
  { rulesOf, now }: CommunityContext,
  publication: PublicationCode,
  article: ArticleFacts,
): { comments: DiscussionMode | null; reviews: DiscussionMode | null } {
  const rules = rulesOf(publication)
  const facts = { section: article.section, publishDate: article.publishDate, comments: article.comments }
  return {
    comments: rules?.comments === undefined ? null : decideMode(rules.comments, facts, now()),
    reviews:
      rules?.reviews === undefined || !article.isTestReport
        ? null
        : article.comments === 'closed'
          ? 'closed'
          : rules.reviews.mode,
  }
}

export function isBanned(member: Pick<MemberRow, 'banned_at' | 'banned_until'>, now: Date): boolean {
  return member.banned_at !== null && (member.banned_until === null || member.banned_until > now)
}

/** A member who may vote: confirmed address, no ban. Votes are anonymous. */
export async function admitVoter(
  context: CommunityContext,
  publication: PublicationCode,
  reader: Reader,
): Promise<MemberRow | Refusal> {
  if (!reader.isEmailVerified) return problem(403, 'ADDRESS_NOT_CONFIRMED', 'The address is not confirmed')
  const member = await touchMember(context.db, publication, reader, context.now())
  if (isBanned(member, context.now())) return problem(403, 'BANNED', 'The member is banned')
  return member
}

/** A member who may write; needs a name as well. */
export async function admit(
  context: CommunityContext,
  publication: PublicationCode,
  reader: Reader,
): Promise<(MemberRow & { name: string }) | Refusal> {
  const member = await admitVoter(context, publication, reader)
  if (isRefusal(member)) return member
  const { name } = member
  return name === null ? problem(403, 'NO_DISPLAY_NAME', 'A display name is needed first') : { ...member, name }
}

/** The text to store, and whether it needs a moderator. */
export function checkText(
  rules: Community,
  raw: string,
  bounds: Pick<UserTextRules, 'min' | 'max'>,
): { text: string; words: readonly string[] } | Refusal {
  const verdict = checkUserText(raw, {
    ...bounds,
    lines: 'many',
    links: rules.links,
    contacts: 'hold',
    words: rules.words,
  })
  if (verdict.kind === 'refused') return refuseText(verdict.code)
  return { text: verdict.text, words: verdict.kind === 'held' ? verdict.words : [] }
}

export function refuseText(code: string): Refusal {
  return problem(422, `TEXT_${code.toUpperCase()}`, 'The text is not taken as it is')
}

/** Why the text is held for a moderator; '': it is visible at once. */
export function toHeldFor(
  rules: Community,
  mode: DiscussionMode,
  member: Pick<MemberRow, 'texts' | 'author_path'>,
  words: readonly string[],
): string {
  if (words.length > 0) return `word: ${words.join(', ')}`.slice(0, 200)
  if (member.author_path !== null) return ''
  if (mode === 'moderated') return 'moderated'
  return member.texts < rules.newcomers ? 'newcomer' : ''
}

// --- Links of mails

export function toReplyToken({ secret }: CommunityContext, publication: PublicationCode, sub: string): string {
  const id = Buffer.from(sub).toString('base64url')
  return `${id}.${sign(secret, publication, id)}`
}

/** Null: the token was not signed here. */
export function parseReplyToken(
  { secret }: CommunityContext,
  publication: PublicationCode,
  token: string,
): string | null {
  const [id = ''] = token.split('.')
  return isSameText(`${id}.${sign(secret, publication, id)}`, token) ? Buffer.from(id, 'base64url').toString() : null
}

function sign(secret: string, publication: PublicationCode, id: string): string {
  return createHmac('sha256', secret).update(`reply-mails\n${publication}\n${id}`).digest('base64url')
}

/** Reports, decisions, statements of reasons and complaints, for every service that stores readers' texts. */
import {
  CASE_WHATS,
  MODERATION_ACTIONS,
  MODERATION_GROUND_KEYS,
  MODERATION_SOURCES,
  TEXT_STATES,
} from '@lokalteil/domain/community/moderation'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'

export const Instant = z.iso.datetime()
export const TextState = z.enum(TEXT_STATES)
export const Ground = z.enum(MODERATION_GROUND_KEYS)

/** Four times the real limit, which the text rules check after cleaning. */
export const Raw = (most: number) => z.string().max(most * 4)

/**
 * A report (notice under Art. 16 DSA), open to everybody without an account. `place`, the address of the text, is not
 * part of it: the service knows it.
 */
export const ReportInput = z.object({
  ground: Ground,
  explanation: Raw(1500),
  name: Raw(100),
  /** Receives the receipt and the outcome. */
  email: z.string().max(254).refine(isEmail, 'must be an e-mail address'),
  /** Declares in good faith that the report is accurate and complete. */
  isGoodFaith: z.literal(true),
})
export type ReportInput = z.infer<typeof ReportInput>

/** The decision of a moderator. `ground` and `facts` are required if it removes something. */
export const DecisionInput = z.object({
  action: z.enum(MODERATION_ACTIONS),
  ground: Ground.nullable(),
  /** The facts behind the decision, in words that the author may read; with `law`, the provision as well. */
  facts: z.string().max(1000),
  /** The moderator's name in the office; never shown to readers. */
  by: z.string().min(1).max(100),
})
export type DecisionInput = z.infer<typeof DecisionInput>

/** Statement of reasons (Art. 17), for the author of the text. */
export const Statement = z.object({
  id: z.string(),
  at: Instant,
  action: z.enum(MODERATION_ACTIONS),
  ground: Ground.nullable(),
  facts: z.string(),
  source: z.enum(MODERATION_SOURCES),
  /** Decisions are always made by a person; a word list only holds a text until one has looked. */
  isAutomated: z.boolean(),
  complaint: z
    .object({ at: Instant, text: z.string(), outcome: z.enum(['open', 'upheld', 'reversed']), answer: z.string() })
    .nullable(),
  /** Last moment for a complaint. */
  complaintUntil: Instant,
})
export type Statement = z.infer<typeof Statement>

export const Report = z.object({
  id: z.string(),
  at: Instant,
  ground: Ground,
  explanation: z.string(),
  name: z.string(),
  /** '' some time after the decision, or when the account is erased. */
  email: z.string(),
  isOpen: z.boolean(),
})
const Place = z.object({ path: z.string(), title: z.string() })
const What = z.enum(CASE_WHATS)
export const CaseTarget = z.object({
  kind: z.string().regex(/^[a-z]{1,20}$/),
  id: z.string().regex(/^[\w-]{1,60}$/),
})
export type CaseTarget = z.infer<typeof CaseTarget>

/** The public content that a report would be about. */
export const Reported = z.object({ what: What, place: Place, name: z.string(), text: z.string() })
export type Reported = z.infer<typeof Reported>

/**
 * The statement of reasons with its subject, for the holder of the link in the mail. `isOver`: too late to complain.
 */
export const ToldStatement = z.object({
  what: What,
  title: z.string(),
  text: z.string(),
  statement: Statement,
  isOver: z.boolean(),
})
export type ToldStatement = z.infer<typeof ToldStatement>

/** A case in the view of moderators. */
export const Case = z.object({
  target: CaseTarget,
  what: What,
  place: Place,
  by: z.string(),
  state: TextState,
  text: z.string(),
  reports: z.array(Report),
  statements: z.array(Statement),
})
export type Case = z.infer<typeof Case>

export const AnsweredComplaint = z.object({
  statement: z.string().max(40),
  outcome: z.enum(['upheld', 'reversed']),
  answer: z.string().min(1).max(1000),
  by: z.string().min(1).max(100),
})
export type AnsweredComplaint = z.infer<typeof AnsweredComplaint>

/** Figures of a period for the transparency report (Art. 15 and 24). */
export const Transparency = z.object({
  from: Instant,
  to: Instant,
  reports: z.object({
    total: z.number(),
    byGround: z.record(z.string(), z.number()),
    medianHours: z.number().nullable(),
  }),
  decisions: z.object({
    total: z.number(),
    byAction: z.record(z.string(), z.number()),
    byGround: z.record(z.string(), z.number()),
    bySource: z.record(z.string(), z.number()),
    automated: z.number(),
  }),
  complaints: z.object({ total: z.number(), reversed: z.number(), upheld: z.number(), open: z.number() }),
  bans: z.number(),
})
export type Transparency = z.infer<typeof Transparency>

const KEY = { security: 'service-key', method: 'POST' } as const
/** A hash of the request's origin, for rate limits. */
const Requester = z.string().min(1).max(100)
/** The token in a mail's link. */
export const ComplaintToken = z.string().regex(/^[\w-]{1,40}\.[\w-]{20,80}$/)

/** Calls of the portal to every service that publishes content from outside the newsroom. */
export const CASES = contract({
  getReported: {
    ...KEY,
    path: '/reports/target',
    summary: 'What a report would be about, as everybody may see it',
    body: z.object({ target: CaseTarget }),
    answer: Reported,
    problems: { 404: 'NOT_FOUND' },
  },
  report: {
    ...KEY,
    path: '/reports',
    summary: 'A notice by anybody (Art. 16 DSA); its receipt goes to the address',
    body: z.object({ target: CaseTarget, report: ReportInput, requester: Requester }),
    answer: z.object({ number: z.string() }),
    problems: { 404: 'NOT_FOUND', 422: 'REFUSED_TEXT', 429: 'TOO_MANY_ATTEMPTS' },
  },
  getStatement: {
    ...KEY,
    path: '/statements/read',
    summary: 'The statement of reasons behind the link of a mail; changes nothing',
    body: z.object({ token: ComplaintToken }),
    answer: ToldStatement,
    problems: { 404: 'NOT_FOUND' },
  },
  complainByLink: {
    ...KEY,
    path: '/statements/complaints',
    summary: 'By the link of a mail against a decision (Art. 20 DSA), once, within six months',
    body: z.object({ token: ComplaintToken, text: Raw(1500), requester: Requester }),
    answer: Statement,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_OPEN', 422: 'REFUSED_TEXT', 429: 'TOO_MANY_ATTEMPTS' },
  },
})

export const ANSWER_COMPLAINT = {
  ...KEY,
  path: '/moderation/complaints',
  summary: 'Upholds or reverses a decision; the author is informed',
  body: AnsweredComplaint,
  answer: Statement,
  problems: { 404: 'NOT_FOUND', 409: 'NOT_OPEN' },
} as const

export const GET_TRANSPARENCY = {
  ...KEY,
  path: '/moderation/transparency',
  summary: 'Figures of a period for the report of Art. 15 and 24 DSA',
  body: z.object({ from: Instant, to: Instant }),
  answer: Transparency,
} as const

/** Calls of the office, for services without further lists of their own. */
export const CASE_OFFICE = contract({
  listCases: {
    ...KEY,
    path: '/moderation/cases',
    summary:
      'What was reported and not decided, or complained about and not answered, the longest waiting first; 50 a page',
    body: z.object({
      list: z.enum(['reported', 'complaints']).default('reported'),
      page: z.number().int().min(1).max(10_000).default(1),
    }),
    answer: z.object({ cases: z.array(Case), total: z.number().int() }),
  },
  decideCase: {
    ...KEY,
    path: '/moderation/decisions',
    summary: 'Decides; author and reporters get a mail with the reasons',
    body: z.object({ target: CaseTarget, decision: DecisionInput }),
    answer: Case,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE', 422: 'REASONS_MISSING' },
  },
  answerComplaint: ANSWER_COMPLAINT,
  getTransparency: GET_TRANSPARENCY,
})

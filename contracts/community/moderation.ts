/** Reports, decisions, statements of reasons and complaints, for whatever service keeps texts of readers. */
import {
  MODERATION_ACTIONS,
  MODERATION_GROUND_KEYS,
  MODERATION_SOURCES,
  TEXT_STATES,
} from '@lokalteil/domain/community/moderation'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { z } from 'zod'

export const Instant = z.iso.datetime()
export const TextState = z.enum(TEXT_STATES)
export const Ground = z.enum(MODERATION_GROUND_KEYS)

/** Four times what counts: the rule of texts says the rest. */
export const Raw = (most: number) => z.string().max(most * 4)

/** A notice (Art. 16): by anybody, without an account. `place` is the text's own address, not sent but known. */
export const ReportInput = z.object({
  ground: Ground,
  explanation: Raw(1500),
  name: Raw(100),
  /** For the receipt and the outcome. */
  email: z.string().max(254).refine(isEmail, 'must be an e-mail address'),
  /** In good faith, right and complete. */
  isGoodFaith: z.literal(true),
})
export type ReportInput = z.infer<typeof ReportInput>

/** What a moderator decides. `ground` and `facts` must be there where something is taken away. */
export const DecisionInput = z.object({
  action: z.enum(MODERATION_ACTIONS),
  ground: Ground.nullable(),
  /** The facts the decision rests on, in words its author may read; with `law`, the provision too. */
  facts: z.string().max(1000),
  /** Who decided, as the office knows them; never shown to readers. */
  by: z.string().min(1).max(100),
})
export type DecisionInput = z.infer<typeof DecisionInput>

/** Statement of reasons (Art. 17), as the author of the text reads it. */
export const Statement = z.object({
  id: z.string(),
  at: Instant,
  action: z.enum(MODERATION_ACTIONS),
  ground: Ground.nullable(),
  facts: z.string(),
  source: z.enum(MODERATION_SOURCES),
  /** Never without a person here; a word list only holds back until one has looked. */
  isAutomated: z.boolean(),
  complaint: z
    .object({ at: Instant, text: z.string(), outcome: z.enum(['open', 'upheld', 'reversed']), answer: z.string() })
    .nullable(),
  /** Until when a complaint can be made. */
  complaintUntil: Instant,
})
export type Statement = z.infer<typeof Statement>

/** Figures of a period (Art. 15 and 24). */
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

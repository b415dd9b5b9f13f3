/** Values that several calls of the office share. */
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { DESK_STATES, PUBLIC_STATES } from '@lokalteil/domain/office/states'
import { OFFICE_ROLES } from '@lokalteil/domain/office/acts'
import { z } from 'zod'
import { ArticleDraft } from '../content/records.ts'
import { ArticleId, Instant } from '../content/values.ts'

export const StaffId = z.string().regex(/^[\w-]{1,40}$/)
export const Email = z.string().trim().toLowerCase().max(254).refine(isEmail, 'must be an e-mail address')
/** No control characters: it becomes part of a mail. */
export const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^\P{Cc}*$/u)
/** Password of an account of the office: at least twelve characters. */
export const Password = z.string().min(1).max(256)
export const OneTimeCode = z.string().trim().max(40)

export const Grant = z.object({
  publication: z.union([z.literal('*'), z.string().regex(/^[a-z0-9-]{1,40}$/)]),
  role: z.enum(OFFICE_ROLES),
  mayPublish: z.boolean(),
  sections: z.array(z.string().max(300)).max(50),
})
export type Grant = z.infer<typeof Grant>

export const Person = z.object({ id: StaffId, name: z.string() })
export type Person = z.infer<typeof Person>

/** Who has the article open. `hasPen`: types in its text; everybody else reads along. */
export const Present = z.object({ person: Person, hasPen: z.boolean(), since: Instant })
export type Present = z.infer<typeof Present>

/** `block`: index of the block in the text when it was written; null: about the whole article. */
export const Note = z.object({
  id: z.number().int(),
  by: Person,
  at: Instant,
  text: z.string(),
  block: z.number().int().nullable(),
  answers: z.array(z.object({ by: Person, at: Instant, text: z.string() })),
  isDone: z.boolean(),
})
export type Note = z.infer<typeof Note>

export const Revision = z.object({
  number: z.number().int(),
  by: Person.nullable(),
  at: Instant,
  kind: z.enum(['auto', 'kept', 'published', 'agency', 'merged', 'restored', 'imported']),
  title: z.string(),
  words: z.number().int(),
})
export type Revision = z.infer<typeof Revision>

/** An article in a list of the office. */
export const ArticleRow = z.object({
  id: ArticleId,
  title: z.string(),
  sectionPath: z.string(),
  desk: z.enum(DESK_STATES),
  shown: z.enum(PUBLIC_STATES),
  /** Path for readers; '' if it was never online. */
  path: z.string(),
  source: z.string(),
  contentRestriction: z.enum(['paid', 'free']),
  changedAt: Instant,
  changedBy: Person.nullable(),
  scheduledFor: Instant.nullable(),
  /** Notes that are not done. */
  notes: z.number().int(),
  /** A newer version of its source waits. */
  hasUpdate: z.boolean(),
  /** The source withdrew an article whose text is the newsroom's own by now: a person has to decide. */
  isRecalled: z.boolean(),
  present: z.array(Present),
})
export type ArticleRow = z.infer<typeof ArticleRow>

/**
 * Blocks that two people changed: the earlier save stands in the draft, `theirs` waits for a decision. `theirs` is empty
 * if the later save removed them, and for a field.
 */
export const BlockConflict = z.object({
  id: z.string(),
  /** Index in the draft's body. */
  at: z.number().int(),
  /** Number of blocks from `at` on that `theirs` would replace; absent: 1. */
  count: z.number().int().optional(),
  /** Null: a source, or an import. */
  by: Person.nullable(),
  theirs: ArticleDraft.shape.body,
  /** Name of a field of `ArticleDraft` that both changed; absent: blocks. */
  field: z.string().optional(),
  /** Later value of the field. */
  value: z.unknown().optional(),
})
export type BlockConflict = z.infer<typeof BlockConflict>

export const OfficeArticle = ArticleRow.extend({
  /** The revision that `draft` is; a save names it as its base. */
  revision: z.number().int(),
  /** Null: never online. */
  publishedRevision: z.number().int().nullable(),
  publishedAt: Instant.nullable(),
  draft: ArticleDraft,
  conflicts: z.array(BlockConflict),
  openNotes: z.array(Note),
  checks: z.object({ obstacles: z.array(z.string()), hints: z.array(z.string()) }),
  /** Code of the reason why the last planned publication failed for good; absent: it did not. */
  planFailure: z.string().optional(),
  /** Milliseconds left in which the last publication may be undone; 0: none. */
  undoMs: z.number().int(),
})
export type OfficeArticle = z.infer<typeof OfficeArticle>

/** Values of notices, persons and books of condolence. Everything is plain text; lines are separated by `\n`. */
import { z } from 'zod'
import { ENTRY_KINDS, MOST_CONDOLENCE, MOST_SIGNATURE } from '../domain/condolences.ts'
import { ORDER_KINDS } from '../domain/obituary-draft.ts'
import {
  isLifeDate,
  LAYOUTS,
  MOST_ID,
  MOST_NAME,
  MOST_PLACE,
  OBITUARY_ID,
  OBITUARY_KINDS,
  OBITUARY_PARTS,
  SYMBOLS,
} from '../domain/obituaries.ts'
import { Ground, Raw, TextState } from '@lokalteil/contracts/community/moderation'
import { Picture } from '@lokalteil/contracts/content/pictures'
import { ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'

export const ObituaryId = z.string().max(MOST_ID).regex(OBITUARY_ID, 'must be words of a-z and 0-9 with hyphens')
export const Instant = z.iso.datetime()
export const Count = z.number().int().nonnegative()
const Part = (part: keyof typeof OBITUARY_PARTS) => z.string().max(OBITUARY_PARTS[part])

/** A day or a year; null: unknown. */
export const LifeDate = z.string().refine(isLifeDate, 'must be a day like 1941-03-12 or a year').nullable()

const WhoIsMeant = {
  name: z.string().trim().min(1).max(MOST_NAME),
  /** Without "geb."; '' for none. */
  birthName: z.string().max(MOST_NAME),
  born: LifeDate,
  died: LifeDate,
  /** Where the person lived; '' if not stated. */
  place: z.string().max(MOST_PLACE),
}

/** Layout and text of a notice. A printed notice has a text as well, for readers who cannot see the picture. */
export const ObituaryText = z.object({
  layout: z.enum(LAYOUTS),
  symbol: z.enum(SYMBOLS),
  quote: Part('quote'),
  intro: Part('intro'),
  text: Part('text'),
  mourners: Part('mourners'),
  ceremony: Part('ceremony'),
  remark: Part('remark'),
})
export type ObituaryText = z.infer<typeof ObituaryText>

export const PersonHead = z.object({ id: ObituaryId, ...WhoIsMeant })
export type PersonHead = z.infer<typeof PersonHead>

export const Obituary = z.object({
  id: ObituaryId,
  kind: z.enum(OBITUARY_KINDS),
  published: Instant,
  person: PersonHead,
  /** Picture of the printed notice; null: we typeset it. */
  picture: Picture.nullable(),
  /** Portrait of the deceased in a notice ordered by a reader; pages write its alternative text. */
  portrait: Picture.nullable(),
  set: ObituaryText,
})
export type Obituary = z.infer<typeof Obituary>

export const Person = PersonHead.extend({
  condolences: Count,
  candles: Count,
  /** False: the family wants no more entries. */
  isBookOpen: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** A public entry. */
export const BookEntry = z.object({
  id: z.string().min(1).max(60),
  name: z.string().max(MOST_SIGNATURE),
  text: z.string().max(MOST_CONDOLENCE),
  at: Instant,
})
export type BookEntry = z.infer<typeof BookEntry>

export const Book = z.object({
  person: Person,
  entries: z.array(BookEntry),
  /** The newest first, at most two hundred. */
  candles: z.array(z.object({ id: z.string(), name: z.string(), at: Instant })),
  total: Count,
  page: Count,
  pages: Count,
})
export type Book = z.infer<typeof Book>

/** An entry in the view of its author. */
export const OwnEntry = BookEntry.extend({
  kind: z.enum(ENTRY_KINDS),
  state: TextState,
  /** Ground of a removal, and the moderator's text about it. */
  ground: Ground.nullable(),
  facts: z.string(),
})
export type OwnEntry = z.infer<typeof OwnEntry>

export const OwnState = z.object({ entries: z.array(OwnEntry), hasReminder: z.boolean() })
export type OwnState = z.infer<typeof OwnState>

/** An entry in the view of the moderator. `reader` is a pseudonym of the account, null after its erasure. */
export const ModeratedEntry = OwnEntry.extend({
  person: PersonHead,
  reader: z.string().nullable(),
  decidedAt: Instant.nullable(),
  openReports: Count,
})
export type ModeratedEntry = z.infer<typeof ModeratedEntry>

/** A family's request to close or open a book. */
export const ClosingRequest = z.object({
  id: z.string(),
  person: PersonHead,
  wish: z.enum(['close', 'open']),
  name: z.string(),
  /** Contact of the requester for the office; never shown to readers. */
  contact: z.string(),
  relation: z.string(),
  at: Instant,
  outcome: z.enum(['done', 'declined']).nullable(),
})
export type ClosingRequest = z.infer<typeof ClosingRequest>

/** A notice written by a reader. Limits are four times those of the rule, which checks after cleaning. */
const DraftPart = (part: keyof typeof OBITUARY_PARTS) => Raw(OBITUARY_PARTS[part])
export const ObituaryDraft = z.object({
  kind: z.enum(ORDER_KINDS),
  person: z.object({
    name: Raw(MOST_NAME),
    birthName: Raw(MOST_NAME),
    born: z.string().max(10).nullable(),
    died: z.string().max(10).nullable(),
    place: Raw(MOST_PLACE),
  }),
  set: z.object({
    layout: z.enum(LAYOUTS),
    symbol: z.enum(SYMBOLS),
    quote: DraftPart('quote'),
    intro: DraftPart('intro'),
    text: DraftPart('text'),
    mourners: DraftPart('mourners'),
    ceremony: DraftPart('ceremony'),
    remark: DraftPart('remark'),
  }),
  size: z.string().max(30),
  days: z.number().int().min(1).max(3660),
  isBookClosed: z.boolean(),
})
export type ObituaryDraft = z.infer<typeof ObituaryDraft>

/** A bought notice; `email` is the buyer's. */
export const ObituaryOrder = z.object({
  number: z.string(),
  state: z.enum(['reserved', 'paid', 'published', 'declined', 'released']),
  cents: Count,
  draft: ObituaryDraft,
  portrait: ReaderPicture.nullable(),
  email: z.string(),
  at: Instant,
  /** Path of the published notice. */
  path: z.string().nullable(),
})
export type ObituaryOrder = z.infer<typeof ObituaryOrder>

/** A notice of an importer. */
export const IncomingObituary = z.object({
  id: ObituaryId,
  updated: Instant,
  status: z.enum(['usable', 'canceled', 'withheld']),
  kind: z.enum(OBITUARY_KINDS),
  published: Instant,
  /** Hidden from this time on; null: never. */
  until: Instant.nullable(),
  /** The source's key of the person; null: the person is identified by name and day of death. */
  personKey: z.string().min(1).max(200).nullable(),
  person: z.object(WhoIsMeant),
  /** The family wants no condolences. */
  isBookClosed: z.boolean(),
  picture: Picture.nullable(),
  portrait: Picture.optional(),
  set: ObituaryText,
})
export type IncomingObituary = z.infer<typeof IncomingObituary>

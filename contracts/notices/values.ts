/** What notices, persons and books of condolence are made of. Everything is plain text; lines are separated by `\n`. */
import { z } from 'zod'
import { ENTRY_KINDS, MOST_CONDOLENCE, MOST_SIGNATURE } from '@lokalteil/domain/notices/condolences'
import { ORDER_KINDS } from '@lokalteil/domain/notices/notice-draft'
import {
  isLifeDate,
  LAYOUTS,
  MOST_ID,
  MOST_NAME,
  MOST_PLACE,
  NOTICE_ID,
  NOTICE_KINDS,
  NOTICE_PARTS,
  SYMBOLS,
} from '@lokalteil/domain/notices/notices'
import { Ground, Raw, TextState } from '../community/moderation.ts'
import { Picture } from '../content/pictures.ts'
import { ReaderPicture } from '../content/reader-pictures.ts'

export const NoticeId = z.string().max(MOST_ID).regex(NOTICE_ID, 'must be words of a-z and 0-9 with hyphens')
export const Instant = z.iso.datetime()
export const Count = z.number().int().nonnegative()
const Part = (part: keyof typeof NOTICE_PARTS) => z.string().max(NOTICE_PARTS[part])

/** A day or a year; null: not known. */
export const LifeDate = z.string().refine(isLifeDate, 'must be a day like 1941-03-12 or a year').nullable()

const WhoIsMeant = {
  name: z.string().trim().min(1).max(MOST_NAME),
  /** Without "geb."; '' for none. */
  birthName: z.string().max(MOST_NAME),
  born: LifeDate,
  died: LifeDate,
  /** Where the person lived; '' where nobody says. */
  place: z.string().max(MOST_PLACE),
}

/** How a notice is set, and its text; of a printed one as well, for whoever cannot see the picture. */
export const NoticeText = z.object({
  layout: z.enum(LAYOUTS),
  symbol: z.enum(SYMBOLS),
  quote: Part('quote'),
  intro: Part('intro'),
  text: Part('text'),
  mourners: Part('mourners'),
  ceremony: Part('ceremony'),
  remark: Part('remark'),
})
export type NoticeText = z.infer<typeof NoticeText>

export const PersonHead = z.object({ id: NoticeId, ...WhoIsMeant })
export type PersonHead = z.infer<typeof PersonHead>

export const Notice = z.object({
  id: NoticeId,
  kind: z.enum(NOTICE_KINDS),
  published: Instant,
  person: PersonHead,
  /** The printed notice; null: it is set by us. */
  picture: Picture.nullable(),
  /** Of who died, in a notice that a reader ordered; what it shows, pages say. */
  portrait: Picture.nullable(),
  set: NoticeText,
})
export type Notice = z.infer<typeof Notice>

export const Person = PersonHead.extend({
  condolences: Count,
  candles: Count,
  /** False: the family wants no more. */
  isBookOpen: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** Shown to everybody. */
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

/** An entry as its writer sees it. */
export const OwnEntry = BookEntry.extend({
  kind: z.enum(ENTRY_KINDS),
  state: TextState,
  /** Why it was taken out, and what the moderator wrote about it. */
  ground: Ground.nullable(),
  facts: z.string(),
})
export type OwnEntry = z.infer<typeof OwnEntry>

export const OwnState = z.object({ entries: z.array(OwnEntry), hasReminder: z.boolean() })
export type OwnState = z.infer<typeof OwnState>

/** An entry as the moderator sees it; `reader` is a pseudonym of the account, null when it is no more. */
export const ModeratedEntry = OwnEntry.extend({
  person: PersonHead,
  reader: z.string().nullable(),
  decidedAt: Instant.nullable(),
  openReports: Count,
})
export type ModeratedEntry = z.infer<typeof ModeratedEntry>

/** A family's wish that a book is closed or opened. */
export const ClosingRequest = z.object({
  id: z.string(),
  person: PersonHead,
  wish: z.enum(['close', 'open']),
  name: z.string(),
  /** How the office reaches whoever asks; never shown to readers. */
  contact: z.string(),
  relation: z.string(),
  at: Instant,
  outcome: z.enum(['done', 'declined']).nullable(),
})
export type ClosingRequest = z.infer<typeof ClosingRequest>

/** A notice as a reader writes it; lengths are those of the rule, four times. */
const DraftPart = (part: keyof typeof NOTICE_PARTS) => Raw(NOTICE_PARTS[part])
export const NoticeDraft = z.object({
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
export type NoticeDraft = z.infer<typeof NoticeDraft>

/** A notice that was bought; `email` is the buyer's. */
export const NoticeOrder = z.object({
  number: z.string(),
  state: z.enum(['reserved', 'paid', 'published', 'declined', 'released']),
  cents: Count,
  draft: NoticeDraft,
  portrait: ReaderPicture.nullable(),
  email: z.string(),
  at: Instant,
  /** Where it is published. */
  path: z.string().nullable(),
})
export type NoticeOrder = z.infer<typeof NoticeOrder>

/** Of an importer. */
export const IncomingNotice = z.object({
  id: NoticeId,
  updated: Instant,
  status: z.enum(['usable', 'canceled', 'withheld']),
  kind: z.enum(NOTICE_KINDS),
  published: Instant,
  /** Not shown from then on; null: it stays. */
  until: Instant.nullable(),
  /** The source's own word for who is meant; null: by name and day of death. */
  personKey: z.string().min(1).max(200).nullable(),
  person: z.object(WhoIsMeant),
  /** The family wants no condolences. */
  isBookClosed: z.boolean(),
  picture: Picture.nullable(),
  portrait: Picture.optional(),
  set: NoticeText,
})
export type IncomingNotice = z.infer<typeof IncomingNotice>

/**
 * What every parser makes of an agency's document before the publisher's mapping decides about section, tags and
 * regions: everything a reader will see, already cleaned, beside the agency's own classification.
 */
import type {
  Captions,
  ContentItem,
  IncomingAudio,
  IncomingDocument,
  IncomingQuiz,
  Picture,
} from '@lokalteil/contracts/content'
import type { IncomingNotice } from '@lokalteil/contracts/notices'
import type { MarketDelivery } from '@lokalteil/contracts/markets'
import type { SportDelivery } from '@lokalteil/contracts/sport'

/**
 * A code such as `medtop:15000000` or `dpacat:sp` ('' when there is none) and its name. `under`: the names above it, from
 * the top, where the source orders its sections so.
 */
export type Classification = { code: string; name: string; under?: readonly string[] }

export type Classes = {
  /** A section named outright: ressort, rubric, category of a feed. */
  ressorts: Classification[]
  desks: Classification[]
  /** Most important first. */
  subjects: Classification[]
  keywords: Classification[]
  places: Classification[]
  genres: Classification[]
}

export function noClasses(): Classes {
  return { ressorts: [], desks: [], subjects: [], keywords: [], places: [], genres: [] }
}

/** A picture of the source; `baseUrl` is its address there (https, or relative to the document) until it is fetched. */
export type FoundPicture = Picture

export type ParsedDocument = Omit<
  IncomingDocument,
  'sectionPath' | 'sectionNames' | 'tags' | 'regions' | 'contentRestriction' | 'isOpinion'
> & {
  classes: Classes
  /** Where the source itself says who may read it. */
  contentRestriction?: IncomingDocument['contentRestriction']
  /** What of the source is not in it or had to be guessed, for the report; in English. */
  notes?: readonly string[]
  /** https address of the chapters of its sound, until they are fetched with its pictures. */
  chaptersAddress?: string
}

export const IS_EMPTY = 'it has a headline and nothing else'

/** Nothing is in it that a reader could read, see or hear. A live report may begin so. */
export function isEmpty({ status, kind, contentItems, teaserTextHtml, picture, audio }: ParsedDocument): boolean {
  return (
    status === 'usable' &&
    kind !== 'live' &&
    contentItems.length === 0 &&
    teaserTextHtml.trim() === '' &&
    picture === null &&
    audio === undefined
  )
}

/**
 * Something that is not published. The rest of the delivery goes on. `put-aside`: it was understood, but is not for
 * readers or lacks what only an editor can give; otherwise it cannot be used.
 */
export type Refusal = {
  outcome?: 'put-aside'
  sourceId: string
  reason: string
  raw: string | Uint8Array
  extension: 'json' | 'xml' | 'txt' | 'bin'
  /** What of `raw` tells it from others, where the rest changes from one reading to the next. */
  identity?: string
  /** `raw` is what was made of the source (a `ParsedDocument`), not the source itself. */
  isParsed?: true
}

/** What is no article but belongs to a room of its own. `value`: as it came, to be kept where it is refused. */
export type RoomDocument = { sourceId: string; value: unknown; notes: readonly string[] } & (
  | { room: 'quiz'; quiz: IncomingQuiz }
  | { room: 'sport'; delivery: SportDelivery }
  | { room: 'notices'; notice: IncomingNotice }
  | { room: 'market'; delivery: MarketDelivery }
)

export type Parsed = { documents: ParsedDocument[]; refusals: Refusal[]; roomDocuments?: RoomDocument[] }

export type ParseContext = {
  now: Date
  /** When the source gives no date at all. */
  fallbackDate: Date
  /** Where the source was read, if at an address; relative links are meant from it. */
  address?: string
  /** Types of posts of a WordPress export that are articles beside `post`. */
  articleTypes?: readonly string[]
  /** The encoding that the HTTP header names. */
  charset?: string
}

export type { Captions, ContentItem, IncomingAudio, IncomingDocument }

/** Versions count up. A source without versions has the second of its last change. */
export function toVersion(value: unknown, changed: string): number {
  const version = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 && version < 2_147_483_648)
    return version
  return Math.max(0, Math.floor(Date.parse(changed) / 1000))
}

export function toUrgency(value: unknown): number {
  const urgency = Math.round(Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN))
  return urgency >= 1 && urgency <= 9 ? urgency : 5
}

/** `usable`, `stat:canceled`, `http://cv.iptc.org/newscodes/pubstatusg2/withheld` … Null: a status we do not know. */
export function toStatus(value: unknown): IncomingDocument['status'] | null {
  if (value === null || value === undefined || value === '') return 'usable'
  if (typeof value !== 'string') return null
  const word = value.toLowerCase().replace(/^.*[:/]/, '')
  if (word === 'usable') return 'usable'
  if (word === 'canceled' || word === 'cancelled') return 'canceled'
  return word === 'withheld' || word === 'embargoed' ? 'withheld' : null
}

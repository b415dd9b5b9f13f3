/**
 * The result of every parser, before the publisher's mapping chooses section, tags and regions: everything for readers,
 * already sanitised, with the agency's own classification.
 */
import type { Captions, ContentItem, IncomingAudio, IncomingDocument, Picture } from '@lokalteil/contracts/content'

/**
 * A code such as `medtop:15000000` or `dpacat:sp` ('' if there is none) and its name. `under`: names of the parent
 * sections, from the top.
 */
export type Classification = { code: string; name: string; under?: readonly string[] }

export type Classes = {
  /** Sections named by the source: ressort, rubric, category of a feed. */
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

/**
 * A picture of the source; until it is fetched, `baseUrl` is its address there (https, or relative to the document).
 */
export type FoundPicture = Picture

export type ParsedDocument = Omit<
  IncomingDocument,
  'sectionPath' | 'sectionNames' | 'tags' | 'regions' | 'contentRestriction' | 'isOpinion'
> & {
  classes: Classes
  /** If the source itself says who may read it. */
  contentRestriction?: IncomingDocument['contentRestriction']
  /** Parts that are missing or had to be guessed, for the report; in English. */
  notes?: readonly string[]
  /** https address of the chapters of its sound, until they are fetched with its pictures. */
  chaptersAddress?: string
}

export const IS_EMPTY = 'it has a headline and nothing else'

/** Whether it has nothing to read, see or hear. A live report may begin empty. */
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
 * A document that is not published; the rest of the delivery goes on. `put-aside`: understood, but not for readers or
 * incomplete; otherwise it cannot be used.
 */
export type Refusal = {
  outcome?: 'put-aside'
  sourceId: string
  reason: string
  raw: string | Uint8Array
  extension: 'json' | 'xml' | 'txt' | 'bin'
  /** The part of `raw` that identifies the document, if the rest changes with every reading. */
  identity?: string
  /** `raw` is the parsed form (a `ParsedDocument`), not the source itself. */
  isParsed?: true
}

/** A document of a room (no article). `room`: name of its `RoomFormats`; `value`: as it arrived, kept if it is refused. */
export type RoomDocument = {
  room: string
  sourceId: string
  delivery: unknown
  value: unknown
  notes: readonly string[]
}

export type Parsed = { documents: ParsedDocument[]; refusals: Refusal[]; roomDocuments?: RoomDocument[] }

export type ParseContext = {
  now: Date
  /** Date for documents of a source without any date. */
  fallbackDate: Date
  /** Address of the source, if it has one; base of relative links. */
  address?: string
  /** Post types of a WordPress export that are articles, beside `post`. */
  articleTypes?: readonly string[]
  /** The encoding named in the HTTP header. */
  charset?: string
}

export type { Captions, ContentItem, IncomingAudio, IncomingDocument }

/** A counted version, or for a source without versions the time of its last change in seconds. */
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

/** `usable`, `stat:canceled`, `http://cv.iptc.org/newscodes/pubstatusg2/withheld` … Null: an unknown status. */
export function toStatus(value: unknown): IncomingDocument['status'] | null {
  if (value === null || value === undefined || value === '') return 'usable'
  if (typeof value !== 'string') return null
  const word = value.toLowerCase().replace(/^.*[:/]/, '')
  if (word === 'usable') return 'usable'
  if (word === 'canceled' || word === 'cancelled') return 'canceled'
  return word === 'withheld' || word === 'embargoed' ? 'withheld' : null
}

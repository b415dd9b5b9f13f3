/**
 * Tables of the content service, all in the PostgreSQL schema `content`. The publications that show a row are a bit
 * mask and, after the first 31, a list of positions (`toCarriers`).
 */
import { findPublication, listPublications, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type ContentTables = {
  'content.sections': {
    path: string
    position: number
    name: string
    seo_title: string
    description: string
    publications: number
  }
  'content.tags': {
    id: string
    position: number
    slug: string
    name: string
    parent_id: string | null
    curated: boolean
  }
  'content.topics': {
    id: string
    position: number
    title: string
    description: string
    tag_ids: string[]
    picture: Json<unknown> | null
    publications: number
  }
  'content.regions': { id: string; position: number; label: string; section_path: string; parent_id: string | null }
  'content.authors': {
    id: string
    position: number
    prename: string
    surname: string
    shortname: string | null
    role: string
    bio: string
    email: string
    portrait: Json<unknown> | null
  }
  'content.entries': Carriers & { kind: string; key: string; position: number; data: Json<unknown> }
  /** Taxonomy of each publication; the tables above are common to all and kept for the version before. */
  'content.publication_entries': {
    publication: string
    kind: OrderKind
    id: string
    position: number
    in_folder: boolean
    data: Json<unknown>
  }
  'content.articles': ArticleRow
  'content.lists': Carriers & { list: string; shown: Date; article_id: string }
  /** Written by triggers of `content.lists`; `month` is its beginning in UTC. */
  'content.list_months': { list: string; month: Date; publications: number; later: number[]; articles: number }
  'content.search': Carriers & { article_id: string; shown: Date; head: string; words: string }
  'content.words': { spelling: string; word: string }
  'content.views': { article_id: string; hour: Date; publication: string; views: number }
  'content.changes': { sequence: Generated<number>; id: string; kind: string; at: Date }
  'content.source_states': { article_id: string; digest: string; taken_at: Date }
  'content.withdrawn': { article_id: string; at: Date; copy: string | null }
  /** The record that the office published last. `published`: date of publication without an embargo. */
  'content.records': {
    article_id: string
    owner: string
    revision: number
    draft: Json<unknown>
    published: Date
    updated: Date | null
    saved_at: Date
  }
  /** Documents of sources that wait for the office: `document` is null once the office settled `version`. */
  'content.proposals': {
    owner: string
    source_id: string
    version: number
    digest: string
    article_id: string | null
    carriers: string[]
    arrived_at: Date
    is_automatic: Generated<boolean>
    document: Json<unknown> | null
    settled_version: number | null
  }
  /** Edits of fronts by the office; `path` '' is the home page. */
  'content.front_edits': {
    publication: string
    path: string
    revision: number
    edits: Json<unknown>
    by_name: string
    at: Date
  }
  /** The desk's last decision about the bar of breaking news. `article_id` null: it only closed the bar. */
  'content.breaking': {
    publication: string
    article_id: string | null
    /** '' for the headline. */
    line: string
    by_name: string
    set_at: Date
    until: Date
    ended_at: Date | null
  }
  'content.source_aliases': { owner: string; alias: string; article_id: string }
  'content.former_addresses': { publication: string; address: string; slug: string; article_id: string }
  /** A row for each publication that the quiz was sent to. */
  'content.quizzes': {
    publication: string
    source_id: string
    slug: string
    version: ColumnType<number, number, number>
    digest: string
    removed: boolean
    published: Date
    /** Null when readers do not have it. */
    body: Json<unknown> | null
    /** Rises with each change by the office, and with those of the source while there is no draft. */
    revision: Generated<number>
    /** Null: as readers have it. */
    draft: Json<unknown> | null
    /** A later delivery of the source that waits for the office. */
    proposal: Json<unknown> | null
    /** Readers never had it. */
    is_new: Generated<boolean>
    /** The office published or withdrew it: later deliveries of the source wait. */
    is_ours: Generated<boolean>
    changed_by: Generated<string>
    /** Null: the office never wrote it. */
    changed_at: Date | null
  }
  'content.marks': { name: string; value: string }
  'content.media_uses': { used_by: string; name: string; use: 'free' | 'paid' | 'former' }
  'content.picture_ends': { publication: string; name: string; until: Date }
}

export type OrderKind = 'section' | 'tag' | 'topic' | 'region' | 'author' | 'coupon' | 'newsletter' | 'mapping'

export type ArticleRow = Carriers & {
  id: string
  owner: string
  source_id: string | null
  source_version: number
  removed: boolean
  is_test_report: boolean
  kind: string
  section_path: string
  shown: Date
  changed: Date
  urgency: number
  /** Written by the own editorial office, not an agency. */
  is_own: boolean
  path: string
  title: string
  keywords: string[]
  picture: string | null
  teaser: string
  teaser_seal: string
  article: string
  article_seal: string
  /** Null if it equals `article`. */
  full_article: string | null
  full_article_seal: string
}

export type ContentDb = Kysely<ContentTables>
export type Trx = Transaction<ContentTables>

/** Rows in one insert. */
export const ROWS_AT_ONCE = 50

/** The first publications have a bit each, as many as a column of 32 bits holds. Later ones are listed by position. */
const MASKED_PUBLICATIONS = 31

/** The publications that show a row. `later`: null if there are none. */
export type Carriers = { publications: number; later: number[] | null }

export function toCarriers(codes: readonly string[]): Carriers {
  const positions = codes.flatMap((code) => findPublication(code)?.position ?? [])
  const later = [...new Set(positions.filter((position) => position >= MASKED_PUBLICATIONS))].toSorted((a, b) => a - b)
  return {
    publications: positions.reduce((mask, position) => mask | toBit(position), 0),
    later: later.length === 0 ? null : later,
  }
}

export function fromCarriers({ publications, later }: Carriers): PublicationCode[] {
  return listPublications().flatMap(({ code, position }) =>
    (publications & toBit(position)) !== 0 || later?.includes(position) === true ? [code] : [],
  )
}

const toBit = (position: number): number => (position < MASKED_PUBLICATIONS ? 1 << position : 0)

/** The mask alone, for tables that the version before reads. */
export const toMask = (codes: readonly string[]): number => toCarriers(codes).publications

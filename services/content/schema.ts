/**
 * The tables of the content service, all in the PostgreSQL schema `content`. Publications are a bit mask (`toMask`).
 */
import {
  findPublication,
  listPublications,
  type Mandator,
  type Publication,
} from '@lokalteil/domain/publication/publications'
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
  'content.entries': { kind: string; key: string; position: number; publications: number; data: Json<unknown> }
  'content.articles': ArticleRow
  'content.lists': { list: string; shown: Date; article_id: string; publications: number }
  'content.search': { article_id: string; shown: Date; publications: number; head: string; words: string }
  'content.words': { spelling: string; word: string }
  'content.views': { article_id: string; hour: Date; publication: string; views: number }
  'content.changes': { sequence: Generated<number>; id: string; kind: string; at: Date }
  'content.source_states': { article_id: string; digest: string; taken_at: Date }
  'content.former_addresses': { publication: string; address: string; slug: string; article_id: string }
  'content.marks': { name: string; value: string }
  'content.media_uses': { used_by: string; name: string; use: 'free' | 'paid' | 'former' }
}

export type ArticleRow = {
  id: string
  owner: string
  publications: number
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
  /** Only where it differs from `article`. */
  full_article: string | null
  full_article_seal: string
}

export type ContentDb = Kysely<ContentTables>
export type Trx = Transaction<ContentTables>

/** Of one insert. */
export const ROWS_AT_ONCE = 50

/** A bit for each publication, by its position: what a column of 32 bits holds. A later one has none, and nothing is shown in it. */
const MOST_PUBLICATIONS = 31
const bitOf = ({ position }: Publication): number => (position < MOST_PUBLICATIONS ? 1 << position : 0)

export function toMask(publications: readonly string[]): number {
  return publications.reduce((mask, code) => {
    const publication = findPublication(code)
    return publication === null ? mask : mask | bitOf(publication)
  }, 0)
}

export function fromMask(mask: number): Mandator[] {
  return listPublications().flatMap((publication) => ((mask & bitOf(publication)) === 0 ? [] : [publication.code]))
}

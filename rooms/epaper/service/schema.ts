/** The tables of the e-paper, in the PostgreSQL schema `epaper`. Days are read as text, `2026-11-23`. */
import type { ImageSize, IssuePage, Rendition, Zone } from '../contract/epaper.ts'
import type { PageText } from './drawing/pdfium-code.ts'
import type { ColumnType, GeneratedAlways, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Day = ColumnType<Date, string, string>

export type IssueRow = {
  mandator: string
  edition: string
  day: Day
  drawing: string
  version: string
  digest: string
  page_count: number
  pdf_bytes: number
  /** Price in coins; null: the default of the publication; 0: not sold singly. */
  coins: number | null
  cover: Json<ImageSize>
  appeared_at: Date
}

type DeliveryState = 'waiting' | 'drawing' | 'failed' | 'done'

export type DeliveryRow = {
  mandator: string
  edition: string
  day: Day
  drawing: string
  digest: string
  /** SHA-256 of the zone file; '' without one. */
  zones_digest: string
  coins: number | null
  state: DeliveryState
  page_count: number
  pages_drawn: number
  articles: number
  matched: number
  reason: string
  received_at: Date
  held_by: string | null
  held_until: Date | null
  attempts: number
  error: string | null
}

export type PageRow = {
  drawing: string
  number: number
  label: string
  section: string
  width: number
  height: number
  images: Json<IssuePage['images']>
  zones: Json<Zone[]>
  /** Text and pictures on the page, kept until the issue is composed. */
  content: ColumnType<PageText | null, string | null, string | null>
}

export type ArticleRow = {
  drawing: string
  /** Counts from 0, in reading order. */
  position: number
  key: string
  kicker: string
  title: string
  author: string
  teaser: string
  html: string
  /** The plain text of `html`, for the search. */
  plain: string
  pages: number[]
  content_id: string | null
  content_path: string | null
  words: GeneratedAlways<string>
}

export type FileRow = {
  drawing: string
  /** Examples: `pdf`, `zones`, `cover`, `3/zoom`. */
  name: string
  media_type: string
  bytes: number
  is_whole: boolean
  stored_at: Date
  is_in_store: boolean
}

type PieceRow = { drawing: string; name: string; number: number; data: Uint8Array }

type EpaperTables = {
  'epaper.issues': IssueRow
  'epaper.deliveries': DeliveryRow
  'epaper.pages': PageRow
  'epaper.articles': ArticleRow
  'epaper.files': FileRow
  'epaper.pieces': PieceRow
}
export type EpaperDb = Kysely<EpaperTables>

export type FileName = 'pdf' | 'zones' | 'cover' | `${number}/${Rendition}`

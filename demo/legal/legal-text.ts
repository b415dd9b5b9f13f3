/** Short forms for writing the legal documents down as content items. */
import type { ContentItem } from '@lokalteil/contracts/content'

export type Row = readonly string[]

/** A main heading; its text is also the anchor (`/impressum#korrekturen`). */
export const h = (text: string): ContentItem => ({ type: 'heading', level: 2, text })
export const h3 = (text: string): ContentItem => ({ type: 'heading', level: 3, text })
export const p = (html: string): ContentItem => ({ type: 'paragraph', html })
export const ul = (...items: string[]): ContentItem => ({ type: 'list', ordered: false, items })
export const ol = (...items: string[]): ContentItem => ({ type: 'list', ordered: true, items })
export const table = (caption: string, head: Row, rows: readonly Row[]): ContentItem => ({
  type: 'table',
  caption,
  head: [...head],
  rows: rows.map((row) => [...row]),
})

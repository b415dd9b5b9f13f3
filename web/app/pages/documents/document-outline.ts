/**
 * Splits a legal document at its headings, each with an id made of its text, so that `/impressum#redaktion` works. Ids
 * are unique on the page: a repeated heading gets `-2`.
 */
import type { ContentItem } from '@lokalteil/contracts/content'
import { slugOf } from '@lokalteil/domain/german-text'

type DocumentPart = { id: string; level: 2 | 3; text: string; items: readonly ContentItem[] }
export type DocumentOutline = { opening: readonly ContentItem[]; parts: readonly DocumentPart[] }

/** `taken`: ids already on the page; new ones are added to it. */
export function toOutline(items: readonly ContentItem[], taken: Set<string> = new Set()): DocumentOutline {
  const opening: ContentItem[] = []
  const parts: { id: string; level: 2 | 3; text: string; items: ContentItem[] }[] = []
  for (const item of items) {
    if (item.type === 'heading')
      parts.push({ id: toFreeId(item.text, taken), level: item.level, text: item.text, items: [] })
    else (parts.at(-1)?.items ?? opening).push(item)
  }
  return { opening, parts }
}

function toFreeId(text: string, taken: Set<string>): string {
  const base = slugOf(text, 60) || 'abschnitt'
  let id = base
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`
  taken.add(id)
  return id
}

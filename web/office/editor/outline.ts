/** Headings and length of a text, for the screen beside it. */
import type { BodyItem } from '@lokalteil/contracts/content'
import { countItemWords } from '@lokalteil/contracts/content/block-texts'
import { toReadingMinutes } from '@lokalteil/domain/german'

export type OutlineEntry = { block: number; level: 2 | 3; text: string }

/** The headings, live entries and questions, with the index of their block. */
export function outline(items: readonly BodyItem[]): OutlineEntry[] {
  return items.flatMap((item, block): OutlineEntry[] => {
    if (item.type === 'heading') return [{ block, level: item.level, text: item.text }]
    if (item.type === 'question') return [{ block, level: 3, text: item.question }]
    if (item.type === 'liveEntry') return [{ block, level: 3, text: `${item.label} ${item.headline}`.trim() }]
    return []
  })
}

/** Words of the text, and the minutes it takes to read. */
export function countWords(items: readonly BodyItem[]): { words: number; minutes: number } {
  const words = items.reduce((sum, item) => sum + wordsOf(item), 0)
  return { words, minutes: toReadingMinutes(words) }
}

/** Items are immutable and most of them are counted again at each pause. */
const counted = new WeakMap<BodyItem, number>()

function wordsOf(item: BodyItem): number {
  let words = counted.get(item)
  if (words === undefined) {
    words = countItemWords(item)
    counted.set(item, words)
  }
  return words
}

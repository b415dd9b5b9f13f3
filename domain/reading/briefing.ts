/**
 * The morning briefing: a part of the front page that can be read in five minutes. A free article contributes its first
 * sentences, a paid one only its teaser, because a briefing must not show paid text.
 */
const WORDS_A_MINUTE = 230
export const BRIEFING_MINUTES = 5
const MOST_ITEMS = 12
const MOST_WORDS_OF_ONE = 130

export type BriefingText = { teaserText: string; paragraphs: readonly string[] }

/** Whole paragraphs in plain text, until there are enough words. */
export function cutBriefing({ teaserText, paragraphs }: BriefingText): string[] {
  const out: string[] = []
  let words = countWords(teaserText)
  for (const paragraph of paragraphs) {
    const length = countWords(paragraph)
    if (words + length > MOST_WORDS_OF_ONE) break
    out.push(paragraph)
    words += length
  }
  return out
}

/** In the editors' order, as many as fit. An item that is too long is skipped. */
export function fillBriefing<Item extends BriefingText & { title: string }>(items: readonly Item[]): Item[] {
  const most = BRIEFING_MINUTES * WORDS_A_MINUTE
  const out: Item[] = []
  let words = 0
  for (const item of items) {
    const length = [item.title, item.teaserText, ...item.paragraphs].reduce((sum, text) => sum + countWords(text), 0)
    if (out.length === MOST_ITEMS || words + length > most) continue
    out.push(item)
    words += length
  }
  return out
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/**
 * The morning briefing: as much of the day's front as is read in five minutes, and then it ends. An article gives its first
 * sentences; of a paid one only what its teaser says, because a briefing must not sell what it does not show.
 */
const WORDS_A_MINUTE = 230
export const BRIEFING_MINUTES = 5
const MOST_ITEMS = 12
const MOST_WORDS_OF_ONE = 130

export type BriefingText = { teaserText: string; paragraphs: readonly string[] }

/** Paragraphs in plain text, whole sentences, until there are enough. */
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

/** In the editors' order, as many as fit; one that is too long does not end it. */
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

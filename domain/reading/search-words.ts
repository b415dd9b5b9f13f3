/**
 * Normal form for the search index and for queries: umlauts, their two-letter spellings and bare vowels become the same
 * letter ("Münster", "Muenster", "Munster"); everything but letters and digits becomes a space. The result contains no
 * operators, so it can be put into a query.
 */
import { foldGerman } from '../german-text.ts'

const LONGEST_WORD = 60

/** `ue` after a, e or q is not an umlaut: Mauer, Feuer, Quelle. */
export function toSearchText(text: string): string {
  return foldGerman(text)
    .replace(/(?<![aeq])ue/g, 'u')
    .replace(/ae/g, 'a')
    .replace(/oe/g, 'o')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
}

export function toSearchWords(text: string): string[] {
  return toSearchText(text)
    .split(' ')
    .filter((word) => word !== '' && word.length <= LONGEST_WORD)
}

/**
 * One spelling for what is searched and for what is asked: umlauts, their two-letter spellings and bare vowels become the
 * same letter ("Münster", "Muenster", "Munster"), everything but letters and digits becomes a space. What comes out holds
 * no operator, so queries can be put together from it.
 */
import { foldGerman } from '../german-text.ts'

const LONGEST_WORD = 60

/** `ue` after a, e or q is no umlaut: Mauer, Feuer, Quelle. */
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

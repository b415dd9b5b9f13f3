/** Search queries in normalised spelling (`domain/reading/search-words`); PostgreSQL adds German stemming. */
import { toSearchWords } from '@lokalteil/domain/reading/search-words'

/** German stop words with an umlaut, in normalised spelling, which PostgreSQL's own list lacks. */
const STOP_WORDS = new Set(
  'fur uber wahrend wurde wurden konnen konnte konnten mochte mussen musste darauf dafur'.split(' '),
)
const MOST_TERMS = 12

export type SearchQuery = {
  /** All must match, by stem. */
  words: string[]
  /** The last word, which may be unfinished; '' if all words are complete (search terms). */
  prefix: string
}

/** The query as typed. Stop words are left out, unless there are no others. */
export function toSearchQuery(typed: string): SearchQuery {
  const words = [...new Set(toSearchWords(typed))].slice(0, MOST_TERMS)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  const used = telling.length > 0 ? telling : words
  const last = used.at(-1) ?? ''
  const isOpen = last.length >= 3 && !/\s$/.test(typed)
  return isOpen ? { words: used.slice(0, -1), prefix: last } : { words: used, prefix: '' }
}

/** `a;b c;` → all of a, b and c. */
export function toTermsQuery(terms: string): SearchQuery {
  const words = [...new Set(toSearchWords(terms.replaceAll(';', ' ')))].slice(0, MOST_TERMS)
  return { words: words.filter((word) => !STOP_WORDS.has(word)), prefix: '' }
}

export function isEmptyQuery({ words, prefix }: SearchQuery): boolean {
  return words.length === 0 && prefix === ''
}

/** Words of a headline or a name for spelling correction: as written, and in normalised spelling. */
export function toKnownWords(text: string): { word: string; spelling: string }[] {
  return (text.match(/[\p{L}\p{N}]{4,40}/gu) ?? [])
    .map((word) => ({ word: word.toLowerCase(), spelling: toSearchWords(word)[0] ?? '' }))
    .filter(({ spelling }) => spelling.length >= 4)
}

/** Edit distance of two words (Damerau-Levenshtein: a swap of neighbours counts one); stops above `limit`. */
export function countEdits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_unused, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, before[column - 2]! + 1)
      current.push(cost)
    }
    if (Math.min(...current) > limit) return limit + 1
    before = previous
    previous = current
  }
  return previous[b.length]!
}

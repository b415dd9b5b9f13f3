/**
 * Typical search queries: common words, names, two words, prefixes, typing errors. Deterministic for the same texts.
 */
import type { Text } from './articles.ts'

export type QueryKind = 'common words' | 'single words' | 'two words' | 'beginnings' | 'typing errors'

export type Query = { kind: QueryKind; q: string }

const COMMON = [
  'der',
  'die',
  'und',
  'in',
  'nicht',
  'Stadt',
  'Jahr',
  'Polizei',
  'Wien',
  'Prozent',
  'Euro',
  'Millionen',
  'neue',
  'Regierung',
  'Land',
  'Menschen',
  'Zeit',
  'Unternehmen',
  'Frau',
  'Mann',
  'Spiel',
  'Woche',
  'gegen',
  'nach',
  'heute',
  'Montag',
  'Österreich',
  'Deutschland',
  'Europa',
  'Tage',
]
const OF_EACH = 43

export function listQueries(texts: readonly Text[]): Query[] {
  const counts = new Map<string, number>()
  for (const { sentences } of texts) {
    for (const sentence of sentences)
      for (const word of sentence.match(/\p{Lu}[\p{Ll}ß]{4,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...counts]
    .filter(([, count]) => count >= 3)
    .map(([word]) => word)
    .toSorted()
  const pick = createPicker(words)
  const some = <T>(make: () => T) => Array.from({ length: OF_EACH }, make)
  const queries: Query[] = [
    ...COMMON.map((q) => ({ kind: 'common words' as const, q })),
    ...some(() => ({ kind: 'single words' as const, q: pick() })),
    ...some(() => ({ kind: 'two words' as const, q: `${pick()} ${pick()}` })),
    ...some(() => ({ kind: 'beginnings' as const, q: pick().slice(0, 4) })),
    ...some(() => ({ kind: 'typing errors' as const, q: toMistyped(pick()) })),
  ]
  // A repeated query may be answered from a cache.
  return [...new Map(queries.map((query) => [query.q, query])).values()]
}

function createPicker(words: readonly string[]): () => string {
  let state = 20_261_121
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return words[state % words.length]!
  }
}

/** Swaps two letters in the middle, or doubles one if they are equal. */
function toMistyped(word: string): string {
  const middle = Math.floor(word.length / 2)
  const swapped = word.slice(0, middle) + word[middle + 1]! + word[middle]! + word.slice(middle + 2)
  return swapped === word ? word.slice(0, middle) + word.slice(middle - 1) : swapped
}

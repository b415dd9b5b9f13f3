/**
 * Listings by word: matches the beginning, and in long words a part: "küche" finds Einbauküche, "Pfleg" finds
 * Pflegekraft.
 */
import { foldGerman } from '@lokalteil/domain/german-text'

const LEAST_PART = 4
const MOST_WORDS = 60
const ENDING = /(?:innen|en|er|es|em|e|n|s)$/

/** Normalised words, each once, in order; the number is limited. */
export function listWords(texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts)
    for (const word of foldGerman(text).match(/[a-z0-9]{2,40}/g) ?? []) {
      if (words.size >= MOST_WORDS) return [...words]
      words.add(word)
    }
  return [...words]
}

/** Normalised search terms without inflectional endings. */
export function listTerms(text: string): string[] {
  return [...new Set((foldGerman(text).match(/[a-z0-9]+/g) ?? []).map(toStem))].slice(0, 8)
}

function toStem(word: string): string {
  const stem = word.replace(ENDING, '')
  return stem.length >= 4 ? stem : word
}

export type WordIndex = {
  put: (slot: number, words: readonly string[]) => void
  /** The number of terms found, by slot. */
  match: (terms: readonly string[], size: number) => Uint8Array
}

export function createWordIndex(): WordIndex {
  const slotsOf = new Map<string, number[]>()
  return {
    put(slot, words) {
      for (const word of words) {
        const slots = slotsOf.get(word)
        if (slots === undefined) slotsOf.set(word, [slot])
        else slots.push(slot)
      }
    },
    match(terms, size) {
      const found = new Uint8Array(size)
      terms.forEach((term, index) => {
        const isPart = term.length >= LEAST_PART
        for (const [word, slots] of slotsOf) {
          if (!(isPart ? word.includes(term) : word.startsWith(term))) continue
          // A slot that lacks an earlier term can no longer be a hit.
          for (const slot of slots) if (found[slot] === index) found[slot] = index + 1
        }
      })
      return found
    },
  }
}

/**
 * Decides whether a printed article is one of the portal's. Headlines differ in print, so the similarity of the texts
 * decides, combined with that of the titles.
 */

export type Matchable = { title: string; text: string }

/** From this score on two texts count as the same article. */
export const MATCH_THRESHOLD = 0.45
const TITLE_WEIGHT = 0.35
const SHINGLE = 3
/** Words of a text that are compared at most. */
const MOST_WORDS = 1200
/** With fewer shingles the text is too short to compare, and the title alone decides. */
const FEWEST_SHINGLES = 8

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * Words in normal form for comparing: lower case, no accents, umlauts as two letters, no punctuation, divided words
 * joined.
 */
export function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}|\u00ad/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
}

export function toShingles(text: string): Set<string> {
  const words = toWords(text)
  const shingles = new Set<string>()
  for (let start = 0; start + SHINGLE <= words.length; start++)
    shingles.add(words.slice(start, start + SHINGLE).join(' '))
  return shingles
}

/** Jaccard index: shared elements divided by all, 0 to 1. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = countShared(a, b)
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** Shared elements divided by those of the smaller set, because print is often shorter than the portal. */
export function containment(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  return smaller === 0 ? 0 : countShared(a, b) / smaller
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const one of small) if (large.has(one)) shared++
  return shared
}

export function compareTitles(a: string, b: string): number {
  return jaccard(new Set(toWords(a)), new Set(toWords(b)))
}

/** 0: nothing in common; 1: the same. */
export function scoreMatch(printed: Matchable, online: Matchable): number {
  const title = compareTitles(printed.title, online.title)
  const [a, b] = [toShingles(printed.text), toShingles(online.text)]
  if (Math.min(a.size, b.size) < FEWEST_SHINGLES) return title >= 0.8 ? title : title * TITLE_WEIGHT
  return TITLE_WEIGHT * title + (1 - TITLE_WEIGHT) * containment(a, b)
}

/** The best match above the threshold, the first of equal ones; null: none. */
export function findMatch<M extends Matchable>(printed: Matchable, candidates: readonly M[]): M | null {
  let best: M | null = null
  let bestScore = 0
  for (const candidate of candidates) {
    const score = scoreMatch(printed, candidate)
    if (score >= MATCH_THRESHOLD && score > bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/**
 * A seeded random generator: the same seed gives the same numbers on every machine, so that all readers of a
 * publication get the same puzzle. xmur3 hashes the text into the state, sfc32 draws from it. Good for games, unsafe
 * for secrets.
 */

export type Random = {
  /** 0 ≤ n < 1. */
  next: () => number
  /** A whole number, 0 ≤ n < `limit`. */
  below: (limit: number) => number
  pick: <T>(items: readonly T[]) => T
  /** A new list. */
  shuffle: <T>(items: readonly T[]) => T[]
}

export function createRandom(seed: string): Random {
  const spread = spreadSeed(seed)
  let [a, b, c, d] = [spread(), spread(), spread(), spread()]
  const next = () => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  // The first numbers still resemble the seed.
  for (let i = 0; i < 12; i++) next()
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (items) => items[below(items.length)]!,
    shuffle(items) {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const kept = shuffled[last]!
        shuffled[last] = shuffled[other]!
        shuffled[other] = kept
      }
      return shuffled
    },
  }
}

function spreadSeed(text: string): () => number {
  let hash = 1779033703 ^ text.length
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
    hash ^= hash >>> 16
    return hash | 0
  }
}

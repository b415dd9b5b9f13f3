/**
 * The bucket of an A/B test of recommendations (specification 4.9; decision S4.9-01). The cookie's name is configured,
 * and the number behind its last underscore is the percentage of browsers that get B.
 */
export const DEFAULT_BUCKET_COOKIE = 'reco_95'

export type Bucket = 'A' | 'B'

/** 0 to 100. Without such a number in the name no browser gets B. */
export function toBucketPercentage(cookieName: string): number {
  const digits = /_(\d{1,3})$/.exec(cookieName)?.[1]
  return digits === undefined ? 0 : Math.min(Number(digits), 100)
}

/** Every other value counts as no cookie. `random`: 0 ≤ n < 1. */
export function decideBucket(stored: string | null | undefined, cookieName: string, random: number): Bucket {
  if (stored === 'A' || stored === 'B') return stored
  return random * 100 < toBucketPercentage(cookieName) ? 'B' : 'A'
}

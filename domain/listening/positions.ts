/**
 * The position at which the reader stopped in each piece. Bounded in number and time, and stored only if resuming is
 * useful.
 */

export type Positions = readonly { key: string; seconds: number; at: number }[]

const MOST = 100
const LONGEST_MS = 90 * 24 * 3_600_000
/** Nothing is stored within the first seconds; within the last ones the piece counts as finished. */
const FIRST_SECONDS = 5
const LAST_SECONDS = 10

export function parsePositions(text: string | null, now: number): Positions {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    return value
      .filter(isPosition)
      .filter(({ at }) => at <= now && now - at < LONGEST_MS)
      .slice(0, MOST)
  } catch {
    return []
  }
}

/** `length` 0: unknown. The newest first. */
export function keepPosition(
  positions: Positions,
  { key, seconds, length, now }: { key: string; seconds: number; length: number; now: number },
): Positions {
  const others = positions.filter((position) => position.key !== key)
  if (seconds < FIRST_SECONDS || (length > 0 && seconds > length - LAST_SECONDS)) return others
  return [{ key, seconds: Math.round(seconds * 10) / 10, at: now }, ...others].slice(0, MOST)
}

export function getPosition(positions: Positions, key: string): number {
  return positions.find((position) => position.key === key)?.seconds ?? 0
}

function isPosition(value: unknown): value is Positions[number] {
  if (typeof value !== 'object' || value === null) return false
  const { key, seconds, at } = value as Record<string, unknown>
  return (
    typeof key === 'string' && key.length < 200 && typeof seconds === 'number' && seconds >= 0 && typeof at === 'number'
  )
}

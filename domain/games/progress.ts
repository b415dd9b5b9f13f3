/**
 * How far a player is with each puzzle: on a device, and with an account on all of them. The later state of a puzzle wins.
 * Bounded: the newest so many are kept, and what can no longer be played keeps its outcome alone, for the streak.
 */
import { addDays, GAMES, isGame, OPEN_DAYS, toDayNumber, toLevel, type Game, type Level } from './games.ts'

export type Outcome = 'open' | 'won' | 'lost'
export type Progress = {
  /** Of the last move, in milliseconds since 1970. */
  at: number
  seconds: number
  outcome: Outcome
  /** Won on its own day: counts for the streak. */
  isOnTime: boolean
  /** In the words of the game. */
  state: string
}
/** By `toPuzzleKey`. */
export type ProgressByPuzzle = Readonly<Record<string, Progress>>

export const MOST_PROGRESS = 800
export const LONGEST_STATE = 2000
const MOST_SECONDS = 1_000_000
const OUTCOMES: readonly unknown[] = ['open', 'won', 'lost'] satisfies Outcome[]

export function toPuzzleKey(game: Game, day: string, level: Level | '' = ''): string {
  return level === '' ? `${game}.${day}` : `${game}.${day}.${level}`
}

/** Null: the key of no puzzle. */
export function parsePuzzleKey(key: string): { game: Game; day: string; level: Level | '' } | null {
  const [game = '', day = '', level = null, ...more] = key.split('.')
  if (!isGame(game) || more.length > 0 || Number.isNaN(toDayNumber(day))) return null
  if (level === null && GAMES[game].length > 0) return null
  const known = toLevel(game, level)
  return known === null ? null : { game, day, level: known }
}

/** What is no progress is left out: storage may hold anything. */
export function parseProgress(text: string | null): ProgressByPuzzle {
  try {
    const given: unknown = JSON.parse(text ?? '{}')
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(
      Object.entries(given).filter(([key, value]) => parsePuzzleKey(key) !== null && isProgress(value)),
    )
  } catch {
    return {}
  }
}

function isProgress(value: unknown): value is Progress {
  if (typeof value !== 'object' || value === null) return false
  const { at, seconds, outcome, isOnTime, state } = value as Record<string, unknown>
  return (
    Number.isSafeInteger(at) &&
    Number.isSafeInteger(seconds) &&
    (seconds as number) >= 0 &&
    (seconds as number) <= MOST_SECONDS &&
    OUTCOMES.includes(outcome) &&
    typeof isOnTime === 'boolean' &&
    typeof state === 'string' &&
    state.length <= LONGEST_STATE
  )
}

/** `today` as 2026-11-23. A day won in time stays won, whatever is played later. */
export function mergeProgress(one: ProgressByPuzzle, other: ProgressByPuzzle, today: string): ProgressByPuzzle {
  const merged = new Map(Object.entries(one))
  for (const [key, progress] of Object.entries(other)) {
    const known = merged.get(key)
    const newer = known === undefined || progress.at > known.at ? progress : known
    const isOnTime = newer.isOnTime || known?.isOnTime === true || progress.isOnTime
    merged.set(key, isOnTime === newer.isOnTime ? newer : { ...newer, isOnTime })
  }
  const first = toDayNumber(addDays(today, -OPEN_DAYS))
  const kept = [...merged]
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST_PROGRESS)
    .flatMap(([key, progress]): [string, Progress][] => {
      const puzzle = parsePuzzleKey(key)
      if (puzzle === null) return []
      if (toDayNumber(puzzle.day) >= first) return [[key, progress]]
      return progress.outcome === 'open' ? [] : [[key, { ...progress, state: '' }]]
    })
  return Object.fromEntries(kept)
}

/** Days in a row on which the day's own puzzle was won, whatever its level; today may still be open. */
export function countStreak(progress: ProgressByPuzzle, game: Game, today: string): number {
  const days = new Set<string>()
  for (const [key, { isOnTime }] of Object.entries(progress)) {
    const puzzle = parsePuzzleKey(key)
    if (puzzle?.game === game && isOnTime) days.add(puzzle.day)
  }
  let day = days.has(today) ? today : addDays(today, -1)
  let count = 0
  for (; days.has(day); day = addDays(day, -1)) count++
  return count
}

/** The shortest time in which a level was won; null: never. */
export function findBestSeconds(progress: ProgressByPuzzle, game: Game, level: Level | ''): number | null {
  const times = Object.entries(progress).flatMap(([key, { outcome, seconds }]) => {
    const puzzle = parsePuzzleKey(key)
    return puzzle?.game === game && puzzle.level === level && outcome === 'won' ? [seconds] : []
  })
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * A player's progress in each puzzle and the wins, on a device and, with an account, on all devices. Merging two
 * devices is commutative, associative and idempotent, and never loses a win. The size is bounded: states are kept for
 * puzzles that can still be played, wins live on in the records.
 */
import { GAME_KEYS, GAMES, isGame, OPEN_DAYS, toDayNumber, toLevel, type Game, type Level } from './games.ts'

/** `helped`: filled in mostly by tips, which does not count as won. */
export const OUTCOMES = ['open', 'lost', 'helped', 'won'] as const
export type Outcome = (typeof OUTCOMES)[number]
export type Progress = {
  /** Time of the last move, in milliseconds since 1970. */
  at: number
  seconds: number
  outcome: Outcome
  /** In the format of the game. */
  state: string
  /** The shortest time of a win; stays when the puzzle is restarted. Null: not won yet. */
  wonIn: number | null
  /** Won on its own day: counts for the streak. */
  isOnTime: boolean
}
/**
 * Keyed by `toPuzzleKey`.
 * @games
 */
export type ProgressByPuzzle = Readonly<Record<string, Progress>>
/** First and last day of a run of days won on time, as `toDayNumber` counts them. */
type Run = readonly [first: number, last: number]
export type GameRecord = {
  /** Oldest first. */
  runs: readonly Run[]
  /** The shortest time of each level, in seconds. */
  best: Readonly<Record<string, number>>
}
export type GameProgress = { puzzles: ProgressByPuzzle; records: Readonly<Partial<Record<Game, GameRecord>>> }

export const NO_PROGRESS: GameProgress = { puzzles: {}, records: {} }
export const LONGEST_STATE = 1000
export const MOST_SECONDS = 1_000_000
/** Most runs of one game, for a player who plays every other day for half a year. The oldest are dropped. */
export const MOST_RUNS = 100
/** Latest accepted time of a move. Clocks may be wrong, but a year of five digits is refused. */
export const LATEST_AT = 253_402_300_799_999

/** @games */
export function toPuzzleKey(game: Game, day: string, level: Level | '' = ''): string {
  return level === '' ? `${game}.${day}` : `${game}.${day}.${level}`
}

/** Null: not the key of a puzzle. */
export function parsePuzzleKey(key: string): { game: Game; day: string; level: Level | '' } | null {
  const [game = '', day = '', level = null, ...more] = key.split('.')
  if (!isGame(game) || more.length > 0 || Number.isNaN(toDayNumber(day))) return null
  if (level === null && GAMES[game].length > 0) return null
  const known = toLevel(game, level)
  return known === null ? null : { game, day, level: known }
}

/**
 * Invalid parts are left out, because storage may hold anything.
 * @games
 */
export function parseProgress(text: string | null): GameProgress {
  try {
    const given: unknown = JSON.parse(text ?? '{}')
    if (!isObject(given)) return NO_PROGRESS
    const { puzzles, records } = given
    return {
      puzzles: pick(puzzles, (key, value) => parsePuzzleKey(key) !== null && isProgress(value)) as ProgressByPuzzle,
      records: pick(records, (key, value) => isGame(key) && isRecord(key, value)) as GameProgress['records'],
    }
  } catch {
    return NO_PROGRESS
  }
}

function pick(given: unknown, isFine: (key: string, value: unknown) => boolean): Record<string, unknown> {
  return isObject(given) ? Object.fromEntries(Object.entries(given).filter(([key, value]) => isFine(key, value))) : {}
}

function isProgress(value: unknown): value is Progress {
  if (!isObject(value)) return false
  const { at, seconds, outcome, state, wonIn, isOnTime } = value
  return (
    isWhole(at, LATEST_AT) &&
    isWhole(seconds, MOST_SECONDS) &&
    (OUTCOMES as readonly unknown[]).includes(outcome) &&
    typeof state === 'string' &&
    state.length <= LONGEST_STATE &&
    (wonIn === null || isWhole(wonIn, MOST_SECONDS)) &&
    typeof isOnTime === 'boolean'
  )
}

export function isRecord(game: Game, value: unknown): value is GameRecord {
  if (!isObject(value)) return false
  const { runs, best } = value
  return Array.isArray(runs) && runs.length <= MOST_RUNS && runs.every(isRun) && isObject(best) && hasBests(game, best)
}

function hasBests(game: Game, best: Record<string, unknown>): boolean {
  const levels: readonly string[] = GAMES[game].length === 0 ? [''] : GAMES[game]
  return Object.entries(best).every(([level, seconds]) => levels.includes(level) && isWhole(seconds, MOST_SECONDS))
}

function isRun(value: unknown): value is Run {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [first, last] = value as unknown[]
  return isWhole(first, 100_000) && isWhole(last, 100_000) && first <= last
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `today` as 2026-11-23. The input must be valid: see `parseProgress`. */
export function mergeGames(one: GameProgress, other: GameProgress, today: string): GameProgress {
  const puzzles: Record<string, Progress> = {}
  const records: Partial<Record<Game, GameRecord>> = {}
  for (const game of GAME_KEYS) {
    const both = [one.records[game], other.records[game]].filter((record) => record !== undefined)
    if (both.length > 0) records[game] = both.reduce(mergeRecords, NO_RECORD)
  }
  const now = toDayNumber(today)
  for (const key of new Set([...Object.keys(one.puzzles), ...Object.keys(other.puzzles)])) {
    const { game, day, level } = parsePuzzleKey(key)!
    const [mine, theirs] = [one.puzzles[key], other.puzzles[key]]
    const progress = mine && theirs ? mergeProgress(game, mine, theirs) : (mine ?? theirs)!
    const number = toDayNumber(day)
    if (progress.wonIn !== null)
      records[game] = mergeRecords(records[game] ?? NO_RECORD, {
        runs: progress.isOnTime ? [[number, number]] : [],
        best: { [level]: progress.wonIn },
      })
    // In time zones east of Berlin tomorrow may have begun.
    if (now - number < OPEN_DAYS && now - number >= -1) puzzles[key] = progress
  }
  return { puzzles, records }
}

/** Merges one puzzle: the later state is kept, and a win with its shorter time. */
function mergeProgress(game: Game, one: Progress, other: Progress): Progress {
  const [later, earlier] = compare(one, other) >= 0 ? [one, other] : [other, one]
  return {
    ...later,
    // The state of a sailing trip is its best result, not a position.
    ...(game === 'segelboot' ? toBetterSailing(later, earlier) : {}),
    wonIn: shorter(one.wonIn, other.wonIn),
    isOnTime: one.isOnTime || other.isOnTime,
  }
}

/** A total order, so that the result does not depend on the order of devices. */
function compare(one: Progress, other: Progress): number {
  return (
    one.at - other.at ||
    OUTCOMES.indexOf(one.outcome) - OUTCOMES.indexOf(other.outcome) ||
    one.seconds - other.seconds ||
    (one.state < other.state ? -1 : one.state > other.state ? 1 : 0)
  )
}

function toBetterSailing(later: Progress, earlier: Progress): Pick<Progress, 'state'> {
  const results = [later.state, earlier.state].filter((state) => /^[1-9]\d{0,6}$/.test(state))
  return { state: results.toSorted((a, b) => Number(a) - Number(b))[0] ?? later.state }
}

function shorter(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

const NO_RECORD: GameRecord = { runs: [], best: {} }

function mergeRecords(one: GameRecord, other: GameRecord): GameRecord {
  const best: Record<string, number> = { ...one.best }
  for (const [level, seconds] of Object.entries(other.best)) best[level] = Math.min(best[level] ?? seconds, seconds)
  const runs: [number, number][] = []
  for (const [first, last] of [...one.runs, ...other.runs].toSorted(([a], [b]) => a - b)) {
    const before = runs.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else runs.push([first, last])
  }
  return { runs: runs.slice(-MOST_RUNS), best: sortKeys(best) }
}

/** Equal records must give equal texts. */
function sortKeys(best: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(best).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The outcome for lists: a win stays shown while the puzzle is played again.
 * @games
 */
export function toShownOutcome(progress: Progress | undefined): Outcome | undefined {
  return (progress?.wonIn ?? null) === null ? progress?.outcome : 'won'
}

/**
 * Streak: days in a row on which the day's own puzzle was won, at any level. Today may still be open.
 * @games
 */
export function countStreak({ records }: GameProgress, game: Game, today: string): number {
  const now = toDayNumber(today)
  const run = records[game]?.runs.find(([first, last]) => first <= now && last >= now - 1)
  return run === undefined ? 0 : Math.min(run[1], now) - run[0] + 1
}

/**
 * The shortest time of a win at a level; null: never won.
 * @games
 */
export function findBestSeconds({ records }: GameProgress, game: Game, level: Level | ''): number | null {
  return records[game]?.best[level] ?? null
}

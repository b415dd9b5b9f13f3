/**
 * Games for the library, which keeps their progress (the room is `rooms/games`): the games with their levels, and the days on
 * which they can be played. A puzzle is identified by publication, game, day and level and is the same for all readers. Days
 * are those of Berlin; the last thirty can be played, future ones cannot.
 */

export const GAMES = {
  sudoku: ['leicht', 'mittel', 'schwer', 'experte'],
  kakuro: ['leicht', 'mittel', 'schwer'],
  wortraten: [],
  'schiffe-versenken': [],
  kreuzwortraetsel: [],
  puzzle: ['leicht', 'mittel', 'schwer'],
  segelboot: [],
} as const satisfies Record<string, readonly string[]>

export type Game = keyof typeof GAMES
export type Level<G extends Game = Game> = (typeof GAMES)[G][number]
export const GAME_KEYS = Object.keys(GAMES) as readonly Game[]

export const OPEN_DAYS = 30
const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function isGame(text: string): text is Game {
  return Object.hasOwn(GAMES, text)
}

/**
 * The level of an address, by default the first one; null: the game has no such level; '' for a game without levels.
 */
export function toLevel(game: Game, text: string | null): Level | '' | null {
  const levels: readonly Level[] = GAMES[game]
  if (text === null) return levels[0] ?? ''
  return levels.find((level) => level === text) ?? null
}

/**
 * Whether the puzzle of a day (2026-11-23) can be played; `today` has the same form.
 * @games
 */
export function isOpenDay(day: string, today: string): boolean {
  const age = toDayNumber(today) - toDayNumber(day)
  return age >= 0 && age < OPEN_DAYS
}

/** Days since 1970; NaN if it is not a calendar day. */
export function toDayNumber(day: string): number {
  if (!DAY.test(day)) return Number.NaN
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? Number.NaN : time / DAY_MS
}

export function addDays(day: string, count: number): string {
  return new Date((toDayNumber(day) + count) * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Newest first.
 * @games
 */
export function listOpenDays(today: string): string[] {
  return Array.from({ length: OPEN_DAYS }, (_, age) => addDays(today, -age))
}

/** @games */
export function toSeed(publication: string, game: Game, day: string, level: Level | '' = ''): string {
  return [publication, game, day, level].join('|')
}

/**
 * `/spiele/sudoku/2026-11-23/schwer`; without a day the address of today's puzzle.
 * @games
 */
export function toGamePath(game: Game, day?: string, level: Level | '' = ''): string {
  const parts = day === undefined ? [game] : level === '' || level === GAMES[game][0] ? [game, day] : [game, day, level]
  return `/spiele/${parts.join('/')}`
}

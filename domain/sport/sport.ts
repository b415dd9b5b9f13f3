/** What competitions, matches and their events are called, and the rules of their times. */

export const MATCH_STATUSES = [
  'scheduled',
  'live',
  'half-time',
  'finished',
  'postponed',
  'cancelled',
  'abandoned',
  'awarded',
] as const
export type MatchStatus = (typeof MATCH_STATUSES)[number]

export const SPORTS = ['football', 'handball', 'basketball', 'volleyball', 'ice-hockey', 'hockey', 'other'] as const
export type Sport = (typeof SPORTS)[number]

export const SIDES = ['home', 'away'] as const

/** Of ids that stand in addresses: competitions, teams, matches. */
export const SPORT_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MOST_ID = 80
export const MOST_TEAMS = 64
export const MOST_MATCHES = 1200
export const MOST_MATCHDAYS = 99
export const MOST_EVENTS = 80
export const MOST_TICKER = 400
export const MOST_PLAYERS = 40

/** Taken by the addresses below `/ergebnisse`. */
export const RESERVED_COMPETITIONS: ReadonlySet<string> = new Set(['spiel', 'verein'])

export type Score = { home: number; away: number }

/** Being played: its page asks for what is new. */
export function isRunning(status: MatchStatus): boolean {
  return status === 'live' || status === 'half-time'
}

/** Over, and its score counts: played to the end, or decided by the association. */
export function isDecided(status: MatchStatus): boolean {
  return status === 'finished' || status === 'awarded'
}

/** Has a score that says something. */
export function hasScore(status: MatchStatus): boolean {
  return isDecided(status) || status === 'abandoned' || isRunning(status)
}

type Timed = { matchday: number; kickoff: string; status: MatchStatus }

/** Of a list: by kick-off, then in the order they came in. */
export function byKickoff(a: Pick<Timed, 'kickoff'>, b: Pick<Timed, 'kickoff'>): number {
  return Date.parse(a.kickoff) - Date.parse(b.kickoff)
}

/**
 * The matchday that a page begins with: one that is being played, else the one whose matches lie nearest to now, of two
 * equally near the later one. Null: there are no matches.
 */
export function findCurrentMatchday(matches: readonly Timed[], now: Date): number | null {
  const running = matches.find(({ status }) => isRunning(status))
  if (running !== undefined) return running.matchday
  let nearest: Timed | null = null
  const distanceOf = ({ kickoff }: Timed) => Math.abs(Date.parse(kickoff) - now.getTime())
  for (const match of matches) {
    // A match that is put off says nothing about where the season is.
    if (match.status === 'postponed' || match.status === 'cancelled') continue
    if (nearest === null || distanceOf(match) <= distanceOf(nearest)) nearest = match
  }
  return (nearest ?? matches[0])?.matchday ?? null
}

/** Those of the last matchday that has results, and those of the next one that has none, in order. */
export function splitAround<M extends Timed>(matches: readonly M[]): { latest: M[]; next: M[] } {
  const played = matches.filter(({ status }) => hasScore(status))
  const open = matches.filter(({ status }) => status === 'scheduled')
  const last = played.toSorted(byKickoff).at(-1)?.matchday
  const coming = open.toSorted(byKickoff)[0]?.matchday
  return {
    latest: played.filter(({ matchday }) => matchday === last).toSorted(byKickoff),
    next: open.filter(({ matchday }) => matchday === coming).toSorted(byKickoff),
  }
}

/** Terms of competitions, matches and their events, and rules about their times. */

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

/** Ids in addresses: of competitions, teams, matches. */
export const SPORT_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MOST_ID = 80
export const MOST_TEAMS = 64
export const MOST_MATCHES = 1200
export const MOST_MATCHDAYS = 99
export const MOST_EVENTS = 80
export const MOST_TICKER = 400
export const MOST_PLAYERS = 40

/** Reserved, because addresses below `/ergebnisse` use them. */
export const RESERVED_COMPETITIONS: ReadonlySet<string> = new Set(['spiel', 'verein'])

export type Score = { home: number; away: number }

/** Being played: its page polls for news. */
export function isRunning(status: MatchStatus): boolean {
  return status === 'live' || status === 'half-time'
}

/** Over with a valid score: played to the end, or decided by the association. */
export function isDecided(status: MatchStatus): boolean {
  return status === 'finished' || status === 'awarded'
}

/** Whether the score is meaningful. */
export function hasScore(status: MatchStatus): boolean {
  return isDecided(status) || status === 'abandoned' || isRunning(status)
}

/** The score to show: extra time counts on from regular time, a shootout does not. */
export function toShownScore({
  score,
  afterExtraTime,
}: Record<'score' | 'afterExtraTime', Score | null>): Score | null {
  return afterExtraTime ?? score
}

type Timed = { matchday: number; kickoff: string; status: MatchStatus }

/** Sort order of a list: by kick-off; equal ones stay as they came. */
export function byKickoff(a: Pick<Timed, 'kickoff'>, b: Pick<Timed, 'kickoff'>): number {
  return Date.parse(a.kickoff) - Date.parse(b.kickoff)
}

/**
 * The matchday shown first: one that is being played, else the one whose matches are nearest to now; of two equally
 * near the later one. Null: there are no matches.
 */
export function findCurrentMatchday(matches: readonly Timed[], now: Date): number | null {
  const running = matches.find(({ status }) => isRunning(status))
  if (running !== undefined) return running.matchday
  let nearest: Timed | null = null
  const distanceOf = ({ kickoff }: Timed) => Math.abs(Date.parse(kickoff) - now.getTime())
  for (const match of matches) {
    // Postponed and cancelled matches do not tell where the season is.
    if (match.status === 'postponed' || match.status === 'cancelled') continue
    if (nearest === null || distanceOf(match) <= distanceOf(nearest)) nearest = match
  }
  return (nearest ?? matches[0])?.matchday ?? null
}

/** The matches of the last matchday with results, and of the next one without, in order. */
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

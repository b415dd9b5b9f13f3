/** Paths of the sport pages. */
import { MOST_MATCHDAYS } from './sport.ts'

export const SPORT_PATH = '/ergebnisse'

export function toCompetitionPath(competition: string, matchday: number | null = null): string {
  return `${SPORT_PATH}/${competition}${matchday === null ? '' : `/${matchday}`}`
}

export function toMatchPath(competition: string, match: string): string {
  return `${SPORT_PATH}/spiel/${competition}/${match}`
}

export function toTeamPath(competition: string, team: string): string {
  return `${SPORT_PATH}/verein/${competition}/${team}`
}

/** Undefined: no matchday is named; null: not a valid address. */
export function readMatchday(segment: string | null): number | null | undefined {
  if (segment === null) return undefined
  return /^[1-9]\d?$/.test(segment) && Number(segment) <= MOST_MATCHDAYS ? Number(segment) : null
}

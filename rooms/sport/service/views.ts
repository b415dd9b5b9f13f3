/** Maps stored competitions to the shapes of the contract. */
import type {
  Competition,
  IncomingMatch,
  Match,
  MatchLine,
  SportMatchday,
  SportOverview,
  SportTable,
  SportTeam,
  TableLine,
  Team,
} from '../contract/sport.ts'
import { byKickoff, findCurrentMatchday, splitAround } from '../domain/sport.ts'
import { computeTable, type TableRow } from '../domain/table.ts'
import type { CompetitionRow, MatchRow, StoredCompetition } from './store.ts'

/** Computed once for each revision. */
export type LoadedCompetition = {
  head: StoredCompetition
  updated: string
  teams: ReadonlyMap<string, Team>
  matches: readonly IncomingMatch[]
  table: SportTable
}

/** Defaults for matches stored before these fields existed. */
const MISSING_FIELDS = { afterExtraTime: null, penalties: null }

export function toLoaded(
  row: CompetitionRow & { body: StoredCompetition },
  rows: readonly MatchRow[],
): LoadedCompetition {
  const { body } = row
  const teams = new Map(body.teams.map((team) => [team.id, team]))
  // Matches of teams that the competition no longer has are left out.
  const matches = rows
    .map((match) => ({ ...MISSING_FIELDS, ...match.body }))
    .filter(({ home, away }) => teams.has(home) && teams.has(away))
  const newest = rows.reduce((time, { updated }) => Math.max(time, updated.getTime()), row.updated.getTime())
  return {
    head: body,
    updated: new Date(newest).toISOString(),
    teams,
    matches: matches.toSorted((a, b) => a.matchday - b.matchday || byKickoff(a, b) || a.id.localeCompare(b.id)),
    table: toTable(body, matches, teams),
  }
}

function toTable(
  { rules, teams: listed, table }: StoredCompetition,
  matches: readonly IncomingMatch[],
  teams: ReadonlyMap<string, Team>,
): SportTable {
  const made = computeTable(listed, matches, rules)
  const forms = new Map(made.map(({ team, form }) => [team, form]))
  const given = table?.map((line, index): TableRow => ({ ...line, rank: index + 1, form: forms.get(line.team) ?? [] }))
  const rows = given ?? made
  const lines = rows.flatMap(({ team: id, ...line }, index): TableLine[] => {
    const team = teams.get(id)
    const zone = index < rules.up ? 'up' : index >= rows.length - rules.down ? 'down' : null
    return team === undefined ? [] : [{ ...line, team, zone }]
  })
  return {
    lines,
    deductions: rules.deductions.flatMap(({ team, ...rest }) => {
      const known = teams.get(team)
      return known === undefined ? [] : [{ team: known.name, ...rest }]
    }),
    isOfficial: given !== undefined,
  }
}

export function toCompetition({ head, matches, updated }: LoadedCompetition, now: Date): Competition {
  const { id, name, season, sport, source } = head
  const labels = new Map<number, string>()
  for (const { matchday, round } of matches) labels.set(matchday, labels.get(matchday) || round)
  return {
    id,
    name,
    season,
    sport,
    source,
    matchdays: [...labels].map(([number, label]) => ({ number, label })).toSorted((a, b) => a.number - b.number),
    current: findCurrentMatchday(matches, now),
    updated,
  }
}

export function toOverview(loaded: LoadedCompetition, now: Date): SportOverview {
  const { latest, next } = splitAround(loaded.matches)
  return {
    competition: toCompetition(loaded, now),
    table: loaded.table,
    latest: latest.map((match) => toLine(match, loaded)),
    next: next.map((match) => toLine(match, loaded)),
  }
}

/** Null: there is no such matchday. */
export function toMatchday(loaded: LoadedCompetition, wanted: number | undefined, now: Date): SportMatchday | null {
  const competition = toCompetition(loaded, now)
  const matchday = wanted ?? competition.current
  if (wanted !== undefined && !competition.matchdays.some(({ number }) => number === wanted)) return null
  const matches = loaded.matches.filter((match) => match.matchday === matchday).toSorted(byKickoff)
  return { competition, matchday, matches: matches.map((match) => toLine(match, loaded)), table: loaded.table }
}

export function toTeam(loaded: LoadedCompetition, id: string, now: Date): SportTeam | null {
  const team = loaded.teams.get(id)
  if (team === undefined) return null
  return {
    competition: toCompetition(loaded, now),
    team,
    line: loaded.table.lines.find((line) => line.team.id === id) ?? null,
    matches: loaded.matches
      .filter(({ home, away }) => home === id || away === id)
      .map((match) => toLine(match, loaded)),
  }
}

export function toMatch(loaded: LoadedCompetition, id: string): Match | null {
  const match = loaded.matches.find((one) => one.id === id)
  return match === undefined ? null : { ...match, ...sidesOf(match, loaded) }
}

function toLine(match: IncomingMatch, loaded: LoadedCompetition): MatchLine {
  const { id, matchday, round, kickoff, isTimeOpen, place, status, score, halfTime, afterExtraTime, penalties } = match
  const stands = { status, score, halfTime, afterExtraTime, penalties }
  return { id, matchday, round, kickoff, isTimeOpen, place, ...stands, ...sidesOf(match, loaded) }
}

function sidesOf({ home, away }: IncomingMatch, { teams }: LoadedCompetition): { home: Team; away: Team } {
  return { home: teams.get(home)!, away: teams.get(away)! }
}

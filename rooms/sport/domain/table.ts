/**
 * The table of a league from its results. Only decided matches count. Teams that are equal by every criterion share a
 * rank and are sorted by name.
 */
import { compareGerman } from '@lokalteil/domain/german-text'
import { isDecided, type MatchStatus, type Score } from './sport.ts'

export const CRITERIA = ['points', 'difference', 'scored', 'wins', 'headToHead'] as const
type Criterion = (typeof CRITERIA)[number]

type Deduction = { team: string; points: number; reason: string }

export type TableRules = {
  points: { win: number; draw: number; loss: number }
  /** The most important one first. */
  order: readonly Criterion[]
  deductions: readonly Deduction[]
}

export const USUAL_RULES: TableRules = {
  points: { win: 3, draw: 1, loss: 0 },
  order: ['points', 'difference', 'scored'],
  deductions: [],
}

export type TableTeam = { id: string; name: string }
export type TableMatch = { home: string; away: string; kickoff: string; status: MatchStatus; score: Score | null }

type FormResult = 'win' | 'draw' | 'loss'

export type TableRow = {
  rank: number
  team: string
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  points: number
  /** The newest five results, the newest last. */
  form: FormResult[]
}

type Counted = Omit<TableRow, 'rank'>
type Played = { home: string; away: string; kickoff: string; score: Score }

const FORM = 5

export function computeTable(
  teams: readonly TableTeam[],
  matches: readonly TableMatch[],
  rules: TableRules = USUAL_RULES,
): TableRow[] {
  const known = new Set(teams.map(({ id }) => id))
  const played = matches
    .filter((match): match is TableMatch & { score: Score } => isDecided(match.status) && match.score !== null)
    .filter(({ home, away }) => known.has(home) && known.has(away))
    .toSorted((a, b) => Date.parse(a.kickoff) - Date.parse(b.kickoff))
  const rows = count(teams, played, rules)
  for (const { team, points } of rules.deductions) {
    const row = rows.get(team)
    if (row !== undefined) row.points -= points
  }
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  const groups = order([...rows.values()], rules.order, (row) => row, played, rules)
  const table: TableRow[] = []
  for (const group of groups) {
    const rank = table.length + 1
    const named = group.toSorted((a, b) => compareGerman(names.get(a.team) ?? '', names.get(b.team) ?? ''))
    table.push(...named.map((row) => ({ rank, ...row })))
  }
  return table
}

function count(
  teams: readonly { id: string }[],
  played: readonly Played[],
  { points }: TableRules,
): Map<string, Counted> {
  const rows = new Map<string, Counted>(
    teams.map(({ id }) => [
      id,
      { team: id, played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0, points: 0, form: [] },
    ]),
  )
  const add = (id: string, own: number, other: number) => {
    const row = rows.get(id)
    if (row === undefined) return
    const result: FormResult = own > other ? 'win' : own < other ? 'loss' : 'draw'
    row.played += 1
    row.scored += own
    row.conceded += other
    row.points += points[result]
    if (result === 'win') row.won += 1
    else if (result === 'draw') row.drawn += 1
    else row.lost += 1
    row.form = [...row.form, result].slice(-FORM)
  }
  for (const { home, away, score } of played) {
    add(home, score.home, score.away)
    add(away, score.away, score.home)
  }
  return rows
}

/** Groups of teams that are equal by all criteria, the best first. `look`: the values to compare. */
function order(
  rows: readonly Counted[],
  criteria: readonly Criterion[],
  look: (row: Counted) => Counted,
  played: readonly Played[],
  rules: TableRules,
): Counted[][] {
  const [criterion, ...rest] = criteria
  if (rows.length === 0) return []
  if (criterion === undefined || rows.length === 1) return rows.length === 1 ? [[rows[0]!]] : [[...rows]]
  if (criterion === 'headToHead')
    return compareAmong(rows, played, rules).flatMap((group) => order(group, rest, look, played, rules))
  const byValue = Map.groupBy(rows, (row) => valueOf(look(row), criterion))
  return [...byValue].toSorted(([a], [b]) => b - a).flatMap(([, group]) => order(group, rest, look, played, rules))
}

/** Head-to-head: only the matches between these teams, by points, goal difference and goals. */
function compareAmong(rows: readonly Counted[], played: readonly Played[], rules: TableRules): Counted[][] {
  const among = new Set(rows.map(({ team }) => team))
  const own = count(
    rows.map(({ team }) => ({ id: team })),
    played.filter(({ home, away }) => among.has(home) && among.has(away)),
    rules,
  )
  return order(rows, ['points', 'difference', 'scored'], (row) => own.get(row.team) ?? row, [], rules)
}

function valueOf(row: Counted, criterion: Exclude<Criterion, 'headToHead'>): number {
  if (criterion === 'difference') return row.scored - row.conceded
  if (criterion === 'scored') return row.scored
  return criterion === 'wins' ? row.won : row.points
}

/**
 * Our own format for sport (docs/sport.md): a competition with everything there is of it, or one match of it. Field by field
 * what is wrong is named; what does not fit together (a goal too many) is a note, because feeds are corrected while a match
 * is played.
 */
import { z } from 'zod'
import type { IncomingCompetition, IncomingMatch } from '@lokalteil/contracts/sport'
import {
  hasScore,
  MATCH_STATUSES,
  MOST_EVENTS,
  MOST_ID,
  MOST_MATCHDAYS,
  MOST_MATCHES,
  MOST_PLAYERS,
  MOST_TEAMS,
  MOST_TICKER,
  RESERVED_COMPETITIONS,
  SIDES,
  SPORT_ID,
  SPORTS,
} from '@lokalteil/domain/sport/sport'
import { CRITERIA, USUAL_RULES } from '@lokalteil/domain/sport/table'
import { toInstant } from '../body/dates.ts'
import { setLine, shorten, toLine, toPlain } from '../body/house-style.ts'
import { describeIssues, GivenPicture, Line, toFoundPicture } from './own-format.ts'
import { toStatus, type RoomDocument } from './parsed-document.ts'

const FORMAT = /^sport@1(?:\.\d+)*$/

const Id = z.string().max(MOST_ID).regex(SPORT_ID, 'must be words of a-z and 0-9 with hyphens')
const Name = z.string().trim().min(1, 'is empty').max(120)
const Moment = z.string().transform((text, context) => {
  const at = toInstant(text)
  if (at !== null && /[zZ]$|[+-]\d{2}:?\d{2}$/.test(text)) return at
  context.addIssue({ code: 'custom', message: 'must be a time with its zone, like 2026-11-28T14:30:00+01:00' })
  return z.NEVER
})
const Score = z.object({ home: z.number().int().min(0).max(300), away: z.number().int().min(0).max(300) })
const Minute = {
  minute: z.number().int().min(0).max(200),
  stoppage: z.number().int().min(0).max(60).default(0),
  side: z.enum(SIDES),
}
const Player = z.union([
  Name.transform((name) => ({ name, number: null, captain: false })),
  z.object({
    name: Name,
    number: z.number().int().min(0).max(99).nullish(),
    captain: z.boolean().default(false),
  }),
])
const LineUp = z.object({
  start: z.array(Player).max(MOST_PLAYERS).default([]),
  bench: z.array(Player).max(MOST_PLAYERS).default([]),
  coach: Line(80),
})

const GivenMatch = z
  .object({
    id: Id,
    updated: Moment.optional(),
    matchday: z.number().int().min(1).max(MOST_MATCHDAYS),
    round: Line(60),
    kickoff: Moment,
    timeOpen: z.boolean().default(false),
    place: Line(120),
    home: Id,
    away: Id,
    status: z.enum(MATCH_STATUSES),
    score: Score.nullish(),
    halfTime: Score.nullish(),
    goals: z
      .array(
        z.object({
          ...Minute,
          scorer: Line(80),
          kind: z.enum(['goal', 'penalty', 'own']).default('goal'),
          score: Score.nullish(),
        }),
      )
      .max(MOST_EVENTS)
      .default([]),
    cards: z
      .array(z.object({ ...Minute, player: Line(80), card: z.enum(['yellow', 'yellow-red', 'red']) }))
      .max(MOST_EVENTS)
      .default([]),
    substitutions: z
      .array(z.object({ ...Minute, off: Line(80), on: Line(80) }))
      .max(MOST_EVENTS)
      .default([]),
    lineUps: z.object({ home: LineUp, away: LineUp }).nullish(),
    ticker: z
      .array(
        z.object({
          id: z.union([z.string().min(1).max(80), z.number().int()]).transform(String),
          time: Moment,
          minute: z.number().int().min(0).max(200).nullish(),
          stoppage: z.number().int().min(0).max(60).default(0),
          headline: Line(200),
          text: Line(3000),
          important: z.boolean().default(false),
        }),
      )
      .max(MOST_TICKER)
      .default([]),
    referee: Line(80),
    spectators: z.number().int().min(0).max(500_000).nullish(),
  })
  .superRefine(({ home, away, status, score, ticker }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (home === away) fault('away', 'is the same team as home')
    if (status === 'finished' && !score) fault('score', 'is needed when the match is finished')
    if (score && !hasScore(status)) fault('score', `cannot be there while the match is ${status}`)
    if (new Set(ticker.map(({ id }) => id)).size < ticker.length) fault('ticker', 'has an id twice')
  })
type GivenMatch = z.infer<typeof GivenMatch>

const Stamp = z.object({
  format: z.string().regex(FORMAT, 'must be sport@1'),
  kind: z.enum(['competition', 'match']),
  updated: Moment,
})

const GivenCompetition = Stamp.extend({
  id: Id.refine((id) => !RESERVED_COMPETITIONS.has(id), 'is the address of something else'),
  status: z.string().max(30).default('usable'),
  name: Name,
  season: Line(20),
  sport: z.enum(SPORTS).default('football'),
  source: Line(100),
  rules: z
    .object({
      points: z
        .object({
          win: z.number().int().min(0),
          draw: z.number().int().min(0),
          loss: z.number().int().min(0).default(0),
        })
        .default(USUAL_RULES.points),
      order: z
        .array(z.enum(CRITERIA))
        .min(1)
        .default([...USUAL_RULES.order]),
      deductions: z
        .array(z.object({ team: Id, points: z.number().int().min(-99).max(99), reason: Line(200) }))
        .default([]),
      up: z.number().int().min(0).default(0),
      down: z.number().int().min(0).default(0),
    })
    .prefault({}),
  teams: z
    .array(z.object({ id: Id, name: Name, short: Line(40), crest: GivenPicture.nullish() }))
    .min(2)
    .max(MOST_TEAMS),
  matches: z.array(GivenMatch).max(MOST_MATCHES).default([]),
  table: z
    .array(
      z.object({
        team: Id,
        played: z.number().int().min(0),
        won: z.number().int().min(0),
        drawn: z.number().int().min(0),
        lost: z.number().int().min(0),
        scored: z.number().int().min(0),
        conceded: z.number().int().min(0),
        points: z.number().int(),
      }),
    )
    .max(MOST_TEAMS)
    .nullish(),
}).superRefine(checkReferences)

function checkReferences({ teams, matches, rules, table }: CheckedParts, context: z.core.$RefinementCtx): void {
  const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  const known = new Set(teams.map(({ id }) => id))
  if (known.size < teams.length) fault(['teams'], 'has an id twice')
  if (new Set(matches.map(({ id }) => id)).size < matches.length) fault(['matches'], 'has an id twice')
  const need = (team: string, path: (string | number)[]) => {
    if (!known.has(team)) fault(path, `"${team}" is none of the teams`)
  }
  matches.forEach(({ home, away }, index) => {
    need(home, ['matches', index, 'home'])
    need(away, ['matches', index, 'away'])
  })
  rules.deductions.forEach(({ team }, index) => need(team, ['rules', 'deductions', index, 'team']))
  table?.forEach(({ team }, index) => need(team, ['table', index, 'team']))
}

type CheckedParts = {
  teams: { id: string }[]
  matches: { id: string; home: string; away: string }[]
  rules: { deductions: { team: string }[] }
  table?: { team: string }[] | null | undefined
}

export function isSport(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.format === 'string' && value.format.startsWith('sport@')
}

export function parseSport(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const stamp = Stamp.safeParse(value)
  if (!stamp.success) return { reason: describeIssues('sport', stamp.error) }
  return stamp.data.kind === 'competition' ? parseCompetition(value) : parseMatch(value)
}

const Withdrawal = Stamp.extend({ id: Id, status: z.string().max(30) })

function parseCompetition(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const head = Withdrawal.safeParse(value)
  const status = head.success ? toStatus(head.data.status) : 'usable'
  if (status === null) return { reason: `sport: unknown status "${shorten(head.data?.status ?? '', 30)}"` }
  if (head.success && status !== 'usable') return toRoomDocument(toWithdrawn(head.data, status), value, [])
  const parsed = GivenCompetition.safeParse(value)
  const named = value as { id?: unknown }
  const sourceId = typeof named.id === 'string' ? `sport:${named.id.slice(0, 100)}` : ''
  if (!parsed.success) return { sourceId, reason: describeIssues('sport', parsed.error) }
  const notes: string[] = []
  const { id, updated, name, season, sport, source, rules, teams, matches, table } = parsed.data
  const competition: IncomingCompetition = {
    id,
    updated,
    status: 'usable',
    name: setLine(name, 'de'),
    season: toLine(season),
    sport,
    source: toLine(source),
    rules: { ...rules, deductions: rules.deductions.map((one) => ({ ...one, reason: setLine(one.reason, 'de') })) },
    teams: teams.map(({ crest, ...team }) => ({
      id: team.id,
      name: toLine(team.name),
      short: toLine(team.short),
      crest: crest ? toFoundPicture(crest) : null,
    })),
    matches: matches.map((match) => toMatch(match, updated, notes)),
    table: table ?? null,
  }
  return toRoomDocument(competition, value, notes)
}

function parseMatch(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const parsed = Stamp.extend({ competition: Id, match: GivenMatch }).safeParse(value)
  if (!parsed.success) return { reason: describeIssues('sport', parsed.error) }
  const { competition, match, updated } = parsed.data
  const notes: string[] = []
  const delivery = { kind: 'match', competition, match: toMatch(match, updated, notes) } as const
  return { room: 'sport', sourceId: `sport:${competition}/${match.id}`, delivery, value, notes }
}

function toWithdrawn(
  { id, updated }: { id: string; updated: string },
  status: 'canceled' | 'withheld',
): IncomingCompetition {
  return {
    id,
    updated,
    status,
    name: '–',
    season: '',
    sport: 'other',
    source: '',
    rules: { ...USUAL_RULES, order: [...USUAL_RULES.order], deductions: [], up: 0, down: 0 },
    teams: [],
    matches: [],
    table: null,
  }
}

function toRoomDocument(competition: IncomingCompetition, value: unknown, notes: string[]): RoomDocument {
  const delivery = { kind: 'competition', competition } as const
  return { room: 'sport', sourceId: `sport:${competition.id}`, delivery, value, notes }
}

function toMatch(match: GivenMatch, updated: string, notes: string[]): IncomingMatch {
  const { id, score, goals, timeOpen, lineUps, ticker, halfTime, spectators, ...rest } = match
  const counted = {
    home: goals.filter(({ side }) => side === 'home').length,
    away: goals.filter(({ side }) => side === 'away').length,
  }
  if (score && goals.length > 0 && (counted.home !== score.home || counted.away !== score.away))
    notes.push(
      `match ${id}: the goals add up to ${counted.home}:${counted.away}, the score is ${score.home}:${score.away}`,
    )
  const byTime = <T extends { minute: number; stoppage: number }>(list: readonly T[]): T[] =>
    list.toSorted((a, b) => a.minute - b.minute || a.stoppage - b.stoppage)
  return {
    ...rest,
    id,
    updated: match.updated ?? updated,
    round: setLine(match.round, 'de'),
    place: setLine(match.place, 'de'),
    referee: toLine(match.referee),
    isTimeOpen: timeOpen,
    score: score ?? null,
    halfTime: halfTime ?? null,
    spectators: spectators ?? null,
    goals: byTime(goals).map((goal) => ({ ...goal, scorer: toLine(goal.scorer), score: goal.score ?? null })),
    cards: byTime(match.cards).map((card) => ({ ...card, player: toLine(card.player) })),
    substitutions: byTime(match.substitutions).map((one) => ({ ...one, off: toLine(one.off), on: toLine(one.on) })),
    lineUps: lineUps ? { home: toLineUp(lineUps.home), away: toLineUp(lineUps.away) } : null,
    ticker: ticker
      .toSorted((a, b) => b.time.localeCompare(a.time))
      .map((entry) => ({
        id: entry.id,
        time: entry.time,
        label: typeof entry.minute === 'number' ? toMinute(entry.minute, entry.stoppage) : '',
        headline: setLine(entry.headline, 'de'),
        text: toPlain(entry.text).trim(),
        isImportant: entry.important,
      })),
  }
}

function toMinute(minute: number, stoppage: number): string {
  return `${minute}${stoppage > 0 ? `+${stoppage}` : ''}.`
}

function toLineUp({ start, bench, coach }: z.infer<typeof LineUp>) {
  const toPlayer = ({ name, number, captain }: (typeof start)[number]) => ({
    name: toLine(name),
    number: number ?? null,
    isCaptain: captain,
  })
  return { start: start.map(toPlayer), bench: bench.map(toPlayer), coach: toLine(coach) }
}

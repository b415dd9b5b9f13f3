/**
 * Sport: competitions with their teams, matches and tables (docs/sport.md). Everything is plain text. Each call is
 * about one publication; ids come from the feed and are part of addresses. Kick-offs are instants in UTC.
 */
import { z } from 'zod'
import {
  MATCH_STATUSES,
  MOST_EVENTS,
  MOST_ID,
  MOST_MATCHDAYS,
  MOST_MATCHES,
  MOST_PLAYERS,
  MOST_TEAMS,
  MOST_TICKER,
  SIDES,
  SPORT_ID,
  SPORTS,
} from '../domain/sport.ts'
import { CRITERIA } from '../domain/table.ts'
import { Picture } from '@lokalteil/contracts/content/pictures'
import { contract } from '@lokalteil/contracts/kernel/endpoint'

export const SportId = z.string().max(MOST_ID).regex(SPORT_ID, 'must be words of a-z and 0-9 with hyphens')
const Line = (most: number) => z.string().max(most)
const Name = z.string().trim().min(1).max(120)
const Instant = z.iso.datetime()
const Count = z.number().int().nonnegative()
const Matchday = z.number().int().min(1).max(MOST_MATCHDAYS)

export const Team = z.object({ id: SportId, name: Name, short: Line(40), crest: Picture.nullable() })
export type Team = z.infer<typeof Team>

export const Score = z.object({ home: z.number().int().min(0).max(300), away: z.number().int().min(0).max(300) })
/** `minute` null: unknown. */
const Minute = { minute: z.number().int().min(0).max(200).nullable(), stoppage: z.number().int().min(0).max(60) }

export const Goal = z.object({
  ...Minute,
  side: z.enum(SIDES),
  scorer: Line(80),
  kind: z.enum(['goal', 'penalty', 'own']),
  /** The score after it; null: not stated. */
  score: Score.nullable(),
})
export type Goal = z.infer<typeof Goal>
export const Card = z.object({
  ...Minute,
  side: z.enum(SIDES),
  player: Line(80),
  card: z.enum(['yellow', 'yellow-red', 'red']),
})
export type Card = z.infer<typeof Card>
export const Substitution = z.object({ ...Minute, side: z.enum(SIDES), off: Line(80), on: Line(80) })
export type Substitution = z.infer<typeof Substitution>

const Player = z.object({ number: z.number().int().min(0).max(99).nullable(), name: Name, isCaptain: z.boolean() })
export const LineUp = z.object({
  start: z.array(Player).max(MOST_PLAYERS),
  bench: z.array(Player).max(MOST_PLAYERS),
  coach: Line(80),
})
export type LineUp = z.infer<typeof LineUp>

export const TickerEntry = z.object({
  id: z.string().min(1).max(80),
  time: Instant,
  /** "67." or "45+2."; '' outside of the match. */
  label: Line(20),
  headline: Line(200),
  text: Line(3000),
  isImportant: z.boolean(),
})
export type TickerEntry = z.infer<typeof TickerEntry>

const MatchHead = {
  id: SportId,
  matchday: Matchday,
  /** Replaces "12. Spieltag"; '' for none. */
  round: Line(60),
  kickoff: Instant,
  /** The day is known, the time is not. */
  isTimeOpen: z.boolean(),
  place: Line(120),
  status: z.enum(MATCH_STATUSES),
  /** Score of the regular time. */
  score: Score.nullable(),
  halfTime: Score.nullable(),
  /** Score after extra time, including the goals of the regular time. */
  afterExtraTime: Score.nullable().default(null),
  /** Score of the penalty shootout only. */
  penalties: Score.nullable().default(null),
}

/** A match in lists. */
export const MatchLine = z.object({ ...MatchHead, home: Team, away: Team })
export type MatchLine = z.infer<typeof MatchLine>

const MatchDetails = {
  goals: z.array(Goal).max(MOST_EVENTS),
  cards: z.array(Card).max(MOST_EVENTS),
  substitutions: z.array(Substitution).max(MOST_EVENTS),
  lineUps: z.object({ home: LineUp, away: LineUp }).nullable(),
  /** The newest first. */
  ticker: z.array(TickerEntry).max(MOST_TICKER),
  referee: Line(80),
  spectators: z.number().int().min(0).max(500_000).nullable(),
}
export const Match = z.object({ ...MatchHead, ...MatchDetails, home: Team, away: Team, updated: Instant })
export type Match = z.infer<typeof Match>

export const TableLine = z.object({
  rank: z.number().int().min(1),
  team: Team,
  played: Count,
  won: Count,
  drawn: Count,
  lost: Count,
  scored: Count,
  conceded: Count,
  points: z.number().int(),
  form: z.array(z.enum(['win', 'draw', 'loss'])).max(5),
  zone: z.enum(['up', 'down']).nullable(),
})
export type TableLine = z.infer<typeof TableLine>

export const Competition = z.object({
  id: SportId,
  name: Name,
  season: Line(20),
  sport: z.enum(SPORTS),
  /** In order; `label` is '' for the default "12. Spieltag". */
  matchdays: z.array(z.object({ number: Matchday, label: Line(60) })),
  /** Null: there are no matches. */
  current: Matchday.nullable(),
  updated: Instant,
  /** The source; '' if not stated. */
  source: Line(100),
})
export type Competition = z.infer<typeof Competition>

export const SportTable = z.object({
  lines: z.array(TableLine).max(MOST_TEAMS),
  /** "FC Werlabogen: 3 Punkte Abzug (…)", in parts for a sentence. */
  deductions: z.array(z.object({ team: z.string(), points: z.number().int(), reason: Line(200) })),
  /** True: delivered by the feed; false: computed from the results. */
  isOfficial: z.boolean(),
})
export type SportTable = z.infer<typeof SportTable>

export const SportOverview = z.object({
  competition: Competition,
  table: SportTable,
  latest: z.array(MatchLine),
  next: z.array(MatchLine),
})
export type SportOverview = z.infer<typeof SportOverview>
export const SportMatchday = z.object({
  competition: Competition,
  matchday: Matchday.nullable(),
  matches: z.array(MatchLine),
  table: SportTable,
})
export type SportMatchday = z.infer<typeof SportMatchday>
export const SportTeam = z.object({
  competition: Competition,
  team: Team,
  line: TableLine.nullable(),
  matches: z.array(MatchLine),
})
export type SportTeam = z.infer<typeof SportTeam>
export const SportMatch = z.object({ competition: Competition, match: Match })
export type SportMatch = z.infer<typeof SportMatch>

/** A match of an importer; teams are named by their ids. */
export const IncomingMatch = z.object({ ...MatchHead, ...MatchDetails, home: SportId, away: SportId, updated: Instant })
export type IncomingMatch = z.infer<typeof IncomingMatch>
const GivenLine = TableLine.pick({
  played: true,
  won: true,
  drawn: true,
  lost: true,
  scored: true,
  conceded: true,
  points: true,
}).extend({ team: SportId })
export const IncomingCompetition = z.object({
  id: SportId,
  updated: Instant,
  status: z.enum(['usable', 'canceled', 'withheld']),
  name: Name,
  season: Line(20),
  sport: z.enum(SPORTS),
  source: Line(100),
  rules: z.object({
    points: z.object({ win: Count, draw: Count, loss: Count }),
    order: z.array(z.enum(CRITERIA)).max(CRITERIA.length),
    deductions: z
      .array(z.object({ team: SportId, points: z.number().int().min(-99).max(99), reason: Line(200) }))
      .max(MOST_TEAMS),
    up: Count,
    down: Count,
  }),
  teams: z.array(Team).max(MOST_TEAMS),
  /** False: some matches of the delivery could not be read, so missing ones are not removed. */
  isWhole: z.boolean().default(true),
  matches: z.array(IncomingMatch).max(MOST_MATCHES),
  /** Null: computed from the results. */
  table: z.array(GivenLine).max(MOST_TEAMS).nullable(),
})
export type IncomingCompetition = z.infer<typeof IncomingCompetition>

/** `competition`: a complete state, missing matches are removed; `match`: a single match, the others stay. */
export const SportDelivery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('competition'), competition: IncomingCompetition }),
  z.object({ kind: z.literal('match'), competition: SportId, match: IncomingMatch }),
])
export type SportDelivery = z.infer<typeof SportDelivery>

/** Base address: `/__services/sport/{publication}`. */
export const SPORT = contract({
  listCompetitions: {
    method: 'GET',
    path: '/competitions',
    summary: 'The competitions of the publication, by name',
    answer: z.object({ competitions: z.array(Competition) }),
  },
  getOverview: {
    method: 'GET',
    path: '/competitions/{competition}/overview',
    summary: 'The table, the last results and what comes next',
    params: z.object({ competition: SportId }),
    answer: SportOverview,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getMatchday: {
    method: 'GET',
    path: '/competitions/{competition}/matchday',
    summary: 'The table and the matches of a matchday, of the current one where none is named',
    params: z.object({ competition: SportId }),
    query: z.object({ matchday: z.coerce.number().int().min(1).max(MOST_MATCHDAYS).optional() }),
    answer: SportMatchday,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getTeam: {
    method: 'GET',
    path: '/competitions/{competition}/teams/{team}',
    summary: 'A team’s place in the table and all its matches',
    params: z.object({ competition: SportId, team: SportId }),
    answer: SportTeam,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getMatch: {
    method: 'GET',
    path: '/competitions/{competition}/matches/{match}',
    summary: 'A match with goals, cards, line-ups and ticker',
    params: z.object({ competition: SportId, match: SportId }),
    answer: SportMatch,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
})

export const SPORT_INTERNAL = contract({
  ingest: {
    method: 'POST',
    path: '/internal/deliveries',
    summary: 'Takes a competition or a match; idempotent, and states older than the stored one change nothing',
    security: 'service-key',
    body: z.object({ delivery: SportDelivery }),
    answer: z.object({
      outcome: z.enum(['created', 'updated', 'unchanged', 'removed']),
      /** Path on the site. */
      path: z.string(),
      reason: z.string(),
    }),
    problems: { 409: 'UNKNOWN_COMPETITION', 422: 'UNKNOWN_TEAM' },
  },
})

export const SPORT_INFO = {
  title: 'Sport',
  description: 'Competitions of a publication: tables, fixtures, results, matches with their ticker.',
  version: '1',
  base: '/sport/{publication}',
} as const

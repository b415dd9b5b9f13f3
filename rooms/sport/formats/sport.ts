/**
 * Our format for sport (docs/sport.md): a whole competition, or one match of it. Every wrong field is named;
 * contradictions (a goal too many) are only noted, because feeds are corrected while a match is played.
 */
import { z } from 'zod'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { SPORT_INTERNAL, type IncomingCompetition, type IncomingMatch, type SportDelivery } from '../contract/sport.ts'
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
} from '../domain/sport.ts'
import { CRITERIA, USUAL_RULES } from '../domain/table.ts'
import { toInstant } from '@lokalteil/services/import/body/dates'
import { setLine, shorten, toLine, toPlain } from '@lokalteil/services/import/body/house-style'
import { describeIssues, GivenPicture, Line, toFoundPicture } from '@lokalteil/services/import/formats/own-format'
import { toStatus, type RoomDocument } from '@lokalteil/services/import/parsed-document'
import { defineFormats } from '@lokalteil/services/import/room-formats'

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
/** For an unknown name feeds write nothing, null or too much. */
const Words = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => shorten(text ?? '', most))
/** Members are read one by one, so that only the odd one is lost. */
const Members = (most: number) =>
  z
    .array(z.unknown())
    .max(most)
    .nullish()
    .transform((members) => members ?? [])

/** 17, "17." or "90+3"; null if the feed does not know it. */
const MinuteOf = z
  .union([
    z.number().int().min(0).max(200),
    z
      .string()
      .regex(/^\s*\d{1,3}\s*(?:\+\s*\d{1,2})?[.'’]?\s*$/)
      .transform((text) => Number.parseInt(text, 10)),
  ])
  .nullish()
  .catch(null)
const Minute = {
  minute: MinuteOf,
  stoppage: z.number().int().min(0).max(60).nullish().catch(null),
  side: z.enum(SIDES),
}
const GivenGoal = z.object({
  ...Minute,
  scorer: Words(80),
  kind: z.enum(['goal', 'penalty', 'own']).default('goal'),
  score: Score.nullish().catch(null),
})
const GivenCard = z.object({ ...Minute, player: Words(80), card: z.enum(['yellow', 'yellow-red', 'red']) })
const GivenSubstitution = z.object({ ...Minute, off: Words(80), on: Words(80) })
const GivenEntry = z.object({
  id: z.union([z.string().min(1).max(80), z.number().int()]).transform(String),
  time: Moment,
  minute: MinuteOf,
  stoppage: z.number().int().min(0).max(60).nullish().catch(null),
  headline: Line(200),
  text: Line(3000),
  important: z.boolean().default(false),
})
const Player = z.union([
  Name.transform((name) => ({ name, number: null, captain: false })),
  z.object({
    name: Name,
    number: z.number().int().min(0).max(99).nullish().catch(null),
    captain: z.boolean().default(false),
  }),
])
const LineUp = z.object({
  start: z.array(Player).max(MOST_PLAYERS).default([]),
  bench: z.array(Player).max(MOST_PLAYERS).default([]),
  coach: Words(80),
})

const GivenMatch = z
  .object({
    id: Id,
    updated: Moment.optional(),
    matchday: z.number().int().min(1).max(MOST_MATCHDAYS),
    round: Words(60),
    kickoff: Moment,
    timeOpen: z.boolean().default(false),
    place: Words(120),
    home: Id,
    away: Id,
    status: z.enum(MATCH_STATUSES),
    score: Score.nullish(),
    halfTime: Score.nullish().catch(null),
    afterExtraTime: Score.nullish().catch(null),
    penalties: Score.nullish().catch(null),
    goals: Members(MOST_EVENTS),
    cards: Members(MOST_EVENTS),
    substitutions: Members(MOST_EVENTS),
    lineUps: z.unknown().optional(),
    ticker: Members(MOST_TICKER),
    referee: Words(80),
    spectators: z.number().int().min(0).max(500_000).nullish().catch(null),
  })
  .superRefine(({ home, away }, context) => {
    if (home === away) context.addIssue({ code: 'custom', path: ['away'], message: 'is the same team as home' })
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
  teams: Members(MOST_TEAMS),
  matches: Members(MOST_MATCHES),
  table: z.unknown().optional(),
})

const GivenTeam = z.object({ id: Id, name: Name, short: Words(40), crest: GivenPicture.nullish().catch(null) })
const GivenTable = z
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

function isSport(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.format === 'string' && value.format.startsWith('sport@')
}

function parseSport(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
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
  const { id, updated, name, season, sport, source, rules } = parsed.data
  const unknown = listUnread(value, parsed.data)
  if (unknown.length > 0) notes.push(`${unknown.slice(0, 10).join(', ')} is no field of a competition`)
  const teams = readMembers(parsed.data.teams, GivenTeam, 'teams', notes).map(({ member }) => member)
  const known = new Set(teams.map((team) => team.id))
  const fault = findFault(known, teams, rules.deductions)
  if (fault !== null) return { sourceId, reason: [`sport: ${fault}`, ...notes].join('; ') }
  const matches = readMatches(parsed.data.matches, known, notes)
  if (matches.length === 0 && parsed.data.matches.length > 0) return { sourceId, reason: `sport: ${notes.join('; ')}` }
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
    isWhole: matches.length === parsed.data.matches.length,
    matches: matches.map(({ member, unread }) => toMatch(member, unread, updated, notes)),
    table: readTable(parsed.data.table, known, notes),
  }
  return toRoomDocument(competition, value, notes.slice(0, MOST_NOTES))
}

const MOST_NOTES = 50

/** The mistake; null: none. A competition needs its teams. */
function findFault(
  known: ReadonlySet<string>,
  teams: readonly unknown[],
  deductions: readonly { team: string }[],
): string | null {
  if (known.size < teams.length) return 'teams has an id twice'
  if (known.size < 2) return 'teams must be at least two'
  const stranger = deductions.findIndex(({ team }) => !known.has(team))
  return stranger === -1
    ? null
    : `rules.deductions.${stranger}.team "${deductions[stranger]!.team}" is none of the teams`
}

type Read<T> = {
  member: T
  /** Index of the match in the list. */
  index: number
  /** Names of unused fields. */
  unread: string[]
}

/** The readable members; a note explains each other one. */
function readMembers<T extends z.ZodType>(
  members: readonly unknown[],
  shape: T,
  path: string,
  notes: string[],
): Read<z.infer<T>>[] {
  return members.flatMap((value, index) => {
    const parsed = shape.safeParse(value)
    if (parsed.success) return [{ member: parsed.data, index, unread: listUnread(value, parsed.data) }]
    notes.push(`${toIssues(parsed.error, `${path}.${index}`)}: left out`)
    return []
  })
}

function listUnread(value: unknown, read: unknown): string[] {
  return Object.keys(value as object).filter((name) => !Object.hasOwn(read as object, name))
}

const toIssues = (error: z.ZodError, path: string): string =>
  error.issues
    .slice(0, 3)
    .map((issue) => `${[path, ...issue.path].join('.')} ${issue.message}`)
    .join('; ')

function readMatches(given: readonly unknown[], known: ReadonlySet<string>, notes: string[]): Read<GivenMatch>[] {
  const seen = new Set<string>()
  return readMembers(given, GivenMatch, 'matches', notes).filter(({ member, index }) => {
    const stranger = SIDES.find((side) => !known.has(member[side]))
    const isTwice = seen.has(member.id)
    seen.add(member.id)
    if (isTwice) notes.push(`matches.${index}.id "${member.id}" is there twice: left out`)
    else if (stranger !== undefined)
      notes.push(`matches.${index}.${stranger} "${member[stranger]}" is none of the teams: left out`)
    return !isTwice && stranger === undefined
  })
}

/** Half a table would be a wrong one: then the table is computed from the results. */
function readTable(given: unknown, known: ReadonlySet<string>, notes: string[]): IncomingCompetition['table'] {
  if (given === undefined || given === null) return null
  const parsed = GivenTable.safeParse(given)
  const stranger = parsed.data?.findIndex(({ team }) => !known.has(team)) ?? -1
  if (parsed.success && stranger === -1) return parsed.data
  const fault = parsed.success
    ? `table.${stranger}.team "${parsed.data[stranger]!.team}" is none of the teams`
    : toIssues(parsed.error, 'table')
  notes.push(`${fault}: the table is made of the results`)
  return null
}

function parseMatch(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const parsed = Stamp.extend({ competition: Id, match: GivenMatch }).safeParse(value)
  if (!parsed.success) return { reason: describeIssues('sport', parsed.error) }
  const { competition, match, updated } = parsed.data
  const notes: string[] = []
  const unread = listUnread((value as { match: unknown }).match, match)
  const delivery: SportDelivery = { kind: 'match', competition, match: toMatch(match, unread, updated, notes) }
  return { room: sportFormats.name, sourceId: `sport:${competition}/${match.id}`, delivery, value, notes }
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
    isWhole: true,
    matches: [],
    table: null,
  }
}

function toRoomDocument(competition: IncomingCompetition, value: unknown, notes: readonly string[]): RoomDocument {
  const delivery: SportDelivery = { kind: 'competition', competition }
  return { room: sportFormats.name, sourceId: `sport:${competition.id}`, delivery, value, notes }
}

function toMatch(match: GivenMatch, unread: readonly string[], updated: string, notes: string[]): IncomingMatch {
  const { id, status } = match
  const say = (note: string) => notes.push(`match ${id}: ${note}`)
  const read = <T extends z.ZodType>(name: 'goals' | 'cards' | 'substitutions' | 'ticker', shape: T) => {
    const said: string[] = []
    const found = readMembers(match[name], shape, name, said).map(({ member }) => member)
    said.forEach(say)
    return found
  }
  if (unread.length > 0) say(`${unread.slice(0, 10).join(', ')} is no field of a match`)
  const isEarly = match.score && !hasScore(status)
  if (isEarly) say(`a score cannot be there while the match is ${status}: left out`)
  const score = isEarly ? null : (match.score ?? null)
  if (status === 'finished' && score === null) say('it is finished and its score is still to come')
  const goals = toEvents(read('goals', GivenGoal))
  const last = match.afterExtraTime ?? score
  const counted = SIDES.map((side) => goals.filter((goal) => goal.side === side).length)
  if (last && goals.length > 0 && (counted[0] !== last.home || counted[1] !== last.away))
    say(`the goals add up to ${counted.join(':')}, the score is ${last.home}:${last.away}`)
  const lineUps = readLineUps(match.lineUps, say)
  const ticker = read('ticker', GivenEntry)
  const ids = new Set<string>()
  return {
    id,
    updated: match.updated ?? updated,
    matchday: match.matchday,
    round: setLine(match.round, 'de'),
    kickoff: match.kickoff,
    isTimeOpen: match.timeOpen,
    place: setLine(match.place, 'de'),
    home: match.home,
    away: match.away,
    status,
    score,
    halfTime: match.halfTime ?? null,
    afterExtraTime: match.afterExtraTime ?? null,
    penalties: match.penalties ?? null,
    referee: toLine(match.referee),
    spectators: match.spectators ?? null,
    goals: goals.map((goal) => ({ ...goal, scorer: toLine(goal.scorer), score: goal.score ?? null })),
    cards: toEvents(read('cards', GivenCard)).map((card) => ({ ...card, player: toLine(card.player) })),
    substitutions: toEvents(read('substitutions', GivenSubstitution)).map((one) => ({
      ...one,
      off: toLine(one.off),
      on: toLine(one.on),
    })),
    lineUps,
    ticker: ticker
      .filter((entry) => {
        const isNew = !ids.has(entry.id)
        ids.add(entry.id)
        if (!isNew) say(`ticker has the id "${entry.id}" twice: the first one counts`)
        return isNew
      })
      .toSorted((a, b) => b.time.localeCompare(a.time))
      .map((entry) => ({
        id: entry.id,
        time: entry.time,
        label: typeof entry.minute === 'number' ? toMinute(entry.minute, entry.stoppage ?? 0) : '',
        headline: setLine(entry.headline, 'de'),
        text: toPlain(entry.text).trim(),
        isImportant: entry.important,
      })),
  }
}

type Timed = { minute?: number | null | undefined; stoppage?: number | null | undefined }

/** In order of time; events without a minute come last. */
function toEvents<T extends Timed>(events: readonly T[]): (T & { minute: number | null; stoppage: number })[] {
  return events
    .map((event) => ({ ...event, minute: event.minute ?? null, stoppage: event.stoppage ?? 0 }))
    .toSorted((a, b) => (a.minute ?? Infinity) - (b.minute ?? Infinity) || a.stoppage - b.stoppage || 0)
}

function readLineUps(given: unknown, say: (note: string) => void): IncomingMatch['lineUps'] {
  if (given === undefined || given === null) return null
  const parsed = z.object({ home: LineUp, away: LineUp }).safeParse(given)
  if (parsed.success) return { home: toLineUp(parsed.data.home), away: toLineUp(parsed.data.away) }
  say(`${toIssues(parsed.error, 'lineUps')}: left out`)
  return null
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

export const sportFormats = defineFormats<SportDelivery>({
  name: 'sport',
  service: 'sport',
  json: [{ name: 'sport', words: 'sport', isOf: isSport, parse: parseSport }],
  async settlePictures(delivery, settle) {
    if (delivery.kind === 'match') return delivery
    const teams = []
    for (const team of delivery.competition.teams) teams.push({ ...team, crest: await settle(team.crest) })
    return { ...delivery, competition: { ...delivery.competition, teams } }
  },
  deliver: (service, delivery) => createClient(SPORT_INTERNAL, service).ingest({ body: { delivery } }),
  open: async (options) => (await import('../service/app.ts')).createSportService({ ...options, checkAnswers: false }),
})

/**
 * The leagues of the demo: one for each publication, with twelve invented clubs and players. Everything follows from a
 * seed and the day: the twelfth matchday was played last Sunday; of the thirteenth, next Sunday, the finished matches.
 */
import { createHash } from 'node:crypto'
import type { IncomingCompetition, IncomingMatch, SportDelivery } from '../contract/sport.ts'
import { toBerlinIso, toDayKey } from '@lokalteil/domain/german'
import { USUAL_RULES } from '../domain/table.ts'
import type { DemoCode } from '@lokalteil/demo/codes'

type Club = readonly [id: string, name: string, short: string, strength: number]
type League = { id: string; name: string; clubs: readonly Club[]; publications: readonly DemoCode[] }

const LEAGUES: readonly League[] = [
  {
    id: 'kreisliga-auenburg',
    name: 'Kreisliga Auenburg',
    publications: ['ak'],
    clubs: [
      ['auenburg-nordend', 'SV Auenburg-Nordend', 'Nordend', 8],
      ['auenburg-rosenthal', 'TSV Auenburg-Rosenthal', 'Rosenthal', 7],
      ['suedvorstadt', 'FC Südvorstadt Auenburg', 'Südvorstadt', 7],
      ['altstadt', 'SG Altstadt Auenburg', 'Altstadt', 6],
      ['laubengang', 'Laubengänger SC Auenburg', 'Laubengänger', 5],
      ['werlaufer', 'SV Werlaufer Steinbrück', 'Werlaufer', 6],
      ['birkfelde', 'Waldsport Birkfelde', 'Birkfelde', 5],
      ['oberlinden', 'Lindenhof Oberlinden', 'Oberlinden', 4],
      ['aueradler', 'Aueradler Wiesenthal', 'Wiesenthal', 5],
      ['muehlgraben', 'SpVgg Mühlgraben Auenburg', 'Mühlgraben', 3],
      ['hohenbuche', 'FC Hohenbuche', 'Hohenbuche', 3],
      ['talheim-dritte', '1. FC Talheim III', 'Talheim III', 4],
    ],
  },
  {
    id: 'kreisliga-untere-aue',
    name: 'Kreisliga Untere Aue',
    publications: ['fb'],
    clubs: [
      ['hafenrode', 'SC Hafenrode', 'Hafenrode', 8],
      ['leuchtturm', 'Leuchtturm Hafenrode', 'Leuchtturm', 6],
      ['kaimauer', 'Kaimauer 24 Hafenrode', 'Kaimauer', 5],
      ['moorbeck', 'Deichgraf Moorbeck', 'Moorbeck', 7],
      ['gruenau', 'Aueknick Grünau', 'Grünau', 6],
      ['klein-luedern', 'SV Klein Lüdern', 'Klein Lüdern', 4],
      ['strandby', 'SG Strandby II', 'Strandby II', 5],
      ['faehrhaus', 'Fährhaus-Elf Hafenrode', 'Fährhaus', 3],
      ['siel', 'Sielwart Moorbeck', 'Sielwart', 4],
      ['kutter', 'Kutterkicker Hafenrode', 'Kutterkicker', 5],
      ['wattrand', 'SpVgg Wattrand', 'Wattrand', 3],
      ['nordheide', 'Heidesport Klein Lüdern', 'Heidesport', 4],
    ],
  },
  {
    id: 'kreisliga-huegelland',
    name: 'Kreisliga Hügelland',
    publications: ['ht'],
    clubs: [
      ['tannau', 'TSV Tannau', 'Tannau', 8],
      ['tannsee', 'Tannsee-Elf', 'Tannsee', 6],
      ['talheim-zweite', '1. FC Talheim II', 'Talheim II', 7],
      ['steinbrueck', 'Brückenkopf Steinbrück', 'Steinbrück', 6],
      ['birkfelder-windrad', 'Windrad Birkfelde', 'Windrad', 5],
      ['hohenbucher', 'FC Hohenbuche II', 'Hohenbuche II', 3],
      ['oberlindener', 'Schwimmbad-SV Oberlinden', 'Oberlinden', 4],
      ['fachwerk', 'Fachwerk Tannau', 'Fachwerk', 5],
      ['streuobst', 'Streuobst-SC Tannau', 'Streuobst', 4],
      ['werlatal', 'SG Werlatal', 'Werlatal', 6],
      ['kniesten', 'Kniesten Talheim', 'Kniesten', 4],
      ['hochwald', 'Hochwald-Bären', 'Hochwald', 3],
    ],
  },
  {
    id: 'stadtklasse-talheim',
    name: 'Stadtklasse Talheim',
    publications: ['la'],
    clubs: [
      ['marktbrunnen', 'Marktbrunnen Talheim', 'Marktbrunnen', 7],
      ['kirchturm', 'Kirchturm-Elf Talheim', 'Kirchturm', 6],
      ['feuerwehr', 'Betriebssport Feuerwehr Talheim', 'Feuerwehr', 5],
      ['baeckerei', 'Bäckerkicker Talheim', 'Bäckerkicker', 4],
      ['oberdorf', 'SV Oberdorf Talheim', 'Oberdorf', 7],
      ['unterdorf', 'SV Unterdorf Talheim', 'Unterdorf', 6],
      ['bahnhof', 'Bahnhofsviertel 09', 'Bahnhof', 5],
      ['gymnasium', 'Ehemalige Gymnasium Talheim', 'Gymnasium', 5],
      ['kleingarten', 'Kleingarten-SC', 'Kleingarten', 3],
      ['brauerei', 'Sudhaus Talheim', 'Sudhaus', 4],
      ['schuetzen', 'Schützenplatz Talheim', 'Schützenplatz', 4],
      ['neubau', 'Neubaugebiet West', 'Neubau West', 3],
    ],
  },
]

const FIRST =
  'Jannis Malte Ole Bjarne Tjark Lennard Matteo Emil Henri Fiete Levin Arne Hauke Till Jesper Mika Rasmus Thore Bosse Kalle'.split(
    ' ',
  )
const LAST =
  'Aukamp Brunsberg Dierksen Ellerbrock Fahrenkamp Gerdhusen Harmstorf Immbeck Jürgenhake Kleinsorge Lüdemoor Mahnstedt Niehoff Ohlendiek Petersborn Quastmann Reddelin Stoffregg Tannhof Ubbendiek Vosskuhl Wedehase Zarnikow Bornhövel'.split(
    ' ',
  )

const LAST_MATCHDAY = 12
const SATURDAY = { begin: '15:30', over: '17:30' }
const SUNDAY = { begin: '14:00', over: '16:00' }
const DAY = 86_400_000

/** The demo's data at this time; unchanged until the next match ends. */
export function listDemoDeliveries(now: Date): { publication: DemoCode; delivery: SportDelivery }[] {
  const sunday = findLastSunday(now)
  return LEAGUES.flatMap((league) => {
    const competition = toCompetition(league, sunday, now)
    return league.publications.map((publication) => ({
      publication,
      delivery: { kind: 'competition' as const, competition },
    }))
  })
}

/** The last Sunday whose matches are finished. */
function findLastSunday(now: Date): string {
  for (let back = 0; ; back += 1) {
    const day = toDayKey(new Date(now.getTime() - back * DAY))
    const isSunday = new Date(`${day}T12:00:00Z`).getUTCDay() === 0
    if (isSunday && toInstant(day, SUNDAY.over) <= now) return day
  }
}

function addDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

function toInstant(day: string, time: string): Date {
  const offset = toBerlinIso(new Date(`${day}T12:00:00Z`)).slice(-6)
  return new Date(`${day}T${time}:00${offset}`)
}

function toCompetition({ id, name, clubs }: League, sunday: string, now: Date): IncomingCompetition {
  const nextSaturday = toInstant(addDay(sunday, 6), SATURDAY.over)
  const updated = (nextSaturday <= now ? nextSaturday : toInstant(sunday, SUNDAY.over)).toISOString()
  const year = Number(sunday.slice(0, 4)) - (Number(sunday.slice(5, 7)) < 7 ? 1 : 0)
  return {
    id,
    updated,
    status: 'usable',
    name,
    season: `${year}/${String(year + 1).slice(2)}`,
    sport: 'football',
    source: 'Beispieldaten (erfundene Liga)',
    rules: { ...USUAL_RULES, order: [...USUAL_RULES.order], deductions: [], up: 1, down: 2 },
    teams: clubs.map(([team, clubName, short]) => ({ id: team, name: clubName, short, crest: null })),
    matches: listPairings(clubs.length).flatMap((pairings, index) =>
      pairings.map(([home, away], place) =>
        toMatch({ id, clubs }, index + 1, [clubs[home]!, clubs[away]!], place, sunday, updated, now),
      ),
    ),
    isWhole: true,
    table: null,
  }
}

/** Every club plays every other at home and away: the circle method. */
function listPairings(count: number): [number, number][][] {
  const first = Array.from({ length: count - 1 }, (_, round) =>
    Array.from({ length: count / 2 }, (_unused, place): [number, number] => {
      const left = place === 0 ? count - 1 : (round + place) % (count - 1)
      const right = (round - place + count - 1) % (count - 1)
      return (round + place) % 2 === 0 ? [left, right] : [right, left]
    }),
  )
  return [...first, ...first.map((round) => round.map(([home, away]): [number, number] => [away, home]))]
}

function toMatch(
  { id: league }: Pick<League, 'id' | 'clubs'>,
  matchday: number,
  [home, away]: readonly [Club, Club],
  place: number,
  sunday: string,
  updated: string,
  now: Date,
): IncomingMatch {
  const isSaturday = place === 5
  const day = addDay(sunday, (matchday - LAST_MATCHDAY) * 7 - (isSaturday ? 1 : 0))
  const times = isSaturday ? SATURDAY : SUNDAY
  const begin = toInstant(day, times.begin)
  const isPlayed = matchday <= LAST_MATCHDAY || toInstant(day, times.over) <= now
  const random = createRandom(`${league} ${matchday} ${home[0]}`)
  const isDetailed = isPlayed && matchday >= LAST_MATCHDAY - 1
  const hasTicker = matchday === LAST_MATCHDAY && place === 0
  const goals = isPlayed ? toGoals(random, home, away, league) : []
  const last = goals.at(-1)?.score ?? { home: 0, away: 0 }
  const half = goals.findLast(({ minute }) => minute <= 45)?.score ?? { home: 0, away: 0 }
  const substitutions = isDetailed ? toSubstitutions(random, home, away, league) : []
  const cards = isDetailed ? toCards(random, home, away, league) : []
  return {
    id: `${matchday}-${home[0]}-${away[0]}`.slice(0, 80),
    updated,
    matchday,
    round: '',
    kickoff: begin.toISOString(),
    isTimeOpen: matchday > LAST_MATCHDAY + 4,
    place: `Sportplatz ${home[2]}`,
    status: isPlayed ? 'finished' : 'scheduled',
    score: isPlayed ? last : null,
    halfTime: isPlayed ? half : null,
    afterExtraTime: null,
    penalties: null,
    goals,
    cards,
    substitutions,
    lineUps: isDetailed ? { home: toLineUp(league, home), away: toLineUp(league, away) } : null,
    ticker: hasTicker ? toTicker(begin, goals, substitutions, cards, [home, away]) : [],
    referee: isDetailed ? nameOf(random) : '',
    spectators: isDetailed ? 40 + Math.floor(random() * 240) : null,
    home: home[0],
    away: away[0],
  }
}

type Random = () => number
/** All minutes are known here. */
type Timed<Name extends 'goals' | 'cards' | 'substitutions'> = (IncomingMatch[Name][number] & { minute: number })[]
type Pair = readonly [Club, Club]

function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const nameOf = (random: Random): string => `${pick(random, FIRST)} ${pick(random, LAST)}`

/** Sixteen players of a club, each once. */
function squadOf(league: string, club: Club): string[] {
  const random = createRandom(`${league} ${club[0]}`)
  const names = new Set<string>()
  while (names.size < 16) names.add(nameOf(random))
  return [...names]
}

function toLineUp(league: string, club: Club) {
  const toPlayer = (name: string, index: number) => ({ number: index + 1, name, isCaptain: index === 5 })
  const squad = squadOf(league, club).map(toPlayer)
  return {
    start: squad.slice(0, 11),
    bench: squad.slice(11),
    coach: nameOf(createRandom(`${league} ${club[0]} bench`)),
  }
}

function toGoals(random: Random, home: Club, away: Club, league: string): Timed<'goals'> {
  const most = (own: Club, other: Club, bonus: number) =>
    Math.min(6, Math.floor(random() * (1.6 + (own[3] - other[3]) * 0.35 + bonus) + random() * 1.8))
  const counts = { home: Math.max(0, most(home, away, 0.6)), away: Math.max(0, most(away, home, 0)) }
  const sides = [
    ...Array.from({ length: counts.home }, () => 'home' as const),
    ...Array.from({ length: counts.away }, () => 'away' as const),
  ]
  const timed = sides
    .map((side) => ({ side, minute: 2 + Math.floor(random() * 88) }))
    .toSorted((a, b) => a.minute - b.minute)
  const score = { home: 0, away: 0 }
  return timed.map(({ side, minute }) => {
    score[side] += 1
    const scorer = pick(random, squadOf(league, side === 'home' ? home : away).slice(3, 11))
    return { minute, stoppage: 0, side, scorer, kind: random() < 0.12 ? 'penalty' : 'goal', score: { ...score } }
  })
}

function toSubstitutions(random: Random, home: Club, away: Club, league: string): Timed<'substitutions'> {
  return (['home', 'away'] as const)
    .flatMap((side) => {
      const squad = squadOf(league, side === 'home' ? home : away)
      return [0, 1, 2].map((index) => ({
        minute: 55 + index * 10 + Math.floor(random() * 8),
        stoppage: 0,
        side,
        off: squad[4 + index * 2]!,
        on: squad[11 + index]!,
      }))
    })
    .toSorted((a, b) => a.minute - b.minute)
}

function toCards(random: Random, home: Club, away: Club, league: string): Timed<'cards'> {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const side = random() < 0.5 ? ('home' as const) : ('away' as const)
    const player = pick(random, squadOf(league, side === 'home' ? home : away).slice(1, 11))
    return { minute: 12 + Math.floor(random() * 76), stoppage: 0, side, player, card: 'yellow' as const }
  }).toSorted((a, b) => a.minute - b.minute)
}

/** From the kick-off to the end; the break takes real time. */
function toTicker(
  begin: Date,
  goals: Timed<'goals'>,
  substitutions: Timed<'substitutions'>,
  cards: Timed<'cards'>,
  [home, away]: Pair,
): IncomingMatch['ticker'] {
  const sideOf = (side: 'home' | 'away') => (side === 'home' ? home : away)[2]
  const at = (minute: number) => new Date(begin.getTime() + (minute + (minute > 45 ? 16 : 0)) * 60_000).toISOString()
  const events = [
    ...goals.map(({ minute, side, scorer, score }) => ({
      minute,
      headline: `Tor für ${sideOf(side)}: ${score!.home}:${score!.away}`,
      text: `${scorer} trifft.`,
      isImportant: true,
    })),
    ...substitutions.map(({ minute, side, on, off }) => ({
      minute,
      headline: '',
      text: `Wechsel bei ${sideOf(side)}: ${on} kommt für ${off}.`,
      isImportant: false,
    })),
    ...cards.map(({ minute, side, player }) => ({
      minute,
      headline: '',
      text: `Gelbe Karte für ${player} (${sideOf(side)}).`,
      isImportant: false,
    })),
    { minute: 1, headline: 'Anpfiff', text: `${home[1]} empfängt ${away[1]}.`, isImportant: false },
    { minute: 46, headline: 'Weiter geht es', text: 'Der Ball rollt wieder.', isImportant: false },
    { minute: 90, headline: 'Schluss', text: 'Das Spiel ist aus.', isImportant: true },
  ].toSorted((a, b) => b.minute - a.minute)
  return events.map(({ minute, ...event }, index) => ({
    id: String(events.length - index),
    time: at(minute),
    label: `${minute}.`,
    ...event,
  }))
}

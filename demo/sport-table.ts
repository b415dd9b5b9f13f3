/**
 * Results and table of the invented Regionalliga Nord-Ost after the Friday match of the 17th day, as printed in article
 * 30033. Kick-offs lie around the first start: one match played, four on the next afternoon, four a day later.
 */
import type { SportWidget } from '@lokalteil/contracts/content'
import { toBerlinIso } from '@lokalteil/domain/german'
import { openEdition } from './edition.ts'

type Row = readonly [team: string, wins: number, draws: number, losses: number, scored: number, conceded: number]

/** In the order of the table. */
export const TABLE: readonly Row[] = [
  ['VfR Kronsfelde', 8, 6, 2, 34, 12],
  ['VfL Kaltenfurt', 8, 5, 3, 28, 18],
  ['SpVgg Brackenau', 9, 2, 5, 25, 21],
  ['1. FC Talheim', 7, 7, 3, 34, 27],
  ['SV Rot-Weiß Nordau', 8, 4, 5, 23, 20],
  ['FC Eintracht Mühlhagen', 7, 5, 4, 21, 19],
  ['SV Ehrenforst', 6, 4, 6, 23, 26],
  ['FSV Grafenrode', 6, 4, 6, 20, 23],
  ['SSV Borkenstein', 5, 6, 5, 17, 21],
  ['SV Hasselbeck', 4, 8, 4, 24, 24],
  ['FC Ostermark 09', 5, 5, 6, 22, 22],
  ['SC Heidersbrunn', 5, 5, 6, 15, 19],
  ['TSV Altenwerl', 5, 3, 8, 22, 25],
  ['TSV Rotenmoor', 3, 7, 6, 25, 26],
  ['BSG Stahl Lohfelde', 3, 7, 6, 20, 28],
  ['SG Strandby', 2, 8, 6, 17, 24],
  ['FC Werlabogen', 4, 2, 10, 18, 28],
  ['TuS Weidenrode', 1, 10, 5, 19, 24],
]

const FIRST_DAY: readonly (readonly [home: string, away: string])[] = [
  ['FC Eintracht Mühlhagen', 'VfR Kronsfelde'],
  ['VfL Kaltenfurt', 'SpVgg Brackenau'],
  ['SC Heidersbrunn', 'FC Ostermark 09'],
  ['FSV Grafenrode', 'SG Strandby'],
]
const SECOND_DAY: readonly (readonly [home: string, away: string])[] = [
  ['BSG Stahl Lohfelde', 'SV Ehrenforst'],
  ['TSV Rotenmoor', 'SV Hasselbeck'],
  ['TSV Altenwerl', 'TuS Weidenrode'],
  ['FC Werlabogen', 'SSV Borkenstein'],
]

const HOUR = 3_600_000
/** Hours since the match of the live report 30031. */
const PLAYED_HOURS_AGO = 16.5

export function toSportWidget(now: Date): SportWidget {
  const first = nextAfternoon(now)
  const open = (matches: typeof FIRST_DAY, kickoff: Date) =>
    matches.map(([home, away]) => ({ home, away, homeGoals: null, awayGoals: null, kickoff: kickoff.toISOString() }))
  return {
    league: 'Regionalliga Nord-Ost',
    matchday: '17. Spieltag',
    results: [
      {
        home: '1. FC Talheim',
        away: 'SV Rot-Weiß Nordau',
        homeGoals: 3,
        awayGoals: 2,
        kickoff: openEdition(now).toMoment(PLAYED_HOURS_AGO).toISOString(),
      },
      ...open(FIRST_DAY, first),
      ...open(SECOND_DAY, new Date(first.getTime() + 24 * HOUR)),
    ],
    table: TABLE.map(([team, wins, draws, losses, scored, conceded], index) => ({
      rank: index + 1,
      team,
      played: wins + draws + losses,
      goals: `${scored}:${conceded}`,
      difference: scored - conceded,
      points: wins * 3 + draws,
    })),
  }
}

/** 14.00 in Berlin, today or tomorrow. */
function nextAfternoon(now: Date): Date {
  const local = toBerlinIso(now)
  const today = new Date(`${local.slice(0, 10)}T14:00:00${local.slice(-6)}`)
  return today > now ? today : new Date(today.getTime() + 24 * HOUR)
}

/** Texts of tables, results and matches. */
import { formatDate, formatDay, formatTime } from '@lokalteil/domain/german'
import { isRunning, type MatchStatus, type Score, type Sport } from '../domain/sport.ts'

/** `over`: as newspapers write it behind the score. `on`: while it is played. */
const SHOOTOUTS: Readonly<Record<Sport, { over: string; on: string }>> = {
  football: { over: 'i.\u00a0E.', on: 'Elfmeterschießen' },
  handball: { over: 'im Siebenmeterwerfen', on: 'Siebenmeterwerfen' },
  hockey: { over: 'im Penaltyschießen', on: 'Penaltyschießen' },
  'ice-hockey': { over: 'im Penaltyschießen', on: 'Penaltyschießen' },
  basketball: { over: 'im Entscheidungswerfen', on: 'Entscheidungswerfen' },
  volleyball: { over: 'im Entscheidungsspiel', on: 'Entscheidungsspiel' },
  other: { over: 'in der Entscheidung', on: 'Entscheidung' },
}
const PENALTIES: Readonly<Record<Sport, string>> = {
  football: 'Elfmeter',
  handball: 'Siebenmeter',
  hockey: 'Siebenmeter',
  'ice-hockey': 'Penalty',
  basketball: 'Freiwurf',
  volleyball: '',
  other: 'Strafstoß',
}

type Decision = { status: MatchStatus; afterExtraTime: Score | null; penalties: Score | null }

export const sportTexts = {
  results: 'Ergebnisse',
  table: 'Tabelle',
  rank: 'Platz',
  rankShort: 'Pl.',
  team: 'Mannschaft',
  played: 'Spiele',
  playedShort: 'Sp.',
  goals: 'Tore',
  difference: 'Tordifferenz',
  differenceShort: 'Diff.',
  points: 'Punkte',
  pointsShort: 'Pkt.',
  kickoff: (day: string, time: string) => `${day}, ${time} Uhr`,
  against: 'gegen',
  open: '–:–',
  notPlayed: 'noch nicht gespielt',
  scoreToCome: 'Ergebnis folgt',
  title: 'Ergebnisse und Tabellen',
  intro: 'Ligen der Region: Tabellen, Ergebnisse, Ansetzungen und Spielberichte mit Torfolge und Aufstellungen.',
  empty: 'Noch gibt es keine Ergebnisse',
  leagues: 'Wettbewerbe',
  season: (season: string) => `Saison ${season}`,
  won: 'Siege',
  wonShort: 'S',
  drawn: 'Unentschieden',
  drawnShort: 'U',
  lost: 'Niederlagen',
  lostShort: 'N',
  form: 'Letzte Spiele',
  forms: { win: 'Sieg', draw: 'Unentschieden', loss: 'Niederlage' },
  formLetters: { win: 'S', draw: 'U', loss: 'N' },
  zones: { up: 'Aufstiegsplatz', down: 'Abstiegsplatz' },
  deduction: (team: string, points: number, reason: string) =>
    `${team}: ${points === 1 ? 'ein Punkt' : `${points} Punkte`} Abzug${reason === '' ? '' : ` (${reason})`}`,
  computed: 'Die Tabelle ist aus den Ergebnissen errechnet.',
  source: (source: string) => `Quelle: ${source}`,
  matchday: (number: number, label: string) => (label === '' ? `${number}. Spieltag` : label),
  matchdays: 'Spieltage',
  earlier: 'Voriger',
  later: 'Nächster',
  choose: 'Alle Spieltage',
  latest: 'Letzte Ergebnisse',
  next: 'Nächste Spiele',
  noMatches: 'Für diesen Spieltag ist noch nichts angesetzt.',
  wholeTable: 'Ganze Tabelle',
  allMatches: 'Alle Spiele',
  at: (kickoff: Date, isTimeOpen: boolean) =>
    isTimeOpen ? formatDate(kickoff) : `${formatDate(kickoff)}, ${formatTime(kickoff)} Uhr`,
  dayOf: (kickoff: Date) => formatDay(kickoff),
  time: (kickoff: Date, isTimeOpen: boolean) => (isTimeOpen ? 'Uhrzeit offen' : `${formatTime(kickoff)} Uhr`),
  pairing: (home: string, away: string) => `${home} – ${away}`,
  status: {
    scheduled: '',
    live: 'Live',
    'half-time': 'Halbzeit',
    finished: 'Beendet',
    postponed: 'Verlegt',
    cancelled: 'Abgesagt',
    abandoned: 'Abgebrochen',
    awarded: 'Wertung',
  } satisfies Record<MatchStatus, string>,
  halfTime: (home: number, away: number) => `Halbzeit ${home}:${away}`,
  scored: (home: number, away: number) => `${home}:${away}`,
  regularTime: (home: number, away: number) => `Nach regulärer Spielzeit ${home}:${away}`,
  /** "n. V., 4:5 i. E."; '' if regular time decided. While it is played "Verlängerung" or "Elfmeterschießen 3:2". */
  decision(sport: Sport, { status, afterExtraTime, penalties }: Decision): string {
    const { over, on } = SHOOTOUTS[sport]
    const shots = penalties === null ? null : `${penalties.home}:${penalties.away}`
    if (isRunning(status)) return shots === null ? (afterExtraTime === null ? '' : 'Verlängerung') : `${on} ${shots}`
    const extra = afterExtraTime === null ? null : 'n.\u00a0V.'
    return [extra, shots === null ? null : `${shots} ${over}`].filter((part) => part !== null).join(', ')
  },
  goalList: 'Torfolge',
  kind: (sport: Sport, kind: 'goal' | 'penalty' | 'own') =>
    kind === 'penalty' ? PENALTIES[sport] : kind === 'own' ? 'Eigentor' : '',
  unknownScorer: 'Tor',
  cards: 'Karten',
  cardNames: { yellow: 'Gelbe Karte', 'yellow-red': 'Gelb-Rote Karte', red: 'Rote Karte' },
  substitutions: 'Wechsel',
  substitution: (on: string, off: string) => `${on} für ${off}`,
  lineUps: 'Aufstellungen',
  bench: 'Bank',
  coach: 'Trainerin/Trainer',
  captain: 'Kapitänin/Kapitän',
  ticker: 'Ticker',
  referee: 'Schiedsrichterin/Schiedsrichter',
  place: 'Ort',
  spectators: 'Zuschauerzahl',
  minute: (minute: number | null, stoppage: number) =>
    minute === null ? '' : `${minute}${stoppage > 0 ? `+${stoppage}` : ''}.`,
  newScore: (home: string, away: string, own: number, other: number) =>
    `Neuer Spielstand: ${home} ${own}, ${away} ${other}`,
  follows: 'Diese Seite zeigt Neues von selbst.',
  rankLine: (rank: number, points: number) => `Platz ${rank}, ${points} ${points === 1 ? 'Punkt' : 'Punkte'}`,
  matchesOf: 'Spiele',
  description: (name: string) => `${name}: Tabelle, Ergebnisse und Ansetzungen.`,
  matchDescription: (home: string, away: string, league: string, day: string) =>
    `${home} gegen ${away}, ${league}, ${day}: Spielstand, Tore und Aufstellungen.`,
  teamDescription: (team: string, league: string) => `${team}: alle Spiele und der Platz in der Tabelle (${league}).`,
  from: (publication: string) => `Ein Angebot: ${publication}`,
} as const

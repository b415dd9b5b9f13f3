/** Texts of the games. */
import type { Game, Level } from '@lokalteil/domain/games/games'
import type { Outcome } from '@lokalteil/domain/games/progress'
import { TIP_SECONDS, toCountedSeconds } from '../domain/tips.ts'

const TIPS = `„Tipp“ füllt ein Feld aus und kostet ${TIP_SECONDS} Sekunden. Stammt die Hälfte oder mehr aus Tipps, zählt das Rätsel nicht für Serie und Bestzeit.`

type GameTexts = { title: string; teaser: string; help: readonly string[] }

export const gameTexts = {
  title: 'Spiele',
  intro: 'Jeden Tag um Mitternacht neu, für alle Leserinnen und Leser dasselbe.',
  keeping: {
    device: 'Ihr Spielstand bleibt auf diesem Gerät.',
    guest: 'Ihr Spielstand bleibt auf diesem Gerät. Melden Sie sich an, haben Sie ihn auf allen Ihren Geräten.',
    account: 'Ihr Spielstand gehört zu Ihrem Konto und ist auf allen Ihren Geräten derselbe.',
  },
  today: 'Heute',
  todaysGames: 'Die Spiele des Tages',
  play: 'Spielen',
  resume: 'Weiterspielen',
  state: { new: 'Neu', open: 'Begonnen', won: 'Gelöst', helped: 'Mit Tipps aufgelöst', lost: 'Nicht gelöst' },
  wonIn: (time: string) => `Gelöst in ${time}`,
  streak: (days: number) => (days === 1 ? '1 Tag in Folge' : `${days} Tage in Folge`),
  streakLabel: 'Serie',
  best: (time: string) => `Ihre Bestzeit: ${time}`,
  levels: {
    leicht: 'Leicht',
    mittel: 'Mittel',
    schwer: 'Schwer',
    experte: 'Experte',
  } satisfies Record<Level, string>,
  levelNav: 'Schwierigkeit',
  archive: 'Archiv',
  archiveIntro: 'Die letzten 30 Tage zum Nachspielen',
  archiveOf: (day: string) => `Rätsel vom ${day}`,
  help: 'So geht es',
  newDay: 'Ein neuer Tag, ein neues Rätsel:',
  newDayLink: 'Zum Rätsel von heute',
  noScript: 'Zum Spielen braucht diese Seite JavaScript. Das Rätsel können Sie auch so lesen und ausdrucken.',
  time: 'Zeit',
  pause: 'Pause',
  goOn: 'Weiter',
  paused: 'Pausiert',
  undo: 'Zurücknehmen',
  check: 'Prüfen',
  hint: 'Tipp',
  restart: 'Von vorn',
  restartSure: 'Alles verwerfen und von vorn beginnen?',
  print: 'Drucken',
  contrast: 'Hoher Kontrast',
  solution: 'Lösung',
  solutionOf: (title: string) => `${title}: Lösung`,
  allRight: 'Bis hierher stimmt alles.',
  mistakes: (count: number) => (count === 1 ? 'Ein Feld stimmt nicht.' : `${count} Felder stimmen nicht.`),
  /** The result of a puzzle with tips; '' while it is open. */
  ending: (outcome: Outcome, seconds: number, tips: number, open: number): string => {
    if (outcome === 'helped')
      return `Mit Tipps aufgelöst: ${tips} von ${open} Feldern. Das zählt nicht für Serie und Bestzeit.`
    if (outcome !== 'won') return ''
    const time = formatClock(seconds)
    if (tips === 0) return `Gelöst in ${time}. Glückwunsch!`
    const counted = formatClock(toCountedSeconds(seconds, tips))
    return `Gelöst in ${time} mit ${tips === 1 ? 'einem Tipp' : `${tips} Tipps`}. Glückwunsch! Als Zeit zählen ${counted}.`
  },
  empty: 'leer',
  given: 'vorgegeben',
  wrong: 'falsch',
  row: (row: number) => `Zeile ${row}`,
  place: (row: number, column: number) => `Zeile ${row}, Spalte ${column}`,
  erase: 'Löschen',
  tools: 'Werkzeuge',
  more: 'Mehr Spiele',
  noPicture: 'Noch hat die Zeitung kein Bild, aus dem sich ein Puzzle machen ließe.',
  games: {
    sudoku: {
      title: 'Sudoku',
      teaser: 'Neun Ziffern, neun Blöcke, eine Lösung – in vier Stufen.',
      help: [
        'Tragen Sie in jede Zeile, jede Spalte und jeden der neun Blöcke die Ziffern 1 bis 9 ein, jede genau einmal. Es gibt genau eine Lösung.',
        'Wählen Sie ein Feld und eine Ziffer. Mit „Notizen“ merken Sie sich, was in einem Feld stehen könnte.',
        'Tastatur: Pfeile bewegen, Ziffern tragen ein, N schaltet die Notizen um, Rücktaste löscht, Strg+Z nimmt zurück.',
        TIPS,
      ],
    },
    kakuro: {
      title: 'Kakuro',
      teaser: 'Das Kreuzworträtsel der Zahlen: Jede Reihe ergibt ihre Summe.',
      help: [
        'Tragen Sie Ziffern von 1 bis 9 ein. Die Zahl am Anfang einer Reihe ist deren Summe: rechts oben für die Felder waagrecht, links unten für die Felder senkrecht.',
        'In einer Reihe kommt keine Ziffer doppelt vor. Es gibt genau eine Lösung.',
        'Beginnen Sie, wo es wenig Möglichkeiten gibt: 3 in zwei Feldern sind immer 1 und 2, 17 immer 8 und 9.',
        'Tastatur: Pfeile bewegen, Ziffern tragen ein, N schaltet die Notizen um, Rücktaste löscht, Strg+Z nimmt zurück.',
        TIPS,
      ],
    },
    wortraten: {
      title: 'Wortraten',
      teaser: 'Fünf Buchstaben, sechs Versuche.',
      help: [
        'Erraten Sie ein Wort mit fünf Buchstaben in höchstens sechs Versuchen. Nach jedem Versuch sehen Sie, welche Buchstaben stimmen.',
        'Ausgefüllt mit Haken: richtig und an der richtigen Stelle. Umrandet mit Punkt: kommt vor, aber anderswo. Grau: kommt nicht (noch einmal) vor.',
        'Ä, Ö, Ü und ß sind eigene Buchstaben und werden nicht umschrieben: „Größe“ hat fünf Buchstaben, „Groesse“ gibt es hier nicht. Groß- und Kleinschreibung spielt keine Rolle.',
        'Kennt unsere Liste ein Wort nicht, zählt es, wenn Sie es ein zweites Mal bestätigen.',
      ],
    },
    'schiffe-versenken': {
      title: 'Schiffe versenken',
      teaser: 'Zehn Schiffe liegen verborgen. Finden Sie sie mit wenigen Schüssen.',
      help: [
        'Im Raster liegen zehn Schiffe: eines mit vier Feldern, zwei mit drei, drei mit zwei und vier mit einem. Sie liegen waagrecht oder senkrecht und berühren sich nie, auch nicht an den Ecken.',
        'Die Zahlen am Rand sagen, wie viele Felder der Zeile oder Spalte zu Schiffen gehören. So wird aus dem Raten ein Überlegen.',
        'Ein Schuss trifft, geht daneben oder versenkt. Sicheres Wasser wird von selbst eingezeichnet. Je weniger Schüsse, desto besser.',
        'Tastatur: Pfeile bewegen, Eingabe schießt, M merkt ein Feld als Wasser vor.',
      ],
    },
    kreuzwortraetsel: {
      title: 'Kreuzworträtsel',
      teaser: 'Das klassische Rätsel, waagrecht und senkrecht.',
      help: [
        'Wählen Sie ein Feld oder eine Frage und schreiben Sie die Antwort. Noch einmal auf dasselbe Feld getippt, wechselt die Richtung.',
        'Die getönten Felder tragen die Nummern der Fragen; der Pfeil zeigt, wohin die Antwort läuft.',
        'Umlaute werden aufgelöst, wie es bei Kreuzworträtseln üblich ist: Ä wird AE, Ö wird OE, Ü wird UE und ß wird SS. Tippen Sie „ä“, schreibt das Rätsel von selbst „AE“.',
        'Tastatur: Pfeile bewegen, Leertaste wechselt die Richtung, Eingabe führt zur nächsten Frage, Rücktaste löscht, Strg+Z nimmt zurück.',
        TIPS,
      ],
    },
    puzzle: {
      title: 'Puzzle',
      teaser: 'Ein Bild aus der Zeitung, in Stücke geschnitten.',
      help: [
        'Die Teile eines Bildes liegen durcheinander. Wählen Sie ein Teil und dann den Platz, mit dem es tauschen soll, bis das Bild stimmt.',
        'Teile, die richtig liegen, verlieren ihren Rand.',
        'Tastatur: Pfeile bewegen, Eingabe nimmt ein Teil auf und tauscht es, Esc legt es zurück, Strg+Z nimmt zurück.',
      ],
    },
    segelboot: {
      title: 'Segelboot',
      teaser: 'Kreuzen Sie den Fluss hinauf, gegen Wind und Strömung.',
      help: [
        'Bringen Sie das Boot flussaufwärts ins Ziel. Gegen den Wind fährt kein Boot: Wer zu hoch am Wind steuert, bleibt stehen und treibt zurück. Fahren Sie im Zickzack und wenden Sie vor dem Ufer.',
        'Der Pfeil oben links zeigt, woher der Wind weht; er dreht unterwegs. Jede Berührung des Ufers kostet drei Sekunden.',
        '„In Ruhe“ bewegt sich das Boot nur, wenn Sie etwas wählen: immer eine Sekunde weit.',
        'Tastatur: Pfeil links und rechts steuern, Leertaste wendet, Pfeil nach oben hält in Ruhe den Kurs.',
      ],
    },
  } satisfies Record<Game, GameTexts>,
  sudoku: {
    label: 'Sudoku, neun Zeilen und neun Spalten',
    notes: 'Notizen',
    notesOf: (digits: string) => `Notizen ${digits}`,
    digits: 'Ziffern',
  },
  kakuro: {
    label: (size: number) => `Kakuro, ${size} Zeilen und ${size} Spalten`,
    across: (sum: number) => `waagrecht ${sum}`,
    down: (sum: number) => `senkrecht ${sum}`,
    sums: 'Summe',
    blank: 'schwarz',
  },
  words: {
    label: 'Versuche',
    keyboard: 'Tastatur',
    enter: 'Eingabe',
    guess: (index: number) => `Versuch ${index}`,
    marks: { hit: 'richtig', near: 'woanders', miss: 'nicht' },
    tooShort: 'Fünf Buchstaben, bitte.',
    again: 'Dieses Wort haben Sie schon versucht.',
    unknown: (word: string) =>
      `„${word}“ kennt unsere Liste nicht. Bestätigen Sie noch einmal, wenn es trotzdem zählen soll.`,
    won: (count: number) => (count === 1 ? 'Im ersten Versuch erraten!' : `In ${count} Versuchen erraten.`),
    lost: (word: string) => `Das Wort war „${word}“.`,
    share: 'Ergebnis kopieren',
    shared: 'Das Ergebnis ist kopiert.',
    shareHead: (publication: string, day: string, count: string) => `Wortraten · ${publication} · ${day} · ${count}/6`,
    distribution: 'Tastaturfarben zeigen, was Sie von einem Buchstaben wissen.',
  },
  jigsaw: {
    label: (rows: number, columns: number) => `Bild aus ${rows} mal ${columns} Teilen`,
    tile: (place: string, tile: number) => `${place}: Teil ${tile}`,
    right: 'liegt richtig',
    held: 'aufgenommen',
    count: (right: number, all: number) => `${right} von ${all} richtig`,
    from: 'Aus dem Artikel:',
    credit: (credit: string) => `Foto: ${credit}`,
  },
  sailing: {
    label: 'Fluss mit Segelboot, von oben gesehen',
    start: 'Ablegen',
    again: 'Noch einmal',
    calm: 'In Ruhe',
    port: 'Backbord',
    starboard: 'Steuerbord',
    ahead: 'Kurs halten',
    tack: 'Wende',
    wind: 'Wind',
    left: (metres: number) => `Noch ${metres} Meter`,
    told: (metres: number, speed: number, bank: string) => `Noch ${metres} Meter, Fahrt ${speed}, ${bank}`,
    luffing: 'Zu hoch am Wind',
    bankPort: 'linkes Ufer nah',
    bankStarboard: 'rechtes Ufer nah',
    free: 'freies Wasser',
    ashore: 'Grundberührung: drei Sekunden.',
    arrived: (seconds: string) => `Im Ziel nach ${seconds} Sekunden.`,
    best: (seconds: string) => `Ihre beste Fahrt: ${seconds} Sekunden`,
  },
  crossword: {
    label: (rows: number, columns: number) => `Kreuzworträtsel, ${rows} Zeilen und ${columns} Spalten`,
    across: 'Waagrecht',
    down: 'Senkrecht',
    number: (number: number, direction: string) => `Frage ${number} ${direction}`,
    clue: (number: number, direction: string, clue: string, length: number) =>
      `${number} ${direction}: ${clue} (${length})`,
    letter: (letter: string, index: number, word: string) => `${letter}, Buchstabe ${index} von ${word}`,
    previous: 'Vorige Frage',
    next: 'Nächste Frage',
    keyboard: 'Tastatur',
  },
  ships: {
    label: 'Meer, zehn Zeilen und zehn Spalten',
    unknown: 'unbekannt',
    states: { miss: 'Wasser', hit: 'Treffer', sunk: 'versenkt' },
    water: 'sicher Wasser',
    marked: 'als Wasser vorgemerkt',
    inLine: (count: number) => (count === 1 ? '1 Schiffsfeld' : `${count} Schiffsfelder`),
    fleet: 'Flotte',
    ship: (length: number, isSunk: boolean) =>
      `Schiff mit ${length} ${length === 1 ? 'Feld' : 'Feldern'}${isSunk ? ', versenkt' : ''}`,
    shots: (count: number) => (count === 1 ? '1 Schuss' : `${count} Schüsse`),
    won: (shots: number, time: string) => `Alle Schiffe versenkt: ${shots} Schüsse in ${time}.`,
    outcome: { miss: 'Wasser.', hit: 'Treffer!', sunk: 'Treffer, versenkt!' },
    marking: 'Wasser vormerken',
    shooting: 'Schießen',
  },
} as const

/** 4:05, 1:02:09. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

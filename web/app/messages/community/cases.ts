/** Texts of reports, and of complaints about decisions: for comments, condolences and advertisements. */
import { formatDate, formatDateTime } from '@lokalteil/domain/german'
import type { CaseWhat } from '@lokalteil/domain/community/moderation'
import { FALLBACK, REFUSALS } from './comments.ts'

const REPORT_REFUSALS: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'Bitte füllen Sie Grund, Erklärung und E-Mail-Adresse aus und bestätigen Sie Ihre Angaben.',
  TEXT_TOO_SHORT: 'Bitte erklären Sie etwas genauer, was daran nicht in Ordnung ist.',
  FOREIGN: 'Diese Meldung kam nicht von unserer Seite. Bitte prüfen Sie die Angaben und senden Sie sie noch einmal.',
  OFFLINE: 'Sie sind gerade offline. Ihre Angaben bleiben hier stehen.',
  NOT_FOUND: 'Das gibt es nicht mehr.',
  TOO_MANY_ATTEMPTS:
    'In kurzer Zeit sind viele Meldungen eingegangen. Bitte versuchen Sie es in einer Stunde noch einmal.',
}

/** The author and the place of the text. */
const ABOUT: Readonly<Record<CaseWhat, (name: string, title: string) => readonly [string, string]>> = {
  text: (name, title) => [`Beitrag von ${name === '' ? 'einem früheren Mitglied' : name}`, `unter „${title}“`],
  condolence: (name, title) => [`Eintrag von ${name}`, `im Kondolenzbuch für ${title}`],
  candle: (name, title) => [`Kerze von ${name}`, `im Kondolenzbuch für ${title}`],
  home: (name, title) => [`Immobilienanzeige „${title}“`, name === '' ? '' : `von ${name}`],
  job: (name, title) => [`Stellenanzeige „${title}“`, name === '' ? '' : `von ${name}`],
}

export const reportTexts = {
  titles: {
    text: 'Beitrag melden',
    condolence: 'Eintrag melden',
    candle: 'Kerze melden',
    home: 'Anzeige melden',
    job: 'Anzeige melden',
  } satisfies Record<CaseWhat, string>,
  title: 'Melden',
  intro:
    'Sie halten das für rechtswidrig oder für einen Verstoß gegen unsere Regeln? Melden Sie es hier. Ein Konto brauchen Sie dafür nicht.',
  about: (what: CaseWhat, name: string, title: string) => ABOUT[what](name, title),
  ground: 'Grund',
  chooseGround: 'Bitte wählen',
  explanation: 'Was ist daran nicht in Ordnung?',
  explanationHint: 'Bitte so genau wie möglich. Bei Rechtsverstößen: welches Recht, und woran Sie das erkennen.',
  name: 'Ihr Name (freiwillig)',
  email: 'Ihre E-Mail-Adresse',
  emailHint: 'Für die Eingangsbestätigung und das Ergebnis. Wer das veröffentlicht hat, erfährt sie nicht.',
  goodFaith: 'Ich versichere nach bestem Wissen, dass meine Angaben richtig und vollständig sind.',
  send: 'Meldung senden',
  sending: 'Wird gesendet …',
  sentTitle: 'Ihre Meldung ist eingegangen',
  sent: (number: string) =>
    `Vorgang ${number}. Die Bestätigung ist per E-Mail unterwegs; das Ergebnis teilen wir Ihnen ebenso mit.`,
  refusal: (code: string) => REPORT_REFUSALS[code] ?? REFUSALS[code] ?? FALLBACK,
  goneTitle: 'Das gibt es nicht mehr',
  gone: 'Was Sie melden wollten, wurde inzwischen entfernt oder ist abgelaufen.',
  back: 'Zurück',
} as const

const COMPLAINT_REFUSALS: Readonly<Record<string, string>> = {
  TEXT_TOO_SHORT: 'Bitte erklären Sie etwas genauer, warum Sie die Entscheidung für falsch halten.',
  TEXT_TOO_LONG: 'Das ist zu lang. Möglich sind 1.500 Zeichen.',
  NOT_OPEN: 'Zu dieser Entscheidung liegt schon eine Beschwerde vor, oder die Frist ist vorbei.',
  FOREIGN: 'Das kam nicht von unserer Seite. Bitte prüfen Sie Ihren Text und senden Sie ihn noch einmal.',
  TOO_MANY_ATTEMPTS: 'Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
}

export const complaintTexts = {
  title: 'Unsere Entscheidung und Ihre Beschwerde',
  intros: {
    text: 'Wir haben Ihren Beitrag entfernt.',
    condolence: 'Wir haben Ihren Eintrag im Kondolenzbuch nicht veröffentlicht oder entfernt.',
    candle: 'Wir haben Ihre Kerze im Kondolenzbuch nicht veröffentlicht oder entfernt.',
    home: 'Wir haben Ihre Immobilienanzeige entfernt.',
    job: 'Wir haben Ihre Stellenanzeige entfernt.',
  } satisfies Record<CaseWhat, string>,
  decidedAt: (at: string) => `Entschieden am ${formatDateTime(new Date(at))} von der Redaktion, nicht automatisch.`,
  ground: 'Grund',
  facts: 'Begründung',
  heading: 'Beschwerde einlegen',
  text: 'Warum halten Sie die Entscheidung für falsch?',
  until: (at: string) => `Möglich bis zum ${formatDate(new Date(at))}, kostenlos.`,
  over: 'Die Frist für eine Beschwerde ist vorbei.',
  send: 'Beschwerde senden',
  states: {
    open: 'Ihre Beschwerde liegt uns vor. Die Redaktion prüft sie; die Antwort kommt per E-Mail.',
    upheld: 'Wir sind bei unserer Entscheidung geblieben.',
    reversed: 'Wir haben Ihrer Beschwerde stattgegeben.',
  },
  yours: 'Ihre Beschwerde',
  answer: 'Unsere Antwort',
  courts:
    'Daneben können Sie sich an eine zugelassene außergerichtliche Streitbeilegungsstelle (Art. 21 DSA) oder an die Gerichte wenden.',
  refusal: (code: string) => COMPLAINT_REFUSALS[code] ?? FALLBACK,
} as const

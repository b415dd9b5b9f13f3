/** Texts of codes, invitations and household seats (S2.3-03, S2.3-04). They never tell why a code is invalid. */
import { formatDate, formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { INVITATION_LIMITS, type InvitationFault } from '@lokalteil/domain/commerce/invitations'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'

const longDay = (day: Day) => formatLongDate(new Date(`${day}T12:00:00Z`))

/** Messages for refusals of any of these calls, by code. */
const REFUSALS: Readonly<Partial<Record<string, string>>> = {
  NOT_LOGGED_IN: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  OFFLINE: 'Sie sind gerade offline. Bitte versuchen Sie es wieder, sobald Sie verbunden sind.',
  EMAIL_NOT_VERIFIED: 'Bitte bestätigen Sie zuerst Ihre eigene E-Mail-Adresse mit dem Link in unserer E-Mail.',
  TOO_MANY_INVITATIONS:
    'So viele Einladungen können Sie heute nicht mehr verschicken. Ihren Link können Sie jederzeit selbst weitergeben.',
  TOO_MANY_ATTEMPTS:
    'Das waren zu viele Versuche. Bitte warten Sie eine Viertelstunde und versuchen Sie es dann noch einmal.',
  TOO_MANY_LINKS: 'Heute können Sie keine weiteren Links erstellen. Bitte versuchen Sie es morgen noch einmal.',
  NO_SEAT_LEFT: 'Alle Plätze sind vergeben. Beenden Sie einen, um ihn neu zu vergeben.',
  OTHER_HOUSEHOLD: 'Sie lesen schon in einem Haushalt mit. Geben Sie diesen Platz zuerst zurück.',
  INVALID_LINK: 'Dieser Link ist ungültig, abgelaufen oder wurde bereits verwendet. Bitten Sie um einen neuen.',
  NOT_FOUND: 'Das gibt es nicht mehr. Bitte laden Sie die Seite neu.',
}

export const readerPartTexts = {
  refusal: (code: string) =>
    REFUSALS[code] ?? 'Das hat gerade nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
  loggedOutTitle: 'Bitte melden Sie sich an',
  loggedOut: 'Nach der Anmeldung geht es hier weiter.',
  login: 'Anmelden',
  failedTitle: 'Die Seite konnte nicht geladen werden',
  failed: 'Bitte versuchen Sie es gleich noch einmal.',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen.',
  needsScript:
    'Dafür wird JavaScript gebraucht. Bitte schalten Sie es in Ihrem Browser ein und laden Sie die Seite neu.',
  copy: 'Link kopieren',
  copied: 'Link kopiert.',
  notCopied: 'Bitte markieren Sie den Link und kopieren Sie ihn.',
}

export const codeTexts = {
  title: 'Code einlösen',
  intro: 'Sie haben einen Gutschein oder einen Zugangscode bekommen? Hier lösen Sie ihn ein.',
  label: 'Code',
  hint: 'Er besteht aus zwei bis vier Gruppen mit je vier Zeichen. Groß- und Kleinschreibung, Bindestriche und Leerzeichen sind egal.',
  placeholder: 'ABCD-EFGH-JKLM',
  submit: 'Einlösen',
  sending: 'Ihr Code wird geprüft.',
  required: 'Bitte geben Sie Ihren Code ein.',
  invalid: 'Dieser Code ist ungültig oder wurde bereits verwendet.',
  hasIt: 'Das haben Sie schon: Ihr Abo enthält alles, was dieser Code freischaltet.',
  hasItAdvice: 'Der Code bleibt gültig. Sie können ihn weitergeben oder später einlösen.',
  done: 'Ihr Code wurde eingelöst.',
  access: (product: string, startsOn: Day, endsOn: Day, today: Day) =>
    `„${product}“ ist ${startsOn > today ? `vom ${longDay(startsOn)} ` : ''}bis zum ${longDay(endsOn)} für Sie freigeschaltet. Der Zugang endet von selbst, und es wird nichts abgebucht.`,
  coins: (count: number) =>
    count === 1 ? 'Ein Coin ist jetzt in Ihrem Konto.' : `${count} Coins sind jetzt in Ihrem Konto.`,
  voucherDone: 'Ihr Gutschein ist gültig.',
  voucher: ({ kind, value, periods }: { kind: 'percent' | 'cents'; value: number; periods: number }) =>
    `Sie bekommen ${kind === 'percent' ? `${value} %` : formatPrice(value)} Nachlass auf ${periods === 1 ? 'den ersten Zeitraum' : `die ersten ${periods} Zeiträume`}. Geben Sie den Gutschein bei der Bestellung an; eingelöst wird er erst dort.`,
  read: 'Jetzt lesen',
  toSubscriptions: 'Zu meinen Abos',
  toCoins: 'Zu meinen Coins',
  toOffers: 'Zu den Angeboten',
  another: 'Noch einen Code einlösen',
  noCode: 'Sie haben keinen Code?',
  offers: 'Alle Angebote ansehen',
}

const INVITATION_FAULTS: Readonly<Record<InvitationFault, string>> = {
  REQUIRED: 'Bitte geben Sie mindestens eine E-Mail-Adresse ein.',
  TOO_MANY: `Bitte geben Sie höchstens ${INVITATION_LIMITS.atOnce} E-Mail-Adressen auf einmal ein.`,
  INVALID_EMAIL: 'Bitte prüfen Sie die E-Mail-Adressen: Eine davon ist nicht vollständig.',
  OWN_EMAIL: 'Sich selbst können Sie nicht einladen.',
}

export const invitationTexts = {
  title: 'Freunde einladen',
  intro: (publication: string) =>
    `${publication}: Empfehlen Sie uns weiter. Wenn jemand über Ihren Link zum ersten Mal etwas bestellt, bekommen Sie einen Coin.`,
  linkTitle: 'Ihr persönlicher Link',
  linkText: 'Geben Sie ihn weiter, wie Sie möchten. Er gilt unbegrenzt.',
  link: 'Link',
  rewarded: (count: number) =>
    count === 0
      ? 'Bisher hat noch niemand über Ihren Link bestellt.'
      : `Bisher ${count === 1 ? 'hat' : 'haben'} ${count === 1 ? 'eine Person' : `${count} Personen`} über Ihren Link bestellt.`,
  mailTitle: 'Per E-Mail einladen',
  mailText:
    'Wir schreiben für Sie. In der E-Mail stehen Ihr Vorname und Ihr Link, sonst nichts über Sie. Die Adressen nutzen wir für nichts anderes.',
  emails: 'E-Mail-Adressen',
  emailsHint: (left: number) =>
    `Bis zu ${INVITATION_LIMITS.atOnce}, eine in jeder Zeile. Heute können Sie noch ${left === 1 ? 'eine E-Mail' : `${left} E-Mails`} verschicken. Bitte laden Sie nur Menschen ein, die damit einverstanden sind.`,
  noneLeft:
    'Heute haben Sie alle Einladungen verschickt. Morgen geht es weiter; Ihren Link können Sie jederzeit selbst weitergeben.',
  submit: 'Einladung verschicken',
  sending: 'Ihre Einladung wird verschickt.',
  sent: 'Ihre Einladung wurde verschickt.',
  fault: (fault: string) => INVITATION_FAULTS[fault as InvitationFault] ?? INVITATION_FAULTS.INVALID_EMAIL,
  invited: (publication: string) =>
    `Sie wurden eingeladen, bei uns zu lesen (${publication}). Nach Ihrer ersten Bestellung bekommt die Person, die Sie eingeladen hat, einen Coin. Wer Sie sind, erfährt sie nicht.`,
}

export const householdTexts = {
  title: 'Mein Haushalt',
  lead: 'Sie lesen gemeinsam? Plätze vergeben, annehmen und zurückgeben können Sie unter',
  intro:
    'Mit einem Abo für die ganze Zeitung lesen bis zu drei weitere Menschen aus Ihrem Haushalt mit, jeder mit eigenem Konto.',
  seatsOf: (product: string) => `Plätze in „${product}“`,
  taken: (count: number, all: number) => `${count} von ${all} Plätzen vergeben`,
  states: { open: 'Link offen', expired: 'Link abgelaufen', taken: 'liest mit' },
  since: (state: 'open' | 'expired' | 'taken', at: Date) =>
    state === 'taken' ? `seit dem ${formatDate(at)}` : `Link vom ${formatDate(at)}`,
  end: 'Platz beenden',
  endOf: (label: string) => `Platz beenden: ${label}`,
  ended: (label: string) => `Der Platz „${label}“ ist wieder frei.`,
  label: 'Für wen ist der Platz?',
  labelHint: 'Diese Bezeichnung sehen nur Sie, zum Beispiel „Oma“.',
  create: 'Link erstellen',
  creating: 'Der Link wird erstellt.',
  labelFault: (code: string) =>
    code === 'REQUIRED'
      ? 'Bitte geben Sie eine Bezeichnung ein.'
      : 'Bitte fassen Sie sich kürzer: höchstens 40 Zeichen.',
  linkTitle: (label: string) => `Link für „${label}“`,
  linkText: 'Geben Sie diesen Link weiter. Er gilt 14 Tage und für eine Person, und wir zeigen ihn nur jetzt.',
  link: 'Link',
  full: 'Alle Plätze sind vergeben. Beenden Sie einen, um ihn neu zu vergeben.',
  noSeats: 'Sie haben zurzeit kein Abo mit weiteren Plätzen.',
  noSeatsText: 'Weitere Plätze gehören zu den Abos, mit denen Sie alle Artikel lesen.',
  offers: 'Angebote ansehen',

  acceptTitle: 'Ein Platz für Sie',
  acceptText: (publication: string) =>
    `Jemand aus Ihrem Haushalt teilt ein Abo mit Ihnen (${publication}). Sie lesen damit alles, was das Abo enthält, solange es läuft. Wer es bezahlt, sieht nichts von Ihrem Konto, und Sie bezahlen nichts.`,
  accept: 'Platz annehmen',
  accepting: 'Der Platz wird für Sie freigeschaltet.',
  accepted: 'Der Platz gehört Ihnen.',
  acceptedText: (product: string) =>
    `Sie lesen jetzt mit „${product}“. Zurückgeben können Sie den Platz jederzeit auf dieser Seite.`,
  read: 'Jetzt lesen',

  memberTitle: 'Ihr Platz',
  member: (product: string, since: Date) =>
    `Sie lesen seit dem ${formatDate(since)} mit „${product}“ aus Ihrem Haushalt.`,
  memberClosed: 'Zurzeit ruht das Abo, und mit ihm Ihr Zugang.',
  leave: 'Platz zurückgeben',
  leaving: 'Der Platz wird zurückgegeben.',
  left: 'Sie haben den Platz zurückgegeben.',
}

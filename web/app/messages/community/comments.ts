/** Texts of comments and reviews, of reports, and of the reader's own texts in the account. */
import {
  COMMENT_MAX,
  DISPLAY_NAME_MAX,
  DISPLAY_NAME_MIN,
  type CommentSort,
} from '@lokalteil/domain/community/discussion'
import { MODERATION_GROUNDS, type ModerationGround } from '@lokalteil/domain/community/moderation'
import { formatDate, formatDateTime } from '@lokalteil/domain/german'
import { formatNumber, formatRating } from '@lokalteil/domain/german-numbers'

const SORT_NAMES: Readonly<Record<CommentSort, string>> = {
  newest: 'Neueste',
  helpful: 'Hilfreichste',
  picks: 'Auswahl der Redaktion',
}

/** Messages for the server's refusals. */
export const REFUSALS: Readonly<Record<string, string>> = {
  TEXT_EMPTY: 'Bitte schreiben Sie etwas.',
  TEXT_TOO_SHORT: 'Das ist etwas kurz. Bitte schreiben Sie ein wenig mehr.',
  TEXT_TOO_LONG: `Das ist zu lang. Möglich sind ${formatNumber(COMMENT_MAX)} Zeichen.`,
  TEXT_TOO_MANY_LINKS: 'So viele Links sind nicht erlaubt. Bitte nehmen Sie einige heraus.',
  TEXT_CONTACT:
    'Ihr Text enthält eine Telefonnummer, E-Mail-Adresse oder Kontonummer. Bitte nehmen Sie sie heraus, zu Ihrem Schutz und dem anderer.',
  TEXT_WORD: 'Ihr Text enthält einen Ausdruck, den wir hier nicht veröffentlichen. Bitte sagen Sie es anders.',
  DUPLICATE: 'Diesen Kommentar haben Sie hier schon geschrieben.',
  CLOSED: 'Die Diskussion wurde inzwischen geschlossen.',
  BANNED: 'Sie können zurzeit nicht mitdiskutieren.',
  REMOVED: 'Ihre Bewertung wurde von der Redaktion entfernt.',
  TOO_LATE: 'Die fünf Minuten zum Ändern sind vorbei.',
  TOO_MANY_ATTEMPTS: 'Das ging sehr schnell. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
  NOT_FOUND: 'Diesen Beitrag gibt es nicht mehr.',
  OWN_TEXT: 'Den eigenen Kommentar kann man nicht bewerten.',
  OFFLINE: 'Sie sind gerade offline. Ihr Text bleibt hier stehen.',
  NOT_LOGGED_IN: 'Ihre Anmeldung ist abgelaufen. Ihr Text bleibt hier stehen.',
  ADDRESS_NOT_CONFIRMED: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
}
const NAME_REFUSALS: Readonly<Record<string, string>> = {
  TEXT_EMPTY: 'Bitte geben Sie einen Namen ein.',
  TEXT_TOO_SHORT: `Bitte mindestens ${DISPLAY_NAME_MIN} Zeichen.`,
  TEXT_TOO_LONG: `Bitte höchstens ${DISPLAY_NAME_MAX} Zeichen.`,
  TEXT_CHARACTERS: 'Möglich sind Buchstaben, Ziffern, Leerzeichen, Punkt, Apostroph und Bindestrich.',
  TEXT_RESERVED: 'Dieser Name gehört der Redaktion. Bitte wählen Sie einen anderen.',
  TEXT_WORD: 'Bitte wählen Sie einen anderen Namen.',
  TEXT_CONTACT: 'Bitte keine Telefonnummern, Adressen oder Links.',
  NAME_TAKEN: 'Dieser Name oder ein ähnlicher ist schon vergeben.',
  TOO_MANY_ATTEMPTS: 'Der Name lässt sich heute nicht mehr ändern.',
}
export const FALLBACK = 'Das hat leider nicht geklappt. Bitte versuchen Sie es noch einmal.'

const count = (total: number, one: string, many: string) =>
  total === 1 ? `1 ${one}` : `${formatNumber(total)} ${many}`

const MEMBER_FAILED = 'Ob Sie hier schreiben können, ließ sich gerade nicht feststellen.'
/** By the kind of standing; a member can. */
const CANNOT_REPLY: Readonly<Record<string, string | undefined>> = {
  nameless: 'Wählen Sie zuerst einen Namen, dann können Sie antworten.',
  unconfirmed: REFUSALS.ADDRESS_NOT_CONFIRMED,
  banned: REFUSALS.BANNED,
  failed: MEMBER_FAILED,
}

export const commentTexts = {
  title: 'Kommentare',
  count: (total: number) => count(total, 'Kommentar', 'Kommentare'),
  newCount: (total: number) => `${count(total, 'neuer', 'neue')} seit Ihrem letzten Besuch`,
  loading: 'Kommentare werden geladen …',
  failed: 'Die Kommentare konnten nicht geladen werden.',
  offline: 'Sie sind gerade offline. Die Kommentare erscheinen, sobald Sie wieder online sind.',
  retry: 'Noch einmal versuchen',
  memberFailed: MEMBER_FAILED,
  empty: 'Noch hat niemand kommentiert. Machen Sie den Anfang.',
  emptyPicks: 'Die Redaktion hat hier noch keine Kommentare ausgewählt.',
  closed: 'Die Diskussion ist geschlossen. Die Kommentare bleiben lesbar.',
  moderated: 'Kommentare zu diesem Artikel liest die Redaktion, bevor sie erscheinen.',
  sort: 'Sortierung',
  sorts: SORT_NAMES,
  more: 'Weitere Kommentare',
  moreReplies: (total: number) => count(total, 'weitere Antwort', 'weitere Antworten'),
  replies: 'Antworten',
  login: 'Anmelden',
  loginText: 'Melden Sie sich an, um zu kommentieren und Kommentare zu bewerten.',
  unconfirmed: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Den Link dazu finden Sie in unserer E-Mail an Sie.',
  toAccount: 'Zum Konto',
  banned: (until: string | null) =>
    until === null
      ? 'Ihr Konto ist vom Kommentieren ausgeschlossen.'
      : `Ihr Konto ist bis zum ${formatDate(new Date(until))} vom Kommentieren ausgeschlossen.`,
  nameTitle: 'Wie möchten Sie hier heißen?',
  nameLabel: 'Anzeigename',
  nameHint: 'Steht an Ihren Kommentaren. Sie können Ihren echten Namen oder ein Pseudonym verwenden.',
  saveName: 'Namen übernehmen',
  write: 'Ihr Kommentar',
  writeReply: (name: string) => `Ihre Antwort an ${name}`,
  writeAs: (name: string) => `Sie schreiben als ${name}`,
  placeholder: 'Sachlich, freundlich, zum Thema',
  mentionAuthor: (name: string) => `${name} ansprechen`,
  left: (total: number) =>
    total >= 0 ? `Noch ${formatNumber(total)} Zeichen` : `${formatNumber(-total)} Zeichen zu viel`,
  send: 'Kommentar senden',
  sendReply: 'Antwort senden',
  sending: 'Wird gesendet …',
  sent: 'Ihr Kommentar ist erschienen.',
  sentPending: 'Danke! Ihr Kommentar erscheint, sobald die Redaktion ihn gelesen hat.',
  cancel: 'Abbrechen',
  reply: 'Antworten',
  replyTo: (name: string) => `${name} antworten`,
  edit: 'Bearbeiten',
  save: 'Änderung speichern',
  withdraw: 'Löschen',
  withdrawConfirm: 'Wirklich löschen?',
  report: 'Melden',
  reportLabel: (name: string) => `Kommentar von ${name} melden`,
  permalink: (at: string) => `Link zu diesem Kommentar vom ${at}`,
  votedLater: 'Sie sind gerade offline. Ihre Bewertung wird übertragen, sobald Sie wieder online sind.',
  upLabel: (total: number) => `Hilfreich, ${count(total, 'Stimme', 'Stimmen')}`,
  downLabel: (total: number) => `Nicht hilfreich, ${count(total, 'Stimme', 'Stimmen')}`,
  authorMark: 'Autorin/Autor',
  editorial: 'Redaktion',
  pick: 'Auswahl der Redaktion',
  isNew: 'Neu',
  edited: 'bearbeitet',
  inReply: (name: string) => `Antwort an ${name}`,
  pending: 'Nur für Sie sichtbar: Die Redaktion liest diesen Kommentar, bevor er erscheint.',
  removed: (ground: ModerationGround | null) =>
    `Dieser Kommentar wurde von der Redaktion entfernt${ground === null ? '.' : `: ${MODERATION_GROUNDS[ground]}.`}`,
  withdrawn: 'Dieser Kommentar wurde gelöscht.',
  gone: 'Gelöschtes Konto',
  own: 'Ihr Kommentar',
  time: (at: string) => formatDateTime(new Date(at)),
  refusal: (code: string) => REFUSALS[code] ?? FALLBACK,
  /** Shown beside the panel that explains how. */
  cannotReply: (standing: string) => CANNOT_REPLY[standing] ?? '',
  nameRefusal: (code: string) => NAME_REFUSALS[code] ?? FALLBACK,
  pageTitle: (title: string) => `Kommentare zu „${title}“`,
  pageDescription: (title: string) => `Was Leserinnen und Leser zu „${title}“ sagen.`,
  toArticle: 'Zum Artikel',
} as const

const REVIEW_REFUSALS: Readonly<Record<string, string>> = {
  NO_STARS: 'Bitte wählen Sie einen bis fünf Sterne.',
  NOT_LOGGED_IN: 'Bitte melden Sie sich an, um das Produkt zu bewerten. Ihr Text bleibt hier stehen.',
  ADDRESS_NOT_CONFIRMED: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  NO_DISPLAY_NAME: 'Unter welchem Namen soll Ihre Bewertung erscheinen?',
  FOREIGN: 'Das kam nicht von unserer Seite. Bitte prüfen Sie Ihren Text und senden Sie ihn noch einmal.',
}

export const reviewTexts = {
  title: 'Das sagen Leserinnen und Leser',
  none: 'Noch keine Bewertungen. Haben Sie Erfahrungen mit dem Produkt?',
  average: (average: number, total: number) =>
    `${formatRating(average)} von 5 · ${count(total, 'Bewertung', 'Bewertungen')}`,
  stars: (stars: number) => (stars === 1 ? '1 Stern' : `${stars} Sterne`),
  starCount: (stars: number, total: number) =>
    `${stars === 1 ? '1 Stern' : `${stars} Sterne`}: ${count(total, 'Bewertung', 'Bewertungen')}`,
  own: 'Ihre Bewertung',
  ownStars: 'Sterne vergeben',
  text: 'Ihre Erfahrung (freiwillig)',
  save: 'Bewertung senden',
  change: 'Bewertung ändern',
  withdraw: 'Bewertung löschen',
  saved: 'Danke, Ihre Bewertung ist gespeichert.',
  savedPending: 'Danke! Ihre Bewertung erscheint, sobald die Redaktion sie gelesen hat.',
  login: 'Melden Sie sich an, um das Produkt zu bewerten.',
  chooseStars: 'Bitte wählen Sie einen bis fünf Sterne.',
  closed: 'Bewertungen sind hier geschlossen.',
  more: 'Weitere Bewertungen',
  failed: 'Die Bewertungen konnten nicht geladen werden.',
  toLogin: 'Anmelden',
  outcomes: {
    saved: 'Danke, Ihre Bewertung ist gespeichert.',
    pending: 'Danke! Ihre Bewertung erscheint, sobald die Redaktion sie gelesen hat.',
    withdrawn: 'Ihre Bewertung ist gelöscht.',
  },
  refusal: (code: string) => REVIEW_REFUSALS[code] ?? REFUSALS[code] ?? NAME_REFUSALS[code] ?? FALLBACK,
} as const

export const replyMailTexts = {
  title: 'E-Mails über Antworten',
  on: 'Sie bekommen eine E-Mail, wenn jemand auf Ihre Kommentare antwortet.',
  button: 'Keine E-Mails über Antworten mehr',
  off: 'Sie bekommen keine E-Mails über Antworten mehr. Im Konto können Sie sie wieder einschalten.',
  invalid: 'Dieser Link ist nicht vollständig. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
  unavailable: 'Das ist gerade nicht möglich. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  toOwn: 'Meine Kommentare',
} as const

const STATES = {
  visible: 'Veröffentlicht',
  pending: 'Wartet auf die Redaktion',
  removed: 'Von der Redaktion entfernt',
  withdrawn: 'Gelöscht',
} as const

export const ownTextTexts = {
  title: 'Meine Kommentare',
  intro: 'Alles, was Sie geschrieben und bewertet haben, und was daraus wurde.',
  name: 'Anzeigename',
  noName: 'Noch keinen gewählt. Sie werden gefragt, wenn Sie zum ersten Mal kommentieren.',
  change: 'Namen ändern',
  changed: 'Ihr Name ist geändert, auch an allem, was Sie schon geschrieben haben.',
  replyMails: 'E-Mail, wenn mir jemand antwortet',
  empty: 'Sie haben noch nichts geschrieben.',
  failed: 'Ihre Kommentare konnten nicht geladen werden.',
  state: (state: keyof typeof STATES) => STATES[state],
  facts: (up: number, down: number, replies: number) =>
    `${formatNumber(up)} hilfreich · ${formatNumber(down)} nicht hilfreich · ${count(replies, 'Antwort', 'Antworten')}`,
  removedAt: (at: string) => `Entfernt am ${formatDateTime(new Date(at))}`,
  restoredAt: (at: string) => `Wiederhergestellt am ${formatDateTime(new Date(at))}`,
  ground: (ground: ModerationGround) => MODERATION_GROUNDS[ground],
  complain: 'Beschwerde einlegen',
  complaintText: 'Warum halten Sie die Entscheidung für falsch?',
  complaintUntil: (at: string) => `Möglich bis zum ${formatDate(new Date(at))}, kostenlos.`,
  sendComplaint: 'Beschwerde senden',
  complaintStates: {
    open: 'Ihre Beschwerde liegt der Redaktion vor.',
    upheld: 'Wir sind bei unserer Entscheidung geblieben.',
    reversed: 'Wir haben Ihrer Beschwerde stattgegeben.',
  },
  more: 'Ältere anzeigen',
  removedText: 'Ihr Text:',
  export: 'Ihre Kommentare gehören zur Kopie Ihrer Daten. Mit dem Konto werden sie gelöscht.',
  toPrivacy: 'Daten und Löschung',
} as const

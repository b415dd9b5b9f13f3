/** Texts of the account portal (S2.2-10, S2.2-11, S2.13-02). */
import type { FieldCode } from '@lokalteil/domain/accounts/registration'
import { formatDate, formatDateTime, formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { AccountTab, Day, SubscriptionState } from '@lokalteil/domain/commerce/subscriptions'
import { urls } from '../publication/urls.ts'

const toDate = (day: Day) => new Date(`${day}T12:00:00Z`)
/** 05.03.2026 */
const shortDay = (day: Day) => formatDate(toDate(day))
const longDay = (day: Day) => formatLongDate(toDate(day))

const everyMonths = (months: number) => (months === 1 ? 'im Monat' : months === 12 ? 'im Jahr' : `für ${months} Monate`)

/** Messages for refused actions, by the code of the server's answer, and two codes of our own. */
const REFUSALS = {
  NOT_LOGGED_IN: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  WRONG_PASSWORD: 'Das Passwort ist falsch.',
  RECENT_LOGIN_NEEDED:
    'Bitte melden Sie sich zur Sicherheit ab und wieder an und versuchen Sie es dann gleich noch einmal.',
  TOO_MANY_ATTEMPTS: 'Das waren zu viele Versuche. Bitte warten Sie eine Weile.',
  BUSY: 'Gerade ist sehr viel los. Bitte versuchen Sie es gleich noch einmal.',
  NO_ACCESS: 'Für diesen Bereich fehlt Ihnen die Berechtigung.',
  OFFLINE: 'Sie sind gerade offline. Bitte versuchen Sie es wieder, sobald Sie verbunden sind.',
  UNAVAILABLE: 'Das hat gerade nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
} as const
export type AccountRefusal = keyof typeof REFUSALS
export const ACCOUNT_REFUSALS: ReadonlySet<string> = new Set(Object.keys(REFUSALS))

const NAME_FAULTS: Partial<Record<FieldCode, string>> = {
  REQUIRED: 'Bitte füllen Sie dieses Feld aus.',
  TOO_LONG: 'Diese Angabe darf höchstens 80 Zeichen haben.',
  NOT_ALLOWED: 'Bitte schreiben Sie den Namen ohne Sonderzeichen.',
}

const TITLE = 'Mein Konto'
const TABS: Readonly<Record<AccountTab, string>> = {
  account: 'Konto',
  abo: 'Abo',
  coins: 'Coins',
  'plus-verification': 'Plus freischalten',
}

export const accountTexts = {
  mailRefusedTitle: 'Unsere E-Mails kommen bei Ihnen nicht an',
  mailRefused: (address: string) =>
    `Der Mailserver von ${address} nimmt unsere E-Mails nicht an. Newsletter schicken wir deshalb nicht mehr dorthin. Bitte prüfen Sie die Adresse und ändern Sie sie, wenn es sie nicht mehr gibt.`,
  title: TITLE,
  tabs: TABS,
  documentTitle: (tab: AccountTab) => (tab === 'account' ? TITLE : `${TITLE}: ${TABS[tab]}`),
  refusal: (reason: AccountRefusal): string => REFUSALS[reason],
  nameFault: (code: FieldCode) => NAME_FAULTS[code] ?? 'Bitte prüfen Sie diese Angabe.',
  needsScript:
    'Zum Ändern wird JavaScript gebraucht. Bitte schalten Sie es in Ihrem Browser ein und laden Sie die Seite neu.',

  loggedOutTitle: 'Bitte melden Sie sich an',
  loggedOut: 'Ihre Sitzung ist abgelaufen. Nach der Anmeldung geht es hier weiter.',
  login: 'Anmelden',
  failedTitle: 'Ihr Konto konnte nicht geladen werden',
  retry: 'Erneut versuchen',
  loading: 'Ihr Konto wird geladen.',
  noAccessTitle: 'Diesen Bereich gibt es in Ihrem Konto nicht',
  noAccess: 'Was zu Ihrem Konto gehört, finden Sie auf der ersten Seite.',
  toAccount: 'Zum Konto',

  greeting: (name: string) => (name === '' ? 'Guten Tag' : `Guten Tag, ${name}`),
  memberSince: (date: Date) => `Konto seit dem ${formatLongDate(date)}`,
  verified: 'bestätigt',
  unverified: 'noch nicht bestätigt',
  unverifiedText: 'Bitte bestätigen Sie Ihre E-Mail-Adresse mit dem Link in unserer E-Mail.',
  resend: 'E-Mail erneut senden',
  resent: (email: string) => `Wir haben die E-Mail an ${email} geschickt. Bitte sehen Sie auch im Spam-Ordner nach.`,
  resendTooSoon: 'Wir haben Ihnen gerade erst eine E-Mail geschickt. Bitte warten Sie eine Minute.',

  shortActions: 'Schnell zu',
  withCount: (label: string, count: number) => `${label} (${count})`,
  shortActionEntries: [
    { icon: 'bookmark', label: 'Meine gemerkten Artikel', target: urls.bookmarks },
    { icon: 'pin', label: 'Meine Regionen', target: '/meineregion' },
    { icon: 'newsletter', label: 'Meine Newsletter', target: urls.newsletters },
  ],

  profile: 'Persönliche Angaben',
  salutation: 'Anrede',
  salutations: { Frau: 'Frau', Herr: 'Herr', Divers: 'Divers', '': 'keine Angabe' } as Readonly<Record<string, string>>,
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail-Adresse',
  emailChange: {
    intro: 'Mit ihr melden Sie sich an; dorthin gehen Newsletter und alles zu Ihren Verträgen.',
    start: 'E-Mail-Adresse ändern …',
    other: 'Andere Adresse eintragen …',
    newEmail: 'Neue E-Mail-Adresse',
    newEmailHint: 'Wir schicken Ihnen dorthin einen Link zum Bestätigen.',
    submit: 'Link anfordern',
    sending: 'Der Link wird verschickt.',
    sent: (email: string) => `Wir haben eine E-Mail an ${email} geschickt.`,
    pending: (email: string, until: Date) =>
      `Wir warten auf die Bestätigung von ${email}: Bitte öffnen Sie den Link in unserer E-Mail bis ${formatDateTime(until)}. Bis dahin gilt Ihre bisherige Adresse.`,
    cancel: 'Änderung abbrechen',
    cancelling: 'Die Änderung wird abgebrochen.',
    cancelled: 'Die Änderung ist abgebrochen. Ihre Adresse bleibt, wie sie ist.',
    fault: (code: FieldCode) =>
      code === 'REQUIRED'
        ? 'Bitte füllen Sie dieses Feld aus.'
        : code === 'EMAIL_UNCHANGED'
          ? 'Das ist schon die Adresse Ihres Kontos.'
          : 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  },
  save: 'Änderungen speichern',
  saving: 'Ihre Angaben werden gespeichert.',
  saved: 'Ihre Angaben wurden gespeichert.',
  foreign: 'Ihr Konto wird beim Anmeldedienst des Verlags geführt. Angaben, Passwort und Anmeldungen ändern Sie dort.',

  signIn: 'Anmeldung und Sicherheit',
  password: 'Passwort',
  passwordText: 'Nach einer Änderung werden Sie auf allen anderen Geräten abgemeldet.',
  changePassword: 'Passwort ändern',
  noPassword: 'Ihr Konto hat kein Passwort. Sie melden sich mit dem verbundenen Anbieter an.',
  providers: 'Verbundene Anbieter',
  providerNames: { google: 'Google', apple: 'Apple' },
  noProviders: 'Keine. Sie melden sich mit E-Mail-Adresse und Passwort an.',
  devices: 'Hier sind Sie angemeldet',
  thisDevice: 'dieses Gerät',
  lastUsed: (when: string) => `zuletzt aktiv: ${when}`,
  endSession: 'Abmelden',
  endSessionOf: (device: string) => `Abmelden: ${device}`,
  sessionEnded: (device: string) => `${device} ist abgemeldet.`,
  logoutEverywhere: 'Überall abmelden',
  logoutEverywhereText: 'Beendet alle Anmeldungen, auch die auf diesem Gerät.',
  logout: 'Abmelden',
  device: (browser: string | null, system: string | null) =>
    browser === null && system === null
      ? 'Unbekanntes Gerät'
      : [browser ?? 'Browser', system].filter((part) => part !== null).join(' auf '),

  consents: 'Einwilligungen',
  advertising: 'Angebote der Redaktion und des Verlags per E-Mail',
  advertisingText: 'Freiwillig und jederzeit zu widerrufen.',
  consentAt: (isGiven: boolean, date: Date) =>
    isGiven ? `Eingewilligt am ${formatLongDate(date)}` : `Nicht eingewilligt, Stand ${formatLongDate(date)}`,
  consentSaved: (isGiven: boolean) =>
    isGiven ? 'Danke. Wir haben Ihre Einwilligung gespeichert.' : 'Ihre Einwilligung ist widerrufen.',
  terms: { before: 'Den', link: 'AGB', after: (date: Date) => `haben Sie am ${formatLongDate(date)} zugestimmt.` },

  data: 'Ihre Daten',
  dataText:
    'Alles, was wir über Sie gespeichert haben: zum Lesen und maschinenlesbar, in einer ZIP-Datei (Artikel 15 und 20 der Datenschutz-Grundverordnung).',
  export: 'Daten herunterladen',
  exporting: 'Ihre Daten werden zusammengestellt.',
  exported: 'Ihre Daten wurden heruntergeladen.',
  exportTooOften:
    'Sie haben Ihre Daten in der letzten Stunde schon mehrmals heruntergeladen. Bitte warten Sie eine Stunde.',

  erasure: 'Konto löschen',
  erasureText:
    'Wir löschen Ihr Konto und alles, was dazugehört: Angaben, Merkliste, Regionen, Themen und Lesegeschichte. Das geschieht nach 14 Tagen; bis dahin können Sie es sich anders überlegen.',
  erasureContracts:
    'Laufende Verträge kündigen wir mit dem Konto zum frühesten Ende; bis dahin bleibt es bei den vereinbarten Zahlungen. Welche das sind und wann sie enden, steht unten.',
  erasureKeepsContracts: 'Meine Verträge sollen weiterlaufen, auch ohne Konto',
  erasureKeepsContractsHint: 'Kündigen können Sie sie dann weiterhin unter /kuendigen.',
  keptTitle: 'Das müssen wir aufbewahren',
  keptNothing: 'Nichts. Nach 14 Tagen ist alles gelöscht.',
  keptReason: (reason: string, until: string) => `${reason}. Aufbewahrt bis: ${until}.`,
  erasureStart: 'Konto löschen …',
  erasurePassword: 'Passwort',
  erasurePasswordHint: 'Zur Sicherheit brauchen wir noch einmal Ihr Passwort.',
  erasureConfirm: 'Konto in 14 Tagen löschen',
  erasureCancel: 'Abbrechen',
  erasureSending: 'Die Löschung wird vorgemerkt.',
  erasureDoneTitle: (date: Date) => `Ihr Konto wird am ${formatLongDate(date)} gelöscht`,
  erasureDone:
    'Sie sind jetzt überall abgemeldet. In unserer E-Mail steht, wie Sie Ihr Konto bis dahin behalten können: mit dem Link darin oder indem Sie sich noch einmal anmelden und auf „Konto behalten“ klicken.',
  erasurePending: (date: Date) => `Ihr Konto wird am ${formatLongDate(date)} gelöscht.`,
  erasurePendingText: 'Bis dahin können Sie es sich anders überlegen.',
  erasureUndo: 'Konto behalten',
  erasureUndone: 'Ihr Konto bleibt bestehen.',
  home: 'Zur Startseite',

  abo: {
    title: 'Meine Abos',
    customerNumber: (id: string) => `Ihre Kundennummer: ${id}`,
    states: {
      ordered: 'bestellt',
      active: 'aktiv',
      paused: 'pausiert',
      cancelled: 'gekündigt',
      ended: 'beendet',
      payment_failed: 'Zahlung fehlgeschlagen',
    } satisfies Record<SubscriptionState, string>,
    stateTexts: {
      payment_failed:
        'Die letzte Zahlung ist gescheitert. Bis sie eingegangen ist, ruht Ihr Zugang. Unser Leserservice hilft Ihnen weiter.',
      paused: 'Während der Pause ruht Ihr Zugang, und es wird nichts abgebucht.',
    } as Partial<Record<SubscriptionState, string>>,
    price: 'Preis',
    priceOf: (cents: number | null, months: number | null) =>
      cents === null
        ? 'in Ihrem Zeitungsabo enthalten'
        : cents === 0
          ? 'kostenlos'
          : `${formatPrice(cents)} ${months === null ? 'einmalig' : everyMonths(months)}`,
    period: 'Zeitraum',
    periodOf: (period: { from: Day; to: Day | null } | null, startsOn: Day, endsOn: Day | null) =>
      period === null
        ? endsOn === null
          ? `ab ${shortDay(startsOn)}`
          : `${shortDay(startsOn)} bis ${shortDay(endsOn)}`
        : period.to === null
          ? `seit ${shortDay(period.from)}`
          : `${shortDay(period.from)} bis ${shortDay(period.to)}`,
    trial: 'Probezeit',
    trialOf: ({ until, cents }: { until: Day; cents: number }) =>
      `bis ${longDay(until)}, ${cents === 0 ? 'kostenlos' : `für ${formatPrice(cents)}`}`,
    nextCharge: 'Nächste Abbuchung',
    nextChargeOf: (charge: { on: Day; cents: number } | null) =>
      charge === null ? 'keine' : `${formatPrice(charge.cents)} am ${shortDay(charge.on)}`,
    since: 'Beginn',
    sinceOf: (day: Day) => longDay(day),
    ends: 'Ende',
    endsOf: (day: Day) => longDay(day),
    resumes: 'Es geht weiter am',
    former: 'Frühere Abos',
    links: { subscription: 'Abo ändern oder ergänzen', onlineService: 'Online-Service', giveAway: 'Abo verschenken' },
    linksTitle: 'Rund um Ihr Abo',
    cancellation: 'Verträge hier kündigen',
    withdrawal: 'Vertrag widerrufen',
    more: 'Weitere Angebote ansehen',
  },

  coins: {
    title: 'Meine Coins',
    available: (count: number) => (count === 1 ? 'Coin verfügbar' : 'Coins verfügbar'),
    unknown: 'Ihr Coin-Stand ließ sich gerade nicht laden.',
    text: 'Mit einem Coin schalten Sie einen Plus-Artikel frei. Er bleibt für Sie freigeschaltet.',
    buy: 'Coins kaufen',
    purchases: 'Freigeschaltete Artikel',
    boughtAt: (date: Date) => `freigeschaltet am ${formatDate(date)}`,
    empty: 'Sie haben noch keinen Artikel mit einem Coin freigeschaltet.',
    issues: 'Gekaufte E-Paper-Ausgaben',
    receipt: 'Beleg herunterladen',
    receiptOf: (title: string) => `Beleg herunterladen: ${title}`,
    bookings: 'Buchungen',
    receiptNumber: (number: string) => `Beleg ${number}`,
    expiresOn: (date: Date) => `gültig bis ${formatDate(date)}`,
  },

  plus: {
    title: 'Plus mit dem Zeitungsabo',
    intro:
      'Sie haben die gedruckte Zeitung abonniert? Dann gehört der Zugang zu allen Plus-Artikeln dazu. Geben Sie ein, was auf Ihrer Rechnung steht.',
    customerNumber: 'Kundennummer',
    customerNumberHint: 'Steht oben auf Ihrer Rechnung.',
    postcode: 'Postleitzahl',
    postcodeHint: 'Der Adresse, an die wir die Zeitung liefern.',
    submit: 'Zugang freischalten',
    sending: 'Ihre Angaben werden geprüft.',
    required: 'Bitte füllen Sie dieses Feld aus.',
    faultsTitle: 'Bitte füllen Sie beide Felder aus.',
    done: 'Ihr Zugang wurde freigeschaltet.',
    doneText: (product: string) => `„${product}“ ist jetzt mit Ihrem Konto verbunden.`,
    noMatch: 'Die Angaben passen zu keinem Abonnement.',
    noMatchAdvice:
      'Bitte vergleichen Sie beide Angaben mit Ihrer Rechnung. Jedes Zeitungsabo lässt sich mit einem Konto verbinden.',
    tooMany: 'Das waren zu viele Versuche. Bitte warten Sie eine Stunde und versuchen Sie es dann noch einmal.',
    read: 'Jetzt lesen',
    toSubscriptions: 'Zu meinen Abos',
    noPaper: 'Sie haben kein Zeitungsabo?',
    offers: 'Plus bestellen',
  },
} as const

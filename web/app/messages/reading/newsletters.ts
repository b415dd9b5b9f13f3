/** Texts of newsletters: catalogue, order, links in mails, the reader's own. */
import {
  CONFIRMATION_DAYS,
  NEWSLETTER_CONSENT,
  type NewsletterOrderFaults,
  type NewsletterOrderField,
} from '@lokalteil/domain/reading/newsletters'
import { joinNames } from '@lokalteil/domain/german'

const FAULTS: Readonly<
  Record<NewsletterOrderField, Partial<Record<NonNullable<NewsletterOrderFaults[NewsletterOrderField]>, string>>>
> = {
  slugs: {
    missing: 'Bitte wählen Sie mindestens einen Newsletter aus.',
    'too-many': 'Bitte wählen Sie höchstens 20 Newsletter auf einmal aus.',
  },
  email: {
    missing: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
    invalid: 'Diese E-Mail-Adresse ist nicht vollständig, zum Beispiel: name@example.de',
  },
  consent: { missing: 'Bitte stimmen Sie zu, damit wir Ihnen schreiben dürfen.' },
}

const quoted = (titles: readonly string[]) => joinNames(titles.map((title) => `„${title}“`))

export const newsletterTexts = {
  title: 'Newsletter',
  intro:
    'Unsere Redaktion schreibt Ihnen. Kostenlos, ohne Umwege in Ihr Postfach und mit einem Klick wieder abbestellt.',
  rhythm: 'Erscheint',
  sender: 'Von',
  sample: 'Das stünde heute darin',
  details: 'Mehr erfahren',
  detailsOf: (title: string) => `Mehr erfahren: ${title}`,
  others: 'Weitere Newsletter',
  empty: 'Zurzeit gibt es keine Newsletter.',

  choose: 'Auswählen',
  chooseOf: (title: string) => `${title} auswählen`,
  chosen: 'Ausgewählt',
  toOrder: (count: number) => (count === 1 ? 'Weiter mit einem Newsletter' : `Weiter mit ${count} Newslettern`),
  orderTitle: 'Kostenlos bestellen',
  orderTitleOf: (title: string) => `„${title}“ bestellen`,
  orderText: 'Wählen Sie aus, was Sie lesen möchten, und sagen Sie uns, wohin wir schreiben dürfen.',
  nothingChosen: 'Noch ist kein Newsletter ausgewählt.',
  chosenList: (titles: readonly string[]) => `Ausgewählt: ${joinNames(titles)}`,
  email: 'E-Mail-Adresse',
  consent: NEWSLETTER_CONSENT.text,
  privacy: 'Was mit Ihrer Adresse geschieht, steht in der',
  privacyLink: 'Datenschutzerklärung',
  submit: 'Bestellen',
  sending: 'Ihre Bestellung wird übermittelt.',
  sentTitle: 'Fast geschafft',
  sent: 'Bitte bestätigen Sie Ihre Anmeldung über den Link in der E-Mail.',
  sentMore: (email: string) =>
    `Die E-Mail an ${email} ist in wenigen Minuten da; der Link darin gilt ${CONFIRMATION_DAYS} Tage. Wenn Sie nichts finden, sehen Sie bitte im Spam-Ordner nach.`,
  orderMore: 'Weitere Newsletter ansehen',
  isReader: 'Sie sind angemeldet: In „Meine Newsletter“ geht es ohne Bestätigung.',
  toMine: 'Zu „Meine Newsletter“',
  refused: 'Das hat nicht geklappt',
  faultsTitle: (count: number) =>
    count === 1 ? 'Eine Angabe fehlt noch oder stimmt nicht:' : `${count} Angaben fehlen noch oder stimmen nicht:`,
  fault: (field: NewsletterOrderField, faults: NewsletterOrderFaults): string | undefined => {
    const fault = faults[field]
    return fault === undefined ? undefined : (FAULTS[field][fault] ?? 'Bitte prüfen Sie diese Angabe.')
  },
  refusals: {
    'too-many': 'In kurzer Zeit sind viele Bestellungen eingegangen. Bitte versuchen Sie es in einer Stunde wieder.',
    unknown: 'Einen der gewählten Newsletter gibt es nicht mehr. Bitte laden Sie die Seite neu.',
    'other-text':
      'Der Text der Einwilligung hat sich geändert. Bitte laden Sie die Seite neu und lesen Sie ihn noch einmal.',
    'logged-out': 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
    foreign:
      'Das Formular kam nicht von dieser Website. Bitte prüfen Sie Ihre Angaben und senden Sie sie hier noch einmal ab.',
    unavailable: 'Ihre Angaben konnten nicht gespeichert werden. Bitte versuchen Sie es gleich noch einmal.',
  },

  link: {
    confirm: {
      title: 'Newsletter bestätigen',
      open: (titles: readonly string[]) => `Sie haben ${quoted(titles)} bestellt. Mit einem Klick beginnt der Versand.`,
      button: 'Anmeldung bestätigen',
      doneTitle: 'Willkommen',
      done: (titles: readonly string[]) => `Ab der nächsten Ausgabe schicken wir Ihnen ${quoted(titles)}.`,
      expired: 'Der Link ist nicht mehr gültig. Bitte bestellen Sie noch einmal; Sie bekommen dann eine neue E-Mail.',
    },
    leave: {
      title: 'Newsletter abbestellen',
      open: (titles: readonly string[]) => `Möchten Sie ${quoted(titles)} nicht mehr bekommen?`,
      button: 'Abbestellen',
      doneTitle: 'Abbestellt',
      done: (titles: readonly string[]) => `Wir schicken Ihnen ${quoted(titles)} nicht mehr.`,
      expired: 'Dieser Link ist nicht mehr gültig.',
    },
    invalid:
      'Dieser Link ist nicht vollständig oder gehört zu keiner Bestellung. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
    unavailable: 'Das hat gerade nicht geklappt. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    problemTitle: 'Das hat nicht geklappt',
    toAll: 'Alle Newsletter ansehen',
  },

  mine: {
    title: 'Meine Newsletter',
    intro: (email: string) => `Wir schreiben an ${email}.`,
    unverified:
      'Ihre E-Mail-Adresse ist noch nicht bestätigt. Bei jeder Bestellung bekommen Sie deshalb eine E-Mail mit einem Link, den Sie bitte anklicken.',
    consent: NEWSLETTER_CONSENT.text,
    subscribed: 'abonniert',
    pending: 'Bitte bestätigen Sie Ihre Anmeldung über den Link in der E-Mail.',
    turnedOn: (title: string) => `Sie bekommen „${title}“ ab der nächsten Ausgabe.`,
    turnedOff: (title: string) => `„${title}“ ist abbestellt.`,
    ordered: (title: string) => `„${title}“: Bitte bestätigen Sie Ihre Anmeldung über den Link in der E-Mail.`,
    saving: 'Wird gespeichert.',
    loggedOutTitle: 'Bitte melden Sie sich an',
    loggedOut: 'Ihre Sitzung ist abgelaufen. Nach der Anmeldung geht es hier weiter.',
    login: 'Anmelden',
    failedTitle: 'Ihre Newsletter konnten nicht geladen werden',
    failed: 'Das hat gerade nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
    retry: 'Erneut versuchen',
    needsScript: 'Zum Ändern wird JavaScript gebraucht. Jede Ausgabe hat auch einen Link zum Abbestellen.',
  },
} as const

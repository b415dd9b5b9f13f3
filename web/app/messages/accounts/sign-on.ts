/** Texts of the framed sign-on forms and of the social sign-in. Some sentences are fixed by S2.2-08 and S2.2-16. */
import type { PasswordStrength } from '@lokalteil/domain/accounts/password-strength'
import { PASSWORD_LENGTH, type FieldCode } from '@lokalteil/domain/accounts/registration'

type SignOnField =
  | 'salutation'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'password'
  | 'passwordConfirmation'
  | 'currentPassword'
  | 'terms'
  | 'advertising'

const GENERAL: Readonly<Record<FieldCode, string>> = {
  REQUIRED: 'Bitte füllen Sie dieses Feld aus.',
  TOO_LONG: 'Diese Angabe ist zu lang.',
  NOT_ALLOWED: 'Bitte prüfen Sie diese Angabe.',
  INVALID_EMAIL: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  EMAIL_UNCHANGED: 'Das ist schon die Adresse Ihres Kontos.',
  PASSWORD_TOO_SHORT: `Das Passwort muss mindestens ${PASSWORD_LENGTH.least} Zeichen lang sein.`,
  PASSWORD_TOO_LONG: `Das Passwort darf höchstens ${PASSWORD_LENGTH.most} Zeichen lang sein.`,
  PASSWORD_IS_EMAIL: 'Das Passwort darf nicht Ihre E-Mail-Adresse sein.',
  PASSWORD_COMMON: 'Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes.',
  PASSWORDS_DIFFER: 'Die Passwörter stimmen nicht überein.',
  UNKNOWN_FIELD: 'Bitte laden Sie das Formular neu.',
}

const BY_FIELD: Partial<Record<SignOnField, Partial<Record<FieldCode, string>>>> = {
  firstName: {
    REQUIRED: 'Bitte geben Sie Ihren Vornamen ein.',
    TOO_LONG: 'Der Vorname darf höchstens 80 Zeichen haben.',
    NOT_ALLOWED: 'Bitte schreiben Sie den Vornamen ohne Sonderzeichen.',
  },
  lastName: {
    REQUIRED: 'Bitte geben Sie Ihren Nachnamen ein.',
    TOO_LONG: 'Der Nachname darf höchstens 80 Zeichen haben.',
    NOT_ALLOWED: 'Bitte schreiben Sie den Nachnamen ohne Sonderzeichen.',
  },
  password: { REQUIRED: 'Bitte geben Sie Ihr Passwort ein.' },
  currentPassword: { REQUIRED: 'Bitte geben Sie Ihr bisheriges Passwort ein.' },
  terms: { REQUIRED: 'Bitte stimmen Sie den AGB zu.' },
}

/** By the code of the server's refusal, and two codes of our own: offline, and everything else. */
const REFUSALS = {
  WRONG_CREDENTIALS: 'E-Mail-Adresse oder Passwort ist falsch.',
  WRONG_PASSWORD: 'Das bisherige Passwort ist falsch.',
  ACCOUNT_BLOCKED: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an unseren Leserservice.',
  TOO_MANY_ATTEMPTS:
    'Das waren zu viele Versuche. Bitte warten Sie eine Viertelstunde und versuchen Sie es dann noch einmal.',
  BUSY: 'Gerade melden sich sehr viele an. Bitte versuchen Sie es gleich noch einmal.',
  NOT_LOGGED_IN: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  INVALID_CODE: 'Dieser Link ist ungültig oder wurde bereits verwendet.',
  EXPIRED_CODE: 'Dieser Link ist abgelaufen. Bitte fordern Sie einen neuen an.',
  SOCIAL_LOGIN_FAILED: 'Die Anmeldung über den gewählten Anbieter ist fehlgeschlagen.',
  EMAIL_NOT_VERIFIED:
    'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bitte registrieren Sie sich mit E-Mail-Adresse und Passwort.',
  OFFLINE:
    'Sie sind gerade offline. Ihre Angaben sind noch da; bitte versuchen Sie es wieder, sobald Sie verbunden sind.',
  UNAVAILABLE: 'Das hat gerade nicht geklappt. Ihre Angaben sind noch da; bitte versuchen Sie es gleich noch einmal.',
} as const

export type SignOnRefusal = keyof typeof REFUSALS

export const signOnTexts = {
  fault: (field: string, code: FieldCode) => BY_FIELD[field as SignOnField]?.[code] ?? GENERAL[code],
  faultsTitle: (count: number) => `${count} Angaben fehlen noch oder stimmen nicht:`,
  refusal: (reason: SignOnRefusal): string => REFUSALS[reason],
  needsScript:
    'Zum Anmelden und Registrieren wird JavaScript gebraucht. Bitte schalten Sie es in Ihrem Browser ein und laden Sie die Seite neu.',
  wait: 'Einen Moment, bitte …',
  optional: '(freiwillig)',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  repeatPassword: 'Neues Passwort wiederholen',
  currentPassword: 'Bisheriges Passwort',
  passwordHint: `Mindestens ${PASSWORD_LENGTH.least} Zeichen. Ein ganzer Satz ist leicht zu merken und schwer zu erraten.`,
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  strengthLabel: 'Stärke des Passworts',
  strengths: {
    short: 'noch zu kurz',
    weak: 'leicht zu erraten',
    fair: 'ausreichend',
    good: 'gut',
    strong: 'sehr gut',
  } satisfies Record<PasswordStrength, string>,
  salutation: 'Anrede',
  salutations: { Frau: 'Frau', Herr: 'Herr', Divers: 'Divers', '': 'keine Angabe' },
  firstName: 'Vorname',
  lastName: 'Nachname',
  terms: { before: 'Ich stimme den', link: 'AGB', after: 'zu.' },
  privacy: { before: 'Wie wir mit Ihren Daten umgehen, steht in der', link: 'Datenschutzerklärung', after: '.' },
  newTab: '(neues Fenster)',
  advertising:
    'Ich möchte Angebote der Redaktion und des Verlags per E-Mail bekommen. Das kann ich jederzeit widerrufen.',
  login: {
    heading: 'Anmelden',
    submit: 'Anmelden',
    busy: 'Sie werden angemeldet.',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    register: 'Jetzt registrieren',
  },
  registration: {
    heading: 'Registrieren',
    submit: 'Konto anlegen',
    busy: 'Ihr Konto wird angelegt.',
    known: 'Schon registriert?',
    login: 'Anmelden',
  },
  forgot: {
    heading: 'Passwort vergessen',
    intro: 'Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    submit: 'Link schicken',
    busy: 'Der Link wird angefordert.',
    sentHeading: 'Bitte sehen Sie in Ihr Postfach',
    sent: (email: string) =>
      `Wenn es zu ${email} ein Konto gibt, ist eine E-Mail mit einem Link unterwegs. Er gilt eine Stunde.`,
    again: 'Keine E-Mail bekommen? Sehen Sie bitte auch im Spam-Ordner nach.',
    back: 'Zur Anmeldung',
  },
  change: {
    heading: 'Passwort ändern',
    resetHeading: 'Neues Passwort festlegen',
    note: 'Danach sind Sie auf allen anderen Geräten abgemeldet.',
    submit: 'Passwort speichern',
    busy: 'Das Passwort wird gespeichert.',
    none: 'Bitte fordern Sie einen Link zum Zurücksetzen an.',
    request: 'Link anfordern',
    doneHeading: 'Gespeichert',
    done: 'Ihr neues Passwort gilt ab sofort.',
    close: 'Schließen',
  },
  completion: {
    heading: 'Registrierung abschließen',
    intro: 'Zu Ihrem Konto fehlt uns noch eine Angabe:',
    introMany: 'Zu Ihrem Konto fehlen uns noch diese Angaben:',
    submit: 'Weiter',
    busy: 'Ihre Angaben werden gespeichert.',
    failed: 'Ihre Angaben konnten nicht geladen werden.',
    retry: 'Noch einmal versuchen',
  },
  social: {
    or: 'oder',
    google: 'Mit Google anmelden',
    apple: 'Mit Apple anmelden',
    googleNote: 'Erst wenn Sie klicken, laden wir ein Skript von Google. Dabei erfährt Google Ihre IP-Adresse.',
    googleReady: 'Google ist bereit. Bitte klicken Sie noch einmal.',
    googleLoading: 'Google wird geladen.',
    googleBusy: 'Sie werden mit Google angemeldet.',
    appleNote: 'Die Anmeldung bei Apple öffnet sich in einem eigenen Fenster.',
    appleBusy: 'Das Fenster von Apple ist offen.',
    popupBlocked: 'Ihr Browser hat das Fenster von Apple nicht geöffnet. Bitte erlauben Sie Pop-ups für diese Seite.',
    linkHeading: 'Bitte sehen Sie in Ihr Postfach',
    linkMail:
      'Zu Ihrer E-Mail-Adresse gibt es bereits ein Konto. Wir haben Ihnen eine E-Mail geschickt: Bestätigen Sie darin die Verbindung, dann können Sie sich so anmelden.',
  },
} as const

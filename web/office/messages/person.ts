/** Texts of sign-in, invitation and account. */
export const SIGN_IN = {
  title: 'Anmelden',
  again: 'Bitte noch einmal anmelden',
  againText: 'Ihre Anmeldung ist abgelaufen. Was Sie geschrieben haben, bleibt stehen und wird danach gesichert.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  enter: 'Anmelden',
  passkey: 'Mit Passkey anmelden',
  code: 'Einmalcode',
  codeHint: 'Sechs Ziffern aus Ihrer App, oder einer Ihrer Wiederherstellungscodes.',
  confirm: 'Bestätigen',
  second: 'Zweiter Schritt',
  secondPasskey: 'Bestätigen Sie die Anmeldung mit Ihrem Passkey.',
  recovery: 'Wiederherstellungscode',
  recoveryHint: 'Wenn Sie Ihren Passkey gerade nicht haben.',
  back: 'Zurück',
  provider: 'Mit dem Konto Ihres Hauses anmelden',
  otherPerson: 'Hier hat eben noch jemand anders gearbeitet. Die Seite wird für Sie neu geladen.',
} as const

/** Sign-in and confirmation at the house's own provider. */
export const PROVIDER = {
  title: 'Anmeldung beim Anmeldedienst Ihres Hauses',
  leaving: 'Sie werden zum Anmeldedienst Ihres Hauses geleitet …',
  finishing: 'Die Anmeldung wird geprüft …',
  again: 'Noch einmal anmelden',
  toStart: 'Zur Redaktion',
  doneTitle: 'Das hat geklappt',
  doneText: 'Sie können dieses Fenster schließen und im anderen weiterarbeiten.',
  inWindow:
    'Der Anmeldedienst öffnet sich in einem neuen Fenster. Danach geht es hier weiter, und was Sie geschrieben haben, bleibt stehen.',
  openSignIn: 'Beim Anmeldedienst anmelden',
  openProof: 'Beim Anmeldedienst bestätigen',
  account:
    'Sie melden sich mit dem Konto Ihres Hauses an. Passwort und zweiten Faktor ändern Sie bei dessen Anmeldedienst; von dort kommen auch Ihr Name und Ihre Aufgaben.',
} as const

export const PROOF = {
  title: 'Bitte bestätigen Sie, dass Sie es sind',
  text: 'Dieser Schritt ist heikel, und Ihre letzte Bestätigung ist länger als zehn Minuten her.',
  byPasskey: 'Mit Passkey bestätigen',
} as const

export const INVITATION = {
  title: 'Willkommen in der Redaktion',
  from: (by: string, email: string) => `${by} hat Sie eingeladen. Sie melden sich künftig mit ${email} an.`,
  name: 'Ihr Name, wie ihn die Redaktion sieht',
  password: 'Passwort',
  passwordHint: 'Mindestens zwölf Zeichen. Am besten mehrere Wörter, die nicht zusammengehören.',
  accept: 'Konto anlegen',
  gone: 'Diese Einladung gilt nicht mehr. Sie gilt 48 Stunden und nur einmal. Bitten Sie um eine neue.',
  noToken: 'In dieser Adresse fehlt die Einladung. Öffnen Sie den Link aus der Mail noch einmal.',
  toSignIn: 'Zur Anmeldung',
} as const

export const ACCOUNT = {
  title: 'Konto',
  needsFactor:
    'Richten Sie zuerst einen zweiten Faktor ein: einen Passkey oder Einmalcodes. Danach ist die Redaktion für Sie offen.',
  display: 'Anzeige und Tasten',
  mode: 'Farben',
  modes: { system: 'wie das Gerät', light: 'hell', dark: 'dunkel' },
  singleKeys: 'Einzelne Buchstaben als Tasten (j, k, n, g …)',
  onDevice: 'Gilt auf diesem Gerät.',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  changePassword: 'Passwort ändern',
  changedPassword: 'Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
  passkeys: 'Passkeys',
  passkeysText: 'Ein Passkey meldet Sie mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an.',
  noPasskeys: 'Noch keiner.',
  passkeyName: 'Name des neuen Passkeys',
  passkeyExample: 'Handy, Dienstrechner …',
  addPasskey: 'Passkey anlegen',
  since: (day: string) => `seit ${day}`,
  remove: 'Entfernen',
  removeNamed: (name: string) => `${name} entfernen`,
  secret: 'Einmalcodes',
  hasSecret: 'Einmalcodes sind eingerichtet.',
  noSecret: 'Eine App auf Ihrem Handy zeigt alle 30 Sekunden einen neuen Code, nach dem die Anmeldung fragt.',
  setUp: 'Einmalcodes einrichten',
  setUpAgain: 'Neu einrichten',
  scan: 'Scannen Sie das Bild mit Ihrer App, oder tippen Sie den Schlüssel ab:',
  qr: 'QR-Code für die App',
  codeOfApp: 'Code aus der App',
  finish: 'Einrichten',
  recovery: 'Wiederherstellungscodes',
  recoveryText: 'Jeder gilt einmal, wenn Ihr Handy fehlt. Drucken Sie sie jetzt aus: Sie werden nur hier gezeigt.',
  renew: 'Neue Wiederherstellungscodes',
  print: 'Drucken',
  copied: 'Ich habe sie verwahrt',
  sessions: 'Sitzungen',
  thisSession: 'diese',
  lastSeen: (moment: string) => `zuletzt ${moment}`,
  end: 'Beenden',
  endNamed: (device: string) => `Sitzung ${device} beenden`,
} as const

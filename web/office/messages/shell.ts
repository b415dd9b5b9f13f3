/** Texts of the frame around all screens. */
export const SHELL = {
  office: 'Redaktion',
  skip: 'Zum Inhalt',
  rail: 'Bereiche',
  publication: 'Titel',
  desk: 'Pult',
  articles: 'Artikel',
  arrivals: 'Agenturen',
  fronts: 'Seiten',
  media: 'Medien',
  team: 'Team',
  audit: 'Protokoll',
  account: 'Konto',
  signOut: 'Abmelden',
  loading: 'Wird geladen …',
  again: 'Noch einmal versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  nowhere: 'Hier ist nichts',
  nowhereText: 'Diese Adresse gibt es in der Redaktion nicht, oder Ihr Konto darf sie nicht öffnen.',
  toStart: 'Zum Pult',
  broken: 'Dieser Bereich ist gestört',
  brokenText: 'Was Sie geschrieben haben, ist in diesem Browser gesichert. Laden Sie die Seite neu.',
  reload: 'Neu laden',
  more: 'Mehr',
  waiting: (count: number) => (count === 1 ? '1 wartet' : `${count} warten`),
} as const

export const COMMANDS = {
  title: 'Gehe zu …',
  field: 'Befehl oder Artikel suchen',
  write: 'Neuer Artikel',
  none: 'Nichts gefunden',
} as const

export const KEYS = {
  title: 'Tasten',
  help: 'Diese Liste',
  commands: 'Befehle und Suche',
  intro: 'Einzelne Buchstaben wirken nie in Feldern. Unter „Konto“ schalten Sie sie ab.',
  areOff: 'Einzelne Buchstaben sind abgeschaltet (Konto).',
  goTo: (name: string) => `Gehe zu: ${name}`,
} as const

export const FAULTS = {
  unknown: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  server: 'Der Server ist gestört. Versuchen Sie es gleich noch einmal.',
  unreachable: 'Keine Verbindung zur Redaktion. Versuchen Sie es noch einmal, sobald Sie wieder im Netz sind.',
  codes: {
    WRONG: 'Das stimmt nicht. Prüfen Sie Ihre Eingabe.',
    TOO_MANY_TRIES: 'Zu viele Versuche. Warten Sie einige Minuten.',
    NOT_ALLOWED: 'Dazu hat Ihr Konto keine Berechtigung.',
    NOT_FOUND: 'Das gibt es nicht mehr.',
    NOT_NOW: 'Das geht in diesem Zustand nicht (mehr).',
    LATER_REVISION:
      'Inzwischen gibt es einen späteren Stand. Sehen Sie ihn an und veröffentlichen Sie dann noch einmal.',
    TOO_MANY: 'Auf dieser Seite stehen zu viele Eingriffe. Entfernen Sie alte, dann geht es weiter.',
    OBSTACLES: 'So kann der Artikel nicht online gehen. Unter „Prüfung“ steht, was fehlt.',
    NOTE_MISSING: 'Schreiben Sie dazu, was noch fehlt.',
    WEAK_PASSWORD:
      'Dieses Passwort ist zu leicht zu erraten. Nehmen Sie mindestens zwölf Zeichen, am besten mehrere Wörter.',
    EXISTS: 'Diese Adresse gehört schon zum Team.',
    LAST_ONE: 'So hätte niemand mehr das Recht, das Team zu verwalten.',
    TOO_MANY_LINKS: 'Dieser Artikel hat schon zwanzig offene Links. Widerrufen Sie zuerst einen davon.',
    NOT_COMPLETE: 'Für eine Vorschau fehlt noch die Überschrift oder das Ressort.',
    TOO_LARGE: 'Die Datei ist zu groß.',
    NO_PICTURE: 'Diese Datei ist kein Bild, das wir zeigen können.',
    TOO_SMALL: 'Dieses Bild ist zu klein.',
    CHANGED_MEANWHILE: 'Jemand hat das inzwischen geändert. Laden Sie es neu.',
    FILE_KNOWN: 'Diese Datei ist schon als anderes Bild in den Medien.',
    BUSY: 'Gerade werden viele Dateien hochgeladen. Versuchen Sie es gleich noch einmal.',
    BAD_REQUEST: 'Eine Angabe fehlt oder ist zu lang.',
    SECOND_FACTOR_MISSING: 'Richten Sie zuerst unter „Konto“ einen zweiten Faktor ein.',
    PASSKEY_FAILED: 'Der Passkey wurde nicht angenommen oder der Vorgang abgebrochen.',
    PROVIDER_FAILED: 'Die Anmeldung wurde abgebrochen, oder sie ist zu lange her. Versuchen Sie es noch einmal.',
    PROVIDER_SILENT: 'Der Anmeldedienst Ihres Hauses antwortet nicht. Versuchen Sie es gleich noch einmal.',
    PROVIDER_OFF: 'Hier gibt es keinen Anmeldedienst. Melden Sie sich mit E-Mail-Adresse und Passwort an.',
    PROVIDER_ONLY: 'Das regelt der Anmeldedienst Ihres Hauses. Melden Sie sich über ihn an.',
    NO_ROLE: 'Ihr Konto hat keine Aufgabe in der Redaktion. Bitten Sie die Verwaltung Ihres Hauses darum.',
    EMAIL_NOT_VERIFIED:
      'Der Anmeldedienst bestätigt Ihre E-Mail-Adresse nicht. Bitten Sie die Verwaltung Ihres Hauses, das zu ändern.',
    LOCKED: 'Ihr Zugang zur Redaktion ist gesperrt. Fragen Sie die Leitung Ihres Hauses.',
    ADDRESS_TAKEN:
      'Unter Ihrer E-Mail-Adresse arbeitet hier schon jemand anders. Bitten Sie die Leitung Ihres Hauses, diesen Eintrag im Team zu entfernen.',
    OTHER_PERSON: 'Beim Anmeldedienst hat sich jemand anders angemeldet. Bestätigen Sie mit Ihrem eigenen Konto.',
    STILL_EDITED: 'Jemand schreibt noch. Versuchen Sie es gleich noch einmal.',
  },
} as const

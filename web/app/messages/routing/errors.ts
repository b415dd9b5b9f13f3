/** Texts of the error page and of the 404 answers (8, S2.11-03, S8-01). */
const cut = (path: string) => path.slice(0, 200)

export const errorTexts = {
  title: (status: number, publication: string) =>
    `${status === 404 || status === 410 ? 'Seite nicht gefunden' : status === 503 ? 'Gerade nicht erreichbar' : 'Fehler'} | ${publication}`,
  notFound: 'Seite nicht gefunden',
  goneTitle: 'Dieser Artikel wurde zurückgezogen',
  gone: 'Dieser Inhalt ist nicht mehr verfügbar.',
  outageTitle: 'Diese Seite ist gerade nicht erreichbar',
  outageAdvice:
    'Das liegt an einer Störung bei uns, nicht an der Adresse. Bitte versuchen Sie es in einem Augenblick noch einmal.',
  tryAgain: 'Erneut versuchen',
  unexpectedTitle: 'Das hätte nicht passieren dürfen',
  /** Verbatim: specification 8. */
  pageNotFoundUnmatched: (path: string) => `Page not found: ${cut(path)}`,
  pageNotFoundInvalid: (path: string) => `Page Not Found: ${cut(path)}`,
  contentMissing: (path: string) => `Diese Seite wurde nicht gefunden: ${cut(path)}`,
  internal: 'Interner Fehler',
  offline: 'Sie sind offline. Bitte prüfen Sie Ihre Internetverbindung.',
  autoRedirect: 'Sobald Sie wieder online sind, leiten wir Sie automatisch weiter.',
  online: 'Sie sind wieder online.',
  backOnline: (seconds: number) => `Sie werden in ${seconds} Sekunden weitergeleitet.`,
  backHome: 'Zurück zur Startseite',
  searchLabel: 'Im Angebot suchen',
  searchButton: 'Suchen',
  similar: 'Ähnliche Artikel',
  advice:
    'Vielleicht ist die Adresse nicht mehr aktuell oder hat sich ein Tippfehler eingeschlichen. Suchen Sie hier nach dem, was Sie lesen wollten:',
} as const

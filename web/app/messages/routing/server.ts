/** Plain-text answers of the server without a page. */
export const serverTexts = {
  internal: 'Interner Fehler',
  contentSilent: 'Die Seite ist gleich wieder da. Bitte laden Sie in einem Augenblick neu.',
  pathTooLong: 'Die Adresse ist zu lang.',
  badAddress: 'Ungültige Adresse.',
  methodNotAllowed: 'Diese Methode ist hier nicht erlaubt.',
  fileNotFound: (path: string) => `Page not found: ${path.slice(0, 200)}`,
  pictureMissing: 'Bild nicht gefunden.',
  pictureEnded: 'Dieses Bild dürfen wir nicht mehr zeigen.',
  mediaUnsigned: 'Diese Datei gehört zu einem Plus-Artikel. Bitte öffnen Sie den Artikel, um sie zu sehen.',
  mediaExpired: 'Der Link zu dieser Datei ist abgelaufen. Bitte laden Sie den Artikel neu.',
  pictureFailed: 'Dieses Bild kann nicht gezeigt werden.',
  picturesBusy: 'Zu viele Bilder auf einmal. Bitte versuchen Sie es gleich noch einmal.',
} as const

/** Texts of the installable app: offer to install, new version, offline reading (4.11). */
export const pwaTexts = {
  label: 'App',
  installTitle: 'App installieren',
  installText: (publication: string) =>
    `${publication}: auf dem Startbildschirm schneller da, und Gelesenes bleibt auch ohne Netz lesbar.`,
  install: 'App installieren',
  notNow: 'Nicht jetzt',
  refreshTitle: 'Eine neue Fassung ist da',
  refreshText: 'Laden Sie die Seite neu, um mit ihr weiterzulesen.',
  refresh: 'Jetzt neu laden',
  later: 'Später',
  tapPicture: 'Bild laden: antippen',
  offlineNotice: 'Sie sind offline. Zuletzt gelesene Seiten bleiben lesbar.',
  offlinePageTitle: (publication: string) => `Offline | ${publication}`,
  offlinePageMessage: 'Diese Seite ist auf Ihrem Gerät nicht gespeichert.',
  offlinePageAdvice: 'Diese Artikel können Sie auch ohne Netz lesen.',
} as const

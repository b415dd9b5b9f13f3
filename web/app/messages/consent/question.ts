/** The consent question, which every first visit shows, and the names of its answers. */
export const consentTexts = {
  bannerTitle: 'Ihre Daten, Ihre Entscheidung',
  bannerText:
    'Mit Ihrer Zustimmung laden wir Werbung, Empfehlungen, Statistik und Inhalte anderer Anbieter, die dafür Daten auf Ihrem Gerät speichern. Auch wenn Sie ablehnen, lesen Sie alles wie bisher. Ihre Wahl ändern Sie jederzeit am Ende jeder Seite.',
  privacy: 'Datenschutz',
  imprint: 'Impressum',
  acceptAll: 'Alle akzeptieren',
  refuseAll: 'Alle ablehnen',
  settings: 'Einstellungen',
  saved: 'Ihre Datenschutz-Einstellungen sind gespeichert.',
} as const

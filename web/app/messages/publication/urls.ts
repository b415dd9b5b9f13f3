/** Addresses from translation entries: every link uses these (S2.1-03). */
export const urls = {
  bookmarks: '/bookmarks',
  briefing: '/in-fuenf-minuten',
  offline: '/offline-ausgabe',
  newsletters: '/newsletters',
} as const

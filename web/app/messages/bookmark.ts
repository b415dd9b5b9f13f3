/** Texts around bookmarks (S2.13-01, S4.3-01, S4.3-02). */
export const bookmarkTexts = {
  add: (title: string) => `Artikel merken: ${title}`,
  short: 'Merken',
  heading: 'Artikel merken',
  first: 'Melden Sie sich an, um Artikel zu merken und später zu lesen.',
  second: 'Die Registrierung ist kostenlos.',
  signUp: 'Jetzt registrieren',
  alreadyUser: 'Sie sind bereits registriert?',
  login: 'Anmelden',
  close: 'Schließen',
} as const

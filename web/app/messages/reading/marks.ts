/** Dialogs and tooltips of bookmarks and follows (S2.13-01, S4.3-01 to -03), and the offer to resume reading. */
export const markTexts = {
  saved: 'Artikel gemerkt',
  removed: 'Artikel entfernt',
  followed: 'Gefolgt',
  unfollowed: 'Nicht mehr gefolgt',
  later: 'Gemerkt auf diesem Gerät: Wird übertragen, sobald Sie wieder online sind.',
  resume: (percent: number) => `Weiterlesen bei ${percent} %`,
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  tooManyFollows: 'Sie folgen schon so vielen Themen und Orten, wie möglich ist.',
  tooManyBookmarks: 'Ihre Merkliste ist voll.',
  bookmark: {
    heading: 'Artikel merken',
    first: 'Melden Sie sich an, um Artikel zu merken und später zu lesen.',
  },
  followLogin: {
    heading: 'Themen und Orten folgen',
    first: 'Melden Sie sich an, um Themen und Orten zu folgen und ihre Artikel auf einer Seite zu lesen.',
  },
  free: 'Die Registrierung ist kostenlos.',
  signUp: 'Jetzt registrieren',
  alreadyUser: 'Sie sind bereits registriert?',
  login: 'Anmelden',
  limit: {
    heading: 'Merkliste voll',
    text: 'Sie können bis zu 5 Artikel merken. Mit Plus merken Sie unbegrenzt viele.',
    offer: 'Plus testen',
    list: 'Zur Merkliste',
  },
  close: 'Schließen',
} as const

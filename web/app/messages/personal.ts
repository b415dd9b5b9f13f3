/** Texts of the personal pages as readers see them who are not logged in. */
import { bookmarkTexts } from './bookmark.ts'

export const personalTexts = {
  free: bookmarkTexts.second,
  signUp: bookmarkTexts.signUp,
  alreadyUser: bookmarkTexts.alreadyUser,
  login: bookmarkTexts.login,
  close: bookmarkTexts.close,
  bookmarks: {
    title: 'Merkliste',
    text: bookmarkTexts.first,
    benefits: ['Artikel mit einem Klick sichern', 'Auf jedem Gerät weiterlesen', 'Nichts mehr aus den Augen verlieren'],
  },
  topics: {
    title: 'Ihre Themen',
    text: 'Folgen Sie den Themen, die Sie beschäftigen. Alle neuen Artikel dazu finden Sie dann auf dieser Seite.',
    benefits: ['Nur, was Sie interessiert', 'Neues zuerst', 'Jederzeit zu ändern'],
    choice: 'Diesen Themen können Sie folgen',
  },
  regions: {
    title: 'Ihre Regionen',
    text: 'Folgen Sie Ihrem Ort und den Nachbarorten. Alle neuen Artikel von dort finden Sie dann auf dieser Seite.',
    benefits: ['Nachrichten aus Ihrer Straße und der nächsten', 'Mehrere Orte auf einer Seite', 'Jederzeit zu ändern'],
    choice: 'Diesen Orten können Sie folgen',
  },
  myRegion: {
    title: 'Meine Region',
    intro: 'Was vor Ihrer Haustür geschieht: Wählen Sie Ihre Orte und lesen Sie das Neueste von dort.',
    follow: 'Folgen',
    followOf: (name: string) => `Folgen: ${name}`,
    followHeading: 'Region folgen',
    followText: 'Melden Sie sich an, um Regionen zu folgen und ihre Artikel auf einer Seite zu lesen.',
    placesOf: (name: string) => `Orte: ${name}`,
    latestOf: (name: string) => `Neues aus ${name}`,
    more: (name: string) => `Mehr aus ${name}`,
    nothing: 'Von hier gibt es noch keine Artikel.',
    empty: 'Für diese Ausgabe sind keine Regionen angelegt.',
  },
  read: {
    title: 'Gelesene Artikel',
    intro: 'Was Sie zuletzt gelesen haben. Diese Liste liegt nur auf diesem Gerät.',
    readAt: (when: string) => `Gelesen: ${when}`,
    empty: 'Sie haben noch keine Artikel gelesen.',
    emptyAdvice: 'Sobald Sie einen Artikel öffnen, finden Sie ihn hier wieder.',
    loading: 'Ihre gelesenen Artikel werden geladen.',
    failed: 'Die Artikel konnten nicht geladen werden. Bitte prüfen Sie Ihre Internetverbindung.',
    retry: 'Erneut versuchen',
    clear: 'Liste löschen',
    cleared: 'Die Liste wurde gelöscht.',
    newest: 'Zu den neuesten Artikeln',
    needsScript: 'Diese Liste liegt auf Ihrem Gerät. Um sie zu sehen, schalten Sie bitte JavaScript ein.',
  },
} as const

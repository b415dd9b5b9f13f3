/** Texts of the fronts: the home page and the sections. */
export const FRONT = {
  title: 'Seiten',
  front: 'Seite',
  home: 'Startseite',
  withDraft: (name: string) => `${name} (Entwurf)`,
  published: 'wie veröffentlicht',
  draft: (changes: number) => (changes === 1 ? 'Entwurf, 1 Änderung' : `Entwurf, ${changes} Änderungen`),
  by: (name: string, moment: string) => `zuletzt ${name}, ${moment}`,
  live: 'Auf der Seite ansehen',
  drop: 'Verwerfen',
  publish: 'Auf die Seite',
  isPublished: 'Steht auf der Seite',
  isDropped: 'Entwurf verworfen',
  dropTitle: 'Entwurf verwerfen?',
  dropText: (changes: number, name: string) =>
    `${changes === 1 ? 'Eine Änderung geht' : `${changes} Änderungen gehen`} verloren, zuletzt gesichert von ${name}. Die Seite bleibt, wie sie veröffentlicht ist.`,
  none: 'Diese Seite gibt es nicht, oder sie gehört nicht zu Ihren Ressorts.',
  noFront: 'Ihr Konto hat keine Seite. Mit dem Recht zu veröffentlichen bearbeiten Sie die Seiten Ihrer Ressorts.',
  usual: 'Diese Seite steht nicht in front.yaml; ihre Blöcke werden aus den Ressorts gebildet.',
  panes: { blocks: 'Blöcke', articles: 'Artikel', page: 'Ansicht' },
  parts: 'Teile des Bereichs',
} as const

export const FRONT_SAVING = {
  saved: 'gesichert',
  saving: 'wird gesichert …',
  waiting: 'nicht gesichert, wird nachgeholt',
  refused: 'nicht gesichert',
} as const

/** Two people at one front. */
export const LATER = {
  title: 'Inzwischen hat jemand anders diese Seite geändert',
  intro: 'Ihre Änderungen sind erhalten und mit den anderen zusammengeführt. Noch ist nichts davon auf der Seite.',
  mine: 'So war es bei Ihnen',
  theirs: (name: string) => `So ist es jetzt, zuletzt gesichert von ${name}`,
  look: 'Erst ansehen',
  publish: 'Alles auf die Seite',
  lost: 'Jemand anders hat den Entwurf verworfen. Ihre Fassung ist noch hier:',
  takeBack: 'Meine Änderungen wieder eintragen',
  forget: 'Verwerfen',
  only: 'nicht mehr dabei',
  added: 'neu',
  changed: 'anders',
  order: 'Die Reihenfolge ist anders.',
} as const

export const BLOCKS = {
  title: 'Blöcke',
  empty: 'Zeigt keine Artikel.',
  emptyPin: 'Ziehen Sie einen Artikel hierher.',
  hidden: (until: string) => `ausgeblendet ${until}`,
  hide: 'Ausblenden …',
  show: 'Wieder zeigen',
  hideTitle: (block: string) => `„${block}“ ausblenden`,
  find: (block: string) => `„${block}“ in der Ansicht zeigen`,
  more: (name: string) => `Mehr zu „${name}“`,
  isTimed: 'Nach der Zeit geordnet',
  list: (block: string) => `Artikel in „${block}“`,
  pinned: (until: string) => `gehalten ${until}`,
  pinnedByFolder: (until: string) => `gehalten in front.yaml ${until}`,
  ownText: 'eigener Text',
  notShown: 'steht nicht da: zurückgezogen, gesperrt oder kein Platz',
  first: (title: string) => `„${title}“ an den Anfang`,
  up: (title: string) => `„${title}“ höher`,
  down: (title: string) => `„${title}“ tiefer`,
  off: (title: string) => `„${title}“ von der Seite nehmen`,
  noTitle: 'Unbekannter Artikel',
  said: {
    firstIn: (title: string, block: string) => `„${title}“ steht jetzt am Anfang von „${block}“`,
    movedTo: (title: string, block: string, at: number) => `„${title}“ steht jetzt an Stelle ${at} in „${block}“`,
    off: (title: string, until: string) => `„${title}“ ist von der Seite genommen ${until}`,
    offBlock: (title: string, until: string) => `„${title}“ ist aus diesem Block genommen ${until}`,
    pinned: (title: string, until: string) => `„${title}“ wird gehalten ${until}`,
    freed: (title: string) => `„${title}“ wird nicht mehr gehalten`,
    allowed: (title: string) => `„${title}“ darf wieder auf die Seite`,
    hidden: (block: string) => `„${block}“ ist ausgeblendet`,
    shown: (block: string) => `„${block}“ ist wieder da`,
    text: (title: string) => `„${title}“ hat auf dieser Seite eigenen Text`,
  },
} as const

export const EDITS = {
  pin: 'Hier halten …',
  pinElsewhere: 'In anderem Block halten …',
  setEnd: 'Ende ändern …',
  free: 'Nicht mehr halten',
  text: 'Text auf dieser Seite …',
  offBlock: 'Nur aus diesem Block nehmen',
  offFront: 'Von der Seite nehmen',
  openArticle: 'Artikel öffnen',
  off: 'Nicht auf dieser Seite',
  offIn: (block: string) => `nicht in „${block}“`,
  allow: 'Wieder zulassen',
  noPlace: 'Ohne Platz',
  noPlaceText: 'Der Block steht nicht mehr in front.yaml. Diese Eingriffe tun nichts.',
  elsewhere: 'Anderswo halten …',
  remove: 'Entfernen',
  folder: 'Aus front.yaml',
  folderPin: (title: string, until: string) => `„${title}“ oben ${until}`,
  folderOff: (title: string, until: string) => `„${title}“ nicht auf der Startseite ${until}`,
  folderChanged: 'Im Ordner geändert, seit dieser Eingriff gemacht wurde:',
  settle: 'In Ordnung',
  words: {
    pin: (title: string, block: string, until: string) => `„${title}“ in „${block}“ gehalten ${until}`,
    off: (title: string, until: string) => `„${title}“ nicht auf dieser Seite ${until}`,
    offBlock: (title: string, block: string, until: string) => `„${title}“ nicht in „${block}“ ${until}`,
    hide: (block: string, until: string) => `„${block}“ ausgeblendet ${until}`,
    teaser: (title: string, own: string, until: string) => `„${title}“ heißt hier „${own}“ ${until}`,
    teaserPlain: (title: string, until: string) => `„${title}“ mit eigenem Text ${until}`,
  },
  textTitle: (title: string) => `„${title}“ auf dieser Seite`,
  textHeadline: 'Überschrift auf dieser Seite',
  textKicker: 'Dachzeile auf dieser Seite',
  textHint: 'Leer: wie im Artikel.',
  textAct: 'Übernehmen',
  textRemove: 'Wie im Artikel',
} as const

export const ENDS = {
  title: (words: string) => `Ende ändern: ${words}`,
  until: (moment: string) => `bis ${moment}`,
  open: 'ohne Ende',
  today: (hour: number) => `bis ${hour} Uhr`,
  tomorrow: (hour: number) => `bis morgen ${hour} Uhr`,
  own: 'Eigene Zeit',
  take: 'Übernehmen',
  inPast: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
} as const

/** Pinning an article to a front, from the fronts, the article and the list. */
export const PIN = {
  open: 'Auf einer Seite oben halten …',
  title: (title: string) => `„${title}“ oben halten`,
  block: 'Block',
  noBlock: 'Diese Seite hat keinen Block, in dem Artikel gehalten werden.',
  offHome: 'Nicht auf der Startseite',
  onPage: (title: string, until: string) => `„${title}“ steht auf der Seite, ${until}`,
  inDraft: (front: string) => `Vorgemerkt. „${front}“ hat schon einen Entwurf; veröffentlichen Sie ihn unter „Seiten“.`,
  offDone: (count: number) =>
    count === 1 ? 'Der Artikel steht nicht auf der Startseite' : `${count} Artikel stehen nicht auf der Startseite`,
} as const

export const PICK = {
  title: 'Artikel',
  search: 'Online-Artikel suchen',
  newest: 'Neueste',
  mostRead: 'Meistgelesen',
  which: 'Liste',
  none: 'Kein Artikel passt dazu.',
  pin: 'Halten …',
  pinNamed: (title: string) => `„${title}“ halten …`,
  first: (title: string, block: string) => `„${title}“ an den Anfang von „${block}“`,
  standsIn: (block: string) => `steht in „${block}“`,
  list: 'Artikel zum Ziehen und Halten',
} as const

export const FRONT_KEYS = {
  up: 'Artikel höher',
  down: 'Artikel tiefer',
  first: 'Artikel an den Anfang',
  pin: 'Artikel halten oder Ende ändern',
  off: 'Artikel von der Seite nehmen',
  search: 'In die Suche',
  blocks: 'Zu den Blöcken',
  publish: 'Auf die Seite',
} as const

export const FRONT_PREVIEW = {
  title: 'Ansicht',
  frame: 'Die Seite mit dem Entwurf',
  failed: 'Die Ansicht lässt sich gerade nicht zeigen.',
} as const

/** Blocks as `front.yaml` names them. */
export const BLOCK_NAMES: Readonly<Record<string, string>> = {
  lead: 'Aufmacher',
  articles: 'Artikel',
  region: 'Ort',
  opinion: 'Meinung',
  timeline: 'Neueste Meldungen',
  mostRead: 'Meistgelesen',
  video: 'Videos',
  testReports: 'Im Test',
  podcasts: 'Podcasts',
  newsletter: 'Newsletter',
  topics: 'Themen',
  services: 'Service',
  ad: 'Anzeige',
  extension: 'Erweiterung',
}

export const SOURCES: Readonly<Record<string, (value: string) => string>> = {
  section: (path) => `Ressort ${path}`,
  tag: (slug) => `Schlagwort ${slug}`,
  region: (slug) => `Ort ${slug}`,
  topic: (slug) => `Thema ${slug}`,
  format: (name) => `Form ${name}`,
  by: (order) => (order === 'weight' ? 'Wichtigstes' : order === 'mostRead' ? 'Meistgelesen' : 'Neuestes'),
  articles: () => 'Von Hand gewählt',
  newsletter: (slug) => `Newsletter ${slug}`,
  slot: (name) => `Anzeige ${name}`,
  name: (name) => `Erweiterung ${name}`,
}

export const SAID: Readonly<Record<string, string>> = {
  block: 'Art',
  source: 'Quelle',
  layout: 'Form',
  count: 'Anzahl',
  heading: 'Überschrift',
  section: 'Ressort',
  region: 'Ort',
  newsletter: 'Newsletter',
}

/** Texts of the desk, the list of articles and the agencies. */
export const STATES = {
  draft: 'in Arbeit',
  review: 'zur Durchsicht',
  ready: 'bereit',
  dropped: 'im Papierkorb',
  never: 'nie online',
  scheduled: 'geplant',
  online: 'online',
  changed: 'online, geändert',
  withdrawn: 'zurückgezogen',
} as const

export const ROWS = {
  untitled: 'Ohne Überschrift',
  scheduledFor: (moment: string) => `geplant ${moment}`,
  notes: (count: number) => (count === 1 ? '1 Hinweis' : `${count} Hinweise`),
  update: 'neue Fassung der Quelle',
  writes: (name: string) => `${name} schreibt gerade`,
  reads: (name: string) => `${name} hat den Artikel offen`,
  select: (title: string) => `${title} auswählen`,
  paid: 'Plus',
  none: 'Nichts.',
} as const

export const DESK = {
  title: 'Pult',
  own: 'Eigene Arbeit',
  review: 'Zur Durchsicht',
  due: 'Heute fällig',
  updates: 'Neue Fassungen der Quellen',
  notes: 'Hinweise an Sie',
  noneOwn: 'Sie haben nichts in Arbeit.',
  all: 'Alle',
  write: 'Neuer Artikel',
} as const

export const LIST = {
  title: 'Artikel',
  filters: 'Auswahl',
  stand: 'Stand',
  section: 'Ressort',
  person: 'Wer',
  source: 'Quelle',
  anyStand: 'Jeder Stand',
  anySection: 'Alle Ressorts',
  anyPerson: 'Alle Personen',
  me: 'Ich',
  anySource: 'Jede Quelle',
  ownSource: 'Eigene Texte',
  search: 'Suche',
  write: 'Neuer Artikel',
  none: 'Kein Artikel passt dazu.',
  clear: 'Auswahl aufheben',
  more: 'Ältere zeigen',
  list: 'Artikel, der zuletzt geänderte zuerst',
  selected: (count: number) => `${count} ausgewählt`,
  move: 'Stand ändern',
  moveTo: { draft: 'In Arbeit', review: 'Zur Durchsicht geben', ready: 'Bereit', dropped: 'In den Papierkorb' },
  moved: (count: number) => (count === 1 ? '1 Artikel geändert' : `${count} Artikel geändert`),
  notMoved: (titles: string) => `Nicht geändert: ${titles}`,
  keyDown: 'Nächste Zeile',
  keyUp: 'Vorige Zeile',
  keySelect: 'Zeile auswählen',
  keyFilter: 'In die Suche',
} as const

export const ARRIVALS = {
  title: 'Agenturen',
  intro: 'Was angekommen und noch nicht übernommen ist.',
  none: 'Es wartet nichts.',
  take: 'Übernehmen',
  merge: 'Einarbeiten',
  drop: 'Verwerfen',
  done: 'Erledigt',
  open: 'Artikel öffnen',
  isUpdate: 'Aktualisierung',
  isWithdrawal: 'Von der Quelle zurückgezogen',
  withdrawalText:
    'Die Quelle hat diesen Text zurückgezogen. Der Artikel gilt als eigener Text und ist noch da: Entscheiden Sie, ob er bleibt.',
  urgency: (value: number) => `Dringlichkeit ${value}`,
  embargo: (moment: string) => `gesperrt bis ${moment}`,
  dropped: 'Verworfen',
} as const

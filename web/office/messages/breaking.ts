/** Texts of breaking news: the bar, push messages, sent messages. */
const number = (count: number) => count.toLocaleString('de-DE')
const devices = (count: number) => (count === 1 ? '1 Gerät' : `${number(count)} Geräte`)

export const EIL = {
  title: 'Eil',
  choose: 'Artikel',
  chooseHint: 'Nummer oder Überschrift',
  chosen: 'Gewählter Artikel',
  chooseThis: 'Diesen Artikel wählen',
  none: 'Wählen Sie einen Artikel, der online ist. Aus dem Artikel selbst kommen Sie mit „Mehr“, „Als Eilmeldung“ hierher.',
  notShown: 'Leser haben diesen Artikel nicht. Veröffentlichen Sie ihn zuerst.',
  foreign: 'Diesen Artikel gibt es nicht, oder er gehört zu einem anderen Titel.',
  open: 'Artikel öffnen',
  send: 'Absenden, was Sie gerade ausfüllen',
  toSearch: 'Artikel wählen',
} as const

export const BAR = {
  title: 'Leiste',
  label: 'Eilmeldung',
  closed: 'Die Leiste ist zu.',
  times: (since: string, until: string) => `seit ${since}, bis ${until}`,
  by: (name: string | null) => (name === null ? 'von selbst, wegen der Dringlichkeit' : `von ${name}`),
  behind: (title: string, moment: string) =>
    `Dahinter wartet eine dringende Meldung von ${moment}: „${title}“. Sie öffnet die Leiste, wenn die Zeit dieser Eilmeldung abgelaufen ist.`,
  end: 'Leiste schließen',
  ended: 'Die Leiste ist zu',
  line: 'Zeile in der Leiste',
  lineHint: 'Leer: die Überschrift.',
  until: 'Bis',
  hours: { '1': '1 Stunde', '3': '3 Stunden', '6': '6 Stunden', '12': '12 Stunden', at: 'bis zu einem Zeitpunkt' },
  at: 'Zeitpunkt',
  set: 'In die Leiste',
  change: 'Leiste ändern',
  replace: 'Leiste ersetzen',
  isSet: 'Steht auf allen Seiten',
} as const

export const PUSH = {
  title: 'Push',
  silent: 'Der Dienst für Mitteilungen antwortet nicht. Die Leiste geht auch ohne ihn.',
  headline: 'Titel',
  body: 'Text',
  target: 'An wen',
  kinds: {
    breaking: 'Alle, die Eilmeldungen gewählt haben',
    topic: (name: string) => `Wer dem Thema „${name}“ folgt`,
    region: (name: string) => `Wer dem Ort „${name}“ folgt`,
    author: (name: string) => `Wer ${name} folgt`,
  },
  counting: 'Wird gezählt …',
  notCounted: 'Die Zahl der Geräte ist nicht zu erfahren. Ohne sie geht kein Push.',
  reach: (now: number, later: number) =>
    later === 0
      ? `Erreicht jetzt ${devices(now)}.`
      : `Erreicht jetzt ${devices(now)}, ${number(later)} nach der Ruhezeit.`,
  heard: (count: number) => `${devices(count)} hatten zu diesem Artikel schon eine Mitteilung.`,
  nobody: 'Niemand hat das gewählt.',
  preview: 'So sieht die Mitteilung aus',
  now: 'jetzt',
  order: (count: number) => `Push an ${devices(count)}`,
  hint: 'Er geht nach einer Minute raus. Bis dahin können Sie ihn stoppen.',
  ordered: 'Push bestellt: Er geht in einer Minute raus',
  waits: 'Zu diesem Artikel wartet schon ein Push.',
  held: (title: string, count: number, by: string) => `„${title}“ an ${devices(count)}, bestellt von ${by}`,
  stop: (clock: string) => `Stoppen (${clock})`,
  stopKey: 'Wartenden Push stoppen',
  leaving: 'Geht raus …',
  stopped: 'Gestoppt: Der Push geht an niemanden',
} as const

export const SENT = {
  title: 'Gesendet',
  none: 'In den letzten 30 Tagen ist nichts gesendet worden.',
  automatic: 'von selbst',
  states: { held: 'wartet', stopped: 'gestoppt', planning: 'geht raus' },
  sent: (count: number) => `${devices(count)} erreicht`,
  waiting: (count: number) => `${number(count)} warten`,
  failed: (count: number) => `${number(count)} nicht erreicht`,
} as const

/** Texts of the weather. */
import { formatDateTime, formatTime } from '@lokalteil/domain/german'
import { formatRating } from '@lokalteil/domain/german-numbers'
import { toDegrees } from '../domain/readings.ts'

const LEVELS = ['Wetterwarnung', 'Warnung vor markantem Wetter', 'Unwetterwarnung', 'Warnung vor extremem Unwetter']
const POLLEN = [
  'keine',
  'keine bis geringe',
  'geringe',
  'geringe bis mittlere',
  'mittlere',
  'mittlere bis hohe',
  'hohe',
]
const DAYS = ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa']

const withDegrees = (temperature: number) => `${toDegrees(temperature)} °C`
const atTime = (instant: string) => `${formatTime(new Date(instant))} Uhr`

export const weatherTexts = {
  title: 'Wetter',
  titleOf: (place: string) => `Wetter in ${place}`,
  /** In the utility bar. */
  line: (place: string, temperature: number, words: string) => `${place} ${withDegrees(temperature)}, ${words}`,
  description: (place: string) =>
    `Das Wetter in ${place}: jetzt, Stunde für Stunde und für zehn Tage, mit Warnungen, Sonne, Mond und Pollenflug.`,
  places: 'Orte',
  makeOwnPlace: 'Als meinen Ort merken',
  ownPlace: 'Mein Ort',
  sample:
    'Beispieldaten: Diese Werte sind erfunden und zeigen nur, wie die Seite aussieht. Verlassen Sie sich nicht darauf.',
  nothing: 'Zurzeit liegen keine Wetterdaten vor.',
  nothingAdvice:
    'Wir zeigen das Wetter wieder, sobald uns die Quelle Werte liefert. Bitte schauen Sie später noch einmal.',
  old: (at: string) => `Diese Werte sind älter als drei Stunden: Stand ${formatDateTime(new Date(at))}.`,
  ended: (at: string) =>
    `Die letzten Werte sind älter als ein Tag (Stand ${formatDateTime(new Date(at))}). Aktuelle Werte haben wir nicht.`,
  now: 'Jetzt',
  felt: (temperature: number) => `gefühlt ${withDegrees(temperature)}`,
  degrees: withDegrees,
  wind: 'Wind',
  windValue: (speed: number, from: string | null) => `${Math.round(speed)} km/h${from === null ? '' : ` aus ${from}`}`,
  gust: (speed: number) => `Böen ${Math.round(speed)} km/h`,
  rain: 'Regen',
  rainAmount: (amount: number) => `${formatRating(amount)} mm`,
  rainChance: (share: number) => `${share} %`,
  today: 'Heute',
  tomorrow: 'Morgen',
  range: (min: number, max: number) => `${toDegrees(min)} bis ${withDegrees(max)}`,
  sunshine: 'Sonne',
  sunshineValue: (minutes: number) => (minutes < 60 ? `${minutes} Min.` : `${Math.round(minutes / 60)} Std.`),
  hours: 'Heute und morgen',
  hoursRegion: 'Stundenwerte, seitlich verschiebbar',
  hoursTable: 'Temperatur, Wetter und Niederschlag für jede Stunde',
  hour: 'Zeit',
  temperature: 'Temperatur',
  sky: 'Wetter',
  oclock: (hour: number) => `${hour} Uhr`,
  days: 'Die nächsten zehn Tage',
  day: (day: string, isToday: boolean) =>
    isToday ? 'Heute' : `${DAYS[new Date(day).getUTCDay()]!} ${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`,
  min: 'Tiefstwert',
  max: 'Höchstwert',
  warnings: 'Warnungen',
  noWarnings: 'Keine Warnungen',
  level: (level: number) => LEVELS[level - 1]!,
  validity: (from: string, until: string | null) =>
    until === null
      ? `ab ${formatDateTime(new Date(from))}`
      : `${formatDateTime(new Date(from))} bis ${formatDateTime(new Date(until))}`,
  skyTitle: 'Sonne und Mond',
  sunrise: 'Sonnenaufgang',
  sunset: 'Sonnenuntergang',
  moonrise: 'Mondaufgang',
  moonset: 'Monduntergang',
  moonPhase: 'Mondphase',
  never: 'heute nicht',
  at: atTime,
  pollen: 'Pollenflug',
  pollenRegion: (region: string) => `Belastung heute in der Region ${region}`,
  pollenLevel: (level: number) => `${POLLEN[Math.round(level * 2)]!} Belastung`,
  noPollen: 'Heute fliegen keine Pollen, vor denen gewarnt wird.',
  source: 'Quelle',
  asOf: (at: string) => `Stand ${formatDateTime(new Date(at))}`,
} as const

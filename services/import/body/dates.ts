/**
 * Reads the dates that agencies, feeds and sites write: ISO 8601, RFC 822, 850 and 2822, asctime, English and German
 * spellings. A time without a zone is Berlin time, a day alone is its midnight there. An ambiguous or impossible date
 * (unknown zone, 21/11/2026, 31 February) gives null, which the caller must report. No clock.
 */

type Parts = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** Minutes east of Greenwich; null: local time in Berlin. */
  offset: number | null
}

const MINUTE = 60_000
const LONGEST = 80

const MONTHS: ReadonlyMap<string, number> = new Map(
  (
    [
      'jan january januar jän jänner jaen',
      'feb february februar feber',
      'mar march mär mrz märz maerz',
      'apr april',
      'may mai',
      'jun june juni',
      'jul july juli',
      'aug august',
      'sep sept september',
      'oct october okt oktober',
      'nov november',
      'dec december dez dezember',
    ] as const
  ).flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

/** Hours east of Greenwich. Ambiguous names (IST, AST) are left out. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    met: 1,
    mez: 1,
    cest: 2,
    mest: 2,
    mesz: 2,
    eet: 2,
    oez: 2,
    oesz: 3,
    eest: 3,
    msk: 3,
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
  }).map(([name, hours]) => [name, hours * 60]),
)

const WEEKDAY =
  '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)'
const CLOCK = '(\\d{1,2})(?:[:.](\\d{2})(?:[:.](\\d{2})(?:[.,](\\d{1,9}))?)?)?'
/** `um 18.30 Uhr`, `- 18:30`, `| 18:30 Uhr`, `, 18:30`, `T18:30`. */
const GERMAN_TIME = `(?:\\s*(?:,|-|–|\\||t)?\\s*(?:um\\s+)?${CLOCK}(?:\\s*uhr)?)?`
const NAME = '([a-zäöü]{3,9})'

const ISO = new RegExp(
  `^(\\d{4})-(\\d{2})-(\\d{2})(?:(?:t|\\s+)(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?)?(.*)$`,
  's',
)
const ISO_BASIC = /^(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(\d{2})?()(.*)$/s
const RFC = new RegExp(
  `^(?:${WEEKDAY}\\.?(?:,\\s*|\\s+))?(\\d{1,2})[\\s-]+${NAME}\\.?[\\s-]+(\\d{4}|\\d{2})(?:,?\\s+${CLOCK})?(.*)$`,
  's',
)
const ASCTIME = new RegExp(
  `^(?:${WEEKDAY}\\.?(?:,\\s*|\\s+))?${NAME}\\.?\\s+(\\d{1,2})\\s+(\\d{1,2}):(\\d{2}):(\\d{2})()\\s+(\\d{4})(.*)$`,
  's',
)
const ENGLISH = new RegExp(
  `^(?:${WEEKDAY}\\.?(?:,\\s*|\\s+))?${NAME}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?:(?:,|\\s+at|\\s+-)?\\s+(\\d{1,2}):(\\d{2})(?::(\\d{2})())?\\s*([ap]\\.?m\\.?)?)?(.*)$`,
  's',
)
const GERMAN_NUMBERS = new RegExp(
  `^(?:${WEEKDAY}\\.?(?:,\\s*|\\s+))?(?:(?:den|dem)\\s+)?(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(\\d{4}|\\d{2})${GERMAN_TIME}(.*)$`,
  's',
)
const GERMAN_NAMES = new RegExp(
  `^(?:${WEEKDAY}\\.?(?:,\\s*|\\s+))?(?:(?:den|dem)\\s+)?(\\d{1,2})\\.\\s?${NAME}\\.?\\s+(\\d{4})${GERMAN_TIME}(.*)$`,
  's',
)

/** An instant in UTC; null if it cannot be read with certainty. */
export function toInstant(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null
  const text = value
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .trim()
    .toLowerCase()
  const parts = readParts(text)
  if (parts === null || !isReal(parts)) return null
  const { year, month, day, hour, minute, second, millisecond, offset } = parts
  // A leap second becomes the next second. `setUTCFullYear` does not add 1900 to years below 100.
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, millisecond)
  const instant = new Date(local.getTime() - (offset ?? toBerlinOffset(local.getTime())) * MINUTE)
  return instant.getUTCFullYear() < 1900 || instant.getUTCFullYear() > 2200 ? null : instant.toISOString()
}

function readParts(text: string): Parts | null {
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(text)
    if (found !== null) return read(found.map((group: string | undefined) => group ?? ''))
  }
  return null
}

type Reader = (found: string[]) => Parts | null

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [ISO, ([, y, mo, d, h, mi, s, f, rest]) => assemble(y, mo, d, h, mi, s, f, rest)],
  [ISO_BASIC, ([, y, mo, d, h, mi, s, f, rest]) => assemble(y, mo, d, h, mi, s, f, rest)],
  [GERMAN_NUMBERS, ([, d, mo, y, h, mi, s, f, rest]) => assemble(toFullYear(y), mo, d, h, mi, s, f, rest)],
  [GERMAN_NAMES, ([, d, name, y, h, mi, s, f, rest]) => assemble(y, toMonth(name), d, h, mi, s, f, rest)],
  [RFC, ([, d, name, y, h, mi, s, f, rest]) => assemble(toFullYear(y), toMonth(name), d, h, mi, s, f, rest)],
  [ASCTIME, ([, name, d, h, mi, s, f, y, rest]) => assemble(y, toMonth(name), d, h, mi, s, f, rest)],
  [
    ENGLISH,
    ([, name, d, y, h, mi, s, f, half, rest]) =>
      assemble(y, toMonth(name), d, toHour(h ?? '', half ?? ''), mi, s, f, rest),
  ],
]

function assemble(
  year = '',
  month = '',
  day = '',
  hour = '',
  minute = '',
  second = '',
  fraction = '',
  rest = '',
): Parts | null {
  const offset = readZone(rest.trim())
  if (offset === undefined || month === '' || hour === '-1') return null
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: fraction === '' ? 0 : Math.floor(Number(`0.${fraction}`) * 1000),
    offset,
  }
}

/** RFC 2822, 4.3: two digits below 50 are of this century. */
function toFullYear(year = ''): string {
  return year.length === 2 ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
}

function toMonth(name = ''): string {
  return String(MONTHS.get(name) ?? '')
}

function toHour(hour: string, half: string): string {
  if (half === '' || hour === '') return hour
  const number = Number(hour)
  if (number < 1 || number > 12) return '-1'
  return String((number % 12) + (half.startsWith('p') ? 12 : 0))
}

const OFFSET = /^(?:gmt|utc|ut)?\s?([+-])(\d{2}):?(\d{2})?(?:\s*\([^()]*\))?$/
const ZONE_NAME = /^(?:uhr\s*)?\(?([a-z]{1,5})\)?$/

/** Null: no zone, so Berlin. Undefined: a zone that cannot be read with certainty. */
function readZone(text: string): number | null | undefined {
  if (text === '' || text === 'uhr' || text === 'europe/berlin' || text === '[europe/berlin]') return null
  const offset = OFFSET.exec(text)
  if (offset !== null) {
    const [, sign, hours, minutes = '00'] = offset
    const east = Number(hours) * 60 + Number(minutes)
    return east > 16 * 60 || Number(minutes) > 59 ? undefined : sign === '-' ? -east : east
  }
  const name = ZONE_NAME.exec(text)?.[1]
  return name === undefined ? undefined : ZONES.get(name)
}

function isReal({ year, month, day, hour, minute, second }: Parts): boolean {
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate())
    return false
  // 24:00 is allowed for midnight at the end of the day.
  return (hour < 24 || (hour === 24 && minute === 0 && second === 0)) && minute < 60 && second <= 60
}

const berlin = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Minutes that Berlin is ahead of UTC at an instant. */
function berlinOffsetAt(instant: number): number {
  const at: Record<string, number> = {}
  for (const { type, value } of berlin.formatToParts(instant)) at[type] = Number(value)
  const local = Date.UTC(at.year!, at.month! - 1, at.day!, at.hour!, at.minute!, at.second!)
  return Math.round((local - Math.floor(instant / 1000) * 1000) / MINUTE)
}

/** The offset of a local time in Berlin: in an hour that occurs twice the first, for a missing hour the next. */
function toBerlinOffset(local: number): number {
  const before = berlinOffsetAt(local - 180 * MINUTE)
  if (berlinOffsetAt(local - before * MINUTE) === before) return before
  const after = berlinOffsetAt(local + 180 * MINUTE)
  return berlinOffsetAt(local - after * MINUTE) === after ? after : before
}

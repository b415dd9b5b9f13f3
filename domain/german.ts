/**
 * Dates, lists and names in German format (`german-numbers.ts`: numbers). Always in Europe/Berlin, so that server and
 * browser write the same. An invalid date becomes '' instead of an exception. Each date is built from one reading of
 * Berlin's clock.
 */

const LOCALE = 'de-DE'
const TIME_ZONE = 'Europe/Berlin'
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * 60 * MINUTE
const WORDS_PER_MINUTE = 230

export const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
const WEEKDAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag']

const clockFormat = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      timeZone: TIME_ZONE,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

/** 05.03.2024 */
export function formatDate(date: Date): string {
  if (!isValid(date)) return ''
  const { year, month, day } = toClock(date)
  return `${pad(day)}.${pad(month)}.${year}`
}

/** 5. März 2024 */
export function formatLongDate(date: Date): string {
  if (!isValid(date)) return ''
  const { year, month, day } = toClock(date)
  return `${day}. ${MONTHS[month - 1]} ${year}`
}

/** Dienstag, 5. März 2024 */
export function formatDay(date: Date): string {
  if (!isValid(date)) return ''
  const { year, month, day } = toClock(date)
  return `${WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]}, ${formatLongDate(date)}`
}

/** 09:05 */
export function formatTime(date: Date): string {
  if (!isValid(date)) return ''
  const { hour, minute } = toClock(date)
  return `${pad(hour)}:${pad(minute)}`
}

/** 5. März 2024, 09:05 Uhr */
export function formatDateTime(date: Date): string {
  return isValid(date) ? `${formatLongDate(date)}, ${formatTime(date)} Uhr` : ''
}

/** 05.03., 09:05; in another year than `now` 05.03.2024, 09:05; if `sameDay` is the same day, only the time. */
export function formatShortMoment(date: Date, now: Date, sameDay?: Date): string {
  if (!isValid(date) || !isValid(now)) return ''
  if (sameDay !== undefined && toDayKey(date) === toDayKey(sameDay)) return formatTime(date)
  const { year, month, day } = toClock(date)
  return `${pad(day)}.${pad(month)}.${year === toClock(now).year ? '' : year}, ${formatTime(date)}`
}

/** 'gerade eben', 'vor 12 Minuten', 'heute, 14:05 Uhr', 'gestern, 14:05 Uhr', else the long date. */
export function formatAge(date: Date, now: Date): string {
  if (!isValid(date) || !isValid(now)) return ''
  const age = now.getTime() - date.getTime()
  if (age >= 0 && age < MINUTE) return 'gerade eben'
  if (age >= 0 && age < 60 * MINUTE) {
    const minutes = Math.floor(age / MINUTE)
    return minutes === 1 ? 'vor 1 Minute' : `vor ${minutes} Minuten`
  }
  const days = daysBetween(date, now)
  if (days === 0) return `heute, ${formatTime(date)} Uhr`
  if (days === 1) return `gestern, ${formatTime(date)} Uhr`
  return formatLongDate(date)
}

/**
 * The short stamp of lists: '14:05 Uhr' today, 'gestern, 14:05', else 05.03.2024.
 * @markets
 */
export function formatListStamp(date: Date, now: Date): string {
  if (!isValid(date) || !isValid(now)) return ''
  const days = daysBetween(date, now)
  if (days === 0) return `${formatTime(date)} Uhr`
  return days === 1 ? `gestern, ${formatTime(date)}` : formatDate(date)
}

/** ISO 8601 with Berlin's offset: 2024-03-05T09:05:00+01:00 */
export function toBerlinIso(date: Date): string {
  if (!isValid(date)) return ''
  const { hour, minute, second } = toClock(date)
  const local = `${toDayKey(date)}T${pad(hour)}:${pad(minute)}:${pad(second)}`
  // Rounded: before 1893 Berlin was 53 minutes and 28 seconds ahead, which ISO 8601 cannot say.
  const offset = Math.round((Date.parse(`${local}Z`) - date.getTime()) / MINUTE)
  const ahead = Math.abs(offset)
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(ahead / 60))}:${pad(ahead % 60)}`
}

/** The calendar day in Berlin, 2024-03-05, as a key for grouping. */
export function toDayKey(date: Date): string {
  if (!isValid(date)) return ''
  const { year, month, day } = toClock(date)
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** 0–23. */
export function berlinHour(date: Date): number {
  return toClock(date).hour
}

/** 1 (Monday) to 7 (Sunday). `day`: as 2026-11-28. */
export function toWeekday(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
}

/** 'A', 'A und B', 'A, B und C'; empty names are left out. */
export function joinNames(names: readonly string[]): string {
  const given = names.map((name) => name.trim()).filter((name) => name !== '')
  const last = given.pop()
  if (last === undefined) return ''
  return given.length === 0 ? last : `${given.join(', ')} und ${last}`
}

/** 'prename surname', with '(shortname)' when there is one. */
export function toAuthorName(author: { prename: string; surname: string; shortname?: string | null }): string {
  const name = toPersonName(author)
  const shortname = author.shortname?.trim()
  return shortname ? `${name} (${shortname})`.trimStart() : name
}

/** First and last name. */
export function toPersonName({ prename, surname }: { prename: string; surname: string }): string {
  return [prename.trim(), surname.trim()].filter((part) => part !== '').join(' ')
}

/** At 230 words a minute; at least 1 for any text. */
export function toReadingMinutes(words: number): number {
  return words > 0 && Number.isFinite(words) ? Math.max(1, Math.round(words / WORDS_PER_MINUTE)) : 0
}

type Clock = { year: number; month: number; day: number; hour: number; minute: number; second: number }

/**
 * Since then summer time in all of Europe has run from the last Sunday in March to the last in October, at one o'clock
 * UTC.
 */
const RULE_SINCE = Date.UTC(1996, 0, 1)

/** Berlin's clock by rule, because the first use of Intl.DateTimeFormat blocks a phone for 80 ms. */
function toClock(date: Date): Clock {
  const time = date.getTime()
  if (time < RULE_SINCE) return readClock(date)
  const year = date.getUTCFullYear()
  const isSummer = time >= lastSundayOf(year, 2) && time < lastSundayOf(year, 9)
  const local = new Date(time + (isSummer ? 2 : 1) * HOUR)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  }
}

/** At one o'clock UTC; the month counts from 0. */
function lastSundayOf(year: number, month: number): number {
  const lastDay = Date.UTC(year, month + 1, 0, 1)
  return lastDay - new Date(lastDay).getUTCDay() * DAY
}

function readClock(date: Date): Clock {
  const clock: Clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockFormat().formatToParts(date)) {
    if (type in clock) clock[type as keyof Clock] = Number(value)
  }
  return clock
}

function daysBetween(date: Date, now: Date): number {
  return Math.round((Date.parse(toDayKey(now)) - Date.parse(toDayKey(date))) / DAY)
}

/** Memoises: creates the value at the first call. */
function once<T>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}

function isValid(date: Date): boolean {
  return !Number.isNaN(date.getTime())
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

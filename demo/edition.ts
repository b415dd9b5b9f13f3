/**
 * The date of the demo's edition. Its texts were written for a Saturday noon. Whenever the demo is filled, they are
 * shifted to that day: no article is published at night or in the future, their order stays, and days of the week that
 * mean this week follow the calendar, as do dates of this and next week. Other dates stay, with their real day of the
 * week.
 */
import { MONTHS, toBerlinIso } from '@lokalteil/domain/german'

const MINUTE = 60_000
const DAY_MINUTES = 1440
/** Hours before the edition are counted from noon. */
const WRITTEN_AT = 12 * 60
/** Minutes of the day: the newsroom opens, a filling first counts as that day's, the newsroom closes. */
const OPENS = 5 * 60 + 30
const FIRST_FILLING = 9 * 60
const CLOSES = 23 * 60
/** Morning and evening articles keep their times; those of the night move to its edges. */
const MORNING = 7 * 60
const EVENING = 22 * 60 + 30
const LAST_OF_YESTERDAY = 22 * 60

const WEEKDAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Sonnabend'] as const
const WRITTEN_ON = 6
/** The day of the edition, and the distance within which a date means this or next week. */
const WRITTEN = { month: 10, date: 21 }
const NEAR_DAYS = 10
/** In older texts a day of the week is a custom or a memory, not a day of this week. */
const RECENT_HOURS = 9 * 24

export type Edition = {
  toMoment: (hoursAgo: number) => Date
  /** The time of breaking news, which may come at night: never longer ago than stated. */
  toUrgentMoment: (hoursAgo: number) => Date
  /** For a text of this article. */
  toText: (text: string, article: { hoursAgo: number; hasFixedDays?: true }) => string
}

export function openEdition(now: Date): Edition {
  const local = toBerlinIso(now)
  const minutes = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  const isToday = minutes >= FIRST_FILLING
  const day = addDays(local.slice(0, 10), isToday ? 0 : -1)
  const last = isToday ? Math.min(minutes - 2, EVENING) : LAST_OF_YESTERDAY
  const turn = weekdayOf(day) - WRITTEN_ON

  function toMoment(hoursAgo: number): Date {
    if (hoursAgo <= 0) return new Date(now.getTime() - hoursAgo * 60 * MINUTE)
    const written = WRITTEN_AT - hoursAgo * 60
    const days = Math.floor(written / DAY_MINUTES)
    const minute = written - days * DAY_MINUTES
    const waking = days === 0 ? OPENS + (minute / WRITTEN_AT) * (last - OPENS) : toWakingMinute(minute)
    return toInstant(addDays(day, days), waking)
  }

  return {
    toMoment,
    toUrgentMoment: (hoursAgo) =>
      new Date(Math.max(toMoment(hoursAgo).getTime(), now.getTime() - hoursAgo * 60 * MINUTE)),
    toText: (text, { hoursAgo, hasFixedDays }) => {
      const isRecent = hoursAgo <= RECENT_HOURS && hasFixedDays !== true
      const published = toMoment(Math.max(hoursAgo, 0.01))
      const dated = text.replace(DATED, (...found) =>
        nameDate(found.at(-1) as Named, (named) => {
          const ahead = named.date - WRITTEN.date
          const isNear = named.month === WRITTEN.month && Math.abs(ahead) <= NEAR_DAYS && named.year === undefined
          return isRecent && isNear ? new Date(`${addDays(day, ahead)}T00:00:00Z`) : toNearest(named, published)
        }),
      )
      if (!isRecent || turn === 0) return dated
      return dated.replace(NAMED, (name: string) => WEEKDAYS[(indexOf(name) + turn + 14) % 7]!)
    },
  }
}

function toWakingMinute(minute: number): number {
  if (minute < MORNING) return OPENS + (minute / MORNING) * (MORNING - OPENS)
  if (minute <= EVENING) return minute
  return EVENING + ((minute - EVENING) / (DAY_MINUTES - EVENING)) * (CLOSES - EVENING)
}

// Days of the week in texts

const DAY = '(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)'
/** "Montag, 30. November", "Donnerstag, dem 16. Januar 2025", "Sonnabend und Sonntag, 28. und 29. November". */
const DATED = new RegExp(
  `(?:(?<first>${DAY})(?: und (?<second>${DAY}))?(?<between>, (?:dem |den )?))?(?<!\\d)(?<date>\\d{1,2})\\.(?: und (?<next>\\d{1,2})\\.)? (?<month>${MONTHS.join('|')})(?<year> \\d{4})?`,
  'g',
)
/** A day of this week; not a custom ("jeden Mittwoch", "Montag bis Donnerstag") and not fixed by the calendar. */
const NAMED = new RegExp(
  `(?<![\\wäöüßÄÖÜ])(?<!\\b(?:[Jj]ede[nmrs]?|ein|erste[nrm]?|zweite[nrm]?|dritte[nrm]?|jeden letzten) )(?<!${DAY} (?:bis|und) )${DAY}` +
    `(?=(?:abend|morgen|mittag|vormittag|nachmittag|nacht|früh|sspiel)?(?![\\wäöüß]))` +
    `(?! (?:bis|und) ${DAY})(?! nach )(?!, (?:dem |den )?\\d{1,2}\\.)`,
  'g',
)

type Named = { [name in 'first' | 'second' | 'between' | 'date' | 'next' | 'month' | 'year']?: string }
type NamedDate = { date: number; month: number; year: number | undefined }

function nameDate(
  { first, second, between = '', date, next, month, year = '' }: Named,
  find: (named: NamedDate) => Date,
): string {
  const on = (number: string) =>
    find({
      date: Number(number),
      month: MONTHS.indexOf(month!),
      year: year === '' ? undefined : Number(year),
    })
  const day = (given: string, found: Date) =>
    indexOf(given) === found.getUTCDay() ? given : WEEKDAYS[found.getUTCDay()]!
  const monthOf = (found: Date) => MONTHS[found.getUTCMonth()]!
  const start = on(date!)
  const end = next === undefined ? start : on(next)
  const days = first === undefined ? '' : day(first, start) + (second === undefined ? '' : ` und ${day(second, end)}`)
  const numbers =
    next === undefined
      ? ''
      : `${start.getUTCDate()}.${monthOf(start) === monthOf(end) ? '' : ` ${monthOf(start)}`} und `
  return `${days}${between}${numbers}${end.getUTCDate()}. ${monthOf(end)}${year}`
}

/** Without a year the date nearest to the day of the article. */
function toNearest({ date, month, year }: NamedDate, published: Date): Date {
  const own = published.getUTCFullYear()
  const years = year === undefined ? [own - 1, own, own + 1] : [year]
  const [nearest] = years
    .map((candidate) => Date.UTC(candidate, month, date))
    .toSorted((a, b) => Math.abs(a - published.getTime()) - Math.abs(b - published.getTime()))
  return new Date(nearest!)
}

/** German has two names for Saturday. */
function indexOf(name: string): number {
  return name === 'Samstag' ? WRITTEN_ON : WEEKDAYS.indexOf(name as (typeof WEEKDAYS)[number])
}

// The calendar, in Berlin

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MINUTES * MINUTE).toISOString().slice(0, 10)
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Not for hours in which the clock changes. */
function toInstant(day: string, minute: number): Date {
  const utc = Date.parse(`${day}T00:00:00Z`) + Math.round(minute * MINUTE)
  const winter = new Date(utc - 60 * MINUTE)
  return toBerlinIso(winter).endsWith('+01:00') ? winter : new Date(utc - 120 * MINUTE)
}

/** Conversion between paths and days. */
import { PAST_DAYS, shiftDay } from '../domain/days.ts'
import type { SignKey } from '../domain/signs.ts'

/** Day key of the path; null: that day has no page. */
export function toHoroscopeDay(given: string | null, today: string): string | null {
  if (given === null) return today
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given)
  return isDay && given < today && given >= shiftDay(today, -PAST_DAYS) ? given : null
}

/** The path of today has no day in it. */
export function toHoroscopePath(sign: SignKey, day: string, today: string): string {
  return day === today ? `/horoskop/${sign}` : `/horoskop/${sign}/${day}`
}

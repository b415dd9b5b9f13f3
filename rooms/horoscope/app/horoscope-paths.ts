/** Which day an address means, and which address a day has. */
import { PAST_DAYS, shiftDay } from '../domain/days.ts'
import type { SignKey } from '../domain/signs.ts'

/** Null: there is no page for it. */
export function toHoroscopeDay(given: string | null, today: string): string | null {
  if (given === null) return today
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given)
  return isDay && given < today && given >= shiftDay(today, -PAST_DAYS) ? given : null
}

/** Today's has none in it. */
export function toHoroscopePath(sign: SignKey, day: string, today: string): string {
  return day === today ? `/horoskop/${sign}` : `/horoskop/${sign}/${day}`
}

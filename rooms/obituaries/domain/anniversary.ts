/**
 * The anniversary of a death, for reminders: every year on the day, at eight in the morning in Berlin. For a death on
 * 29 February it is the 28th in other years.
 */
import { berlinHour, toDayKey } from '@lokalteil/domain/german'

const REMINDER_HOUR = 8

/** Null: the day of death is unknown. */
export function nextAnniversary(died: string | null, after: Date): Date | null {
  if (died === null || died.length < 10) return null
  const first = Number(died.slice(0, 4)) + 1
  const year = Math.max(first, Number(toDayKey(after).slice(0, 4)))
  return (
    [year, year + 1].map((one) => toBerlinInstant(toDayIn(died, one), REMINDER_HOUR)).find((at) => at > after) ?? null
  )
}

/** Years since the death on that date. */
export function yearsSince(died: string, at: Date): number {
  return Number(toDayKey(at).slice(0, 4)) - Number(died.slice(0, 4))
}

function toDayIn(died: string, year: number): string {
  const [, month = '', day = ''] = died.split('-')
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${year}-${month}-${month === '02' && day === '29' && !isLeap ? '28' : day}`
}

/** The instant at which it is `hour` o'clock in Berlin; not for the hours in which the clock changes. */
export function toBerlinInstant(day: string, hour: number): Date {
  const guess = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  return new Date(guess.getTime() - (berlinHour(guess) - hour) * 3_600_000)
}

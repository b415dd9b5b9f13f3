/** Day keys of horoscopes: '2026-11-23'. */
const DAY = 86_400_000

/** Days of the past that have a page. */
export const PAST_DAYS = 7

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Times as the office writes them, in the paper's time zone. */
import { formatShortMoment, formatTime, toBerlinIso, toDayKey, toWeekday } from '@lokalteil/domain/german'

/** "11:04" today, else "28.11., 11:04". */
export function shortMoment(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return toDayKey(date) === toDayKey(now) ? formatTime(date) : formatShortMoment(date, now)
}

/** "11:04:07" */
export function exactTime(iso: string): string {
  return toBerlinIso(new Date(iso)).slice(11, 19)
}

/** A length of time, "9:05" or "1:09:05". */
export function toClock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}

/** The value of a `datetime-local` field, on the paper's clock. */
export function toLocalField(iso: string | null): string {
  return iso === null ? '' : toBerlinIso(new Date(iso)).slice(0, 16)
}

/** The instant of a `datetime-local` field on the paper's clock; null for an empty or impossible one. */
export function fromLocalField(value: string): string | null {
  const asUtc = Date.parse(`${value}Z`)
  if (Number.isNaN(asUtc)) return null
  // The offset of the place, asked for twice: the first guess may lie on the other side of a change of the clock.
  let instant = asUtc
  for (let i = 0; i < 2; i++) instant = asUtc - offsetAt(instant)
  return new Date(instant).toISOString()
}

/** The instant of the field if it is still to come, else null. */
export function toFuture(value: string): string | null {
  const at = fromLocalField(value)
  return at !== null && Date.parse(at) > Date.now() ? at : null
}

function offsetAt(instant: number): number {
  return Date.parse(`${toBerlinIso(new Date(instant)).slice(0, 19)}Z`) - Math.floor(instant / 1000) * 1000
}

const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']

/** "Di 24.11., 16:00" */
export function weekdayMoment(iso: string, now = new Date()): string {
  const date = new Date(iso)
  return `${WEEKDAYS[toWeekday(toDayKey(date)) - 1]} ${formatShortMoment(date, now)}`
}

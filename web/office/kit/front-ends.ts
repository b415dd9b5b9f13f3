/** Ends of edits of a front, on the paper's clock. */
import { ENDS } from '../messages/fronts.ts'
import { fromLocalField, shortMoment, toLocalField } from './moments.ts'

const EVENING = 18
const MORNING = 6
/** Minutes before the evening's end in which it is no use any more. */
const LEAST_MINUTES = 30
const OFF_DAYS = 7

/** `days` after today, by the calendar: a day of a change of the clock has 23 or 25 hours. */
function at(now: Date, days: number, hour: number): string {
  const noon = Date.parse(`${toLocalField(now.toISOString()).slice(0, 10)}T12:00:00Z`)
  const day = new Date(noon + days * 24 * 3_600_000).toISOString().slice(0, 10)
  return fromLocalField(`${day}T${String(hour).padStart(2, '0')}:00`) ?? now.toISOString()
}

type End = { label: string; until: string }

/** The ends that are chosen by one press, the next one first. */
export function quickEnds(now = new Date()): End[] {
  const evening = at(now, 0, EVENING)
  const isSoon = Date.parse(evening) - now.getTime() < LEAST_MINUTES * 60_000
  const morning = { label: ENDS.tomorrow(MORNING), until: at(now, 1, MORNING) }
  return isSoon
    ? [morning, { label: ENDS.tomorrow(EVENING), until: at(now, 1, EVENING) }]
    : [{ label: ENDS.today(EVENING), until: evening }, morning]
}

/** Of a pin without a chosen end. */
export function usualEnd(now = new Date()): string {
  return quickEnds(now)[0]!.until
}

/** Of an article that is kept off a front: by then no automatic block takes it any more. */
export function usualOffEnd(now = new Date()): string {
  return at(now, OFF_DAYS, MORNING)
}

export function untilWords(until: string | null, now = new Date()): string {
  return until === null ? ENDS.open : ENDS.until(shortMoment(until, now))
}

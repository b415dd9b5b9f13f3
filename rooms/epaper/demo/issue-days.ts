/**
 * The days on which a paper of the demo appears, relative to the day the demo is filled: a daily has a week's issues,
 * Monday to Saturday without holidays; the weekly appears on Saturdays, or on the working day before.
 */
import { isHoliday, type FederalState } from '@lokalteil/domain/commerce/holidays'
import { addDays } from '@lokalteil/domain/commerce/subscriptions'
import { toBerlinIso, toWeekday } from '@lokalteil/domain/german'
import type { DemoCode } from '@lokalteil/demo/codes'

/** The federal state in which the invented region would lie. */
const STATE: FederalState = 'ST'
const SATURDAY = 6
const SUNDAY = 7
const WEEKLIES: ReadonlySet<DemoCode> = new Set(['la'])
const DAILY_ISSUES = 6
const WEEKLY_ISSUES = 2
/** Deadline: articles until this hour of the evening before. */
const PRINTED_AT = 22

/** Newest first; `today` as 2026-11-23. */
export function listIssueDays(code: DemoCode, today: string): string[] {
  const [appears, count] = WEEKLIES.has(code) ? [isWeeklyDay, WEEKLY_ISSUES] : [isPrintDay, DAILY_ISSUES]
  const days: string[] = []
  for (let day = today; days.length < count; day = addDays(day, -1)) if (appears(day)) days.push(day)
  return days
}

/** Later articles are in the next issue. */
export function toDeadline(day: string): Date {
  const evening = addDays(day, -1)
  const offset = toBerlinIso(new Date(`${evening}T12:00:00Z`)).slice(-6)
  return new Date(`${evening}T${PRINTED_AT}:00:00${offset}`)
}

/** Counts the printed days of the year, as papers do. */
export function toIssueNumber(code: DemoCode, day: string): number {
  const appears = WEEKLIES.has(code) ? isWeeklyDay : isPrintDay
  let count = 0
  for (let one = `${day.slice(0, 4)}-01-01`; one <= day; one = addDays(one, 1)) if (appears(one)) count += 1
  return count
}

function isPrintDay(day: string): boolean {
  return toWeekday(day) !== SUNDAY && !isHoliday(day, STATE)
}

/** The last printed day up to a Saturday. */
function isWeeklyDay(day: string): boolean {
  if (!isPrintDay(day)) return false
  for (let next = addDays(day, 1); toWeekday(day) !== SATURDAY; next = addDays(next, 1)) {
    if (isPrintDay(next)) return false
    if (toWeekday(next) === SATURDAY) break
  }
  return true
}

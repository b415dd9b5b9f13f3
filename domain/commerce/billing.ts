/**
 * Billing of a contract: the periods due up to a day, the earliest end, a pause, a change of plan, reminders before a
 * renewal, dunning after a failed payment. Promises: no period is charged twice, none in a pause and none after the
 * last day; a share of a price is exact to the cent; a term never binds longer than agreed (§ 309 Nr. 9 BGB: after it
 * at most a month of notice). Days are written as in `subscriptions`.
 */
import { type FederalState, toEasterSunday, toWorkingDay } from './holidays.ts'
import { addDays, addMonths, dayAfter, dayBefore, type Day } from './subscriptions.ts'

/** The terms of a contract: as agreed, with the changes since. */
export type Terms = {
  startsOn: Day
  /** Last day; null: open-ended. */
  endsOn: Day | null
  /**
   * First day from which full periods are counted; null: the start, or the end of the trial. A pause and a change of
   * plan move it. In an imported contract it may lie ahead: the days before it were paid in the other system.
   */
  countedFrom: Day | null
  priceCents: number
  /** Null: paid once. */
  periodMonths: number | null
  trial: { months: number; priceCents: number } | null
  termMonths: number | null
  /** Last day of a term that began with a change of plan; null: the term began with the contract. */
  boundUntil: Day | null
  noticeMonths: number | null
  renewal: 'open-ended' | 'none'
  /** Agreed or running. `resumesOn` is the first day after it. */
  pause: { from: Day; resumesOn: Day } | null
}

export type Period = { from: Day; to: Day | null; cents: number }

/** Dunning, in days after a failed payment: reminders, each with another attempt, then the end of the contract. */
export const DUNNING = { reminderDays: [3, 10], endDays: 21 } as const
export const PAUSE = { mostMonths: 3, everyMonths: 12 } as const
/** Periods of this length and longer are announced before they renew, so many days ahead. */
const ANNOUNCED = { fromMonths: 6, daysBefore: [30, 7] } as const
/** A hundred years of months, as a bound for loops. */
const MOST_PERIODS = 1200

// --- Periods

/** Every period that begins no later than `upTo`, from the start or from the day the count began anew. */
export function listPeriods(terms: Terms, upTo: Day): Period[] {
  const { startsOn, endsOn, periodMonths, trial, priceCents, pause } = terms
  if (periodMonths === null) return startsOn <= upTo ? [{ from: startsOn, to: endsOn, cents: priceCents }] : []
  const periods: Period[] = []
  const add = (from: Day, before: Day, cents: number) => {
    const last = dayBefore(before)
    const to = endsOn !== null && endsOn < last ? endsOn : last
    if (from <= to) periods.push({ from, to, cents: toShare(cents, { from, to: last }, { from, to }) })
  }
  let anchor = terms.countedFrom ?? startsOn
  if (terms.countedFrom === null && trial !== null && startsOn <= upTo) {
    anchor = addMonths(startsOn, trial.months)
    add(startsOn, anchor, trial.priceCents)
  }
  for (let index = 0; index < MOST_PERIODS; index++) {
    let from = addMonths(anchor, index * periodMonths)
    // A pause moves the paid days: the rest of the period continues after the pause.
    if (pause !== null && pause.from <= from && anchor < pause.resumesOn) {
      ;[anchor, index] = [pause.resumesOn, 0]
      from = anchor
    }
    if (from > upTo || (endsOn !== null && from > endsOn)) break
    add(from, addMonths(anchor, (index + 1) * periodMonths), priceCents)
  }
  return periods
}

/** Periods that should have been charged by `today` and were not. Free periods are left out. */
export function listOwed(terms: Terms, charged: readonly Day[], today: Day): Period[] {
  return listPeriods(terms, today).filter(({ from, cents }) => cents > 0 && !charged.includes(from))
}

/**
 * The period that contains `day`; null before the start, after the end and in a pause. A period paid in another system
 * has the price 0.
 */
export function getPeriodOn(terms: Terms, day: Day): Period | null {
  return (
    getPeriodElsewhere(terms, day) ?? listPeriods(terms, day).findLast(({ to }) => to === null || day <= to) ?? null
  )
}

/**
 * Of an imported contract, the last day that was paid in the other system; null: `today` is paid here, or not at all.
 */
function getPaidElsewhere({ startsOn, countedFrom, periodMonths }: Terms, today: Day): Day | null {
  return periodMonths !== null && countedFrom !== null && countedFrom > later(today, startsOn)
    ? dayBefore(countedFrom)
    : null
}

/** Counted backwards from the first day that is paid here. */
function getPeriodElsewhere(terms: Terms, day: Day): Period | null {
  const { startsOn, endsOn, countedFrom, periodMonths } = terms
  const paidUntil = getPaidElsewhere(terms, day)
  if (paidUntil === null || countedFrom === null || periodMonths === null) return null
  if (day < startsOn || (endsOn !== null && endsOn < day)) return null
  let from = countedFrom
  for (let count = 1; from > day; count++) from = addMonths(countedFrom, -count * periodMonths)
  return { from: later(from, startsOn), to: endsOn === null ? paidUntil : earlier(paidUntil, endsOn), cents: 0 }
}

/** The first period that begins after `today`; null: none will. */
export function getNextPeriod(terms: Terms, today: Day): Period | null {
  if (terms.periodMonths === null)
    return terms.startsOn > today ? (listPeriods(terms, terms.startsOn)[0] ?? null) : null
  const horizon = addMonths(
    later(later(today, terms.countedFrom), later(terms.startsOn, terms.pause?.resumesOn ?? null)),
    Math.max(terms.periodMonths, terms.trial?.months ?? 0) + 1,
  )
  return listPeriods(terms, horizon).find(({ from }) => from > today) ?? null
}

/** The price of a part of a period. The whole period gives the whole price. */
export function toShare(cents: number, whole: { from: Day; to: Day }, part: { from: Day; to: Day }): number {
  const days = countDays(part.from, part.to)
  return days <= 0
    ? 0
    : Math.round((cents * Math.min(days, countDays(whole.from, whole.to))) / countDays(whole.from, whole.to))
}

/** The refund for a period that ends early. The reader still pays for `lastDay`. */
export function toUnusedCents(paid: { from: Day; to: Day | null; cents: number }, lastDay: Day): number {
  if (paid.to === null || lastDay >= paid.to) return 0
  return paid.cents - toShare(paid.cents, { from: paid.from, to: paid.to }, { from: paid.from, to: lastDay })
}

// --- Refunds

export const REFUND_REASONS = ['withdrawal', 'unused', 'goodwill', 'not-kept'] as const
/** `unused`: days after the end were paid; `not-kept`: something was paid that was not sold. */
export type RefundReason = (typeof REFUND_REASONS)[number]
/**
 * `due`: ask the provider; `transfer`: put it into the next bank file; `sent`: it is in a bank file; `void`: the
 * payment it would return was never kept.
 */
export const REFUND_STATES = ['due', 'transfer', 'by-hand', 'sent', 'done', 'void'] as const
export type RefundState = (typeof REFUND_STATES)[number]
/** Days in which a consumer may withdraw from a distance contract (§ 355 Abs. 2 BGB). */
const WITHDRAWAL_DAYS = 14

/**
 * The last day to declare a withdrawal. Weekends and holidays move it to the next working day (§ 193 BGB). `state`: of
 * the seller.
 */
export function toWithdrawalEnd(orderedOn: Day, state: FederalState | null = null): Day {
  return toWorkingDay(addDays(orderedOn, WITHDRAWAL_DAYS), state)
}

export type RefundRefusal = 'NOT_PAID' | 'NOTHING_LEFT' | 'TOO_MUCH'

/** Refunds `cents` of a paid charge; null: everything not refunded yet. */
export function decideRefund(
  charge: { state: string; amountCents: number; refundedCents: number },
  cents: number | null,
): { kind: 'refund'; cents: number; isRest: boolean } | { kind: 'refused'; reason: RefundRefusal; leftCents: number } {
  const isPaid = charge.state === 'paid' || charge.state === 'refunded'
  const leftCents = isPaid ? charge.amountCents - charge.refundedCents : 0
  const refused = (reason: RefundRefusal) => ({ kind: 'refused', reason, leftCents }) as const
  if (!isPaid) return refused('NOT_PAID')
  if (leftCents === 0) return refused('NOTHING_LEFT')
  const wanted = cents ?? leftCents
  return wanted > leftCents || wanted < 1 || !Number.isInteger(wanted)
    ? refused('TOO_MUCH')
    : { kind: 'refund', cents: wanted, isRest: wanted === leftCents }
}

// --- Ending a contract

/** The last day to which the reader is bound; without a term the day before the start. */
export function toTermEnd({
  startsOn,
  trial,
  termMonths,
  boundUntil,
}: Pick<Terms, 'startsOn' | 'trial' | 'termMonths' | 'boundUntil'>): Day {
  return boundUntil ?? dayBefore(addMonths(startsOn, (trial?.months ?? 0) + (termMonths ?? 0)))
}

/**
 * The last day of a contract cancelled today: within the term its end; after it, the end of the paid period, or the end
 * of the notice if that comes first. Never before the last day paid in another system, because we cannot refund those
 * days. Null: paid once, so there is nothing to end.
 */
export function getEarliestEnd(terms: Terms, today: Day): Day | null {
  if (terms.periodMonths === null) return null
  const agreed = terms.endsOn
  const termEnd = toTermEnd(terms)
  const bound = terms.renewal === 'none' && agreed !== null ? agreed : termEnd
  const elsewhere = getPaidElsewhere(terms, today)
  let end = later(bound, elsewhere)
  if (elsewhere === null && (bound < today || terms.startsOn > today)) {
    const period = getPeriodOn(terms, today)
    const noticeEnd = addMonths(today, terms.noticeMonths ?? 0)
    // Nothing is paid in a pause, so the contract may end at once.
    const free = period === null || period.to === null ? today : earlier(period.to, noticeEnd)
    end = later(bound, free)
  }
  return agreed === null ? end : earlier(agreed, end)
}

// --- Pause

export type PauseRefusal = 'NOT_ACTIVE' | 'NOT_RENEWING' | 'TOO_LONG' | 'BOUND' | 'TOO_OFTEN'

/** Whole months from the next period on, once in twelve months, never within the term. */
export function decidePause(
  terms: Terms,
  months: number,
  lastPausedOn: Day | null,
  isActive: boolean,
  today: Day,
): { kind: 'pause'; from: Day; resumesOn: Day } | { kind: 'refused'; reason: PauseRefusal } {
  const refused = (reason: PauseRefusal) => ({ kind: 'refused', reason }) as const
  if (!isActive || terms.pause !== null || terms.startsOn > today) return refused('NOT_ACTIVE')
  const next = getNextPeriod(terms, today)
  if (terms.renewal === 'none' || terms.endsOn !== null || next === null || terms.periodMonths === null)
    return refused('NOT_RENEWING')
  if (!Number.isInteger(months) || months < 1 || months > PAUSE.mostMonths) return refused('TOO_LONG')
  if (next.from <= toTermEnd(terms)) return refused('BOUND')
  if (lastPausedOn !== null && next.from < addMonths(lastPausedOn, PAUSE.everyMonths)) return refused('TOO_OFTEN')
  return { kind: 'pause', from: next.from, resumesOn: addMonths(next.from, months) }
}

// --- Another plan

export type Plan = {
  id: string
  priceCents: number
  periodMonths: number | null
  trial: unknown
  roles: readonly string[]
  renewal: 'open-ended' | 'none'
}

export type Switch =
  /** A dearer plan begins today: the rest of the paid period is credited and `dueCents` is charged at once. */
  | { kind: 'at-once'; from: Day; to: Day; priceCents: number; creditCents: number; dueCents: number }
  /** A cheaper or shorter plan follows the paid period; a dearer one follows the days paid in another system. */
  | { kind: 'later'; from: Day; priceCents: number }

export type SwitchRefusal = 'NOT_ACTIVE' | 'SAME_PLAN' | 'NOT_RENEWING' | 'BOUND' | 'CHANGED_TODAY'

/**
 * A plan that is dearer for each period and no shorter begins at once, or after the days paid in another system, which
 * we could not credit. Every other plan waits for the end of the period and of the term. `paid`: the value of the
 * running period, which is its price after vouchers and without the credit of an earlier change. `hasChanged`: a change
 * at once was paid today, so a second one waits until tomorrow.
 */
export function quoteSwitch(
  terms: Terms,
  current: Plan,
  next: Plan,
  paid: { from: Day; to: Day | null; cents: number } | null,
  isActive: boolean,
  today: Day,
  hasChanged = false,
): Switch | { kind: 'refused'; reason: SwitchRefusal } {
  const refused = (reason: SwitchRefusal) => ({ kind: 'refused', reason }) as const
  if (!isActive || terms.pause !== null || terms.endsOn !== null || terms.startsOn > today) return refused('NOT_ACTIVE')
  if (next.id === current.id) return refused('SAME_PLAN')
  if (next.periodMonths === null || next.renewal === 'none' || current.periodMonths === null)
    return refused('NOT_RENEWING')
  const isDearer = next.priceCents > current.priceCents && next.periodMonths >= current.periodMonths
  if (isDearer && getPaidElsewhere(terms, today) === null) {
    if (hasChanged) return refused('CHANGED_TODAY')
    const creditCents = paid === null ? 0 : Math.min(toUnusedCents(paid, dayBefore(today)), next.priceCents)
    return {
      kind: 'at-once',
      from: today,
      to: dayBefore(addMonths(today, next.periodMonths)),
      priceCents: next.priceCents,
      creditCents,
      dueCents: next.priceCents - creditCents,
    }
  }
  const following = getNextPeriod(terms, today)
  if (following === null) return refused('NOT_RENEWING')
  return !isDearer && following.from <= toTermEnd(terms)
    ? refused('BOUND')
    : { kind: 'later', from: following.from, priceCents: next.priceCents }
}

// --- Reminders and dunning

/** How many days ahead the coming renewal must be announced today; null: not today. A missed day is made up for. */
export function getAnnouncement(terms: Terms, today: Day): { period: Period; daysBefore: number } | null {
  if (terms.periodMonths === null || terms.periodMonths < ANNOUNCED.fromMonths || terms.endsOn !== null) return null
  const next = getNextPeriod(terms, today)
  if (next === null || next.from <= terms.startsOn) return null
  const ahead = countDays(today, next.from) - 1
  const daysBefore = ANNOUNCED.daysBefore.findLast((days) => ahead <= days)
  return daysBefore === undefined ? null : { period: next, daysBefore }
}

export type DunningStep = { kind: 'wait' } | { kind: 'remind'; number: number; endsOn: Day } | { kind: 'end' }

/** `reminders`: number already sent. One step a day, so that a late run does not send two letters at once. */
export function toDunningStep({ failedOn, reminders }: { failedOn: Day; reminders: number }, today: Day): DunningStep {
  const since = countDays(failedOn, today) - 1
  if (since >= DUNNING.endDays) return { kind: 'end' }
  const due = DUNNING.reminderDays.filter((days) => days <= since).length
  return due > reminders
    ? { kind: 'remind', number: due, endsOn: addDays(failedOn, DUNNING.endDays) }
    : { kind: 'wait' }
}

/** Counts both days. */
export function countDays(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** Adds bank working days, roughly: skips weekends and those holidays of the euro system that have a fixed date. */
export function addBankDays(day: Day, days: number): Day {
  let found = day
  let left = days
  while (left > 0 || isBankHoliday(found)) {
    found = dayAfter(found)
    if (!isBankHoliday(found)) left--
  }
  return found
}

function isBankHoliday(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5)) || isEaster(day)
}

/** Good Friday and Easter Monday. */
function isEaster(day: Day): boolean {
  const sunday = toEasterSunday(Number(day.slice(0, 4)))
  return day === addDays(sunday, -2) || day === addDays(sunday, 1)
}

function earlier(day: Day, other: Day): Day {
  return other < day ? other : day
}

function later(day: Day, other: Day | null): Day {
  return other !== null && other > day ? other : day
}

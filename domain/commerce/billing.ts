/**
 * What a contract costs when, and how a reader gets out of it: the periods that have to be paid up to a day, the earliest
 * end, a pause, another plan, reminders before a renewal, the steps after a failed payment. Promises: no period is owed
 * twice, none in a pause and none after the last day; a share of a price is exact to the cent; nothing here lets a term
 * bind longer than it was agreed (§ 309 Nr. 9 BGB: after it, a month of notice at most). Days as in `subscriptions`.
 */
import { type FederalState, toEasterSunday, toWorkingDay } from './holidays.ts'
import { addDays, addMonths, dayAfter, dayBefore, type Day } from './subscriptions.ts'

/** Of a contract as it was agreed and stands. */
export type Terms = {
  startsOn: Day
  /** Last day; null: open-ended. */
  endsOn: Day | null
  /**
   * First day full periods are counted from; null: the start, or the end of the trial. Moved by a pause and a change of plan.
   * What lies between the start and a day still to come is paid elsewhere: the contract was brought along.
   */
  countedFrom: Day | null
  priceCents: number
  /** Null: paid once. */
  periodMonths: number | null
  trial: { months: number; priceCents: number } | null
  termMonths: number | null
  /** Last day of a term that began with a change of plan; null: it began with the contract. */
  boundUntil: Day | null
  noticeMonths: number | null
  renewal: 'open-ended' | 'none'
  /** Agreed or running; `resumesOn` is the first day after it. */
  pause: { from: Day; resumesOn: Day } | null
}

export type Period = { from: Day; to: Day | null; cents: number }

/** Days after a payment failed: reminders, each with another attempt, and the end of the contract. */
export const DUNNING = { reminderDays: [3, 10], endDays: 21 } as const
export const PAUSE = { mostMonths: 3, everyMonths: 12 } as const
/** From this length on a renewal is announced, so many days ahead. */
const ANNOUNCED = { fromMonths: 6, daysBefore: [30, 7] } as const
/** A century of months: more periods no contract has. */
const MOST_PERIODS = 1200

// --- Periods

/** Every period from the start, or since the count began anew, that begins no later than `upTo`. */
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
    // After a pause the paid time goes on where it stopped.
    if (pause !== null && pause.from <= from && anchor < pause.resumesOn) {
      ;[anchor, index] = [pause.resumesOn, 0]
      from = anchor
    }
    if (from > upTo || (endsOn !== null && from > endsOn)) break
    add(from, addMonths(anchor, (index + 1) * periodMonths), priceCents)
  }
  return periods
}

/** What has to be asked for by `today` and was not; nothing for what costs nothing. */
export function listOwed(terms: Terms, charged: readonly Day[], today: Day): Period[] {
  return listPeriods(terms, today).filter(({ from, cents }) => cents > 0 && !charged.includes(from))
}

/** The period `day` lies in; null before the start, after the end and in a pause. What is paid elsewhere costs nothing. */
export function getPeriodOn(terms: Terms, day: Day): Period | null {
  return (
    getPeriodElsewhere(terms, day) ?? listPeriods(terms, day).findLast(({ to }) => to === null || day <= to) ?? null
  )
}

/** The last day that is paid elsewhere, of a contract that was brought along; null: `today` is paid here, or not at all. */
function getPaidElsewhere({ startsOn, countedFrom, periodMonths }: Terms, today: Day): Day | null {
  return periodMonths !== null && countedFrom !== null && countedFrom > later(today, startsOn)
    ? dayBefore(countedFrom)
    : null
}

/** Counted back from the first day that is paid here. */
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

/** What a part of a period comes to; the whole of it comes to the whole price. */
export function toShare(cents: number, whole: { from: Day; to: Day }, part: { from: Day; to: Day }): number {
  const days = countDays(part.from, part.to)
  return days <= 0
    ? 0
    : Math.round((cents * Math.min(days, countDays(whole.from, whole.to))) / countDays(whole.from, whole.to))
}

/** What a reader gets back of a period that ends early; `lastDay` is still paid for. */
export function toUnusedCents(paid: { from: Day; to: Day | null; cents: number }, lastDay: Day): number {
  if (paid.to === null || lastDay >= paid.to) return 0
  return paid.cents - toShare(paid.cents, { from: paid.from, to: paid.to }, { from: paid.from, to: lastDay })
}

// --- Giving back

export const REFUND_REASONS = ['withdrawal', 'unused', 'goodwill', 'not-kept'] as const
/** `unused`: paid for days after the end; `not-kept`: paid for something that was not sold. */
export type RefundReason = (typeof REFUND_REASONS)[number]
/** `due`: the provider is to be asked; `transfer`: goes into the next file for the bank; `sent`: is in one; `void`: what it would give back was never kept. */
export const REFUND_STATES = ['due', 'transfer', 'by-hand', 'sent', 'done', 'void'] as const
export type RefundState = (typeof REFUND_STATES)[number]
/** Days in which a consumer may withdraw from what was ordered at a distance (§ 355 Abs. 2 BGB). */
const WITHDRAWAL_DAYS = 14

/** The last day to declare it; a day on which nobody works moves on to the next (§ 193 BGB). `state`: of the seller. */
export function toWithdrawalEnd(orderedOn: Day, state: FederalState | null = null): Day {
  return toWorkingDay(addDays(orderedOn, WITHDRAWAL_DAYS), state)
}

export type RefundRefusal = 'NOT_PAID' | 'NOTHING_LEFT' | 'TOO_MUCH'

/** `cents` of what was paid for a charge, or (null) all that has not gone back yet. */
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

// --- Leaving

/** The last day of what the reader is bound to; the day before the start where there is nothing. */
export function toTermEnd({
  startsOn,
  trial,
  termMonths,
  boundUntil,
}: Pick<Terms, 'startsOn' | 'trial' | 'termMonths' | 'boundUntil'>): Day {
  return boundUntil ?? dayBefore(addMonths(startsOn, (trial?.months ?? 0) + (termMonths ?? 0)))
}

/**
 * The last day of a contract that is cancelled today. Within the term its end; after it the end of the period that is paid,
 * or the end of the notice where that comes first. Never before the last day that is paid elsewhere: nothing of that can be
 * given back here. Null: paid once, there is nothing to end.
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
    // In a pause nothing is paid for: the contract may end at once.
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
  /** A dearer plan begins today; the rest of what was paid is credited, `dueCents` is asked for at once. */
  | { kind: 'at-once'; from: Day; to: Day; priceCents: number; creditCents: number; dueCents: number }
  /** A cheaper or shorter one follows the period that is paid, a dearer one what is paid elsewhere. */
  | { kind: 'later'; from: Day; priceCents: number }

export type SwitchRefusal = 'NOT_ACTIVE' | 'SAME_PLAN' | 'NOT_RENEWING' | 'BOUND' | 'CHANGED_TODAY'

/**
 * Dearer for each period and no shorter: at once, or after the time that is paid elsewhere, which nobody could credit.
 * Everything else waits for the end of the period, and of the term.
 * `paid`: what the running period is worth: its price as it was paid, vouchers taken off, the credit of an earlier change not.
 * `hasChanged`: a change at once was paid today; a second one waits for tomorrow.
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

/** Days ahead of which the coming renewal is to be announced today; null: none. A day that was missed is made good. */
export function getAnnouncement(terms: Terms, today: Day): { period: Period; daysBefore: number } | null {
  if (terms.periodMonths === null || terms.periodMonths < ANNOUNCED.fromMonths || terms.endsOn !== null) return null
  const next = getNextPeriod(terms, today)
  if (next === null || next.from <= terms.startsOn) return null
  const ahead = countDays(today, next.from) - 1
  const daysBefore = ANNOUNCED.daysBefore.findLast((days) => ahead <= days)
  return daysBefore === undefined ? null : { period: next, daysBefore }
}

export type DunningStep = { kind: 'wait' } | { kind: 'remind'; number: number; endsOn: Day } | { kind: 'end' }

/** `reminders`: how many went out. One step a day: who comes late does not send two letters at once. */
export function toDunningStep({ failedOn, reminders }: { failedOn: Day; reminders: number }, today: Day): DunningStep {
  const since = countDays(failedOn, today) - 1
  if (since >= DUNNING.endDays) return { kind: 'end' }
  const due = DUNNING.reminderDays.filter((days) => days <= since).length
  return due > reminders
    ? { kind: 'remind', number: due, endsOn: addDays(failedOn, DUNNING.endDays) }
    : { kind: 'wait' }
}

/** Both days count. */
export function countDays(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** Days banks work, roughly: weekends and the bank holidays of the euro system that have a fixed date are left out. */
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

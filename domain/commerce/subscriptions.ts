/**
 * A reader's subscriptions: the state on a day, the roles of the token, the paid period, the next charge, the tabs of
 * the account (decisions S2.2-04, S2.2-05, S2.2-10). Days are calendar days in Berlin, written `2026-11-21`; the last
 * day counts. A subscription that is unpaid, paused or not yet begun gives no role.
 */
import { OFFER_KINDS } from './offers.ts'

/** `2026-11-21` */
export type Day = string

export const SUBSCRIPTION_STATES = ['ordered', 'active', 'paused', 'cancelled', 'ended', 'payment_failed'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** `print`: digital access that comes with the printed paper. */
export const SUBSCRIPTION_KINDS = [...OFFER_KINDS, 'print'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

export type Subscription = {
  id: string
  kind: SubscriptionKind
  productName: string
  state: SubscriptionState
  /** As agreed at the conclusion of the contract, even if the offer has changed since. */
  roles: readonly string[]
  /** Coins bought with it. */
  coins: number | null
  /** Cents for each period; null: paid with another contract. */
  priceCents: number | null
  /** Months that one price pays for; null: paid once. */
  periodMonths: number | null
  trial: { months: number; priceCents: number } | null
  startsOn: Day
  /** Last day; null: open-ended. */
  endsOn: Day | null
  /** First day after a pause; null: until the reader resumes it. */
  resumesOn: Day | null
}

/** The state on a day, from the stored state and the days that have passed since. */
export function toStateOn(
  { state, endsOn, resumesOn }: Pick<Subscription, 'state' | 'endsOn' | 'resumesOn'>,
  today: Day,
): SubscriptionState {
  if (endsOn !== null && endsOn < today) return 'ended'
  if (state === 'paused' && resumesOn !== null && resumesOn <= today) return 'active'
  return state
}

/** Whether it gives its roles on that day. A cancelled one does until its last day. */
export function isGranting(subscription: Subscription, today: Day): boolean {
  const state = toStateOn(subscription, today)
  return (state === 'active' || state === 'cancelled') && subscription.startsOn <= today
}

export function listGrantedRoles(subscriptions: readonly Subscription[], today: Day): string[] {
  return [...new Set(subscriptions.filter((one) => isGranting(one, today)).flatMap(({ roles }) => roles))].toSorted()
}

/** Coins are a purchase, not a subscription. */
export function isSubscription({ kind }: Pick<Subscription, 'kind'>): boolean {
  return kind !== 'coins'
}

/** The period that contains `today`, with its last day; null before it begins, after it ended, or without periods. */
export function getPeriod(subscription: Subscription, today: Day): { from: Day; to: Day | null } | null {
  const { startsOn, endsOn, periodMonths, trial } = subscription
  if (today < startsOn || (endsOn !== null && endsOn < today)) return null
  if (periodMonths === null || periodMonths < 1) return { from: startsOn, to: endsOn }
  const afterTrial = trial === null ? startsOn : addMonths(startsOn, trial.months)
  if (today < afterTrial) return { from: startsOn, to: toEarlier(dayBefore(afterTrial), endsOn) }
  let count = 0
  while (addMonths(afterTrial, (count + 1) * periodMonths) <= today) count++
  return {
    from: addMonths(afterTrial, count * periodMonths),
    to: toEarlier(dayBefore(addMonths(afterTrial, (count + 1) * periodMonths)), endsOn),
  }
}

/** Null: nothing will be charged, or the day is unknown. */
export function getNextCharge(subscription: Subscription, today: Day): { on: Day; cents: number } | null {
  const { priceCents, periodMonths, trial, startsOn, endsOn } = subscription
  if (priceCents === null || priceCents === 0) return null
  const state = toStateOn(subscription, today)
  if (state === 'ordered' && today <= startsOn) return { on: startsOn, cents: trial?.priceCents ?? priceCents }
  const period = getPeriod(subscription, today)
  if (state !== 'active' || periodMonths === null || period === null || period.to === null) return null
  const on = dayAfter(period.to)
  return endsOn !== null && endsOn < on ? null : { on, cents: priceCents }
}

export const ACCOUNT_TABS = ['account', 'abo', 'coins', 'plus-verification'] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

/**
 * For a reader with a platform session (S2.2-05). An ended subscription counts, because its documents stay available.
 */
export function listAccountTabs(reader: {
  isPlusUser: boolean
  isWalletUser: boolean
  isPlusUserWithWallet: boolean
  hasSubscription: boolean
}): AccountTab[] {
  const may: Readonly<Record<AccountTab, boolean>> = {
    account: true,
    abo: reader.hasSubscription,
    coins: reader.isWalletUser || reader.isPlusUserWithWallet,
    'plus-verification': !reader.isPlusUser,
  }
  return ACCOUNT_TABS.filter((tab) => may[tab])
}

/** '4 711-003' → '4711003', in the spellings of invoices and of typing; null: not a customer number. */
export function toCustomerNumber(typed: string): string | null {
  const number = typed
    .normalize('NFKC')
    .replace(/[\s./-]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9]{3,20}$/.test(number) ? number : null
}

/** 'd-00412' → '00412'; also the four digits of neighbouring countries. Null: not a postcode. */
export function toPostcode(typed: string): string | null {
  const postcode = typed
    .normalize('NFKC')
    .replace(/\s/gu, '')
    .toUpperCase()
    .replace(/^(?:DE?|A|CH)-/, '')
  return /^\d{4,5}$/.test(postcode) ? postcode : null
}

/** The same day of a later month, or its last day if that month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = toParts(day)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return toDay(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, lastDate)))
}

export function dayBefore(day: Day): Day {
  return addDays(day, -1)
}

export function dayAfter(day: Day): Day {
  return addDays(day, 1)
}

export function addDays(day: Day, days: number): Day {
  const [year, month, date] = toParts(day)
  return toDay(Date.UTC(year, month - 1, date + days))
}

function toEarlier(day: Day, other: Day | null): Day {
  return other !== null && other < day ? other : day
}

function toParts(day: Day): [number, number, number] {
  return day.split('-').map(Number) as [number, number, number]
}

function toDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10)
}

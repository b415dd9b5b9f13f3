/**
 * Codes that readers type from paper or a mail (decision S2.3-03): their form, how a new one is made, the access that it gives,
 * and for which days. Promises: case, blanks and hyphens do not count; a new code has 74 random bits and no letters that look
 * alike; access by a code ends by itself and never costs anything. The platform decides whether a code exists or was used, and
 * gives the same answer for every wrong code.
 */
import type { Voucher } from './orders.ts'
import {
  addMonths,
  dayAfter,
  dayBefore,
  isGranting,
  type Day,
  type Subscription,
  type SubscriptionKind,
} from './subscriptions.ts'

/** The form of the decision. Blanks and dashes typed from paper were already turned into hyphens. */
const CODE = /^[A-Z0-9]{4}(?:-?[A-Z0-9]{4}){1,3}$/i
const GROUP = /.{4}/g
const LONGEST_TYPED = 100

/** No letters or digits that look or sound alike on paper or on the telephone. */
export const CODE_ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679'
const NEW_GROUPS = 4

export const CODE_KINDS = ['access', 'coins', 'voucher'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/** Rate limit: tries within a quarter of an hour, for each reader and each address (part D of the decisions). */
export const CODE_ATTEMPTS = { most: 5, windowMs: 15 * 60_000 } as const

/** A copy of the offer from the day the code was made, so that a code given away keeps its promise. */
export type GrantedAccess = {
  offerId: string
  productName: string
  kind: SubscriptionKind
  roles: readonly string[]
  months: number
}

export type CodeGrant =
  | { kind: 'access'; access: GrantedAccess }
  | { kind: 'coins'; count: number }
  | { kind: 'voucher'; voucher: Voucher }

/** ' abcd–efgh 2345' → 'ABCDEFGH2345', the stored form; null: not the form of a code. */
export function toCode(typed: string): string | null {
  if (typed.length > LONGEST_TYPED) return null
  const written = typed
    .normalize('NFKC')
    .trim()
    .replace(/[\s\p{Pd}\u2212]+/gu, '-')
  return CODE.test(written) ? written.replaceAll('-', '').toUpperCase() : null
}

/** 'ABCDEFGH2345' → 'ABCD-EFGH-2345', the form readers see. */
export function formatCode(code: string): string {
  return (code.match(GROUP) ?? []).join('-')
}

/** In the stored form. `random` returns a whole number below its argument. */
export function createCode(random: (below: number) => number): string {
  return Array.from({ length: NEW_GROUPS * 4 }, () => CODE_ALPHABET[random(CODE_ALPHABET.length)]).join('')
}

/**
 * The days of the access by a code for a reader with these subscriptions: from today, or after a subscription that
 * opens the same and ends. 'has-it': an open-ended subscription already opens all of it, so the months would be lost.
 */
export function decideAccess(
  access: Pick<GrantedAccess, 'roles' | 'months'>,
  subscriptions: readonly Subscription[],
  today: Day,
): { kind: 'runs'; startsOn: Day; endsOn: Day } | { kind: 'has-it' } {
  const same = subscriptions.filter((one) => access.roles.every((role) => one.roles.includes(role)))
  // Includes a contract that was ordered to start after the months of an earlier code.
  if (same.some((one) => one.endsOn === null && (isGranting(one, today) || isComing(one, today))))
    return { kind: 'has-it' }
  const last = same
    .flatMap(({ state, endsOn }) =>
      endsOn !== null && endsOn >= today && (state === 'active' || state === 'cancelled') ? [endsOn] : [],
    )
    .toSorted()
    .at(-1)
  const startsOn = last === undefined ? today : dayAfter(last)
  return { kind: 'runs', startsOn, endsOn: dayBefore(addMonths(startsOn, access.months)) }
}

function isComing({ state, startsOn, priceCents }: Subscription, today: Day): boolean {
  return state === 'active' && startsOn > today && (priceCents ?? 0) > 0
}

/**
 * First day of a subscription ordered today. It begins after given access that opens the same, so that no month of a
 * code is lost. An offer that is bought once, or opens nothing, begins today.
 */
export function decideStart(
  offer: Pick<Subscription, 'roles' | 'periodMonths'>,
  subscriptions: readonly Subscription[],
  today: Day,
): Day {
  if (offer.periodMonths === null || offer.roles.length === 0) return today
  const last = subscriptions
    .flatMap(({ roles, state, endsOn, priceCents }) =>
      endsOn !== null &&
      endsOn >= today &&
      (priceCents ?? 0) === 0 &&
      (state === 'active' || state === 'cancelled') &&
      offer.roles.every((role) => roles.includes(role))
        ? [endsOn]
        : [],
    )
    .toSorted()
    .at(-1)
  return last === undefined ? today : dayAfter(last)
}

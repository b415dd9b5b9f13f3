/**
 * Codes that are typed from paper or a mail (decision S2.3-03): how one is written, how a new one is made, what it is good
 * for, and the days of the access it opens. Promises: case, blanks and hyphens do not count; a new code has 74 bits and no
 * letter that is taken for another one; what a code opens ends by itself and never costs anything. Whether a code exists,
 * and whether it has been used, is the platform's to say, in one answer for all that is wrong.
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

/** As the decision writes it, with the blanks and dashes of paper made hyphens. */
const CODE = /^[A-Z0-9]{4}(?:-?[A-Z0-9]{4}){1,3}$/i
const GROUP = /.{4}/g
const LONGEST_TYPED = 100

/** Nothing that is taken for something else on paper or on the telephone. */
export const CODE_ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679'
const NEW_GROUPS = 4

export const CODE_KINDS = ['access', 'coins', 'voucher'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/** Tries within a quarter of an hour, for a reader and for an address (part D of the decisions). */
export const CODE_ATTEMPTS = { most: 5, windowMs: 15 * 60_000 } as const

/** The offer as it was when the code was made: a code that was given away keeps its promise. */
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

/** ' abcd–efgh 2345' → 'ABCDEFGH2345', as codes are kept; null: nobody's code is written like that. */
export function toCode(typed: string): string | null {
  if (typed.length > LONGEST_TYPED) return null
  const written = typed
    .normalize('NFKC')
    .trim()
    .replace(/[\s\p{Pd}\u2212]+/gu, '-')
  return CODE.test(written) ? written.replaceAll('-', '').toUpperCase() : null
}

/** 'ABCDEFGH2345' → 'ABCD-EFGH-2345', as codes are shown. */
export function formatCode(code: string): string {
  return (code.match(GROUP) ?? []).join('-')
}

/** As it is kept. `random` answers a whole number below the given one. */
export function createCode(random: (below: number) => number): string {
  return Array.from({ length: NEW_GROUPS * 4 }, () => CODE_ALPHABET[random(CODE_ALPHABET.length)]).join('')
}

/**
 * When the access of a code runs for a reader with these subscriptions: from today, or behind what opens the same and
 * ends. 'has-it': a subscription without an end opens all of it already, so the months would be lost.
 */
export function decideAccess(
  access: Pick<GrantedAccess, 'roles' | 'months'>,
  subscriptions: readonly Subscription[],
  today: Day,
): { kind: 'runs'; startsOn: Day; endsOn: Day } | { kind: 'has-it' } {
  const same = subscriptions.filter((one) => access.roles.every((role) => one.roles.includes(role)))
  // One that was ordered to follow the months of an earlier code counts as well.
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
 * First day of a subscription that is ordered today: behind the access that was given and opens all of it, so that no month
 * of a code is lost. What is bought once, and what opens nothing, begins today.
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

/**
 * Offers of a publication and their legal limits (§ 309 Nr. 9 BGB, PAngV): prices are whole cents including value added
 * tax, a term ends or turns into a contract with at most a month of notice, and a trial never hides the price after it.
 * Money is never a fraction: the tax is the gross price minus its rounded net.
 */

import type { Publication } from '../publication/publications.ts'

export const OFFER_KINDS = ['plus', 'pur', 'plus-pur', 'epaper', 'topic', 'coins'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

export type Offer = {
  /** `plus-monat`: part of addresses and contracts. It is never reused for another offer. */
  id: string
  kind: OfferKind
  name: string
  description: string
  /** Cents for each period, tax included. */
  priceCents: number
  /** Per cent, whole. */
  vatPercent: number
  /** Months that one price pays for; null: paid once. */
  periodMonths: number | null
  /** Months at `priceCents` in all, before the first full period. */
  trial: { months: number; priceCents: number } | null
  /** Minimum term in months after a trial; null: nothing to cancel. */
  termMonths: number | null
  /** After the term: month by month until the reader cancels, or nothing. */
  renewal: 'open-ended' | 'none'
  /** Months of notice after the term; null without a renewal. */
  noticeMonths: number | null
  benefits: readonly string[]
  /** Roles of the token while the contract runs. */
  roles: readonly string[]
  /** Coins booked after payment. */
  coins: number | null
  /** Further members of the household who read with it; absent: the default of its kind (`household`). */
  seats?: number | undefined
  /** Recommended by the publisher. */
  isRecommended: boolean
}

export type OfferFault =
  | 'PRICE_NOT_WHOLE_CENTS'
  | 'TERM_TOO_LONG'
  | 'NOTICE_TOO_LONG'
  | 'NOTICE_MISSING'
  | 'TRIAL_DEARER'
  | 'TRIAL_WITHOUT_TERM'
  | 'COINS_MISSING'
  | 'COINS_RENEW'
  | 'NOTHING_GRANTED'

/** The reasons why an offer must not be sold; empty: it may. */
export function listOfferFaults(offer: Offer): OfferFault[] {
  const faults: [OfferFault, boolean][] = [
    [
      'PRICE_NOT_WHOLE_CENTS',
      !isAmount(offer.priceCents) || (offer.trial !== null && !isAmount(offer.trial.priceCents)),
    ],
    ['TERM_TOO_LONG', (offer.termMonths ?? 0) + (offer.trial?.months ?? 0) > 24],
    ['NOTICE_TOO_LONG', (offer.noticeMonths ?? 0) > 1],
    ['NOTICE_MISSING', (offer.renewal === 'open-ended') !== (offer.noticeMonths !== null)],
    ['TRIAL_DEARER', offer.trial !== null && offer.trial.priceCents > priceOfMonths(offer, offer.trial.months)],
    ['TRIAL_WITHOUT_TERM', offer.trial !== null && offer.periodMonths === null],
    ['COINS_MISSING', (offer.kind === 'coins') !== (offer.coins !== null && offer.coins > 0)],
    ['COINS_RENEW', offer.kind === 'coins' && (offer.periodMonths !== null || offer.renewal !== 'none')],
    ['NOTHING_GRANTED', offer.kind !== 'coins' && offer.roles.length === 0],
  ]
  return faults.flatMap(([fault, isTrue]) => (isTrue ? [fault] : []))
}

/** The rights that a contract gives its reader. */
export const GRANTS = ['articles', 'no-advertising', 'epaper', 'topic', 'coins', 'other'] as const
export type Grant = (typeof GRANTS)[number]

/** Derived from the roles. `other`: a role of the publisher's own, whose meaning we do not know. */
export function listGrants({ roles, coins }: Pick<Offer, 'roles' | 'coins'>): Grant[] {
  const grants = roles.map((role): Grant => {
    if (role === 'PLUS_USER') return 'articles'
    if (role === 'PUR_USER') return 'no-advertising'
    if (role === 'EPAPER_USER') return 'epaper'
    if (role === 'WALLET_USER') return 'coins'
    return role.startsWith('PLUS-TAG-') ? 'topic' : 'other'
  })
  return [...new Set<Grant>(coins === null ? grants : [...grants, 'coins'])]
}

/**
 * Rights that the offer grants but the publication does not have; empty: it may be offered. The local edition shows no
 * advertising and measures no reader (S1-03), so "without advertising" cannot be sold there.
 */
export function listMissingGrants(
  offer: Pick<Offer, 'roles' | 'coins'>,
  {
    hasEpaper,
    isLocalEdition,
    hasTopics,
  }: Pick<Publication, 'hasEpaper' | 'isLocalEdition'> & {
    /** The tags that its roles name exist. */
    hasTopics: boolean
  },
): Grant[] {
  return listGrants(offer).filter(
    (grant) =>
      (grant === 'epaper' && !hasEpaper) ||
      (grant === 'no-advertising' && isLocalEdition) ||
      (grant === 'topic' && !hasTopics),
  )
}

/** The tax in a gross amount, both in cents. Half a cent is rounded to the net amount. */
export function toVatCents(grossCents: number, vatPercent: number): number {
  return grossCents - Math.round((grossCents * 100) / (100 + vatPercent))
}

/** The price of a month, rounded up so that no offer looks cheaper than it is; null if it is paid once or monthly. */
export function toMonthlyCents({
  priceCents,
  periodMonths,
}: Pick<Offer, 'priceCents' | 'periodMonths'>): number | null {
  return periodMonths === null || periodMonths === 1 ? null : Math.ceil(priceCents / periodMonths)
}

/** The total for a reader who leaves at the first moment the contract allows. */
export function toFirstTotalCents(offer: Offer): number {
  if (offer.periodMonths === null) return offer.priceCents
  const afterTrial = offer.termMonths === null ? 0 : Math.ceil(offer.termMonths / offer.periodMonths) * offer.priceCents
  return (offer.trial?.priceCents ?? 0) + afterTrial
}

function priceOfMonths(offer: Offer, months: number): number {
  return offer.periodMonths === null ? offer.priceCents : (offer.priceCents / offer.periodMonths) * months
}

function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= 0 && cents <= 1_000_000
}

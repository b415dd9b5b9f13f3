/**
 * Kinds of lines of an order, and the rules of each. `contract` and `coins` are the line of an offer of the publication; the
 * others are lines of a seller's basket. `goods`: is sent or collected; `digital`: is available at once; `ticket`: for a day (§
 * 312g Abs. 2 Nr. 9 BGB); `voucher`: worth money later; `service`: work that begins at once, such as publishing an obituary.
 */
import type { Offer } from './offers.ts'

type Rule = {
  /** False: it could not be taken back if the money did not come. */
  mayPayLater: boolean
  /** Available or begun before the right of withdrawal has ended: it lapses with consent (§ 356 Abs. 4 und 5 BGB). */
  lapses: boolean
}

const RULES = {
  contract: { mayPayLater: true, lapses: false },
  coins: { mayPayLater: false, lapses: true },
  goods: { mayPayLater: true, lapses: false },
  digital: { mayPayLater: false, lapses: true },
  ticket: { mayPayLater: false, lapses: false },
  voucher: { mayPayLater: false, lapses: false },
  service: { mayPayLater: false, lapses: true },
} as const satisfies Record<string, Rule>

export type LineKind = keyof typeof RULES
type Line = { kind: LineKind }

export function toOfferLine({ kind }: Pick<Offer, 'kind'>): Line {
  return { kind: kind === 'coins' ? 'coins' : 'contract' }
}

/** True if a direct debit or an invoice may bring the money later. */
export function mayPayLater(lines: readonly Line[]): boolean {
  return lines.every(({ kind }) => RULES[kind].mayPayLater)
}

/** True if the reader has to agree that the right of withdrawal lapses. */
export function needsLapseConsent(lines: readonly Line[]): boolean {
  return lines.some(({ kind }) => RULES[kind].lapses)
}

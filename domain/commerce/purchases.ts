/**
 * Single purchases: lines of a basket with their prices, the sum, whether it may be paid later, and until when a reader
 * may withdraw from which line (§§ 312g, 355–357 BGB). Prices are set by the seller and include the tax.
 */
import { toWithdrawalEnd } from './billing.ts'
import { type FederalState, toWorkingDay } from './holidays.ts'
import { toSums, type NewLine, type VatSum } from './invoices.ts'
import { listOrderFaults, type OrderFaults, type OrderInput } from './orders.ts'
import { addDays, type Day } from './subscriptions.ts'

/**
 * `goods`: is sent or collected; `digital`: is available at once; `ticket`: for a day (§ 312g Abs. 2 Nr. 9 BGB);
 * `voucher`: worth money later; `service`: work that begins at once, such as publishing an obituary.
 */
export const PURCHASE_KINDS = ['goods', 'digital', 'ticket', 'voucher', 'service'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

export type PurchaseLine = {
  /** The seller's key, unique in the basket. */
  key: string
  kind: PurchaseKind
  title: string
  /** Variant, size, or run of an obituary; may be ''. */
  detail: string
  quantity: number
  /** Price of one, value added tax included; negative: a reduction. */
  unitCents: number
  vatPercent: number
  /** The day of a ticket or of a service. */
  on: Day | null
}

type Delivery = { title: string; cents: number; vatPercent: number; countries: readonly string[] }

/** `delivery` null: nothing is sent. */
export type BasketSum = { lines: readonly PurchaseLine[]; delivery: Delivery | null }

export type PurchaseTotals = { dueCents: number; vatCents: number; rates: VatSum[] }

/** Key of the delivery's line in corrections and withdrawals. */
export const DELIVERY_KEY = 'delivery'

export function toInvoiceLines({ lines, delivery }: BasketSum, boughtOn: Day): (NewLine & { key: string })[] {
  return [
    ...lines.map(({ key, title, detail, quantity, unitCents, vatPercent, on }) => ({
      key,
      text: `${quantity} × ${title}${detail === '' ? '' : `, ${detail}`}`,
      from: on ?? boughtOn,
      to: null,
      grossCents: quantity * unitCents,
      vatPercent,
    })),
    ...(delivery === null || delivery.cents === 0
      ? []
      : [
          {
            key: DELIVERY_KEY,
            text: delivery.title,
            from: boughtOn,
            to: null,
            grossCents: delivery.cents,
            vatPercent: delivery.vatPercent,
          },
        ]),
  ]
}

export function toPurchaseTotals(basket: BasketSum): PurchaseTotals {
  const { sums } = toSums(toInvoiceLines(basket, '2000-01-01'))
  return { dueCents: sums.grossCents, vatCents: sums.vatCents, rates: sums.rates }
}

/** Only goods may be paid later: digital or published things could not be taken back (the same holds for coins). */
export function mayPayLater({ lines }: Pick<BasketSum, 'lines'>): boolean {
  return lines.every(({ kind }) => kind === 'goods')
}

/** Lines that are available or begin before the right of withdrawal has ended (§ 356 Abs. 4 und 5 BGB). */
export function needsLapseConsent({ lines }: Pick<BasketSum, 'lines'>): boolean {
  return lines.some(({ kind }) => kind === 'digital' || kind === 'service')
}

export function listPurchaseFaults(input: OrderInput, basket: BasketSum, reader: { isGuest: boolean }): OrderFaults {
  const needsLapse = needsLapseConsent(basket)
  // A basket without delivery needs no recipient.
  const recipient = basket.delivery === null ? null : input.recipient
  const faults = listOrderFaults({ ...input, recipient }, { kind: 'basket', needsLapse }, reader)
  const { delivery } = basket
  const isElsewhere = recipient !== null && recipient !== undefined
  const country = (isElsewhere ? recipient : input.buyer).country.trim().toUpperCase()
  if (delivery === null || delivery.countries.includes(country)) return faults
  return { [isElsewhere ? 'recipientCountry' : 'country']: 'NOT_ALLOWED', ...faults }
}

/** The facts on which the right of withdrawal depends. */
export type PurchaseFacts = {
  placedOn: Day
  /** Day of arrival; null: not yet arrived, or unknown. */
  deliveredOn: Day | null
  hasConsented: boolean
  /** The seller's state, for its holidays; absent or null: unknown. */
  federalState?: FederalState | null
}

export type WithdrawalRight = { kind: 'none'; reason: 'DATED' | 'LAPSED' } | { kind: 'until'; lastDay: Day | null }

/** `lastDay` null: the period has not begun. */
export function toWithdrawalRight(
  { kind, on }: Pick<PurchaseLine, 'kind' | 'on'>,
  { placedOn, deliveredOn, hasConsented, federalState = null }: PurchaseFacts,
): WithdrawalRight {
  if (kind === 'ticket' && on !== null) return { kind: 'none', reason: 'DATED' }
  if ((kind === 'digital' || kind === 'service') && hasConsented) return { kind: 'none', reason: 'LAPSED' }
  if (kind !== 'goods') return { kind: 'until', lastDay: toWithdrawalEnd(placedOn, federalState) }
  return { kind: 'until', lastDay: deliveredOn === null ? null : toWithdrawalEnd(deliveredOn, federalState) }
}

/**
 * Keys of the lines that a withdrawal on this day takes back. The delivery goes with the last of the goods (§ 357 Abs.
 * 2).
 */
export function listWithdrawable(basket: BasketSum, facts: PurchaseFacts, declaredOn: Day): string[] {
  const taken = basket.lines
    .filter((line) => {
      const right = toWithdrawalRight(line, facts)
      return right.kind === 'until' && (right.lastDay === null || declaredOn <= right.lastDay)
    })
    .map(({ key }) => key)
  const goods = basket.lines.filter(({ kind }) => kind === 'goods')
  const hasAllGoods = goods.length > 0 && goods.every(({ key }) => taken.includes(key))
  return basket.delivery !== null && basket.delivery.cents > 0 && hasAllGoods ? [...taken, DELIVERY_KEY] : taken
}

/** Assumed arrival of a parcel if only the day of sending is known; late enough to favour the reader. */
export function toArrivalDay(sentOn: Day): Day {
  return toWorkingDay(addDays(sentOn, ARRIVAL_DAYS), null)
}
const ARRIVAL_DAYS = 7

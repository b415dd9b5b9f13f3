/**
 * Single purchases: lines of a basket with their prices, the sum, whether it may be paid later, and until when a reader
 * may withdraw from which line (§§ 312g, 355–357 BGB). Prices are set by the seller and include the tax.
 */
import { toWithdrawalEnd } from './billing.ts'
import { type FederalState, toWorkingDay } from './holidays.ts'
import { toSums, type NewLine, type VatSum } from './invoices.ts'
import { type LineKind, needsLapseConsent } from './order-lines.ts'
import { listOrderFaults, type OrderFaults, type OrderInput } from './orders.ts'
import { addDays, type Day } from './subscriptions.ts'

/** Kinds of lines of a basket. */
export const PURCHASE_KINDS = [
  'goods',
  'digital',
  'ticket',
  'voucher',
  'service',
] as const satisfies readonly LineKind[]
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

export function listPurchaseFaults(input: OrderInput, basket: BasketSum, reader: { isGuest: boolean }): OrderFaults {
  const needsLapse = needsLapseConsent(basket.lines)
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
  line: Pick<PurchaseLine, 'kind' | 'on'>,
  { placedOn, deliveredOn, hasConsented, federalState = null }: PurchaseFacts,
): WithdrawalRight {
  const { kind, on } = line
  if (kind === 'ticket' && on !== null) return { kind: 'none', reason: 'DATED' }
  if (needsLapseConsent([line]) && hasConsented) return { kind: 'none', reason: 'LAPSED' }
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

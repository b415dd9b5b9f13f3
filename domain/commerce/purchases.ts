/**
 * What is bought once: lines of a basket with their prices, what they cost together, whether they may be paid later, and
 * until when a reader may withdraw from which of them (§§ 312g, 355–357 BGB). Prices are a seller's and include the tax.
 */
import { toWithdrawalEnd } from './billing.ts'
import { type FederalState, toWorkingDay } from './holidays.ts'
import { toSums, type NewLine, type VatSum } from './invoices.ts'
import { listOrderFaults, type OrderFaults, type OrderInput } from './orders.ts'
import { addDays, type Day } from './subscriptions.ts'

/**
 * `goods`: is sent or collected; `digital`: is there at once; `ticket`: for a day (§ 312g Abs. 2 Nr. 9 BGB); `voucher`: worth
 * money later; `service`: work that begins at once, such as a notice that is published.
 */
export const PURCHASE_KINDS = ['goods', 'digital', 'ticket', 'voucher', 'service'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

export type PurchaseLine = {
  /** Of the seller, unique in the basket. */
  key: string
  kind: PurchaseKind
  title: string
  /** Variant, size, run of a notice; may be ''. */
  detail: string
  quantity: number
  /** Of one, value added tax included; below nought: what is taken off. */
  unitCents: number
  vatPercent: number
  /** Of a ticket with a day, of a service. */
  on: Day | null
}

type Delivery = { title: string; cents: number; vatPercent: number; countries: readonly string[] }

/** `delivery` null: nothing is sent. */
export type BasketSum = { lines: readonly PurchaseLine[]; delivery: Delivery | null }

export type PurchaseTotals = { dueCents: number; vatCents: number; rates: VatSum[] }

/** The line of the delivery in corrections and withdrawals. */
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

/** Only goods go out on a promise; what is there at once, or published, could not be taken back (as with coins). */
export function mayPayLater({ lines }: Pick<BasketSum, 'lines'>): boolean {
  return lines.every(({ kind }) => kind === 'goods')
}

/** What is there or begins before the right of withdrawal has run out (§ 356 Abs. 4 und 5 BGB). */
export function needsLapseConsent({ lines }: Pick<BasketSum, 'lines'>): boolean {
  return lines.some(({ kind }) => kind === 'digital' || kind === 'service')
}

export function listPurchaseFaults(input: OrderInput, basket: BasketSum, reader: { isGuest: boolean }): OrderFaults {
  const needsLapse = needsLapseConsent(basket)
  // What is not sent needs nobody to send it to.
  const recipient = basket.delivery === null ? null : input.recipient
  const faults = listOrderFaults({ ...input, recipient }, { kind: 'basket', needsLapse }, reader)
  const { delivery } = basket
  const isElsewhere = recipient !== null && recipient !== undefined
  const country = (isElsewhere ? recipient : input.buyer).country.trim().toUpperCase()
  if (delivery === null || delivery.countries.includes(country)) return faults
  return { [isElsewhere ? 'recipientCountry' : 'country']: 'NOT_ALLOWED', ...faults }
}

/** Facts of a purchase on which the right depends. */
export type PurchaseFacts = {
  placedOn: Day
  /** When it had arrived; null: not yet, or nobody has said so. */
  deliveredOn: Day | null
  hasConsented: boolean
  /** Of the seller, for its holidays; absent or null: nobody has said. */
  federalState?: FederalState | null
}

export type WithdrawalRight = { kind: 'none'; reason: 'DATED' | 'LAPSED' } | { kind: 'until'; lastDay: Day | null }

/** `lastDay` null: it has not begun to run. */
export function toWithdrawalRight(
  { kind, on }: Pick<PurchaseLine, 'kind' | 'on'>,
  { placedOn, deliveredOn, hasConsented, federalState = null }: PurchaseFacts,
): WithdrawalRight {
  if (kind === 'ticket' && on !== null) return { kind: 'none', reason: 'DATED' }
  if ((kind === 'digital' || kind === 'service') && hasConsented) return { kind: 'none', reason: 'LAPSED' }
  if (kind !== 'goods') return { kind: 'until', lastDay: toWithdrawalEnd(placedOn, federalState) }
  return { kind: 'until', lastDay: deliveredOn === null ? null : toWithdrawalEnd(deliveredOn, federalState) }
}

/** Keys of the lines that a withdrawal of this day takes back; the delivery goes with the last of the goods (§ 357 Abs. 2). */
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

/** A parcel's day of arrival, where only the day it was sent is known: late enough for the reader. */
export function toArrivalDay(sentOn: Day): Day {
  return toWorkingDay(addDays(sentOn, ARRIVAL_DAYS), null)
}
const ARRIVAL_DAYS = 7

/**
 * Orders. Promises: price, tax and terms are the catalogue's of this moment, and what the reader confirmed must equal them;
 * customer, payment method, order, contract and first charge exist together or not at all, before anybody is asked for
 * money; what follows from the payment (access, coins, confirmation by mail) is one transaction with it; the same key with
 * the same content is one order. Nothing is sold twice: who has it already is refused, and money that comes all the same
 * goes back. A guest learns of such a refusal by mail to the address of the order, never from the answer.
 * Refuses to keep card numbers, and to show an IBAN again.
 */
import type { Offer } from '@lokalteil/contracts/commerce'
import type { PaymentInput } from '@lokalteil/domain/commerce/orders'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createSchedule } from '../../platform/schedule.ts'
import type { ChargeListener } from '../billing/charges.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { CustomerPart } from '../customers/customers.ts'
import type { SubscriptionDb } from '../schema.ts'
import type {
  FilledOrder,
  GuestOrder,
  OrderAccess,
  OrderContext,
  OrdersOptions,
  PlacedOrder,
  QuoteRequest,
  Way,
} from './order-context.ts'
import { erasePersonalData, readPersonalData } from './order-personal-data.ts'
import { addMethod, fillOrders, placeOrder } from './order-placement.ts'
import { checkGuestOrder, checkPayment, quoteOffer } from './order-quote.ts'
import { resumeOrders } from './order-resume.ts'
import { listReaderMethods, listReaderOrders, readOrder, toReturnPath } from './order-view.ts'
import { mayKeep, onFailed, onPaid, onPromised, onRefused } from './payment-outcomes.ts'

const RESUME_MS = 60_000

export type { FilledOrder } from './order-context.ts'

export type Orders = ReturnType<typeof createOrders>

export function createOrders({ database, onError, ...options }: OrdersOptions) {
  const context: OrderContext = { ...options, db: database.db as SubscriptionDb, today: () => toDayKey(options.now()) }
  const resume = () => resumeOrders(context)
  const schedule = createSchedule(RESUME_MS, resume, onError)
  const listener: ChargeListener = {
    mayKeep: (charge, within) => mayKeep(context, charge, within),
    onPaid: (charge, within) => onPaid(context, charge, within),
    onPromised: (charge, within) => onPromised(context, charge, within),
    onRefused: (charge, within) => onRefused(context, charge, within),
    onFailed: (charge, before, within) => onFailed(context, charge, before, within),
  }
  const part: CustomerPart = {
    readOf: (owner) => readPersonalData(context, owner),
    eraseOf: erasePersonalData,
  }

  return {
    listener,
    part,
    place: (mandator: Mandator, sub: string, order: PlacedOrder) => placeOrder(context, mandator, sub, order),
    fill: (filled: readonly { owner: CoinOwner; order: FilledOrder }[], within: SubscriptionDb) =>
      fillOrders(context, filled, within),
    addMethod: (owner: CoinOwner, way: Way, within: SubscriptionDb) => addMethod(context, owner, way, within),
    checkPayment: (offer: Pick<Offer, 'kind'>, payment: PaymentInput) => checkPayment(context, offer, payment),
    quote: (mandator: Mandator, asked: QuoteRequest) => quoteOffer(context, mandator, asked),
    checkGuest: (mandator: Mandator, asked: GuestOrder) => checkGuestOrder(context, mandator, asked),
    read: (mandator: Mandator, number: string, by: OrderAccess) => readOrder(context, mandator, number, by),
    list: (mandator: Mandator, sub: string) => listReaderOrders(context, mandator, sub),
    listMethods: (mandator: Mandator, sub: string) => listReaderMethods(context, mandator, sub),
    toReturnPath: (mandator: Mandator, number: string) => toReturnPath(context, mandator, number),
    resume,
    /** Resumes at once and then every minute. */
    start: schedule.start,
    close: schedule.close,
  }
}

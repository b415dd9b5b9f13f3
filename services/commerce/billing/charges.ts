/**
 * The amounts readers are asked for. Promises: one for each period of a subscription, however often it is opened; a
 * provider is asked by one process at a time and always with the same key until it refused, so that a crash between
 * question and answer costs nobody twice; a charge is settled once, with the amount it names, and what follows from it
 * (access, coins, invoice, mail) is in the same transaction. Money for something that was given up meanwhile, or that must
 * not be sold twice, goes back by itself (`refunds.ts`): such a charge is `paid` with the failure `REFUND_OWED` until it does.
 * Locks are taken in this order: charge, customer, wallet.
 */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { SubscriptionDb } from '../schema.ts'
import { collectCharge, lookAtCharge, openAccount } from './charge-collection.ts'
import type { ChargeContext, ChargeListener, ChargeRefund, ChargesOptions, Paid } from './charge-context.ts'
import { receiveMessage } from './charge-messages.ts'
import { cancelCharge, failCharge, giveBack, openCharge, refuseLater, settleCharge } from './charge-outcomes.ts'
import { getCharge, listCharges, listUnfinished, listWaiting, lockCharge } from './charge-store.ts'
import { getPaymentMethod } from '../payments/payment-method-store.ts'
import type { Charge, ChargeName, NewCharge } from './charge.ts'

export { REFUND_OWED, toCharge, toChargeRow, toChargeView, toMethod, toOwner } from './charge.ts'
export type { Charge, ChargeName, NewCharge, PaymentMethod } from './charge.ts'
export type { ChargeListener } from './charge-context.ts'

export type Charges = ReturnType<typeof createCharges>

export function createCharges({ database, providers, ...options }: ChargesOptions) {
  const db = database.db as SubscriptionDb
  const context: ChargeContext = {
    ...options,
    db,
    inTransaction: (work) => db.transaction().execute(work),
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    listeners: [],
  }
  return {
    /** Invoices, dunning and the like; in the order they were added, orders first. */
    listen: (listener: ChargeListener): void => void context.listeners.push(listener),

    get: (name: ChargeName, within: SubscriptionDb = db) => getCharge(name, within),
    lock: lockCharge,
    getMethod: (mandator: Mandator, id: string, within: SubscriptionDb = db) => getPaymentMethod(mandator, id, within),
    openAccount: (mandator: Mandator, id: string) => openAccount(context, mandator, id),
    /** Newest first. */
    list: (mandator: Mandator, customerId: string, limit = 500) => listCharges(mandator, customerId, limit, db),
    listUnfinished: (limit: number) => listUnfinished(limit, options.now(), db),
    listWaiting: (before: Date, limit: number) => listWaiting(before, limit, db),

    open: (charge: NewCharge, within: SubscriptionDb) => openCharge(context, charge, within),
    collect: (name: ChargeName) => collectCharge(context, name),
    look: (name: ChargeName) => lookAtCharge(context, name),
    receive: (provider: string, payload: string, signature: string) =>
      receiveMessage(context, provider, payload, signature),

    settle: (name: ChargeName, paid: Paid, within: SubscriptionDb) => settleCharge(context, name, paid, within),
    fail: (name: ChargeName, reason: string, within: SubscriptionDb) => failCharge(context, name, reason, within),
    cancel: (name: ChargeName, within: SubscriptionDb) => cancelCharge(context, name, within),
    giveBack: (charge: Charge, refund: ChargeRefund, within: SubscriptionDb) =>
      giveBack(context, charge, refund, within),
    refuseLater: (name: ChargeName, within: SubscriptionDb) => refuseLater(context, name, within),
  }
}

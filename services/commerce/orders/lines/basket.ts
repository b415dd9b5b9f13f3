/** Orders of a seller's basket: how their rows are read. */
import type { PurchaseRequest } from '@lokalteil/contracts/commerce/purchases'
import type { Basket, ReleaseReason } from '@lokalteil/contracts/commerce/sellers'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PurchaseFacts } from '@lokalteil/domain/commerce/purchases'
import { toDayKey } from '@lokalteil/domain/german'
import type { BasketOrder } from '../../schema.ts'
import type { OrderChange } from '../order-store.ts'
import { hasConsentedToLapse } from '../order.ts'

export type PlacedPurchase = PurchaseRequest & { email: string; isGuest: boolean; requester: string }
export type GuestPurchase = Omit<PurchaseRequest, 'idempotencyKey'> & { email: string }

export const basketOf = (order: Pick<BasketOrder, 'basket'>): Basket => order.basket as Basket

export const takenBackOf = (order: Pick<BasketOrder, 'taken_back'>): string[] => order.taken_back as string[]

/** `seller`: names the federal state, whose holidays count; null: the publisher has not named a seller. */
export function toFacts(order: BasketOrder, seller: Pick<Seller, 'federalState'> | null): PurchaseFacts {
  return {
    federalState: seller?.federalState ?? null,
    placedOn: toDayKey(order.placed_at),
    deliveredOn: order.arrived_on,
    hasConsented: hasConsentedToLapse(order),
  }
}

/** Columns of the next step for the seller. They end the lease of an older step. */
export function toStep(step: 'settle'): OrderChange
export function toStep(step: 'release', reason: ReleaseReason): OrderChange
export function toStep(step: 'settle' | 'release', reason: ReleaseReason | null = null): OrderChange {
  return { step, step_reason: reason, step_attempts: 0, step_by: null, step_until: null, step_error: null }
}

/** Types of purchases, and how their rows are read. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PurchaseRequest } from '@lokalteil/contracts/commerce/purchases'
import type { Basket, SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PurchaseFacts } from '@lokalteil/domain/commerce/purchases'
import { toDayKey } from '@lokalteil/domain/german'
import type { PurchaseRow } from '../../schema.ts'
import type { PurchaseName } from './basket-store.ts'

export type SellerClient = Client<typeof SELLER>
/** Null: there is no such seller. */
export type FindSeller = (seller: string, mandator: Mandator) => SellerClient | null

export type PlacedPurchase = PurchaseRequest & { email: string; isGuest: boolean; requester: string }
export type GuestPurchase = Omit<PurchaseRequest, 'idempotencyKey'> & { email: string }

export const toName = (row: Pick<PurchaseRow, 'mandator' | 'purchase_number'>): PurchaseName => ({
  mandator: row.mandator as Mandator,
  number: row.purchase_number,
})

export const basketOf = (row: Pick<PurchaseRow, 'basket'>): Basket => row.basket as Basket

export const takenBackOf = (row: Pick<PurchaseRow, 'taken_back'>): string[] => row.taken_back as string[]

/** `seller`: names the federal state, whose holidays count; null: the publisher has not named a seller. */
export function toFacts(row: PurchaseRow, seller: Pick<Seller, 'federalState'> | null): PurchaseFacts {
  return {
    federalState: seller?.federalState ?? null,
    placedOn: toDayKey(row.placed_at),
    deliveredOn: row.arrived_on,
    hasConsented: (row.consents as { withdrawalLapses?: boolean }).withdrawalLapses === true,
  }
}

/**
 * What the office looks up and corrects: customers by what a caller on the telephone can say, the name and address that
 * the next invoice carries, declarations that were dealt with. Promises: an answer has at most fifty customers; an invoice
 * that was issued is never touched; a declaration stays as it was filed.
 */
import type { CustomerEntry, Declared } from '@lokalteil/contracts/commerce'
import { type Buyer, toBuyer } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { handleDeclaration } from '../contracts/declaration-store.ts'
import { changeBuyer, lockOrdersWithBuyer } from '../orders/order-store.ts'
import { searchCustomers } from './customer-store.ts'

export async function findCustomers(
  { db }: CommerceContext,
  mandator: Mandator,
  words: string,
): Promise<CustomerEntry[]> {
  const rows = await searchCustomers(mandator, words, db)
  return rows.map(({ customer_id, sub, created_at, email, buyer }) => ({
    customerId: customer_id,
    sub,
    since: new Date(created_at).toISOString(),
    email,
    name: [buyer?.firstName, buyer?.lastName].filter((name) => name !== undefined && name !== '').join(' '),
    company: buyer?.company ?? '',
    address: [buyer?.street, `${buyer?.postcode ?? ''} ${buyer?.city ?? ''}`.trim()]
      .filter((line) => line !== undefined && line !== '')
      .join(', '),
  }))
}

/** For the invoices to come, of every order; null fields stay as they are. */
export async function correctBuyer(
  { inTransaction, now }: CommerceContext,
  mandator: Mandator,
  customerId: string,
  correction: Partial<Buyer>,
): Promise<{ orders: number } | Refusal> {
  return inTransaction(async (within): Promise<{ orders: number } | Refusal> => {
    const orders = await lockOrdersWithBuyer({ mandator, customerId }, within)
    if (orders.length === 0) return problem(404, 'NO_CUSTOMER', 'No customer of this number has ordered anything')
    for (const { order_number: number, buyer } of orders)
      await changeBuyer(mandator, number, toBuyer({ ...(buyer as Buyer), ...correction }), now(), within)
    return { orders: orders.length }
  })
}

/** Says that the office is done. */
export async function settleDeclaration(
  { db, now }: CommerceContext,
  mandator: Mandator,
  number: string,
  note: string,
): Promise<Declared | Refusal> {
  const handled = await handleDeclaration(mandator, number, note, now(), db)
  return handled ?? problem(404, 'NOT_FOUND', 'No declaration has this number')
}
